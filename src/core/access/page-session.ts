import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientCaller, Holder } from './token-lookup.ts'

/**
 * The cookies of our own pages. Pages hold no token: it is in a cookie that no script can read and no other site can
 * send. A cookie alone is worth nothing: every request also carries a key that only our own page has. `fan` is the
 * session of a buyer, beside the session of the guide that all visitors share (docs/design/pages.md).
 */
const cookies = {
  console: 'festival_console',
  gate: 'festival_gate',
  'box-office': 'festival_box_office',
  guide: 'festival_guide',
  fan: 'festival_fan',
  /** cookie that a browser brings back from the identity provider; it belongs to no page */
  openid: 'festival_openid',
} as const
type CookieName = keyof typeof cookies
export type PageName = Exclude<CookieName, 'openid'>

/**
 * Holders that may call by the cookie of each page. A browser can be given any token as a cookie, so the cookie alone
 * proves nothing: a token of another client is limited to the rights of that client, in the headers.
 */
const holders: Record<PageName, (holder: Pick<Holder, 'client' | 'user' | 'device'>) => boolean> = {
  console: ({ client, user }) => client.id === 'console' && user !== null,
  gate: ({ device }) => device !== null && !device.isTill,
  'box-office': ({ device }) => device?.isTill === true,
  guide: ({ client, user, device }) => client.id === 'guide' && user === null && device === null,
  fan: ({ client, user }) => client.id === 'guide' && user !== null,
}

/** All pages that have a session. */
export const pageNames = Object.keys(holders) as PageName[]

/** Returns true if a token belongs to a session of the page. */
export const isSessionOf = (page: PageName, holder: Parameters<(typeof holders)[PageName]>[0]) =>
  holders[page](holder)

/** Prefix of cookies that only an answer over HTTPS can set, and only for this host. */
const hostOnly = '__Host-'

/** The clients of our own pages. They have no secret, and are created if they are missing. */
const builtIn = new Set(['console', 'guide'])

/** Returns true if a client is that of one of our pages. */
export function isBuiltIn(clientId: string): boolean {
  return builtIn.has(clientId)
}

/**
 * Returns true if the users of a client are limited to routes open to publishable clients. This includes users of the
 * guide: its session lives long, on pages that everyone opens.
 */
export function limitsUsers({
  id,
  publishable,
}: Pick<ClientCaller, 'id' | 'publishable'>): boolean {
  return publishable !== null || id === 'guide'
}

/** The header for the key of a page's session. */
const sessionHeader = 'x-festival-session'

/** Returns the key that goes with a token. The token cannot be found from it, and no page of another origin can know it. */
export function sessionKeyOf(token: string): string {
  return createHash('sha256').update(`page session ${token}`).digest('base64url')
}

/** A token that a request sends as a cookie, and the pages that the cookie belongs to. */
export type PageToken = { token: string; pages: PageName[] }

/**
 * Returns the token of the page a request comes from, one of `wanted`; undefined if it names none. A key without a
 * matching cookie gives an empty token, which is not valid.
 */
export function tokenOfPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  wanted = pageNames,
): PageToken | undefined {
  const key = headers[sessionHeader]
  if (typeof key !== 'string' || key === '') return undefined
  const cookies = wanted.map((page) => ({ page, tokens: tokensIn({ headers }, page) }))
  const tokens = cookies.flatMap((cookie) => cookie.tokens)
  const token = tokens.find((one) => sessionKeyOf(one) === key) ?? ''
  return {
    token,
    pages: cookies.flatMap((cookie) => (cookie.tokens.includes(token) ? cookie.page : [])),
  }
}

/**
 * Returns the tokens in a page's cookies. There may be several: an attacker in control of a neighbouring host, or of
 * plain HTTP, can plant one of the same name, but none of the name that comes first here.
 */
export function tokensIn({ headers }: Pick<FastifyRequest, 'headers'>, page: CookieName): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return [`${hostOnly}${cookies[page]}`, cookies[page]].flatMap((wanted) =>
    pairs.flatMap(([name, token = '']) => (name === wanted && token !== '' ? [token] : [])),
  )
}

/** The headers of a page's requests: its cookie, and the key that goes with it. */
export function headersOfPage(page: PageName, token: string): Record<string, string> {
  return { cookie: `${cookies[page]}=${token}`, [sessionHeader]: sessionKeyOf(token) }
}

type PageCookie = { token: string; seconds: number; isSecure: boolean }

/**
 * Sets the cookie of a page's token, valid for so many seconds; an empty token deletes it. `isSecure`: the request came
 * by HTTPS, so the cookie is limited to HTTPS.
 */
export function setCookie(reply: FastifyReply, page: CookieName, kept: PageCookie): void {
  const { token, seconds, isSecure } = kept
  const name = cookies[page]
  // `Lax`: a link in a mail, or the way back from a bank, finds a fan signed in. The way back from a provider is such a
  // link too.
  const sameSite = page === 'fan' || page === 'openid' ? 'Lax' : 'Strict'
  const rest = `=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}`
  if (isSecure) reply.header('set-cookie', `${hostOnly}${name}${rest}; Secure`)
  // Over HTTPS, also deletes a cookie that was set without it.
  if (!isSecure || token === '') reply.header('set-cookie', `${name}${rest}`)
}
