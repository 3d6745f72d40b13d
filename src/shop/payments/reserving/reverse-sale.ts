import { lockBalances, type Reversal, returnPoints, reverseEvents } from '#audience/rewards'
import type { Transaction } from '#platform/database/transactions'
import { endTerms } from '#shop/subscriptions'
import { admissionSource, lockTickets, revokeTickets } from '#shop/tickets'
import { moveUses } from '#shop/vouchers'
import { moveStock } from '../pricing/offers.ts'
import { pointsOf } from './hold.ts'
import type { LockedPayment } from './locked-orders.ts'
import { sourcesOf } from './sell.ts'

/** A refund that is begun: `amount_cents` is the amount that ends with it, before anything is withheld. */
export type ReversedSale = {
  id: string
  amount_cents: number
  is_full: boolean
  is_given?: boolean
  /** percentage of the spent points that comes back; null: all */
  percent: number | null
  /** its ticket was bought by another user: that payment counts instead */
  return_id?: string | null
  payment: LockedPayment
}

type Step = { db: Transaction; now: Date; pointsPerEuro: number }

/** The most points that the database can count. */
const mostPoints = 2 ** 31 - 1

/**
 * Takes back the purchases that refunds end: for a refund in full the ticket, term, stock and the points that were
 * spent on it; for each the points earned, in proportion. If these are spent already, their worth is withheld from the
 * money: returns its cents by refund. Nothing is withheld if an approved organizer has cancelled the festival, or moved
 * it since: with an unapproved one, two accounts could cancel the purchases that made their points.
 *
 * Locks tickets and terms, points and rewards, uses of vouchers, then stock; the payments are locked already.
 */
export async function reverseSale(at: Step, refunds: ReversedSale[]): Promise<Map<string, number>> {
  if (refunds.length === 0) return new Map()
  const { db, now, pointsPerEuro } = at
  const whole = refunds.flatMap(({ is_full, percent, return_id = null, payment }) => {
    const points_used = Math.floor((payment.points_used * (percent ?? 100)) / 100)
    return is_full ? { ...payment, points_used, isResold: return_id !== null } : []
  })
  const ids = whole.map(({ id }) => id)
  const holders = await lockTickets(
    db,
    refunds.map(({ payment }) => payment.id),
  )
  await revokeTickets({ db, now }, ids)
  await endTerms(db, ids)
  // Includes the holders: their admission earned them points.
  await lockBalances(db, [...refunds.map(({ payment }) => payment.user_id), ...holders.values()])
  await returnPoints({ db, now }, pointsOf(whole))
  const kept = await reverseEvents(
    { db, now },
    refunds.flatMap((refund) => reversalsOf(refund, { pointsPerEuro, holders })),
  )
  await moveUses(
    db,
    whole.map((payment) => ({ ...payment, held: 0, used: -1 })),
  )
  await moveStock(
    db,
    whole.flatMap(({ isResold, ...payment }) =>
      isResold ? [] : { ...payment, held: 0, sold: -1 },
    ),
  )
  const worth = (points: number) => Math.floor((points * 100) / pointsPerEuro)
  return new Map([...kept].map(([id, points]) => [id, worth(points)]))
}

/** The reward events by which a payment may have earned points, each with the key of this refund. */
export const rewardEventsOf = (refundId: string, paymentId: string) =>
  sourcesOf(paymentId).map((source, nth) => ({
    source,
    key: nth === 0 ? `refund:${refundId}` : `refund:${refundId}:${nth}`,
  }))

/** Returns the part of each reward event that a refund takes back, for the events by which its payment earned points. */
function reversalsOf(
  { id, amount_cents, is_full, is_given, payment }: ReversedSale,
  { pointsPerEuro, holders }: { pointsPerEuro: number; holders: Map<string, string> },
): Reversal[] {
  const { refunded_cents, kept_cents, amount_cents: ofCents, is_called_off } = payment
  const isOfAnother = (holders.get(payment.id) ?? payment.user_id) !== payment.user_id
  const keepCents = ofCents - refunded_cents - kept_cents - amount_cents
  const mostKept =
    is_called_off || is_given
      ? 0
      : Math.min(mostPoints, Math.floor((amount_cents * pointsPerEuro) / 100))
  return rewardEventsOf(id, payment.id).map((event) => ({
    ...event,
    refund: id,
    isWhole: is_full,
    keepCents,
    ofCents,
    // Points that another holder earned by the admission and has spent are not withheld from the buyer: they stay owed.
    mostKept: event.source === admissionSource(payment.id) && isOfAnother ? 0 : mostKept,
  }))
}
