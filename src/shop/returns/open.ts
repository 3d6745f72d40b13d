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
  /** what comes back once another has bought it */
  amount_cents: number
}

/**
 * What a return `r` of a payment `b` of a tier `s` pays: what it promised, at most what is left of the payment. One of the
 * version before has promised no sum.
 */
export const promisedCents: RawBuilder<number> = sql`
  least(b.amount_cents - b.refunded_cents - b.kept_cents, coalesce(r.promised_cents, s.price_cents))`

/** The column of `OpenReturn`, beside `payments` and their tickets under these names; null: there is none. */
export const openReturn = (payment: string): RawBuilder<OpenReturn | null> => sql`(
  select jsonb_build_object('id', r.id, 'created_at', ${iso('r.created_at')}, 'offered_until', ${iso('e.expires_at')},
    'amount_cents', ${promisedCents})
  from ticket_returns r join payments b on b.id = r.payment_id join tiers s on s.id = r.tier_id
  left join waiting_entries e on e.return_id = r.id and e.status = 'offered'
  where r.payment_id = ${sql.ref(payment)} and r.ended_at is null)`

/** Whether an order pays for the ticket of a payment, as a column. The ticket is locked before. */
export const isBeingBought = (payment: string): RawBuilder<boolean> => sql`exists (
  select from ticket_returns r join waiting_entries e on e.return_id = r.id and e.status = 'offered' and e.ordered > 0
  where r.payment_id = ${sql.ref(payment)} and r.ended_at is null)`

export const beingBought = () => conflict('Another is paying for it: ask again', 'being_bought')

/** A return as the buyer of its ticket reads it. */
export function toReturn(open: OpenReturn): TicketReturn {
  return {
    id: open.id,
    amount: toEuros(open.amount_cents),
    offered_until: open.offered_until === null ? null : new Date(open.offered_until),
    created_at: new Date(open.created_at),
  }
}
