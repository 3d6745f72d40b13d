import { transact } from '#platform/database/transactions'
import { toEuros } from '#platform/values/money'
import { type PaymentContext, refundAtTill } from '#shop/payments'
import { readShift } from './books.ts'
import { leaveAtTill } from './pass.ts'
import { lockOpenShift } from './rights.ts'
import type { Sale } from './sale-schemas.ts'

type Asked = { paymentId: string; key: string; reason: string }

/**
 * Refunds a ticket at the till: it ends, its stock is free, and the money comes out of this shift. The key belongs to
 * the shift, apart from the keys with which staff refund the same payment. A repeated request returns the refund as
 * booked.
 */
export function giveBack(context: PaymentContext, shiftId: string, asked: Asked) {
  return transact(context.db, async (db) => {
    const open = await lockOpenShift(db, shiftId)
    const { festival_id: festivalId, seller } = open
    const key = `till ${shiftId} ${asked.key}`
    const { isReplay, ...refunded } = await refundAtTill(
      { ...context, db },
      { ...asked, key, festivalId },
    )
    if (!isReplay) {
      const [payment_id, at] = [asked.paymentId, context.now()]
      await db
        .insertInto('till_refunds')
        .values({ ...refunded, shift_id: shiftId, payment_id, seller, at })
        .execute()
      await leaveAtTill({ ...context, db }, open, asked.paymentId)
    }
    return {
      payment_id: asked.paymentId,
      amount: toEuros(refunded.amount_cents),
      means: refunded.means as Sale['means'],
      shift: await readShift(db, shiftId),
    }
  })
}
