import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'
import type { Problem } from '#platform/values/errors'
import {
  assignOffers,
  lockEntries,
  type OrderedOffer,
  offerDenialReason,
  type WaitingEntry,
} from '#shop/waiting'

/** The fields of an order that matter for its offer. */
type OfferRequest<Line> = {
  id: string
  user_id: string
  offer_id?: string | null | undefined
  lines: Line[]
}

/** The returns with tickets that are locked and still good, for charges that came late. */
export type Late = { returns: ReadonlyMap<string, unknown> }

export type Offers = {
  /** the reason why an order cannot have the offer that it names */
  refused: Map<string, Problem>
  /** the lines that an offer to their buyer holds already */
  offered: Set<string>
  /** the return of each of these lines that holds a returned ticket */
  returned: Map<string, string>
  /** Takes over the units that offers hold for the orders in `held`. */
  take(held: Set<string>): Promise<void>
}

/**
 * Locks the offers that orders buy with, and returns the orders that go on, as `allowed`. If two orders have the same
 * offer, the first gets it. If a charge is `late`, its order goes on without an offer that it cannot have any more.
 * Orders without an offer cost no statement.
 */
export async function withOffers<Line extends { id: string; entity_id: string }>(
  { db, now }: { db: Transaction; now: Date },
  orders: OfferRequest<Line>[],
  late: Late | undefined,
): Promise<Offers & { allowed: OfferRequest<Line>[] }> {
  const entries = await lockEntries(db, orders)
  const refused = new Map<string, Problem>()
  const taken: Taken[] = []
  for (const order of orders) {
    if (!order.offer_id) continue
    const entry = entries.get(order.offer_id)
    const problem = offerDenialReason(order, entry, now)
    if (problem && !late) refused.set(order.id, problem)
    if (problem || !entry || isClosed(entry, late)) continue
    const units = order.lines.flatMap(({ id, entity_id }) =>
      entity_id === entry.tier_id ? id : [],
    )
    const { id, return_id } = entry
    entries.set(id, { ...entry, ordered: units.length })
    taken.push({ id, order_id: order.id, ordered: units.length, return_id, units })
  }
  const take = async (held: Set<string>) => {
    const got = taken.filter(({ order_id }) => held.has(order_id))
    await assignOffers(db, got)
    await noteReturned(db, returnedOf(got))
  }
  return {
    allowed: orders.filter(({ id }) => !refused.has(id)),
    refused,
    offered: new Set(taken.flatMap(({ units }) => units)),
    returned: new Map(returnedOf(taken).map(({ id, return_id }) => [id, return_id])),
    take,
  }
}

/** An offer with the order that buys with it, and the lines of the order that buy its units. */
type Taken = OrderedOffer & { return_id: string | null; units: string[] }

const returnedOf = (taken: Taken[]) =>
  taken.flatMap(({ return_id, units }) =>
    return_id === null ? [] : units.map((id) => ({ id, return_id })),
  )

/** Returns true if the ticket of an offer is not good any more, for a charge that came late. */
const isClosed = ({ return_id }: WaitingEntry, late: Late | undefined) =>
  late !== undefined && return_id !== null && !late.returns.has(return_id)

/** Records for payments that they hold a returned ticket, and none of the stock. */
async function noteReturned(
  db: Transaction,
  lines: { id: string; return_id: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update payments p set return_id = l.return_id
    from ${rowsOf('l', lines, { id: 'uuid', return_id: 'uuid' })} where p.id = l.id`.execute(db)
}
