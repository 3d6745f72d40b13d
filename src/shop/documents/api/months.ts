/** Months of a seller that are closed: their documents are final (docs/contract, section 7.20). */
import { sql } from 'kysely'
import { requireRight } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { requireOver } from '#core/billing'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { forbidden } from '#platform/values/errors'

type Month = { month: string; closed_at: Date }
/** A month `YYYY-MM` of a seller: of an organizer by its id, or of the operator. */
export type MonthOf = { seller: string; month: string }

/** The id of the operator among sellers. */
export const operator = ''

/** Returns the closed months of a seller, the newest first. */
export function listClosedMonths(db: Database, seller: string): Promise<Month[]> {
  return db
    .selectFrom('closed_months')
    .select(['month', 'closed_at'])
    .where('organizer_id', '=', seller)
    .orderBy('month', 'desc')
    .execute()
}

/**
 * Closes a month of a seller; one that is closed stays as it is. Documents are dated by the day of issue, so nothing is
 * added to a month that is over everywhere. @throws Problem 409 for a month that is not over
 */
export function closeMonth(
  db: Database,
  { seller, month, now }: MonthOf & { now: Date },
): Promise<Month> {
  requireOver(month, now)
  return transact(db, async (trx) => {
    await sql`
      insert into closed_months (organizer_id, month, closed_at) values (${seller}, ${month}, ${now})
      on conflict do nothing`.execute(trx)
    const closed = trx
      .selectFrom('closed_months')
      .select(['month', 'closed_at'])
      .where('organizer_id', '=', seller)
      .where('month', '=', month)
    return closed.executeTakeFirstOrThrow()
  })
}

/** Refuses like `requireRight`. */
export const requireReader = (db: Database, user: UserCaller, id: string): Promise<void> =>
  requireRight(db, user, { id, right: 'read_money', action: 'see its closed months' })

/** Refuses (403) users without the role admin, and (404) an unknown organizer. */
export async function requireCloser(db: Database, user: UserCaller, id: string): Promise<void> {
  if (!user.isAdmin) throw forbidden('Only admins may close a month of a seller')
  await requireReader(db, user, id)
}
