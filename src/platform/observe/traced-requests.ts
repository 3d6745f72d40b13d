import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Cause, onBehalfOf } from './cause.ts'
import { type Begun } from './span.ts'
import { beginSpan, contextFrom, isTracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    cause: Cause | null
  }
}

/**
 * Carries the cause of all work for a request, from its beginning until its answer has left. While tracing is on it is
 * a span, part of the trace that its `traceparent` names.
 */
export function carryCauses(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Begun>()
  app.decorateRequest('cause', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const span = isTracing() ? spanOf(request) : undefined
    if (span) spans.set(request, span)
    request.cause = { reqId: request.id, context: span?.context }
    onBehalfOf(request.cause, done)
  })
  // Reading the body and sending the answer continue in the context of the connection, so the cause is set again.
  app.addHook('preValidation', ({ cause, body }, _reply, done) => {
    if (cause && body !== undefined) onBehalfOf(cause, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    onBehalfOf({ reqId: request.id, context: span.context }, done)
    const { statusCode: status } = reply
    const failure = status >= 500 ? `${status}` : undefined
    span.end({ 'http.response.status_code': status }, failure)
  })
}

function spanOf({ id, method, headers, routeOptions: { url } }: FastifyRequest) {
  const attributes = {
    'http.request.method': method,
    ...(url && { 'http.route': url }),
    'festival.request_id': id,
  }
  const name = url ? `${method} ${url}` : method
  return beginSpan({ name, kind: 'SERVER', attributes }, contextFrom(headers))
}
