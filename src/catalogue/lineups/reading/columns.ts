/** Recognizes the columns of a table that has no map: by their names, then by what their cells hold. */
import type { SheetRow } from '#platform/files/csv'
import { isOpen, readWritten, readWrittenDay } from '#platform/files/written-times'
import { plain } from '#platform/values/names'
import type { LineupMap } from './map.ts'

/** Uses of a column. */
export const uses = ['artist', 'place', 'day', 'start', 'end', 'headliner', 'billing'] as const
export type Use = (typeof uses)[number]

/** A column, what it is taken for, and whether an empty cell repeats the one above. */
export type ColumnUse = { name: string; use: Use | null; repeats: boolean }

const names: Record<Use, string[]> = {
  artist:
    'act,acts,artist,artists,artist name,band,bands,bandname,name,performer,performers,dj,djs,kunstler,kunstlerin,interpret,artiste,artistes,groupe,artista,artistas,artisti,gruppo,grupo,title,titel,titre,titulo,titolo,event,programme,program,programm,who,wer,lineup,line up,musician,speaker'.split(
      ',',
    ),
  place:
    'stage,stages,stage above,stage name,place,places,venue,location,room,area,floor,tent,where,buhne,buehne,ort,raum,wo,spielort,zelt,scene,salle,lieu,palco,escenario,lugar,luogo,podium,scena,scen,plads'.split(
      ',',
    ),
  day: 'day,day above,days,date,dates,tag,datum,wochentag,weekday,jour,dia,fecha,giorno,data,dag,dato'.split(
    ',',
  ),
  start:
    'start,starts,start time,starttime,start date,begin,begins,beginn,beginning,from,von,ab,anfang,time,times,uhrzeit,zeit,zeiten,stage time,set time,set times,slot,hour,heure,heures,horaire,horaires,debut,de,hora,horario,inicio,desde,ora,orario,inizio,dalle,tijd,aanvang,tid,wann,when,datetime,date time,startzeit,start at,starts at,spielzeit'.split(
      ',',
    ),
  end: 'end,ends,end time,endtime,end date,ende,bis,to,until,till,finish,stop,fin,a,jusqu a,hasta,fine,alle,einde,tot,slut,endzeit,schluss,end at,ends at'.split(
    ',',
  ),
  headliner: 'headliner,headline,headlines'.split(','),
  billing: 'billing,bill,order,billing order,reihenfolge'.split(','),
}

const lettersOf = (text: string) =>
  plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const useByName = new Map(uses.flatMap((use) => names[use].map((name) => [name, use] as const)))

/** Returns the use that a name of a column says; undefined for a name that is not known. */
export const useNamed = (column: string): Use | undefined => useByName.get(lettersOf(column))

/** Returns true for a row that names at least two columns, or a single one if there is no other. */
export function isHeader(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const known = new Set(filled.flatMap((cell) => useByName.get(lettersOf(cell)) ?? []))
  return known.size >= 2 || (known.has('artist') && filled.length === 1)
}

/** Gives every column a name of its own. */
export function distinctNames(cells: string[], width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = cells[index] || `Column ${index + 1}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

type Kind = 'time' | 'range' | 'day' | 'moment' | 'unread' | 'text'

const isTimeUse = (use: Use | undefined) => use === 'day' || use === 'start' || use === 'end'

const instant = /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * In a column of days `16.7` is one. In a column whose name says that it has days or times, a text with a digit is a time
 * that was not understood: its row is refused, so that no gig loses its time without a word.
 */
function kindOf(text: string, use: Use | undefined): Kind {
  if (instant.test(text)) return 'moment'
  const read = use === 'day' ? readWrittenDay(text) : readWritten(text)
  if (!read) return isTimeUse(use) && /\d/.test(text) ? 'unread' : 'text'
  if (read.day && read.start !== undefined) return 'moment'
  if (read.day) return 'day'
  return read.end === undefined ? 'time' : 'range'
}

/** Returns what most cells of a column are; undefined for an empty column. */
function kindOfColumn(rows: SheetRow[], index: number, use: Use | undefined): Kind | undefined {
  const cells = rows.flatMap(({ cells }) => {
    const cell = cells[index] ?? ''
    return cell === '' || isOpen(cell) ? [] : [kindOf(cell, use)]
  })
  const counts = Map.groupBy(cells.slice(0, 200), (kind) => kind)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Returns what each column is taken for. */
export function guessUses(columns: string[], rows: SheetRow[]): ColumnUse[] {
  const kinds = columns.map((column, index) =>
    kindOfColumn(rows, index, useByName.get(lettersOf(column))),
  )
  const useOf = new Map<number, Use>()
  const isTaken = (use: Use) => [...useOf.values()].includes(use)
  const take = (use: Use, index: number) => {
    if (!isTaken(use) && !useOf.has(index)) useOf.set(index, use)
  }
  for (const [index, column] of columns.entries()) {
    const use = useFitting(column, kinds[index])
    if (use) take(use, index)
  }
  for (const [index, kind] of kinds.entries()) {
    const use = useOfKind(kind)
    if (use) take(use === 'start' && isTaken('start') ? 'end' : use, index)
  }
  const texts = kinds.flatMap((kind, index) => (kind === 'text' ? [index] : []))
  const byVariety = texts.toSorted((a, b) => distinct(rows, b) - distinct(rows, a))
  for (const index of byVariety) take('artist', index)
  for (const index of byVariety.toReversed())
    if (distinct(rows, index) <= rows.length / 2) take('place', index)
  return columns.map((name, index) => {
    const use = useOf.get(index) ?? null
    return { name, use, repeats: repeatsAbove(use, rows, index) }
  })
}

/** Returns the use that a column's name says, if its cells do not contradict. */
function useFitting(column: string, kind: Kind | undefined): Use | undefined {
  const use = useNamed(column)
  return use && fits(use, kind) ? corrected(use, kind) : undefined
}

function useOfKind(kind: Kind | undefined): Use | undefined {
  if (kind === undefined || kind === 'text' || kind === 'unread') return undefined
  return kind === 'day' ? 'day' : 'start'
}

const distinct = (rows: SheetRow[], index: number) =>
  new Set(rows.map(({ cells }) => cells[index] ?? '').filter(Boolean)).size

/** Returns false if the cells of a column are no times although its name says so. */
function fits(use: Use, kind: Kind | undefined): boolean {
  if (kind === undefined) return true
  return isTimeUse(use) ? kind !== 'text' : true
}

/** A column `Date` of whole times is the start, a column `Time` of days is the day. */
function corrected(use: Use, kind: Kind | undefined): Use {
  if (use === 'day' && (kind === 'moment' || kind === 'time' || kind === 'range')) return 'start'
  return use === 'start' && kind === 'day' ? 'day' : use
}

/**
 * Returns true where merged cells lost their text: a day always stands for the rows below, a stage does where no two
 * stages in a row are the same.
 */
function repeatsAbove(use: Use | null, rows: SheetRow[], index: number): boolean {
  const cells = rows.map((row) => row.cells[index] ?? '')
  const filled = cells.filter(Boolean)
  const gaps = cells.length - filled.length
  const hasGaps = gaps > 0 && cells[0] !== ''
  if (!hasGaps || filled.length === 0) return false
  // A column whose cells also hold times is no heading of the rows below.
  if (use === 'day') return filled.every((cell) => !readWritten(cell)?.start)
  return (
    use === 'place' && gaps >= filled.length && filled.every((cell, at) => cell !== filled[at - 1])
  )
}

/** Returns the map that columns stand for. */
export function toMap(
  columns: ColumnUse[],
  dayEndsAt: string,
): Omit<LineupMap, 'delimiter' | 'sheet'> {
  const named = (use: Use) => columns.find((column) => column.use === use)?.name
  const [day, start, end] = [named('day'), named('start'), named('end')]
  const time = (name: string | undefined) =>
    name !== undefined && { columns: [...(day ? [day] : []), name] }
  const rules: Record<string, unknown> = {
    artist: named('artist'),
    place: named('place'),
    start_time: time(start) || (day !== undefined && day) || undefined,
    end_time: time(end) || undefined,
    headliner: named('headliner'),
    billing: named('billing'),
  }
  return {
    rules: Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined)),
    dayEndsAt,
    repeats: columns.filter(({ use, repeats }) => use !== null && repeats).map(({ name }) => name),
  }
}
