import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findNames } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import { originOf } from '#platform/http/answers/origin'
import { Problem } from '#platform/values/errors'
import { findOfOrders } from '#shop/documents'
import { methodsOf } from '#shop/payments'
import { walletsAt } from '#shop/tickets'
import { mePage } from './account/page.ts'
import { minePage } from './plan/page.ts'
import { fanOn } from './server/fan.ts'
import { type guideTokens, setGuideCookie } from './server/guide-token.ts'
import { readPage, sendPage, withoutSlash } from './server/page.ts'
import { ticketsAddress } from './server/page-address.ts'
import { languagesOf } from './server/request-language.ts'
import { checkoutPage } from './shop/checkout.ts'
import { resetPage, signInPage } from './shop/sign-in.ts'
import { ticketsPage } from './tickets/tickets.ts'
import { apiFor } from './ui/api.ts'
import { type GuidePage, inShell } from './ui/layout.ts'
import { type Fan, type PageRequest, ShopQuery } from './ui/request.ts'

type Render = (request: PageRequest) => Promise<GuidePage | { redirect: string }>

/**
 * The pages of a buyer (docs/contract, section 9): they show only the data that the fan's session may see, change
 * nothing, and are not cached.
 */
export function serveShop(app: FastifyInstance, tokens: ReturnType<typeof guideTokens>): void {
  page(app, tokens, { url: '/checkout', render: checkoutPage })
  page(app, tokens, { url: ticketsAddress, render: ticketsPage })
  page(app, tokens, { url: '/sign-in', render: signInPage })
  page(app, tokens, { url: '/reset', render: resetPage })
  page(app, tokens, { url: '/guide/:id/mine', render: minePage })
  page(app, tokens, { url: '/me', render: mePage })
  for (const url of ['/checkout', '/sign-in', '/reset', '/me', '/guide/:id/mine']) {
    withoutSlash(app, url)
  }
  serveFile(app, { url: '/tickets/:id/pdf', file: (id) => `/payments/${id}/ticket.pdf` })
  serveFile(app, { url: '/me/orders/:id/pdf', file: (id) => `/orders/${id}/tickets.pdf` })
  serveFile(app, { url: '/me/documents/:id/pdf', file: (id) => `/documents/${id}.pdf` })
}

/** Tickets to print and documents, for this session alone: a link of the API would need its tokens. */
function serveFile(
  app: FastifyInstance,
  { url, file }: { url: string; file: (id: string) => string },
) {
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url,
    config: { access: 'public' },
    schema: { hide: true, params: Type.Object({ id: Type.String() }) },
    handler: async (request, reply) => {
      const session = await fanOn(app, { request, reply })
      if (!session) return reply.redirect('/tickets', 303)
      const path = file(encodeURIComponent(request.params.id))
      const { headers, rawPayload } = await apiFor(app, request, {
        token: session.token,
        page: 'fan',
      }).file(path)
      const name = headers['content-disposition']
      reply.headers({ 'cache-control': 'no-store', 'content-disposition': name })
      return reply.type('application/pdf').send(rawPayload)
    },
  })
}

function page(
  app: FastifyInstance,
  tokens: ReturnType<typeof guideTokens>,
  { url, render }: { url: string; render: Render },
) {
  app.route<{ Querystring: ShopQuery; Params: { id?: string } }>({
    method: 'GET',
    url,
    config: { access: 'public', refuses: [401] },
    schema: { hide: true, querystring: ShopQuery },
    handler: async (request, reply) => {
      const token = await tokens(request)
      return show(app, { request, reply, token }, render)
    },
  })
}

type Visit = {
  request: FastifyRequest<{ Querystring: ShopQuery; Params: { id?: string } }>
  reply: FastifyReply
  /** the guide's */
  token: string
}

async function show(app: FastifyInstance, visit: Visit, render: Render): Promise<FastifyReply> {
  const { request, reply } = visit
  const { session, asked } = await askedBy(app, visit)
  const isKept = request.query.keep !== undefined
  if (isKept && !session) throw new Problem(401, 'Invalid session')
  const rendered = await render(asked)
  reply.header('cache-control', 'no-store')
  if ('redirect' in rendered) return reply.redirect(rendered.redirect, 303)
  const around = {
    origin: originOf(request),
    ...(isKept ? unknown : knownTo(visit, asked, session?.key)),
    operator: app.config,
    now: asked.now,
  }
  const html = inShell(await readPage(app, 'guide'), { ...rendered, isHidden: true }, around)
  const { processor } = rendered
  return sendPage(request, reply, { page: 'guide', html, isPersonal: true, processor })
}

/** A page stored by a browser contains nothing of its session. */
const unknown = { session: null, calls: [] }

/** The facts about its visitor that a page is given. */
function knownTo({ request, reply, token }: Visit, { api, mine, fan }: PageRequest, key?: string) {
  return {
    session: setGuideCookie(request, reply, token),
    fan: key,
    hasAccount: fan?.isGuest === false,
    calls: [...api.calls, ...(mine?.calls ?? [])],
  }
}

async function askedBy(app: FastifyInstance, visit: Visit) {
  const { request, token } = visit
  const { query, params } = request
  const session = await fanOn(app, visit)
  const languages = languagesOf(request)
  const userId = session?.holder.user?.id
  const asked: PageRequest = {
    id: params.id ?? '',
    query,
    api: apiFor(app, request, { token }),
    mine: session && apiFor(app, request, { token: session.token, page: 'fan' }),
    fan: await fanOf(app.reads, userId),
    now: app.now(),
    languages,
    namesOf: (ids) => findNames(app.reads, ids, languages),
    documentsOf: async (orderIds) =>
      userId === undefined ? new Map() : findOfOrders(app.reads, { userId, orderIds }, app.now()),
    processor: app.processors.card,
    transferDays: methodsOf(app).find(({ name }) => name === 'transfer')?.days ?? undefined,
    wallets: walletsAt(app.wallets, app.now()),
    config: app.config,
  }
  return { session, asked }
}

async function fanOf(db: Database, id: string | undefined): Promise<Fan | undefined> {
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('users')
    .leftJoin('undeliverable_emails as gone', (join) =>
      join.onRef('gone.user_id', '=', 'users.id').onRef('gone.email', '=', 'users.email'),
    )
    .select([
      'users.email',
      'first_name',
      'last_name',
      'is_guest',
      'email_proven_at',
      'gone.noted_at',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id,
      email: row.email,
      name: `${row.first_name} ${row.last_name}`.trim(),
      isGuest: row.is_guest,
      isProven: row.email_proven_at !== null,
      isUndeliverable: row.noted_at !== null,
    }
  )
}
