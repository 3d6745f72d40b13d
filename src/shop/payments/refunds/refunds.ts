import { sql } from 'kysely'
import type { Transaction } from '#platform/database/transactions'
import type { ReservedOrder } from '../model/order-stages.ts'
import {
  answerOf,
  chargeOf,
  leaseOf,
  type PaymentContext,
  reservedColumns,
} from '../model/payment-context.ts'
import type { RefundState } from '../processors/processor.ts'
import { bookRefundState } from './states.ts'

export type NewRefund = {
  id: string
  payment_id: string
  idempotency_key: string
  amount_cents: number
  kept_cents: number
  is_full: boolean
  /** percentage of the amount left, if the buyer cancelled it */
  percent: number | null
  return_id?: string | null
  dispute_id?: string | undefined
  reason?: string | undefined
  requested_by?: string | undefined
  by_other_means?: boolean | undefined
  /** the processor's id of a refund that was made there */
  processor_id?: string | undefined
  /** the same for all refunds that are requested at once */
  request_id?: string | undefined
}

/** Records refunds to be made. The process with the lease asks the processor; after the lease the sweeper does. */
export async function insertRefunds(
  db: Transaction,
  refunds: NewRefund[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    insert into refunds (id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, return_id, dispute_id,
                         reason, requested_by, by_other_means, processor_id, request_id, created_at, lease_until)
    select id, payment_id, idempotency_key, amount_cents, kept_cents, is_full, percent, return_id, dispute_id, reason,
           requested_by, coalesce(by_other_means, false), processor_id, request_id, ${now}, ${leaseUntil}
    from jsonb_to_recordset(${JSON.stringify(refunds)}) as r (
      id uuid, payment_id uuid, idempotency_key text, amount_cents int, kept_cents int, is_full boolean, percent int,
      return_id uuid, dispute_id uuid, reason text, requested_by uuid, by_other_means boolean, processor_id text,
      request_id uuid)`.execute(db)
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

/** Time until the processor is asked again for a pending refund, ms: usually its webhook comes first. */
const pendingMs = 3_600_000

/** An order with a refund to be made of its charge. */
type OpenRefund = ReservedOrder & { refund_id: string; refund_cents: number }

/**
 * Has the processor give the money back, unless it `isGiven`, and books the result. Safe to repeat until the refund has
 * its end: a refund that the processor has already is looked up.
 */
export async function completeRefund(
  context: PaymentContext,
  id: string,
  { isGiven = false } = {},
): Promise<void> {
  const { rows } = await sql<OpenRefund>`
    select r.id as refund_id, r.amount_cents as refund_cents, ${reservedColumns}
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where r.id = ${id} and r.done_at is null and r.refused is null`.execute(context.db)
  const [refund] = rows
  if (!refund) return
  await context.failpoint('C8 before refund')
  const state = isGiven ? given : await askFor(context, refund)
  await context.failpoint('C9 refunded')
  if (state.state === 'pending') await waitFor(context, id, state)
  else await bookRefundState(context, id, state)
}

const given: RefundState = { state: 'refunded' }

function askFor(context: PaymentContext, refund: OpenRefund): RefundState | Promise<RefundState> {
  const { refund_id: key, refund_cents: cents } = refund
  // A free purchase is refunded without the processor, which never received it.
  if (cents === 0) return given
  const processor = context.processors.of(refund)
  return answerOf(context, processor.refund({ charge: chargeOf(refund), key, cents }))
}

/** Leaves a refund that the processor has accepted, but not done yet, to its webhook, and later to the sweeper. */
async function waitFor(context: PaymentContext, id: string, { id: processorId }: RefundState) {
  const until = new Date(context.now().getTime() + pendingMs)
  await sql`
    update refunds set lease_until = ${until}, processor_id = coalesce(${processorId ?? null}, processor_id)
    where id = ${id} and done_at is null and refused is null`.execute(context.db)
}
