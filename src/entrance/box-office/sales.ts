import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { afterCommit, transact } from '#platform/database/transactions'
import { conflict, found, invalidField, missingFields } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents, toEuros } from '#platform/values/money'
import { type PaymentContext, sellAtTill, settleSale, type TillItem } from '#shop/payments'
import { keyOfCode } from '#shop/vouchers'
import { refuseOverComplimentary } from './limits.ts'
import { passAtTill, type TillContext } from './pass.ts'
import { readSale } from './read-sale.ts'
import { lockOpenShift, type ShiftRow } from './rights.ts'
import { mostSold, type NewSale, type Sale, type SaleResult } from './sale-schemas.ts'

/** Returns the items of a sale; refuses (400) an entity that is named twice. */
export function itemsOf({ items, means, reason, tendered }: NewSale): TillItem[] {
  const ids = items.map(({ entity_id }) => entity_id.toLowerCase())
  if (new Set(ids).size < ids.length) throw invalidField('items', 'must name each entity once')
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units > mostSold) throw invalidField('items', `must have at most ${mostSold} units in all`)
  if (means === 'complimentary' && reason === undefined) {
    throw missingFields(['reason'], ' for what costs nothing')
  }
  if (means !== 'cash' && tendered !== undefined) throw invalidField('tendered', 'is for cash')
  return items.map((item) => ({ ...item, entity_id: item.entity_id.toLowerCase() }))
}

/** Sells at a till in one transaction: stock, ledger, receipt, and the admission if requested. */
export function sell(context: PaymentContext, shiftId: string, asked: NewSale): Promise<Sale> {
  const items = itemsOf(asked)
  return transact(context.db, async (db) => {
    const shift = await lockOpenShift(db, shiftId)
    const [id, at] = [newId(), context.now()]
    const { means, voucher, email, reason = '', tendered } = asked
    const { festival_id: festivalId, seller } = shift
    if (means === 'complimentary') {
      const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
      await refuseOverComplimentary({ ...context, db, shiftId, quantity })
    }
    const order = await sellAtTill(
      { ...context, db },
      {
        saleId: id,
        festivalId,
        items,
        means,
        voucher: voucher === undefined ? undefined : keyOfCode(voucher),
        email,
        reason,
        givenBy: await openedBy(db, shiftId),
      },
    )
    await db
      .insertInto('till_sales')
      .values({
        id,
        shift_id: shiftId,
        means,
        amount_cents: order.amount_cents,
        tendered_cents: tenderedOf(tendered, order.amount_cents),
        seller,
        created_at: at,
      })
      .execute()
    if (order.status === 'succeeded')
      await assignReceiptNumber({ ...context, db }, shift, { id, at })
    if (asked.admit) await admit({ ...context, db }, shift, id)
    return readSale(db, { shiftId, id })
  })
}

async function openedBy(db: Database, shiftId: string): Promise<string> {
  const { rows } = await sql<{ created_by: string }>`
    select created_by from gate_devices where id = ${shiftId}`.execute(db)
  return found(rows[0], 'Shift').created_by
}

function tenderedOf(tendered: number | undefined, amount_cents: number): number | null {
  if (tendered === undefined) return null
  const cents = toCents(tendered)
  if (cents >= amount_cents) return cents
  const error = 'tendered is less than what it costs'
  throw conflict(error, 'tendered_too_little', { amount: toEuros(amount_cents) })
}

/** Records the result of a sale that waited for the terminal. A result that is known already returns the sale as it is. */
export function conclude(
  context: PaymentContext,
  { shiftId, saleId }: { shiftId: string; saleId: string },
  { result, means, tendered, admit: isAdmitted }: SaleResult,
): Promise<Sale> {
  const [inCash, isPaid] = [means === 'cash', result === 'paid']
  if (!inCash && tendered !== undefined) throw invalidField('tendered', 'is for cash')
  if (inCash && !isPaid) throw invalidField('means', 'is for what is paid')
  return transact(context.db, async (db) => {
    const shift = await lockOpenShift(db, shiftId)
    const before = await readSale(db, { shiftId, id: saleId })
    const isKnown = before.status === result && (!inCash || before.means === 'cash')
    if (!isKnown) {
      requireWaiting(before, isPaid)
      await settleSale({ ...context, db }, { saleId: before.id, isPaid, inCash })
      if (inCash) await payCash(db, before, tendered)
      if (isPaid)
        await assignReceiptNumber({ ...context, db }, shift, { id: before.id, at: context.now() })
    }
    if (isPaid && isAdmitted) await admit({ ...context, db }, shift, before.id)
    return readSale(db, { shiftId, id: before.id })
  })
}

/** A sale that lapsed can still be paid, if there is stock left. */
function requireWaiting({ status }: Sale, isPaid: boolean): void {
  if (status === 'paid' || (!isPaid && status !== 'waiting'))
    throw conflict(`This sale is already ${status}`, 'not_open')
}

async function payCash(db: Database, { id, amount }: Sale, tendered: number | undefined) {
  const tendered_cents = tenderedOf(tendered, toCents(amount))
  await db
    .updateTable('till_sales')
    .set({ means: 'cash', tendered_cents })
    .where('id', '=', id)
    .execute()
}

/** Gives a sale the next receipt number of its shift and returns it. The caller has locked the shift. */
export async function assignReceiptNumber(
  { db, counts }: TillContext,
  { id: shiftId }: ShiftRow,
  { id, at }: { id: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ receipt: number; means: string; amount_cents: number }>`
    with next as (update till_shifts set receipts = receipts + 1 where id = ${shiftId} returning receipts)
    update till_sales set receipt = next.receipts, sold_at = ${at} from next where id = ${id}
    returning receipt, means, amount_cents`.execute(db)
  const { receipt, means, amount_cents } = found(rows[0], 'Sale')
  if (amount_cents > 0) afterCommit(db, () => counts.atTills.add({ means }, amount_cents))
  return receipt
}

/** Admits the holders of a sale's tickets by the gate's own rules; a ticket that does not admit now stays unused. */
async function admit(context: TillContext, shift: ShiftRow, saleId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p join orders o on o.id = p.order_id
    where o.sale_id = ${saleId} and p.status = 'succeeded'`.execute(context.db)
  const ids = rows.map(({ id }) => id)
  await passAtTill(context, shift, { ids, direction: 'in' })
}
