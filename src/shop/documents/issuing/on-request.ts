/** Invoices for sales of tills, which have a receipt, on request (docs/contract, section 7.20). */
import { sql } from 'kysely'
import type { BillingChange } from '#core/billing'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { conflict, invalidField } from '#platform/values/errors'
import { dateIn } from '#platform/zones/local-time'
import { storeBilling } from '#shop/payments'

/** The invoice of a sale that counts now; null until it is issued and can be read. */
export type RequestedInvoice = {
  order_id: string
  document_id: string | null
  number: string | null
}

type Sale = {
  /** the first order of the sale: one of leased tickets has an order for each */
  order_id: string
  festival_id: string
  organizer_id: string | null
  seller: string
  time_zone: string
  sold_at: Date | null
  left_cents: number
  is_requested: boolean
}

/**
 * Requests the invoice of a sale, made out to the details of a buyer; asked again, changes these details like
 * `PUT /orders/:id/billing`. Recorded in the audit log unless nothing changes.
 * @throws Problem 400 without a buyer's name, 409 if the sale is not paid, nothing of it is left, or its month is closed
 */
export function requestInvoice(
  db: Database,
  { saleId, change, now }: { saleId: string; change: BillingChange; now: Date },
): Promise<RequestedInvoice> {
  return transact(db, async (trx) => {
    await lockSale(trx, saleId)
    const sale = await readSale(trx, saleId)
    if (!sale.is_requested) await requireInvoiceable(trx, sale)
    const { billing, changed } = await storeBilling(trx, { orderId: sale.order_id, change, now })
    if (billing.company === null && billing.name === null)
      throw invalidField('company', 'must be given, or name: an invoice names its buyer')
    if (!sale.is_requested) await addDue(trx, { saleId, orderId: sale.order_id, now })
    await note(trx, sale, { changed, now })
    return findRequestedInvoice(trx, saleId)
  })
}

/** Locks the orders and payments of a sale: no refund ends meanwhile, and a second request waits. */
async function lockSale(trx: Transaction, saleId: string): Promise<void> {
  await sql`select from orders where sale_id = ${saleId} order by id for no key update`.execute(trx)
  await sql`
    select from payments where order_id in (select id from orders where sale_id = ${saleId})
    order by id for no key update`.execute(trx)
}

async function readSale(trx: Transaction, saleId: string): Promise<Sale> {
  const { rows } = await sql<Sale>`
    select sold.*, f.organizer_id, f.time_zone,
      exists (select from documents where order_id = sold.order_id)
        or exists (select from documents_due where kind = 'sale' and about = sold.order_id) as is_requested
    from (
      select (array_agg(o.id order by o.id))[1] as order_id, s.sold_at, coalesce(min(p.seller_id), '') as seller,
             (array_agg(p.festival_id))[1] as festival_id, sum(p.amount_cents - coalesce(r.cents, 0))::int as left_cents
      from till_sales s join orders o on o.sale_id = s.id join payments p on p.order_id = o.id
      left join lateral (
        select sum(amount_cents) as cents from refunds
        where payment_id = p.id and done_at is not null and refused is null) r on true
      where s.id = ${saleId} group by s.id
    ) sold
    join festivals f on f.id = sold.festival_id`.execute(trx)
  const [sale] = rows
  if (!sale) throw new Error(`Sale ${saleId} of a till has no orders`)
  return sale
}

/** The receipt is in the books of the month of the sale. Once that is closed, no invoice takes its place. */
async function requireInvoiceable(trx: Transaction, sale: Sale): Promise<void> {
  const { sold_at, left_cents, seller, time_zone } = sale
  if (sold_at === null) throw conflict('This sale is not paid', 'not_succeeded')
  if (left_cents <= 0)
    throw conflict('Nothing of this sale is left: it cost nothing, or is given back', 'no_invoice')
  const month = dateIn(sold_at, time_zone).slice(0, 7)
  const closed = await trx
    .selectFrom('closed_months')
    .select('month')
    .where('organizer_id', '=', seller)
    .where('month', '=', month)
    .executeTakeFirst()
  if (closed) throw conflict(`The sale is of ${month}, which is closed`, 'month_closed')
}

type Requested = { saleId: string; orderId: string; now: Date }

/** Makes the sale wait for its documents, and after it the refunds that were done before. */
async function addDue(trx: Transaction, { saleId, orderId, now }: Requested): Promise<void> {
  await sql`
    insert into documents_due (kind, about, settled_at, next_at)
    select kind, about, at, at from (
      select 'sale' as kind, ${orderId}::uuid as about, ${now}::timestamptz as at
      union all
      select k.kind, r.id, ${now}::timestamptz + k.after
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      cross join (
        values ('refund', interval '1 ms', false), ('failed_refund', interval '2 ms', true)
      ) k (kind, after, has_failed)
      where o.sale_id = ${saleId} and r.amount_cents > 0 and r.done_at is not null
        and (r.refused is not null or not k.has_failed)
    ) due`.execute(trx)
}

type Change = { changed: string[]; now: Date }

/** Records the request, and the names of the details that changed, without their values. */
async function note(
  trx: Transaction,
  { order_id, festival_id, organizer_id, is_requested }: Sale,
  { changed, now }: Change,
): Promise<void> {
  const details = changed.map((name) => [`billing.${name}`, { from: null, to: null }])
  const changes = {
    ...(!is_requested && { invoice_requested_at: { from: null, to: now } }),
    ...Object.fromEntries(details),
  }
  await sql`
    select note_changes('order', ${order_id}, ${festival_id}, ${organizer_id}, ${JSON.stringify(changes)})`.execute(
    trx,
  )
}

/** Returns the invoice of a sale that counts now: after a change of details, the one with the new ones. */
export async function findRequestedInvoice(
  db: Database,
  saleId: string,
): Promise<RequestedInvoice> {
  const { rows } = await sql<RequestedInvoice>`
    select first.order_id, d.id as document_id, d.number
    from (select id as order_id from orders where sale_id = ${saleId} order by id limit 1) first
    left join lateral (
      select id, number from documents
      where order_id = first.order_id and id = invoice_id and rendered_at is not null
      order by issued_at desc, year desc, sequence desc limit 1
    ) d on true`.execute(db)
  const [invoice] = rows
  if (!invoice) throw new Error(`Sale ${saleId} of a till has no orders`)
  return invoice
}

/** Returns the PDF of a document. The caller has checked the right to it. */
export async function readPdf(db: Database, id: string): Promise<Buffer | null> {
  const document = await db
    .selectFrom('documents')
    .select('pdf')
    .where('id', '=', id)
    .executeTakeFirst()
  return document?.pdf ?? null
}
