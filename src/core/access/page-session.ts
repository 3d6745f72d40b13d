import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientCaller, Holder } from './token-lookup.ts'

/**
 * Our own pages hold no token: theirs lies in a cookie that no script can read and no other site can
 * send. A cookie alone is nothing: beside it every request carries a key that only a page of ours was told.
 * `fan` is the session of a buyer, beside the one of the guide that all visitors share (docs/adr/0066).
 */
const cookies = {
  console: 'festival_console',
  gate: 'festival_gate',
  'box-office': 'festival_box_office',
  guide: 'festival_guide',
  fan: 'festival_fan',
  /** of no page: what a browser brings back from the identity provider */
  openid: 'festival_openid',
} as const
type CookieName = keyof typeof cookies
export type PageName = Exclude<CookieName, 'openid'>

/**
 * Holders that may call by the cookie of each page. A browser can be given any token as a cookie, so the cookie alone
 * says nothing: a token of another client keeps to what its client may do, in the headers.
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

/** Returns true if a token is that of a session of the page. */
export const isSessionOf = (page: PageName, holder: Parameters<(typeof holders)[PageName]>[0]) =>
  holders[page](holder)

/** Only an answer that came by HTTPS can set a cookie of such a name, and only for this host. */
const hostOnly = '__Host-'

/** The clients through which our own pages call. They have no secret, and are made when they are missing. */
const builtIn = new Set(['console', 'guide'])

/** Whether a client is that of a page of ours. */
export function isBuiltIn(clientId: string): boolean {
  return builtIn.has(clientId)
}

/**
 * Whether the users of a client are kept to what is open to publishable clients: those of the guide too, whose session
 * lives long and on pages that everyone opens.
 */
export function limitsUsers({
  id,
  publishable,
}: Pick<ClientCaller, 'id' | 'publishable'>): boolean {
  return publishable !== null || id === 'guide'
}

/** The header in which a page says the key of its session. */
const sessionHeader = 'x-festival-session'

/** The key that goes with a token: it tells nothing about it, and no page of others can know it. */
export function sessionKeyOf(token: string): string {
  return createHash('sha256').update(`page session ${token}`).digest('base64url')
}

/** A token that a request sends as a cookie, and the pages in whose cookies it is. */
export type PageToken = { token: string; pages: PageName[] }

/**
 * The token of the page a request comes from, one of `wanted`; undefined where it names none. A key that
 * goes with no cookie gives an empty token, which is not valid.
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
 * The tokens in a page's cookies. There may be several: an attacker who holds a neighbouring host, or stands in
 * the way of plain HTTP, can plant one of the same name, but none of the name that comes first here.
 */
export function tokensIn({ headers }: Pick<FastifyRequest, 'headers'>, page: CookieName): string[] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return [`${hostOnly}${cookies[page]}`, cookies[page]].flatMap((wanted) =>
    pairs.flatMap(([name, token = '']) => (name === wanted && token !== '' ? [token] : [])),
  )
}

/** The headers with which a page calls: its cookie, and the key that goes with it. */
export function headersOfPage(page: PageName, token: string): Record<string, string> {
  return { cookie: `${cookies[page]}=${token}`, [sessionHeader]: sessionKeyOf(token) }
}

type Kept = { token: string; seconds: number; isSecure: boolean }

/**
 * Gives a page its token, for so many seconds; none takes it back. `isSecure`: it came by HTTPS, and so it
 * stays.
 */
export function setCookie(reply: FastifyReply, page: CookieName, kept: Kept): void {
  const { token, seconds, isSecure } = kept
  const name = cookies[page]
  // A link in a mail, or the way back from a bank, finds a fan signed in; the way back from a provider is one as well.
  const sameSite = page === 'fan' || page === 'openid' ? 'Lax' : 'Strict'
  const rest = `=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}`
  if (isSecure) reply.header('set-cookie', `${hostOnly}${name}${rest}; Secure`)
  // By HTTPS, one from before that is taken back as well.
  if (!isSecure || token === '') reply.header('set-cookie', `${name}${rest}`)
}
