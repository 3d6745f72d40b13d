import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { holds } from '#platform/database/sql'
import { fold } from '#platform/values/text'

/**
 * Whether the person in a row `u` of users has a name that contains the text, three letters at least, or exactly this e-mail:
 * of an account staff do not read it, and must not guess it by parts. Undefined where the text is neither.
 */
export function isNamed(text: string): RawBuilder<SqlBool> | undefined {
  if (text.includes('@')) {
    const email = fold(text)
    return sql<SqlBool>`(u.email_key = ${email} or u.guest_email_key = ${email})`
  }
  const letters = [...text.matchAll(/\p{L}/gu)].length
  return letters < 3 ? undefined : holds('u.search_name', text)
}
