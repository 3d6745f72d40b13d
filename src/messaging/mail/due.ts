import { type RawBuilder, sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { isBudgeted } from './budget.ts'
import { type MailKind, mailTopics } from './kinds.ts'

/**
 * A mail for a user: once for each `kind` and `about`. A `transferOffered` goes to the e-mail of the transfer, which
 * may belong to no user; `user_id` is its sender.
 */
export type MailDue = { kind: MailKind; about: string; user_id: string }

/**
 * Builds a statement that makes mails due, to run alone or in a `with` beside the change that causes them.
 * @param rows gives `kind`, `about` and `user_id`
 * @param due the time from which they are sent, or a column of `rows` with it
 */
export function makingDue(
  rows: RawBuilder<unknown>,
  due: Date | RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into mails_due (kind, about, user_id, due_at)
    select kind, about, user_id, ${due}::timestamptz from (${rows}) m
    on conflict do nothing`
}

/** Makes mails due, in the transaction that causes them. */
export async function makeDue(
  { db, now }: { db: Database; now: Date },
  mails: MailDue[],
): Promise<void> {
  if (mails.length === 0) return
  const rows = sql`
    select * from jsonb_to_recordset(${JSON.stringify(mails)}) as r (kind text, about uuid, user_id uuid)`
  await makingDue(rows, now).execute(db)
}

/** Lease of claimed mails: longer than sending them takes, ms. */
export const leaseMs = 300_000

/**
 * A mail leased by one process. `email` is null if its user gets none: erased, suspended, switched off, or
 * undeliverable if it does not concern money.
 */
export type Claimed = MailDue & {
  /** the account or guest with the e-mail; null: there is none, such as for an offer to an e-mail without an account */
  reader_id: string | null
  tries: number
  email: string | null
  is_proven: boolean
  is_guest: boolean
  /** the language that the user has chosen */
  language: string | null
  /** the topic that a user may switch off, and the number of times it was switched on again; null: such mails are always sent */
  topic: string | null
  round: number
  /** true if it takes from the budget of an unconfirmed e-mail */
  is_budgeted: boolean
  /** true if no mail could be delivered to the e-mail recently */
  is_undeliverable: boolean
}

const topicsOfKinds = JSON.stringify(mailTopics)

type Claim = { kinds: string[]; now: Date; leaseUntil: Date; limit: number }

/** Takes due mails, oldest first. No other process takes them until `leaseUntil`. */
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
    ), addressed as (
      select c.*, ${topicsOfKinds}::jsonb ->> c.kind as topic, x.email as offered_to,
             case when c.kind = 'transferOffered'
                  then (select id from users where email_key = x.email_key) else c.user_id end as reader_id
      from claimed c left join ticket_transfers x on c.kind = 'transferOffered' and x.id = c.about
    )
    select a.kind, a.about, a.user_id, a.reader_id, a.tries, a.topic, coalesce(s.mail_round, 0) as round,
           u.email_proven_at is not null as is_proven, coalesce(u.is_guest, false) as is_guest,
           b.user_id is not null as is_undeliverable,
           u.email_proven_at is null and ${isBudgeted} as is_budgeted,
           coalesce(u.language, case when a.reader_id is null then (select language from users where id = a.user_id) end) as language,
           case when s.mail is not false and (a.topic is null or b.user_id is null) and (a.reader_id is null or u.id is not null)
                then coalesce(a.offered_to, u.email) end as email
    from addressed a
    left join notification_settings s on s.user_id = a.user_id and s.topic = a.topic
    left join users u on u.id = a.reader_id and u.suspended_at is null and u.erased_at is null
    left join undeliverable_emails b on b.user_id = u.id and b.email = u.email`.execute(db)
  return rows
}

/** Deletes a mail that was sent, or that will not be sent. */
export async function deleteDueMail(db: Database, mail: MailDue): Promise<void> {
  const { kind, about, user_id } = mail
  await db
    .deleteFrom('mails_due')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('user_id', '=', user_id)
    .execute()
}

/** Moves due mails of other users to one user; the same mail to several of them is sent once. */
export async function readdressMails(
  db: Database,
  { from, to }: { from: string[]; to: string },
): Promise<void> {
  await sql`
    with moved as (delete from mails_due where user_id = any (${list(from, 'uuid')}) returning *)
    insert into mails_due (kind, about, user_id, due_at, tries)
    select kind, about, ${to}::uuid, min(due_at), max(tries) from moved group by kind, about
    on conflict do nothing`.execute(db)
}

/** Lets mails that wait for the budget of an e-mail be sent at once, since it is confirmed now. Mails that are being sent stay. */
export async function hastenMails(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('mails_due')
    .set({ due_at: now })
    .where('user_id', '=', userId)
    .where('due_at', '>', new Date(now.getTime() + leaseMs))
    .execute()
}

/** Postpones a mail that was not sent to a later try. */
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

/** Postpones a mail that was not tried, and does not count as a try. */
export async function holdBack(db: Database, mail: MailDue, until: Date): Promise<void> {
  await sql`
    update mails_due set due_at = ${until}, tries = tries - 1
    where kind = ${mail.kind} and about = ${mail.about} and user_id = ${mail.user_id}`.execute(db)
}

/** For `GET /metrics`: mails still to be sent. */
export function showMailsDue({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_mails_open',
    help: 'Mails to users that are still to be sent, also those that will be tried again',
    type: 'gauge',
    read: async (db) => {
      // A reminder is due days after its row was written.
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from mails_due
        where kind <> 'paymentReminder' or due_at <= now()`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
}
