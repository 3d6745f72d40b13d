import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInUser } from '#auth'
import { ensurePageClient } from '#clients'
import { transact } from '#platform/database'
import { Problem } from '#platform/errors'
import { cookieOf, type PageName, sessionKeyOf, setCookie } from '#platform/page-session'

/** A working day in the console, seconds. */
const consoleSeconds = 12 * 3_600

/** The key of the session a page has, by its cookie; null without a good one. */
export async function sessionOn(
  { access }: Pick<FastifyInstance, 'access'>,
  request: FastifyRequest,
  page: PageName,
): Promise<string | null> {
  const token = cookieOf(request, page)
  if (token === undefined) return null
  try {
    await access.holderOfPage(token)
    return sessionKeyOf(token)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null
    throw error
  }
}

/** Signs a person in to the console: 401 as at `POST /auth/user`, after too many failures 429. */
export async function enterConsole(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, password }: { email: string; password: string },
): Promise<string> {
  await ensurePageClient(app.db, { id: 'console', name: 'Console' })
  const claim = { clientId: 'console', email, password, address: request.ip }
  const { token } = await signInUser(app, { ...claim, seconds: consoleSeconds })
  return keep(request, reply, { page: 'console', token, seconds: consoleSeconds })
}

/** Sets a gate's device up with its token: 401 for one that is not, or no longer, a device's. */
export async function enterGate(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<string> {
  const { device, expiresAt } = await app.access.holderOfPage(token)
  if (!device) throw new Problem(401, 'Invalid token')
  const seconds = Math.floor((expiresAt.getTime() - app.now().getTime()) / 1000)
  return keep(request, reply, { page: 'gate', token, seconds })
}

/** Ends the session of the console everywhere, and takes the cookie back. */
export async function leaveConsole(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const hash = request.user?.token
  if (hash) await transact(app.db, (trx) => app.access.endToken(trx, hash))
  keep(request, reply, { page: 'console', token: '', seconds: 0 })
}

/** Takes a page's cookie back; its token lives on. */
export function forget(request: FastifyRequest, reply: FastifyReply, page: PageName): void {
  keep(request, reply, { page, token: '', seconds: 0 })
}

/** Puts the token into the page's cookie and gives the key that goes with it. */
export function keep(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, token, seconds }: { page: PageName; token: string; seconds: number },
): string {
  const isSecure = request.protocol === 'https'
  setCookie(reply, page, { token, seconds, isSecure })
  return sessionKeyOf(token)
}
