/** Disputes: the owner of a card has told the bank that a charge was not right (docs/contract, section 7.11). */
import { sql } from 'kysely'
import { type Transaction, transact } from '#platform/database/transactions'
import { Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { setBlocked } from '#shop/tickets'
import { publishDispute } from '../model/domain-events.ts'
import { leaseOf, type PaymentContext } from '../model/payment-context.ts'
import { askForReview } from '../model/review.ts'
import type { ProcessorDispute } from '../processors/processor.ts'
import { type LockedPayment, lockPayments } from '../reserving/locked-orders.ts'
import { notifyManagers } from '../reserving/notification-content.ts'
import { beginRefunds } from './refund.ts'
import { completeRefund } from './refunds.ts'

type Dispute = { id: string; status: 'open' | 'won' | 'lost'; amount_cents: number; reason: string }
type Joined = Omit<PaymentContext, 'db'> & { db: Transaction }

/**
 * Books a dispute of the charge of these payments as the processor reports it, however often and in whichever order: it
 * is opened once and closed once, and reports after its end change nothing. While it is open their tickets do not
 * admit. One that is lost has taken the money: the disputed purchase ends as by a refund, and none is sent.
 */
export async function bookDispute(
  context: PaymentContext,
  payments: string[],
  said: ProcessorDispute,
): Promise<void> {
  await transact(context.db, async (db) => {
    const locked = await lockPayments(db, payments)
    let rest = said.cents
    for (const id of payments) {
      const payment = locked.get(id)
      if (!payment) continue
      const cents = Math.min(rest, payment.amount_cents)
      rest -= cents
      await bookOne({ ...context, db }, payment, { ...said, cents })
    }
  })
}

async function bookOne(at: Joined, payment: LockedPayment, said: ProcessorDispute): Promise<void> {
  const known = await findDispute(at.db, said.id, payment.id)
  const isOver = known !== undefined && known.status !== 'open'
  if (isOver && said.status !== 'open' && said.status !== known.status) {
    const why = `Dispute ${said.id} is ${said.status}, but was ${known.status}`
    return askForReview(at.db, payment, why)
  }
  if (isOver || (known && said.status === 'open')) return
  const dispute = known ?? (await openDispute(at, payment, said))
  if (said.status !== 'open') await closeDispute(at, payment, { ...dispute, status: said.status })
}

async function findDispute(
  db: Transaction,
  processorId: string,
  paymentId: string,
): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select id, status, amount_cents, reason from disputes
    where processor_id = ${processorId} and payment_id = ${paymentId}`.execute(db)
  return rows[0]
}

async function openDispute(
  at: Joined,
  payment: LockedPayment,
  said: ProcessorDispute,
): Promise<Dispute> {
  const { db } = at
  const now = at.now()
  const dispute = {
    id: newId(),
    status: 'open',
    amount_cents: said.cents,
    reason: said.reason,
  } as const
  const row = { ...dispute, payment_id: payment.id, processor_id: said.id, opened_at: now }
  await db.insertInto('disputes').values(row).execute()
  const { rows } = await sql<{ since: Date }>`
    update payments set disputed_at = coalesce(disputed_at, ${now}) where id = ${payment.id}
    returning disputed_at as since`.execute(db)
  await setBlocked(db, payment.id, rows[0]?.since ?? now)
  await publishDispute({ db, now }, dispute.id)
  await notifyManagers({ ...at, now }, payment, dispute)
  return dispute
}

async function closeDispute(at: Joined, payment: LockedPayment, dispute: Dispute): Promise<void> {
  const { db } = at
  const now = at.now()
  const { id, status } = dispute
  await db.updateTable('disputes').set({ status, closed_at: now }).where('id', '=', id).execute()
  const { rows } = await sql<{ since: Date | null }>`
    update payments p set disputed_at = (
      select min(opened_at) from disputes d where d.payment_id = p.id and d.status = 'open')
    where id = ${payment.id} returning disputed_at as since`.execute(db)
  await setBlocked(db, payment.id, rows[0]?.since ?? null)
  await publishDispute({ db, now }, id)
  // Before the stock is locked.
  await notifyManagers({ ...at, now }, payment, dispute)
  if (status === 'lost' && dispute.amount_cents > 0) await endLost(at, payment, dispute)
}

/** Ends the payment for the amount that the bank has taken. If a refund had ended it before, staff have to review it. */
async function endLost(
  at: Joined,
  { id: payment_id }: LockedPayment,
  { id, amount_cents }: Dispute,
) {
  const request = {
    payment_id,
    idempotency_key: `dispute ${id}`,
    cents: amount_cents,
    reason: 'A dispute was lost',
    is_given: true,
    dispute_id: id,
  }
  const [begun] = await beginRefunds(at, [request], leaseOf(at, at.now()))
  if (begun && !(begun instanceof Problem)) return completeRefund(at, begun.id, { isGiven: true })
  await askForReview(
    at.db,
    { id: payment_id },
    `A dispute was lost: ${begun?.message ?? 'no such payment'}`,
  )
}
