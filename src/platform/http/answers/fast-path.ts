import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { isBehindProxies } from '#platform/config/rules'
import { isTracing } from '#platform/observe/tracing'
import { originIn } from './answers.ts'
import { type Encoding, encodingFor } from './encodings.ts'

/** What somebody was sent, for whoever asks for the same: all its headers but the request's id. */
export type Sent = {
  headers: string[]
  /** its bytes as characters of one byte each: so they leave in one piece with the headers */
  text: string
  /** who asks must show the token of a client */
  needsClient: boolean
  route: string
}

type Known = {
  /** gives what was sent at an address */
  find: (address: string, encoding: Encoding | undefined) => Sent | undefined
  /** called after each answer */
  answered: () => void
}

/**
 * Answers what is known before the framework sees the request: for an answer of a few KB its hooks cost
 * more than the bytes. Only the plainest requests come this way, a GET with nothing to compare; all
 * others, and whatever is not known, take the ordinary one.
 */
export function takeFastPath(app: FastifyInstance, { find, answered }: Known): void {
  const { server, config, access, log, traffic } = app
  const { PUBLIC_URL, CORS_ORIGINS } = config
  // Behind proxies others say how we were called. A request that is traced takes the ordinary way.
  if ((isBehindProxies(config) && PUBLIC_URL === undefined) || isTracing()) return
  const [answer] = server.listeners('request')
  if (answer === undefined) throw new Error('The framework does not listen to its server')

  const isPlain = ({ method, headers }: IncomingMessage) =>
    method === 'GET' &&
    headers['if-none-match'] === undefined &&
    headers['x-request-id'] === undefined &&
    (headers.origin === undefined || CORS_ORIGINS === '*')

  const knownFor = ({ headers, socket, url = '' }: IncomingMessage): Sent | undefined => {
    const protocol = socket instanceof TLSSocket ? 'https' : 'http'
    const origin = PUBLIC_URL ?? originIn(protocol, headers.host ?? '')
    const accepted = headers['accept-encoding']
    return find(`${origin}${url}`, encodingFor(accepted?.toString()))
  }

  const answerKnown = (request: IncomingMessage, response: ServerResponse): boolean => {
    const sent = isPlain(request) ? knownFor(request) : undefined
    if (sent === undefined) return false
    const token = request.headers['x-f-authorization']
    const client = sent.needsClient ? access.clientOf(token, request.socket) : null
    if (client === undefined) return false
    const began = performance.now()
    const reqId = randomUUID()
    response.writeHead(200, ['x-request-id', reqId, ...sent.headers])
    response.end(sent.text, 'latin1')
    const ms = Math.round((performance.now() - began) * 10) / 10
    const line = { method: 'GET', route: sent.route, status: 200, ms, client: client?.id ?? null }
    traffic.count('GET', sent.route, line)
    answered()
    log.info({ reqId, ...line })
    return true
  }

  server.removeListener('request', answer as () => void)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answerKnown(request, response)) answer.call(server, request, response)
  })
}
