import { useSyncExternalStore } from 'react'
import type { AcceptInvitationBody, CurrentUser } from '../../client/src/index.ts'
import { pageClient } from '../shared/client.ts'
import { answerAsked, askToConfirm } from './asking.ts'

/** The signed-in user; undefined until known, null when there is none. */
export type Session =
  | {
      key: string
      me: CurrentUser & { permissions: string[] }
      catchesMail: boolean
      isSandbox: boolean
    }
  | null
  | undefined

/** The identity provider of the sign-in page; `needs_code`: a user came from there and still has to enter a code. */
export type Door = { name: string; needs_code: boolean }

let session: Session
let door: Door | undefined
let key: string | null = null
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  key = next?.key ?? null
  if (!next) answerAsked(false)
  for (const listener of listeners) listener()
}

/** Calls `forget` when a user signs out, so that the next user cannot see the data they read. */
export function onLeave(forget: () => void): void {
  listeners.add(() => {
    if (session === null) forget()
  })
}

/** The API, called as the signed-in user, and asks them to confirm their identity if the service requires it. */
export const festival = pageClient(
  () => key,
  async (input, init) => {
    const sent = key
    const response = await fetch(input, init)
    const again =
      (response.status === 401 && (await hasNewKey(sent))) ||
      (response.status === 403 && (await isUnconfirmed(response)) && (await askToConfirm()))
    if (!again || key === null) return response
    const headers = new Headers(init?.headers)
    headers.set('x-festival-session', key)
    return fetch(input, { ...init, headers })
  },
)

/** Confirming replaces the key and ends the one before, also in other tabs, which find the new one by the cookie. */
async function hasNewKey(sent: string | null): Promise<boolean> {
  await confirming
  if (key === sent && session) {
    const { session: found } = await send('GET', '/session')
    const { id } = found === null ? { id: null } : await pageClient(() => found).me.get()
    if (found !== null && id === session.me.id) become({ ...session, key: found })
  }
  return key !== sent
}

async function isUnconfirmed(response: Response): Promise<boolean> {
  const refusal: { code?: string } = await response
    .clone()
    .json()
    .catch(() => ({}))
  return refusal.code === 'confirm_identity' || refusal.code === 'sign_in_again'
}

export const useSession = (): Session => useSyncExternalStore(listen, () => session)

/** The identity provider; undefined if there is none. It is known before the session is. */
export const useDoor = (): Door | undefined => useSyncExternalStore(listen, () => door)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Recalls the session, if there is one, by the cookie that only the server reads. */
export async function recallSession(): Promise<void> {
  const { provider, ...begun } = await send<Begun & { provider?: Door }>('GET', '/session')
  door = provider
  await begin(begun)
}

/** Sends the code of a user returning from the identity provider. @throws Error as `signIn` does */
export async function giveProviderCode(code: string): Promise<void> {
  await begin(await send('POST', '/provider/code', { code }))
  deleteProviderCode()
}

/** Forgets the pending code of a user from the identity provider: they begin again. */
export function deleteProviderCode(): void {
  door = door && { ...door, needs_code: false }
  for (const listener of listeners) listener()
}

/** A second factor is missing; `enrolled`: the account has one, else it has to set one up. */
export class FactorNeeded extends Error {
  readonly enrolled: boolean

  constructor(message: string, enrolled: boolean) {
    super(message)
    this.enrolled = enrolled
  }
}

export type Credentials = { email: string; password: string; code?: string }

/** @throws FactorNeeded, or Error with the message of the service when it refuses */
export async function signIn(given: Credentials): Promise<void> {
  await begin(await send('POST', '/session', given))
}

/** Signs in with a passkey's signature. @throws Error with the message of the service when it refuses */
export async function signInByPasskey(sign: Sign): Promise<void> {
  await begin(await sendSigned('/session/passkey', sign))
}

type Sign = (options: object) => Promise<object | undefined>

async function sendSigned(path: string, sign: Sign): Promise<Begun> {
  const { options } = await send<{ options: object }>('POST', `${path}/options`, {})
  const credential = await sign(options)
  if (!credential) throw new Error('No passkey was used.')
  return send('POST', path, { credential })
}

/** The confirmation under way, after which the session continues with a new key. */
let confirming: Promise<void> | undefined

/**
 * Confirms the user's identity, by their password or a mailed code, and second factor, or by a passkey's signature; the
 * session continues with a new key.
 * @throws FactorNeeded, or Error as `signIn` does
 */
export async function confirmIdentity(
  given: Omit<Credentials, 'email'> | { mailed_code: string; code?: string } | Sign,
): Promise<void> {
  const path = '/session/confirmation'
  const confirmed =
    typeof given === 'function'
      ? sendSigned(`${path}/passkey`, given)
      : send('POST', 'mailed_code' in given ? `${path}/mail/code` : path, given)
  const renewed = confirmed.then(begin)
  confirming = renewed.catch(() => undefined)
  await renewed
}

/** Returns the ways to confirm an identity, beside a passkey and the identity provider. */
export const waysToConfirm = () =>
  send<{ password: boolean; mail: boolean }>('GET', '/session/confirmation')

/** Mails a code that confirms the user's identity. @throws Error as `signIn` does */
export const mailConfirmationCode = () => send<object>('POST', '/session/confirmation/mail', {})

/** A secret for an authenticator app. @throws FactorNeeded, or Error as `signIn` does */
export function offerFactor(given: Credentials): Promise<{ secret: string; uri: string }> {
  return send('POST', '/session/second-factor', given)
}

/**
 * Activates the secret with its first code. Returns the recovery codes, and the function that continues with the new
 * session once they are stored. @throws Error as `signIn` does
 */
export async function confirmFactor(given: Required<Credentials>) {
  const enrolled = await send<Begun & { recovery_codes: string[] }>(
    'PUT',
    '/session/second-factor',
    given,
  )
  return { codes: enrolled.recovery_codes, goOn: () => begin(enrolled) }
}

/**
 * Accepts an invitation without a session. The user of the account it creates or finds signs in afterwards.
 * @throws Error with the message of the service when it refuses
 */
export async function acceptAtDoor(body: AcceptInvitationBody): Promise<void> {
  await send('POST', '/invitation', body)
}

/** Calls the console's own routes in front of the API, with the current session. */
async function send<Answer = Begun>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/console${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(key !== null && { 'x-festival-session': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw await refusalOf(response)
}

export async function signOut(): Promise<void> {
  // An ended session is left all the same.
  await send('DELETE', '/session').catch(() => undefined)
  become(null)
}

/** The service no longer knows the session: returns to sign-in. */
export function endSession(): void {
  become(null)
}

/** Reads the profile again after a change. */
export async function refreshMe(): Promise<void> {
  if (!session) return
  const { key, catchesMail, isSandbox } = session
  await begin({ session: key, catches_mail: catchesMail, is_sandbox: isSandbox })
}

type Begun = { session: string | null; catches_mail: boolean; is_sandbox?: boolean }

async function begin({ session: next, catches_mail: catchesMail, is_sandbox }: Begun) {
  if (next === null) return become(null)
  key = next
  const me = await festival.me.get()
  become({ key: next, me, catchesMail, isSandbox: is_sandbox === true })
}

async function refusalOf(response: Response): Promise<Error> {
  try {
    const { error, code, enrolled }: { error: string; code?: string; enrolled?: boolean } =
      await response.json()
    return code === 'second_factor_required'
      ? new FactorNeeded(error, enrolled === true)
      : new Error(error)
  } catch {
    return new Error('The service does not answer. Try again in a moment.')
  }
}
