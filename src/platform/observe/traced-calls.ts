/** Calls that leave the process over HTTP, as reported by Node: with `fetch`, and with `http.request`. */
import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Context } from '@opentelemetry/api'
import { causeOf } from './cause.ts'
import type { Begun, What } from './span.ts'

type Begin = (what: What, parent: Context | undefined) => Begun | undefined

/**
 * Makes spans for calls that a request causes, by `begin`. Only the method and the host are recorded: addresses may
 * hold names and secrets. Returns the function that ends it.
 */
export function traceCalls(begin: Begin): () => void {
  const begun = new WeakMap<object, Begun>()
  const start = (request: { method: string }, host: string) => {
    const context = causeOf()?.context
    if (!context) return
    const { method } = request
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = begin({ name: `${method} ${host}`, kind: 'CLIENT', attributes }, context)
    if (span) begun.set(request, span)
  }
  const end = (request: object, status: number | undefined, failure?: string) => {
    begun
      .get(request)
      ?.end(
        status === undefined ? {} : { 'http.response.status_code': status },
        failure ?? (status !== undefined && status >= 400 ? `${status}` : undefined),
      )
    begun.delete(request)
  }

  const listeners: Record<string, ChannelListener> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: { method: string; origin: string } }
      start(request, URL.parse(request.origin)?.hostname ?? '')
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as Ended
      end(request, response.statusCode)
    },
    'undici:request:error': (message) => {
      const { request, error } = message as Failed
      end(request, undefined, error.name)
    },
    'http.client.request.start': (message) => {
      const { request } = message as { request: { method: string; host: string } }
      start(request, request.host)
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as Ended
      end(request, response.statusCode)
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as Failed
      end(request, undefined, error.name)
    },
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener)
  }
}

type Ended = { request: object; response: { statusCode: number } }
type Failed = { request: object; error: Error }
