import type { FastifyInstance, FastifyRequest } from 'fastify'
import { headersOfPage, type PageName } from '#core/access'
import { originOf } from '#platform/http/answers/origin'
import { nextTurn } from '#platform/http/answers/slices'
import { Problem } from '#platform/values/errors'

/** Reads from the API like any client. `calls` lists the addresses that were read. */
export type Api = {
  get<T>(path: string): Promise<T>
  /** returns an answer that is not JSON */
  file(path: string): Promise<Answer>
  calls: string[]
}
type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/**
 * Returns the API for one request of a visitor, called in this process with the guide's token, or a fan's. Photos
 * stored by the service are returned as addresses without a host, since the page has the same one.
 * @throws Problem if the API refuses
 */
export function apiFor(
  app: FastifyInstance,
  request: FastifyRequest,
  { token, page = 'guide' }: { token: string; page?: PageName },
): Api {
  const calls: string[] = []
  const origin = originOf(request)
  const file = async (path: string) => {
    calls.push(path)
    const headers = {
      host: request.host,
      'x-request-id': request.id,
      ...headersOfPage(page, token),
    }
    const answer = await app.inject({ method: 'GET', url: path, headers })
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, answer.body)
    return answer
  }
  return {
    calls,
    file,
    get: async <T>(path: string) => {
      const { body } = await file(path)
      // Parsing a long answer takes some milliseconds, and a page reads several at once.
      await nextTurn()
      return JSON.parse(withoutHost(body, [origin, `http://${request.host}`])) as T
    },
  }
}

/** Inside a JSON string a quote is escaped, so the pattern only matches the field itself. */
function withoutHost(json: string, origins: string[]): string {
  return origins.reduce(
    (text, origin) =>
      text
        .replaceAll(`"photo":"${origin}/photos/`, '"photo":"/photos/')
        .replaceAll(`"icon":"${origin}/photos/`, '"icon":"/photos/')
        .replaceAll(`"site_plan":"${origin}/photos/`, '"site_plan":"/photos/'),
    json,
  )
}

function refusal(status: number, body: string): Problem {
  // The guide's client has just been suspended. The next request is refused because the guide is closed.
  if (status === 401) return new Problem(503, 'Try again', { retry_after: 1 })
  const { error = '', ...facts } = body.startsWith('{') ? JSON.parse(body) : {}
  return new Problem(status, error, facts)
}

/** Returns a path with a query. Undefined values are left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, `${value}`])).toString()
  return text === '' ? path : `${path}?${text}`
}
