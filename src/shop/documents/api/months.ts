/** Months of a seller that are closed: their documents are final (docs/contract, section 7.20). */
import { sql } from 'kysely'
import { requireRight } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { requireOver } from '#core/billing'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { forbidden } from '#platform/values/errors'

type Month = { month: string; closed_at: Date }
export type Asked = { user: UserCaller; organizerId: string }

/** Returns the closed months of a seller, the newest first, for readers of its money. */
export async function listClosedMonths(
  db: Database,
  { user, organizerId }: Asked,
): Promise<Month[]> {
  await requireReader(db, { user, organizerId })
  return db
    .selectFrom('closed_months')
    .select(['month', 'closed_at'])
    .where('organizer_id', '=', organizerId)
    .orderBy('month', 'desc')
    .execute()
}

/**
 * Closes a month of a seller, for admins; one that is closed stays as it is. Documents are dated by the day of issue, so
 * nothing is added to a month that is over everywhere. @throws Problem 409 for a month that is not over
 */
export async function closeMonth(
  db: Database,
  { user, organizerId, month, now }: Asked & { month: string; now: Date },
): Promise<Month> {
  if (!user.isAdmin) throw forbidden('Only admins may close a month of a seller')
  return transact(db, async (trx) => {
    await requireReader(trx, { user, organizerId })
    requireOver(month, now)
    await sql`
      insert into closed_months (organizer_id, month, closed_at) values (${organizerId}, ${month}, ${now})
      on conflict do nothing`.execute(trx)
    const closed = trx
      .selectFrom('closed_months')
      .select(['month', 'closed_at'])
      .where('organizer_id', '=', organizerId)
      .where('month', '=', month)
    return closed.executeTakeFirstOrThrow()
  })
}

/** Refuses like `requireRight`. */
export const requireReader = (db: Database, { user, organizerId: id }: Asked): Promise<void> =>
  requireRight(db, user, { id, right: 'read_money', action: 'see its closed months' })
