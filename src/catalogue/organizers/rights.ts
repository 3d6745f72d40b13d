/**
 * Rights within an organizer, and the roles that bring them: the only place that knows both (docs/contract, section 3).
 * Managers have every right, a role beside manager the rights of its line.
 */
import { type RawBuilder, sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { forbidden, type Problem } from '#platform/values/errors'

/** Rights of people for an organizer. `manage` is all that no other right names. */
export type OrganizerRight =
  | 'manage'
  | 'edit_lineup'
  | 'read_sales'
  | 'read_attendees'
  | 'read_money'
  | 'refund'

const rightsOfRoles = {
  accountant: ['read_sales', 'read_money', 'refund'],
  sales: ['read_sales', 'read_attendees'],
  editor: ['edit_lineup'],
} as const satisfies Record<string, OrganizerRight[]>
/** A role beside manager. */
export type MemberRole = keyof typeof rightsOfRoles

export const memberRoles = Object.keys(rightsOfRoles) as MemberRole[]

/** A role of a person. `may_refund` is decided for each accountant. */
export type Membership = { role: MemberRole; may_refund: boolean }

/** Returns the rights of a person with a role beside manager. */
export const rightsOf = ({ role, may_refund }: Membership): OrganizerRight[] =>
  rightsOfRoles[role].filter((right) => right !== 'refund' || may_refund)

const rolesWith = (right: OrganizerRight): MemberRole[] =>
  memberRoles.filter((role) => rightsOf({ role, may_refund: true }).includes(right))

/** A condition inside a statement: the user holds a right, as a manager or by a role. `organizer` is the expression with its id. */
export function holdsRight(
  userId: string,
  organizer: RawBuilder<unknown>,
  right: OrganizerRight,
): RawBuilder<boolean> {
  const isManager = sql<boolean>`exists (
    select from organizer_managers m where m.organizer_id = ${organizer} and m.user_id = ${userId})`
  const roles = rolesWith(right)
  if (roles.length === 0) return isManager
  const mayRefund = right === 'refund' ? sql`and m.may_refund` : sql``
  return sql<boolean>`(${isManager} or exists (
    select from organizer_members m
    where m.organizer_id = ${organizer} and m.user_id = ${userId}
      and m.role = any (${list(roles, 'text')}) ${mayRefund}))`
}

/** A condition inside a statement: the user manages the organizer or has a role in it. */
export const belongsTo = (userId: string, organizer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${organizer} in (
    select organizer_id from organizer_managers where user_id = ${userId}
    union all select organizer_id from organizer_members where user_id = ${userId})`

/** Returns true if a user holds a right in an organizer. Rights of staff are not looked at. */
export async function mayIn(
  db: Database,
  { id }: Pick<UserCaller, 'id'>,
  { organizer, right }: { organizer: string; right: OrganizerRight },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${holdsRight(id, sql`${organizer}::text`, right)} as may`.execute(db)
  return rows[0]?.may === true
}

const plurals: Record<MemberRole, string> = {
  accountant: 'accountants',
  sales: 'sales staff',
  editor: 'editors',
}

/** A refusal (403) that names the roles with the right to do something: `see its sales`. */
export function onlyThose(right: OrganizerRight, action: string): Problem {
  const others = rolesWith(right).map((role) => `its ${plurals[role]}`)
  const allowed = right === 'refund' ? others.map((who) => `${who} who may refund`) : others
  const people = ['managers of the organizer', ...allowed].join(', ')
  return forbidden(`Only ${people} and admins may ${action}`)
}
