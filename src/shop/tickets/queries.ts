import { type RawBuilder, sql } from 'kysely'
import type { Vat } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import { conflict, found, type Problem } from '#platform/values/errors'
import { nameIn, type Translations } from '#platform/values/translations'

/** The content of a printed ticket. `valid_…`: when a tier admits, or when the stay begins and ends. */
export type PrintedTicket = {
  payment_id: string
  order_id: string
  payment_type: string
  code: string
  revision: number
  festival_id: string
  /** null for a moment after an earlier version issued it */
  short_code: string | null
  issued_at: Date
  holder: string
  /** the language that its holder has chosen */
  language: string | null
  /** the tier or accommodation, in the language of its holder if translated */
  what: string
  price_cents: number
  /** at the time of the sale; null: not stated */
  vat: Vat
  festival: string
  organizer: string | null
  /** the legal name of the organizer, else its name; and its postal address */
  seller: string | null
  seller_address: string | null
  venue: string | null
  place: string | null
  /** where the map shows the festival; null: unknown */
  latitude: number | null
  longitude: number | null
  start_time: Date
  end_time: Date
  time_zone: string
  valid_since: Date | null
  valid_until: Date | null
}

type Row = PrintedTicket & {
  status: string
  revoked_at: Date | null
  holder_id: string
}

/** The requester of a ticket: a user, or the holder of an address that was signed for a revision. */
type TicketReader = { userId: string } | { revision: number }

/**
 * Returns the ticket of a payment, for its holder alone: 409 `transferred` for a buyer after the transfer and for an
 * address from before, 404 for all others. A ticket that does not admit is 409, in the order in which a gate refuses it
 * (contract, section 8).
 */
export async function findTicket(
  db: Database,
  { paymentId, by }: { paymentId: string; by: TicketReader },
): Promise<PrintedTicket> {
  const ofUser = 'userId' in by ? sql`and ${by.userId} in (p.user_id, t.holder_id)` : sql``
  const [row] = await read(db, sql`where p.id = ${paymentId} ${ofUser}`)
  return printed(found(row, 'Payment'), by)
}

/**
 * Returns the tickets of an order that its buyer holds, in the order of its payments, without tickets that do not admit
 * or were transferred. 404 for another's order; if no ticket is left, 409 as for its first payment.
 */
export async function findTicketsOfOrder(
  db: Database,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<PrintedTicket[]> {
  const rows = await read(
    db,
    sql`where p.order_id = ${orderId} and p.user_id = ${userId} order by p.line`,
  )
  const by = { userId }
  const first = found(rows[0], 'Order')
  const tickets = rows.flatMap((row) => (denialReason(row, by) ? [] : printed(row, by)))
  return tickets.length > 0 ? tickets : [printed(first, by)]
}

/**
 * Returns the tickets of a till's sale, in the order in which the sale names them, without tickets that do not admit
 * any more or were transferred.
 */
export async function findTicketsOfSale(db: Database, saleId: string): Promise<PrintedTicket[]> {
  const rows = await read(
    db,
    sql`where p.order_id in (select id from orders where sale_id = ${saleId}) order by p.order_id, p.line`,
  )
  return rows.flatMap((row) => (denialReason(row, { revision: 0 }) ? [] : (row as Row)))
}

type Read = Row | (Omit<Row, 'code'> & { code: null })

/** The subject of a ticket, in other languages. */
type Named = { own_language: string | null; translations: Translations | null }

async function read(db: Database, where: RawBuilder<unknown>): Promise<Read[]> {
  const { rows } = await sql<Read & Named>`
    select p.id as payment_id, p.order_id, p.status, p.payment_type, p.price_cents, p.vat, t.code, t.short_code, t.issued_at,
           coalesce(t.revoked_at, t.blocked_at) as revoked_at, coalesce(t.revision, 0) as revision, u.id as holder_id, u.language,
           concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as holder,
           coalesce(tier.name, a.name) as what, f.language as own_language,
           coalesce(tier.translations, a.translations) as translations,
           coalesce(tier.valid_since, a.check_in) as valid_since,
           coalesce(tier.valid_until, a.check_out) as valid_until,
           p.festival_id, f.name as festival, o.name as organizer,
           coalesce(o.legal_name, o.name) as seller, o.legal_address as seller_address, f.venue, nullif(concat_ws(', ', f.address, f.city, f.area, f.country), '') as place,
           f.location[1] as latitude, f.location[0] as longitude, f.start_time, f.end_time, f.time_zone
    from payments p
    left join tickets t on t.payment_id = p.id
    join users u on u.id = coalesce(t.holder_id, p.user_id)
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations a on p.payment_type = 'accommodation' and a.id = p.entity_id
    left join festivals f on f.id = p.festival_id
    left join organizers o on o.id = f.organizer_id
    ${where}`.execute(db)
  return rows.map(({ own_language, translations, ...row }) => {
    const named = { name: row.what, language: own_language, translations }
    return { ...row, what: nameIn(named, row.language) }
  })
}

/** @throws Problem with the reason if it does not admit, or belongs to another */
function printed(row: Read, by: TicketReader): PrintedTicket {
  const problem = denialReason(row, by)
  if (problem) throw problem
  return row as Row
}

function denialReason(row: Read, by: TicketReader): Problem | undefined {
  if (row.payment_type === 'subscription') {
    return conflict('A membership has no ticket', 'not_a_ticket')
  }
  if (row.status === 'refunding' || row.status === 'refunded') {
    return conflict('The payment was refunded', 'refunded')
  }
  if (row.code === null || !['succeeded', 'partially_refunded'].includes(row.status)) {
    return conflict(`The payment is ${row.status}`, 'not_succeeded', { status: row.status })
  }
  if (row.revoked_at) return conflict('The ticket was revoked', 'revoked')
  if ('userId' in by ? by.userId !== row.holder_id : by.revision !== row.revision) {
    return conflict('The ticket was transferred', 'transferred')
  }
  return undefined
}
