/** The buyer's details on documents of an order (docs/contract, section 7.10). */
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import {
  type BillingChange,
  type BillingDetails,
  emptyBilling,
  requireWholeBilling,
} from '#core/billing'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { conflict, notFound } from '#platform/values/errors'
import { type OrderLine, requireOrderReader } from '../model/staff.ts'
import { billingFields } from './columns.ts'

/** The time for which details of an order that was never paid are stored after its hold has ended, ms. */
const storedMs = 30 * 86_400_000

/**
 * Returns the details of a new order as they are stored; undefined if none is given. Refuses (400) those that no invoice
 * can be made out to.
 */
export function billingOf(given: BillingChange | null | undefined): BillingDetails | undefined {
  const details: BillingDetails = { ...emptyBilling, ...billingFields.write(given ?? {}) }
  if (Object.values(details).every((value) => value === null)) return undefined
  requireWholeBilling(details, 'billing.')
  return details
}

type NewBilling = { id: string; billing?: BillingDetails | undefined }

/** Inserts the details that new orders have. Sends no statement if none has any. */
export async function insertBilling(db: Database, orders: NewBilling[], now: Date): Promise<void> {
  const rows = orders.flatMap(({ id, billing }) =>
    billing ? { ...billing, order_id: id, changed_at: now } : [],
  )
  if (rows.length > 0) await db.insertInto('order_billing').values(rows).execute()
}

/** Reads the details of an order; all are null if none were given. */
async function findBilling(db: Database, orderId: string): Promise<BillingDetails> {
  const { rows } = await sql<BillingDetails>`
    select ${sql.join(billingFields.select('b'))} from order_billing b where b.order_id = ${orderId}`.execute(
    db,
  )
  return rows[0] ?? emptyBilling
}

type BillingRequest = { orderId: string; user: UserCaller }
type Wanted = BillingRequest & { right: 'read_sales' | 'manage' }

/** Works as `requireOrderReader`, but through a publishable client for the buyer alone. */
async function requireBillingReader(db: Database, { orderId, user, right }: Wanted) {
  const reader = await requireOrderReader(db, user, { orderId, right })
  if (user.isLimited && !reader.isBuyer) throw notFound('Order')
  return reader
}

/** Reads the details of an order, for its buyer and for staff. 404 for others. */
export async function readBilling(
  db: Database,
  { orderId, user }: BillingRequest,
): Promise<BillingDetails> {
  await requireBillingReader(db, { orderId, user, right: 'read_sales' })
  return findBilling(db, orderId)
}

/**
 * Changes details of an order, for its buyer and for staff, whose change is recorded in the audit log. The others stay as
 * they are. `changed_at` moves only if a detail does.
 */
export async function changeBilling(
  { db, now }: { db: Database; now: Date },
  { orderId, user, change }: BillingRequest & { change: BillingChange },
): Promise<BillingDetails> {
  const { isBuyer, line } = await requireBillingReader(db, { orderId, user, right: 'manage' })
  return transact(db, async (trx) => {
    await sql`select from orders where id = ${orderId} for no key update`.execute(trx)
    const { billing, changed } = await storeBilling(trx, { orderId, change, now })
    if (!isBuyer && changed.length > 0) await note(trx, { orderId, line, changed })
    return billing
  })
}

type StoredChange = { orderId: string; change: BillingChange; now: Date }

/** Stores changed details of an order that the caller has locked. Returns all details, and the names of the changed ones. */
export async function storeBilling(
  trx: Transaction,
  { orderId, change, now }: StoredChange,
): Promise<{ billing: BillingDetails; changed: string[] }> {
  const before = await findBilling(trx, orderId)
  const billing: BillingDetails = { ...before, ...billingFields.write(change) }
  requireWholeBilling(billing)
  const changed = keysOf(billing).filter((name) => before[name] !== billing[name])
  if (changed.length > 0) {
    await refuseFinal(trx, orderId)
    await store(trx, { orderId, billing, now })
  }
  return { billing, changed }
}

/** Refuses (409) a change where an invoice that has the details is of a closed month, and so is final. */
async function refuseFinal(trx: Database, orderId: string): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select d.number from (
      select distinct on (seller) seller, number, issued_on from documents
      where order_id = ${orderId} and id = invoice_id order by seller, issued_at desc, year desc, sequence desc
    ) d
    join closed_months m on m.organizer_id = d.seller and m.month = left(d.issued_on, 7)`.execute(
    trx,
  )
  const [final] = rows
  if (final) throw conflict(`Invoice ${final.number} is of a month that is closed`, 'month_closed')
}

const keysOf = (details: BillingDetails) => Object.keys(details) as (keyof BillingDetails)[]

type Stored = { orderId: string; billing: BillingDetails; now: Date }

/** Stores the details; those of which none is left have a row too, since documents may name earlier ones. */
async function store(trx: Database, { orderId, billing, now }: Stored): Promise<void> {
  const row = { ...billing, changed_at: now }
  await trx
    .insertInto('order_billing')
    .values({ ...row, order_id: orderId })
    .onConflict((oc) => oc.column('order_id').doUpdateSet(row))
    .execute()
}

type Noted = { orderId: string; line: OrderLine; changed: string[] }

/** Records the names of the fields that staff changed, without their values, which are of a person. */
async function note(trx: Database, { orderId, line, changed }: Noted): Promise<void> {
  const entries = changed.map((name) => [`billing.${name}`, { from: null, to: null }])
  await sql`
    select note_changes('order', ${orderId}, ${line.festival_id}, ${line.organizer_id},
      ${JSON.stringify(Object.fromEntries(entries))})`.execute(trx)
}

/** Deletes details of orders that were not paid, 30 days after their hold has ended. */
export function forgetUnpaidBilling(db: Database, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - storedMs)
  return inBatches((limit) =>
    sql`
      delete from order_billing where order_id in (
        select o.id from order_billing b join orders o on o.id = b.order_id
        where o.status in ('failed', 'expired') and o.hold_until < ${ended} limit ${limit})`.execute(
      db,
    ),
  )
}
