/** E-mails that no mail could be delivered to. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** Returns true for a status that means a missing mailbox, or one that takes nothing; false if only the mail was refused (RFC 3463). */
export const isOfMailbox = (status: string): boolean => /^5\.[012]\./.test(status)

type UndeliverableEmail = { user_id: string; email: string; status: string }

/** Marks an e-mail of a user as undeliverable, if it is still theirs. Returns true if it is. */
export async function recordUndeliverable(
  { db, now }: { db: Database; now: Date },
  { user_id, email, status }: UndeliverableEmail,
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

/** Clears the mark of an e-mail: a mail has arrived, or its owner has proven that they read it. */
export async function deleteUndeliverable(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('undeliverable_emails').where('user_id', '=', userId).execute()
}
