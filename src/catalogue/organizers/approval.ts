import type { UserCaller } from '#core/access'
import { mayUser } from '#core/access'
import type { Config } from '#platform/config/variables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import { publishOrganizer } from './domain-events.ts'
import { findOrganizer, hidesEmails, type OrganizerRow } from './queries.ts'

/** Returns true if only approved organizers may sell. The default, which `ORGANIZERS` overrides, is true in production. */
export function mustBeApproved({
  NODE_ENV,
  ORGANIZERS = NODE_ENV === 'production' ? 'approved' : 'open',
}: Pick<Config, 'NODE_ENV' | 'ORGANIZERS'>): boolean {
  return ORGANIZERS === 'approved'
}

/** Returns true if the user may approve organizers. Organizers and announcements of such a user need no approval. */
export function isStaff(user: UserCaller): boolean {
  return mayUser(user, 'manage_catalog')
}

/**
 * Approves an organizer, or revokes the approval, in the running transaction. Returns the organizer, and
 * whether this changed it. 404 if it does not exist.
 */
export async function setApproved(
  { db, config, now }: Pick<Infrastructure, 'db' | 'config'> & { now: Date },
  id: string,
  approved: boolean,
): Promise<{ organizer: OrganizerRow; isChanged: boolean }> {
  const changed = await db
    .updateTable('organizers')
    .set({ approved_at: approved ? now : null })
    .where('id', '=', id)
    .where('approved_at', approved ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const organizer = found(await findOrganizer(db, { id, hides: hidesEmails(config) }), 'Organizer')
  if (changed) await publishOrganizer({ db, now }, 'updated', organizer)
  return { organizer, isChanged: changed !== undefined }
}
