import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import { transact } from '#platform/database/transactions'
import { notFound } from '#platform/values/errors'
import { toCents } from '#platform/values/money'
import { toTime } from '#platform/values/time'
import type { PaymentContext } from '#shop/payments'
import type { Lease, NewReport, ReportedSale } from './lease-schemas.ts'
import { bookLeased, endLease, readLease } from './leases.ts'
import { lockOpenShift } from './rights.ts'

type Where = { shiftId: string; leaseId: string }
type Reported = { lease: Lease; sales: ReportedSale[] }

/**
 * Books the sales that a till reports from a lease; a sale reported several times is booked once. A refused sale fails
 * no other. With `done`, the tickets left are given back.
 */
export function report(
  context: PaymentContext,
  { shiftId, leaseId }: Where,
  { sales, done = false }: NewReport,
): Promise<Reported> {
  return transact(context.db, async (db) => {
    await lockOpenShift(db, shiftId)
    const before = await readLease(db, leaseId)
    if (before.shift_id !== shiftId) throw notFound('Lease')
    const keys = sales.map(({ key }) => key)
    const { rows } = await sql<{ key: string; receipt: number }>`
      select key, receipt from till_sales where shift_id = ${shiftId} and key = any (${list(keys, 'text')})`.execute(
      db,
    )
    const known = new Map(rows.map(({ key, receipt }) => [key, receipt]))
    const results: ReportedSale[] = []
    for (const sale of sales) {
      const { key } = sale
      const said = known.get(key)
      if (said !== undefined) results.push({ key, receipt: said, refused: null })
      else {
        const booked = await book({ ...context, db }, before, sale)
        if (booked.receipt !== null) known.set(key, booked.receipt)
        results.push(booked)
      }
    }
    if (done && before.state === 'open') {
      await endLease({ ...context, db }, { id: leaseId, shiftId, reason: null })
    }
    return { lease: await readLease(db, leaseId), sales: results }
  })
}

/** Books a sale that was not reported before. Its moment is limited as for scans: not later than now, nor before the lease. */
async function book(
  context: PaymentContext,
  { id: leaseId, shift_id: shiftId, state, price, created_at }: Lease,
  { key, payment_ids, means, tendered, sold_at }: NewReport['sales'][number],
): Promise<ReportedSale> {
  const refuse = (refused: ReportedSale['refused']) => ({ key, receipt: null, refused })
  if (state !== 'open') return refuse('lease_over')
  const tendered_cents = tendered === undefined || means !== 'cash' ? null : toCents(tendered)
  const cents = toCents(price) * payment_ids.length
  if (tendered_cents !== null && tendered_cents < cents) return refuse('tendered_too_little')
  const said = Math.max(toTime(sold_at).getTime(), created_at.getTime())
  const at = new Date(Math.min(said, context.now().getTime()))
  const sale = { leaseId, shiftId, key, payment_ids, means, tendered_cents, at }
  const receipt = await bookLeased(context, sale)
  return receipt === undefined ? refuse('not_leased') : { key, receipt, refused: null }
}
