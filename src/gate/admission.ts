/**
 * Whether a ticket admits (contract, section 8): the rules of the gate, for the service and for the gate's
 * page while it has no network. Imports nothing, so that both can be built with it.
 */

/** What is known of a ticket when it is scanned. */
export type KnownTicket = {
  /** whether it is for the festival of this gate */
  isOfFestival: boolean
  payment_type: string
  /** its payment's */
  status: string
  revoked: boolean
  /** whether it was handed on after this code was signed */
  transferred: boolean
  /** its tier's window as it is now; null: no limit on that side */
  valid_since: Date | null
  valid_until: Date | null
  /** when an earlier scan admitted it */
  validated_at: Date | null
}

type Rule = (ticket: KnownTicket, at: Date) => boolean

const paid = new Set(['succeeded', 'partially_refunded'])
const givenBack = new Set(['refunding', 'refunded'])

/** What refuses a ticket, in the order in which a gate says it. The first and the last instant of a window belong to it. */
const rules = {
  wrong_festival: ({ isOfFestival }) => !isOfFestival,
  not_a_ticket: ({ payment_type }) => payment_type === 'subscription',
  not_succeeded: ({ status }) => !paid.has(status) && !givenBack.has(status),
  refunded: ({ status }) => givenBack.has(status),
  revoked: ({ revoked }) => revoked,
  transferred: ({ transferred }) => transferred,
  too_early: ({ valid_since }, at) => valid_since !== null && at < valid_since,
  too_late: ({ valid_until }, at) => valid_until !== null && at > valid_until,
  already_validated: ({ validated_at }) => validated_at !== null,
} satisfies Record<string, Rule>

/** Why a scan does not admit; `invalid_code`: it shows no ticket of ours. */
export type Refusal = 'invalid_code' | keyof typeof rules
export type Outcome = Refusal | 'admitted'

const inOrder = Object.entries(rules) as [keyof typeof rules, Rule][]

/** All refusals, in the order in which a gate says them. */
export const refusals: Refusal[] = ['invalid_code', ...inOrder.map(([refusal]) => refusal)]

/** The outcome of scanning a ticket at a moment; undefined is no ticket of ours. */
export function outcomeOf(ticket: KnownTicket | undefined, at: Date): Outcome {
  if (!ticket) return 'invalid_code'
  return inOrder.find(([, refuses]) => refuses(ticket, at))?.[0] ?? 'admitted'
}

/** An outcome as a gate shows it: a ticket that was used before is not simply refused. */
export function resultOf(outcome: Outcome): 'admitted' | 'already_validated' | 'refused' {
  return outcome === 'admitted' || outcome === 'already_validated' ? outcome : 'refused'
}

/**
 * A scanned text as the code was printed. Hand scanners add a line break, and some write lower case; no
 * code of the first 1279 keys has a blank at its ends.
 */
export const asPrinted = (text: string) => text.trim().toUpperCase()
