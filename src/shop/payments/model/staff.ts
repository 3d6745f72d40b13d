import { sql } from 'kysely'
import { isKnownTo, managedBy } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden, found, notFound } from '#platform/values/errors'

/** Returns true if a payment or a festival concerns the user as staff: managers of the organizer, and admins. */
async function isStaff(db: Database, user: UserCaller, festivalId: string | null) {
  if (user.isAdmin) return true
  if (festivalId === null) return false
  const festival = await db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', festivalId)
    .executeTakeFirst()
  return festival?.organizer_id ? managedBy(db, user.id, festival.organizer_id) : false
}

/** 403: a user's own payment is for others to refund. */
export const ownPayment = () =>
  forbidden(
    'You cannot refund your own payment: ask another manager of the organizer, or an admin',
    'own_payment',
  )

/** Returns a payment that staff may refund, except their own: the buyer is refused (403), to others it is unknown (404). */
export async function requireStaff(db: Database, user: UserCaller, paymentId: string) {
  const { user_id, festival_id } = found(await concerns(db, paymentId), 'Payment')
  if (user_id === user.id) throw ownPayment()
  if (!(await isStaff(db, user, festival_id))) throw notFound('Payment')
}

/** Returns a payment that the caller may follow, as its buyer or as staff; else 404. */
export async function requireReader(db: Database, user: UserCaller, paymentId: string) {
  const { user_id, festival_id } = found(await concerns(db, paymentId), 'Payment')
  if (user_id !== user.id && !(await isStaff(db, user, festival_id))) throw notFound('Payment')
}

/** Returns a festival, also a deleted one, if the caller may follow its refunds: else 404 or 403. */
export function requireManager(db: Database, user: UserCaller, festivalId: string) {
  const refusal = 'Only managers of the organizer may follow its refunds'
  return requireStaffOf(db, user, { festivalId, refusal })
}

/** Returns a festival, also a deleted one, if the caller may see its sales: else 404 or 403. */
export function requireSeller(db: Database, user: UserCaller, festivalId: string) {
  const refusal = 'Only managers of the organizer and admins may see its payments'
  return requireStaffOf(db, user, { festivalId, refusal })
}

async function requireStaffOf(
  db: Database,
  user: UserCaller,
  { festivalId, refusal }: { festivalId: string; refusal: string },
): Promise<{ name: string; time_zone: string }> {
  const festival = db
    .selectFrom('festivals as f')
    .select(['name', 'time_zone'])
    .where('id', '=', festivalId)
    .where(isKnownTo(user))
  const row = found(await festival.executeTakeFirst(), 'Festival')
  if (await isStaff(db, user, festivalId)) return row
  throw forbidden(refusal)
}

/** A payment of an order, for a user that may manage its festival. */
export type OrderLine = {
  id: string
  user_id: string
  festival_id: string | null
  organizer_id: string | null
  is_managed: boolean
}

/** Returns the payments of an order in their sequence, marking the ones that the caller manages; none of an unknown one. */
export async function orderLinesFor(
  db: Database,
  user: UserCaller,
  orderId: string,
): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select p.id, p.user_id, p.festival_id, f.organizer_id, exists (
        select from organizer_managers om
        where om.organizer_id = f.organizer_id and om.user_id = ${user.id}) as is_managed
    from payments p left join festivals f on f.id = p.festival_id
    where p.order_id = ${orderId} order by p.line`.execute(db)
  return rows
}

/**
 * Returns an order that the caller may read as its buyer or as staff, with the payment that they manage. 404 for others.
 */
export async function requireOrderReader(
  db: Database,
  user: UserCaller,
  orderId: string,
): Promise<{ buyerId: string; isBuyer: boolean; line: OrderLine }> {
  const lines = await orderLinesFor(db, user, orderId)
  const [first] = lines
  const isBuyer = first?.user_id === user.id
  const line = lines.find(({ is_managed }) => user.isAdmin || is_managed) ?? first
  if (!first || !line || !(isBuyer || user.isAdmin || line.is_managed)) throw notFound('Order')
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
           count(*) filter (where ${user.isAdmin} or exists (
             select from organizer_managers om
             where om.organizer_id = f.organizer_id and om.user_id = ${user.id}))::int as managed,
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
