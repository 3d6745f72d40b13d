import type { FastifyInstance, FastifyRequest } from 'fastify'
import { headersOfPage } from '#access'
import { originOf } from '#platform/http/answers/origin'
import { nextTurn } from '#platform/http/answers/slices'
import { Problem } from '#platform/values/errors'

/** Reads from the API as any client does; `calls` are the addresses it has asked. */
export type Api = { get<T>(path: string): Promise<T>; calls: string[] }

/**
 * The API for one request of a visitor, called in this process with the guide's token. Photos of our own
 * come back as addresses without a host, since they are where the page is.
 * @throws Problem as the API refuses
 */
export function apiFor(app: FastifyInstance, request: FastifyRequest, token: string): Api {
  const calls: string[] = []
  const origin = originOf(request)
  return {
    calls,
    get: async <T>(path: string) => {
      calls.push(path)
      const { statusCode, body } = await app.inject({
        method: 'GET',
        url: path,
        headers: {
          host: request.host,
          'x-request-id': request.id,
          ...headersOfPage('guide', token),
        },
      })
      if (statusCode !== 200) throw refusal(statusCode, body)
      // A long answer takes some milliseconds, and a page asks for several at once.
      await nextTurn()
      return JSON.parse(withoutHost(body, [origin, `http://${request.host}`])) as T
    },
  }
}

/** Inside a JSON string a quote is escaped, so the pattern only matches the field itself. */
function withoutHost(json: string, origins: string[]): string {
  return origins.reduce(
    (text, origin) => text.replaceAll(`"photo":"${origin}/photos/`, '"photo":"/photos/'),
    json,
  )
}

function refusal(status: number, body: string): Problem {
  // Its client was suspended just now: the next visitor is told that the guide is closed.
  if (status === 401) return new Problem(503, 'Try again', { retry_after: 1 })
  const { error = '', ...facts } = body.startsWith('{') ? JSON.parse(body) : {}
  return new Problem(status, error, facts)
}

/** A path with a query; what is undefined is left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, `${value}`])).toString()
  return text === '' ? path : `${path}?${text}`
}
