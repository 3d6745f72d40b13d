import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { originOf, withPhotoAddresses } from './answers.ts'
import { type Encoding, encodingFor } from './encodings.ts'
import type { Part } from './http.ts'
import { limit } from './limit.ts'

/** A chunk of a whole array: the rows after `last`, at most `limit`. */
export type Chunk<Row> = (after: Row | undefined, limit: number, offset: number) => Promise<Row[]>

const rowsPerChunk = 1000
/** However many read, the rows of two chunks at a time are in memory. */
const inTurn = limit(2, Number.POSITIVE_INFINITY, 'readers of whole arrays')

/**
 * Answers a whole array without holding it: chunk after chunk by key, no transaction open between. One
 * that fits in a chunk is answered as any other body, with its ETag.
 */
export async function wholeArray<Row>(
  reply: Pick<FastifyReply, 'server' | 'request'> & {
    type(contentType: string): unknown
    header(name: string, value: string): unknown
  },
  { limit: most, offset = 0 }: Part,
  chunk: Chunk<Row>,
): Promise<Row[]> {
  const first = await chunk(undefined, Math.min(most ?? rowsPerChunk, rowsPerChunk), offset)
  if (first.length < rowsPerChunk || most === rowsPerChunk) return first
  const origin = originOf(reply.request)
  reply.type('application/json; charset=utf-8')
  // One chunk in hand, and no more, for a reader that is slow.
  const whole = Readable.from(texts(first, { most, origin }, chunk), { highWaterMark: 1 })
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  // Fastify sends a stream as well as a value; the type stays that of what the stream holds.
  return (encoding ? pipeline(whole, compressorOf(encoding), () => {}) : whole) as never
}

/** Quick rather than small: it is done again for each reader. What fails on the way ends the answer. */
function compressorOf(encoding: Encoding) {
  if (encoding === 'gzip') return createGzip({ level: 1 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  return createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 18 } })
}

async function* texts<Row>(
  first: Row[],
  { most = Infinity, origin }: { most: number | undefined; origin: string },
  chunk: Chunk<Row>,
) {
  let rows = first
  let sent = 0
  while (rows.length > 0) {
    const json = withPhotoAddresses(JSON.stringify(rows), origin).slice(1, -1)
    const [last, many] = [rows.at(-1), rows.length]
    // For a reader that is slow the text is kept, and no rows beside it.
    rows.length = 0
    yield sent === 0 ? `[${json}` : `,${json}`
    sent += many
    const due = Math.min(most - sent, rowsPerChunk)
    // A chunk that is not full was the last one.
    const isMore = due > 0 && many === rowsPerChunk
    rows = isMore ? await inTurn(() => chunk(last, due, 0)) : []
  }
  yield ']'
}
