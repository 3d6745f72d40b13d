import { readFile } from 'node:fs/promises'
import { festivalColumns } from '#catalogue/festivals'
import { readDelimiter } from '#catalogue/lineups'
import {
  checkKeys,
  isObject,
  type Read,
  readCoordinates,
  readInteger,
  readText,
  readTime,
  type Where,
} from '#platform/files/cells'
import { decodeText } from '#platform/files/encoding'
import { Fault } from '#platform/files/fault'
import { CommandError, sentence } from '../terminal/output.ts'
import { readTranslations, translationOf, withTranslations } from './map-translations.ts'
import type { Dialect } from './table.ts'

/** A map, before it is bound to the columns of a file. */
export type FestivalMap = {
  dialect: Dialect
  organizer: { id: string; name?: string } | undefined
  rules: Record<string, unknown>
}

/** The fields of a festival and its source. */
export type Mapped = { source: string; fields: Record<string, unknown> }

const columnsOf = (kind: 'text' | 'int') =>
  festivalColumns.stored.flatMap(({ name, type, about }) =>
    about && type === kind && name !== 'organizer_id' ? [name] : [],
  )
const integers = columnsOf('int')
const times = ['start_time', 'end_time']
const required = ['name', ...times, 'source']
/** Fields that an empty cell leaves out, since they cannot be null. */
const neverEmpty = new Set([...required, 'refund_percent', 'time_zone', 'translations'])
const fields = [
  ...columnsOf('text'),
  ...times,
  'coordinates',
  ...integers,
  'translations',
  'source',
]

/** Reads a map (docs/importing.md). Throws an error that names the key and the rule. */
export async function readMap(path: string): Promise<FestivalMap> {
  const map = await readJson(path)
  if (!isObject(map)) throw new CommandError(`${path} must hold an object, see docs/importing.md`)
  const { delimiter, organizer, ...rules } = map
  const translated = Object.keys(map).filter((key) => translationOf(key) !== undefined)
  checkKeys(map, ['delimiter', 'organizer', ...fields, ...translated], '')
  const missing = required.filter((field) => !(field in rules))
  if (missing.length > 0) throw new CommandError(`The map: ${missing.join(', ')} must be there`)
  return {
    dialect: { delimiter: readDelimiter(delimiter), quotes: true },
    organizer: readOrganizer(organizer),
    rules,
  }
}

/** Reads a JSON file. Throws an error that states the position of a syntax error. */
export async function readJson(path: string, revive = refuseHostile): Promise<unknown> {
  try {
    return JSON.parse(decodeText(await readFile(path)).text, revive)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const why = cause instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new CommandError(`${path} ${why}: ${sentence(cause)}`, { cause })
  }
}

/** Refuses text that PostgreSQL cannot store: NUL characters and lone surrogates. */
function refuseHostile(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed())) return value
  throw new CommandError(`${key} must not hold NUL characters or lone surrogates`)
}

export function readOrganizer(organizer: unknown): FestivalMap['organizer'] {
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
 * Binds a map to the columns of a file. Returns a function that converts a row to the fields of a festival,
 * and throws `Fault` for a row that breaks a rule. Throws for a rule that does not match the columns.
 */
export function bindMap({ rules }: FestivalMap, columns: readonly string[]) {
  const reads = Object.entries(rules).map(([field, rule]): [string, Read<unknown>] => [
    field,
    readerOf(field)(rule, { columns, field }),
  ])
  return (cells: readonly string[]): Mapped => {
    const values = reads.map(([field, read]): [string, unknown] => [field, read(cells)])
    // An empty cell clears its field. A required field is left out, so that it is reported as missing.
    const given = values.filter(([field, value]) => value !== null || !neverEmpty.has(field))
    const { source, ...rest } = withTranslations(Object.fromEntries(given))
    return { source: `${source}`, fields: rest }
  }
}

function readerOf(field: string): (rule: unknown, where: Where) => Read<unknown> {
  if (field === 'source') return readSource
  if (field === 'translations') return readTranslations
  if (field === 'coordinates') return readCoordinates
  if (integers.includes(field)) return readInteger
  return times.includes(field) ? readTime : readText
}

/** The source of a row. The prefix distinguishes the ids of different lists. */
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
