/** Delivers sent messages to their recipients. These are rows: fixed once, then mailed some at a time, and counted. */
import { sql } from 'kysely'
import { makingDue, type Writer } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { recipientsOf } from './audience.ts'
import { type WrittenMessage, written } from './queries.ts'

type DeliveryContext = { db: Database; now: Date }

/**
 * Fixes the recipients of a message. A second call does nothing. The messages of a festival are processed one after the
 * other, so that each knows the recipients of the one before.
 */
export async function listRecipients({ db, now }: DeliveryContext, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql<WrittenMessage & { listed_at: Date | null }>`
      select ${written}, m.listed_at from messages m
      where m.festival_id = (select festival_id from messages where id = ${id}) and m.sent_at is not null
      order by m.id for no key update`.execute(trx)
    const message = rows.find((row) => row.id === id)
    if (!message || message.listed_at) return
    await sql`
      insert into message_recipients (id, message_id, user_id, state, changed_at)
      select gen_random_uuid(), ${id}, user_id, state, ${now}
      from (${await recipientsOf(trx, message, now)}) r`.execute(trx)
    await trx.updateTable('messages').set({ listed_at: now }).where('id', '=', id).execute()
  })
}

/** The number of message mails due at a time, give or take as many, so that other mails do not wait behind all of them. */
const atOnce = 100

/** Makes the mails to some recipients due, unless enough are due already. Returns the number of mails. */
export async function mailSome({ db, now }: DeliveryContext): Promise<number> {
  const rows = sql`
    select 'message' as kind, m.id as about, coalesce(u.taken_over_by, u.id) as user_id
    from mailed m join users u on u.id = m.user_id`
  const { rows: mailed } = await sql<{ many: number }>`
    with picked as (
      select id from message_recipients
      where state = 'queued' and ${atOnce} > (
        select count(*) from mails_due where kind = 'message' and due_at <= ${now})
      order by id limit ${atOnce} for update skip locked
    ), mailed as (
      update message_recipients r set state = 'mailed', changed_at = ${now} from picked where r.id = picked.id
      returning r.id, r.user_id
    ), due as (${makingDue(rows, now)})
    select count(*)::int as many from mailed`.execute(db)
  return mailed[0]?.many ?? 0
}

/** Returns the function that stores the outcome of the mail to a recipient. */
export function settling({ now }: Pick<Infrastructure, 'now'>): NonNullable<Writer['settle']> {
  return async (db, { about, user_id }, outcome) => {
    const isUnsubscribed = sql`exists (
      select from notification_settings s where s.user_id = ${user_id} and s.topic = 'messages' and not s.mail)`
    const withheld = sql`case when ${isUnsubscribed} then 'unsubscribed' else 'failed' end`
    const state = outcome === 'withheld' ? withheld : sql`${outcome}`
    await sql`
      update message_recipients set state = ${state}, changed_at = ${now()} where id = ${about} and state = 'mailed'`.execute(
      db,
    )
  }
}

/** Stores the counts of messages with no mail left to send. */
export async function finishMessages(db: Database): Promise<void> {
  await sql`
    update messages m set counts = (
      select coalesce(jsonb_object_agg(state, many), '{}') from (
        select state, count(*) as many from message_recipients where message_id = m.id group by state) r)
    where m.sent_at is not null and m.counts is null and m.listed_at is not null
      and not exists (
        select from message_recipients r where r.message_id = m.id and r.state in ('queued', 'mailed'))`.execute(
    db,
  )
}

const retentionDays = 30

/** Deletes the recipients of messages of festivals that ended more than 30 days ago; the counts stay. Safe to repeat. */
export function deleteOldRecipients({ db, now }: DeliveryContext): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  return inBatches((limit) =>
    sql`
      delete from message_recipients where id = any (array(
        select r.id from message_recipients r
        join messages m on m.id = r.message_id join festivals f on f.id = m.festival_id
        where m.counts is not null and f.end_time < ${before} limit ${limit}))`.execute(db),
  )
}
