import { type UserCaller } from '#platform/access'
import { mayUser } from '#platform/callers'
import { type Database, transact } from '#platform/database'
import { conflict, found, invalid } from '#platform/errors'
import { fold } from '#platform/text'

/** Whether the user manages the organizer, or may change any (contract, section 3). */
export async function mayChangeOrganizer(
  db: Database,
  user: UserCaller,
  id: string,
): Promise<boolean> {
  return mayUser(user, 'manage_catalog') || (await managedBy(db, user.id, id))
}

/** Whether a user is one of an organizer's managers: who sees its money, and who is at its gate. */
export async function managedBy(
  db: Database,
  userId: string,
  organizerId: string,
): Promise<boolean> {
  const manager = await db
    .selectFrom('organizer_managers')
    .select('user_id')
    .where('organizer_id', '=', organizerId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return manager !== undefined
}

/** Everybody reads an organizer's managers: there are not endlessly many. */
const mostManagers = 200

/**
 * Adds the account with this e-mail to the managers; one who manages already is fine. Unknown: 400. 409
 * past the most there may be: the organizer's row settles a race of two.
 */
export async function addManager(db: Database, organizerId: string, email: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', fold(email))
    .executeTakeFirst()
  if (!user) throw invalid('email is not that of a user')
  await transact(db, async (trx) => {
    await holdOrganizer(trx, organizerId)
    await trx
      .insertInto('organizer_managers')
      .values({ organizer_id: organizerId, user_id: user.id })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const { managers } = await trx
      .selectFrom('organizer_managers')
      .select((eb) => eb.fn.countAll<number>().as('managers'))
      .where('organizer_id', '=', organizerId)
      .executeTakeFirstOrThrow()
    if (managers > mostManagers) {
      const error = `An organizer has at most ${mostManagers} managers: remove one before you add another`
      throw conflict(error, 'too_many')
    }
  })
}

async function holdOrganizer(trx: Database, id: string): Promise<void> {
  await trx.selectFrom('organizers').select('id').where('id', '=', id).forUpdate().execute()
}

/** Takes a manager away; the last one stays: 409. The organizer's row settles a race of two. */
export async function removeManager(
  db: Database,
  organizerId: string,
  userId: string,
): Promise<void> {
  await transact(db, async (trx) => {
    await holdOrganizer(trx, organizerId)
    const managers = await trx
      .selectFrom('organizer_managers')
      .select('user_id')
      .where('organizer_id', '=', organizerId)
      .execute()
    found(
      managers.find(({ user_id }) => user_id === userId),
      'Manager',
    )
    if (managers.length === 1) {
      throw conflict('The last manager cannot be removed: add another one first', 'last_manager')
    }
    await trx
      .deleteFrom('organizer_managers')
      .where('organizer_id', '=', organizerId)
      .where('user_id', '=', userId)
      .execute()
  })
}
