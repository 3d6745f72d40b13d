import type { UserCaller } from '#access'
import { managedBy } from '#organizers'
import type { Database } from '#platform/database/tables'
import { forbidden, found } from '#platform/values/errors'

/**
 * Returns the festival if the caller may give things away there: managers of the organizer and admins, as for its
 * sales. 403 for others, 404 for an unknown or deleted festival.
 */
export async function requireGiver(
  db: Database,
  user: UserCaller,
  festivalId: string,
): Promise<{ id: string; name: string }> {
  const festival = await db
    .selectFrom('festivals')
    .select(['id', 'name', 'organizer_id'])
    .where('id', '=', festivalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { organizer_id, ...giving } = found(festival, 'Festival')
  if (user.isAdmin || (organizer_id && (await managedBy(db, user.id, organizer_id)))) return giving
  throw forbidden('Only managers of the organizer may give vouchers and tickets of it')
}
