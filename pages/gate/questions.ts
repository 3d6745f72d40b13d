import { now } from '../shared/clock.ts'
import type { Desk, Store } from './store.ts'

/**
 * Questions to the service that are not answered. It may have received one whose answer was lost, or whose page was
 * closed meanwhile: the same ticket is asked for again, the same way, with the same nonce, so that its owner is not
 * refused because an answer was lost, and is counted once.
 */
type Question = { nonce: string; at: number }

/** After so long another person may hold the ticket, who must not get the answer of the first, ms. */
const memory = 10 * 60_000

const prefix = 'asked '
const nameOf = (question: string) => `${prefix}${question}`

/** The nonce of a question that is not answered; undefined where there is none. */
export async function recall(store: Store, question: string): Promise<string | undefined> {
  const known = await store.kept<Question>(nameOf(question)).catch(() => undefined)
  return known && now().getTime() - known.at < memory ? known.nonce : undefined
}

/** Notes a question before it is asked. A device without space asks all the same. */
export async function remember(store: Store, question: string, nonce: string): Promise<void> {
  const asked: Question = { nonce, at: now().getTime() }
  await store.keep(nameOf(question), asked).catch(() => undefined)
}

/** Forgets a question with its answer, in one transaction with what is kept of it. */
export const forgetQuestion = (desk: Desk, question: string): void =>
  desk.drop('kept', nameOf(question))

/** Forgets all that are too old to be asked again. */
export async function forgetOld(store: Store): Promise<void> {
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
