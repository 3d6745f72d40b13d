import { readFile, stat } from 'node:fs/promises'
import {
  daysOf,
  type Head,
  type LineupFile,
  type LocalTimes,
  type RefusedRow,
  readHead,
  readLineupFile,
  readLineupMap,
} from '#catalogue/lineups'
import type { Encoding } from '#platform/files/encoding'
import { toTime } from '#platform/values/time'
import { CommandError } from '../terminal/output.ts'
import { readJson, readOrganizer } from './map.ts'
import { collectRejected } from './rejected.ts'

type Stored = { start_time: Date; end_time: Date; time_zone: string }

/** The largest file of a line-up, in bytes. */
const mostBytes = 64 * 1024 * 1024

/** A file as it was read, and the festival that it or its map describes; undefined for one that exists. */
export type ReadFile = { file: LineupFile; head: Head | undefined }

/** Reads a line-up from a file, by a map if it has one, into a stored festival or the one that is described. */
export async function readFileOf(
  path: string,
  {
    map: mapPath,
    encoding,
    stored,
    times,
  }: {
    map?: string | undefined
    encoding?: Encoding | undefined
    stored: Stored | undefined
    times: LocalTimes
  },
): Promise<ReadFile> {
  const { map, head: written } =
    mapPath === undefined ? { map: undefined, head: {} } : readLineupMap(await readJson(mapPath))
  const isDescribed = written.festival !== undefined || (mapPath !== undefined && !stored)
  const described = isDescribed ? readHead(headOf(written), times) : undefined
  const bytes = await readBytes(path)
  if (described || stored) {
    const days = described
      ? daysOfHead(described)
      : daysOf(stored as Stored, (stored as Stored).time_zone)
    return {
      file: await readLineupFile({ name: path, bytes }, { map, encoding, days }),
      head: stored ? undefined : described,
    }
  }
  const file = await readLineupFile({ name: path, bytes }, { encoding, days: undefined })
  if (!file.namesArtists) throw withoutFestival(path, file)
  const { places: _, artists: __, gigs: ___, ...own } = file.head as Record<string, unknown>
  return { file, head: readHead(own, times) }
}

async function readBytes(path: string): Promise<Buffer> {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${cause.message}`
    throw new CommandError(`${path} ${why}`, { cause })
  })
  if (!stats.isFile()) throw new CommandError(`${path} is not a file`)
  if (stats.size > mostBytes) throw new CommandError(`${path} has more than 64 MB`)
  return readFile(path)
}

function headOf({ organizer, source, festival }: ReturnType<typeof readLineupMap>['head']) {
  const missing = Object.entries({ organizer, source, festival }).flatMap(([key, value]) =>
    value === undefined ? [key] : [],
  )
  if (missing.length > 0) throw new CommandError(`The map: ${missing.join(', ')} must be there`)
  return { organizer: readOrganizer(organizer), source, festival }
}

export function daysOfHead({ festival }: Head) {
  const span = { start_time: toTime(festival.start_time), end_time: toTime(festival.end_time) }
  return daysOf(span, festival.time_zone ?? 'UTC')
}

function withoutFestival(path: string, { table }: LineupFile) {
  return new CommandError(
    table
      ? `Which column of ${path} is which field? Give --map FILE.json; docs/importing.md shows one. For a festival that exists, give --festival ID`
      : `Which festival is this? Give --festival ID of one that exists, or --map FILE.json with organizer, source and festival; docs/importing.md shows one`,
  )
}

/**
 * Writes the rows that were not imported as they are into a file beside the imported one: rows of a table with their
 * line, others with their position, their name, and the value that breaks the rule.
 */
export async function writeRefused(
  path: string,
  { table }: LineupFile,
  refused: RefusedRow[],
): Promise<string | null> {
  const delimiter = table?.delimiter ?? ','
  const cells = (texts: string[]) =>
    texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter)
  const bytes = (text: string) => Buffer.from(text.toWellFormed()).toString('latin1')
  const header = table ? bytes(table.header.raw ?? cells(table.header.cells)) : 'name,value'
  const rejected = collectRejected(
    path,
    { header, at: table ? 'line' : 'position' },
    { delimiter, quotes: true },
  )
  await rejected.write(
    refused.map((one) => {
      const { from, position, reason } = one
      if (table && from)
        return { row: { line: from.line, raw: bytes(from.raw ?? cells(from.cells)) }, reason }
      return {
        row: {
          line: position,
          raw: bytes(cells([nameOf(one) ?? '', JSON.stringify(valueOf(one))])),
        },
        reason,
      }
    }),
  )
  return rejected.close()
}

/** The name of a refused row: its own, or its artist's. */
export function nameOf({ row }: RefusedRow): string | undefined {
  const { name, artist } = Object(row)
  return [name, artist].find((text) => typeof text === 'string')
}

/** The value of the field that the reason names first, or the whole row. */
function valueOf({ row, reason }: RefusedRow): unknown {
  const steps = /^[\w.[\]]+/.exec(reason)?.[0].match(/\w+/g) ?? []
  const value = steps.reduce<unknown>((part, step) => Object(part)[step], row)
  return value === undefined ? row : value
}
