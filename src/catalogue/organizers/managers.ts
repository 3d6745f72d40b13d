import { type RawBuilder, sql } from 'kysely'
import { mayUser, type Permission, type UserCaller } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { conflict, forbidden, found } from '#platform/values/errors'
import { belongsTo, holdsRight, mayIn, type OrganizerRight, onlyThose } from './rights.ts'

/** A user and their permissions, whether or not they are the caller. */
type Person = Omit<UserCaller, 'token'>
/** A manager of an organizer, by the id of their account. */
type ManagerKey = { id: string; userId: string }

/** Returns true if the user manages the organizer or may change any (docs/contract, 3). */
export async function mayChangeOrganizer(db: Database, user: Person, id: string): Promise<boolean> {
  return mayUser(user, 'manage_catalog') || (await managedBy(db, user.id, id))
}

/** The same condition inside a statement; `organizer` is the column with the organizer's id. */
export const mayChange = (user: Person, organizer: string): RawBuilder<boolean> =>
  mayUser(user, 'manage_catalog')
    ? sql<boolean>`true`
    : holdsRight(user.id, sql.ref(organizer), 'manage')

/** The condition that the user may change texts and line-ups: with the right to change all, and as an editor. */
export const mayEdit = (user: Person, organizer: string): RawBuilder<boolean> =>
  mayUser(user, 'manage_catalog')
    ? sql<boolean>`true`
    : holdsRight(user.id, sql.ref(organizer), 'edit_lineup')

/**
 * The condition, inside a statement, that the user sees records hidden from the public: true with the right to change
 * them or a role in the organizer, but not through a publishable client, which reads the catalogue alone.
 */
export function seesHidden(user: Person, organizer: string): RawBuilder<boolean> {
  if (user.isLimited) return sql<boolean>`false`
  if (mayUser(user, 'manage_catalog')) return sql<boolean>`true`
  return belongsTo(user.id, sql.ref(organizer))
}

/** Returns true if a user is one of an organizer's managers, with access to its sales and its gate. */
export const managedBy = (db: Database, userId: string, organizer: string): Promise<boolean> =>
  mayIn(db, { id: userId }, { organizer, right: 'manage' })

/**
 * Returns true if a user may add and remove managers of the organizer: its managers and admins may. Catalogue staff may
 * not, since managers see its sales and make refunds. Undefined if the organizer does not exist.
 */
export async function mayChooseManagers(
  db: Database,
  user: Person,
  id: string,
): Promise<boolean | undefined> {
  const organizer = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!organizer) return undefined
  return user.isAdmin || (await managedBy(db, user.id, id))
}

type Needed = {
  /** the organizer */
  id: string
  right: OrganizerRight
  /** the refused action, as in `see its seller` */
  action: string
  /** a permission with which users may do it for every organizer */
  permission?: Permission
}

/** Refuses (404) an unknown organizer, and (403) a user without the right in it, but for admins. */
export async function requireRight(
  db: Database,
  user: Person,
  { id, right, action, permission }: Needed,
): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select ${holdsRight(user.id, sql.ref('o.id'), right)} as may from organizers o where o.id = ${id}`.execute(
    db,
  )
  const { may } = found(rows[0], 'Organizer')
  if (!may && !user.isAdmin && !(permission && mayUser(user, permission)))
    throw onlyThose(right, action)
}

/** Each answer with an organizer lists all its managers, so their number is limited. */
const mostManagers = 200

/**
 * Makes a user a manager, unless they are one already; a role beside manager ends. Their e-mail is hidden until they show it. 409 if there
 * are too many managers; the organizer's row is locked so that concurrent calls count each other.
 */
export async function addManager(db: Database, organizerId: string, userId: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockOrganizer(trx, organizerId)
    await trx
      .insertInto('organizer_managers')
      .values({ organizer_id: organizerId, user_id: userId })
      .onConflict((oc) => oc.doNothing())
      .execute()
    await trx
      .deleteFrom('organizer_members')
      .where('organizer_id', '=', organizerId)
      .where('user_id', '=', userId)
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

export async function lockOrganizer(trx: Database, id: string): Promise<void> {
  await trx.selectFrom('organizers').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Removes a manager. Users may remove themselves; to remove another, they must be a manager or an admin (403).
 * The organizer's row is locked, so that two managers cannot remove each other at the same time.
 */
export async function removeManager(
  db: Database,
  user: UserCaller,
  { id, userId }: ManagerKey,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockOrganizer(trx, id)
    const may = found(await mayChooseManagers(trx, user, id), 'Organizer')
    if (!may && userId.toLowerCase() !== user.id) {
      throw forbidden('Only managers of the organizer and admins may remove another manager')
    }
    const removed = await trx
      .deleteFrom('organizer_managers')
      .where('organizer_id', '=', id)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst()
    found(removed, 'Manager')
  })
}

/** Shows or hides the e-mail of a manager. 403 unless the manager is the user; 404 if the user is not a manager. */
export async function showEmail(
  db: Database,
  user: UserCaller,
  { id, userId, shows_email }: ManagerKey & { shows_email: boolean },
): Promise<void> {
  if (userId.toLowerCase() !== user.id) {
    throw forbidden('Only a manager decides whether their own e-mail is shown')
  }
  const changed = await transact(db, (trx) =>
    trx
      .updateTable('organizer_managers')
      .set({ shows_email })
      .where('organizer_id', '=', id)
      .where('user_id', '=', user.id)
      .returning('user_id')
      .executeTakeFirst(),
  )
  found(changed, 'Manager')
}
