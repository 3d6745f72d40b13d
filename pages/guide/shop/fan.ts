import { FestivalError } from '../../../client/src/error.ts'
import { pageClient } from '../../shared/client.ts'
import { deleteFanData } from '../offline/forget.ts'

const content = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null

/** The key of the fan's session, null before it begins. The token is in a cookie. */
let key = content('festival-fan')

/** The API with the fan's access. */
export const api = pageClient(() => key)

/** The same for short calls that continue after the page is left. */
export const lastingApi = pageClient(
  () => key,
  (input, init) => fetch(input, { ...init, keepalive: true }),
)

/** Calls the API, and once more if another tab has begun a new session. */
export async function asFan<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FestivalError) || error.status !== 401) throw error
    const before = key
    key = (await send('GET', '/fan/session')).session
    if (key === null) await deleteFanData()
    if (key === null || key === before) throw error
    return call()
  }
}

/** Returns true if this browser is signed in to an account: a guest has none. */
export async function hasAccount(): Promise<boolean> {
  const { session, guest } = await send('GET', '/fan/session')
  key = session
  return session !== null && guest === false
}

/** Begins a session for a guest if there is none; the second of two tabs finds the first one's. */
export function beginAsGuest(): Promise<void> {
  return inTurn(async () => {
    if (key !== null) return
    const known = (await send('GET', '/fan/session')).session
    key = known ?? (await send('POST', '/fan/guest')).session
  })
}

/** Runs one tab's work after the other's, if the browser supports it. */
export function inTurn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('festival-shop', act) : act()
}

/**
 * Has six digits mailed, and returns the id of the request, which goes with the digits. `requestId` is the id of an
 * earlier request; its digits become invalid. @throws FestivalError
 */
export async function requestSignInCode(
  email: string,
  requestId?: string,
): Promise<string | undefined> {
  const request = { email, ...(requestId !== undefined && { request_id: requestId }) }
  return (await send('POST', '/fan/code', request)).request_id
}

/** Returns the options that a passkey is to sign. @throws FestivalError */
export async function askForOptions(): Promise<object> {
  return (await send('POST', '/fan/session/passkey/options')).options ?? {}
}

/** @throws FestivalError */
export async function signIn(given: object, by: '' | '/code' | '/passkey' = ''): Promise<void> {
  const { session, same } = await send('POST', `/fan/session${by}`, given)
  key = session
  // Signing in again as the same user retains this browser's data.
  if (!same) await deleteFanData()
}

export async function signOut(): Promise<void> {
  try {
    await send('DELETE', '/fan/session')
    key = null
  } finally {
    await deleteFanData()
  }
}

/** Calls the session's own routes, with the fan's key or, before there is one, the guide's. */
async function send(
  method: string,
  path: string,
  body?: object,
): Promise<{
  session: string | null
  guest?: boolean
  same?: boolean
  options?: object
  request_id?: string
}> {
  const session = key ?? content('festival-session') ?? ''
  const answer = await fetch(path, {
    method,
    headers: {
      'x-festival-session': session,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  }).catch((cause: unknown) => {
    throw new FestivalError({ status: 0, message: 'No answer', cause })
  })
  const told = await answer.json()
  if (answer.ok) return told
  const { error = '', code } = told
  throw new FestivalError({ status: answer.status, message: error, code, body: told })
}
