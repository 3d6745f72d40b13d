/** The rules by which an order may wait for a bank transfer. */
import { sql } from 'kysely'
import { conflict, type Problem } from '#platform/values/errors'
import type { PaymentTransaction } from '../model/payment-context.ts'
import type { LockedOrder } from './locked-orders.ts'

/** Transfers are not offered in the last days before sales end, ms. */
const lastDaysMs = 3 * 86_400_000

type Standing = {
  is_proven: boolean
  /** the buyer has another order that waits for a transfer */
  has_open: boolean
  /** orders of the network that wait for one */
  here: number
  /** an item of which too much would wait for transfers */
  over_share: string | null
  /** the end of sales, or of what it buys; null: none */
  closes: Date | null
  /** the fewest days that a festival in it waits for a transfer */
  days: number
}

/**
 * Returns the time until which an order is held for a transfer. Counts under a lock that all such orders take, so that no
 * two at the same moment exceed a limit.
 * @throws Problem 409 `transfer_unavailable` with the reason
 */
export async function holdForTransfer(trx: PaymentTransaction, order: LockedOrder): Promise<Date> {
  const { processors, config, now } = trx
  const isOffered = processors.all.some(({ methods }) => 'transfer' in methods)
  if (!isOffered || order.number === null)
    throw unavailable('not_set_up', 'This order cannot be paid by bank transfer')
  const standing = await readStanding(trx, order)
  const refusal = denialReason(standing, { now, most: config.TRANSFERS_PER_NETWORK })
  if (refusal) throw refusal
  return new Date(Math.min(endOf(standing), now.getTime() + standing.days * 86_400_000))
}

const endOf = ({ closes }: Standing) => closes?.getTime() ?? Number.POSITIVE_INFINITY

function denialReason(
  standing: Standing,
  { now, most }: { now: Date; most: number },
): Problem | undefined {
  const { is_proven, has_open, here, over_share } = standing
  if (!is_proven) {
    const error = 'Confirm your e-mail first: it says how to pay, and brings the tickets'
    return unavailable('email_not_confirmed', error)
  }
  if (endOf(standing) - now.getTime() <= lastDaysMs)
    return unavailable('sales_end_soon', 'A bank transfer would be too late: pay by card')
  if (has_open) {
    const error = 'Another order of yours waits for a bank transfer: pay it, or give it up'
    return unavailable('other_order_open', error)
  }
  if (most > 0 && here >= most) {
    const error = 'Too many orders from your network wait for bank transfers: pay by card'
    return unavailable('too_many_here', error)
  }
  if (over_share === null) return undefined
  const error = 'Too much of it waits for bank transfers already: pay by card'
  return unavailable('too_many_waiting', error, { item: over_share })
}

const unavailable = (reason: string, error: string, facts: object = {}): Problem =>
  conflict(error, 'transfer_unavailable', { reason, ...facts })

async function readStanding(
  { db, config }: PaymentTransaction,
  { id, user_id }: LockedOrder,
): Promise<Standing> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank transfers', 0))`.execute(db)
  const waits = sql`x.means = 'transfer' and x.status in ('pending', 'requires_action') and x.id <> ${id}`
  const { rows } = await sql<Standing>`
    with mine as (select * from payments where order_id = ${id}), counted as (
      select m.entity_id, count(*)::int as units, (
               select count(*)::int from payments p join orders x on x.id = p.order_id
               where p.entity_id = m.entity_id and p.status in ('pending', 'requires_action') and ${waits}) as waiting
      from mine m group by m.entity_id
    )
    select
      (select email_proven_at is not null from users where id = ${user_id}) as is_proven,
      exists (select from orders x where x.user_id = ${user_id} and ${waits}) as has_open,
      (select count(distinct x.id)::int from mine m
       join payments p on p.network = m.network and p.status in ('pending', 'requires_action')
       join orders x on x.id = p.order_id where m.line = 1 and ${waits}) as here,
      (select c.entity_id from counted c
       left join tiers t on t.id = c.entity_id left join accommodations a on a.id = c.entity_id
       where c.units + c.waiting > greatest(1, coalesce(t.quantity, a.quantity) * ${config.TRANSFER_SHARE} / 100) limit 1
      ) as over_share,
      (select min(coalesce(t.end_time, least(a.check_in, f.start_time))) from mine m
       left join festivals f on f.id = m.festival_id
       left join tiers t on t.id = m.entity_id left join accommodations a on a.id = m.entity_id) as closes,
      (select min(coalesce(f.transfer_days, ${config.TRANSFER_DAYS})) from mine m
       left join festivals f on f.id = m.festival_id) as days`.execute(db)
  return rows[0] as Standing
}
