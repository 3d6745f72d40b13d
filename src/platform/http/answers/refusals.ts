import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify'
import { isConnectionLost } from '#platform/database/failures'
import { toProblem } from '#platform/database/problems'
import { withUnknown } from '#platform/http/requests/unknown'
import { inUsedNames } from '#platform/values/aliases'
import { Problem } from '#platform/values/errors'
import { rateLimitHeaders } from '#platform/values/rate-limit'

/** Writes a refusal as a page, for a person who followed a link or typed an address. */
export type ShowProblem = (
  visitor: { request: FastifyRequest; reply: FastifyReply },
  problem: Problem,
) => Promise<FastifyReply>

const refusalsTotal = {
  name: 'festival_refusals_total',
  help: 'Refusals by their code, and faults of ours',
}

/** Answers any error of a handler, and unknown addresses, as `{error}`. */
export function handleProblems(app: FastifyInstance, showProblem?: ShowProblem): void {
  const codes = ['busy', 'unavailable', 'internal'].map((code) => ({ code }))
  const refusals = app.metrics.counter(refusalsTotal, codes)
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const refused = toProblem(error, request.routeOptions.bodyLimit)
    const problem = withUnknown({ request, reply }, inUsedNames(refused, request.body))
    logProblem(request, problem, error)
    refusals.add({ code: problem.code })
    // Fastify would close at once: then a client that is still sending never reads the reason.
    if (problem.status === 413) reply.removeHeader('connection')
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((request, reply) => {
    const problem = new Problem(404, 'Not found')
    return showProblem && wantsPage(request)
      ? showProblem({ request, reply }, problem)
      : sendProblem(reply, problem)
  })
}

/** Sets the headers that every answer has. */
export function mark(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

function wantsPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/i.test(accept) && !/^\/photos\/|\/assets\//.test(url)
}

/**
 * Logs a failure. A refusal of ours, such as one hash too many, is no fault: one line without a stack. Failures caused
 * by an outage of the database are counted in the line that reports its end.
 */
export function logProblem(
  { log, id: reqId, server }: FastifyRequest,
  { status, message }: Problem,
  error: Error,
) {
  if (status < 500) return
  if (isConnectionLost(error) && server.outages.count(error, 'requests')) return
  if (error instanceof Problem && error.cause === undefined) log.warn({ reqId, status }, message)
  else log.error({ reqId, err: error.cause ?? error }, message)
}

/** Answers an address that cannot be decoded, such as one with a broken percent sign: 404. */
export function refuseAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // No hook has run for it.
  mark(request, reply)
  reply.header('cache-control', 'no-store')
  sendProblem(reply, new Problem(404, 'Not found'))
}

const reasons: Record<string, [reason: string, code: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout'],
}

/**
 * Returns the handler that answers a request that is not HTTP, too slow or too large, on its bare connection. The
 * answer has a request id, and the log a line with the same.
 */
export function connectionRefuser(log: FastifyBaseLogger) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [reason, code] = reasons[error.code ?? ''] ?? ['400 Bad Request', 'invalid']
    const reqId = randomUUID()
    const body = JSON.stringify({ error: reason.slice(4), code })
    const headers = [
      'connection: close',
      `x-request-id: ${reqId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
    ]
    // A client that continues to send would never be closed; the others have the time to read the reason.
    setTimeout(() => socket.destroy(), 500).unref()
    socket.end(`HTTP/1.1 ${reason}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    const status = Number(reason.slice(0, 3))
    log.info({ reqId, method: null, route: null, status, ms: null, client: null, code: error.code })
  }
}

function sendProblem(reply: FastifyReply, { status, message, code, facts, rateLimit }: Problem) {
  const { retry_after } = facts
  if (typeof retry_after === 'number') reply.header('retry-after', `${retry_after}`)
  if (rateLimit) reply.headers(rateLimitHeaders(rateLimit))
  return reply.code(status).send({ error: message, code, ...facts })
}

/** Refuses a known path with another method as 405, not 404; so is HEAD of a stream. Registered after all modules. */
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
