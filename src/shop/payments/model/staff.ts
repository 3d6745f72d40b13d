import { sql } from 'kysely'
import { holdsRight, isKnownTo, type OrganizerRight, onlyThose } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden, found, notFound } from '#platform/values/errors'

type Concern = { festivalId: string | null; right: OrganizerRight }

/** Returns true if the user holds a right in the organizer of a festival, as its managers do, or is an admin. */
async function isStaff(db: Database, user: UserCaller, { festivalId, right }: Concern) {
  if (user.isAdmin) return true
  if (festivalId === null) return false
  const festival = await db
    .selectFrom('festivals as f')
    .select(holdsRight(user.id, sql.ref('f.organizer_id'), right).as('may'))
    .where('id', '=', festivalId)
    .executeTakeFirst()
  return festival?.may === true
}

/** 403: a user's own payment is for others to refund. */
export const ownPayment = () =>
  forbidden(
    'You cannot refund your own payment: ask another manager of the organizer, or an admin',
    'own_payment',
  )

/**
 * Refuses a payment that the caller may not refund: the buyer, and staff with the right to read alone, with 403; to others it is
 * unknown (404).
 */
export async function requireStaff(db: Database, user: UserCaller, paymentId: string) {
  const { user_id, festival_id: festivalId } = found(await concerns(db, paymentId), 'Payment')
  if (user_id === user.id) throw ownPayment()
  if (await isStaff(db, user, { festivalId, right: 'refund' })) return
  const mayRead = await isStaff(db, user, { festivalId, right: 'read_sales' })
  throw mayRead ? onlyThose('refund', refunding) : notFound('Payment')
}

const refunding = 'give back its payments'

/** Refuses (404) a payment that the caller may not follow, as its buyer or as staff. */
export async function requireReader(db: Database, user: UserCaller, paymentId: string) {
  const { user_id, festival_id: festivalId } = found(await concerns(db, paymentId), 'Payment')
  if (user_id === user.id || (await isStaff(db, user, { festivalId, right: 'read_sales' }))) return
  throw notFound('Payment')
}

/** Returns a festival, also a deleted one, if the caller may follow its refunds: else 404 or 403. */
export const requireManager = (db: Database, user: UserCaller, festivalId: string) =>
  requireStaffOf(db, user, { festivalId, right: 'read_money', action: 'follow its refunds' })

/** Returns a festival, also a deleted one, if the caller may see its sales: else 404 or 403. */
export const requireSeller = (db: Database, user: UserCaller, festivalId: string) =>
  requireStaffOf(db, user, { festivalId, right: 'read_sales', action: 'see its payments' })

async function requireStaffOf(
  db: Database,
  user: UserCaller,
  { festivalId, right, action }: { festivalId: string; right: OrganizerRight; action: string },
): Promise<{ name: string; time_zone: string }> {
  const festival = db
    .selectFrom('festivals as f')
    .select(['name', 'time_zone'])
    .where('id', '=', festivalId)
    .where(isKnownTo(user))
  const row = found(await festival.executeTakeFirst(), 'Festival')
  if (await isStaff(db, user, { festivalId, right })) return row
  throw onlyThose(right, action)
}

/** A payment of an order, and the user's rights at its festival. */
export type OrderLine = {
  id: string
  user_id: string
  festival_id: string | null
  organizer_id: string | null
  /** true if the user holds the right that was asked for */
  may: boolean
  /** true if they may at least read it; never through a publishable client */
  may_read: boolean
}

type OrderOf = { orderId: string; right: OrganizerRight }

/** Returns the payments of an order in their sequence, with the caller's rights to each; none of an unknown one. */
export async function orderLinesFor(
  db: Database,
  user: UserCaller,
  { orderId, right }: OrderOf,
): Promise<OrderLine[]> {
  const organizer = sql.ref('f.organizer_id')
  const { rows } = await sql<OrderLine>`
    select p.id, p.user_id, p.festival_id, f.organizer_id,
           ${user.isAdmin}::boolean or ${holdsRight(user.id, organizer, right)} as may,
           ${!user.isLimited}::boolean and (${user.isAdmin}::boolean or ${holdsRight(user.id, organizer, 'read_sales')}) as may_read
    from payments p left join festivals f on f.id = p.festival_id
    where p.order_id = ${orderId} order by p.line`.execute(db)
  return rows
}

/** Refuses an order without a payment that the user holds a right to: 403 if they may read one, else 404. */
export const noSuchOrder = (lines: OrderLine[], right: OrganizerRight) =>
  lines.some(({ may_read }) => may_read) ? onlyThose(right, orderActions[right]) : notFound('Order')

const orderActions: Record<OrganizerRight, string> = {
  manage: 'change its orders',
  edit_lineup: 'change its line-up',
  read_sales: 'see its orders',
  read_attendees: 'see who has a ticket',
  read_money: 'see its documents',
  refund: refunding,
}

/**
 * Returns an order that the caller holds a right to, as its buyer or as staff, with the payment that gives them the right.
 * 403 for staff with the right to read alone, 404 for others.
 */
export async function requireOrderReader(
  db: Database,
  user: UserCaller,
  { orderId, right }: OrderOf,
): Promise<{ buyerId: string; isBuyer: boolean; line: OrderLine }> {
  const lines = await orderLinesFor(db, user, { orderId, right })
  const [first] = lines
  const isBuyer = first?.user_id === user.id
  const line = lines.find(({ may }) => may) ?? (isBuyer ? first : undefined)
  if (!first || !line) throw noSuchOrder(lines, right)
  return { buyerId: first.user_id, isBuyer, line }
}

/** The purchases of a buyer, and the part of them sold by organizers that the caller manages. */
export type SalesToBuyer = {
  total: number
  managed: number
  /** orders that are paid, or were, newest first */
  paid_orders: string[]
  /** festival and organizer of the newest payment */
  festival_id: string | null
  organizer_id: string | null
}

/** Counts the purchases of a user, without the ones that were never paid; all of them count as managed for admins. */
export async function salesToBuyer(
  db: Database,
  user: UserCaller,
  buyerId: string,
): Promise<SalesToBuyer> {
  const { rows } = await sql<SalesToBuyer>`
    select count(*)::int as total,
           count(*) filter (where ${user.isAdmin} or ${holdsRight(user.id, sql.ref('f.organizer_id'), 'manage')})::int
             as managed,
           coalesce(array_agg(distinct p.order_id::text order by p.order_id::text desc)
             filter (where o.status = 'succeeded'), '{}') as paid_orders,
           (array_agg(p.festival_id order by p.id desc))[1] as festival_id,
           (array_agg(f.organizer_id order by p.id desc))[1] as organizer_id
    from payments p join orders o on o.id = p.order_id left join festivals f on f.id = p.festival_id
    where p.user_id = ${buyerId} and p.status not in ('failed', 'expired')`.execute(db)
  const [sales] = rows
  if (!sales) throw new Error('An aggregate answers one row')
  return sales
}

function concerns(db: Database, id: string) {
  return db
    .selectFrom('payments')
    .select(['user_id', 'festival_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}
