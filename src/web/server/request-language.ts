/** Selects the language of a page: the one that its reader chose, otherwise the first that their browser requests. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { bestOf, readAcceptLanguage } from '#platform/values/languages'
import {
  isReaderLanguage,
  languageCodes,
  type ReaderLanguage,
} from '#platform/values/reader-languages'
import { languageAddress } from './page-address.ts'
import { isSecure } from './sessions.ts'
import '#common/words/all'
import { setLanguage } from '#common/words/locale'

const cookie = 'festival_language'
const year = 365 * 86_400

/** The language of the page being rendered, throughout everything awaited for it. */
const reading = new AsyncLocalStorage<ReaderLanguage>()
setLanguage(() => reading.getStore() ?? 'en')

/** Returns the languages of the reader of a page, the preferred one first. */
export function languagesOf({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const [, chosen = ''] = new RegExp(`(?:^|;\\s*)${cookie}=(\\w+)`).exec(headers.cookie ?? '') ?? []
  const asked = readAcceptLanguage(headers['accept-language'])
  return isReaderLanguage(chosen) ? [...new Set([chosen, ...asked])] : asked
}

/** Renders the pages of a module in the language of the reader, and serves the links that choose one. */
export function readInLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    reading.run(pageLanguageOf(request), done)
  })
  app.route<{ Querystring: { to: string } }>({
    method: 'GET',
    url: languageAddress,
    config: { access: 'public' },
    schema: { hide: true, querystring: Type.Object({ to: Type.String() }) },
    handler: (request, reply) => {
      const { to } = request.query
      const rest = `Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`
      if (isReaderLanguage(to)) reply.header('set-cookie', `${cookie}=${to}; ${rest}`)
      return reply.header('cache-control', 'no-store').redirect(pageBefore(request), 303)
    },
  })
}

/** Returns the language in which a browser is shown pages. */
export function pageLanguageOf(request: Pick<FastifyRequest, 'headers'>): ReaderLanguage {
  return (bestOf(languagesOf(request), languageCodes) as ReaderLanguage | undefined) ?? 'en'
}

/** Returns the address of the page that linked here, on this host alone. */
function pageBefore({ headers, host }: FastifyRequest): string {
  const before = URL.parse(headers.referer ?? '')
  if (before?.host !== host || before.pathname.startsWith('//')) return '/'
  return `${before.pathname}${before.search}`
}
