import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { plain } from '#platform/values/names'

/** Describes an answer that is text of another kind than JSON; it may be streamed. */
export function textFile(type: string) {
  return { content: { [type]: { schema: Type.Unsafe<string | Readable>({ type: 'string' }) } } }
}

/** Describes an answer that is a PDF. */
export const pdfFile = {
  content: {
    'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
  },
}

/** Answers a PDF that is made for its reader. `name` as for `download`. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  download(reply, name, '.pdf')
  return reply.header('cache-control', 'private, no-store').type('application/pdf').send(pdf)
}

/**
 * Lets a browser store the answer as a file. `name` may be any text a user has entered: only its plain letters and
 * digits stay, so that nothing in it can end the header, leave a folder or hide an ending.
 * @param ending such as `.csv`
 */
export function download(
  reply: Pick<FastifyReply, 'header'>,
  name: string,
  ending: `.${string}`,
): void {
  const safe = plain(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
  reply.header('content-disposition', `attachment; filename="${safe || 'festival'}${ending}"`)
}
