import { sql } from 'kysely'
import type { Static } from 'typebox'
import { listInterests } from '#interests'
import type { Database } from '#platform/database'
import { rolesOf } from '#users'
import type { Me } from './schemas.ts'

type Profile = Omit<Static<typeof Me>, 'permissions'>

/** An account with its balance of points and what it follows, newest first; undefined when erased. */
export async function findProfile(db: Database, userId: string): Promise<Profile | undefined> {
  const [account, interests] = await Promise.all([
    findAccount(db, userId),
    listInterests(db, userId),
  ])
  return account && { ...account, interests }
}

async function findAccount(db: Database, userId: string) {
  const { rows } = await sql<Omit<Profile, 'interests'>>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.photo,
           u.phone, u.address, u.city, u.country, ${rolesOf} as roles,
           coalesce(p.available + p.reserved, 0) as points
    from users u left join points p on p.user_id = u.id
    where u.id = ${userId} and u.erased_at is null`.execute(db)
  return rows[0]
}
