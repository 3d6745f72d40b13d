/** Complimentary orders, given by staff for nothing (docs/contract, section 7.15). */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { mustBeApproved } from '#catalogue/organizers'
import { Email, insertGuest } from '#identity/users'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { emailKey } from '#platform/values/email'
import { found, notFound } from '#platform/values/errors'
import { isId, newId } from '#platform/values/ids'
import { Uuid } from '#platform/values/shapes'
import { settle } from '../charging/settle.ts'
import { inTransaction, type PaymentContext } from '../model/payment-context.ts'
import type { OrderRow } from '../model/queries.ts'
import { Payment } from '../model/schemas.ts'
import { findOffers, mostUnits, type Offer } from '../pricing/offers.ts'
import { refuseUnoffered, soldOut } from '../pricing/quote.ts'
import { hold } from '../reserving/hold.ts'
import { insertOrders } from '../reserving/insert-orders.ts'
import type { Priced } from '../reserving/order.ts'
import { about } from '../reserving/price.ts'

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
export function giveComplimentary(context: PaymentContext, gift: Gift): Promise<OrderRow> {
  return inTransaction(context, async (trx) => {
    const { db, config, now } = trx
    const offered = await findOffered(db, gift)
    refuseUnoffered(offered, { now, isApprovalNeeded: mustBeApproved(config) })
    const userId = await recipientOf(db, { email: gift.email, now })
    const order = toOrder(gift, { offered, userId })
    const inserted = await insertOrders({ ...trx, results: new Map() }, [order])
    const { short } = await hold(trx, inserted)
    const lacking = short.get(order.id)
    if (lacking) throw about(order, soldOut(null), lacking)
    const heard = { id: order.id, key: order.id, verdict: { state: 'succeeded' } } as const
    const [settled] = await settle({ ...context, db }, [heard])
    if (!settled || 'error' in settled) throw settled?.error ?? notFound('Order')
    return found(settled.value, 'Order')
  })
}

async function findOffered(db: Database, { entity_id, festivalId }: Gift): Promise<Offer> {
  const entities = (['ticket', 'accommodation'] as const).map((payment_type) => ({
    payment_type,
    entity_id: isId(entity_id) ? entity_id.toLowerCase() : newId(),
  }))
  const offers = [...(await findOffers(db, entities)).values()]
  return found(
    offers.find(({ festival_id }) => festival_id === festivalId.toLowerCase()),
    'Ticket',
  )
}

type To = { email: string; now: Date }

/** Returns the account that has proven this e-mail, else a new guest with it. */
export async function recipientOf(db: Transaction, { email, now }: To): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where email_key = ${emailKey(email)} and email_proven_at is not null and erased_at is null`.execute(
    db,
  )
  return rows[0]?.id ?? insertGuest(db, { email, now })
}

type Given = Pick<Gift, 'reason' | 'givenBy'> & { userId: string }

/** A unit that costs nothing. */
export function givenLine(
  { payment_type, entity_id, festival_id, vat }: Offer,
  { userId, reason, givenBy }: Given,
): Priced['lines'][number] {
  return {
    id: newId(),
    user_id: userId,
    payment_type,
    entity_type: null,
    entity_id,
    festival_id,
    vat,
    price_cents: 0,
    discount_cents: 0,
    points_used: 0,
    amount_cents: 0,
    max_per_person: null,
    voucher_code_id: null,
    cancel_until: null,
    cancel_percent: null,
    given_by: givenBy,
    given_reason: reason,
  }
}

function toOrder(
  { quantity, reason, givenBy }: Gift,
  { offered, userId }: { offered: Offer; userId: string },
): Priced {
  const id = newId()
  const lines = Array.from({ length: quantity }, () =>
    givenLine(offered, { userId, reason, givenBy }),
  )
  return {
    id,
    user_id: userId,
    endpoint: 'orders',
    hold: false,
    idempotency_key: id,
    request_hash: Buffer.alloc(32),
    lines,
    points_used: 0,
    amount_cents: 0,
    method: undefined,
    network: null,
  }
}
