import type { UserCaller } from '#access'
import type { Config } from '#platform/config/variables'
import { sqlState } from '#platform/database/failures'
import { requireToken } from '#platform/database/signing'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { changePhoto, discardPhoto, lockPhoto } from '#platform/photos/change'
import { hashNew } from '#platform/secrets/passwords'
import { conflict, forbidden, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { searchable } from '#platform/values/text'
import { userColumns } from './columns.ts'
import { findUser, type UserRow } from './queries.ts'
import { keepAnAdmin } from './rights.ts'
import type { NewUser, UserChange } from './schemas.ts'

/** Whose account it is, and who asks. */
type Own = { id: string; user: UserCaller }

/**
 * Makes an account on the operator's word, which also proves its e-mail. One that is taken: 409
 * `email_taken`.
 */
export async function createUser(
  { db, config }: Pick<Infrastructure, 'db' | 'config'>,
  user: NewUser,
): Promise<UserRow> {
  const password_hash = await hashOf(config, user)
  return insertUser(db, user, { password_hash, email_proven_at: new Date() })
}

/** The hash of the password of whoever registers. One that is easily guessed: 400. */
export function hashOf(
  config: Config,
  { password, email, firstName, lastName }: NewUser,
): Promise<string> {
  return hashNew(config, { name: 'password', password, about: [email, firstName, lastName] })
}

/**
 * Makes an account (specification, section 4 "Users") with a password that has been hashed, so that no
 * transaction waits for the hash. `email_proven_at` null: its e-mail is still to be proven. An e-mail that
 * is taken: 409 `email_taken`.
 */
export async function insertUser(
  db: Database,
  fields: Omit<NewUser, 'password'>,
  given: { password_hash: string; email_proven_at: Date | null },
): Promise<UserRow> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      ...userColumns.write(fields),
      id,
      search_name: searchable(`${fields.firstName} ${fields.lastName}`),
      ...given,
    })
    .execute()
    .catch(refuseTakenEmail)
  return found(await findUser(db, id), 'User')
}

/** Registers an account, to whose e-mail a confirmation is mailed. A taken e-mail: 409 `email_taken`. */
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
 * Changes what is given of one's own account. A taken e-mail: 409 `email_taken`. Another e-mail counts at
 * once and is no longer proven: a confirmation goes to it, and a word to the old one, if that was proven.
 */
export async function updateUser(
  { db, jobs }: Pick<Infrastructure, 'db' | 'jobs'>,
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
    await trx
      .updateTable('users')
      .set({ ...columns, search_name, ...(moves && { email_proven_at: null }) })
      .where('id', '=', user.id)
      .where('erased_at', 'is', null)
      .execute()
      .catch(refuseTakenEmail)
    if (moves) await jobs.add(trx, 'email-confirmation', { userId: user.id })
    if (moves?.email_proven_at) {
      await jobs.add(trx, 'email-changed', { userId: user.id, email: moves.email })
    }
    return found(await findUser(trx, user.id), 'User')
  })
}

/**
 * The e-mail an account leaves for another one; undefined when it only writes it otherwise. Its row is held first
 * in either case: else two changes at once, and a proof between them, would leave an e-mail that counts as proven.
 */
async function leaving(trx: Database, { id, token }: UserCaller, email_key: string) {
  const account = await trx
    .selectFrom('users')
    .select(['email', 'email_key', 'email_proven_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // The owner of the e-mail may have taken the account over while this waited.
  if (account) await requireToken(trx, token)
  return account?.email_key === email_key ? undefined : account
}

/** What a person is found by after a change of their name. Holds their row, since it has two parts. */
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
  return searchable(`${firstName} ${lastName}`)
}

/** Changes the photo of one's own account; null takes it away. */
export async function changeUserPhoto(
  floor: Pick<Infrastructure, 'db' | 'photoStore'>,
  { id, user }: Own,
  written: string | null,
): Promise<UserRow> {
  const { photo: current } = await ownAccount(floor.db, { id, user })
  return changePhoto(floor, { written, current }, (photo) =>
    transact(floor.db, async (trx) => {
      const replaced = await lockPhoto(trx, 'users', user.id)
      await trx
        .updateTable('users')
        // Undefined leaves it; the id stays, so there is always something to set.
        .set({ id: user.id, photo })
        .where('id', '=', user.id)
        .where('erased_at', 'is', null)
        .execute()
      return { result: found(await findUser(trx, user.id), 'User'), replaced }
    }),
  )
}

/**
 * Erases one's own account: its row is emptied and keeps its id, so that payments and points stay,
 * anonymous. Its tokens end everywhere; triggers take its interests, its places as a manager and at gates,
 * and what it was invited to.
 * The last admin stays: 409 `last_admin`.
 */
export async function eraseUser(
  { db, photoStore, access, now }: Pick<Infrastructure, 'db' | 'photoStore' | 'access' | 'now'>,
  { id, user }: Own,
): Promise<void> {
  await ownAccount(db, { id, user })
  await transact(db, async (trx) => {
    await keepAnAdmin(trx, user.id)
    discardPhoto({ db: trx, photoStore }, await lockPhoto(trx, 'users', user.id))
    // The owner of its e-mail may have taken it over while this waited.
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
    await access.endUser(trx, user.id)
  })
}

/** The account, for its owner alone: unknown 404, another's 403, for admins too. */
async function ownAccount(db: Database, { id, user }: Own): Promise<UserRow> {
  const account = found(await findUser(db, id), 'User')
  if (account.id === user.id) return account
  throw forbidden('Only its owner may change this account')
}

function refuseTakenEmail(error: unknown): never {
  if (sqlState(error) !== '23505') throw error
  throw conflict('An account with this e-mail exists already', 'email_taken')
}
