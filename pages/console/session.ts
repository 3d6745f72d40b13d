import { useSyncExternalStore } from 'react'
import type { AcceptInvitationBody, CurrentUser } from '../../client/src/index.ts'
import { pageClient } from '../shared/client.ts'

/** The signed-in user; undefined until known, null when there is none. */
export type Session =
  | { key: string; me: CurrentUser & { permissions: string[] }; catchesMail: boolean }
  | null
  | undefined

let session: Session
let key: string | null = null
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  key = next?.key ?? null
  for (const listener of listeners) listener()
}

/** Calls `forget` when a user signs out, so that the next user cannot see what they read. */
export function onLeave(forget: () => void): void {
  listeners.add(() => {
    if (session === null) forget()
  })
}

/** The API, called as the signed-in user. */
export const festival = pageClient(() => key)

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )
}

/** Finds out whether there is a session, by the cookie that only the server reads. */
export async function recallSession(): Promise<void> {
  const response = await fetch('/console/session', { credentials: 'same-origin' })
  if (!response.ok) throw new Error(await sentenceOf(response))
  await begin(await response.json())
}

/** @throws Error with the message of the service when it refuses */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await fetch('/console/session', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(await sentenceOf(response))
  await begin(await response.json())
}

/**
 * Accepts an invitation without a session. The user of the account it creates or finds signs in afterwards.
 * @throws Error with the message of the service when it refuses
 */
export async function acceptAtDoor(body: AcceptInvitationBody): Promise<void> {
  const response = await fetch('/console/invitation', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await sentenceOf(response))
}

export async function signOut(): Promise<void> {
  await fetch('/console/session', {
    method: 'DELETE',
    credentials: 'same-origin',
    headers: { 'x-festival-session': key ?? '' },
  })
  become(null)
}

/** The service no longer knows the session: returns to sign-in. */
export function endSession(): void {
  become(null)
}

/** Reads the profile again after a change. */
export async function refreshMe(): Promise<void> {
  if (session) await begin({ session: session.key, catches_mail: session.catchesMail })
}

type Begun = { session: string | null; catches_mail: boolean }

async function begin({ session: next, catches_mail: catchesMail }: Begun) {
  if (next === null) return become(null)
  key = next
  const me = await festival.me.get()
  become({ key: next, me, catchesMail })
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { error }: { error: string } = await response.json()
    return error
  } catch {
    return 'The service does not answer. Try again in a moment.'
  }
}
