import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField } from '#platform/values/errors'
import { lockOrganizer, requireRight } from '../managers.ts'
import { type Membership, rightsOf } from '../rights.ts'
import type { Member, MemberChange } from './schemas.ts'

/** A person with a role in an organizer. */
type MemberKey = { id: string; userId: string }

/** The list of an organizer is answered as a whole, so its length is limited. */
const mostMembers = 200

const choosing = { right: 'manage', action: 'choose who has a role in it' } as const

const columns = sql`
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, m.role, m.may_refund, m.created_at`

/** Returns the people with a role beside manager, in the order in which they came; for managers and admins. */
export async function listMembers(db: Database, user: UserCaller, id: string): Promise<Member[]> {
  await requireRight(db, user, { id, ...choosing })
  const { rows } = await sql<Member>`
    select ${columns} from organizer_members m join users u on u.id = m.user_id
    where m.organizer_id = ${id} order by m.created_at, u.id`.execute(db)
  return rows
}

/** Refuses (400) a right to refund for a role other than accountant. */
export function requireRefunder({ role, may_refund }: Membership): void {
  if (may_refund && role !== 'accountant')
    throw invalidField('may_refund', 'is for accountants: others refund nothing')
}

/**
 * Gives a user a role in an organizer, or another one. A manager stays a manager. 409 if there are too many
 * people; the organizer's row is locked so that concurrent calls count each other.
 */
export async function addMember(
  db: Database,
  { id, userId, role, may_refund }: MemberKey & Membership,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockOrganizer(trx, id)
    const { rows } = await sql<{ members: number }>`
      with added as (
        insert into organizer_members (organizer_id, user_id, role, may_refund)
        select ${id}, ${userId}::uuid, ${role}, ${may_refund}
        where not exists (
          select from organizer_managers where organizer_id = ${id} and user_id = ${userId})
        on conflict (organizer_id, user_id) do update
        set role = excluded.role, may_refund = excluded.may_refund)
      select count(*)::int as members from organizer_members
      where organizer_id = ${id} and user_id <> ${userId}`.execute(trx)
    if ((rows[0]?.members ?? 0) < mostMembers) return
    const error = `An organizer has at most ${mostMembers} people with a role: remove one before you add another`
    throw conflict(error, 'too_many')
  })
}

type Context = Pick<Infrastructure, 'db' | 'access'>

/**
 * Changes the role of a person, for managers and admins; a role other than accountant ends the right to refund. The person
 * signs in again, as after every right that is given.
 */
export async function changeMember(
  { db, access }: Context,
  user: UserCaller,
  { id, userId, change }: MemberKey & { change: MemberChange },
): Promise<Member> {
  return transact(db, async (trx) => {
    await requireRight(trx, user, { id, ...choosing })
    await lockOrganizer(trx, id)
    const before = found(await findMember(trx, { id, userId }), 'Member')
    const role = change.role ?? before.role
    const kept = role === 'accountant' && before.may_refund
    const after = { role, may_refund: change.may_refund ?? kept }
    requireRefunder(after)
    await trx
      .updateTable('organizer_members')
      .set(after)
      .where('organizer_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    const held = rightsOf(before)
    if (rightsOf(after).some((right) => !held.includes(right))) await access.endUser(trx, userId)
    return { ...before, ...after }
  })
}

async function findMember(db: Database, { id, userId }: MemberKey): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${columns} from organizer_members m join users u on u.id = m.user_id
    where m.organizer_id = ${id} and m.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Ends the role of a person, for managers and admins; everyone may end their own. */
export async function removeMember(
  db: Database,
  user: UserCaller,
  { id, userId }: MemberKey,
): Promise<void> {
  await transact(db, async (trx) => {
    if (userId.toLowerCase() !== user.id) await requireRight(trx, user, { id, ...choosing })
    const removed = await trx
      .deleteFrom('organizer_members')
      .where('organizer_id', '=', id)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst()
    found(removed, 'Member')
  })
}
