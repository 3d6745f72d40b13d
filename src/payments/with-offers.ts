import type { Transaction } from '#platform/database/transactions'
import type { Problem } from '#platform/values/errors'
import { holdEntries, type TakenOffer, takeOffers, whyNotOffered } from '#waiting'

/** An order, as far as its offer concerns it. */
type Asked<Line> = {
  id: string
  user_id: string
  offer_id?: string | null | undefined
  lines: Line[]
}

export type Offers = {
  /** why an order cannot have what it says is offered to it */
  refused: Map<string, Problem>
  /** the lines that an offer to their buyer holds already */
  offered: Set<string>
  /** Takes over what offers hold for those that are `held`. */
  take(held: Set<string>): Promise<void>
}

/**
 * Locks the offers that orders buy with, and returns the orders that go on, as `allowed`. Of two orders with the same offer
 * the first has it. When a charge is late, its order goes on without an offer that it cannot have any more. Orders without
 * an offer cost no statement.
 */
export async function withOffers<Line extends { id: string; entity_id: string }>(
  { db, now }: { db: Transaction; now: Date },
  orders: Asked<Line>[],
  isLate: boolean,
): Promise<Offers & { allowed: Asked<Line>[] }> {
  const entries = await holdEntries(db, orders)
  const [refused, offered] = [new Map<string, Problem>(), new Set<string>()]
  const taken: TakenOffer[] = []
  for (const order of orders) {
    const entry = entries.get(order.offer_id ?? '')
    const problem = order.offer_id ? whyNotOffered(order, entry, now) : undefined
    if (problem && !isLate) refused.set(order.id, problem)
    if (problem || !entry) continue
    const units = order.lines.filter(({ entity_id }) => entity_id === entry.tier_id)
    for (const { id } of units) offered.add(id)
    entries.set(entry.id, { ...entry, ordered: units.length })
    taken.push({ id: entry.id, order_id: order.id, ordered: units.length })
  }
  const take = (held: Set<string>) =>
    takeOffers(
      db,
      taken.filter(({ order_id }) => held.has(order_id)),
    )
  return { allowed: orders.filter(({ id }) => !refused.has(id)), refused, offered, take }
}
