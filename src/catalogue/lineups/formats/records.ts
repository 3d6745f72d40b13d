/** Lists in JSON: of gigs in the form of docs/importing.md, and of records that other programs write. */
import type { Sheet } from '#platform/files/csv'
import { readWrittenDay } from '#platform/files/written-times'
import { plain } from '#platform/values/names'

/** The gigs of a file, each with its position, and artists that it describes. */
export type Records = {
  gigs: unknown[]
  artists?: unknown[]
  places?: unknown[]
  positions: string[]
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the lists of a line-up in the form of docs/importing.md; undefined for another document. */
export function readLineupJson(document: unknown): Records | undefined {
  if (!isObject(document)) return undefined
  const { gigs, artists, places } = document
  const isLineup =
    'festival' in document ||
    'source' in document ||
    'organizer' in document ||
    (Array.isArray(gigs) && gigs.every(isGig))
  if (!isLineup) return undefined
  return {
    gigs: gigs as unknown[],
    artists: artists as unknown[],
    places: places as unknown[],
    positions: [],
  }
}

const isGig = (value: unknown) =>
  isObject(value) && ('artist' in value || 'start_time' in value || 'place' in value)

const mostRecords = 20_000
const placeNames = new Set([
  'stage',
  'stages',
  'location',
  'locations',
  'venue',
  'venues',
  'place',
  'places',
  'room',
  'rooms',
  'area',
])

/**
 * Reads the records of a document as a table: a list of objects such as EMF's and Clashfinder's, also one for each
 * stage. The columns are the keys. Undefined if there is no list.
 */
export function readRecords(document: unknown): Sheet | undefined {
  const records: Json[] = []
  collect(document, { said: {}, key: '' }, records)
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (records.length === 0 || keys.length < 2) return undefined
  const rows = records.map((record, index) => ({
    line: index + 1,
    cells: keys.map((key) => textOf(record[key])),
  }))
  return { name: undefined, rows: [{ line: 0, cells: keys }, ...rows] }
}

/** Where a value stands: what the objects around it say, and the key of its list. */
type Around = { said: Json; key: string }

/** Collects the objects that have a time, with what the objects and keys around them say. */
function collect(value: unknown, around: Around, records: Json[]): void {
  if (records.length >= mostRecords) return
  if (Array.isArray(value)) for (const one of value) collect(one, around, records)
  else if (isObject(value)) collectObject(value, around, records)
}

function collectObject(value: Json, { said, key }: Around, records: Json[]): void {
  const lists = Object.entries(value).filter(([, inner]) => holdsObjects(inner))
  const isRecord =
    lists.length === 0 || (hasTime(value) && !lists.some(([, list]) => holdsTimes(list)))
  if (isRecord) {
    if (Object.values(value).some(isScalar)) records.push({ ...said, ...value })
    return
  }
  const around = { ...said, ...dayIn(value), ...stageIn(value, key) }
  for (const [inner, list] of lists) {
    const isName = stageIn(value, key).stage === undefined && !isListName(inner)
    const artist = isPlays.test(inner) && !isPlace(key) ? artistIn(value) : {}
    collect(
      list,
      { said: { ...around, ...artist, ...(isName && byName(inner)) }, key: inner },
      records,
    )
  }
}

/** The list of an artist's own gigs. */
const isPlays = /^(performances?|sets|gigs|slots|shows|appearances|dates)$/i
const isPlace = (key: string) => placeNames.has(plain(key))

function artistIn(value: Json): { artist?: string } {
  const name = [value['name'], value['title'], value['artist']].find(
    (one) => typeof one === 'string',
  )
  return name === undefined ? {} : { artist: name }
}

function dayIn(value: Json): { day?: string } {
  const day = [value['date'], value['day']].find((one) => typeof one === 'string')
  return day === undefined ? {} : { day }
}

const isScalar = (value: unknown) => value === null || typeof value !== 'object'

const holdsObjects = (value: unknown) =>
  (Array.isArray(value) && value.some(isObject)) ||
  (isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).some((one) => isObject(one) || Array.isArray(one)))

const hasTime = (value: Json) =>
  Object.keys(value).some(
    (key) => /^(start|begin|from|time|date)/i.test(key) && typeof value[key] !== 'object',
  )

const holdsTimes = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((one) => (isObject(one) && hasTime(one)) || holdsTimes(one))

const isListName = (key: string) =>
  placeNames.has(plain(key)) ||
  /^(events?|gigs?|sets?|slots?|acts?|performances?|schedule|line-?up|programme?|data|items|results|days?|sessions?|shows?|\d+)$/i.test(
    key,
  )

/** The name of an object in a list of stages. */
function stageIn(value: Json, key: string): { stage?: string } {
  const name = isPlace(key)
    ? [value['name'], value['title']].find((one) => typeof one === 'string')
    : undefined
  return name === undefined ? {} : { stage: name }
}

/** A list under `Main Stage` is of that stage, one under `2027-07-17` or `friday` of that day. */
function byName(key: string): Json {
  if (/^\d{4}-\d\d-\d\d/.test(key)) return { day: key.slice(0, 10) }
  return readWrittenDay(key)?.day ? { day: key } : { stage: key }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return `${value}`
  const name = isObject(value) ? (value['name'] ?? value['title']) : undefined
  return typeof name === 'string' ? name.trim() : ''
}

/** Seconds from 2000 to 2100 since 1970. */
const [earliest, latest] = [946_684_800, 4_102_444_800]

/** A number of seconds or milliseconds since 1970 is a time. */
function numberText(value: number): string {
  if (value > earliest && value < latest) return new Date(value * 1000).toISOString()
  if (value > earliest * 1000 && value < latest * 1000) return new Date(value).toISOString()
  return `${value}`
}
