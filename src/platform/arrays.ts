import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { originOf, withPhotoAddresses } from './answers.ts'
import type { Part } from './http.ts'

/** A chunk of a whole array: the rows after `last`, at most `limit`. */
export type Chunk<Row> = (after: Row | undefined, limit: number, offset: number) => Promise<Row[]>

const rowsPerChunk = 1000

/**
 * Answers a whole array without holding it: chunk after chunk by key, no transaction open between. One
 * that fits in a chunk is answered as any other body, with its ETag.
 */
export async function wholeArray<Row>(
  reply: Pick<FastifyReply, 'server' | 'request'> & { type(contentType: string): unknown },
  { limit, offset = 0 }: Part,
  chunk: Chunk<Row>,
): Promise<Row[]> {
  const first = await chunk(undefined, Math.min(limit ?? rowsPerChunk, rowsPerChunk), offset)
  if (first.length < rowsPerChunk || limit === rowsPerChunk) return first
  const origin = originOf(reply.request)
  reply.type('application/json; charset=utf-8')
  // Fastify sends a stream as well as a value; the type stays that of what the stream holds.
  return Readable.from(texts(first, { limit, origin }, chunk)) as never
}

async function* texts<Row>(
  first: Row[],
  { limit = Infinity, origin }: { limit: number | undefined; origin: string },
  chunk: Chunk<Row>,
) {
  let rows = first
  let sent = 0
  while (rows.length > 0) {
    const json = withPhotoAddresses(JSON.stringify(rows), origin).slice(1, -1)
    yield sent === 0 ? `[${json}` : `,${json}`
    sent += rows.length
    const due = Math.min(limit - sent, rowsPerChunk)
    // A chunk that is not full was the last one.
    const more = due > 0 && rows.length === rowsPerChunk
    rows = more ? await chunk(rows.at(-1), due, 0) : []
  }
  yield ']'
}
