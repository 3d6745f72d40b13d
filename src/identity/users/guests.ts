/** Guests: rows of users that no one can sign in to. They are written to at their contact e-mail. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { emailKey } from '#platform/values/email'
import { missingFields } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { userColumns } from './columns.ts'

/** A guest, as returned to the guest. */
export type Guest = {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
}
type GuestDetails = {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  language?: ReaderLanguage | undefined
}

/** Creates a guest and returns its id. Does not check for an account with the e-mail. */
export async function insertGuest(
  trx: Database,
  given: GuestDetails & { now: Date },
): Promise<string> {
  const { email = null, firstName: first_name = '', lastName: last_name = '', now } = given
  const { language = null } = given
  const id = newId()
  await trx
    .insertInto('users')
    .values({
      id,
      is_guest: true,
      email,
      guest_email_key: email === null ? null : emailKey(email),
      first_name,
      last_name,
      language,
      search_name: searchName(`${first_name} ${last_name}`),
      created_at: now,
    })
    .execute()
  return id
}

/** Locks a guest until the commit. Undefined for an account, and for a guest that was taken over or forgotten. */
export function lockGuest(trx: Database, id: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'language'])
    .where('id', '=', id)
    .where('is_guest', '=', true)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes the given fields of a guest. Undefined if it was taken over in the meantime. */
export async function updateGuest(
  trx: Database,
  id: string,
  { email, firstName, lastName, language }: GuestDetails,
): Promise<Guest | undefined> {
  const known = await lockGuest(trx, id)
  if (!known) return undefined
  const contact = email ?? known.email
  const [first_name, last_name] = [firstName ?? known.first_name, lastName ?? known.last_name]
  await trx
    .updateTable('users')
    .set({
      email: contact,
      guest_email_key: contact === null ? null : emailKey(contact),
      first_name,
      last_name,
      ...(language && { language }),
      search_name: searchName(`${first_name} ${last_name}`),
    })
    .where('id', '=', id)
    .execute()
  return { id, email: contact, firstName: first_name || null, lastName: last_name || null }
}

/** @throws Problem 400 for a guest without a contact e-mail: their purchases have to reach them */
export async function requireContact(db: Database, id: string): Promise<void> {
  const lacking = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_guest', '=', true)
    .where('email', 'is', null)
    .executeTakeFirst()
  if (lacking) throw missingFields(['email'], ': the guest has none yet')
}

/** Returns the guests with a contact e-mail, locked until the commit in the order of their ids. */
export async function lockGuests(trx: Database, emailKey: string): Promise<string[]> {
  const guests = await trx
    .selectFrom('users')
    .select('id')
    .where('guest_email_key', '=', emailKey)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return guests.map(({ id }) => id)
}

type GuestErasure = {
  ids: string[]
  now: Date
  /** the account that takes over their purchases; null: they are forgotten */
  takenOverBy: string | null
}

/** Erases guests: removes their contact e-mail and names, and ends their tokens on every process. Their ids stay. */
export async function eraseGuests(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  { ids, now, takenOverBy }: GuestErasure,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('users')
    .set({
      ...userColumns.empty(),
      first_name: '',
      last_name: '',
      search_name: '',
      guest_email_key: null,
      taken_over_by: takenOverBy,
      erased_at: now,
    })
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('is_guest', '=', true)
    .execute()
  await access.endUsers(db, ids)
}
