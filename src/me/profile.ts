import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Database } from '#platform/database'
import { iso } from '#platform/sql'
import { rolesOf } from '#users'
import type { Me } from './schemas.ts'

type Profile = Omit<Static<typeof Me>, 'permissions'>

/** An account with its balance of points and what it follows, newest first. */
export async function findProfile(db: Database, userId: string): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.photo,
           u.phone, u.address, u.city, u.country, ${rolesOf} as roles,
           coalesce(p.available + p.reserved, 0) as points, f.interests
    from users u
    left join points p on p.user_id = u.id
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'id', i.id,
        'entity_type', case when i.artist_id is not null then 'artist'
                            when i.organizer_id is not null then 'organizer' else 'genre' end,
        'entity_id', coalesce(i.artist_id::text, i.organizer_id, i.genre_id::text),
        'createdAt', ${iso('i.created_at')}
      ) order by i.created_at desc, i.id), '[]') as interests
      from interests i where i.user_id = u.id
    ) f
    where u.id = ${userId} and u.erased_at is null`.execute(db)
  return rows[0]
}
