import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify'
import { toProblem } from '#platform/database/problems'
import { Problem } from '#platform/values/errors'
import { toText } from '#platform/values/raw-json'
import { partSize, payloadOf, toBytes } from './slices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A catalogue read: gets an ETag and answers 304. `public` needs no token, so may lie in any cache;
     * a `moment` is good for a second without asking again.
     */
    caching?: keyof typeof cacheControl
  }
}

/** A refusal as a page, for whoever came by a link or typed an address. */
export type ShowProblem = (
  visitor: { request: FastifyRequest; reply: FastifyReply },
  problem: Problem,
) => Promise<FastifyReply>

/**
 * How answers leave: as JSON, with absolute photo addresses, an ETag, and every refusal as `{error}`; that
 * there is nothing at an address by `showProblem`, if a person wants to read it.
 */
export function writeAnswers(app: FastifyInstance, showProblem?: ShowProblem): void {
  app.setSerializerCompiler(() => toText)
  const refusals = app.metrics.counter(
    {
      name: 'festival_refusals_total',
      help: 'Refusals that have a code, by it, and faults of ours',
    },
    ['busy', 'unavailable', 'internal'].map((code) => ({ code })),
  )
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const problem = toProblem(error, request.routeOptions.bodyLimit)
    logProblem(request, problem, error)
    const code = problem.code ?? (problem.status === 500 ? 'internal' : undefined)
    if (code) refusals.add({ code })
    // Fastify would close at once: then a client that is still sending never reads why.
    if (problem.status === 413) reply.removeHeader('connection')
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((request, reply) => {
    const problem = new Problem(404, 'Not found')
    return showProblem && wantsPage(request)
      ? showProblem({ request, reply }, problem)
      : sendProblem(reply, problem)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { caching } = request.routeOptions.config ?? {}
    if (caching) {
      reply.header('cache-control', cacheControl[caching])
      const vary = reply.getHeader('vary')
      reply.header('vary', vary ? `${vary}, ${varies}` : varies)
    } else {
      reply.header('cache-control', 'no-store')
    }
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload
    const isCached = request.routeOptions.config?.caching && reply.statusCode === 200
    const finish = (part: string) => withPhotoAddresses(part, originOf(request))
    if (payload.length > partSize) {
      const { etag, ...bytes } = await toBytes([payload], finish)
      if (isCached && conditional(request, reply, etag)) return ''
      return payloadOf(bytes, reply)
    }
    const body = finish(payload)
    const isKnownThere =
      isCached && conditional(request, reply, `W/"${hash('sha1', body, 'base64url')}"`)
    return isKnownThere ? '' : body
  })
}

/** What every answer carries, those before any other hook included. */
export function markAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    // Even a proxy passes on what a caller has written there: `PUBLIC_URL` says what we are called.
    if ('x-forwarded-host' in request.headers) delete request.headers['x-forwarded-host']
    done()
  })
}

function mark(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

function wantsPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/i.test(accept) && !/^\/photos\/|\/assets\//.test(url)
}

/** What we refuse by ourselves, such as one hash too many, is no fault: one line without a stack. */
export function logProblem(
  { log, id: reqId }: FastifyRequest,
  { status, message }: Problem,
  error: Error,
) {
  if (status < 500) return
  if (error instanceof Problem && error.cause === undefined) log.warn({ reqId, status }, message)
  else log.error({ reqId, err: error.cause ?? error }, message)
}

/** An address that cannot even be read, such as one with a broken percent sign, is that of nothing. */
export function refuseAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // No hook has seen it.
  mark(request, reply)
  reply.header('cache-control', 'no-store')
  sendProblem(reply, new Problem(404, 'Not found'))
}

/** What is no HTTP, or too slow or too large for it: answered on the bare connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket) {
  const reasons: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  const reason = reasons[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ error: reason.slice(4) })
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
  // One that goes on sending would never be closed; the others have the time to read why.
  setTimeout(() => socket.destroy(), 500).unref()
  return socket.end(
    `HTTP/1.1 ${reason}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
}

const cacheControl = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  moment: 'private, max-age=1',
}
const varies = 'x-f-authorization, x-f-authentication, accept-encoding'

function sendProblem(reply: FastifyReply, { status, message, code, facts }: Problem) {
  const { retry_after } = facts
  if (typeof retry_after === 'number') reply.header('retry-after', `${retry_after}`)
  return reply.code(status).send({ error: message, ...(code && { code }), ...facts })
}

/** Registered after all rooms: a known path with another method is 405, not 404; so is HEAD of a stream. */
export function refuseOtherMethods(app: FastifyInstance, routes: Map<string, Set<string>>): void {
  const all: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const [url, methods] of routes) {
    const allow = [...methods].join(', ')
    app.route({
      method: all.filter((method) => !methods.has(method)),
      url,
      config: { access: 'public' },
      schema: { hide: true },
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new Problem(405, `This address takes ${allow}`)
      },
      handler: async () => {},
    })
  }
}

/** Where the client reaches us: `PUBLIC_URL`, else what it called us. */
export function originOf({
  server: { config },
  protocol,
  host,
}: Pick<FastifyRequest, 'server' | 'protocol' | 'host'>): string {
  return config.PUBLIC_URL ?? originIn(protocol, host)
}

export function originIn(protocol: string, host: string): string {
  // A host with other characters would break out of the JSON it is put into.
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

/** The path of an address that names a host too, as a proxy is asked (RFC 9112, 3.2.2): that host decides nothing here. */
export function pathIn(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/*/i, '/')
}

/**
 * Photos and icons are stored as `/photos/…` and read as absolute addresses. Inside a JSON string a
 * quote is escaped, so the pattern can only match the field itself, never a text of somebody's.
 */
export function withPhotoAddresses(json: string, origin: string): string {
  return json
    .replaceAll('"photo":"/photos/', `"photo":"${origin}/photos/`)
    .replaceAll('"icon":"/photos/', `"icon":"${origin}/photos/`)
}

/** Puts the ETag on an answer; whether the caller has it already, and needs but a 304. */
function conditional(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  if (!isKnown(request, etag)) return false
  reply.code(304).removeHeader('content-length')
  return true
}

/** Whether the caller says that it has the answer with this ETag already. */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
    ?.split(',')
    .map((tag) => tag.trim().replace(/^(W\/)?/, 'W/'))
  return known !== undefined && (known.includes(etag) || known.includes('W/*'))
}
