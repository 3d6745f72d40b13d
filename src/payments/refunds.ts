import { sql } from 'kysely'
import { makeDue } from '#mail'
import { afterCommit, type Transaction } from '#platform/database/transactions'
import { restoreEvents } from '#rewards'
import { publishRefund } from './domain-events.ts'
import { type Locked, lockPayments } from './locked.ts'
import { notifyBuyers } from './notification-content.ts'
import {
  answerOf,
  chargeOf,
  inTransaction,
  leaseOf,
  type PaymentContext,
  type PaymentTransaction,
} from './payment-context.ts'
import { isPaid } from './states.ts'
import { recordSteps } from './steps.ts'
import { rewardEventsOf } from './take-back.ts'

export type NewRefund = {
  id: string
  payment_id: string
  idempotency_key: string
  amount_cents: number
  kept_cents: number
  is_full: boolean
  /** of what was left, where the buyer gave it back */
  percent: number | null
  dispute_id?: string | undefined
  reason?: string | undefined
  requested_by?: string | undefined
}

/** Notes what is to be given back. The process with the lease asks the processor; after it the sweeper. */
export async function insertRefunds(
  db: Transaction,
  refunds: NewRefund[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    insert into refunds (id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, dispute_id,
                         reason, requested_by, created_at, lease_until)
    select id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, dispute_id, reason, requested_by, ${now}, ${leaseUntil}
    from jsonb_to_recordset(${JSON.stringify(refunds)}) as r (
      id uuid, payment_id uuid, idempotency_key text, amount_cents int, kept_cents int, is_full boolean, percent int,
      dispute_id uuid, reason text, requested_by uuid)`.execute(db)
}

type OpenRefund = {
  id: string
  payment_id: string
  amount_cents: number
  kept_cents: number
  is_full: boolean
  order_id: string
  charge_id: string | null
  charged_cents: number
  charged_at: Date
}

/** Takes the lease of refunds that no process works on, at most `limit`. */
export async function claimRefunds(context: PaymentContext, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update refunds set lease_until = ${leaseOf(context, context.now())}
    where id in (
      select id from refunds
      where done_at is null and refused is null and lease_until <= ${context.now()}
      order by lease_until limit ${limit} for update skip locked
    ) returning id`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** Has the processor give the money back, unless it `isGiven`, and says so. Safe to do again until it has answered. */
export async function completeRefund(
  context: PaymentContext,
  id: string,
  { isGiven = false } = {},
): Promise<void> {
  const { rows } = await sql<OpenRefund>`
    select r.id, r.payment_id, r.amount_cents, r.kept_cents, r.is_full, o.id as order_id, o.charge_id,
           o.amount_cents as charged_cents, o.created_at as charged_at
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where r.id = ${id} and r.done_at is null and r.refused is null`.execute(context.db)
  const [refund] = rows
  if (!refund) return
  await context.reach('C8 before refund')
  const answer = isGiven ? given : await askFor(context, refund)
  await context.reach('C9 refunded')
  await finish(context, refund, answer.state === 'refused' ? answer.reason : undefined)
}

const given = { state: 'refunded' } as const

function askFor(context: PaymentContext, refund: OpenRefund) {
  const { id, order_id, charge_id, amount_cents, charged_cents, charged_at } = refund
  // What cost nothing is given back without the processor, which never heard of it.
  if (amount_cents === 0) return given
  const charge = chargeOf({
    id: order_id,
    charge_id,
    amount_cents: charged_cents,
    created_at: charged_at,
  })
  return answerOf(context, context.processor.refund({ charge, key: id, cents: amount_cents }))
}

/** Writes down the answer, once. */
async function finish(context: PaymentContext, refund: OpenRefund, refused: string | undefined) {
  await inTransaction(context, async (trx) => {
    const { db, now } = trx
    const payment = (await lockPayments(db, [refund.payment_id])).get(refund.payment_id)
    const { rows } = await sql`
      update refunds set done_at = ${refused === undefined ? now : null}, refused = ${refused ?? null}
      where id = ${refund.id} and done_at is null and refused is null returning id`.execute(db)
    if (rows.length === 0 || !payment) return
    if (refused === undefined) {
      afterCommit(db, () => trx.counts.returned.add({}, refund.amount_cents))
      await closeRefund(trx, refund, payment)
    } else await raise(trx, { ...refund, payment }, `Refund refused: ${refused}`)
  })
}

async function closeRefund(trx: PaymentTransaction, refund: OpenRefund, payment: Locked) {
  const { id, payment_id, amount_cents: cents, kept_cents: kept, is_full } = refund
  const { db, now } = trx
  if (is_full) {
    await sql`update payments set status = 'refunded' where id = ${payment_id}`.execute(db)
    await recordSteps(db, [{ payment_id, status: 'refunded', cents }], now)
  }
  await publishRefund(trx, id)
  const key = `refund:${id}`
  await notifyBuyers(trx, [{ type: 'refunded', key, payments: [payment], cents, kept }])
  await makeDue(trx, [{ kind: 'refund', about: id, user_id: payment.user_id }])
}

/** Asks staff for a review. Of a part that stays paid nothing is given back after all. */
async function raise(
  { db, now }: PaymentTransaction,
  { payment, amount_cents, kept_cents, is_full, ...refund }: OpenRefund & { payment: Locked },
  reason: string,
) {
  const { id } = payment
  const left = payment.refunded_cents - (is_full ? 0 : amount_cents)
  const kept = payment.kept_cents - (is_full ? 0 : kept_cents)
  const isAsBefore = payment.status === 'partially_refunded' && left + kept === 0
  const status = isAsBefore ? 'succeeded' : payment.status
  await sql`
    update payments
    set needs_review = ${reason}, refunded_cents = ${left}, kept_cents = ${kept}, status = ${status}
    where id = ${id}`.execute(db)
  // Of what has ended by another refund meanwhile no points come back.
  if (!is_full && isPaid(payment.status))
    await restoreEvents({ db, now }, refund.id, rewardEventsOf(refund.id, id))
  await recordSteps(db, [{ payment_id: id, status, cents: amount_cents, reason }], now)
}
