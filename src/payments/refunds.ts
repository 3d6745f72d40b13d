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
import { processorOf } from './processors/at-till.ts'
import { isPaid } from './states.ts'
import { recordSteps } from './steps.ts'
import { rewardEventsOf } from './take-back.ts'
import { vatGivenBack } from './vat.ts'

export type NewRefund = {
  id: string
  payment_id: string
  idempotency_key: string
  amount_cents: number
  kept_cents: number
  is_full: boolean
  /** of what was left, where the buyer gave it back */
  percent: number | null
  return_id?: string | null
  dispute_id?: string | undefined
  reason?: string | undefined
  requested_by?: string | undefined
  /** the same for all that was asked for at once */
  request_id?: string | undefined
}

/** Notes what is to be given back. The process with the lease asks the processor; after it the sweeper. */
export async function insertRefunds(
  db: Transaction,
  refunds: NewRefund[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    insert into refunds (id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, return_id, dispute_id,
                         reason, requested_by, request_id, created_at, lease_until)
    select id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, return_id, dispute_id, reason,
           requested_by, request_id, ${now}, ${leaseUntil}
    from jsonb_to_recordset(${JSON.stringify(refunds)}) as r (
      id uuid, payment_id uuid, idempotency_key text, amount_cents int, kept_cents int, is_full boolean, percent int,
      return_id uuid, dispute_id uuid, reason text, requested_by uuid, request_id uuid)`.execute(db)
}

type OpenRefund = {
  id: string
  payment_id: string
  request_id: string | null
  amount_cents: number
  kept_cents: number
  is_full: boolean
  order_id: string
  charge_id: string | null
  means: string | null
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
    select r.id, r.payment_id, r.request_id, r.amount_cents, r.kept_cents, r.is_full, o.id as order_id, o.charge_id, o.means,
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
  return answerOf(
    context,
    processorOf(context, refund).refund({ charge, key: id, cents: amount_cents }),
  )
}

/** Writes down the answer, once. */
async function finish(context: PaymentContext, refund: OpenRefund, refused: string | undefined) {
  await inTransaction(context, async (trx) => {
    const { db, now } = trx
    // All of the request: of two that end it, the second sees that it is the last.
    const payments = await lockPayments(db, await paymentsOf(db, refund))
    const payment = payments.get(refund.payment_id)
    const isDone = refused === undefined
    const { rows } = await sql`
      update refunds r
      set done_at = ${isDone ? now : null}, refused = ${refused ?? null},
          vat_cents = case when ${isDone}::boolean then ${vatGivenBack} end
      from payments p
      where r.id = ${refund.id} and p.id = r.payment_id and r.done_at is null and r.refused is null
      returning r.id`.execute(db)
    if (rows.length === 0 || !payment) return
    if (isDone) {
      afterCommit(db, () => trx.counts.returned.add({}, refund.amount_cents))
      await closeRefund(trx, refund)
    } else await raise(trx, { ...refund, payment }, `Refund refused: ${refused}`)
    await tellBuyer(trx, refund, payments)
  })
}

/** The payments of which a refund was asked for together with this one. */
async function paymentsOf(db: Transaction, { payment_id, request_id }: OpenRefund) {
  if (request_id === null) return [payment_id]
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from refunds where request_id = ${request_id}`.execute(db)
  return rows.map((refund) => refund.payment_id)
}

async function closeRefund(trx: PaymentTransaction, refund: OpenRefund) {
  const { id, payment_id, amount_cents: cents, is_full } = refund
  const { db, now } = trx
  if (is_full) {
    await sql`update payments set status = 'refunded' where id = ${payment_id}`.execute(db)
    await recordSteps(db, [{ payment_id, status: 'refunded', cents }], now)
  }
  await publishRefund(trx, id)
}

type Decided = {
  payment_id: string
  cents: number
  kept: number
  is_open: boolean
  is_done: boolean
}

/** Tells the buyer of all that was asked for at once, when the last of it is decided, and of nothing that was refused. */
async function tellBuyer(
  trx: PaymentTransaction,
  { id, request_id }: OpenRefund,
  locked: Map<string, Locked>,
) {
  const { rows } = await sql<Decided>`
    select payment_id, amount_cents as cents, kept_cents as kept, done_at is not null as is_done,
           done_at is null and refused is null as is_open
    from refunds where id = ${id} or request_id = ${request_id}`.execute(trx.db)
  const done = rows.filter(({ is_done }) => is_done)
  const ids = new Set(done.map(({ payment_id }) => payment_id))
  const payments = [...locked.values()]
    .filter((payment) => ids.has(payment.id))
    .toSorted((a, b) => a.line - b.line)
  const [first] = payments
  if (!first || rows.some(({ is_open }) => is_open)) return
  const about = request_id ?? id
  const cents = done.reduce((sum, refund) => sum + refund.cents, 0)
  const kept = done.reduce((sum, refund) => sum + refund.kept, 0)
  await notifyBuyers(trx, [{ type: 'refunded', key: `refund:${about}`, payments, cents, kept }])
  await makeDue(trx, [{ kind: 'refund', about, user_id: first.user_id }])
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
  if (!is_full && isPaid(payment.status)) {
    const { amount_cents: ofCents } = payment
    const reversed = rewardEventsOf(refund.id, id)
    const staying = { reversed, keepCents: ofCents - left - kept, ofCents }
    await restoreEvents({ db, now }, staying)
  }
  await recordSteps(db, [{ payment_id: id, status, cents: amount_cents, reason }], now)
}
