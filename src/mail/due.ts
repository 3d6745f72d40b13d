import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/**
 * What mails to users are about; `about` of each is an order, a wish to get its mail again, a refund or several at once, a
 * festival, a transfer or a waiting entry.
 */
export type MailKind =
  | 'purchase'
  | 'purchaseAgain'
  | 'refund'
  | 'cancellation'
  | 'transferAccepted'
  | 'transferDeclined'
  | 'waitingOffered'

/** A mail that a user is to get: once for each `kind` and `about`. */
export type MailDue = { kind: MailKind; about: string; user_id: string }

/**
 * A statement that makes mails due, to stand alone or in a `with` beside the change that they tell of.
 * @param rows gives `kind`, `about` and `user_id`
 */
export function makingDue(rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    insert into mails_due (kind, about, user_id, due_at)
    select kind, about, user_id, ${now}::timestamptz from (${rows}) m
    on conflict do nothing`
}

/** Makes mails due in the transaction of what they tell of. */
export async function makeDue(
  { db, now }: { db: Database; now: Date },
  mails: MailDue[],
): Promise<void> {
  if (mails.length === 0) return
  const rows = sql`
    select * from jsonb_to_recordset(${JSON.stringify(mails)}) as r (kind text, about uuid, user_id uuid)`
  await makingDue(rows, now).execute(db)
}

/** A mail that one process sends. `email` is null where its user gets none: erased or suspended. */
export type Claimed = MailDue & { tries: number; email: string | null; is_proven: boolean }

type Claim = { kinds: string[]; now: Date; leaseUntil: Date; limit: number }

/** Takes mails that are due, the oldest first, which no other process takes until `leaseUntil`. */
export async function claimMails(
  db: Database,
  { kinds, now, leaseUntil, limit }: Claim,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with claimed as (
      update mails_due m set due_at = ${leaseUntil}, tries = m.tries + 1
      from (
        select kind, about, user_id from mails_due
        where due_at <= ${now} and kind = any (${kinds}) order by due_at limit ${limit} for update skip locked
      ) due
      where m.kind = due.kind and m.about = due.about and m.user_id = due.user_id
      returning m.kind, m.about, m.user_id, m.tries
    )
    select c.*, u.email, u.email_proven_at is not null as is_proven
    from claimed c left join users u on u.id = c.user_id and u.suspended_at is null and u.erased_at is null`.execute(
    db,
  )
  return rows
}

/** Forgets a mail that was sent, or that is not to be. */
export async function forgetMail(db: Database, mail: MailDue): Promise<void> {
  const { kind, about, user_id } = mail
  await db
    .deleteFrom('mails_due')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('user_id', '=', user_id)
    .execute()
}

/** Sends to a user the mails that are due to others. */
export async function readdressMails(
  db: Database,
  { from, to }: { from: string[]; to: string },
): Promise<void> {
  await db.updateTable('mails_due').set({ user_id: to }).where('user_id', 'in', from).execute()
}

/** Lets a mail that was not sent be tried again at a time. */
export async function postpone(db: Database, mail: MailDue, until: Date): Promise<void> {
  const { kind, about, user_id } = mail
  await db
    .updateTable('mails_due')
    .set({ due_at: until })
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('user_id', '=', user_id)
    .execute()
}

/** For `GET /metrics`: what has still to be sent. */
export function showMailsDue({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_mails_open',
    help: 'Mails to users that are still to be sent, also those that will be tried again',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{
        count: string
      }>`select count(*) as count from mails_due`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
}
