import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Bytes that are read before they are compressed and written: about as much is held in memory. */
const partSize = 4_194_304
const newline = 10

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Some rows of a table, as `COPY` writes them, compressed with zstd. */
export type Part = { rows: number; bytes: Buffer }

/** The result of a query in parts of whole rows. The server waits while a part is processed. */
export async function* copyOut(client: pg.ClientBase, query: string): AsyncGenerator<Part> {
  let [held, size, enough]: [Buffer[], number, number] = [[], 0, partSize]
  for await (const chunk of client.query(to(`copy (${query}) to stdout`))) {
    held.push(chunk)
    size += chunk.length
    if (size < enough) continue
    const bytes = Buffer.concat(held)
    // A line break in a value is written as `\n`: one in the text always ends a row.
    const end = bytes.lastIndexOf(newline) + 1
    if (end > 0) yield await partOf(bytes.subarray(0, end))
    held = [bytes.subarray(end)]
    size = bytes.length - end
    // A row longer than a part is collected first, and not searched for a line break with each chunk.
    enough = size < partSize ? partSize : 2 * size
  }
  if (size > 0) yield await partOf(Buffer.concat(held))
}

async function partOf(text: Buffer): Promise<Part> {
  return { rows: linesIn(text), bytes: await compress(text) }
}

function linesIn(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines++
  return lines
}

/** Returns the number of rows of a part. */
export async function countRows(bytes: Buffer): Promise<number> {
  return linesIn(await decompress(bytes))
}

/** Loads a part into a table. Returns the number of rows. */
export async function copyIn(client: pg.ClientBase, table: string, bytes: Buffer): Promise<number> {
  const copying = client.query(from(`copy ${table} from stdin`))
  await pipeline(Readable.from([await decompress(bytes)]), copying)
  return copying.rowCount
}

/** Writes the result of a query to a file or stream as CSV with a header line. */
export async function copyCsv(
  client: pg.ClientBase,
  query: string,
  out: Writable,
): Promise<number> {
  const copying = client.query(to(`copy (${query}) to stdout with (format csv, header)`))
  await pipeline(copying, out)
  return copying.rowCount
}
