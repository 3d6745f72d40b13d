import { type RawBuilder, sql } from 'kysely'
import { iso } from '#platform/database/sql'
import { conflict } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import type { TicketReturn } from './schemas.ts'

/** The open return of a payment, as a column of its row. */
export type OpenReturn = {
  id: string
  created_at: string
  offered_until: string | null
  /** the refund once another has bought it */
  amount_cents: number
}

/**
 * The refund for a return `r` of a payment `b` of a tier `s`: the promised amount, at most the rest of the payment. A
 * return from the previous version has no promised amount: the price of the tier counts.
 */
export const promisedCents: RawBuilder<number> = sql`
  least(b.amount_cents - b.refunded_cents - b.kept_cents, coalesce(r.promised_cents, s.price_cents))`

/** A column with the `OpenReturn`, beside `payments` and their tickets under these names; null if there is none. */
export const openReturn = (payment: string): RawBuilder<OpenReturn | null> => sql`(
  select jsonb_build_object('id', r.id, 'created_at', ${iso('r.created_at')}, 'offered_until', ${iso('e.expires_at')},
    'amount_cents', ${promisedCents})
  from ticket_returns r join payments b on b.id = r.payment_id join tiers s on s.id = r.tier_id
  left join waiting_entries e on e.return_id = r.id and e.status = 'offered'
  where r.payment_id = ${sql.ref(payment)} and r.ended_at is null)`

/** A column, true if an order is paying for the ticket of a payment. The caller has locked the ticket. */
export const isBeingBought = (payment: string): RawBuilder<boolean> => sql`exists (
  select from ticket_returns r join waiting_entries e on e.return_id = r.id and e.status = 'offered' and e.ordered > 0
  where r.payment_id = ${sql.ref(payment)} and r.ended_at is null)`

export const beingBought = () =>
  conflict('Another user is paying for it: retry later', 'being_bought')

/** Returns a return as the buyer of its ticket reads it. */
export function toReturn(open: OpenReturn): TicketReturn {
  return {
    id: open.id,
    amount: toEuros(open.amount_cents),
    offered_until: open.offered_until === null ? null : new Date(open.offered_until),
    created_at: new Date(open.created_at),
  }
}
