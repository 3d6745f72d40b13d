import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
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

/** Of charges that came late: the returns whose tickets are locked and still good. */
export type Late = { returns: ReadonlyMap<string, unknown> }

export type Offers<Line> = {
  /** what is still to be held: orders without the units that are offered to their buyers */
  allowed: Asked<Line>[]
  /** why an order cannot have what it says is offered to it */
  refused: Map<string, Problem>
  /** the returns whose tickets are offered to lines of the orders, by line */
  returned: Map<string, string>
  /** Takes over what offers hold for those that are `held`, and adds those that need nothing else. */
  take(held: Set<string>): Promise<void>
}

/**
 * Locks the offers that orders buy with. Of two orders with the same offer the first has it. When a charge is `late`, its
 * order goes on without an offer that it cannot have any more. Orders without an offer cost no statement.
 */
export async function withOffers<Line extends { id: string; entity_id: string }>(
  { db, now }: { db: Transaction; now: Date },
  orders: Asked<Line>[],
  late: Late | undefined,
): Promise<Offers<Line>> {
  const entries = await holdEntries(db, orders)
  const refused = new Map<string, Problem>()
  const allowed: Asked<Line>[] = []
  const taken: (TakenOffer & { isAll: boolean; units: Line[] })[] = []
  const returned = new Map<string, string>()
  for (const order of orders) {
    const entry = entries.get(order.offer_id ?? '')
    const problem = order.offer_id ? whyNotOffered(order, entry, now) : undefined
    const isClosed = late && entry?.return_id && !late.returns.has(entry.return_id)
    if (problem && !late) refused.set(order.id, problem)
    else if (problem || isClosed || !entry) allowed.push(order)
    else {
      const lines = order.lines.filter(({ entity_id }) => entity_id !== entry.tier_id)
      const units = order.lines.filter(({ entity_id }) => entity_id === entry.tier_id)
      const ordered = units.length
      for (const { id } of entry.return_id ? units : []) returned.set(id, entry.return_id ?? '')
      entries.set(entry.id, { ...entry, ordered })
      taken.push({ id: entry.id, order_id: order.id, ordered, isAll: lines.length === 0, units })
      if (lines.length > 0) allowed.push({ ...order, lines })
    }
  }
  const take = async (held: Set<string>) => {
    for (const { order_id, isAll } of taken) if (isAll) held.add(order_id)
    const got = taken.filter(({ order_id }) => held.has(order_id))
    await takeOffers(db, got)
    await noteReturned(
      db,
      got.flatMap(({ units }) =>
        units.flatMap(({ id }) => {
          const return_id = returned.get(id)
          return return_id === undefined ? [] : { id, return_id }
        }),
      ),
    )
  }
  return { allowed, refused, returned, take }
}

/** Says of payments that they hold a ticket which is given back, and none of the stock. */
async function noteReturned(
  db: Transaction,
  lines: { id: string; return_id: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update payments p set return_id = l.return_id
    from ${rowsOf('l', lines, { id: 'uuid', return_id: 'uuid' })} where p.id = l.id`.execute(db)
}
