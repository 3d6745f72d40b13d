import { sql } from 'kysely'
import { staffRightsOf, type UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { forbidden } from '#platform/values/errors'
import type { Watched } from './queries.ts'

/**
 * Returns the festivals that users may watch: admins all, managers the ones of their organizers. Other users are
 * missing.
 */
export async function findWatched(db: Database, userIds: string[]): Promise<Map<string, Watched>> {
  const { rows } = await sql<{ id: string; is_admin: boolean; organizers: string[] }>`
    select u.id, ${staffRightsOf('u').isAdmin} as is_admin,
           array(select organizer_id from organizer_managers where user_id = u.id) as organizers
    from users u where u.id = any (${userIds}::uuid[])`.execute(db)
  return new Map(
    rows
      .filter(({ is_admin, organizers }) => is_admin || organizers.length > 0)
      .map(({ id, is_admin, organizers }) => [id, is_admin ? 'all' : organizers]),
  )
}

/** Returns the festivals that the user may watch. 403 if there are none. */
export async function watchedBy(db: Database, { id }: UserCaller): Promise<Watched> {
  const watched = (await findWatched(db, [id])).get(id)
  if (watched) return watched
  throw forbidden('Only managers of organizers and admins may read the activity')
}
