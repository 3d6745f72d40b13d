/** Ticket holders of a festival, including guests, and the notifications each of them got, once each. */
import { type RawBuilder, sql } from 'kysely'
import { makeDue } from '#messaging/mail'
import { inBatches } from '#platform/database/batches'
import { list } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { type Notice, notify } from './changes.ts'
import type { NotifyContext } from './limits.ts'
import type { FestivalSubject } from './types.ts'
import type { Translated } from './words.ts'

/** A mail for holders; `about` is the id of the record it is written from. */
type HolderMail = { kind: 'festivalChanged' | 'festivalReminder'; about: string }

/** A notification for holders. `at` is a time: it goes to the users that held a ticket then, even if it was refunded since. */
export type HolderNews = FestivalSubject & {
  to: 'holders of a festival'
  about: [Translated & { id: string; name: string }]
  at: string
  mail?: HolderMail
}

type Page = { festivalId: RawBuilder<string>; after: string; limit: number }

/**
 * Returns the ids of holders after one, in order: buyers, and users that got a ticket by transfer. Each part is cut
 * along its index, and lists all states that the index has.
 */
export function holdersOf({ festivalId, after, limit }: Page, at: string): RawBuilder<unknown> {
  const isStillHeld = sql`(p.status in ('succeeded', 'partially_refunded') or exists (
        select from refunds r where r.payment_id = p.id and r.created_at >= ${at}))`
  return sql`
    select distinct user_id from (
      (select distinct p.user_id from payments p
       where p.festival_id = ${festivalId} and p.payment_type in ('ticket', 'accommodation')
         and p.status in ('succeeded', 'partially_refunded', 'refunding', 'refunded') and ${isStillHeld}
         and not exists (select from tickets t where t.payment_id = p.id and t.holder_id is not null)
         and p.user_id > ${after} order by p.user_id limit ${limit})
      union all
      (select distinct t.holder_id from tickets t join payments p on p.id = t.payment_id
       where t.festival_id = ${festivalId} and t.holder_id is not null and ${isStillHeld}
         and t.holder_id > ${after} order by t.holder_id limit ${limit})
    ) held`
}

/** Returns true if a user holds a good ticket of a festival, or a good place to sleep. For mails, which are read later. */
export async function isHolder(
  db: Database,
  { userId, festivalId }: { userId: string; festivalId: string },
): Promise<boolean> {
  const isGood = sql`p.festival_id = ${festivalId} and p.payment_type in ('ticket', 'accommodation')
      and p.status in ('succeeded', 'partially_refunded')`
  const { rows } = await sql`
    (select from payments p where p.user_id = ${userId} and ${isGood}
       and not exists (select from tickets t where t.payment_id = p.id and t.holder_id is not null) limit 1)
    union all
    (select from tickets t join payments p on p.id = t.payment_id
     where t.holder_id = ${userId} and ${isGood} limit 1)`.execute(db)
  return rows.length > 0
}

/** For a statement about users `page (user_id)`: true if a holder was notified. */
export const isRecordedHolder = ({
  data,
  cause,
}: Pick<HolderNews, 'data'> & { cause: string }) => sql`
  exists (select from holders_told h
          where h.festival_id = ${data.festival_id} and h.cause = ${cause} and h.user_id = page.user_id)`

/**
 * Notifies a page of holders, in the running transaction: records each holder, and notifies and mails the new ones. A
 * second process waits for the record, and then skips them.
 */
export async function notifyHolders(
  context: NotifyContext,
  news: HolderNews & { cause: string },
  notices: Notice[],
): Promise<void> {
  const users = new Set(await recordNotifiedHolders(context, news, notices))
  const fresh = notices.filter(({ user_id }) => users.has(user_id))
  await notify(context, fresh)
  const mail = mailOf(news)
  if (mail)
    await makeDue(
      context,
      [...users].map((user_id) => ({ ...mail, user_id })),
    )
}

/** Jobs from before there were other mails name no mail. A cancellation concerns money: it is always mailed. */
function mailOf({ type, data, mail }: HolderNews) {
  if (type !== 'festival.cancelled') return mail
  return { kind: 'cancellation' as const, about: data.festival_id }
}

/** Returns users that were not notified before, in the order in which all processes take them. */
async function recordNotifiedHolders(
  { db, now }: NotifyContext,
  { data, cause }: Pick<HolderNews, 'data'> & { cause: string },
  notices: Notice[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into holders_told (festival_id, cause, user_id, told_at)
    select distinct ${data.festival_id}::uuid, ${cause}, user_id, ${now}::timestamptz
    from unnest(${list(
      notices.map(({ user_id }) => user_id),
      'uuid',
    )}) user_id order by user_id
    on conflict do nothing returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Moves the records of guests to the account that takes them over: it counts as notified. */
export async function moveNotifiedHolders(
  db: Database,
  { from, to }: { from: string[]; to: string },
): Promise<void> {
  await sql`
    with moved as (
      delete from holders_told where user_id = any (${list(from, 'uuid')})
      returning festival_id, cause, told_at)
    insert into holders_told (festival_id, cause, user_id, told_at)
    select festival_id, cause, ${to}::uuid, min(told_at) from moved group by festival_id, cause
    order by festival_id, cause
    on conflict do nothing`.execute(db)
}

const retentionDays = 30

/** Deletes the records of festivals that are long over. Safe to do twice. */
export function deleteOldNotifiedHolders(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  return inBatches((limit) =>
    sql`
      delete from holders_told where ctid = any (array(
        select h.ctid from holders_told h join festivals f on f.id = h.festival_id
        where f.end_time < ${before} limit ${limit}))`.execute(db),
  )
}
