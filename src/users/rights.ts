import { permissions, type UserCaller } from '#access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, forbidden, found, invalid } from '#platform/values/errors'
import { findManagedUser, findUserByEmail, type ManagedUserRow } from './queries.ts'

type Office = Pick<Infrastructure, 'db' | 'access'>
/** Whose rights change, and who asks. */
type Asked = { id: string; user: UserCaller }
type Rights = { roles?: string[]; permissions?: string[] }

/**
 * Gives or takes the role `admin`: admins alone (403); the last one keeps it (409 `last_admin`). Given to a
 * proven e-mail alone (409 `email_not_proven`), and then the account's other tokens end.
 */
export async function setRoles(
  office: Office,
  { id, user }: Asked,
  roles: string[],
): Promise<ManagedUserRow> {
  const current = found(await findManagedUser(office.db, id), 'User')
  const same = isAdmin(current) === roles.includes('admin')
  if (same) return current
  if (!user.isAdmin) throw forbidden('Only an admin may give or take the role admin')
  return writeRights(office, { id: current.id, user }, { roles: [...new Set(roles)] })
}

/** Sets the permissions given directly: admins alone (403). As with the role, what is added wants a proven e-mail. */
export async function setPermissions(
  office: Office,
  { id, user }: Asked,
  given: string[],
): Promise<ManagedUserRow> {
  const { id: known } = found(await findManagedUser(office.db, id), 'User')
  if (!user.isAdmin) throw forbidden('Only an admin may give or take permissions')
  return writeRights(office, { id: known, user }, { permissions: inOrder(given) })
}

/**
 * Suspends an account, which ends its tokens everywhere, or lets it in again. An admin only by an
 * admin (403), the last one never (409 `last_admin`).
 */
export async function setSuspended(
  { db, access, now }: Pick<Infrastructure, 'db' | 'access' | 'now'>,
  { id, user }: Asked,
  suspended: boolean,
): Promise<ManagedUserRow> {
  const current = found(await findManagedUser(db, id), 'User')
  if (isAdmin(current) && !user.isAdmin) throw forbidden('Only an admin may suspend an admin')
  return transact(db, async (trx) => {
    if (suspended) await keepAnAdmin(trx, current.id)
    await trx
      .updateTable('users')
      .set((eb) => ({
        suspended_at: suspended ? eb.fn.coalesce('suspended_at', eb.val(now())) : null,
      }))
      .where('id', '=', current.id)
      .execute()
    if (suspended) await access.endUser(trx, current.id)
    return found(await findManagedUser(trx, current.id), 'User')
  })
}

/**
 * Gives the account with this e-mail a right: `admin`, or a permission. Having it already is fine.
 * An unknown e-mail is 404, an unknown right 400, an e-mail that is not proven 409 `email_not_proven`.
 */
export async function grantRight(
  office: Office,
  email: string,
  right: string,
): Promise<ManagedUserRow> {
  const { id } = await holderOf(office.db, email, right)
  return giveRight(office, { id }, right)
}

/**
 * Gives an account a right beside those it has. All its tokens end but that of `user`, whose rights they
 * are then. An e-mail that is not proven: 409 `email_not_proven`.
 */
export async function giveRight(
  { db, access }: Office,
  to: To,
  right: string,
): Promise<ManagedUserRow> {
  return transact(db, async (trx) => {
    const { permissions: held } = await holdRights(trx, to.id)
    const given =
      right === 'admin' ? { roles: [right] } : { permissions: inOrder([...held, right]) }
    return writeRights({ db: trx, access }, to, given)
  })
}

/** Takes a right away again; not having it is fine. The last admin keeps theirs: 409 `last_admin`. */
export async function revokeRight(
  office: Office,
  email: string,
  right: string,
): Promise<ManagedUserRow> {
  const { id, permissions: held } = await holderOf(office.db, email, right)
  return right === 'admin'
    ? writeRights(office, { id }, { roles: [] })
    : writeRights(office, { id }, { permissions: held.filter((one) => one !== right) })
}

/**
 * Refuses (409 `last_admin`) when the user is the only admin left who can sign in. Locking all admins
 * settles a race of two that take the role from each other.
 */
export async function keepAnAdmin(trx: Database, id: string): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.val('admin'), '=', eb.fn.any('roles')))
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.length === 1 && admins[0]?.id === id) {
    throw conflict('The last admin must stay one: give another user the role first', 'last_admin')
  }
}

/** Whose rights change; a token of `user` stays, if it is theirs. */
type To = { id: string; user?: Pick<UserCaller, 'id' | 'token'> }

/** What is added ends the tokens from before: who holds one of them has not been given it. */
async function writeRights(
  { db, access }: Office,
  { id, user }: To,
  rights: Rights,
): Promise<ManagedUserRow> {
  return transact(db, async (trx) => {
    if (rights.roles?.length === 0) await keepAnAdmin(trx, id)
    const { email_proven_at, ...held } = await holdRights(trx, id)
    const had = new Set([...held.roles, ...held.permissions])
    const given = [...(rights.roles ?? []), ...(rights.permissions ?? [])]
    const isAdding = given.some((right) => !had.has(right))
    if (isAdding && !email_proven_at) throw notProven()
    await trx
      .updateTable('users')
      .set(rights)
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .execute()
    if (isAdding) await access.endUser(trx, id, user?.id === id ? user.token : undefined)
    else await access.changed(trx, { userId: id })
    return found(await findManagedUser(trx, id), 'User')
  })
}

const notProven = () =>
  conflict(
    'The e-mail of this account is not confirmed, so it may be another person’s: invite it with POST /users/invitations',
    'email_not_proven',
  )

/** What an account may do, held until the commit. */
async function holdRights(trx: Database, id: string) {
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
  if (!known.includes(right)) throw invalid(`right must be one of ${known.join(', ')}`)
  return found(await findUserByEmail(db, email), 'User')
}

function isAdmin({ roles }: ManagedUserRow): boolean {
  return roles.some(({ id }) => id === 'admin')
}

/** Each once, in the order they are listed in. */
function inOrder(given: string[]): string[] {
  return permissions.filter((permission) => given.includes(permission))
}
