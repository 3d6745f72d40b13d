import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden, found, notFound } from '#platform/values/errors'
import { isKnownTo } from './drafts.ts'
import { managedBy } from './managers.ts'

type Books = { id: string; name: string; time_zone: string; is_deleted: boolean }

const isDeleted = sql<boolean>`f.deleted_at < 'infinity' is true`

/**
 * Returns the festival if the caller may see its sales: managers of the organizer and admins. 403 for others, 404 for
 * an unknown festival and another's draft. Also returns a deleted festival, since its sales stay.
 */
export async function requireBooks(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<Books> {
  const festival = await db
    .selectFrom('festivals as f')
    .select(['id', 'name', 'time_zone', 'organizer_id', isDeleted.as('is_deleted')])
    .where('id', '=', festivalId)
    .where(isKnownTo(user))
    .executeTakeFirst()
  const { organizer_id, ...books } = found(festival, 'Festival')
  if (user.isAdmin || (organizer_id && (await managedBy(db, user.id, organizer_id)))) return books
  throw forbidden('Only managers of the organizer may see its sales, and give tickets and vouchers')
}

/** Like `requireBooks`, for giving tickets and vouchers away: 404 for a deleted festival too. */
export async function requireGiver(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<Books> {
  const books = await requireBooks(db, user, festivalId)
  if (books.is_deleted) throw notFound('Festival')
  return books
}
