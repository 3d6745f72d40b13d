/** The only place that sends: everything a handler or the response cache returns is written here. */
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toTexts } from '#platform/values/raw-json'
import { Answer, type Form, type Sent } from './answer.ts'
import { type Encoding, encodingFor } from './encodings.ts'
import { sendParts } from './long-answers.ts'
import { originOf, withPhotoAddresses } from './origin.ts'
import { partSize, toBytes } from './slices.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Body = string | Buffer | Readable
type Ready = { etag: string | undefined; form: Form | string; encoding?: Encoding | undefined }

/** Sends every answer: an object as JSON, an `Answer` as it is, streams and bytes untouched. */
export function sendAnswers(app: FastifyInstance): void {
  // Fastify would require a text here; the hook below turns the value into one.
  app.setReplySerializer((value) => value as never)
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (payload === null || payload === undefined) return payload
    if (Buffer.isBuffer(payload) || payload instanceof Readable) return payload
    if (payload instanceof Answer) return sendFinished({ request, reply }, payload)
    return write({ request, reply }, await made({ request, reply }, payload))
  })
}

/** Writes headers and ETag and returns the body to send; null if the caller has it already (304). */
function write({ request, reply }: Exchange, { etag, form, encoding }: Ready): Body | null {
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(request, etag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return null
    }
  }
  if (encoding) reply.header('content-encoding', encoding)
  if (typeof form === 'string') return form
  const { parts, length } = form
  const [first] = parts
  if (parts.length === 1 && first) return first
  reply.header('content-length', length)
  return sendParts(parts, length)
}

/** Returns a handler's value as a body with absolute photo addresses, and with an ETag if its route is a catalogue read. */
async function made({ request, reply }: Exchange, value: unknown): Promise<Ready> {
  const isCompared = request.routeOptions.config?.caching && reply.statusCode === 200
  const origin = originOf(request)
  const finish = (part: string) => withPhotoAddresses(part, origin)
  const texts = typeof value === 'string' ? [value] : toTexts(value)
  const size = texts.reduce((sum, { length }) => sum + length, 0)
  if (size > partSize) {
    const { etag, ...form } = await toBytes(texts, finish)
    return { etag: isCompared ? etag : undefined, form }
  }
  const form = finish(texts.join(''))
  return { etag: isCompared ? `W/"${hash('sha1', form, 'base64url')}"` : undefined, form }
}

function sendFinished({ request, reply }: Exchange, answer: Answer): Body | null {
  for (const [name, value] of answer.headers) reply.header(name, value)
  const wanted = encodingFor(request.headers['accept-encoding'])
  const { form, encoding } = answer.formFor(wanted)
  const body = write({ request, reply }, { etag: answer.etag, form, encoding })
  // An answer that is requested a second time will be requested again: from then on it takes the fast path, unless it
  // is long.
  const isOnlyTheirs = reply.hasHeader('x-ignored')
  if (answer.wasSent && Buffer.isBuffer(body) && isForAll(request) && !isOnlyTheirs) {
    answer.sent.set(wanted, sentAs(request, reply, body))
  }
  if (body !== null) answer.wasSent = true
  return body
}

/** Returns true if other callers get the very same answer, and need no more than the token of a client. */
function isForAll({ headers, routeOptions, server }: FastifyRequest): boolean {
  const { access, caching, scope, permission, entrance } = routeOptions.config
  // A catalogue read is open to clients of each kind.
  const isOpen = access === 'public' || (access === 'client' && caching !== undefined)
  if (!isOpen || scope || permission || entrance) return false
  return headers.origin === undefined || server.config.CORS_ORIGINS === '*'
}

function sentAs({ routeOptions }: FastifyRequest, reply: FastifyReply, bytes: Buffer): Sent {
  const { 'x-request-id': _id, 'preference-applied': _applied, ...headers } = reply.getHeaders()
  const all = { ...headers, 'content-length': bytes.length }
  return {
    headers: Object.entries(all).flatMap(([name, value]) => [name, `${value}`]),
    text: bytes.toString('latin1'),
    needsClient: routeOptions.config.access !== 'public',
    route: routeOptions.url ?? '',
  }
}

/** Sends an answer again past the framework; `own` are the headers for this caller alone. */
export function sendAgain(response: ServerResponse, { headers, text }: Sent, own: string[]): void {
  response.writeHead(200, [...own, ...headers])
  response.end(text, 'latin1')
}

/** Returns true if the caller already has the answer with this ETag. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
    ?.split(',')
    .map((tag) => tag.trim().replace(/^(W\/)?/, 'W/'))
  return known !== undefined && (known.includes(etag) || known.includes('W/*'))
}
