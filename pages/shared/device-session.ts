/** The session of a page for devices, with its token in a cookie that scripts cannot read. */

import { withoutSeparators } from '#common/codes/typed-code'

/** The token of this device is not valid, or no longer valid. */
export class BadToken extends Error {}

/** A device that the service knows, and the key of its session. */
export type StoredDevice = { id: string; name: string; festival_id: string; session: string }

type SessionAnswer = { session: string | null; device: Omit<StoredDevice, 'session'> | null }
type SessionRequest = { token?: string; key?: string }

/** Returns the token of a kind in a link, or in a pasted or scanned text; blanks and width do not matter. */
export function setUpToken(text: string, kind: string): string | undefined {
  return new RegExp(`${kind}_[0-9A-Za-z]{49}`).exec(withoutSeparators(text))?.[0]
}

/** Removes the token from the address at once, so that it is not in the history. */
export function takeToken(tokenIn: (text: string) => string | undefined): string | undefined {
  const token = tokenIn(location.hash)
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return token
}

/**
 * Asks for the session of a page, begins it with a token, or ends it.
 * @throws BadToken, or TypeError without a network
 */
export async function fetchSession(
  page: string,
  method: 'GET' | 'POST' | 'DELETE',
  { token, key }: SessionRequest = {},
): Promise<StoredDevice | undefined> {
  const response = await fetch(`${page}/session`, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(15_000),
    ...(token !== undefined && { body: JSON.stringify({ token }) }),
    headers: {
      ...(token !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-festival-session': key }),
    },
  })
  if (response.status === 401 || response.status === 400) throw new BadToken('Invalid token')
  if (!response.ok) throw new TypeError(`The service answered ${response.status}`)
  const { session, device } = (await response.json()) as SessionAnswer
  return session !== null && device ? { ...device, session } : undefined
}
