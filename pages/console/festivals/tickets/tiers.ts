import type { Tier, UpdateFestivalBody } from '../../../../client/src/index.ts'
import { festival } from '../../session.ts'
import { isSame, wholeOfFestival } from '../sets.ts'

export type TierBody = NonNullable<UpdateFestivalBody['tickets']>[number]

/** Returns the tiers, or other ordered records, with one of them moved up or down. */
export function moved<One extends { id: string }>(tiers: One[], id: string, step: -1 | 1): One[] {
  const from = tiers.findIndex((tier) => tier.id === id)
  const to = from + step
  const next = [...tiers]
  const [tier] = next.splice(from, 1)
  if (from < 0 || !tier || to < 0 || to > next.length) return tiers
  next.splice(to, 0, tier)
  return next
}

/**
 * Returns the current tiers with one changed, or added at the end.
 * @param before the tier as it was when the form was opened; undefined for a new one
 * @throws Error when another user has changed or deleted that tier meanwhile
 */
export function withTier(tiers: Tier[], body: TierBody, before: Tier | undefined): TierBody[] {
  if (before === undefined) return [...tiers, body]
  requireUnchanged(tiers, before)
  return tiers.map((tier) => (tier.id === before.id ? { ...body, id: tier.id } : tier))
}

/** @throws Error when another user has changed it meanwhile; one that is already deleted is fine */
export async function removeTier(festivalId: string, before: Tier): Promise<void> {
  const { tickets } = await festival.festivals.get(festivalId, wholeOfFestival)
  if (!tickets.some(({ id }) => id === before.id)) return
  requireUnchanged(tickets, before)
  await festival.festivals.deleteTier(festivalId, before.id)
}

function requireUnchanged(tiers: Tier[], before: Tier) {
  const current = tiers.find(({ id }) => id === before.id)
  if (!current)
    throw new Error(
      'Another user has stopped selling this tier in the meantime. Close this and look again.',
    )
  if (!isSame(current, before))
    throw new Error(
      'Another user has changed this tier in the meantime. Close this and open it again to see the changes.',
    )
}
