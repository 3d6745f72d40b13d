import { conflict, invalidField, type Problem } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'

/** What decides the price and whether it is sold at all. `opens` and `closes` are its sale window. */
export type Offered = {
  price_cents: number
  opens: Date | null
  closes: Date | null
  /** false: archived, or its festival is cancelled or deleted */
  is_offered: boolean
  /** false: staff have not approved the organizer of its festival */
  is_approved: boolean
  /** null: as many as one likes */
  remaining: number | null
}

/** What the buyer wants: to use points, and, when given, to pay this and nothing else. */
export type Bid = { points: number; amount_cents: number | undefined }

type Terms = { now: Date; pointsPerEuro: number; isApprovalNeeded: boolean }

/**
 * The cents to charge: the price less what the points are worth, rounded down. Refuses what is not on
 * sale, or whose organizer is not approved where it must be (409 `not_on_sale`) or sold out (409 `sold_out`), more points than the price (400), and an
 * amount that is neither the price nor what is charged (409 `price_changed`).
 */
export function quote(offered: Offered, { points, amount_cents }: Bid, terms: Terms): number {
  const { price_cents, remaining, opens, closes } = offered
  if (terms.isApprovalNeeded && !offered.is_approved) throw notApproved()
  if (!isOnSale(offered, terms.now)) {
    const times = { start_time: opens, end_time: closes }
    throw conflict('This is not on sale now', 'not_on_sale', times)
  }
  const rest = price_cents * terms.pointsPerEuro - points * 100
  if (rest < 0) throw invalidField('pointsToUse', 'must be at most what the price is worth')
  const charged = Math.floor(rest / terms.pointsPerEuro)
  if (amount_cents !== undefined && ![price_cents, charged].includes(amount_cents)) {
    const price = toEuros(price_cents)
    throw conflict('The price is another one: show it to the buyer', 'price_changed', { price })
  }
  if (remaining !== null && remaining <= 0) throw soldOut(null)
  return charged
}

function notApproved(): Problem {
  const reason = 'organizer_not_approved'
  const error =
    'This is not on sale now: its organizer is not approved yet. Try again once staff have approved it'
  return conflict(error, 'not_on_sale', { reason })
}

function isOnSale({ is_offered, opens, closes }: Offered, now: Date): boolean {
  return is_offered && (opens === null || now >= opens) && (closes === null || now <= closes)
}

/** 409 `sold_out`; `next_release_at` is when the earliest hold may lapse, if any is held. */
export function soldOut(next_release_at: Date | null): Problem {
  return conflict('It is sold out', 'sold_out', { next_release_at })
}
