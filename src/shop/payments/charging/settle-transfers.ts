import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { ReservedOrder } from '../model/order-stages.ts'
import { type PaymentContext, reservedColumns } from '../model/payment-context.ts'
import { bookRefundState } from '../refunds/states.ts'
import { conclude } from './cancel-charge.ts'
import type { Checkout } from './checkout.ts'

/** Orders that are settled at the same moment. */
const atOnce = 64

/** Moves orders on whose charges money was booked; what fails is left to the sweeper, or to the next call. */
export async function settleTransfers(checkout: Checkout, orderIds: string[]): Promise<void> {
  const { rows } = await sql<ReservedOrder>`
    select ${reservedColumns} from orders o join bank_charges c on c.key = o.charge_id
    where o.id = any (${list(orderIds, 'uuid')}) and c.paid_at is not null and o.status <> 'succeeded'`.execute(
    checkout.db,
  )
  for (let at = 0; at < rows.length; at += atOnce) {
    const settled = await Promise.allSettled(
      rows
        .slice(at, at + atOnce)
        .map((order) =>
          conclude(checkout, order, { state: 'succeeded', id: `bank_${order.charge_id}` }),
        ),
    )
    for (const result of settled) {
      if (result.status === 'rejected')
        checkout.log.warn(
          { err: result.reason },
          'An order that was transferred is not settled yet',
        )
    }
  }
}

/** Ends the refunds that statements show as done or returned, and whose payments do not say so yet. Returns how many. */
export async function settleTransferRefunds(context: PaymentContext): Promise<number> {
  const { rows } = await sql<{ key: string; refused: string | null }>`
    select b.key, b.refused from bank_refunds b join refunds r on r.id = b.key
    where b.done_at is not null and (r.done_at is null or b.refused is not null) and r.refused is null
    limit 1000`.execute(context.db)
  for (const { key, refused } of rows) {
    const state =
      refused === null
        ? ({ state: 'refunded' } as const)
        : ({ state: 'refused', reason: refused } as const)
    await bookRefundState(context, key, state)
  }
  return rows.length
}
