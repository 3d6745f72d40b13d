import type { Transaction as KyselyTransaction } from 'kysely'
import { isFromDatabase, sqlState } from './failures.ts'
import { requireSigned, signChanges } from './signing.ts'
import type { Database, Tables } from './tables.ts'

/** A running transaction: code that takes locks, or must commit together with other writes, requires one. */
export type Transaction = KyselyTransaction<Tables>

const hints = new WeakMap<object, (() => void)[]>()
const retried = new Set(['40001', '40P01'])

/** Progress of a transaction: everything but its commit is done, or the error that broke it before. */
type Course = { isChanged: boolean; broken: unknown }

/**
 * Runs `change` in one transaction, or joins the one that already runs. It is tried again, at most three times in all,
 * after a serialization failure, a deadlock, or a connection lost before the commit was asked for: `change` must do
 * nothing but write to the database. The outcome of a commit whose answer was lost is unknown, so it is never tried
 * again.
 */
export async function transact<T>(
  db: Database,
  change: (trx: Transaction) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return change(db as Transaction)
  for (let attempt = 1; ; attempt++) {
    const course: Course = { isChanged: false, broken: undefined }
    try {
      return await outermost(db, change, course)
    } catch (error) {
      // If the connection is gone, the rollback has failed as well.
      const cause = course.broken ?? error
      const mayRunAgain = retried.has(sqlState(cause)) || (!course.isChanged && isLost(cause))
      if (attempt === 3 || !mayRunAgain) throw cause
    }
  }
}

async function outermost<T>(
  db: Database,
  change: (trx: Transaction) => Promise<T>,
  course: Course,
) {
  const waiting: (() => void)[] = []
  const result = await db.transaction().execute(async (trx) => {
    hints.set(trx, waiting)
    try {
      await signChanges(trx)
      const changed = await change(trx)
      await requireSigned(trx)
      course.isChanged = true
      return changed
    } catch (error) {
      course.broken = error
      throw error
    }
  })
  for (const hint of waiting) hint()
  return result
}

/** Returns true if the server is gone, or only reads by now: another connection may lead to a better one. */
function isLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== '') return /^(08|57P01|57P02|25006)/.test(state)
  if (!isFromDatabase(error)) return false
  const { code = '', message = '' } = Object(error)
  return /ECONNRESET|EPIPE|Connection terminated unexpectedly|not queryable/.test(
    `${code} ${message}`,
  )
}

/** Calls `hint` when the outermost transaction has committed, or at once outside one. Only for hints. */
export function afterCommit(db: Database, hint: () => void): void {
  const waiting = hints.get(db)
  if (waiting) waiting.push(hint)
  else hint()
}
