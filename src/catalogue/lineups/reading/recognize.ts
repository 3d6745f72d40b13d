/** The sheets of a file → one table, its columns by a map, by the choice of a user, or recognized. */
import type { Sheet, SheetRow } from '#platform/files/csv'
import type { DayOrder } from '#platform/files/written-day'
import type { FestivalDays } from '#platform/files/written-days'
import { orderOf } from '#platform/files/written-days'
import { readWritten } from '#platform/files/written-times'
import { invalid } from '#platform/values/errors'
import { type ColumnUse, distinctNames, guessUses, isHeader, toMap } from './columns.ts'
import { gridTable } from './grid.ts'
import type { LineupMap } from './map.ts'
import { guessDayEnd, headingOf, withSections } from './sections.ts'
import { fillDown, type ReadRow, readRows, type Table, tableOf } from './table.ts'

/** Choices of a user that replace recognized ones. */
export type TableChoice = {
  sheet?: string | undefined
  columns?: ColumnUse[] | undefined
  dayEndsAt?: string | undefined
  order?: DayOrder | undefined
}

export type TableReading = {
  rows: ReadRow[]
  header: SheetRow
  delimiter: string | undefined
  sheets: string[]
  /** the use of each column; undefined with a map, which states it */
  columns: ColumnUse[] | undefined
  /** the first texts of each column */
  samples: string[][]
  dayEndsAt: string
  order: DayOrder
}

type Options = {
  map?: LineupMap | undefined
  choice?: TableChoice | undefined
  days: FestivalDays | undefined
}

/**
 * Reads the rows of a file.
 * @throws 400 for a sheet or a column that it does not have
 */
export function readTable(sheets: Sheet[], { map, choice = {}, days }: Options): TableReading {
  const names = sheets.flatMap(({ name }) => name ?? [])
  const chosen = sheetsOf(sheets, map?.sheet ?? choice.sheet)
  const known = { sheets: names, delimiter: sheets[0]?.delimiter }
  if (map) {
    const table = tableOf(firstFilled(chosen), (cells) => namesAll(map, cells))
    return { ...known, ...read(table, map, { days }), columns: undefined }
  }
  const table = gridTable(chosen) ?? withSections(combined(chosen))
  const columns = choice.columns
    ? chosenColumns(table, choice.columns)
    : guessUses(table.columns, table.rows)
  const bound = mapOf(table, columns, choice)
  return { ...known, ...read(table, bound, { days, order: choice.order }), columns }
}

function sheetsOf(sheets: Sheet[], wanted: string | undefined): Sheet[] {
  const found = wanted === undefined ? sheets : sheets.filter(({ name }) => name === wanted)
  if (wanted === undefined || found.length > 0) return found
  const names = sheets.flatMap(({ name }) => name ?? [])
  throw invalid(`The file has no sheet "${wanted}", but: ${names.join(', ')}`)
}

/** The map that the columns of a table stand for. */
function mapOf(table: Table, columns: ColumnUse[], { dayEndsAt }: TableChoice): LineupMap {
  const map = toMap(columns, '00:00')
  if (map.rules['artist'] === undefined)
    throw invalid(`Which column has the artists? The columns are: ${table.columns.join(', ')}`)
  const end = dayEndsAt ?? guessDayEnd(fillDown(table, map.repeats), columns)
  return { ...map, dayEndsAt: end, delimiter: undefined, sheet: undefined }
}

type Reading = { days: FestivalDays | undefined; order?: DayOrder | undefined }

function read(table: Table, map: LineupMap, { days, order: chosen }: Reading) {
  const order = chosen ?? writtenOrder(map) ?? orderIn(table, map, days)
  const samples = table.columns.map((_, index) =>
    [...new Set(table.rows.map(({ cells }) => cells[index] ?? '').filter(Boolean))].slice(0, 3),
  )
  const rows = readRows(table, map, { days, order })
  return { rows, header: table.header, samples, dayEndsAt: map.dayEndsAt, order }
}

function firstFilled(sheets: Sheet[]): Sheet {
  return sheets.find(({ rows }) => rows.length > 0) ?? { name: undefined, rows: [] }
}

/** Returns true if a row has the columns that the rules of a map name. */
function namesAll({ rules }: LineupMap, cells: string[]): boolean {
  const artist = columnsIn(rules['artist'])
  return artist.length > 0 && artist.every((name) => cells.includes(name.trim()))
}

const columnsIn = (rule: unknown): string[] => {
  if (typeof rule === 'string') return [rule]
  const { column, columns } = Object(rule)
  return [column ?? columns ?? []].flat().filter((one) => typeof one === 'string')
}

/** The format of a map says whether the day comes first. */
function writtenOrder({ rules }: LineupMap): DayOrder | undefined {
  const format: unknown = Object(rules['start_time'])['date']
  if (typeof format !== 'string') return undefined
  return format.indexOf('MM') < format.indexOf('DD') &&
    format.indexOf('YYYY') > format.indexOf('MM')
    ? 'mdy'
    : 'dmy'
}

/** Decides by all dates of the table which number of `1/7/2027` is the day. */
function orderIn(
  table: Table,
  { rules, repeats }: LineupMap,
  days: FestivalDays | undefined,
): DayOrder {
  const names = columnsIn(rules['start_time'])
  const indexes = names.map((name) => table.columns.indexOf(name.trim()))
  const texts = new Set(
    fillDown(
      table,
      repeats.filter((name) => table.columns.includes(name)),
    ).flatMap(({ cells }) => indexes.flatMap((index) => cells[index] || [])),
  )
  return orderOf((order) => [...texts].map((text) => readWritten(text, order)?.day), days)
}

/** One table of all sheets that have the header of the first with one; the name of the sheet is a column. */
function combined(sheets: Sheet[]): Table {
  const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.some(Boolean)))
  const headed = filled.filter(({ rows }) => rows.slice(0, 20).some(({ cells }) => isHeader(cells)))
  const used = headed.length > 0 ? headed : filled.slice(0, 1)
  const tables = used.map((sheet) => ({ sheet, table: withHeader(sheet) }))
  const [first] = tables
  if (!first) throw invalid('The file has no rows: its first line must name the columns')
  const same = tables.filter(
    ({ table }) => table.columns.join('\n') === first.table.columns.join('\n'),
  )
  if (same.length < 2) return first.table
  const rows = same.flatMap(({ sheet, table }) =>
    table.rows.map((row) => ({
      ...row,
      cells: [...pad(row.cells, table.columns.length), sheet.name ?? ''],
      ...(sheet.name !== undefined && { sheet: sheet.name }),
    })),
  )
  const width = first.table.columns.length + 1
  const columns = distinctNames([...first.table.columns, 'Sheet'], width)
  return { ...first.table, columns, rows }
}

const pad = (cells: string[], width: number) =>
  Array.from({ length: width }, (_, index) => cells[index] ?? '')

/**
 * Finds the header of a sheet. If no row names columns, they are numbered, and every row is a gig: in a list of acts
 * alone, too, which would lose its first one.
 */
function withHeader(sheet: Sheet): Table {
  const table = tableOf(sheet, isHeader)
  const width = Math.max(table.columns.length, ...table.rows.map(({ cells }) => cells.length))
  const isData = !isHeader(table.columns) && (width === 1 || isRow(table.header))
  const columns = distinctNames(isData ? [] : table.columns, width)
  const rows = isData ? [table.header, ...table.rows] : table.rows
  return {
    ...table,
    columns,
    rows: rows.filter(({ cells }) => cells.join('\n') !== table.header.cells.join('\n') || isData),
  }
}

/** Returns true for a row of a table without a header: a gig, or a heading. */
const isRow = (row: SheetRow) =>
  headingOf(row) !== undefined || row.cells.some((cell) => readWritten(cell) !== undefined)

function chosenColumns({ columns }: Table, chosen: ColumnUse[]): ColumnUse[] {
  const byName = new Map(chosen.map((column) => [column.name, column]))
  const unknown = chosen.find(({ name }) => !columns.includes(name))
  if (unknown)
    throw invalid(`columns: the file has no column "${unknown.name}", but: ${columns.join(', ')}`)
  return columns.map((name) => byName.get(name) ?? { name, use: null, repeats: false })
}
