/** The benefit of a voucher, decided from its terms alone. */
import { conflict, type Problem } from '#platform/values/errors'

export type Terms = {
  /** off the price; at most one of the three is set */
  percent: number | null
  amount_cents: number | null
  price_cents: number | null
  /** true if hidden items can be bought with it */
  opens: boolean
  /** the tiers and accommodations that it is for; null: all of its festival */
  entity_ids: string[] | null
  starts_at: Date | null
  ends_at: Date | null
  ended_at: Date | null
}

type Offered = { entity_id: string; price_cents: number; hidden: boolean }

const isFor = ({ entity_ids }: Terms, { entity_id }: Offered) =>
  entity_ids === null || entity_ids.includes(entity_id)

/** Returns true if a voucher lets its user buy a hidden item. */
export function opens(terms: Terms, offered: Offered): boolean {
  return terms.opens && offered.hidden && isFor(terms, offered)
}

/** Returns the discount on the price of one unit, cents, rounded in the buyer's favour. */
export function discountOf(terms: Terms, offered: Offered): number {
  const { percent, amount_cents, price_cents: to } = terms
  const { price_cents: price } = offered
  if (!isFor(terms, offered)) return 0
  if (percent !== null) return Math.ceil((price * percent) / 100)
  if (to !== null) return Math.max(0, price - to)
  return Math.min(amount_cents ?? 0, price)
}

/** Returns the reason why a voucher cannot be used now, for any item; undefined if it can. */
export function denialReasonNow(
  { starts_at, ends_at, ended_at }: Terms,
  now: Date,
): Problem | undefined {
  if (ended_at !== null || (ends_at !== null && now > ends_at)) {
    return conflict('This voucher is over', 'voucher_ended', { ends_at: ended_at ?? ends_at })
  }
  if (starts_at === null || now >= starts_at) return undefined
  return conflict('This voucher is not valid yet', 'voucher_not_started', { starts_at })
}

export const unknownVoucher = () => conflict('No voucher has this code', 'voucher_unknown')
export const otherFestival = () =>
  conflict('This voucher belongs to another festival', 'voucher_other_festival')
export const notApplicable = () =>
  conflict('This voucher does not apply to these items', 'voucher_not_applicable')
export const usedUp = () => conflict('This voucher has too few uses left', 'voucher_used_up')
export const overVoucherLimit = () =>
  conflict('You have reached the limit of this voucher for each person', 'voucher_limit')
