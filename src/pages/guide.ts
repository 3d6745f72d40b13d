import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { logProblem, originOf, toProblem } from '#platform/answers'
import type { Problem } from '#platform/errors'
import type { Room } from '#platform/http'
import { type Api, apiFor } from './guide-api.ts'
import { artistPage } from './guide-artist.ts'
import { festivalPage } from './guide-festival.ts'
import { type GuidePage, inShell } from './guide-layout.ts'
import { listPage, readList } from './guide-list.ts'
import { problemPage } from './guide-problem.ts'
import { resultsPage } from './guide-results.ts'
import { guideTokens, keepGuide } from './guide-token.ts'
import { readPage, sendPage, withoutSlash } from './html.ts'

const Id = Type.Object({ id: Type.String() })
const Text = Type.Optional(Type.String())
const ListQuery = Type.Object({ time: Text, country: Text, page: Text, for: Text, festival: Text })
const Session = Type.Object({ session: Type.String() })

type Query = Static<typeof ListQuery>
type Visit = { api: Api; origin: string; now: Date }
type Tokens = ReturnType<typeof guideTokens>

/** The guide at `/`: pages rendered here, of what the API answers (contract, section 7). */
export const guide: Room = async (app) => {
  const tokens = guideTokens(app)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    showProblem(app, { request, reply }, error),
  )
  serveList(app, tokens)
  servePage(app, tokens, { url: '/guide/:id', page: festivalPage })
  servePage(app, tokens, { url: '/guide/artists/:id', page: artistPage })

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

function serveList(app: FastifyInstance, tokens: Tokens) {
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
      return send(app, { request, reply, tokens }, ({ api, now }) =>
        wanted === '' ? listPage(api, readList(request.query), now) : resultsPage(api, wanted),
      )
    },
  })
}

type Page = (api: Api, about: { id: string; origin: string; now: Date }) => Promise<GuidePage>

function servePage(
  app: FastifyInstance,
  tokens: Tokens,
  { url, page }: { url: string; page: Page },
) {
  app.route<{ Params: Static<typeof Id> }>({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, params: Id },
    handler: (request, reply) =>
      send(app, { request, reply, tokens }, ({ api, ...visit }) =>
        page(api, { id: request.params.id, ...visit }),
      ),
  })
}

type Visitor = { request: FastifyRequest; reply: FastifyReply }

async function send(
  app: FastifyInstance,
  { request, reply, tokens }: Visitor & { tokens: Tokens },
  render: (visit: Visit) => Promise<GuidePage>,
): Promise<FastifyReply> {
  const shell = await readPage(app, 'guide')
  const token = await tokens(request)
  const api = apiFor(app, request, token)
  const [origin, now] = [originOf(request), app.now()]
  const page = await render({ api, origin, now })
  const session = keepGuide(request, reply, token)
  const html = inShell(shell, page, { origin, session, now, calls: api.calls })
  return sendPage(request, reply, { page: 'guide', html })
}

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
