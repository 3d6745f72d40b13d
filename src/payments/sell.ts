import { recordServerEvents, settlePoints } from '#rewards'
import { startTerms } from '#subscriptions'
import { issueTickets } from '#tickets'
import { pointsOf } from './hold.ts'
import type { Locked } from './locked.ts'
import { type News, tell } from './notices.ts'
import { findOffers, moveStock, type Offer, offerKey } from './offers.ts'
import type { Till } from './till.ts'

/**
 * What was held is sold, or free again, with all that follows. Locks in the order of the house: points
 * and rewards, inboxes, stock.
 */
export async function freeAndSell(
  till: Till,
  { sold, freed }: { sold: Locked[]; freed: Locked[] },
): Promise<void> {
  if (sold.length + freed.length === 0) return
  const { db, bus } = till
  const at = { db, bus, now: till.now() }
  const offers = await findOffers(db, [...sold, ...freed])
  const points = [
    ...pointsOf(sold).map((spent) => ({ ...spent, spent: true })),
    ...pointsOf(freed).map((kept) => ({ ...kept, spent: false })),
  ]
  await settlePoints(at, points)
  await handOut(till, sold, offers)
  // First, since it takes the inboxes of all: what the rewards tell goes to some of the same.
  await tell(at, offers, [...newsOf(sold, 'succeeded'), ...newsOf(freed, 'failed')])
  await recordServerEvents(at, sold.map(purchaseOf))
  await moveStock(db, [
    ...sold.map((payment) => ({ ...payment, held: -1, sold: 1 })),
    ...freed.map((payment) => ({ ...payment, held: -1, sold: 0 })),
  ])
}

const newsOf = (payments: Locked[], type: News['type']): News[] =>
  payments.map((payment) => ({
    type,
    key: `payment:${payment.id}:${type}`,
    payment,
    cents: payment.amount_cents,
  }))

/** Tickets and memberships. */
async function handOut({ db, vault, now }: Till, sold: Locked[], offers: Map<string, Offer>) {
  const bought = sold.flatMap((payment) => {
    const offer = offers.get(offerKey(payment))
    return offer ? [{ payment, offer }] : []
  })
  const tickets = bought.flatMap(({ payment: { id, entity_id }, offer }) => {
    const { festival_id, valid_since, valid_until } = offer
    return festival_id === null
      ? []
      : [{ payment_id: id, festival_id, entity_id, valid_since, valid_until }]
  })
  await issueTickets({ db, vault, now: now() }, tickets)
  const terms = bought.flatMap(({ payment: { id, user_id, entity_id }, offer }) => {
    const { duration, duration_type } = offer
    if (duration === null || duration_type === null) return []
    return [{ payment_id: id, user_id, subscription_id: entity_id, duration, duration_type }]
  })
  await startTerms(db, terms, now())
}

const eventTypes = {
  ticket: 'ticket_purchased',
  accommodation: 'accommodation_booked',
  subscription: 'subscription_started',
}

/** The source of the rewards event that a purchase is. */
export const purchaseSource = (paymentId: string) => `payment:${paymentId}`

function purchaseOf({ id, user_id, payment_type, entity_id, amount_cents }: Locked) {
  return {
    user_id,
    event_type: eventTypes[payment_type],
    entity_type: payment_type,
    entity_id,
    source: purchaseSource(id),
    euros: Math.floor(amount_cents / 100),
  }
}
