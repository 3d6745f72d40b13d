/** Tickets without their code: found, and admitted by name, by the service alone. */

import { readShortCode } from '#common/codes/short-code'
import { isEnoughOfName } from '#common/gate/name-text'
import { FestivalError } from '../../client/src/error.ts'
import type { FoundTicket } from '../../client/src/types.ts'
import { now } from '../shared/clock.ts'
import { type Gate, type Mode, storeResult } from './decide.ts'
import { deleteQuestion, newNonce, recall, remember } from './questions.ts'
import type { Scan } from './store.ts'

/** Returns true if the service searches for this text: a short code, or two letters of a name or an e-mail. */
export function isQuestion(text: string): boolean {
  return isShortCode(text) || isEnoughOfName(text)
}

export const isShortCode = (text: string) => readShortCode(text) !== undefined

/**
 * Finds tickets of the festival by a short code, a name or an e-mail. The service records the searching user.
 * @throws Unanswered, Ended
 */
export function findTickets(gate: Gate, q: string) {
  const { service, device } = gate
  return service.ask(
    (client, options) => client.gate.find(device.festival_id, { q }, options),
    refusals,
  )
}

/**
 * Admits a ticket, or lets it out, by the name of its holder, which was confirmed with the person.
 * @throws Unanswered, Ended
 */
export async function admitByName(
  gate: Gate,
  { payment_id, holder_name: name }: FoundTicket,
  { direction, practice }: Pick<Mode, 'direction' | 'practice'>,
): Promise<Scan | FestivalError> {
  const { store } = gate
  const question = `${direction} ${payment_id}`
  const nonce = (await recall(store, question)) ?? newNonce()
  if (!practice) await remember(store, question, nonce)
  const at = now()
  const body = { payment_id, name, nonce, direction, practice }
  const result = await gate.service.ask(
    (client, options) => client.gate.admit(gate.device.festival_id, body, options),
    refusals,
  )
  if (!(result instanceof FestivalError))
    return storeResult(gate, { nonce, at, question, practice }, result)
  await store.change((desk) => deleteQuestion(desk, question))
  return result
}

/** Refusals of the question itself, not failures of the service: it works, and the device stays online. */
const refusals = new Set(['invalid', 'name_differs', 'not_found'])
