import type { FastifyRequest, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of the route that count: any others change nothing. */
    counted?: ReadonlySet<string>
  }
}

/** Notes the parameters of a route's query that count. */
export function recordParameters({ config, schema }: RouteOptions): void {
  const query = schema?.querystring as TSchema | undefined
  if (config)
    config.counted = new Set(query && Type.IsObject(query) ? Object.keys(query.properties) : [])
}

/**
 * Returns the target of a request in one spelling: an id in small letters, and nothing in the query that the route does
 * not read. Otherwise a cached answer would be made anew for each caller with another spelling of the address. Most
 * requests use this spelling already.
 */
export function addressOf(request: FastifyRequest): string {
  const { url, params, routeOptions } = request
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name) =>
    inOneSpelling(`${Object(params)[name]}`),
  )
  return `${originOf(request)}${path}${countedIn(url, routeOptions.config.counted)}`
}

const inOneSpelling = (id: string) =>
  encodeURIComponent(/^[\da-f-]{36}$/i.test(id) ? id.toLowerCase() : id.toWellFormed())

function countedIn(url: string, counted: ReadonlySet<string> = new Set()): string {
  if (counted.size === 0) return ''
  const rest = partsOf(url).filter((part) => counted.has(nameOf(part)))
  return rest.length > 0 ? `?${rest.join('&')}` : ''
}

/** Returns the parameters in the query of a request that its route does not read, each once. */
export function unreadParameters({ url, routeOptions }: FastifyRequest): string[] {
  const { counted } = routeOptions.config
  const names = new Set(partsOf(url).map(nameOf))
  return [...names].filter((name) => name !== '' && !counted?.has(name))
}

function partsOf(url: string): string[] {
  const at = url.search(/[?#]/)
  return at === -1 ? [] : url.slice(at + 1).split('&')
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=', 1)
  if (!/[%+]/.test(name)) return name
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
