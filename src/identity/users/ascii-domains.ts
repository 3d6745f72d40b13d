/** Keys of e-mails stored by an earlier version, with a domain that is not in ASCII. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { emailKey } from '#platform/values/email'

type Row = { id: string; email_key: string | null; guest_email_key: string | null }
const most = 500

/**
 * Rewrites the keys of accounts and guests in the form of `emailKey`, at most 500 at a time. An account stays as it is
 * where another has the same e-mail already, and so does an address with a domain that has no form in ASCII. Returns
 * the number written.
 */
export async function storeAsciiDomains(db: Database): Promise<number> {
  // Matches the condition of the index users_of_unicode_domains.
  const { rows } = await sql<Row>`
    select id, email_key, guest_email_key from users
    where email_key ~ '@.*[^ -~]' or guest_email_key ~ '@.*[^ -~]' order by id limit ${most}`.execute(
    db,
  )
  let written = 0
  for (const row of rows) if (await storeKeys(db, row)) written++
  return written
}

async function storeKeys(db: Database, { id, email_key, guest_email_key }: Row): Promise<boolean> {
  const [account, guest] = [email_key, guest_email_key].map((key) => key && emailKey(key))
  if (account === email_key && guest === guest_email_key) return false
  const { numAffectedRows = 0n } = await sql`
    update users u set email_key = ${account}, guest_email_key = ${guest}
    where id = ${id} and email_key is not distinct from ${email_key} and guest_email_key is not distinct from ${guest_email_key}
      and not exists (select from users o where o.email_key = ${account} and o.id <> u.id)`.execute(
    db,
  )
  return numAffectedRows > 0n
}
