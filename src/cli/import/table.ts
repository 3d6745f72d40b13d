import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unquote } from '#platform/files/csv'
import { CommandError } from '../terminal/output.ts'

export type Row = {
  /** the line where it starts; the header is line 1 */
  line: number
  /** the original bytes of the row as a Latin-1 string, without the line break */
  raw: string
  cells: string[]
  /** the reason why the row cannot be read */
  fault?: string
  /** the share of the file that has been read, 0 to 1 */
  share: number
}

export type Table = { columns: string[]; header: string; rows: AsyncGenerator<Row> }

/** With `quotes: false` quotes are ordinary characters, as in tab-separated files. */
export type Dialect = { delimiter: string; quotes: boolean }

type CsvRecord = { record: string[]; raw: string; info: { bytes_records: number } }

/** A record of the parser, and its first line. */
type Reading = CsvRecord & { line: number }

const longestRow = 1_000_000

/**
 * Opens a file with the column names in its first row. Rows are read on demand, so that a file may be larger than
 * the memory. It is decoded as Latin-1 at first, so that a row that is not UTF-8 is detected and can be written
 * back unchanged.
 */
export async function openTable(path: string, dialect: Dialect): Promise<Table> {
  const { size, start } = await inspect(path)
  const readings = read(path, start, dialect)
  const first = await readings.next()
  const header: Reading | undefined = first.done ? undefined : first.value
  const record = header?.record ?? []
  const clean = cleanerOf(dialect, record)
  const columns = record.map((cell) => mapped(decode(cell), clean))
  if (!header || columns.every((name) => name === '')) {
    throw new CommandError(`${path} has no rows: its first line must name the columns`)
  }
  const names = columns.filter((name) => name !== undefined)
  if (names.length !== header.record.length) throw notUtf8(path)
  return {
    columns: names,
    header: withoutBreak(header.raw),
    rows: readRows(readings, { columns: names, clean }, size - start),
  }
}

/** @throws CommandError if the path is not a file, or cannot be read */
export async function checkFile(path: string): Promise<void> {
  await inspect(path)
}

async function inspect(path: string): Promise<{ size: number; start: number }> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${cause.message}`
    throw new CommandError(`${path} ${why}`, { cause })
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new CommandError(`${path} is not a file`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
    const mark = buffer.toString('latin1', 0, bytesRead)
    if (mark.startsWith('\xff\xfe') || mark.startsWith('\xfe\xff')) throw notUtf8(path)
    return { size: stats.size, start: mark === '\xef\xbb\xbf' ? 3 : 0 }
  } finally {
    await file.close()
  }
}

const notUtf8 = (path: string) =>
  new CommandError(`${path} is not UTF-8: save it as UTF-8 and import it again`)

async function* read(path: string, start: number, { delimiter, quotes }: Dialect) {
  // The parser reads ahead: an error must name the line that the parser has reached.
  let [line, reached] = [1, 1]
  const parser = parse({
    delimiter,
    quote: quotes ? '"' : false,
    encoding: 'latin1',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    raw: true,
    info: true,
    max_record_size: longestRow,
    on_record(record, { raw = '' }) {
      reached += lineBreaks(raw)
      return record
    },
  })
  pipeline(createReadStream(path, { start }), parser, () => {})
  const records: AsyncIterable<CsvRecord> = parser
  try {
    for await (const record of records) {
      yield { ...record, line }
      line += lineBreaks(record.raw)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CommandError(
      `The row that begins on line ${reached} opens a quote that is never closed, or is longer ` +
        `than ${longestRow / 1_000_000} MB. Correct it and import the file again`,
      { cause: error },
    )
  }
}

async function* readRows(
  readings: AsyncGenerator<Reading>,
  header: { columns: string[]; clean: (cell: string) => string },
  size: number,
): AsyncGenerator<Row> {
  for await (const { line, raw, record, info } of readings) {
    const isBlank = record.length === 1 && record[0]?.trim() === ''
    if (isBlank) continue
    yield {
      line,
      raw: withoutBreak(raw),
      ...check(record, header),
      share: info.bytes_records / size,
    }
  }
}

/** Returns a function that removes blanks around a cell, and quotes of a tab-separated file where a spreadsheet wrote them. */
function cleanerOf({ quotes }: Dialect, header: string[]): (cell: string) => string {
  const isQuoted = header.every((cell) => /^\s*".*"\s*$/.test(cell))
  return (cell) => (quotes ? cell : unquote(cell, isQuoted)).trim()
}

const mapped = (cell: string | undefined, clean: (cell: string) => string) =>
  cell === undefined ? undefined : clean(cell)

function check(
  record: string[],
  { columns, clean }: { columns: string[]; clean: (cell: string) => string },
): { cells: string[]; fault?: string } {
  const decoded = record.map((cell) => mapped(decode(cell), clean))
  const broken = decoded.findIndex((cell) => cell === undefined)
  const cells = decoded.map((cell) => cell ?? '')
  if (broken >= 0) return { cells, fault: `${columns[broken] ?? 'A cell'} is not UTF-8` }
  if (cells.some((cell) => cell.includes('\0')))
    return { cells, fault: 'A cell holds a NUL character' }
  if (cells.length === columns.length) return { cells }
  return { cells, fault: `It has ${cells.length} cells, the header has ${columns.length}` }
}

/** Decodes the bytes of a Latin-1 string as UTF-8. Returns undefined if they are not valid. */
function decode(bytes: string): string | undefined {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString() : undefined
}

const lineBreaks = (raw: string) => raw.match(/\r\n|\n|\r/g)?.length ?? 0
const withoutBreak = (raw: string) => raw.replace(/[\r\n]+$/, '')
