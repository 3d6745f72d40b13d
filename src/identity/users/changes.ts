import type { UserCaller } from '#core/access'
import type { Config } from '#platform/config/variables'
import { sqlState } from '#platform/database/failures'
import { requireToken } from '#platform/database/signing'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { changeWithPhotos, discardPhoto, lockPhoto, replacePhoto } from '#platform/photos/change'
import { hashNew } from '#platform/secrets/passwords'
import { conflict, forbidden, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { userColumns } from './columns.ts'
import { eraseGuests, lockGuests } from './guests.ts'
import { requireOwner } from './owner.ts'
import { holdAccount } from './proof.ts'
import { findUser, hasRights, type UserRow } from './queries.ts'
import { requireAnotherAdmin } from './rights.ts'
import type { NewUser, UserChange } from './schemas.ts'

/** The id of the account, and the user that asks for the change. */
type Own = { id: string; user: UserCaller }

/**
 * Creates an account for the operator of the service; its e-mail counts as confirmed. 409 `email_taken` if
 * another account has the e-mail.
 */
export async function createUser(
  { db, config }: Pick<Infrastructure, 'db' | 'config'>,
  user: NewUser,
): Promise<UserRow> {
  const password_hash = await hashOf(config, user)
  return insertUser(db, user, { password_hash, email_proven_at: new Date() })
}

/** Returns the hash of the password of a new account. 400 if the password is easily guessed. */
export function hashOf(
  config: Config,
  { password, email, firstName, lastName }: NewUser,
): Promise<string> {
  return hashNew(config, { name: 'password', password, about: [email, firstName, lastName] })
}

/**
 * Creates an account. Its password is already hashed, so that no transaction waits for hashing; null: it has none. If
 * `email_proven_at` is null, its e-mail is not confirmed yet. 409 `email_taken` if another account has the e-mail.
 */
export async function insertUser(
  db: Database,
  fields: Omit<NewUser, 'password'>,
  given: { password_hash: string | null; email_proven_at: Date | null },
): Promise<UserRow> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      ...userColumns.write(fields),
      id,
      search_name: searchName(`${fields.firstName} ${fields.lastName}`),
      ...given,
    })
    .execute()
    .catch(refuseTakenEmail)
  return found(await findUser(db, id), 'User')
}

/** Registers an account and mails a confirmation to its e-mail. 409 `email_taken` if another account has it. */
export function registerUser(
  { db, jobs }: Pick<Infrastructure, 'db' | 'jobs'>,
  user: Omit<NewUser, 'password'>,
  password_hash: string,
): Promise<UserRow> {
  return transact(db, async (trx) => {
    const made = await insertUser(trx, user, { password_hash, email_proven_at: null })
    await jobs.add(trx, 'email-confirmation', { userId: made.id })
    return made
  })
}

/**
 * Changes the given fields of the user's own account. 409 `email_taken` if another account has the e-mail. A new e-mail
 * takes effect at once and is unconfirmed: a confirmation is mailed to it, and a notice to the old one if that was
 * confirmed; the role admin and the permissions are inactive until the new one is confirmed. Through a publishable
 * client, 403 for an account with rights; 403 `sign_in_again` under the rules of `requireOwner`.
 */
export async function updateUser(
  { db, jobs, access, now }: Pick<Infrastructure, 'db' | 'jobs' | 'access' | 'now'>,
  { id, user }: Own,
  change: UserChange,
): Promise<UserRow> {
  await ownAccount(db, { id, user })
  const columns = userColumns.write(change)
  if (Object.keys(columns).length === 0) {
    return found(await findUser(db, user.id), 'User')
  }
  return transact(db, async (trx) => {
    const search_name = await searchNameOf(trx, user.id, change)
    const { email_key } = columns
    const moves = email_key ? await leaving(trx, user, email_key) : undefined
    if (moves) {
      if (user.isLimited) await requireNoRights(trx, user.id)
      await requireOwner({ db: trx, now }, user)
    }
    await trx
      .updateTable('users')
      .set({ ...columns, search_name, ...(moves && { email_proven_at: null }) })
      .where('id', '=', user.id)
      .where('erased_at', 'is', null)
      .execute()
      .catch(refuseTakenEmail)
    if (moves) await jobs.add(trx, 'email-confirmation', { userId: user.id })
    if (moves?.email_proven_at) {
      // Its rights are inactive from now on.
      await access.changed(trx, { userId: user.id })
      await jobs.add(trx, 'email-changed', { userId: user.id, email: moves.email })
    }
    return found(await findUser(trx, user.id), 'User')
  })
}

/** Returns true if a change of the user's own account gives it another e-mail. */
export async function changesEmail(
  db: Database,
  { id }: UserCaller,
  change: unknown,
): Promise<boolean> {
  const { email_key } = userColumns.write(change as UserChange)
  if (!email_key) return false
  const other = db.selectFrom('users').select('id').where('id', '=', id)
  return (await other.where('email_key', '!=', email_key).executeTakeFirst()) !== undefined
}

/** A hijacked page must not move an account with rights to another mailbox, and reset its password there. */
async function requireNoRights(trx: Database, id: string) {
  if (!(await hasRights(trx, id))) return
  throw forbidden(
    'The e-mail of an account with rights is changed in the console, or through a confidential client',
    'publishable_client',
  )
}

/**
 * Returns the e-mail that an account replaces; undefined if only its spelling changes. Locks the account's row in
 * both cases: otherwise a confirmation between two concurrent changes could confirm an e-mail that was not.
 */
async function leaving(trx: Database, { id, token }: UserCaller, email_key: string) {
  const account = await trx
    .selectFrom('users')
    .select(['email', 'email_key', 'email_proven_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // The owner of the e-mail may have taken over the account during the wait for the lock.
  if (account) await requireToken(trx, token)
  return account?.email_key === email_key ? undefined : account
}

/** Returns the search name after a change of one or both names. Locks the row to combine both safely. */
async function searchNameOf(
  trx: Database,
  id: string,
  given: UserChange,
): Promise<string | undefined> {
  if (given.firstName === undefined && given.lastName === undefined) return undefined
  const known = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { firstName = known.first_name, lastName = known.last_name } = given
  return searchName(`${firstName} ${lastName}`)
}

/** Changes the photo of the user's own account; null removes it. */
export async function changeUserPhoto(
  infrastructure: Pick<Infrastructure, 'db' | 'photoStore'>,
  { id, user }: Own,
  written: string | null,
): Promise<UserRow> {
  const { photo: current } = await ownAccount(infrastructure.db, { id, user })
  const { photoStore } = infrastructure
  return changeWithPhotos(infrastructure, { photo: { written, current } }, async (trx, photos) => {
    await replacePhoto({ db: trx, photoStore }, { table: 'users', id: user.id }, photos.photo)
    await trx
      .updateTable('users')
      // The id is set to itself so that the statement is valid if the photo stays.
      .set({ id: user.id, ...photos })
      .where('id', '=', user.id)
      .where('erased_at', 'is', null)
      .execute()
    return found(await findUser(trx, user.id), 'User')
  })
}

/**
 * Erases the user's own account. Its row is emptied but its id stays, so that payments and points remain, anonymously.
 * Its tokens end on every process; triggers delete its interests, its roles at organizers and gates, and its
 * invitations. Guests with its confirmed e-mail are erased with it. 409 `last_admin` for the last admin.
 */
export async function eraseUser(
  { db, photoStore, access, now }: Pick<Infrastructure, 'db' | 'photoStore' | 'access' | 'now'>,
  { id, user }: Own,
): Promise<void> {
  await ownAccount(db, { id, user })
  await transact(db, async (trx) => {
    await requireAnotherAdmin(trx, user.id)
    const account = await holdAccount(trx, user)
    const guests = account?.email_proven_at ? await lockGuests(trx, account.email_key ?? '') : []
    discardPhoto({ db: trx, photoStore }, await lockPhoto(trx, 'users', user.id))
    // The owner of the e-mail may have taken over the account during the wait for the lock.
    await requireToken(trx, user.token)
    await trx
      .updateTable('users')
      .set({
        ...userColumns.empty(),
        first_name: '',
        last_name: '',
        search_name: '',
        email_proven_at: null,
        password_hash: null,
        roles: [],
        permissions: [],
        last_sign_in_at: null,
        erased_at: now(),
      })
      .where('id', '=', user.id)
      .execute()
    await eraseGuests({ db: trx, access }, { ids: guests, now: now(), takenOverBy: user.id })
    await access.endUser(trx, user.id)
  })
}

/** Returns the user's own account. 404 if it does not exist, 403 if it is another's, also for admins. */
async function ownAccount(db: Database, { id, user }: Own): Promise<UserRow> {
  const account = found(await findUser(db, id), 'User')
  if (account.id === user.id) return account
  throw forbidden('Only its owner may change this account')
}

function refuseTakenEmail(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw conflict('An account with this e-mail already exists', 'email_taken')
}
