import type { UserCaller } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { requireManager } from './rights.ts'
import type { Staff } from './schemas.ts'

/** Returns the people at a festival's gate, newest first, then by id. */
export function listStaff(db: Database, festivalId: string): Promise<Staff[]> {
  return staff(db, festivalId).orderBy('gs.created_at', 'desc').orderBy('u.id').execute()
}

type StaffKey = { festivalId: string; userId: string }

/** Adds a user to a festival's gate staff; repeating it changes nothing. */
export async function addStaff(
  { db, now }: { db: Database; now: Date },
  { festivalId, userId }: StaffKey,
): Promise<void> {
  await db
    .insertInto('gate_staff')
    .values({ festival_id: festivalId, user_id: userId, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * Removes a user from the gate staff: oneself always, another as a manager of the gate (else 403). 404 for a user who
 * is not on the staff.
 */
export async function removeStaff(
  db: Database,
  user: UserCaller,
  { festivalId, userId }: StaffKey,
): Promise<void> {
  if (userId.toLowerCase() !== user.id) await requireManager(db, user, festivalId)
  const removed = await transact(db, (trx) =>
    trx
      .deleteFrom('gate_staff')
      .where('festival_id', '=', festivalId)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst(),
  )
  found(removed, 'Gate staff')
}

function staff(db: Database, festivalId: string) {
  return db
    .selectFrom('gate_staff as gs')
    .innerJoin('users as u', 'u.id', 'gs.user_id')
    .select(['u.id', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .where('gs.festival_id', '=', festivalId)
}
