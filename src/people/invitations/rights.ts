import { type MemberRole, mayChooseManagers } from '#catalogue/organizers'
import { staffRightsOf, type UserCaller } from '#core/access'
import { mayDecideGate } from '#entrance/gate'
import type { Database } from '#platform/database/tables'
import { forbidden, notFound } from '#platform/values/errors'

/** The right that an invitation grants: one of the first four is set, and with `member_of` a role. */
export type Target = {
  /** the organizer to manage */
  organizer_id: string | null
  /** the organizer to have a role in */
  member_of: string | null
  festival_id: string | null
  granted_right: string | null
  member_role: MemberRole | null
  may_refund: boolean
}

export const nowhere: Target = {
  organizer_id: null,
  member_of: null,
  festival_id: null,
  granted_right: null,
  member_role: null,
  may_refund: false,
}

/** Returns the organizer of an invitation to manage it, or to a role in it. */
export const organizerOf = ({ organizer_id, member_of }: Target): string | null =>
  organizer_id ?? member_of

/** Returns true if a user may invite there; undefined if the organizer or festival no longer exists. */
export async function mayInvite(
  db: Database,
  person: Omit<UserCaller, 'token'>,
  target: Target,
): Promise<boolean | undefined> {
  const organizer = organizerOf(target)
  if (organizer !== null) return mayChooseManagers(db, person, organizer)
  const { festival_id } = target
  if (festival_id !== null) return mayDecideGate(db, person, festival_id)
  return person.isAdmin
}

/** Refuses a user without the right to invite there: 404 for an unknown organizer or festival, else 403. */
export async function requireInviter(
  db: Database,
  user: UserCaller,
  target: Target,
): Promise<void> {
  const may = await mayInvite(db, user, target)
  if (may) return
  if (may === undefined) throw notFound(organizerOf(target) === null ? 'Festival' : 'Organizer')
  if (target.organizer_id !== null) {
    throw forbidden('Only managers of the organizer and admins may invite managers')
  }
  if (target.member_of !== null) {
    throw forbidden('Only managers of the organizer and admins may invite to a role in it')
  }
  if (target.festival_id !== null) {
    throw forbidden('Only managers of the festival may decide who works at its gate')
  }
  throw forbidden('Only an admin may invite to a right')
}

/**
 * Returns true if the inviting user still may: not after losing the right, being suspended or erased. `invited_by` null
 * is the operator, and always may.
 */
export async function isStillOffered(
  db: Database,
  { invited_by, ...target }: Target & { invited_by: string | null },
): Promise<boolean> {
  if (invited_by === null) return true
  const { isAdmin, permissions } = staffRightsOf('u')
  const inviter = await db
    .selectFrom('users as u')
    .select(['id', isAdmin.as('isAdmin'), permissions.as('permissions')])
    .where('id', '=', invited_by)
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return inviter !== undefined && (await mayInvite(db, inviter, target)) === true
}
