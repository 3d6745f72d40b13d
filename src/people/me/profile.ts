import { sql } from 'kysely'
import type { Static } from 'typebox'
import { listInterests } from '#audience/interests'
import { findLevel, listBadges } from '#audience/rewards'
import { rolesOf, userColumns } from '#identity/users'
import type { Database } from '#platform/database/tables'
import { findMembership } from '#shop/subscriptions'
import type { Me } from './schemas.ts'

type Profile = Omit<Static<typeof Me>, 'permissions'>

/** Returns an account with points, level, badges, interests and membership; undefined if it is erased. */
export async function findProfile(
  db: Database,
  userId: string,
  now: Date,
): Promise<Profile | undefined> {
  const [account, level, badges, interests, subscription] = await Promise.all([
    findAccount(db, userId),
    findLevel(db, userId),
    listBadges(db, userId),
    listInterests(db, userId),
    findMembership(db, userId, now),
  ])
  return account && { ...account, level, badges, interests, subscription }
}

type AccountRow = Omit<Profile, 'level' | 'badges' | 'interests' | 'subscription'>

/** Returns the account with its points, without the admin role while that rests; undefined if it is erased. */
export async function findAccount(db: Database, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow & { rests: boolean }>`
    select u.id, ${sql.join(userColumns.select('u'))}, u.email_proven_at, ${rolesOf} as roles,
           u.proven_before is not null as rests,
           coalesce(p.available + p.reserved, 0) as points
    from users u left join points p on p.user_id = u.id
    where u.id = ${userId} and u.erased_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rests, ...account } = row
  return { ...account, roles: account.roles.filter(({ id }) => !rests || id !== 'admin') }
}
