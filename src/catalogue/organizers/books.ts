import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { found, notFound } from '#platform/values/errors'
import { isKnownTo } from './drafts.ts'
import { holdsRight, type OrganizerRight, onlyThose } from './rights.ts'

type Books = { id: string; name: string; time_zone: string; is_deleted: boolean }

const isDeleted = sql<boolean>`f.deleted_at < 'infinity' is true`

const actions: Record<OrganizerRight, string> = {
  manage: 'give tickets and vouchers, and write to their holders',
  edit_lineup: 'change its line-up',
  read_sales: 'see its sales',
  read_attendees: 'see who has a ticket',
  read_money: 'see its books',
  refund: 'give back its payments',
}

/**
 * Returns the festival if the caller holds a right in its organizer, as managers do, or is an admin. 403 for others, 404
 * for an unknown festival and another's draft. Also returns a deleted festival, since its sales stay.
 */
export async function requireBooks(
  db: Database,
  user: UserCaller,
  { festivalId, right }: { festivalId: string; right: OrganizerRight },
): Promise<Books> {
  const festival = await db
    .selectFrom('festivals as f')
    .select(['id', 'name', 'time_zone', isDeleted.as('is_deleted')])
    .select(holdsRight(user.id, sql.ref('f.organizer_id'), right).as('may'))
    .where('id', '=', festivalId)
    .where(isKnownTo(user))
    .executeTakeFirst()
  const { may, ...books } = found(festival, 'Festival')
  if (user.isAdmin || may) return books
  throw onlyThose(right, actions[right])
}

/** Like `requireBooks`, for managers giving tickets and vouchers away: 404 for a deleted festival too. */
export async function requireGiver(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<Books> {
  const books = await requireBooks(db, user, { festivalId, right: 'manage' })
  if (books.is_deleted) throw notFound('Festival')
  return books
}
