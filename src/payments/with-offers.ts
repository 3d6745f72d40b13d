import type { Transaction } from '#platform/database/transactions'
import type { Problem } from '#platform/values/errors'
import { holdEntries, type TakenOffer, takeOffers, unitsOf, whyNotOffered } from '#waiting'

/** An order, as far as its offer concerns it. */
type Asked<Line> = {
  id: string
  user_id: string
  offer_id?: string | null | undefined
  lines: Line[]
}

export type Offers<Line> = {
  /** what is still to be held: orders without the units that are offered to their buyers */
  allowed: Asked<Line>[]
  /** why an order cannot have what it says is offered to it */
  refused: Map<string, Problem>
  /** Takes over what offers hold for those that are `held`, and adds those that need nothing else. */
  take(held: Set<string>): Promise<void>
}

/**
 * Locks the offers that orders buy with. Of two orders with the same offer the first has it. When a charge is late, its
 * order goes on without an offer that it cannot have any more. Orders without an offer cost no statement.
 */
export async function withOffers<Line extends { entity_id: string }>(
  { db, now }: { db: Transaction; now: Date },
  orders: Asked<Line>[],
  isLate: boolean,
): Promise<Offers<Line>> {
  const entries = await holdEntries(db, orders)
  const refused = new Map<string, Problem>()
  const allowed: Asked<Line>[] = []
  const taken: (TakenOffer & { isAll: boolean })[] = []
  for (const order of orders) {
    const entry = entries.get(order.offer_id ?? '')
    const problem = order.offer_id ? whyNotOffered(order, entry, now) : undefined
    if (problem && !isLate) refused.set(order.id, problem)
    else if (problem || !entry) allowed.push(order)
    else {
      const lines = order.lines.filter(({ entity_id }) => entity_id !== entry.tier_id)
      const ordered = unitsOf(order, entry.tier_id)
      entries.set(entry.id, { ...entry, ordered })
      taken.push({ id: entry.id, order_id: order.id, ordered, isAll: lines.length === 0 })
      if (lines.length > 0) allowed.push({ ...order, lines })
    }
  }
  const take = async (held: Set<string>) => {
    for (const { order_id, isAll } of taken) if (isAll) held.add(order_id)
    await takeOffers(
      db,
      taken.filter(({ order_id }) => held.has(order_id)),
    )
  }
  return { allowed, refused, take }
}
