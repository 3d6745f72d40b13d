/** The status of an attendee, of a payment `p` and its ticket `t`. */
import { type RawBuilder, sql } from 'kysely'
import { type AttendeeStatus, statuses } from './schemas.ts'

/** The states of payments with a sold ticket, written out as in the indexes. */
export const [heldStatuses, refundedStatuses] = [
  ['succeeded', 'partially_refunded'],
  ['refunding', 'refunded'],
] as const
export const oneOf = (states: readonly string[]) =>
  sql`(${sql.join(states.map((word) => sql.lit(word)))})`
/** True if the ticket was sold or given, even if it was refunded or revoked since. */
export const sold = sql`p.status in ${oneOf([...heldStatuses, ...refundedStatuses])}`

const isRevoked = sql`(t.revoked_at is not null or t.blocked_at is not null)`
export const isNotRevoked = sql`t.revoked_at is null and t.blocked_at is null`

export const statusOf = sql<AttendeeStatus>`
  case when p.status in ${oneOf(refundedStatuses)} then 'refunded' when ${isRevoked} then 'revoked'
       when t.validated_at is not null then 'used' else 'valid' end`

type Meaning = { states: readonly string[]; is: RawBuilder<unknown>[] }

export const anyStatus: Meaning = { states: [...heldStatuses, ...refundedStatuses], is: [] }

/** For each status, the states of its payments and the conditions on its tickets. */
export const meanings: Record<AttendeeStatus, Meaning> = {
  valid: { states: heldStatuses, is: [isNotRevoked, sql`t.validated_at is null`] },
  used: { states: heldStatuses, is: [isNotRevoked, sql`t.validated_at is not null`] },
  refunded: { states: refundedStatuses, is: [] },
  revoked: { states: heldStatuses, is: [isRevoked] },
}

export const isStatus = (word: string): word is AttendeeStatus => statuses.includes(word)
