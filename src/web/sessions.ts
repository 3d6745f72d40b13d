import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Holder } from '#access'
import { type PageName, sessionKeyOf, setCookie, tokenOfPage, tokensIn } from '#access'
import { signInUser } from '#auth'
import { ensurePageClient } from '#clients'
import { transact } from '#platform/database/transactions'
import { forbidden, Problem } from '#platform/values/errors'

/** A working day in the console, in seconds. */
const consoleSeconds = 12 * 3_600
const suspended =
  'The console is suspended. On the server, `festival client resume console` opens it again'

type App = Pick<FastifyInstance, 'access'>

/** The session of a page: its key, its token and who holds it. */
export type PageSession = { key: string; token: string; holder: Holder }

/**
 * Returns the session of a page by its cookies: its key and its holder; undefined without a valid one.
 */
export async function sessionOn(
  app: App,
  request: FastifyRequest,
  page: PageName,
): Promise<PageSession | undefined> {
  for (const token of tokensIn(request, page)) {
    const holder = await holderWith(app, token)
    if (holder) return { key: sessionKeyOf(token), token, holder }
  }
  return undefined
}

async function holderWith({ access }: App, token: string): Promise<Holder | undefined> {
  try {
    return await access.holderOf(token)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

/**
 * Signs a user in to the console. 401 as for `POST /auth/user`, 429 after too many failures, and 403
 * while the console's client is suspended, as no token would work.
 */
export async function enterConsole(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { suspended_at } = await ensurePageClient(app.db, { id: 'console', name: 'Console' })
  if (suspended_at) throw forbidden(suspended, 'suspended')
  const claim = { clientId: 'console', email, password, address: request.ip }
  const { token } = await signInUser(app, { ...claim, seconds: consoleSeconds })
  return keep(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

/** Sets up a gate device with its token. 401 if the token is not, or no longer, that of a device. */
export async function enterGate(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<string> {
  const { device, expiresAt } = await app.access.holderOf(token)
  if (!device) throw new Problem(401, 'Invalid token')
  const seconds = Math.floor((expiresAt.getTime() - app.now().getTime()) / 1000)
  return keep(request, reply, { page: 'gate', token, seconds })
}

/**
 * Ends the session of the console everywhere and removes the cookie, also of a session that has ended
 * already, which is then 401.
 */
export async function leaveConsole(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const token = forget(request, reply, 'console')
  const hash = (await app.access.holderOf(token)).user?.token
  if (hash) await transact(app.db, (trx) => app.access.endToken(trx, hash))
}

/**
 * Removes a page's cookie and returns its token, which stays valid. 401 without the cookie and its key.
 */
export function forget(request: FastifyRequest, reply: FastifyReply, page: PageName): string {
  const token = tokenOfPage(request, [page])
  if (!token) throw new Problem(401, 'Invalid session')
  keep(request, reply, { page, token: '', seconds: 0 })
  return token
}

/** Sets the token in the page's cookie, and returns the key that goes with it. */
export function keep(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, token, seconds }: { page: PageName; token: string; seconds: number },
): string {
  setCookie(reply, page, { token, seconds, isSecure: isSecure(request) })
  return sessionKeyOf(token)
}

/** The services, by their settings, that have logged a protocol that contradicts `PUBLIC_URL`. */
const warned = new WeakSet<object>()

/**
 * Whether the browser reached the service by HTTPS. An https `PUBLIC_URL` decides: a proxy that overwrites
 * or drops `X-Forwarded-Proto` must not cost cookies their `Secure`.
 */
function isSecure({ server: { config }, protocol, log }: FastifyRequest): boolean {
  if (protocol === 'https') return true
  if (!config.PUBLIC_URL?.startsWith('https:')) return false
  if (!warned.has(config)) log.warn(overPlainHttp)
  warned.add(config)
  return true
}

const overPlainHttp =
  'a browser seems to use plain HTTP, but PUBLIC_URL is https: the proxy should send X-Forwarded-Proto, and TRUSTED_PROXIES should name each proxy'
