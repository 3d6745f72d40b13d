/** Orders that use offers of the waiting list: an offer holds stock, which its order takes over and may give back. */
import { type RawBuilder, sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { StockChange } from '#platform/database/stock'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { conflict, invalidField, notFound, type Problem } from '#platform/values/errors'

/** The fields of an entry that orders need. */
export type WaitingEntry = {
  id: string
  user_id: string
  tier_id: string
  quantity: number
  status: string
  ordered: number
  expires_at: Date | null
  /** the return of the offered ticket; null: it holds stock */
  return_id: string | null
  /** true if the ticket was used, or its return taken back, meanwhile */
  is_gone: boolean
}

type Order = { id: string; offer_id?: string | null | undefined }
type Basket = Order & { user_id: string; lines: { entity_id: string }[] }

const idsOf = (orders: Order[]) => orders.flatMap(({ offer_id }) => offer_id ?? [])

/** Returns the entries with an offer that these orders use, by id. Without any, it runs no statement. */
export async function findEntries(
  db: Database,
  orders: Order[],
): Promise<Map<string, WaitingEntry>> {
  return read(db, orders, sql``)
}

/** Returns entries like `findEntries`, and locks them in the order of their ids. */
export async function lockEntries(
  db: Transaction,
  orders: Order[],
): Promise<Map<string, WaitingEntry>> {
  return read(db, orders, sql`order by e.id for no key update of e`)
}

async function read(db: Database, orders: Order[], rest: RawBuilder<unknown>) {
  const ids = idsOf(orders)
  if (ids.length === 0) return new Map<string, WaitingEntry>()
  const { rows } = await sql<WaitingEntry>`
    select e.id, e.user_id, e.tier_id, e.quantity, e.status, e.ordered, e.expires_at, e.return_id,
           exists (select from ticket_returns r where r.id = e.return_id and r.ended_at is not null) as is_gone
    from waiting_entries e
    where e.id = any (${list(ids, 'uuid')}) ${rest}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the number of units of an order in a tier. */
const unitsOf = ({ lines }: Pick<Basket, 'lines'>, tierId: string) =>
  lines.filter(({ entity_id }) => entity_id === tierId).length

/** Returns the reason why an order cannot buy with the entry it names: 404 for another's, 409 without an open offer, 400 for too many units. */
export function offerDenialReason(
  order: Basket,
  entry: WaitingEntry | undefined,
  now: Date,
): Problem | undefined {
  if (!entry || entry.user_id !== order.user_id) return notFound('Offer')
  const { status, ordered, expires_at, tier_id, quantity } = entry
  if (status === 'waiting') return conflict('This item is not offered to you yet', 'not_offered')
  if (status === 'taken' || ordered > 0) {
    return conflict('Another order buys with this offer, or has bought', 'offer_used')
  }
  if (status !== 'offered' || !expires_at || expires_at <= now) {
    return conflict('This offer has ended', 'offer_ended')
  }
  if (entry.is_gone) {
    return conflict('The ticket was used or kept meanwhile: you wait for the next', 'return_gone')
  }
  return quantityDenialReason(unitsOf(order, tier_id), quantity)
}

function quantityDenialReason(units: number, quantity: number): Problem | undefined {
  if (units === 0) return invalidField('items', 'must have what is offered')
  if (units > quantity) return invalidField('items', `may have ${quantity} of what is offered`)
  return undefined
}

export type OrderedOffer = { id: string; order_id: string; ordered: number }

/** Moves units from offers to orders that hold them from now on. The entries are locked by `holdEntries`. */
export async function assignOffers(db: Transaction, taken: OrderedOffer[]): Promise<void> {
  if (taken.length === 0) return
  await sql`
    update waiting_entries e set order_id = t.order_id, ordered = t.ordered
    from ${rowsOf('t', taken, { id: 'uuid', order_id: 'uuid', ordered: 'int' })}
    where e.id = t.id`.execute(db)
}

/**
 * Ends the offers of paid orders; for the others, returns the units that they release to their offers, while these
 * last. Returns the movements beside the units of the orders: units not used by a partial order are free, units given
 * back stay held.
 */
export async function settleOffers(
  { db, now }: { db: Transaction; now: Date },
  { sold, freed }: { sold: Order[]; freed: Order[] },
): Promise<(StockChange & { payment_type: 'ticket' })[]> {
  const settled = [
    ...sold.map((order) => ({ ...order, is_sold: true })),
    ...freed.map((order) => ({ ...order, is_sold: false })),
  ].flatMap(({ id: order_id, offer_id, is_sold }) =>
    offer_id ? [{ id: offer_id, order_id, is_sold }] : [],
  )
  if (settled.length === 0) return []
  const { rows } = await sql<Settled>`
    with locked as (
      select e.id, e.ordered, s.is_sold, not s.is_sold and e.expires_at > ${now} as is_open
      from waiting_entries e
      join ${rowsOf('s', settled, { id: 'uuid', order_id: 'uuid', is_sold: 'bool' })}
        on s.id = e.id and s.order_id = e.order_id
      where e.ordered > 0 order by e.id for no key update of e
    )
    update waiting_entries e
    set ordered = 0, order_id = case when l.is_sold then e.order_id end,
        status = case when l.is_sold then 'taken' when l.is_open then 'offered' else 'lapsed' end,
        ended_at = case when not l.is_open then ${now}::timestamptz end
    from locked l where l.id = e.id
    returning e.tier_id, e.quantity, e.status, l.ordered, e.return_id`.execute(db)
  return rows.flatMap(({ tier_id, quantity, status, ordered, return_id }) => {
    if (return_id !== null) return []
    const held = status === 'offered' ? ordered : ordered - quantity
    return [{ payment_type: 'ticket', entity_id: tier_id, held, sold: 0 }]
  })
}

type Settled = Pick<WaitingEntry, 'tier_id' | 'quantity' | 'status' | 'ordered' | 'return_id'>
