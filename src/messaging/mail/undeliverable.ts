/** E-mails to which no mail could be delivered. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** What says that there is no such mailbox, or that it takes nothing: not that a mail was not liked (RFC 3463). */
export const isOfMailbox = (status: string): boolean => /^5\.[012]\./.test(status)

type Noted = { user_id: string; email: string; status: string }

/** Notes that an e-mail of a user takes no mail, if it still is theirs. Returns whether it is. */
export async function noteUndeliverable(
  { db, now }: { db: Database; now: Date },
  { user_id, email, status }: Noted,
): Promise<boolean> {
  const { rows } = await sql`
    insert into undeliverable_emails as e (user_id, email, status, noted_at)
    select id, email, ${status}, ${now}::timestamptz from users
    where id = ${user_id} and email = ${email} and erased_at is null for no key update
    on conflict (user_id) do update
    set email = excluded.email, status = excluded.status, noted_at = excluded.noted_at
    returning user_id`.execute(db)
  return rows.length > 0
}

/** A mail has arrived, or its owner has shown that they read it: an e-mail is good again. */
export async function forgetUndeliverable(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('undeliverable_emails').where('user_id', '=', userId).execute()
}
