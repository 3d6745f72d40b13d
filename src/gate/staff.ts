import { type Database, transact } from '#platform/database'
import { found, invalid } from '#platform/errors'
import { findUserByEmail } from '#users'
import type { Staff } from './schemas.ts'

/** The people at a festival's gate, newest first, then by id. */
export function listStaff(db: Database, festivalId: string): Promise<Staff[]> {
  return staff(db, festivalId).orderBy('gs.created_at', 'desc').orderBy('u.id').execute()
}

/** Assigns the account with this e-mail; one who is there already is fine. Unknown: 400. */
export async function addStaff(
  { db, now }: { db: Database; now: Date },
  festivalId: string,
  email: string,
): Promise<Staff> {
  const user = await findUserByEmail(db, email)
  if (!user) throw invalid('email is not that of a user')
  await db
    .insertInto('gate_staff')
    .values({ festival_id: festivalId, user_id: user.id, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return staff(db, festivalId).where('u.id', '=', user.id).executeTakeFirstOrThrow()
}

/** Takes somebody off the gate: 404 for who is not there. */
export async function removeStaff(
  db: Database,
  { festivalId, userId }: { festivalId: string; userId: string },
): Promise<void> {
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
