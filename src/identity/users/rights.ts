import { permissions, type UserCaller } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, forbidden, found, invalidField } from '#platform/values/errors'
import { findManagedUser, findUserByEmail, type ManagedUserRow } from './queries.ts'
import { accessEnded } from './standing-access.ts'

type Context = Pick<Infrastructure, 'db' | 'access'>
/** The account that gets the rights, and the user that asks for the change. */
type RightsRequest = { id: string; user: UserCaller }
type Rights = { roles?: string[]; permissions?: string[] }

/**
 * Gives or removes the role `admin`. 403 unless the user is an admin, 409 `last_admin` for the last one, 409
 * `email_not_proven` if the account's e-mail is not confirmed. Giving it ends the account's other tokens.
 */
export async function setRoles(
  context: Context,
  { id, user }: RightsRequest,
  roles: string[],
): Promise<ManagedUserRow> {
  const current = found(await findManagedUser(context.db, id), 'User')
  const same = isAdmin(current) === roles.includes('admin')
  if (same) return current
  if (!user.isAdmin) throw forbidden('Only an admin may grant or revoke the role admin')
  return writeRights(context, { id: current.id, user }, { roles: [...new Set(roles)] })
}

/** Sets the permissions of an account, with the rules of `setRoles`. 403 unless the user is an admin. */
export async function setPermissions(
  context: Context,
  { id, user }: RightsRequest,
  given: string[],
): Promise<ManagedUserRow> {
  const { id: known } = found(await findManagedUser(context.db, id), 'User')
  if (!user.isAdmin) throw forbidden('Only an admin may grant or revoke permissions')
  return writeRights(context, { id: known, user }, { permissions: inOrder(given) })
}

/**
 * Suspends an account, which ends its tokens on every process and its standing access, or lifts the suspension. 403 if the account is an
 * admin and the user is not, 409 `last_admin` for the last one.
 */
export async function setSuspended(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { id, user }: RightsRequest,
  suspended: boolean,
): Promise<ManagedUserRow> {
  const current = found(await findManagedUser(db, id), 'User')
  if (isAdmin(current) && !user.isAdmin) throw forbidden('Only an admin may suspend an admin')
  return transact(db, async (trx) => {
    if (suspended) await requireAnotherAdmin(trx, current.id)
    await trx
      .updateTable('users')
      .set((eb) => ({
        suspended_at: suspended ? eb.fn.coalesce('suspended_at', eb.val(now())) : null,
        ...(suspended && accessEnded(now())),
      }))
      .where('id', '=', current.id)
      .execute()
    if (suspended) await access.endUser(trx, current.id)
    return found(await findManagedUser(trx, current.id), 'User')
  })
}

/**
 * Gives the account with this e-mail a right: `admin`, or a permission. No error if it has it already. 404 for an
 * unknown e-mail, 400 for an unknown right, 409 `email_not_proven` if the e-mail is not confirmed.
 */
export async function grantRight(
  context: Context,
  email: string,
  right: string,
): Promise<ManagedUserRow> {
  const { id } = await holderOf(context.db, email, right)
  return addRight(context, { id }, right)
}

/**
 * Gives an account one more right. All its tokens end, except the one of `user` if it is the user's own account.
 * 409 `email_not_proven` if its e-mail is not confirmed.
 */
export async function addRight(
  { db, access }: Context,
  recipient: RightsRecipient,
  right: string,
): Promise<ManagedUserRow> {
  return transact(db, async (trx) => {
    const { permissions: held } = await lockRights(trx, recipient.id)
    const given =
      right === 'admin' ? { roles: [right] } : { permissions: inOrder([...held, right]) }
    return writeRights({ db: trx, access }, recipient, given)
  })
}

/** Removes a right; no error if the account does not have it. 409 `last_admin` for the last admin. */
export async function revokeRight(
  context: Context,
  email: string,
  right: string,
): Promise<ManagedUserRow> {
  const { id, permissions: held } = await holderOf(context.db, email, right)
  return right === 'admin'
    ? writeRights(context, { id }, { roles: [] })
    : writeRights(context, { id }, { permissions: held.filter((one) => one !== right) })
}

/**
 * Throws 409 `last_admin` if the user is the only admin able to sign in. Locks all admins, so that two of them cannot
 * remove the role from each other at the same time.
 */
export async function requireAnotherAdmin(trx: Database, id: string): Promise<void> {
  if (!(await isLastAdmin(trx, id))) return
  throw conflict(
    'The last admin cannot be removed: give another user the role admin first',
    'last_admin',
  )
}

/** Returns true if the user is an admin, and all other admins cannot act: they are suspended, or their rights are inactive. Locks all admins. */
async function isLastAdmin(trx: Database, id: string): Promise<boolean> {
  const admins = await trx
    .selectFrom('users')
    .select(['id', 'proven_before'])
    .where((eb) => eb(eb.val('admin'), '=', eb.fn.any('roles')))
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const isAdmin = admins.some((admin) => admin.id === id)
  return isAdmin && admins.every((admin) => admin.id === id || admin.proven_before !== null)
}

/**
 * Gives an account the `managed` rights that are `given`, and removes the other managed ones. Rights that are not
 * managed stay, and the last admin stays one. Runs in the transaction `db`. 409 `email_not_proven` as for `setRoles`.
 */
export async function alignRights(
  { db: trx, access }: Context,
  id: string,
  { managed, given }: Record<'managed' | 'given', readonly string[]>,
): Promise<void> {
  const { roles, permissions: held } = await lockRights(trx, id)
  const stays = (right: string) => given.includes(right) || !managed.includes(right)
  const wanted = inOrder([...held.filter(stays), ...given])
  const wasAdmin = roles.includes('admin')
  const becomesAdmin =
    given.includes('admin') || (wasAdmin && (stays('admin') || (await isLastAdmin(trx, id))))
  const rights = {
    ...(becomesAdmin !== wasAdmin && { roles: becomesAdmin ? ['admin'] : [] }),
    ...(wanted.join() !== inOrder(held).join() && { permissions: wanted }),
  }
  if (Object.keys(rights).length > 0) await writeRights({ db: trx, access }, { id }, rights)
}

/** The account that gets the rights. The token of `user` stays valid if it is the user's own account. */
type RightsRecipient = { id: string; user?: Pick<UserCaller, 'id' | 'token'> }

/** An added right ends earlier tokens: another person may hold one of them. */
async function writeRights(
  { db, access }: Context,
  { id, user }: RightsRecipient,
  rights: Rights,
): Promise<ManagedUserRow> {
  return transact(db, async (trx) => {
    if (rights.roles?.length === 0) await requireAnotherAdmin(trx, id)
    const { email_proven_at, ...held } = await lockRights(trx, id)
    const had = new Set([...held.roles, ...held.permissions])
    const isAdding = namedIn(rights).some((right) => !had.has(right))
    if (isAdding && !email_proven_at) throw notProven()
    await trx
      .updateTable('users')
      .set({ ...rights, ...(isAdding && { access_to_review: true }) })
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .execute()
    if (isAdding) await access.endUser(trx, id, user?.id === id ? user.token : undefined)
    else await access.changed(trx, { userId: id })
    return found(await findManagedUser(trx, id), 'User')
  })
}

const namedIn = ({ roles = [], permissions = [] }: Rights) => [...roles, ...permissions]

const notProven = () =>
  conflict(
    'The e-mail of this account is not confirmed, so it may be another person’s: invite it with POST /users/invitations',
    'email_not_proven',
  )

/** Returns the rights of an account, locked until the commit. */
async function lockRights(trx: Database, id: string) {
  const held = await trx
    .selectFrom('users')
    .select(['roles', 'permissions', 'email_proven_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found(held, 'User')
}

async function holderOf(db: Database, email: string, right: string): Promise<ManagedUserRow> {
  const known = ['admin', ...permissions]
  if (!known.includes(right)) throw invalidField('right', `must be one of ${known.join(', ')}`)
  return found(await findUserByEmail(db, email), 'User')
}

function isAdmin({ roles }: ManagedUserRow): boolean {
  return roles.some(({ id }) => id === 'admin')
}

/** Returns each permission once, in the order of their list. */
function inOrder(given: string[]): string[] {
  return permissions.filter((permission) => given.includes(permission))
}
