import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Our own pages hold no token: theirs lies in a cookie that no script can read and no other site can
 * send. A cookie alone is nothing: beside it every request carries a key that only a page of ours was told.
 */
const cookies = {
  console: 'festival_console',
  gate: 'festival_gate',
  guide: 'festival_guide',
} as const
export type PageName = keyof typeof cookies

/** The header in which a page says the key of its session. */
const sessionHeader = 'x-festival-session'

/** The key that goes with a token: it tells nothing about it, and no page of others can know it. */
export function sessionKeyOf(token: string): string {
  return createHash('sha256').update(`page session ${token}`).digest('base64url')
}

/**
 * The token of the page a request comes from; undefined where it names none. A key that goes with no
 * cookie gives an empty token, which is that of nobody.
 */
export function tokenOfPage({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[sessionHeader]
  if (typeof key !== 'string' || key === '') return undefined
  const tokens = Object.keys(cookies).map((page) => cookieOf({ headers }, page as PageName))
  return tokens.find((token) => token !== undefined && sessionKeyOf(token) === key) ?? ''
}

/** The token in a page's cookie. */
export function cookieOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  page: PageName,
): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const [, token] = pairs.find(([name]) => name === cookies[page]) ?? []
  return token === '' ? undefined : token
}

type Kept = { token: string; seconds: number; isSecure: boolean }

/** Gives a page its token, for so many seconds. `isSecure`: it came by HTTPS, and so it stays. */
export function setCookie(reply: FastifyReply, page: PageName, kept: Kept): void {
  const { token, seconds, isSecure } = kept
  reply.header(
    'set-cookie',
    `${cookies[page]}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  )
}
