import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Part } from '#platform/http/paging'
import { limit } from '#platform/values/limit'
import { written } from '#platform/values/raw-json'
import { type Encoding, encodingFor } from './encodings.ts'
import { originOf, withPhotoAddresses } from './origin.ts'
import { textsOf } from './slices.ts'

/** A chunk of a whole array: the rows after `last`, at most `limit`. */
export type Chunk<Row> = (after: Row | undefined, limit: number, offset: number) => Promise<Row[]>

const rowsPerChunk = 1000
/** Maximum size of a text held in one piece, characters: longer ones are sent part by part. */
export const longest = 4_000_000
/** Limits the chunks in memory to two at a time, for any number of readers. */
const inTurn = limit(2, Number.POSITIVE_INFINITY, 'readers of whole arrays')

/** The parts of a reply that streaming an answer needs. */
export type Streamed = Pick<FastifyReply, 'server' | 'request'> & {
  type(contentType: string): unknown
  header(name: string, value: string): unknown
}

/**
 * Answers with a whole array without holding it: chunk after chunk by key, no transaction open between. An array that
 * fits in a chunk, and in four million characters, is answered as any other body, with its ETag.
 */
export async function wholeArray<Row>(
  reply: Streamed,
  { limit: most, offset = 0 }: Part,
  find: Chunk<Row>,
): Promise<Row[]> {
  const { addAliases } = reply.request.routeOptions.config
  // Rows are text from here on, so the aliases are added now.
  const chunk: Chunk<Row> = addAliases
    ? async (...part) => addAliases(await find(...part)) as Row[]
    : find
  const { parts, last, many } = await read(() =>
    chunk(undefined, Math.min(most ?? rowsPerChunk, rowsPerChunk), offset),
  )
  parts[0] = `[${parts[0]?.slice(1) ?? ''}`
  const isAll = many < rowsPerChunk || most === rowsPerChunk
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  if (isAll && size <= longest) return written(...parts, ']')
  const due = isAll ? 0 : (most ?? Infinity) - many
  return streamed(reply, texts({ parts, last }, due, chunk))
}

/** Reads rows as parts of a JSON array, a comma before each; others have their turn while they are written. */
async function read<Row>(find: () => Promise<Row[]>) {
  const rows = await find()
  const parts = await Array.fromAsync(textsOf(rows, (row) => `,${JSON.stringify(row)}`))
  return { parts, last: rows.at(-1), many: rows.length }
}

/**
 * Answers with a JSON text that comes part by part and is never held as a whole: without an ETag, compressed on
 * request. Each part is cut between two objects.
 */
export function streamed<Answer>(reply: Streamed, parts: AsyncIterable<string>): Answer {
  const origin = originOf(reply.request)
  reply.type('application/json; charset=utf-8')
  // Holds one part, and no more, for a slow reader.
  const whole = Readable.from(finished(parts, origin), { highWaterMark: 1 })
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  // Fastify sends a stream as well as a value; the type stays that of the streamed value.
  return (encoding ? pipeline(whole, compressorOf(encoding), () => {}) : whole) as never
}

/** Favours speed over size: each reader is compressed for anew. An error on the way ends the answer. */
function compressorOf(encoding: Encoding) {
  if (encoding === 'gzip') return createGzip({ level: 1 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants
  return createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 18 } })
}

async function* finished(parts: AsyncIterable<string>, origin: string) {
  for await (const part of parts) yield withPhotoAddresses(part, origin)
}

async function* texts<Row>(
  { parts, last }: { parts: string[]; last: Row | undefined },
  due: number,
  chunk: Chunk<Row>,
) {
  let [held, after, left] = [parts, last, due]
  while (held.length > 0) {
    // For a slow reader only the rest of this text is held, and nothing beside it.
    for (let part = held.shift(); part !== undefined; part = held.shift()) yield part
    const [from, most] = [after, Math.min(left, rowsPerChunk)]
    if (most === 0) break
    const next = await inTurn(() => read(() => chunk(from, most, 0)))
    held = next.parts
    after = next.last
    // A chunk that is not full was the last one.
    left = next.many === rowsPerChunk ? left - next.many : 0
  }
  yield ']'
}
