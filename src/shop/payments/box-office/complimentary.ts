/** Complimentary orders, given by staff for nothing (docs/contract, section 7.15). */
import { type Static, Type } from 'typebox'
import { mustBeApproved } from '#catalogue/organizers'
import { Email } from '#identity/users'
import { found } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { Uuid } from '#platform/values/shapes'
import { linesFor, newRequest, type SettledOrder } from '../model/order-stages.ts'
import {
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { Payment } from '../model/schemas.ts'
import { findOffers, mostUnits, type Offer, offerKey } from '../pricing/offers.ts'
import { refuseUnoffered } from '../pricing/quote.ts'
import { priceGift, recipientOf, reserveAtOnce, settleAtOnce } from './at-once.ts'

export const NewComplimentary = Type.Object({
  entity_id: { ...Uuid, description: 'The tier or the accommodation, hidden ones too' },
  quantity: Type.Integer({ minimum: 1, maximum: mostUnits, examples: [2] }),
  email: { ...Email, description: 'Who gets them, by mail' },
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description: 'Why; in the timeline of each payment, which its owner reads',
    examples: ['Press'],
  }),
})
type NewComplimentary = Static<typeof NewComplimentary>

/** A complimentary order, as staff read it. */
export const Complimentary = Type.Object(
  {
    id: { ...Uuid, description: 'Of the order' },
    payments: Type.Array(Payment, { description: 'One for each unit, without its ticket' }),
  },
  { title: 'Complimentary' },
)

type Gift = NewComplimentary & { festivalId: string; givenBy: string }

/**
 * Gives units out of the stock to the account that has proven this e-mail, else to a guest with it, and has them
 * mailed. They count for no limit, ignore the sale window, and nothing is charged. @throws 404 for an item that the
 * festival does not have, 409 for one that is not on offer any more or sold out
 */
export function giveComplimentary(context: PaymentContext, gift: Gift): Promise<SettledOrder> {
  return inTransaction(context, async (trx) => {
    const { db, now } = trx
    const offered = await findOffered(trx, gift)
    const user_id = await recipientOf(db, { email: gift.email, now })
    const lines = linesFor([{ ...offered, quantity: gift.quantity }])
    const offers = new Map([[offerKey(offered), offered]])
    const order = priceGift(trx, newRequest({ user_id, lines }), { ...gift, offers })
    await reserveAtOnce(trx, [order])
    const [settled] = await settleAtOnce(trx, [order.id], { state: 'succeeded' })
    return found(settled, 'Order')
  })
}

/** Reads the offer that is given. @throws 404 if the festival does not have it, 409 if it is not on offer any more */
async function findOffered(
  { db, config, now }: PaymentTransaction,
  { entity_id, festivalId }: Gift,
): Promise<Offer> {
  const entities = (['ticket', 'accommodation'] as const).map((payment_type) => ({
    payment_type,
    entity_id: isId(entity_id) ? entity_id.toLowerCase() : newId(),
  }))
  const offers = [...(await findOffers(db, entities)).values()]
  const offered = found(
    offers.find(({ festival_id }) => festival_id === festivalId.toLowerCase()),
    'Ticket',
  )
  refuseUnoffered(offered, { now, isApprovalNeeded: mustBeApproved(config) })
  return offered
}
