import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null
type Sheet<Row> = {
  columns: string[]
  toCells: (row: Row) => Cell[]
  /** reads the rows after the last one; fewer than `rowsPerChunk` are the last */
  next: (after?: Row) => Promise<Row[]>
}

/** Number of rows read at a time. */
export const rowsPerChunk = 1000

/** Quotes texts, but not numbers, so that a spreadsheet keeps their types. */
const form = { record_delimiter: 'windows', quoted_string: true } as const

/**
 * Returns rows as CSV for a spreadsheet: UTF-8 with a byte order mark, CRLF. Reads a thousand at a time by key, so that
 * memory does not grow with them, and no transaction stays open while the caller reads slowly.
 */
export async function spreadsheet<Row>(sheet: Sheet<Row>): Promise<Readable> {
  // Reads before anything is sent, so that a failure can still be answered with an error.
  return Readable.from(texts(sheet, await sheet.next()))
}

async function* texts<Row>({ columns, toCells, next }: Sheet<Row>, first: Row[]) {
  yield stringify([columns], { bom: true, ...form })
  let rows = first
  while (rows.length > 0) {
    yield stringify(rows.map(toCells), form)
    const isLast = rows.length < rowsPerChunk
    rows = isLast ? [] : await next(rows.at(-1))
  }
}
