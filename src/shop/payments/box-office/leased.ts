/** Stock that a till sets aside (docs/contract, section 8.6): tickets that are signed, held, and sold later. */
import { sql } from 'kysely'
import { insertGuest } from '#identity/users'
import { list } from '#platform/database/sql'
import { newId } from '#platform/values/ids'
import { issueTickets, lockTickets, revokeTickets } from '#shop/tickets'
import { linesFor, type Means, newRequest, type PricedOrder } from '../model/order-stages.ts'
import {
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { lockOrders } from '../reserving/locked-orders.ts'
import { priceOne, reserveAtOnce, settleAtOnce } from './at-once.ts'
import { offersOf, type TillItem } from './till.ts'

type Leasing = { leaseId: string; festivalId: string; item: TillItem; until: Date }

/**
 * Sets stock aside for a till, in the caller's transaction: each unit gets an order, with its ticket, that stays open
 * until the till settles it. No processor is involved. Returns the price of one unit. Refuses as `sellAtTill`.
 */
export function leaseStock(
  context: PaymentContext,
  { leaseId, festivalId, item, until }: Leasing,
): Promise<number> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    await offersOf(trx, { festivalId, items: [item] })
    const user_id = await insertGuest(db, { now })
    const till = { means: 'lease', sale_id: null, until } as const
    const lines = linesFor([item])
    const whole = await priceOne(trx, newRequest({ user_id, lines, method: 'lease', till }))
    const orders = whole.lines.map((line): PricedOrder => {
      const id = newId()
      const { amount_cents } = line
      const lines = [{ ...line, lease_id: leaseId }]
      return { ...whole, id, idempotency_key: id, lines, amount_cents }
    })
    await reserveAtOnce(trx, orders)
    await sign(trx, leaseId)
    return whole.lines[0]?.amount_cents ?? 0
  })
}

type Unsigned = {
  payment_id: string
  festival_id: string
  entity_id: string
  valid_since: Date | null
  valid_until: Date | null
}

async function sign(trx: PaymentTransaction, leaseId: string): Promise<void> {
  const { rows } = await sql<Unsigned>`
    select p.id as payment_id, p.festival_id, p.entity_id, t.valid_since, t.valid_until
    from payments p left join tiers t on p.payment_type = 'ticket' and t.id = p.entity_id
    where p.lease_id = ${leaseId}`.execute(trx.db)
  await issueTickets(trx, rows)
}

type Selling = { leaseId: string; paymentIds: string[]; saleId: string; means: Means }

/** Sells tickets of a lease that are not sold yet. Returns the cents of all; undefined if one of them cannot be sold. */
export function sellLeased(
  context: PaymentContext,
  { leaseId, paymentIds, saleId, means }: Selling,
): Promise<number | undefined> {
  return inTransaction(context, async (trx) => {
    const { rows } = await sql<{ order_id: string; amount_cents: number }>`
      select order_id, amount_cents from payments
      where id = any (${list(paymentIds, 'uuid')}) and lease_id = ${leaseId} and status = 'pending'`.execute(
      trx.db,
    )
    if (rows.length < paymentIds.length) return undefined
    const ids = rows.map(({ order_id }) => order_id)
    await lockOrders(trx.db, ids)
    await sql`
      update orders set means = ${means}, sale_id = ${saleId} where id = any (${list(ids, 'uuid')})`.execute(
      trx.db,
    )
    await settleAtOnce(trx, ids, { state: 'succeeded' })
    return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  })
}

type Open = { id: string; order_id: string; used: boolean }

/**
 * Releases the unsold part of a lease: its tickets end, and the stock is free. Returns the payments with tickets that a
 * gate has admitted: they stay held, since their holders are inside.
 */
export function freeLeased(context: PaymentContext, leaseId: string): Promise<string[]> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const { rows } = await sql<{ id: string; order_id: string }>`
      select id, order_id from payments where lease_id = ${leaseId} and status = 'pending'`.execute(
      db,
    )
    const orders = rows.map(({ order_id }) => order_id)
    await lockOrders(db, orders)
    await lockTickets(
      db,
      rows.map(({ id }) => id),
    )
    const open = await sql<Open>`
      select p.id, p.order_id, t.validated_at is not null as used
      from payments p join tickets t on t.payment_id = p.id
      where p.order_id = any (${list(orders, 'uuid')}) and p.status = 'pending'`.execute(db)
    const unused = open.rows.filter(({ used }) => !used)
    await settleAtOnce(
      trx,
      unused.map(({ order_id }) => order_id),
      { state: 'expired', isCancelled: true },
    )
    await revokeTickets(
      { db, now },
      unused.map(({ id }) => id),
    )
    return open.rows.flatMap(({ id, used }) => (used ? id : []))
  })
}
