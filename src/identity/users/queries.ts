import { type Expression, type SqlBool, sql } from 'kysely'
import { countSome, followsInTime, holds } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import { emailKey } from '#platform/values/email'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { userColumns } from './columns.ts'

const organizes = sql<SqlBool>`exists (select from organizer_managers om where om.user_id = u.id)`
const works = sql<SqlBool>`exists (select from organizer_members om where om.user_id = u.id)`
const admits = sql<SqlBool>`exists (select from gate_staff gs where gs.user_id = u.id)`

/** Conditions on a row of users named `u` for each role. Only `admin` is stored, the others are derived. */
const holders = new Map<string, Expression<SqlBool>>([
  ['attender', sql<SqlBool>`true`],
  ['organizer', organizes],
  ['gate', admits],
  ['admin', sql<SqlBool>`'admin' = any (u.roles)`],
])

/** An expression for the `roles` of a row of users named `u`. */
export const rolesOf = sql<{ id: string }[]>`(
  select json_agg(json_build_object('id', r.id) order by r.place)
  from unnest('{attender}' || case when ${organizes} then '{organizer}'::text[] end
    || case when ${admits} then '{gate}'::text[] end || u.roles)
    with ordinality r (id, place))`

/** Returns true if an account holds a role or a permission beyond the rights of every user. */
export async function hasRights(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select cardinality(u.roles) + cardinality(u.permissions) > 0 or ${organizes} or ${works} or ${admits} as held
    from users u where u.id = ${id}`.execute(db)
  return rows[0]?.held === true
}

const listed = [
  'u.id',
  ...userColumns.select('u', ['firstName', 'lastName', 'email', 'photo']),
  rolesOf.as('roles'),
] as const

const own = ['u.id', ...userColumns.select('u'), rolesOf.as('roles'), 'u.email_proven_at'] as const

const managed = [
  ...listed,
  'u.permissions',
  'u.email_proven_at',
  sql<boolean>`u.suspended_at is not null`.as('suspended'),
] as const

/** Condition on a row of users named `u`: true for an account, which is neither erased nor a guest. The index of accounts has the same condition. */
const isAccount = sql<SqlBool>`(u.erased_at is null and not u.is_guest)`

/** Returns accounts that are not erased, newest first, then by id; if `roles` is given, only accounts with one of them. */
export function listUsers(
  db: Database,
  { limit, offset, roles }: { limit: number; offset: number; roles: string[] | undefined },
) {
  // Lists each role once and in one order, so that there are few different statements.
  const asked =
    roles && [...holders].flatMap(([role, holds]) => (roles.includes(role) ? [holds] : []))
  return db
    .selectFrom('users as u')
    .select(listed)
    .where(isAccount)
    .$if(asked !== undefined, (query) => query.where((eb) => eb.or(asked ?? [])))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Returns an account with all fields that its owner may read; undefined if it is erased. */
export function findUser(db: Database, id: string) {
  return db
    .selectFrom('users as u')
    .select(own)
    .where('u.id', '=', id)
    .where('u.erased_at', 'is', null)
    .$narrowType<{ language: ReaderLanguage | null }>()
    .executeTakeFirst()
}

export type ManagedUserRow = NonNullable<Awaited<ReturnType<typeof findManagedUser>>>

/** Returns an account with the fields for account managers; undefined if it is erased. */
export function findManagedUser(db: Database, id: string) {
  return db
    .selectFrom('users as u')
    .select(managed)
    .where('u.id', '=', id)
    .where(isAccount)
    .executeTakeFirst()
}

const registered = [...managed, 'u.created_at', 'u.last_sign_in_at'] as const

/** Returns an account with the fields of the list of accounts; undefined if it is erased. */
export function findAccount(db: Database, id: string) {
  return db
    .selectFrom('users as u')
    .select(registered)
    .where('u.id', '=', id)
    .where(isAccount)
    .executeTakeFirst()
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type AccountFilter = Part<[created_at: string, id: string]> & {
  q?: string | undefined
  role?: string | undefined
  mayReadEmails: boolean
}

/**
 * Returns accounts for account managers, newest first, then by id, and their number, at most 10,000. `q` is a
 * part of a name, an id or, if the caller may read e-mails, the beginning of one.
 */
export async function listAccounts(
  db: Database,
  { q, role, mayReadEmails, limit, offset, after }: AccountFilter,
) {
  const name = holds('u.search_name', q)
  const typed = emailKey(q ?? '').trim()
  const email = sql<SqlBool>`(u.email_key >= ${typed} and u.email_key < ${`${typed}\u{10ffff}`})`
  const asked = db
    .selectFrom('users as u')
    .where(isAccount)
    .$if(typed !== '', (query) =>
      query.where((eb) =>
        eb.or([
          name ?? sql<SqlBool>`false`,
          ...(mayReadEmails ? [email] : []),
          ...(uuid.test(typed) ? [eb('u.id', '=', typed)] : []),
        ]),
      ),
    )
    .$if(role !== undefined, (query) => query.where(holders.get(role ?? '') ?? sql<SqlBool>`false`))
  const listed = asked
    .select(registered)
    .$if(after !== undefined, (query) =>
      query.where(followsInTime('u.created_at', 'u.id', after ?? ['', ''])),
    )
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
  const [rows, total] = await Promise.all([
    listed.execute(),
    countSome(db, sql`${asked.select('u.id')}`),
  ])
  return { rows, total }
}

/** Returns the account with this e-mail in any case; erased accounts have none. */
export function findUserByEmail(db: Database, email: string): Promise<ManagedUserRow | undefined> {
  return db
    .selectFrom('users as u')
    .select(managed)
    .where('u.email_key', '=', emailKey(email))
    .executeTakeFirst()
}
