import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/shapes'
import { localTime, utc } from '#platform/zones/local-time'
import { download, textFile } from './download.ts'
import { workbookOf } from './workbook.ts'

export type Cell = string | number | Date | null
type Sheet<Row> = {
  columns: string[]
  toCells: (row: Row) => Cell[]
  /** reads the rows after the last one; fewer than `rowsPerChunk` are the last */
  next: (after?: Row) => Promise<Row[]>
}

/** The query of a route that answers a file for a spreadsheet. */
export const spreadsheetQuery = {
  format: Type.Optional({
    ...OneOf('SpreadsheetFormat', { csv: 'Text', xlsx: 'A workbook of Excel' }),
    description: 'The form of the file; `csv` where it is left out',
  }),
  delimiter: Type.Optional({
    ...OneOf('Delimiter', {
      ',': 'Times as ISO 8601 in UTC, decimal points',
      ';': 'Times as the clocks of the festival show them, decimal commas',
    }),
    description:
      'What separates the cells of `csv`: `;` is for spreadsheets in German, French, Spanish or Italian, `,` where it is left out',
  }),
}
export const SpreadsheetQuery = Type.Object(spreadsheetQuery)
type Asked = Static<typeof SpreadsheetQuery>
export type SpreadsheetForm = {
  format?: Asked['format'] | undefined
  delimiter?: Asked['delimiter'] | undefined
  /** zone of the times of a workbook and of a file with decimal commas */
  zone?: string
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The answer of a route that answers a file for a spreadsheet. */
export const spreadsheetFile = {
  content: { ...textFile('text/csv').content, ...textFile(types.xlsx).content },
}

/** Sends a file for a spreadsheet, under a name. */
export function sendSpreadsheet(
  reply: FastifyReply,
  name: string,
  { file, format = 'csv' }: { file: Readable; format?: keyof typeof types | undefined },
) {
  download(reply, name, `.${format}`)
  return reply.type(types[format]).send(file)
}

/** Number of rows read at a time. */
export const rowsPerChunk = 1000

/**
 * Returns rows for a spreadsheet, as a workbook or as CSV: UTF-8 with a byte order mark, CRLF. Reads a thousand at a time
 * by key, so that memory does not grow with them, and no transaction stays open while the caller reads slowly.
 */
export async function spreadsheet<Row>(
  sheet: Sheet<Row>,
  { format = 'csv', delimiter = ',', zone = utc }: SpreadsheetForm = {},
): Promise<Readable> {
  // Reads before anything is sent, so that a failure can still be answered with an error.
  const chunks = inChunks(sheet, await sheet.next())
  if (format === 'xlsx') return Readable.from(workbookOf(sheet.columns, chunks, zone))
  return Readable.from(csvOf(sheet.columns, chunks, { delimiter, zone }))
}

async function* inChunks<Row>({ toCells, next }: Sheet<Row>, first: Row[]) {
  let rows = first
  while (rows.length > 0) {
    yield rows.map(toCells)
    const isLast = rows.length < rowsPerChunk
    rows = isLast ? [] : await next(rows.at(-1))
  }
}

async function* csvOf(
  columns: string[],
  chunks: AsyncIterable<Cell[][]>,
  { delimiter, zone }: { delimiter: ',' | ';'; zone: string },
) {
  // Quotes texts, but not numbers, so that a spreadsheet keeps their types.
  const form = { record_delimiter: 'windows', quoted_string: true, delimiter } as const
  const isLocal = delimiter === ';'
  const timeText = (time: Date) => (isLocal ? wallTime(time, zone) : time.toISOString())
  const toText = (cell: Cell) => (cell instanceof Date ? timeText(cell) : cell)
  const cast = isLocal ? { number: (number: number) => `${number}`.replace('.', ',') } : {}
  yield stringify([columns], { bom: true, ...form })
  for await (const rows of chunks) {
    const texts = rows.map((row) => row.map(toText))
    yield stringify(texts, { ...form, cast })
  }
}

/** `2027-07-01 18:00:00`, which spreadsheets of all languages read as a time. */
const wallTime = (time: Date, zone: string) =>
  localTime(time, zone).toISOString().slice(0, 19).replace('T', ' ')
