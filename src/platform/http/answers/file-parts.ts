import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Part = { first: number; last: number }

/**
 * Returns the body of an answer that is a file: the whole or, as 206, the one part that `Range` asks for (RFC 9110,
 * section 14). Several parts, a unit other than bytes and parts outside the file are answered with the whole, as the
 * RFC allows. The strong ETag lets a program continue with `If-Range`.
 */
export function filePart(
  { headers, method }: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: Pick<FastifyReply, 'code' | 'header'>,
  file: Buffer,
): Buffer {
  const etag = `"${hash('sha256', file, 'base64url')}"`
  reply.header('accept-ranges', 'bytes')
  reply.header('etag', etag)
  const { range, 'if-range': version = etag } = headers
  const part = method === 'GET' && version === etag ? partOf(range, file.length) : undefined
  if (!part) return file
  reply.code(206)
  reply.header('content-range', `bytes ${part.first}-${part.last}/${file.length}`)
  return file.subarray(part.first, part.last + 1)
}

/** Reads `bytes=0-499`, `bytes=500-` and `bytes=-500`, the last 500. Both ends belong to the part. */
function partOf(range: string | undefined, length: number): Part | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? []
  if (!from && !to) return undefined
  const last = length - 1
  const part = from
    ? { first: Number(from), last: Math.min(Number(to || last), last) }
    : { first: Math.max(0, length - Number(to)), last }
  return part.first <= part.last ? part : undefined
}
