import { type PaymentContext, refundAtTill } from '#payments'
import { transact } from '#platform/database/transactions'
import { toEuros } from '#platform/values/money'
import { readShift } from './books.ts'
import { leaveAtTill } from './pass.ts'
import { lockOpenShift } from './rights.ts'
import type { Sale } from './sale-schemas.ts'

type Asked = { paymentId: string; key: string; reason: string }

/** Gives a ticket back at the till: it ends, its stock is free, and the money goes out of this shift. */
export function giveBack(context: PaymentContext, shiftId: string, asked: Asked) {
  return transact(context.db, async (db) => {
    const open = await lockOpenShift(db, shiftId)
    const { festival_id: festivalId, seller } = open
    const refunded = await refundAtTill({ ...context, db }, { ...asked, festivalId })
    await db
      .insertInto('till_refunds')
      .values({
        ...refunded,
        shift_id: shiftId,
        payment_id: asked.paymentId,
        seller,
        at: context.now(),
      })
      .execute()
    await leaveAtTill({ ...context, db }, open, asked.paymentId)
    return {
      payment_id: asked.paymentId,
      amount: toEuros(refunded.amount_cents),
      means: refunded.means as Sale['means'],
      shift: await readShift(db, shiftId),
    }
  })
}
