import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Holder,
  type PageName,
  type PageToken,
  sessionKeyOf,
  setCookie,
  tokenOfPage,
  tokensIn,
} from '#core/access'
import { Problem } from '#platform/values/errors'

type App = Pick<FastifyInstance, 'access'>

/** The session of a page: its key, its token and its holder. */
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
    const holder = await holderWith(app, { token, pages: [page] })
    if (holder) return { key: sessionKeyOf(token), token, holder }
  }
  return undefined
}

async function holderWith({ access }: App, token: PageToken): Promise<Holder | undefined> {
  try {
    return await access.holderOnPage(token)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

/** The pages of devices: each is set up with the token of one. */
export type DevicePage = 'gate' | 'box-office'

/** Sets up a device with its token. 401 unless the token belongs to a current device of this page. */
export async function enterDevice(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { page, token }: { page: DevicePage; token: string },
): Promise<string> {
  const { expiresAt } = await app.access.holderOnPage({ token, pages: [page] })
  const seconds = Math.floor((expiresAt.getTime() - app.now().getTime()) / 1000)
  return setSession(request, reply, { page, token, seconds })
}

/**
 * Removes a page's cookie and returns its token, which stays valid. 401 without the cookie and its key.
 */
export function clearSession(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageName,
): PageToken {
  const token = tokenOfPage(request, [page])
  if (!token?.token) throw new Problem(401, 'Invalid session')
  setSession(request, reply, { page, token: '', seconds: 0 })
  return token
}

/** Sets the token in the page's cookie, and returns its key. */
export function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, token, seconds }: { page: PageName; token: string; seconds: number },
): string {
  setCookie(reply, page, { token, seconds, isSecure: isSecure(request) })
  return sessionKeyOf(token)
}

/** The services, by their settings, that have already logged a protocol contradicting `PUBLIC_URL`. */
const warned = new WeakSet<object>()

/**
 * Returns true if the browser reached the service by HTTPS. An https `PUBLIC_URL` decides: a proxy that overwrites or
 * drops `X-Forwarded-Proto` must not cost cookies their `Secure`.
 */
export function isSecure({ server: { config }, protocol, log }: FastifyRequest): boolean {
  if (protocol === 'https') return true
  if (!config.PUBLIC_URL?.startsWith('https:')) return false
  if (!warned.has(config)) log.warn(overPlainHttp)
  warned.add(config)
  return true
}

const overPlainHttp =
  'a browser seems to use plain HTTP, but PUBLIC_URL is https: the proxy should send X-Forwarded-Proto, and TRUSTED_PROXIES should name each proxy'
