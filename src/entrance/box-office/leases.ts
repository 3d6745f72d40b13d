import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toEuros } from '#platform/values/money'
import { freeLeased, leaseStock, type PaymentContext, sellLeased } from '#shop/payments'
import { shownShortCode } from '#shop/tickets'
import type { Lease, LeaseWithTickets, NewLease } from './lease-schemas.ts'
import { refuseOverLeased } from './limits.ts'
import { lockOpenShift, lockShift } from './rights.ts'
import { assignReceiptNumber } from './sales.ts'

/** The time for which a till may sell from a lease, hours. */
const leaseHours = 12

/** Leases stock to the till of a shift, in one transaction. Returns the lease's id. */
export function lease(context: PaymentContext, shiftId: string, asked: NewLease): Promise<string> {
  return transact(context.db, async (db) => {
    const { festival_id } = await lockOpenShift(db, shiftId)
    await refuseOverLeased({ ...context, db, shiftId, quantity: asked.quantity })
    const [id, created_at] = [newId(), context.now()]
    const expires_at = new Date(created_at.getTime() + leaseHours * 3_600_000)
    const item = { ...asked, entity_id: asked.entity_id.toLowerCase() }
    const leasing = { leaseId: id, festivalId: festival_id, item, until: expires_at }
    const price_cents = await leaseStock({ ...context, db }, leasing)
    await db
      .insertInto('till_leases')
      .values({ id, shift_id: shiftId, festival_id, ...item, price_cents, created_at, expires_at })
      .execute()
    return id
  })
}

type Row = Omit<Lease, 'price'> & { price_cents: number }

async function readLeases(db: Database, where: RawBuilder<unknown>): Promise<Lease[]> {
  const { rows } = await sql<Row>`
    select l.id, l.shift_id, s.till, l.payment_type, l.entity_id, coalesce(tier.name, stay.name) as name, l.price_cents,
           (select vat from payments p where p.lease_id = l.id limit 1) as vat, l.quantity, c.sold, c.returned, l.created_at, l.expires_at, l.ended_at, l.written_off_reason as reason,
           case when l.ended_at is null then 'open' when l.written_off_reason is null then 'reported'
                else 'written_off' end as state
    from till_leases l join till_shifts s on s.id = l.shift_id
    left join tiers tier on l.payment_type = 'ticket' and tier.id = l.entity_id
    left join accommodations stay on l.payment_type = 'accommodation' and stay.id = l.entity_id
    cross join lateral (
      select count(*) filter (where status not in ('pending', 'expired'))::int as sold,
             count(*) filter (where status = 'expired')::int as returned
      from payments where lease_id = l.id) c
    ${where} order by l.created_at desc, l.id`.execute(db)
  return rows.map(({ price_cents, ...row }) => ({ ...row, price: toEuros(price_cents) }))
}

/** Returns the leases of a festival, newest first. */
export function listLeases(db: Database, festivalId: string): Promise<Lease[]> {
  return readLeases(db, sql`where l.festival_id = ${festivalId}`)
}

/** Returns a lease. 404 for an unknown one. */
export async function readLease(db: Database, id: string): Promise<Lease> {
  return found((await readLeases(db, sql`where l.id = ${id}`))[0], 'Lease')
}

/** Returns a lease with its tickets, for its till; tickets that were transferred are left out. */
export async function readLeaseWithTickets(db: Database, id: string): Promise<LeaseWithTickets> {
  const { rows } = await sql<LeaseWithTickets['tickets'][number]>`
    select t.payment_id, t.code, t.short_code from tickets t join payments p on p.id = t.payment_id
    where p.lease_id = ${id} and t.revision = 0 order by t.payment_id`.execute(db)
  const tickets = rows.map((row) => ({ ...row, short_code: shownShortCode(row.short_code) }))
  return { ...(await readLease(db, id)), tickets }
}

type Ending = { id: string; shiftId: string; reason: string | null }

/**
 * Ends a lease; the caller has locked its shift. Unsold tickets become free. A ticket that a gate has admitted counts
 * as sold, even if the till did not report it: it is booked as cash.
 */
export async function endLease(
  context: PaymentContext,
  { id, shiftId, reason }: Ending,
): Promise<void> {
  await transact(context.db, async (db) => {
    const used = await freeLeased({ ...context, db }, id)
    const at = context.now()
    if (used.length > 0) {
      await bookLeased(
        { ...context, db },
        {
          leaseId: id,
          shiftId,
          key: null,
          payment_ids: used,
          means: 'cash',
          tendered_cents: null,
          at,
        },
      )
    }
    await db
      .updateTable('till_leases')
      .set({ ended_at: at, written_off_reason: reason })
      .where('id', '=', id)
      .execute()
  })
}

type Booking = {
  leaseId: string
  shiftId: string
  /** the till's; null: the service books tickets that a gate admitted */
  key: string | null
  payment_ids: string[]
  means: 'cash' | 'terminal'
  tendered_cents: number | null
  at: Date
}

/** Books a sale from a lease and returns its receipt; undefined if a ticket cannot be sold from it. */
export function bookLeased(
  context: PaymentContext,
  { leaseId, shiftId, key, payment_ids: paymentIds, means, tendered_cents, at }: Booking,
): Promise<number | undefined> {
  return transact(context.db, async (db) => {
    const id = newId()
    const shift = await lockShift(db, shiftId)
    const sold = { leaseId, paymentIds, saleId: id, means }
    const amount_cents = await sellLeased({ ...context, db }, sold)
    if (amount_cents === undefined) return undefined
    await db
      .insertInto('till_sales')
      .values({
        id,
        shift_id: shiftId,
        key,
        lease_id: leaseId,
        means,
        amount_cents,
        tendered_cents,
        seller: shift.seller,
        created_at: context.now(),
      })
      .execute()
    return assignReceiptNumber({ ...context, db }, shift, { id, at })
  })
}

/** Ends a lease without its till (docs/contract, section 8.6). A lease that has ended already is returned as it is. */
export function writeOff(context: PaymentContext, id: string, reason: string): Promise<Lease> {
  return transact(context.db, async (db) => {
    const { shift_id: shiftId } = await readLease(db, id)
    await lockShift(db, shiftId)
    const { state } = await readLease(db, id)
    if (state === 'open') await endLease({ ...context, db }, { id, shiftId, reason })
    return readLease(db, id)
  })
}
