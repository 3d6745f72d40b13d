/** A file of any known form → gigs, each with its position. */
import { readCsv, type SheetRow } from '#platform/files/csv'
import { decodeText, type Encoding } from '#platform/files/encoding'
import { readWorkbook } from '#platform/files/workbook'
import type { FestivalDays } from '#platform/files/written-days'
import { parseXml } from '#platform/files/xml'
import { invalid } from '#platform/values/errors'
import { type Records, readLineupJson, readRecords } from '../formats/records.ts'
import { readScheduleJson, readScheduleXml } from '../formats/schedule.ts'
import { readList } from './list.ts'
import type { LineupMap } from './map.ts'
import { readTable, type TableChoice, type TableReading } from './recognize.ts'

export type LineupBytes = { name: string; bytes: Buffer }

/** The form of a file. */
export type Format = 'csv' | 'xlsx' | 'xml' | 'json'

/** A file as it was read. */
export type LineupFile = {
  format: Format
  /** the encoding of a text; undefined for a workbook, and for XML, which declares its own */
  encoding?: Encoding
  gigs: unknown[]
  artists?: unknown[]
  places?: unknown[]
  /** true if the file's artists are described there on purpose, so that their whole names are theirs */
  namesArtists: boolean
  /** the festival and its organizer, where the file has them */
  head: object
  /** the position of each gig */
  positions: string[]
  /** the rows of the gigs, and of those that are none, for a table */
  table?: TableReading
}

export type ReadOptions = {
  map?: LineupMap | undefined
  choice?: TableChoice | undefined
  /** takes the place of the encoding that is recognized */
  encoding?: Encoding | undefined
  days: FestivalDays | undefined
}

/**
 * Reads a line-up.
 * @throws 400 with a sentence that says what to change, for a file of another kind
 */
export async function readLineupFile(file: LineupBytes, options: ReadOptions): Promise<LineupFile> {
  const { name, bytes } = file
  if (bytes.length === 0) throw invalid(`${name} is empty`)
  const kind = bytes.subarray(0, 8).toString('latin1')
  if (kind.startsWith('PK')) return readZip(file, options)
  const { text, encoding } = decodeText(bytes, options.encoding)
  const start = text.trimStart().slice(0, 200)
  refuse(name, kind, start)
  if (start.startsWith('<')) return readXml(file)
  if (/^[[{]/.test(start)) return { ...readJson(name, text, options), encoding }
  return { ...readRows(text, options), encoding }
}

/** Refuses files of a form that has no rows, by their first bytes and their first letters. */
function refuse(name: string, kind: string, start: string): void {
  if (kind.startsWith('\xd0\xcf\x11\xe0'))
    throw invalid(`${name} is a workbook of an old form: save it as .xlsx or as CSV`)
  if (kind.startsWith('%PDF'))
    throw invalid(`${name} is a PDF: give the table that it was made from, as .xlsx or CSV`)
  if (/^BEGIN:VCALENDAR/i.test(start))
    throw invalid(`${name} is a calendar: give the table that it was made from, as .xlsx or CSV`)
  if (/^<(?:!doctype html|html|table|meta|head)\b/i.test(start))
    throw invalid(`${name} is a web page: open it in a spreadsheet, and save it as .xlsx or as CSV`)
}

function readRows(text: string, options: ReadOptions): LineupFile {
  const list = options.map ? undefined : readList(text)
  if (list) return fromTable('csv', readTable([list], inNights(options)))
  return fromTable('csv', readTable([readCsv(text, options.map?.delimiter)], options))
}

/** In a text below the headings of days a night stands under its evening. */
const inNights = ({ choice, ...options }: ReadOptions): ReadOptions => ({
  ...options,
  choice: { ...choice, dayEndsAt: choice?.dayEndsAt ?? '06:00' },
})

async function readZip({ name, bytes }: LineupBytes, options: ReadOptions): Promise<LineupFile> {
  if (/\.(ods|numbers)$/i.test(name)) throw invalid(`${name} must be saved as .xlsx or as CSV`)
  return fromTable('xlsx', readTable(await readWorkbook(bytes, name), options))
}

async function readXml({ name, bytes }: LineupBytes): Promise<LineupFile> {
  const root = await parseXml(bytes, name)
  if (root.name !== 'schedule')
    throw invalid(
      `${name} is XML, but no schedule of frab, pentabarf or pretalx: its root is <${root.name}>`,
    )
  return fromRecords('xml', readScheduleXml(root))
}

function readJson(name: string, text: string, options: ReadOptions): LineupFile {
  const document = parseLines(text) ?? parseJson(name, text)
  const lineup = readLineupJson(document)
  if (lineup) return { ...fromRecords('json', lineup), namesArtists: true, head: Object(document) }
  const schedule = readScheduleJson(document)
  if (schedule) return fromRecords('json', schedule)
  const records = readRecords(document)
  if (records) return fromTable('json', readTable([records], options))
  throw invalid(`${name} has no list of gigs: docs/importing.md shows the forms that are read`)
}

/** Parses a record in each line (NDJSON); undefined for another text. */
function parseLines(text: string): unknown[] | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length < 2 || lines.some((line) => !/^\s*\{.*\}\s*$/.test(line))) return undefined
  try {
    return lines.map((line) => JSON.parse(line) as unknown)
  } catch {
    return undefined
  }
}

/** Parses JSON, with or without a byte order mark. Throws an error that states the position of a syntax error. */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw invalid(`${name} is not valid JSON: ${(cause as Error).message}`)
  }
}

function fromRecords(format: Format, { gigs, artists, places, positions }: Records): LineupFile {
  return {
    format,
    gigs,
    ...(artists !== undefined && { artists }),
    ...(places !== undefined && { places }),
    namesArtists: false,
    head: {},
    positions,
  }
}

function fromTable(format: Format, table: TableReading): LineupFile {
  const read = table.rows.flatMap((row) => ('gig' in row ? [row] : []))
  return {
    format,
    gigs: read.map(({ gig }) => gig),
    namesArtists: false,
    head: {},
    positions: read.map(({ row }) => positionOf(row, format)),
    table,
  }
}

/** `line 7`; in a workbook of several sheets `Friday, row 7`. */
export function positionOf({ line, sheet }: SheetRow, format: Format): string {
  const noun = format === 'csv' ? 'line' : format === 'json' ? 'record' : 'row'
  return `${sheet === undefined ? '' : `${sheet}, `}${noun} ${line}`
}
