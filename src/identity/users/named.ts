import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isEnoughOfName } from '#common/gate/name-text'
import { holds } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { emailKey } from '#platform/values/email'

/** The most people that are listed by id. If there are more, only the condition is used. */
const few = 1_000

/** People by their ids, or as a condition of a row `u` of users. */
export type UsersByName = { ids: string[] } | { is: RawBuilder<SqlBool> }

/**
 * Finds people by a text that staff enter: parts of the name, at least two letters, or a complete e-mail. Staff
 * cannot read the e-mail of an account, and must not guess it by parts. Undefined if no one is found.
 */
export async function findUsersByName(
  db: Database,
  text: string,
): Promise<UsersByName | undefined> {
  const person = personOf(text)
  if (!person) return undefined
  const is = sql<SqlBool>`u.erased_at is null and ${person}`
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where ${is} limit ${few + 1}`.execute(db)
  if (rows.length === 0) return undefined
  return rows.length > few ? { is } : { ids: rows.map(({ id }) => id) }
}

function personOf(text: string): RawBuilder<SqlBool> | undefined {
  if (text.includes('@')) {
    const email = emailKey(text)
    return sql<SqlBool>`(u.email_key = ${email} or u.guest_email_key = ${email})`
  }
  return isEnoughOfName(text) ? holds('u.search_name', text) : undefined
}
