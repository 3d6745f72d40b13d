import type { FastifyRequest, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The parameters of its query that count: what else stands there changes nothing. */
    counted?: ReadonlySet<string>
  }
}

/** Notes which parameters of a route's query count. */
export function noteParameters({ config, schema }: RouteOptions): void {
  const query = schema?.querystring as TSchema | undefined
  if (config)
    config.counted = new Set(query && Type.IsObject(query) ? Object.keys(query.properties) : [])
}

/**
 * Where a request goes, in one spelling: an id in small letters, and nothing in the query that the route does not
 * read. Else what is made once for all who ask would be made anew for each who writes the address otherwise.
 * Most write it so already.
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
  const at = url.search(/[?#]/)
  if (at === -1 || counted.size === 0) return ''
  const query = url.slice(at + 1).split('&')
  const rest = query.filter((part) => counted.has(nameOf(part))).join('&')
  return rest && `?${rest}`
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
