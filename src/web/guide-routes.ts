import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { toProblem } from '#platform/database/problems'
import { addressOf } from '#platform/http/answers/addresses'
import { originOf } from '#platform/http/answers/origin'
import { logProblem } from '#platform/http/answers/refusals'
import { nextTurn } from '#platform/http/answers/slices'
import type { Module } from '#platform/http/infrastructure'
import { Memory } from '#platform/sync/memory'
import { Problem } from '#platform/values/errors'
import { serveUnsubscribe } from './account/unsubscribe.ts'
import { artistPage } from './guide/artist.ts'
import { sendDraft } from './guide/draft.ts'
import { festivalPage } from './guide/festival.ts'
import { listPage, readList } from './guide/list.ts'
import { organizerPage } from './guide/organizer.ts'
import { resultsPage } from './guide/results.ts'
import { proofPage, queuePage } from './queue/page.ts'
import { fanOn } from './server/fan.ts'
import { serveFile } from './server/files.ts'
import { guideTokens, setGuideCookie } from './server/guide-token.ts'
import { readPage, sendPage, withoutSlash } from './server/page.ts'
import { organizersAddress } from './server/page-address.ts'
import { languagesOf, readInLanguage } from './server/request-language.ts'
import type { PageSession } from './server/sessions.ts'
import { serveShop } from './shop-routes.ts'
import { type Api, apiFor } from './ui/api.ts'
import { type GuidePage, inShell } from './ui/layout.ts'
import { offlinePage } from './ui/offline-page.ts'
import { problemPage } from './ui/problem.ts'

const Id = Type.Object({ id: Type.String() })
const Text = Type.Optional(Type.String())
const ListQuery = Type.Object({ time: Text, country: Text, page: Text, for: Text, festival: Text })
const PartQuery = Type.Object({ day: Text, page: Text, artists: Text })
const Session = Type.Object({ session: Type.String() })

type Query = Static<typeof ListQuery>
type PartQuery = Static<typeof PartQuery>
type Visit = { api: Api; origin: string; now: Date; languages: string[] }
/** A page as it is sent to every visitor, with the API calls made for it. */
type Rendered = { page: GuidePage; calls: string[] }
/** The token for reading the API, and the cache of rendered pages. */
type Renderer = { tokens: ReturnType<typeof guideTokens>; cache: Memory<Rendered> }

/** The guide at `/`: pages rendered here from answers of the API (docs/contract, 9). */
export const guide: Module = async (app) => {
  const tokens = guideTokens(app)
  const renderer = { tokens, cache: cachePages(app) }
  app.setErrorHandler((error: FastifyError, request, reply) =>
    showProblem(app, { request, reply }, error),
  )
  readInLanguage(app)
  serveList(app, renderer)
  servePage(app, renderer, { url: '/guide/:id', page: festivalPage, otherwise: sendDraft })
  servePage(app, renderer, { url: '/guide/:id/queue', page: queuePage })
  servePage(app, renderer, { url: '/guide/:id/queue/proof', page: proofPage })
  servePage(app, renderer, { url: '/guide/artists/:id', page: artistPage })
  servePage(app, renderer, { url: organizersAddress, page: organizerPage })

  app.route({
    method: 'GET',
    url: '/guide',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) => reply.redirect('/', 301),
  })
  for (const url of ['', '/:id', '/:id/queue', '/:id/queue/proof', '/artists/:id']) {
    withoutSlash(app, `/guide${url}`)
  }
  serveOffline(app)
  serveShop(app, tokens)
  serveUnsubscribe(app)

  app.route({
    method: 'GET',
    url: '/guide/session',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: Session } },
    handler: async (request, reply) => ({
      session: setGuideCookie(request, reply, await tokens(request)),
    }),
  })
}

/** Serves the files that make the guide an app: its worker, its manifest and its icons. */
function serveOffline(app: FastifyInstance) {
  serveFile(app, 'guide', { name: 'worker.js', headers: { 'service-worker-allowed': '/' } })
  for (const name of [
    'manifest.webmanifest',
    'icon-192.png',
    'icon-512.png',
    'icon-maskable.png',
  ]) {
    serveFile(app, 'guide', { name })
  }
  app.route({
    method: 'GET',
    url: '/guide/offline',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { config: operator, now } = app
      const around = { origin: originOf(request), session: null, now: now(), operator, calls: [] }
      const html = inShell(await readPage(app, 'guide'), offlinePage(), around)
      return sendPage(request, reply, { page: 'guide', html })
    },
  })
}

/** The maximum number of characters of rendered pages in the cache. */
const mostCached = 16_000_000

function cachePages({ bus, now }: FastifyInstance): Memory<Rendered> {
  const sizeOf = ({ page }: Rendered) => page.main.text.length + 1_000
  return new Memory({ bus, now, topic: 'catalogue', most: mostCached, sizeOf })
}

function serveList(app: FastifyInstance, renderer: Renderer) {
  app.route<{ Querystring: Query }>({
    method: 'GET',
    url: '/',
    config: { access: 'public' },
    schema: { hide: true, querystring: ListQuery },
    handler: (request, reply) => {
      const { festival, for: text = '' } = request.query
      // The address of links in calendars.
      if (festival) return reply.redirect(`/guide/${encodeURIComponent(festival)}`)
      const wanted = text.trim()
      return send(app, { request, reply, renderer }, ({ api, now }) =>
        wanted === '' ? listPage(api, readList(request.query), now) : resultsPage(api, wanted),
      )
    },
  })
}

type About = Omit<Visit, 'api'> & { id: string; query: PartQuery; app: FastifyInstance }
type Page = (api: Api, about: About) => Promise<GuidePage>

function servePage(
  app: FastifyInstance,
  renderer: Renderer,
  { url, page, otherwise }: { url: string; page: Page; otherwise?: typeof sendDraft },
) {
  app.route<{ Params: Static<typeof Id>; Querystring: PartQuery }>({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, params: Id, querystring: PartQuery },
    handler: async (request, reply) => {
      const { params, query } = request
      try {
        return await send(app, { request, reply, renderer }, ({ api, ...visit }) =>
          page(api, { id: params.id, query, app, ...visit }),
        )
      } catch (error) {
        const isUnknown = error instanceof Problem && error.status === 404
        const sent = isUnknown ? await otherwise?.(app, { request, reply }, params.id) : undefined
        if (sent) return sent
        throw error
      }
    },
  })
}

type Visitor = { request: FastifyRequest; reply: FastifyReply }

async function send(
  app: FastifyInstance,
  { request, reply, renderer: { tokens, cache } }: Visitor & { renderer: Renderer },
  render: (visit: Visit) => Promise<GuidePage>,
): Promise<FastifyReply> {
  const shell = await readPage(app, 'guide')
  const token = await tokens(request)
  const [origin, now, languages] = [originOf(request), app.now(), languagesOf(request)]
  const rendered = await cache.recall(`${languages.join()} ${addressOf(request)}`, async () => {
    const api = apiFor(app, request, { token })
    const page = await render({ api, origin, now, languages })
    const value = { page, calls: api.calls }
    // Availability is a second old at most. A page without names is only shared by simultaneous requests.
    const until = new Date(now.getTime() + (page.shows ? second : 0))
    return { value, names: page.shows ?? [], until }
  })
  // Many requests may have waited for this page: each is answered in a separate turn of the event loop.
  await nextTurn()
  if (!rendered) throw new Error('A rendered page is missing')
  const session = setGuideCookie(request, reply, token)
  // The page has only content that is the same for all; its script adds the fan's own.
  const fan = fanAround(await fanOn(app, { request, reply }))
  const around = { origin, session, ...fan, now, operator: app.config, calls: rendered.calls }
  const html = inShell(shell, rendered.page, around)
  return sendPage(request, reply, { page: 'guide', html })
}

const second = 1_000

/** The facts about the fan that a page is given: the key of the session, and true if it is an account's. */
const fanAround = (session: PageSession | undefined) => ({
  fan: session?.key,
  hasAccount: Boolean(session?.holder.user && !session.holder.user.isGuest),
})

/** Sends an error as a page, with its status. While the pages are not built, it is JSON as in the API. */
export async function showProblem(
  app: FastifyInstance,
  { request, reply }: Visitor,
  error: FastifyError | Problem,
): Promise<FastifyReply> {
  const problem = toProblem(error)
  logProblem(request, problem, error)
  const shell = await readPage(app, 'guide').catch(() => undefined)
  const { retry_after } = problem.facts
  if (typeof retry_after === 'number') reply.header('retry-after', `${retry_after}`)
  reply.code(problem.status)
  if (shell === undefined) return reply.send({ error: problem.message })
  const page = problemPage(problem, request.url)
  const { config: operator, now } = app
  const around = { origin: originOf(request), session: null, now: now(), operator, calls: [] }
  return sendPage(request, reply, { page: 'guide', html: inShell(shell, page, around) })
}
