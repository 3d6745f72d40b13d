/** The orders and refunds that wait for their documents. The transaction that settles one adds its row (`migrations/`). */
import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'

export type Reason = 'sale' | 'refund' | 'failed_refund' | 'changed'

/** `about`: the order of `sale` and `changed`, else the refund. */
export type Due = { kind: Reason; about: string; settled_at: Date; next_at: Date }

/** Time until a row is tried again that cannot get its document yet, ms. */
const retryMs = 60_000

/**
 * Locks the next rows, in the order in which they were settled. Another process waits for the lock, and goes on after
 * them: numbers follow that order.
 */
export async function lockDue(
  trx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select kind, about, settled_at, next_at from documents_due where next_at <= ${now}
    order by next_at, about, kind limit ${limit} for update`.execute(trx)
  return rows
}

const columns = { kind: 'text', about: 'uuid', next_at: 'timestamptz' } as const

/** Deletes rows whose documents are issued, or that need none. */
export async function deleteDue(trx: Transaction, done: Due[]): Promise<void> {
  if (done.length === 0) return
  await sql`
    delete from documents_due d using ${rowsOf('r', done, columns)}
    where (d.next_at, d.about, d.kind) = (r.next_at, r.about, r.kind)`.execute(trx)
}

/** Tries rows again later, whose seller lacks details, or whose invoice is not issued yet. */
export async function postponeDue(trx: Transaction, waiting: Due[], now: Date): Promise<void> {
  if (waiting.length === 0) return
  await sql`
    update documents_due d set next_at = ${new Date(now.getTime() + retryMs)}
    from ${rowsOf('r', waiting, columns)}
    where (d.next_at, d.about, d.kind) = (r.next_at, r.about, r.kind)`.execute(trx)
}
