import { recordServerEvents, settlePoints } from '#audience/rewards'
import { startTerms } from '#shop/subscriptions'
import { admissionSource, issueTickets, type TicketCodes } from '#shop/tickets'
import { moveUses } from '#shop/vouchers'
import { settleOffers } from '#shop/waiting'
import type { PaymentTransaction } from '../model/payment-context.ts'
import { moveStock } from '../pricing/offers.ts'
import { linesOf, piecesOf, pointsOf } from './hold.ts'
import type { LockedOrder, LockedPayment } from './locked-orders.ts'
import { notifyBuyers, type PaymentNotice } from './notification-content.ts'

/**
 * Sells or releases held orders, with all that follows; `undone` orders are released, and their charge is given back.
 * Locks in the order of CONTRIBUTING: points and rewards (the caller holds their balances), inboxes, stock. Returns the
 * codes of the tickets, by payment.
 */
export async function freeAndSell(
  { db, bus, vault, now }: PaymentTransaction,
  orders: Record<'sold' | 'freed' | 'undone', LockedOrder[]> & { notices: PaymentNotice[] },
): Promise<Map<string, TicketCodes>> {
  const ended = [...orders.freed, ...orders.undone]
  const [sold, freed] = [linesOf(orders.sold), linesOf(ended)]
  if (sold.length + freed.length === 0) return new Map()
  const at = { db, bus, now }
  const points = [
    ...pointsOf(sold).map((spent) => ({ ...spent, spent: true })),
    ...pointsOf(freed).map((kept) => ({ ...kept, spent: false })),
  ]
  await settlePoints(at, points)
  await moveUses(db, [
    ...sold.map((payment) => ({ ...payment, held: -1, used: 1 })),
    ...freed.map((payment) => ({ ...payment, held: -1, used: 0 })),
  ])
  const offers = await settleOffers(at, { sold: orders.sold, freed: ended })
  const codes = await issueTickets({ ...at, vault }, ticketsOf(sold), () =>
    // Sent before the rewards, since it takes the inboxes of all: their notifications go to some of the same.
    notifyBuyers(at, [
      ...noticesOf(orders.sold, 'succeeded'),
      ...noticesOf(orders.freed, 'failed'),
      ...orders.notices,
    ]),
  )
  await startTerms(db, termsOf(sold), now)
  await recordServerEvents({ ...at, areBalancesHeld: true }, sold.map(purchaseOf))
  await moveStock(db, [
    ...sold.map((payment) => ({ ...payment, held: -piecesOf(payment), sold: piecesOf(payment) })),
    ...freed.map((payment) => ({ ...payment, held: -piecesOf(payment), sold: 0 })),
    ...offers,
  ])
  return codes
}

/** Returns one notification for each order. */
const noticesOf = (orders: LockedOrder[], type: PaymentNotice['type']): PaymentNotice[] =>
  orders.map(({ id, lines, amount_cents: cents }) => ({
    type,
    key: `payment:${id}:${type}`,
    payments: lines,
    cents,
  }))

/** Returns the tickets to issue. A unit that a till has leased has its ticket already. */
const ticketsOf = (sold: LockedPayment[]) =>
  sold.flatMap(({ id, festival_id, entity_id, lease_id, bought: { valid_since, valid_until } }) =>
    festival_id === null || lease_id !== null
      ? []
      : [{ payment_id: id, festival_id, entity_id, valid_since, valid_until }],
  )

const termsOf = (sold: LockedPayment[]) =>
  sold.flatMap(({ id, user_id, entity_id, bought: { duration, duration_type } }) =>
    duration === null || duration_type === null
      ? []
      : [{ payment_id: id, user_id, subscription_id: entity_id, duration, duration_type }],
  )

const rewardEventTypes = {
  ticket: 'ticket_purchased',
  accommodation: 'accommodation_booked',
  subscription: 'subscription_started',
}

/** Returns the source of the reward event for a purchase. */
const purchaseSource = (paymentId: string) => `payment:${paymentId}`

/** Returns the sources of all reward events by which a payment may have earned points. */
export const sourcesOf = (paymentId: string) => [
  purchaseSource(paymentId),
  admissionSource(paymentId),
]

export function purchaseOf({
  id,
  user_id,
  payment_type,
  entity_id,
  amount_cents,
  is_own,
}: LockedPayment) {
  return {
    user_id,
    event_type: rewardEventTypes[payment_type],
    entity_type: payment_type,
    entity_id,
    source: purchaseSource(id),
    euros: Math.floor(amount_cents / 100),
    isOwn: is_own,
  }
}
