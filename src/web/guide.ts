import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { toProblem } from '#platform/database/problems'
import { addressOf } from '#platform/http/answers/addresses'
import { logProblem, originOf } from '#platform/http/answers/answers'
import { nextTurn } from '#platform/http/answers/slices'
import type { Module } from '#platform/http/infrastructure'
import { Memory } from '#platform/sync/memory'
import type { Problem } from '#platform/values/errors'
import { type Api, apiFor } from './guide-api.ts'
import { artistPage } from './guide-artist.ts'
import { festivalPage } from './guide-festival.ts'
import { type GuidePage, inShell } from './guide-layout.ts'
import { listPage, readList } from './guide-list.ts'
import { problemPage } from './guide-problem.ts'
import { resultsPage } from './guide-results.ts'
import { guideTokens, keepGuide } from './guide-token.ts'
import { FoundWhere, findWhere } from './guide-where.ts'
import { readPage, sendPage, withoutSlash } from './html.ts'

const Id = Type.Object({ id: Type.String() })
const Text = Type.Optional(Type.String())
const ListQuery = Type.Object({ time: Text, country: Text, page: Text, for: Text, festival: Text })
const PartQuery = Type.Object({ day: Text, page: Text, artists: Text })
const Session = Type.Object({ session: Type.String() })
const WhereQuery = Type.Object({ for: Type.String({ maxLength: 200 }) })

type Query = Static<typeof ListQuery>
type PartQuery = Static<typeof PartQuery>
type Visit = { api: Api; origin: string; now: Date }
/** A page as all who ask for it get it, and the calls that made it. */
type Made = { page: GuidePage; calls: string[] }
/** The token that pages are made with, and those that are kept. */
type Kitchen = { tokens: ReturnType<typeof guideTokens>; made: Memory<Made> }

/** The guide at `/`: pages rendered here, of what the API answers (contract, section 7). */
export const guide: Module = async (app) => {
  const tokens = guideTokens(app)
  const kitchen = { tokens, made: keepPages(app) }
  app.setErrorHandler((error: FastifyError, request, reply) =>
    showProblem(app, { request, reply }, error),
  )
  serveList(app, kitchen)
  servePlaces(app, kitchen)
  servePage(app, kitchen, { url: '/guide/:id', page: festivalPage })
  servePage(app, kitchen, { url: '/guide/artists/:id', page: artistPage })

  app.route({
    method: 'GET',
    url: '/guide',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) => reply.redirect('/', 301),
  })
  for (const url of ['/guide', '/guide/:id', '/guide/artists/:id']) withoutSlash(app, url)

  app.route({
    method: 'GET',
    url: '/guide/session',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: Session } },
    handler: async (request, reply) => ({
      session: keepGuide(request, reply, await tokens(request)),
    }),
  })
}

/** The guide's own search by place, for its script. */
function servePlaces(app: FastifyInstance, { tokens }: Kitchen) {
  app.route<{ Querystring: Static<typeof WhereQuery> }>({
    method: 'GET',
    url: '/guide/places',
    config: { access: 'public' },
    schema: { hide: true, querystring: WhereQuery, response: { 200: FoundWhere } },
    handler: async (request) => {
      // While the guide is closed this is refused as its pages are.
      await tokens(request)
      return { festivals: await findWhere(app, request.query.for) }
    },
  })
}

/** So many characters of finished pages are kept at most. */
const mostKept = 16_000_000

function keepPages({ bus, now }: FastifyInstance): Memory<Made> {
  const sizeOf = ({ page }: Made) => page.main.text.length + 1_000
  return new Memory({ bus, now, topic: 'catalogue', most: mostKept, sizeOf })
}

function serveList(app: FastifyInstance, kitchen: Kitchen) {
  app.route<{ Querystring: Query }>({
    method: 'GET',
    url: '/',
    config: { access: 'public' },
    schema: { hide: true, querystring: ListQuery },
    handler: (request, reply) => {
      const { festival, for: text = '' } = request.query
      // As calendars link to it.
      if (festival) return reply.redirect(`/guide/${encodeURIComponent(festival)}`)
      const wanted = text.trim()
      return send(app, { request, reply, kitchen }, ({ api, now }) =>
        wanted === '' ? listPage(api, readList(request.query), now) : resultsPage(app, api, wanted),
      )
    },
  })
}

type About = { id: string; origin: string; now: Date; query: PartQuery; app: FastifyInstance }
type Page = (api: Api, about: About) => Promise<GuidePage>

function servePage(
  app: FastifyInstance,
  kitchen: Kitchen,
  { url, page }: { url: string; page: Page },
) {
  app.route<{ Params: Static<typeof Id>; Querystring: PartQuery }>({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, params: Id, querystring: PartQuery },
    handler: (request, reply) =>
      send(app, { request, reply, kitchen }, ({ api, ...visit }) =>
        page(api, { id: request.params.id, query: request.query, app, ...visit }),
      ),
  })
}

type Visitor = { request: FastifyRequest; reply: FastifyReply }

async function send(
  app: FastifyInstance,
  { request, reply, kitchen: { tokens, made } }: Visitor & { kitchen: Kitchen },
  render: (visit: Visit) => Promise<GuidePage>,
): Promise<FastifyReply> {
  const shell = await readPage(app, 'guide')
  const token = await tokens(request)
  const [origin, now] = [originOf(request), app.now()]
  const known = await made.recall(addressOf(request), async () => {
    const api = apiFor(app, request, token)
    const page = await render({ api, origin, now })
    const value = { page, calls: api.calls }
    // What is left of tickets is a second old at most; a page that names nothing is for those who wait now.
    const until = new Date(now.getTime() + (page.shows ? second : 0))
    return { value, names: page.shows ?? [], until }
  })
  // Many may have waited for it: each is answered in a turn of its own.
  await nextTurn()
  if (!known) throw new Error('A page that was made is there')
  const session = keepGuide(request, reply, token)
  const html = inShell(shell, known.page, { origin, session, now, calls: known.calls })
  return sendPage(request, reply, { page: 'guide', html })
}

const second = 1_000

/** A refusal as a page, with its status. While the pages are not built, as the API says it. */
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
  const around = { origin: originOf(request), session: null, now: app.now(), calls: [] }
  return sendPage(request, reply, { page: 'guide', html: inShell(shell, page, around) })
}
