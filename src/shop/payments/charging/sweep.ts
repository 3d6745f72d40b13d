import { sql } from 'kysely'
import { eachInTurn } from '#platform/jobs/each'
import { newId } from '#platform/values/ids'
import type { ReservedOrder } from '../model/order-stages.ts'
import {
  answerOf,
  chargeOf,
  leaseOf,
  type PaymentContext,
  reservedColumns,
} from '../model/payment-context.ts'
import { askForReview } from '../model/review.ts'
import { isClosed, type OrderStatus } from '../model/states.ts'
import { OtherAmount, type Standing } from '../processors/processor.ts'
import { beginRefunds } from '../refunds/refund.ts'
import { claimRefunds, completeRefund } from '../refunds/refunds.ts'
import { cancelCharge, conclude, expired } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

const batch = 50
/** Refunds of cancellations within this time are looked for each second, those of older ones each minute. */
const recentMs = 30 * 86_400_000

/**
 * Finishes work that no process is doing any more, in any number of processes at once: orders with an expired lease,
 * payments of festivals cancelled recently, refunds that were not done. A step that fails does not prevent the others.
 * Returns how many it took on.
 */
export async function sweep(checkout: Checkout): Promise<number> {
  const steps = [
    () => resolveOrders(checkout),
    () => refundCancelled(checkout, new Date(checkout.now().getTime() - recentMs)),
    () => completeRefunds(checkout),
  ]
  return eachInTurn(steps, (step) => step())
}

async function resolveOrders(checkout: Checkout): Promise<number> {
  const open = await claimOrders(checkout)
  await each(checkout, open, (order) => resolve(checkout, order))
  return open.length
}

async function completeRefunds(checkout: Checkout): Promise<number> {
  const refunds = await claimRefunds(checkout, batch)
  await each(checkout, refunds, (id) => completeRefund(checkout, id))
  return refunds.length
}

/** Runs all items. One that fails is tried again when its lease is over; the others go on. */
async function each<T>({ log }: PaymentContext, items: T[], work: (item: T) => Promise<void>) {
  const done = await Promise.allSettled(items.map(work))
  for (const result of done) {
    if (result.status === 'rejected') log.warn({ err: result.reason }, 'A payment stays unresolved')
  }
}

type Claimed = ReservedOrder & { status: OrderStatus; hold_until: Date }

async function claimOrders(context: PaymentContext): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update orders o set lease_until = ${leaseOf(context, context.now())}
    where id in (
      select id from orders where not is_fenced and lease_until <= ${context.now()}
      order by lease_until limit ${batch} for update skip locked
    ) returning ${reservedColumns}, status, hold_until`.execute(context.db)
  return rows
}

/** Resolves an order. Nothing is released while a charge for it can still succeed. */
async function resolve(checkout: Checkout, order: Claimed) {
  const { status, amount_cents, hold_until } = order
  if (status === 'held') {
    // No attempt to pay it is under way: its lease ends with its hold.
    await conclude(checkout, order, expired)
    return
  }
  if (amount_cents === 0) {
    const isLate = checkout.now() >= hold_until
    await conclude(checkout, order, isLate ? expired : { state: 'succeeded' })
    return
  }
  const standing = await ask(checkout, order)
  if (!standing) return
  await checkout.failpoint('C6 asked')
  await applyStanding(checkout, order, standing)
}

/** Moves an order as the processor reports; past its hold, only after the processor has cancelled what is undecided. */
async function applyStanding(checkout: Checkout, order: Claimed, standing: Standing) {
  const { status, hold_until } = order
  const isLate = checkout.now() >= hold_until
  const isDecided = standing.state === 'succeeded' || standing.state === 'declined'
  // Released already, but not final: declined is not enough, since another card may be tried.
  const mayFollow = standing.state !== 'succeeded' && isClosed(status)
  if (!mayFollow && (isDecided || !isLate)) {
    await conclude(checkout, order, standing)
    if (standing.state === 'awaiting') await askLater(checkout, order)
    return
  }
  await cancelCharge(checkout, order)
}

/** Time until the processor is asked again for money that arrives later, ms: usually its webhook comes first. */
const awaitingMs = 3_600_000

async function askLater({ db, now }: Checkout, { id }: Claimed) {
  const at = new Date(now().getTime() + awaitingMs)
  await sql`
    update orders set lease_until = least(hold_until, ${at})
    where id = ${id} and status = 'requires_action'`.execute(db)
}

/** Asks the processor for the state of a charge; while it does not answer the hold stays, but not for ever. */
async function ask(checkout: Checkout, order: Claimed) {
  try {
    return await answerOf(checkout, checkout.processors.of(order).find(chargeOf(order)))
  } catch (err) {
    if (err instanceof OtherAmount) {
      await askForReview(checkout.db, { order_id: order.id }, err.message)
    }
    const waited = checkout.now().getTime() - order.created_at.getTime()
    if (waited < checkout.config.PAYMENT_GIVE_UP_SECONDS * 1000) throw err
    await conclude(checkout, order, { state: 'expired', isCancelled: false })
    return undefined
  }
}

/**
 * Begins to refund payments of festivals that were cancelled at `since` or later, at most 50. Returns how many. If it
 * ends half-way, the next call continues.
 */
export async function refundCancelled(context: PaymentContext, since: Date): Promise<number> {
  const { rows } = await sql<{ id: string; order_id: string }>`
    select p.id, p.order_id from festivals f
    join payments p on p.festival_id = f.id and p.status in ('succeeded', 'partially_refunded')
      and p.disputed_at is null
    where f.cancelled_at >= ${since} limit ${batch}`.execute(context.db)
  const requestIds = new Map(rows.map(({ order_id }) => [order_id, newId()]))
  const requests = rows.map(({ id, order_id }) => ({
    payment_id: id,
    idempotency_key: 'cancelled festival',
    cents: undefined,
    reason: 'The festival is cancelled',
    request_id: requestIds.get(order_id),
  }))
  if (requests.length > 0) await beginRefunds(context, requests, context.now())
  return requests.length
}
