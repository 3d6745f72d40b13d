import { sql } from 'kysely'
import type { Static } from 'typebox'
import { listInterests } from '#audience/interests'
import { findLevel, listBadges } from '#audience/rewards'
import { rightsOf } from '#catalogue/organizers'
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
    readAccount(db, userId),
    findLevel(db, userId),
    listBadges(db, userId),
    listInterests(db, userId),
    findMembership(db, userId, now),
  ])
  return account && { ...account, level, badges, interests, subscription }
}

type AccountRow = Omit<Profile, 'level' | 'badges' | 'interests' | 'subscription'>

/** Returns the account with its points; undefined if it is erased. */
export async function findAccount(
  db: Database,
  userId: string,
): Promise<Omit<AccountRow, 'organizer_roles'> | undefined> {
  const found = await readAccount(db, userId)
  if (!found) return undefined
  const { organizer_roles: _, ...account } = found
  return account
}

/** Returns the account with points and roles, without the admin role while that rests. */
async function readAccount(db: Database, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow & { rests: boolean }>`
    select u.id, ${sql.join(userColumns.select('u'))}, u.email_proven_at, ${rolesOf} as roles,
           u.proven_before is not null as rests,
           coalesce(p.available + p.reserved, 0) as points,
           array(
             select json_build_object('organizer_id', m.organizer_id, 'role', m.role, 'may_refund', m.may_refund)
             from organizer_members m where m.user_id = u.id order by m.organizer_id) as organizer_roles
    from users u left join points p on p.user_id = u.id
    where u.id = ${userId} and u.erased_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rests, ...account } = row
  const organizer_roles = account.organizer_roles.map((held) => ({
    ...held,
    rights: rightsOf(held),
  }))
  return {
    ...account,
    organizer_roles,
    roles: account.roles.filter(({ id }) => !rests || id !== 'admin'),
  }
}
