/** A table of gigs: a row is a gig, and a map assigns the columns to fields (docs/importing.md). */
import { type Read, readFlag, readInteger, readText, type Where } from '#platform/files/cells'
import type { Sheet, SheetRow } from '#platform/files/csv'
import { Fault } from '#platform/files/fault'
import { readMoment } from '#platform/files/moments'
import { invalid, Problem } from '#platform/values/errors'
import type { LineupMap } from './map.ts'

/** The columns of a table, and the rows below them. Rows without any text, and comments, are left out. */
export type Table = {
  columns: string[]
  /** the line of the header as it was written */
  header: SheetRow
  /** titles */
  above: SheetRow[]
  rows: SheetRow[]
}

type Gig = Record<string, unknown>

/** A row that was read: the gig, or the reason why there is none. */
export type ReadRow = { row: SheetRow; gig: Gig } | { row: SheetRow; fault: string }

const isBlank = ({ cells }: SheetRow) => cells.every((cell) => cell === '')
/** A note, such as `# Friday, draft 3` or `// moved`, stands in its row alone. `#1 Dads` is an act. */
const isComment = ({ cells: [first = '', ...others] }: SheetRow) =>
  /^(?:#+\s|#$|\/\/)/.test(first) && others.every((cell) => cell === '')
const mostTitleRows = 20

/** Finds the header: the first row that `isHeader` accepts, else the first that is not blank. */
export function tableOf({ rows }: Sheet, isHeader: (cells: string[]) => boolean): Table {
  const filled = rows.filter((row) => !isBlank(row) && !isComment(row))
  const found = filled.slice(0, mostTitleRows).findIndex(({ cells }) => isHeader(cells))
  const header = filled[Math.max(found, 0)]
  if (!header) throw invalid('The file has no rows: its first line must name the columns')
  const at = Math.max(found, 0)
  const [above, below] = [filled.slice(0, at), filled.slice(at + 1)]
  return { columns: header.cells, header, above, rows: below }
}

/** Fills the empty cells of columns with the cells above. */
export function fillDown({ columns, rows }: Table, names: string[]): SheetRow[] {
  const indexes = names.map((name) => {
    const index = columns.indexOf(name.trim())
    if (index < 0) throw invalid(`The map: repeats: the file has no column "${name}"`)
    return index
  })
  const above = new Map<number, string>()
  return rows.map((row) => {
    const cells = [...row.cells]
    for (const index of indexes) {
      if (cells[index]) above.set(index, cells[index])
      else cells[index] = above.get(index) ?? ''
    }
    return { ...row, cells }
  })
}

/** Reads the rows of a table by the rules of a map. */
export function readRows(
  table: Table,
  map: LineupMap,
  where: Pick<Where, 'days' | 'order'>,
): ReadRow[] {
  const toGig = bindRules(map, { ...where, columns: table.columns, dayEndsAt: map.dayEndsAt })
  return fillDown(table, map.repeats).map((row) => {
    try {
      const fault = faultOf(row, table.columns)
      if (fault) throw new Fault(fault)
      return { row, gig: toGig(row.cells) }
    } catch (error) {
      if (!(error instanceof Fault || error instanceof Problem)) throw error
      return { row, fault: error.message }
    }
  })
}

function faultOf({ cells }: SheetRow, columns: string[]): string | undefined {
  const broken = cells.findIndex((cell) => cell.includes('\ufffd'))
  if (broken >= 0) return `${columns[broken] || 'A cell'} is not UTF-8`
  if (cells.some((cell) => cell.includes('\0'))) return 'A cell holds a NUL character'
  const extra = cells.slice(columns.length).some((cell) => cell !== '')
  return extra ? `It has ${cells.length} cells, the header has ${columns.length}` : undefined
}

function bindRules(
  { rules }: LineupMap,
  where: Omit<Where, 'field'>,
): (cells: readonly string[]) => Gig {
  const at = (field: string) => ({ ...where, field })
  const plain = Object.entries(rules).flatMap(([field, rule]): [string, Read<unknown>][] => {
    if (field === 'start_time' || field === 'end_time') return []
    const read = field === 'billing' ? readInteger : field === 'headliner' ? readFlag : readText
    return [[field, read(rule, at(field))]]
  })
  const start =
    rules['start_time'] === undefined
      ? undefined
      : readMoment(rules['start_time'], at('start_time'))
  const end =
    rules['end_time'] === undefined ? undefined : readMoment(rules['end_time'], at('end_time'))
  return (cells) => {
    const gig = Object.fromEntries(plain.map(([field, read]) => [field, read(cells)]))
    const from = start?.(cells) ?? null
    // `13:15 - 13:45` in the column of the start says the end as well.
    const until = end?.(cells)?.start ?? from?.end ?? null
    return { ...gig, start_time: from?.start ?? null, end_time: until }
  }
}
