import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { atRest, faultsOf } from './faults.ts'

/** The most faults of a kind that are reported one by one. */
const most = 20

/**
 * Compares every payment, ticket, point and refund with each other (purchase protocol, "What must always hold") and
 * returns a sentence for each fault: none when all is well. It reads one snapshot and blocks no other transaction, so
 * it may run beside the service. `atRest`: nothing may be under way either, as after the sweeper and the processor have
 * finished.
 */
export async function auditLedger(
  db: Database,
  options: { atRest?: boolean } = {},
): Promise<string[]> {
  const kinds = options.atRest ? [...faultsOf, ...atRest] : faultsOf
  return inSnapshot(db, async (trx) => {
    const told: string[] = []
    for (const faults of kinds) told.push(...(await tell(trx, faults)))
    return told
  })
}

/** Returns the size of the ledger to audit; `points` counts the points of all balances. */
export async function ledgerSize(
  db: Database,
): Promise<{ payments: number; tickets: number; points: number }> {
  const { rows } = await sql<Record<'payments' | 'tickets' | 'points', string>>`
    select (select count(*) from payments) as payments, (select count(*) from tickets) as tickets,
           (select coalesce(sum(available + reserved), 0) from points) as points`.execute(db)
  const [size] = rows
  return {
    payments: Number(size?.payments),
    tickets: Number(size?.tickets),
    points: Number(size?.points),
  }
}

function inSnapshot<T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

async function tell(db: Database, faults: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ fault: string; total: string }>`
    select fault, count(*) over () as total from (${faults}) faults (fault) limit ${most}`.execute(
    db,
  )
  const more = Number(rows[0]?.total ?? 0) - rows.length
  const told = rows.map(({ fault }) => fault)
  return more > 0 ? [...told, `… and ${more} more like the last one`] : told
}
