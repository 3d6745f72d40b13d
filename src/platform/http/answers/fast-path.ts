import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { isBehindProxies } from '#platform/config/rules'
import { strictly } from '#platform/http/requests/prefer'
import { isTracing } from '#platform/observe/tracing'
import type { Sent } from './answer.ts'
import { type Encoding, encodingFor } from './encodings.ts'
import { originIn } from './origin.ts'
import { sendAgain } from './send.ts'

type Cache = {
  /** returns the answer sent to others at an address, if it may be sent again */
  find: (
    request: IncomingMessage,
    address: string,
    encoding: Encoding | undefined,
  ) => Sent | undefined
  /** called after each answer */
  answered: () => void
}

/**
 * Answers from the cache before the framework sees the request: for an answer of a few KB its hooks cost more than the
 * bytes. Only the plainest requests come this way, a GET with nothing to compare; all others, and requests without a
 * cached answer, take the ordinary way.
 */
export function takeFastPath(app: FastifyInstance, { find, answered }: Cache): void {
  const { server, config, access, log, traffic } = app
  const { PUBLIC_URL, CORS_ORIGINS } = config
  // Behind a proxy its headers decide our origin. A traced request takes the ordinary way.
  if ((isBehindProxies(config) && PUBLIC_URL === undefined) || isTracing()) return
  const [answer] = server.listeners('request')
  if (answer === undefined) throw new Error('The framework does not listen to its server')

  const isPlain = ({ method, headers }: IncomingMessage) =>
    method === 'GET' &&
    headers['if-none-match'] === undefined &&
    headers['x-request-id'] === undefined &&
    // At a cached address no input is unknown: a strict request is answered like any other.
    (headers['prefer'] === undefined || headers['prefer'] === strictly) &&
    (headers.origin === undefined || CORS_ORIGINS === '*')

  const sentFor = (request: IncomingMessage): Sent | undefined => {
    const { headers, socket, url = '' } = request
    const protocol = socket instanceof TLSSocket ? 'https' : 'http'
    const origin = PUBLIC_URL ?? originIn(protocol, headers.host ?? '')
    return find(request, `${origin}${url}`, encodingFor(headers['accept-encoding']?.toString()))
  }

  const answerAgain = (request: IncomingMessage, response: ServerResponse): boolean => {
    const sent = isPlain(request) ? sentFor(request) : undefined
    if (sent === undefined) return false
    const client = sent.needsClient ? access.clientOf(request) : null
    if (client === undefined) return false
    const began = performance.now()
    const reqId = randomUUID()
    const applied = request.headers['prefer'] === undefined ? [] : ['preference-applied', strictly]
    sendAgain(response, sent, ['x-request-id', reqId, ...applied])
    const ms = Math.round((performance.now() - began) * 10) / 10
    const line = { method: 'GET', route: sent.route, status: 200, ms, client: client?.id ?? null }
    traffic.count('GET', sent.route, line)
    answered()
    log.info({ reqId, ...line })
    return true
  }

  server.removeListener('request', answer as () => void)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answerAgain(request, response)) answer.call(server, request, response)
  })
}
