import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { isId, noId } from '#platform/values/ids'
import { toEuros } from '#platform/values/money'
import { openCodes } from '#tickets'
import { type StaffListQuery, type StaffPayment, types } from './staff-list-schemas.ts'
import { statuses } from './states.ts'

/** Without a festival: the payments of all, and those that are of none. */
type Selection = StaffListQuery & { festivalId?: string }

/**
 * Payments for staff, newest first, and where the next page begins; null when this is the last. Ids are
 * in the order of time, so that they are the order and the place to go on from.
 */
export async function listForStaff(
  db: Database,
  selection: Selection,
): Promise<{ payments: StaffPayment[]; next_after: string | null }> {
  const { limit, q, status, type } = selection
  if (!isOneOf(statuses, status) || !isOneOf(types, type)) return { payments: [], next_after: null }
  const id = q === undefined ? undefined : await idOf(db, q)
  const { rows } = await sql<Row>`
    with page as materialized (${pageOf(selection, id)})
    select p.id, p.order_id, p.status, p.amount_cents, p.payment_type, p.entity_id, p.points_used,
           p.refunded_cents, p.kept_cents, o.failure, p.needs_review, p.created_at, p.vat, p.user_id, u.first_name,
           u.last_name, u.is_guest, case when u.is_guest then u.email end as guest_email, p.festival_id, f.name as festival_name, t.validated_at, t.validated_by,
           coalesce(tier.name, stay.name, plan.name) as entity_name
    from page
    join payments p on p.id = page.id
    join orders o on o.id = p.order_id
    join users u on u.id = p.user_id
    left join festivals f on f.id = p.festival_id
    left join tickets t on t.payment_id = p.id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join subscriptions plan on p.payment_type = 'subscription' and plan.id = p.entity_id
    order by p.id desc`.execute(db)
  const { items, next_after } = cut(rows, limit, ({ id: last }) => last)
  return { payments: items.map(toStaffPayment), next_after }
}

/** Whether a filter is absent, or one of the words there are. */
function isOneOf(words: readonly string[], word: string | undefined): boolean {
  return word === undefined || words.includes(word)
}

/** The payment that is asked for by its id or by the text of its ticket. */
async function idOf(db: Database, q: string): Promise<string> {
  const text = q.trim()
  if (isId(text)) return text
  const [opened] = await openCodes(db, [text.toUpperCase()])
  return opened && 'payment_id' in opened ? opened.payment_id : noId
}

/**
 * The ids of one payment more than the page has. Words of a query are written out: to a parameter the
 * planner could not match the indexes of what is rare.
 */
function pageOf({ festivalId, status, type, ...cut }: Selection, id: string | undefined) {
  const conditions = [
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(festivalId === undefined ? [] : [sql`festival_id = ${festivalId}`]),
    ...(type === undefined ? [] : [sql`payment_type = ${sql.lit(type)}`]),
  ]
  const isOfRareType = type !== undefined && type !== 'ticket'
  if (id !== undefined || festivalId === undefined || isOfRareType) {
    const ofStatus = status === undefined ? [] : [sql`status = ${sql.lit(status)}`]
    return newest(cut, [...conditions, ...ofStatus])
  }
  // The index of a festival has the states first: the newest of each, then the newest of those.
  const wanted = status === undefined ? [...statuses] : [status]
  return sql`
    select id from unnest(${wanted}::text[]) state
    cross join lateral (${newest(cut, [...conditions, sql`status = state`])}) of_state
    order by id desc limit ${cut.limit + 1}`
}

function newest(
  { after, limit }: Pick<StaffListQuery, 'after' | 'limit'>,
  conditions: RawBuilder<unknown>[],
) {
  const place = after === undefined ? sql`true` : sql`id < ${after}`
  return sql`
    select id from payments where ${sql.join([place, ...conditions], sql` and `)}
    order by id desc limit ${limit + 1}`
}

type Row = Pick<
  StaffPayment,
  | 'id'
  | 'order_id'
  | 'status'
  | 'payment_type'
  | 'entity_id'
  | 'entity_name'
  | 'points_used'
  | 'failure'
  | 'needs_review'
  | 'validated_at'
  | 'validated_by'
  | 'vat'
> & {
  amount_cents: number
  refunded_cents: number
  kept_cents: number
  created_at: Date
  user_id: string
  first_name: string
  last_name: string
  is_guest: boolean
  guest_email: string | null
  festival_id: string | null
  festival_name: string | null
}

function toStaffPayment(row: Row): StaffPayment {
  const { amount_cents, refunded_cents, created_at, user_id, first_name, last_name } = row
  const { festival_id, festival_name, ...payment } = row
  return {
    id: payment.id,
    order_id: payment.order_id,
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
  }
}
