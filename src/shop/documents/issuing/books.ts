/** Reads and writes issued documents, and the refunds that wait for theirs. */
import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import { documentedOrder } from '#shop/payments'
import type { Draft, Issued } from './plan.ts'
import type { Numbered } from './series.ts'

/** A refund that waits for its credit note, or for the document that takes it back. */
export type SettledRefund = {
  id: string
  payment_id: string
  /** the order that the documents belong to, as in `SoldUnit` */
  order_id: string
  seller: string
  cents: number
  vat_cents: number
  request_id: string | null
}

/** Returns the refunds with these ids, by id. */
export async function readRefunds(
  db: Database,
  ids: string[],
): Promise<Map<string, SettledRefund>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SettledRefund>`
    select r.id, r.payment_id, ${documentedOrder} as order_id, coalesce(p.seller_id, '') as seller, r.amount_cents as cents,
           coalesce(r.vat_cents, 0) as vat_cents, r.request_id
    from refunds r join payments p on p.id = r.payment_id
    where r.id = any (${list(ids, 'uuid')})`.execute(db)
  return new Map(rows.map((refund) => [refund.id, refund]))
}

/** Returns the documents of orders, by order, the oldest first. */
export async function readBooks(db: Database, orderIds: string[]): Promise<Map<string, Issued[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Issued>`
    select id, kind, reason, seller, prefix, order_id, invoice_id, corrects, refund_ids, festival_ids, time_zone,
           issued_on, number, units, data
    from documents where order_id = any (${list(orderIds, 'uuid')})
    order by issued_at, year, sequence`.execute(db)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Returns the orders of these whose sale still waits for its invoices. */
export async function readUndocumented(db: Database, orderIds: string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const { rows } = await sql<{ about: string }>`
    select about from documents_due
    where kind = 'sale' and about = any (${list(orderIds, 'uuid')})`.execute(db)
  return new Set(rows.map(({ about }) => about))
}

/** Stores numbered documents; their XML and PDF are made afterwards. */
export async function insertDocuments(
  trx: Transaction,
  documents: (Draft & Numbered)[],
  now: Date,
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map(({ data, units, ...document }) => ({
    ...document,
    units: JSON.stringify(units),
    data: JSON.stringify({ ...data, number: document.number }),
    issued_at: now,
    gross_cents: units.reduce((sum, { cents }) => sum + cents, 0),
    vat_cents: units.reduce((sum, unit) => sum + unit.vat_cents, 0),
  }))
  await trx.insertInto('documents').values(rows).execute()
}
