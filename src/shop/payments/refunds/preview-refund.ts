import { sql } from 'kysely'
import type { Static } from 'typebox'
import { transact } from '#platform/database/transactions'
import { invalidField, notFound, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents, toEuros } from '#platform/values/money'
import type { PaymentContext } from '../model/payment-context.ts'
import type { RefundPreview } from '../model/refund-schemas.ts'
import { rewardEventsOf } from '../reserving/reverse-sale.ts'
import { beginRefunds } from './refund.ts'

type Preview = Static<typeof RefundPreview>

/** Carries the preview out of the transaction, which is rolled back. */
class Rehearsed extends Error {
  readonly preview: Preview
  constructor(preview: Preview) {
    super('rolled back')
    this.preview = preview
  }
}

/**
 * Previews a refund of `amount`, or of all that is left: begun like the refund, in a transaction that is then rolled
 * back. Refuses as the refund does.
 */
export async function previewRefund(
  context: PaymentContext,
  id: string,
  amount: number | undefined,
): Promise<Preview> {
  const cents = amount === undefined ? undefined : toCents(amount)
  if (cents === 0) throw invalidField('amount', 'must be more than 0')
  try {
    return await transact(context.db, async (db) => {
      const request = { payment_id: id, idempotency_key: newId(), cents }
      const [begun] = await beginRefunds({ ...context, db }, [request], context.now())
      if (!begun || begun instanceof Problem) throw begun ?? notFound('Payment')
      throw new Rehearsed(await readBegun({ ...context, db }, begun.id, id))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.preview
    throw error
  }
}

async function readBegun(
  { db }: PaymentContext,
  refundId: string,
  paymentId: string,
): Promise<Preview> {
  const keys = rewardEventsOf(refundId, paymentId).map(({ key }) => key)
  const { rows } = await sql<{ amount: number; kept: number; is_full: boolean; points: number }>`
    select r.amount_cents as amount, r.kept_cents as kept, r.is_full, (
        select coalesce(sum(shortfall + kept - delta), 0)::int from point_entries
        where source = any (${keys}::text[])) as points
    from refunds r where r.id = ${refundId}`.execute(db)
  const { amount = 0, kept = 0, is_full = true, points = 0 } = rows[0] ?? {}
  return { amount: toEuros(amount), kept_amount: toEuros(kept), points_taken_back: points, is_full }
}
