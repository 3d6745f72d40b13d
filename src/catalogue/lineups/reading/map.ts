/** A map: which columns of a table are which fields of a gig (docs/importing.md). */
import { checkKeys, isObject, readClock } from '#platform/files/cells'
import { invalid } from '#platform/values/errors'
import { isStorable } from '#platform/values/text'

const times = ['start_time', 'end_time']
const fields = ['artist', 'place', ...times, 'headliner', 'billing'] as const

/** The rules of a map, before they are bound to the columns of a file. */
export type LineupMap = {
  delimiter: string | undefined
  /** the name of a workbook's sheet; undefined: the first that has a line-up */
  sheet: string | undefined
  rules: Record<string, unknown>
  dayEndsAt: string
  /** columns in which an empty cell repeats the one above */
  repeats: string[]
}

/** The festival as a map describes it. */
export type MapHead = { organizer?: unknown; source?: unknown; festival?: unknown }

const headKeys = ['organizer', 'source', 'festival']
const tableKeys = ['delimiter', 'sheet', 'day_ends_at', 'repeats', ...fields]

/**
 * Reads a map. Without a rule for `artist` it has the festival alone, and columns are recognized.
 * @throws 400 that names the key
 */
export function readLineupMap(written: unknown): { map: LineupMap | undefined; head: MapHead } {
  if (!isObject(written)) throw invalid('The map must hold an object, see docs/importing.md')
  refuseHostile(written)
  checkKeys(written, [...headKeys, ...tableKeys], '')
  const { organizer, source, festival, ...table } = written
  const head = { organizer, source, festival }
  const hasTable = Object.values(table).some((rule) => rule !== undefined)
  if (hasTable && table['artist'] === undefined) throw invalid('The map: artist must be there')
  return { map: hasTable ? readTableMap(table) : undefined, head }
}

function readTableMap(table: Record<string, unknown>): LineupMap {
  const { delimiter, sheet, day_ends_at = '00:00', repeats = [], ...rest } = table
  if (sheet !== undefined && typeof sheet !== 'string')
    throw invalid('The map: sheet must be a text')
  if (!isTexts(repeats)) throw invalid('The map: repeats must be a list of column names')
  return {
    delimiter: delimiter === undefined ? undefined : readDelimiter(delimiter),
    sheet,
    rules: Object.fromEntries(Object.entries(rest).filter(([, rule]) => rule !== undefined)),
    dayEndsAt: readClock(day_ends_at, 'day_ends_at'),
    repeats,
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** A delimiter of a map: `,` by default. */
export function readDelimiter(delimiter: unknown = ','): string {
  if (typeof delimiter === 'string' && /^[\t -!#-~]$/.test(delimiter)) return delimiter
  throw invalid('The map: delimiter must be one character, such as "," ";" or "\\t"')
}

/** Refuses text that PostgreSQL cannot store: NUL characters and lone surrogates. */
function refuseHostile(value: unknown, key = ''): void {
  if (typeof value === 'string' && !isStorable(value))
    throw invalid(`${key} must not hold NUL characters or lone surrogates`)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) refuseHostile(inner, name)
}
