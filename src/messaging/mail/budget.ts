/** The budget of mails for an unconfirmed e-mail, as it may be another person's. Mails beyond it are sent later. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { digest } from '#platform/secrets/tokens'
import { emailKey } from '#platform/values/email'
import type { MailKind } from './kinds.ts'

/** Mails that may be sent at once, and the time for each further one, ms: at most 30 in 24 hours. */
export const [mailsAtOnce, msForEach] = [6, 3_600_000]

/** Returns the key of a budget, without a `+tag`: `ada+1@harbour.example` and `ada+2@harbour.example` are one mailbox. */
const addressOf = (email: string) => digest(emailKey(email).replace(/\+[^@]*(?=@)/, ''))

/**
 * Takes a mail from the budget of an e-mail. Returns the time when it may be sent: `now`, or the first time that is
 * free. This is one statement, so its row lock orders concurrent processes.
 */
export async function bookMail(
  db: Database,
  { email, now }: { email: string; now: Date },
): Promise<Date> {
  const each = sql`make_interval(secs => ${msForEach / 1_000})`
  const { rows } = await sql<{ booked_until: Date }>`
    insert into mail_budgets as b (address, booked_until) values (${addressOf(email)}, ${now}::timestamptz + ${each})
    on conflict (address) do update set booked_until = greatest(b.booked_until, ${now}::timestamptz) + ${each}
    returning booked_until`.execute(db)
  const [budget] = rows
  const free = (budget?.booked_until.getTime() ?? 0) - mailsAtOnce * msForEach
  return new Date(Math.max(now.getTime(), free))
}

/** Deletes budgets that are full again. Safe to repeat. */
export async function deleteOldBudgets(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('mail_budgets').where('booked_until', '<=', now).execute()
}

const paidFor = (festival: RawBuilder<unknown>) => sql`exists (
  select from payments p where p.user_id = a.user_id and p.festival_id = ${festival} and p.amount_cents > 0)`
const ofNews = paidFor(sql`(select festival_id from festival_news where id = a.about)`)

/** Conditions on a mail `a`, by kind: true if it belongs to a paid purchase. Such a mail is always sent at once. */
const isPaidFor: Record<MailKind, RawBuilder<unknown>> = {
  purchase: sql`exists (select from payments p where p.order_id = a.about and p.amount_cents > 0)`,
  purchaseAgain: sql`false`,
  // Sent to confirmed e-mails, unless the buyer has changed theirs since.
  paymentAwaited: sql`false`,
  paymentReminder: sql`false`,
  refund: sql`exists (
    select from refunds r where (r.id = a.about or r.request_id = a.about) and r.amount_cents > 0)`,
  document: sql`true`,
  cancellation: paidFor(sql`a.about`),
  festivalChanged: ofNews,
  festivalReminder: ofNews,
  message: paidFor(sql`(
    select m.festival_id from message_recipients r join messages m on m.id = r.message_id where r.id = a.about)`),
  transferOffered: sql`false`,
  transferOfferedByStaff: sql`false`,
  transferAccepted: sql`false`,
  transferDeclined: sql`false`,
  waitingOffered: sql`false`,
}

/** Condition on a mail `a` to an e-mail that is not confirmed: true if it takes from the budget. */
export const isBudgeted: RawBuilder<boolean> = sql`not case a.kind ${sql.join(
  Object.entries(isPaidFor).map(([kind, isPaid]) => sql`when ${kind} then ${isPaid}`),
  sql` `,
)} else false end`
