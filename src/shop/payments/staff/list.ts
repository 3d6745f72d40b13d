import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { toEuros } from '#platform/values/money'
import { statuses } from '../model/states.ts'
import type { StaffListQuery, StaffPayment, Totals } from './list-schemas.ts'
import { conditionsOf, type Found, type Selection } from './search.ts'
import { shownTotals } from './totals.ts'

/** `now` decides which offers of tickets are open. */
type PageBounds = { after?: string | undefined; limit: number; now: Date }
type Listed = {
  payments: StaffPayment[]
  next_after: string | null
  totals: Totals[] | null
}

/**
 * Lists payments for staff, newest first, and the position of the next page; null if this is the last. Ids are in the
 * order of time, so that they give the order and the position to go on from.
 */
export async function listForStaff(
  db: Database,
  { totals, ...selection }: Selection & PageBounds & Pick<StaffListQuery, 'totals'>,
): Promise<Listed> {
  const found = await conditionsOf(db, selection)
  const rows = found ? await readPage(db, found, { ...selection, limit: selection.limit + 1 }) : []
  const { items, next_after } = cut(rows, selection.limit, ({ id }) => id)
  return { payments: items, next_after, totals: totals ? await shownTotals(db, found) : null }
}

/** Reads at most `limit` of the found payments, the newest first. */
export async function readPage(
  db: Database,
  found: Found,
  place: PageBounds,
): Promise<StaffPayment[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${pageOf(found, place)})
    select p.id, p.order_id, o.number as order_number, o.processor_id, p.line, p.status, p.amount_cents, p.payment_type, p.entity_id, p.points_used,
           p.refunded_cents, p.kept_cents, o.failure, p.needs_review, p.created_at, p.vat, p.vat_cents, p.user_id, u.first_name, p.discount_cents,
           (select code from voucher_codes c where c.id = p.voucher_code_id) as voucher,
           u.last_name, u.is_guest, case when u.is_guest then u.email end as guest_email, p.festival_id, f.name as festival_name, t.validated_at, t.validated_by,
           coalesce(tier.name, stay.name, plan.name) as entity_name,
           h.id as holder_id, h.first_name as holder_first_name, h.last_name as holder_last_name,
           (select coalesce(sum(r.vat_cents), 0)::int from refunds r
            where r.payment_id = p.id and r.done_at is not null and r.refused is null) as refunded_vat_cents,
           (select x.id from ticket_transfers x
            where x.payment_id = p.id and x.ended_at is null and x.expires_at > ${place.now}) as transfer_id
    from page
    join payments p on p.id = page.id
    join orders o on o.id = p.order_id
    join users u on u.id = p.user_id
    left join festivals f on f.id = p.festival_id
    left join tickets t on t.payment_id = p.id
    left join users h on h.id = t.holder_id and h.id <> p.user_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join subscriptions plan on p.payment_type = 'subscription' and plan.id = p.entity_id
    order by p.id desc`.execute(db)
  return rows.map(toStaffPayment)
}

/** Selects the ids of a page. */
function pageOf({ conditions, status, isLadder }: Found, place: PageBounds) {
  if (!isLadder) {
    const ofStatus = status === undefined ? [] : [sql`status = ${sql.lit(status)}`]
    return newest(place, [...conditions, ...ofStatus])
  }
  // The index of a festival has the states first: selects the newest of each, then the newest of all these.
  const wanted = status === undefined ? [...statuses] : [status]
  return sql`
    select id from unnest(${wanted}::text[]) state
    cross join lateral (${newest(place, [...conditions, sql`status = state`])}) of_state
    order by id desc limit ${place.limit}`
}

function newest({ after, limit }: PageBounds, conditions: RawBuilder<unknown>[]) {
  const place = after === undefined ? sql`true` : sql`id < ${after}`
  return sql`
    select id from payments where ${sql.join([place, ...conditions], sql` and `)}
    order by id desc limit ${limit}`
}

type Row = Pick<
  StaffPayment,
  | 'id'
  | 'order_id'
  | 'order_number'
  | 'processor_id'
  | 'line'
  | 'status'
  | 'payment_type'
  | 'entity_id'
  | 'entity_name'
  | 'voucher'
  | 'points_used'
  | 'failure'
  | 'needs_review'
  | 'validated_at'
  | 'validated_by'
  | 'vat'
  | 'transfer_id'
> & {
  amount_cents: number
  discount_cents: number
  refunded_cents: number
  kept_cents: number
  vat_cents: number | null
  refunded_vat_cents: number
  created_at: Date
  user_id: string
  first_name: string
  last_name: string
  is_guest: boolean
  guest_email: string | null
  festival_id: string | null
  festival_name: string | null
  holder_id: string | null
  holder_first_name: string | null
  holder_last_name: string | null
}

function toStaffPayment(row: Row): StaffPayment {
  const { amount_cents, refunded_cents, created_at, user_id, first_name, last_name } = row
  const { festival_id, festival_name, ...payment } = row
  return {
    id: payment.id,
    order_id: payment.order_id,
    order_number: payment.order_number,
    processor_id: payment.processor_id,
    line: payment.line,
    status: payment.status,
    amount: toEuros(amount_cents),
    currency: 'EUR',
    payment_type: payment.payment_type,
    entity_id: payment.entity_id,
    entity_name: payment.entity_name,
    festival: festival_id === null ? null : { id: festival_id, name: festival_name ?? '' },
    buyer: {
      id: user_id,
      firstName: first_name,
      lastName: last_name,
      guest: row.is_guest,
      email: row.guest_email,
    },
    discount: toEuros(row.discount_cents),
    voucher: payment.voucher,
    points_used: payment.points_used,
    refunded_amount: toEuros(refunded_cents),
    kept_amount: toEuros(row.kept_cents),
    failure: payment.failure,
    needs_review: payment.needs_review,
    createdAt: created_at,
    is_validated: payment.validated_at !== null,
    validated_at: payment.validated_at,
    validated_by: payment.validated_by,
    vat: payment.vat,
    vat_amount: row.vat_cents === null ? null : toEuros(row.vat_cents),
    refunded_vat: toEuros(row.refunded_vat_cents),
    holder: holderOf(row),
    transfer_id: payment.transfer_id,
  }
}

function holderOf({ holder_id, holder_first_name, holder_last_name }: Row): StaffPayment['holder'] {
  if (holder_id === null) return null
  return { id: holder_id, firstName: holder_first_name ?? '', lastName: holder_last_name ?? '' }
}
