import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headersOfPage, tokenOfPage, type UserCaller } from '#core/access'
import {
  attemptIn,
  type CodeCredentials,
  type CodeRequest,
  requestCode,
  signInByCode,
  signInUser,
} from '#identity/auth'
import { offerSignIn, type PasskeySignIn, signInByPasskey, siteOf } from '#identity/passkeys'
import { saveLanguage } from '#identity/users'
import { movePushes } from '#messaging/push'
import { beginAsGuest, findGuestOf } from '#people/guests'
import { type Transaction, transact } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import { pageLanguageOf } from './request-language.ts'
import { clearSession, type PageSession, sessionOn, setSession } from './sessions.ts'

const day = 86_400
/** The lifetime of a fan's session, which restarts with use, in seconds. */
const fanSeconds = 180 * day

type App = FastifyInstance
type Visit = { request: FastifyRequest; reply: FastifyReply }
export type SignIn =
  | { email: string; password: string; code?: string | undefined }
  | (CodeCredentials & { guest?: boolean | undefined })
  | PasskeySignIn

/**
 * Returns the session of a fan for a page that the browser itself opens, or for a request of one of our pages. Inside a
 * page of another site there is no session, although the browser may send the cookie.
 */
export async function fanOn(app: App, visit: Visit): Promise<PageSession | undefined> {
  if (!isOpened(visit.request)) return undefined
  const session = await sessionOn(app, visit.request, 'fan')
  if (!session?.holder.user) return undefined
  await renew(app, visit, session)
  return session
}

/**
 * Returns true if the browser itself or one of our pages makes the request. Browsers that do not state its origin send
 * the cookie with links only.
 */
function isOpened({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  if (site === 'same-origin' || site === 'none') return true
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Extends a session in use, once a day. */
async function renew({ db, access, now }: App, visit: Visit, { token, holder }: PageSession) {
  const seconds = lifeIn(access)
  const left = (holder.expiresAt.getTime() - now().getTime()) / 1000
  const hash = holder.user?.token
  if (left > seconds - day || hash === undefined) return
  await transact(db, (trx) => access.extend(trx, hash, seconds))
  setSession(visit.request, visit.reply, { page: 'fan', token, seconds })
}

const lifeIn = (access: App['access']) => Math.min(fanSeconds, access.seconds)

/** Begins a session of a guest, unless there is a session already; returns its key. */
export async function enterAsGuest(app: App, visit: Visit): Promise<string> {
  await requireOwnPage(app, visit.request)
  const before = await sessionOn(app, visit.request, 'fan')
  if (before) return before.key
  const seconds = lifeIn(app.access)
  const guest = { language: pageLanguageOf(visit.request) }
  const begun = { clientId: 'guide', seconds, ip: visit.request.ip, guest }
  const { token } = await beginAsGuest(app, begun)
  return setSession(visit.request, visit.reply, { page: 'fan', token, seconds })
}

/** Mails a code to sign in with, like `POST /auth/code`; to an e-mail without an account in the language of the page. */
export async function mailFanCode(
  app: App,
  request: FastifyRequest,
  { email, request_id: requestId }: CodeRequest,
): Promise<string> {
  await requireOwnPage(app, request)
  const language = pageLanguageOf(request)
  return requestCode(app, { email, ip: request.ip, requestId, language })
}

/** Returns options with which the browser signs in by a passkey, like `POST /auth/passkey/options`. */
export async function offerPasskeys(app: App, request: FastifyRequest): Promise<object> {
  await requireOwnPage(app, request)
  return offerSignIn(app, siteOf(request))
}

/**
 * Signs a fan in, by password, by a code from a mail or by a passkey, always with a new token; the session before ends.
 * Returns the key, and true if the session before was of the same user. Refuses like `POST /auth/user`, `POST
 * /auth/code/verify` and `POST /auth/passkey`.
 */
export async function enterAsFan(
  app: App,
  visit: Visit,
  given: SignIn,
): Promise<{ session: string; same: boolean }> {
  const { request, reply } = visit
  await requireOwnPage(app, request)
  const before = await sessionOn(app, request, 'fan')
  const seconds = lifeIn(app.access)
  const { token } = await signIn(app, request, { given, seconds })
  const { user } = await app.access.holderOf(token)
  if (before && user) await leaveBehind(app, request, { before, to: user })
  if (user) await saveLanguage(app.db, user.id, pageLanguageOf(request))
  const session = setSession(request, reply, { page: 'fan', token, seconds })
  return { session, same: user !== null && before?.holder.user?.id === user.id }
}

/**
 * Ends the session before. Releases the orders that a guest holds, so that the account can hold them; the account
 * already owns the purchases it has taken over by its e-mail. A user who signs in again keeps the notifications of this
 * browser.
 */
async function leaveBehind(app: App, request: FastifyRequest, { before, to }: Left) {
  const { token, holder } = before
  const { user } = holder
  if (!user) return
  if (user.isGuest) {
    const url = '/orders?limit=10'
    const headers = { host: request.host, ...headersOfPage('fan', token) }
    const answer = await app.inject({ url, headers })
    const { orders = [] } = answer.json<{ orders?: { id: string; status: string }[] }>()
    for (const { id } of orders.filter(({ status }) => status === 'held')) {
      await app.inject({ method: 'DELETE', url: `/orders/${id}`, headers })
    }
  }
  await transact(app.db, async (trx) => {
    if (user.id === to.id) await movePushes(trx, { from: user.token, to: to.token })
    await app.access.endToken(trx, user.token)
  })
}

type Left = { before: PageSession; to: UserCaller }

function signIn(app: App, request: FastifyRequest, { given, seconds }: SignInRequest) {
  const { ip } = request
  const through = { clientId: 'guide', seconds }
  if ('credential' in given) {
    return signInByPasskey(app, { ...through, ...given, site: siteOf(request) })
  }
  if ('password' in given) return signInUser(app, { ...through, ...given, address: ip })
  const { guest, ...body } = given
  const findGuest = guest
    ? (trx: Transaction, email: string) => findGuestOf(app, trx, email)
    : undefined
  return signInByCode(app, { ...through, ...attemptIn({ body, ip }), findGuest })
}

type SignInRequest = { given: SignIn; seconds: number }

/** Ends a fan's session, which the request has to prove with its key, and removes the cookie. */
export async function leaveAsFan(app: App, { request, reply }: Visit): Promise<void> {
  const token = clearSession(request, reply, 'fan')
  const hash = (await app.access.holderOnPage(token)).user?.token
  if (hash) await transact(app.db, (trx) => app.access.endToken(trx, hash))
}

/**
 * Refuses a request without a key that was given to one of our pages: otherwise another site could sign a visitor in as
 * a user of its choice. @throws Problem 401
 */
async function requireOwnPage({ access }: App, request: FastifyRequest): Promise<void> {
  const token = tokenOfPage(request, ['guide', 'fan'])
  if (!token?.token) throw new Problem(401, 'Invalid session')
  await access.holderOnPage(token)
}
