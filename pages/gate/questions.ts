import { now } from '../shared/clock.ts'
import type { Desk, Store } from './store.ts'

/**
 * Questions to the service that are not answered. The service may have received one although its answer was lost, or
 * the page was closed meanwhile. The same ticket is then sent again, in the same direction, with the same nonce, so
 * that its owner is not refused because an answer was lost, and is counted once.
 */
type Question = { nonce: string; at: number }

/** The time, in ms, after which another person may hold the ticket, and must not get the answer of the first. */
const memory = 10 * 60_000

const prefix = 'asked '
const nameOf = (question: string) => `${prefix}${question}`

/** Returns the nonce of an unanswered question; undefined if there is none. */
export async function recall(store: Store, question: string): Promise<string | undefined> {
  const known = await store.kept<Question>(nameOf(question)).catch(() => undefined)
  return known && now().getTime() - known.at < memory ? known.nonce : undefined
}

/** Stores a question before it is sent. A device without space sends it all the same. */
export async function remember(store: Store, question: string, nonce: string): Promise<void> {
  const asked: Question = { nonce, at: now().getTime() }
  await store.keep(nameOf(question), asked).catch(() => undefined)
}

/** Removes a question with its answer, in the same transaction that stores its result. */
export const deleteQuestion = (desk: Desk, question: string): void =>
  desk.drop('kept', nameOf(question))

/** Removes all questions that are too old to be sent again. */
export async function deleteOldQuestions(store: Store): Promise<void> {
  const old = (await store.read('kept')).filter(
    ({ name, value }) =>
      name.startsWith(prefix) && now().getTime() - (value as Question).at >= memory,
  )
  if (old.length > 0)
    await store.change((desk) => {
      for (const { name } of old) desk.drop('kept', name)
    })
}

/** `randomUUID` needs a page served over HTTPS. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
