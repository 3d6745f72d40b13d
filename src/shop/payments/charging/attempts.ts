/** Attempts to pay an order that was held first: one after the other, each with its own key at the processor. */
import { sql } from 'kysely'
import { reservePoints, settlePoints } from '#audience/rewards'
import { requireContact, updateGuest } from '#identity/users'
import { rowsOf } from '#platform/database/sql'
import { conflict, missingFields, notFound, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { overVoucherLimit } from '#shop/vouchers'
import type { ReservedOrder } from '../model/order-stages.ts'
import {
  inTransaction,
  leaseOf,
  type PaymentContext,
  type PaymentTransaction,
  reservedColumns,
} from '../model/payment-context.ts'
import { isOpen, type OrderStatus } from '../model/states.ts'
import { chargePerUnit } from '../pricing/quote.ts'
import { linesOf, pointsOf } from '../reserving/hold.ts'
import { type LockedOrder, lockOrders } from '../reserving/locked-orders.ts'
import { findOverPerson, lockLimited } from '../reserving/per-person.ts'
import { problemOfItem } from '../reserving/price.ts'
import { holdForTransfer } from '../reserving/transfers.ts'
import { findOverVoucher } from '../reserving/voucher-uses.ts'

/** A request to pay an order that is held. */
export type AttemptRequest = {
  id: string
  user_id: string
  idempotency_key: string
  request_hash: Buffer
  /** the payment method; null: by card */
  means: 'transfer' | null
  method: string | undefined
  points: number
  isGuest: boolean
  /** the contact e-mail of a guest, if it changes with this payment */
  email: string | undefined
}

/**
 * The result of a request to pay: an attempt for the caller to charge, or an attempt that the same request had begun,
 * with the reason why it was declined.
 */
export type Begun =
  | { order: ReservedOrder; isReplay: boolean }
  | { before: { failure: string | null } }

/** Takes the lease of another request's attempt for which the processor waits for the buyer; undefined if there is none. */
export async function claimWaiting(
  context: PaymentContext,
  {
    id,
    user_id,
    idempotency_key,
  }: Pick<AttemptRequest, 'id' | 'user_id'> & Partial<AttemptRequest>,
): Promise<ReservedOrder | undefined> {
  const { rows } = await sql<ReservedOrder>`
    update orders o set lease_until = ${leaseOf(context, context.now())}
    where id = ${id} and user_id = ${user_id} and charge_id is not null and status = 'requires_action'
      and not exists (
        select from order_attempts where order_id = ${id} and idempotency_key = ${idempotency_key ?? null})
    returning ${reservedColumns}`.execute(context.db)
  return rows[0]
}

/** Locks the guest, then the order, and begins an attempt to pay it, or goes on with the attempt of the same key. */
export function beginAttempt(context: PaymentContext, request: AttemptRequest): Promise<Begun> {
  return inTransaction(context, async (trx) => {
    const { db } = trx
    const known = await findAttempt(trx, request)
    const { id, user_id } = request
    if (request.isGuest && !known) await noteContact(trx, request)
    const order = (await lockOrders(db, [id])).get(id)
    if (order?.user_id !== user_id) throw notFound('Order')
    // Another request with the same key may have begun it while this one waited for the order.
    const attempt = known ?? (await findAttempt(trx, request))
    if (attempt) return again(trx, { order, attempt, request })
    requireHeld(order, trx.now)
    const reserved = await begin(trx, order, request)
    await trx.failpoint('C1 before reserve commits')
    return { order: reserved, isReplay: false }
  })
}

async function noteContact({ db }: PaymentTransaction, { user_id, email }: AttemptRequest) {
  if (email === undefined) await requireContact(db, user_id)
  else await updateGuest(db, user_id, { email })
}

type Attempt = { id: string; request_hash: Buffer; failure: string | null }

async function findAttempt({ db }: PaymentTransaction, { id, idempotency_key }: AttemptRequest) {
  const { rows } = await sql<Attempt>`
    select id, request_hash, failure from order_attempts
    where order_id = ${id} and idempotency_key = ${idempotency_key}`.execute(db)
  return rows[0]
}

type Again = { order: LockedOrder; attempt: Attempt; request: AttemptRequest }

/** Returns the attempt that this request had begun; it is charged on if a process has left it behind. */
async function again(trx: PaymentTransaction, { order, attempt, request }: Again): Promise<Begun> {
  if (!attempt.request_hash.equals(request.request_hash)) {
    const error = 'This Idempotency-Key was used with another body'
    throw conflict(error, 'idempotency_key_reused')
  }
  const isLast = order.charge_id === attempt.id
  if (!isLast || order.status !== 'pending') {
    // A replay writes as well, so that its commit waits for a standby like the first.
    await sql`update orders set touched_at = ${trx.now} where id = ${order.id}`.execute(trx.db)
    return { before: { failure: isLast ? null : attempt.failure } }
  }
  if (order.lease_until > trx.now || order.hold_until <= trx.now) throw beingPaid()
  return { order: await takeLease(trx, order), isReplay: true }
}

async function takeLease(trx: PaymentTransaction, order: LockedOrder): Promise<ReservedOrder> {
  await sql`
    update orders set lease_until = ${leaseOf(trx, trx.now)} where id = ${order.id}`.execute(trx.db)
  return order
}

const beingPaid = () =>
  conflict('This order is being charged: retry later', 'in_progress', { retry_after: 1 })

/** @throws Problem if an order cannot be paid, or changed, now */
export function requireHeld({ id, status, charge_id, hold_until }: LockedOrder, now: Date): void {
  if (charge_id !== null && isOpen(status)) throw beingPaid()
  if (status === 'expired' || (status === 'held' && hold_until <= now)) {
    throw new Problem(402, 'The payment was not completed in time', { code: 'expired', id })
  }
  if (status !== 'held') throw conflict(`This order is ${nameOf(status)}`, 'not_open')
}

const nameOf = (status: OrderStatus) => (status === 'succeeded' ? 'paid already' : status)

/** Checks again everything that may have changed since the hold, sets the points aside, and writes the attempt. */
async function begin(
  trx: PaymentTransaction,
  order: LockedOrder,
  request: AttemptRequest,
): Promise<ReservedOrder> {
  const { db, now, config, processors } = trx
  refuseCancelled(order)
  const terms = { pointsPerEuro: config.POINTS_PER_EUR, pointsField: 'points_to_use' }
  const priced = order.lines.map((offered) => {
    return { offered, discount_cents: offered.discount_cents }
  })
  const units = chargePerUnit(priced, request.points, terms)
  const amount_cents = units.reduce((sum, unit) => sum + unit.amount_cents, 0)
  const means = amount_cents > 0 ? request.means : null
  if (amount_cents > 0 && means === null && request.method === undefined) {
    throw missingFields(['processor_payment_method_id'])
  }
  await refuseOverPerson(trx, order)
  await movePoints(trx, order, request.points)
  await refuseOverVoucher(trx, order)
  const lines = units.map(({ offered: { id }, points_used, amount_cents: cents }) => {
    return { id, points_used, cents }
  })
  const hold_until = means === null ? order.hold_until : await holdForTransfer(trx, order)
  const charge_id = newId()
  const processor = means === null ? processors.card.name : processors.of({ means }).name
  await sql`
    with former as (
      update order_attempts a set failure = o.failure from orders o where o.id = ${order.id} and a.id = o.charge_id
    ), attempt as (
      insert into order_attempts (id, order_id, idempotency_key, request_hash, begun_at)
      values (${charge_id}, ${order.id}, ${request.idempotency_key}, ${request.request_hash}, ${now})
    ), lines as (
      update payments p set points_used = l.points_used, amount_cents = l.cents, hold_until = ${hold_until}
      from ${rowsOf('l', lines, { id: 'uuid', points_used: 'int', cents: 'int' })} where p.id = l.id
    )
    update orders
    set status = 'pending', charge_id = ${charge_id}, amount_cents = ${amount_cents}, failure = null,
        client_secret = null, processor_id = null, processor = ${processor}, means = ${means}, hold_until = ${hold_until}, lease_until = ${leaseOf(trx, now)}, touched_at = ${now}
    where id = ${order.id}`.execute(db)
  const { id, created_at, number } = order
  return { id, charge_id, amount_cents, created_at, number, processor_id: null, means, processor }
}

function refuseCancelled({ lines }: LockedOrder) {
  const gone = lines.find(({ festival_cancelled_at }) => festival_cancelled_at !== null)
  if (!gone) return
  throw conflict('Its festival is cancelled', 'not_on_sale', { item: gone.entity_id })
}

/** Checks one person's limit again: purchases made meanwhile count, and so does an e-mail that has changed. */
async function refuseOverPerson({ db, now }: PaymentTransaction, order: LockedOrder) {
  await lockLimited({ db, now }, order.lines)
  const overLimit = await findOverPerson(db, [order], [order])
  if (overLimit.size === 0) return
  const error = 'You have reached the limit of this item for each person'
  throw conflict(error, 'limit', { item: overLimit.get(order.id) })
}

/** Checks a person's limit of a voucher again, for the same reasons. Codes are locked after balances. */
async function refuseOverVoucher({ db }: PaymentTransaction, order: LockedOrder) {
  const overLimit = await findOverVoucher(db, order)
  if (overLimit)
    throw problemOfItem({ endpoint: 'orders' }, overVoucherLimit(), {
      entity_id: overLimit.entity_id,
    })
}

/** Returns the points that a declined attempt has set aside, and sets aside the points of this attempt. */
async function movePoints(
  { db, now }: PaymentTransaction,
  { id, user_id, lines }: LockedOrder,
  points: number,
) {
  const unspent = pointsOf(linesOf([{ lines }])).map((one) => ({ ...one, spent: false }))
  await settlePoints({ db, now }, unspent)
  const wanted = points > 0 ? [{ payment_id: id, user_id, points }] : []
  const able = await reservePoints(db, wanted)
  if (able.size < wanted.length) throw conflict('You have fewer points', 'not_enough_points')
}
