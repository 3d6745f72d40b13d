import { readFile } from 'node:fs/promises'
import { festivalColumns } from '#festivals'
import {
  checkKeys,
  Fault,
  isObject,
  type Read,
  readCoordinates,
  readText,
  readTime,
  type Where,
} from './cells.ts'
import { CommandError, sentence } from './output.ts'
import type { Dialect } from './table.ts'

/** A map as read, before the columns of the file are known. */
export type FestivalMap = {
  dialect: Dialect
  organizer: { id: string; name?: string } | undefined
  rules: Record<string, unknown>
}

/** A row as the fields of a festival, with its id where it comes from. */
export type Mapped = { source: string; fields: Record<string, unknown> }

const texts = festivalColumns.stored.flatMap(({ name, type, about }) =>
  about && type === 'text' && name !== 'organizer_id' ? [name] : [],
)
const times = ['start_time', 'end_time']
const required = ['name', ...times, 'source']
const fields = [...texts, ...times, 'coordinates', 'source']

/** Reads a map (docs/importing.md). Throws one sentence that names the key and what it must be. */
export async function readMap(path: string): Promise<FestivalMap> {
  const map = await readJson(path)
  if (!isObject(map)) throw new CommandError(`${path} must hold an object, see docs/importing.md`)
  const { delimiter = ',', organizer, ...rules } = map
  checkKeys(map, ['delimiter', 'organizer', ...fields], '')
  const missing = required.filter((field) => !(field in rules))
  if (missing.length > 0) throw new CommandError(`The map: ${missing.join(', ')} must be there`)
  if (typeof delimiter !== 'string' || !/^[\t -!#-~]$/.test(delimiter)) {
    throw new CommandError('The map: delimiter must be one character, such as "," ";" or "\\t"')
  }
  return { dialect: { delimiter, quotes: true }, organizer: readOrganizer(organizer), rules }
}

/** A JSON file. Throws one sentence that says where it is broken. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'), refuseHostile)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const why = cause instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new CommandError(`${path} ${why}: ${sentence(cause)}`, { cause })
  }
}

/** PostgreSQL cannot store NUL, and half a character is none. */
function refuseHostile(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed())) return value
  throw new CommandError(`${key} must not hold NUL characters or lone surrogates`)
}

function readOrganizer(organizer: unknown): FestivalMap['organizer'] {
  if (organizer === undefined) return undefined
  if (typeof organizer === 'string') return { id: organizer }
  if (!isObject(organizer))
    throw new CommandError('The map: organizer must be {"id": …, "name": …}')
  checkKeys(organizer, ['id', 'name'], 'organizer')
  const { id, name } = organizer
  if (typeof id !== 'string' || (name !== undefined && typeof name !== 'string')) {
    throw new CommandError('The map: organizer.id and organizer.name must be texts')
  }
  return { id, ...(name !== undefined && { name }) }
}

/**
 * The map on the columns of a file → what turns a row into the fields of a festival. Throws one
 * sentence for a rule that does not fit; what it gives throws `Fault` for a row that does not.
 */
export function bindMap({ rules }: FestivalMap, columns: readonly string[]) {
  const reads = Object.entries(rules).map(([field, rule]): [string, Read<unknown>] => [
    field,
    readerOf(field)(rule, { columns, field }),
  ])
  return (cells: readonly string[]): Mapped => {
    const values = reads.map(([field, read]): [string, unknown] => [field, read(cells)])
    // An empty cell empties its field. A required one is left out, so that it is told as missing.
    const given = values.filter(([field, value]) => value !== null || !required.includes(field))
    const { source, ...rest } = Object.fromEntries(given)
    return { source: `${source}`, fields: rest }
  }
}

function readerOf(field: string): (rule: unknown, where: Where) => Read<unknown> {
  if (field === 'source') return readSource
  if (field === 'coordinates') return readCoordinates
  return times.includes(field) ? readTime : readText
}

/** The id of a row where it comes from: the prefix keeps the ids of two lists apart. */
function readSource(rule: unknown, where: Where): Read<string> {
  if (!isObject(rule) || typeof rule['prefix'] !== 'string' || rule['prefix'].trim() === '') {
    throw new CommandError('The map: source must be {"column": …, "prefix": "name-of-the-list:"}')
  }
  const { prefix, ...from } = rule
  const read = readText(from, where)
  return (cells) => {
    const id = read(cells)
    if (id === null) throw new Fault('source: the cell is empty, so that the row has no id')
    return `${prefix}${id}`
  }
}
