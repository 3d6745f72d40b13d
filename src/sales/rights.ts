import type { UserCaller } from '#access'
import { managedBy } from '#organizers'
import type { Database } from '#platform/database/tables'
import { forbidden, found } from '#platform/values/errors'

/**
 * The festival whose sales the caller may see: managers of the organizer and admins, else 403; 404 for
 * an unknown one. One that was deleted keeps its books.
 */
export async function requireBooks(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<{ id: string; name: string }> {
  const festival = await db
    .selectFrom('festivals')
    .select(['id', 'name', 'organizer_id'])
    .where('id', '=', festivalId)
    .executeTakeFirst()
  const { organizer_id, ...books } = found(festival, 'Festival')
  if (user.isAdmin || (organizer_id && (await managedBy(db, user.id, organizer_id)))) return books
  throw forbidden('Only managers of the organizer may see its sales')
}
