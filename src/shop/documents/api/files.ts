/** Files in answers. */
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

const types = {
  '.pdf': 'application/pdf',
  '.xml': 'application/xml',
  '.csv': 'text/csv; charset=windows-1252',
  '.zip': 'application/zip',
} as const
type Ending = keyof typeof types

/** Describes a file in an answer. */
export const file = (ending: Ending) => ({
  content: {
    [types[ending].replace(/;.*/, '')]: {
      schema: Type.Unsafe<Buffer | Readable>({ type: 'string', format: 'binary' }),
    },
  },
})

/** Sends a file that belongs to the caller alone. Its name has letters, digits, `-`, `_` and the ending of its kind. */
export function sendPrivate(
  reply: FastifyReply,
  name: `${string}${Ending}`,
  content: Buffer | Readable,
) {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .type(types[extname(name) as Ending])
    .send(content)
}
