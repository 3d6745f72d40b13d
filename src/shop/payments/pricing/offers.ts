import { sql } from 'kysely'
import { accommodationStock } from '#catalogue/accommodations'
import { forAll, tierStock } from '#catalogue/festivals'
import { isDocumented, isDocumentedPlan, isNoDraft } from '#catalogue/organizers'
import type { Vat } from '#core/sale-terms'
import { list } from '#platform/database/sql'
import type { Stock, StockChange } from '#platform/database/stock'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import type { Offered } from './quote.ts'

export type PaymentType = 'ticket' | 'accommodation' | 'subscription'

/** An item on sale, with the components of its price. */
export type Offer = Offered & {
  payment_type: PaymentType
  entity_id: string
  festival_id: string | null
  /** bought only with a voucher that opens it */
  hidden: boolean
  /** false: tills do not sell it; null: they do */
  at_tills: boolean | null
  /** null: as many as they like */
  max_per_person: number | null
  vat: Vat
  /** the queue in which it can be bought in turn; null: no queue */
  queue_id: string | null
} & CancelTerms

/**
 * The time until which its buyer may cancel it, and the percentage of the paid amount that then comes back; null: they
 * may not.
 */
export type CancelTerms = { cancel_until: Date | null; cancel_percent: number | null }

/** The most units of an order. */
export const mostUnits = 20

export const nouns = {
  ticket: 'Ticket',
  accommodation: 'Accommodation',
  subscription: 'Subscription',
}

type Entity = { payment_type: string; entity_id: string }

/** The stocks of limited quantity, in the order in which their rows are locked. */
export const stocks: [PaymentType, Stock][] = [
  ['ticket', tierStock],
  ['accommodation', accommodationStock],
]

/** Moves the stock of payments that hold or bought it, all at once and in the order of locks. */
export async function moveStock(db: Transaction, moved: (Entity & StockChange)[]): Promise<void> {
  for (const [type, stock] of stocks) {
    const pieces = moved.filter(({ payment_type }) => payment_type === type)
    await stock.move(db, pieces)
  }
}

/** `CancelTerms` of `offer`, a tier or an accommodation of the festival `f`. */
function cancelTerms(offer: 't' | 'a') {
  const mayCancel = sql`${sql.ref(`${offer}.refundable`)} and f.refund_until_days is not null`
  return sql`
    case when ${mayCancel} then f.start_time - make_interval(hours => 24 * f.refund_until_days) end as cancel_until,
    case when ${mayCancel} then f.refund_percent end as cancel_percent`
}

/** Reads the offers of entities, hidden ones too, on sale or not, by `offerKey`. One statement. */
export async function findOffers(db: Database, entities: Entity[]): Promise<Map<string, Offer>> {
  const idsOf = (type: PaymentType) => [
    ...new Set(
      entities.flatMap(({ payment_type, entity_id }) => (payment_type === type ? entity_id : [])),
    ),
  ]
  const { rows } = await sql<Offer>`
    select 'ticket' as payment_type, t.id as entity_id, t.festival_id, t.price_cents,
           t.start_time as opens, t.end_time as closes, ${forAll} as remaining,
           t.archived_at is null and f.cancelled_at is null and f.deleted_at is null as is_offered,
           o.approved_at is not null as is_approved, ${isDocumented('t')} as is_documented, t.max_per_order, t.max_per_person, t.vat, ${cancelTerms('t')},
           t.hidden, t.at_tills, (select queue_id from queue_tiers q where q.tier_id = t.id) as queue_id
    from tiers t join festivals f on f.id = t.festival_id and ${isNoDraft} left join organizers o on o.id = f.organizer_id
    left join sellers se on se.organizer_id = o.id
    where t.id = any (${list(idsOf('ticket'), 'uuid')})
    union all
    select 'accommodation', a.id, a.festival_id, a.price_cents, null, null, a.quantity - a.sold - a.held,
           a.archived_at is null and f.cancelled_at is null and f.deleted_at is null,
           o.approved_at is not null, ${isDocumented('a')}, a.max_per_order, a.max_per_person, a.vat, ${cancelTerms('a')},
           a.hidden, a.at_tills, null
    from accommodations a join festivals f on f.id = a.festival_id and ${isNoDraft}
    left join organizers o on o.id = f.organizer_id left join sellers se on se.organizer_id = o.id
    where a.id = any (${list(idsOf('accommodation'), 'uuid')})
    union all
    select 'subscription', s.id, null, s.price_cents, null, null, null, s.archived_at is null, true, ${isDocumentedPlan},
           ${mostUnits}::int, null, s.vat, null, null, false, false, null
    from subscriptions s where s.id = any (${list(idsOf('subscription'), 'uuid')})`.execute(db)
  return new Map(rows.map((offer) => [offerKey(offer), offer]))
}

export function offerKey({ payment_type, entity_id }: Entity): string {
  return `${payment_type}:${entity_id}`
}
