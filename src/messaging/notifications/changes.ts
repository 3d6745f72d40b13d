import { sql } from 'kysely'
import { makingPushes } from '#messaging/push'
import { list } from '#platform/database/sql'
import { type Database } from '#platform/database/tables'
import { afterCommit, transact } from '#platform/database/transactions'
import type { Bus } from '#platform/sync/bus'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { type ReaderLanguage, readerLanguage } from '#platform/values/reader-languages'
import { unreadCount } from './queries.ts'
import type { ReadMark } from './schemas.ts'
import { topicOf } from './topics.ts'
import type { Subject } from './types.ts'
import { type Translated, textsFor } from './words.ts'

/** The topic of the bus that names users with news in their inboxes, for streams. */
export const inboxTopic = 'inbox'

/** A notification for a user. `cause` identifies the event behind it: each cause reaches a user once. */
export type Notice = Subject & Translated & { user_id: string; cause: string }

/**
 * Adds notices to the inboxes of their users, each in the language of its user, in the running transaction if there is
 * one, and notifies their streams after the commit. Accepts any number, several for one user too; skips a cause that is
 * there already, an erased account and a guest. Locks inboxes in the order of their users until the commit (contract,
 * section 6). Returns the number of users reached.
 */
export async function notify(
  { db, bus, now }: { db: Database; bus: Bus; now: Date },
  notices: Notice[],
): Promise<number> {
  if (notices.length === 0) return 0
  return transact(db, async (trx) => {
    const languages = await lockInboxes(trx, notices)
    const reached = await insertNotices(trx, { notices, languages }, now)
    afterCommit(trx, () => {
      for (const userId of reached) bus.hint(inboxTopic, userId)
    })
    return reached.size
  })
}

type Languages = Map<string, ReaderLanguage>

/** Adds the missing inboxes. The update changes nothing: it only locks the existing ones. Returns the languages of their users. */
async function lockInboxes(db: Database, notices: Notice[]): Promise<Languages> {
  const { rows } = await sql<{ id: string; language: string | null }>`
    with given as (
      select distinct u.id, u.language from unnest(${notices.map(({ user_id }) => user_id)}::uuid[]) user_id
      join users u on u.id = user_id where not u.is_guest
    ), locked as (
      insert into inboxes (user_id) select id from given order by id
      on conflict (user_id) do update set last = excluded.last where false
    )
    select id, language from given`.execute(db)
  return new Map(rows.map(({ id, language }) => [id, readerLanguage(language)]))
}

type Written = { notices: Notice[]; languages: Languages }

/**
 * Inserts notices. A separate statement, since only a statement that begins under the locks sees all rows written
 * before them. Returns the users reached.
 */
async function insertNotices(
  db: Database,
  { notices, languages }: Written,
  now: Date,
): Promise<Set<string>> {
  const texts = notices.map((notice) => textsFor(notice, languages.get(notice.user_id) ?? 'en'))
  const column = (name: 'user_id' | 'type' | 'cause') => notices.map((notice) => notice[name])
  const text = (name: 'title' | 'message' | 'language') => texts.map((one) => one[name])
  const data = notices.map((notice) => JSON.stringify(notice.data))
  const topicsOf = notices.map(({ type }) => topicOf(type))
  const { rows } = await sql<{ user_id: string }>`
    with given as (
      select distinct on (user_id, cause) *
      from unnest(${notices.map(newId)}::uuid[], ${column('user_id')}::uuid[], ${column('type')}::text[],
                  ${column('cause')}::text[], ${text('title')}::text[], ${text('message')}::text[], ${text('language')}::text[],
                  ${data}::jsonb[], ${topicsOf}::text[])
        with ordinality given (id, user_id, type, cause, title, message, language, data, topic, place)
      order by user_id, cause, place
    ), fresh as (
      select g.*, row_number() over (partition by g.user_id order by place) as nth,
             s.notice is false as is_hidden, s.push is not false as is_pushed
      from given g join users u on u.id = g.user_id and u.erased_at is null and not u.is_guest
      left join notification_settings s on s.user_id = g.user_id and s.topic = g.topic
      where not exists (
        select from notifications n where n.user_id = g.user_id and n.cause = g.cause)
    ), counted as (
      update inboxes i set last = i.last + f.many
      from (select user_id, count(*)::int as many from fresh group by user_id) f
      where i.user_id = f.user_id
      returning i.user_id, i.last - f.many as before
    ), told as (
      insert into notifications
        (user_id, number, id, type, cause, title, message, language, data, created_at, read, is_hidden)
      select user_id, before + nth, id, type, cause, title, message, language, data, ${now}, is_hidden, is_hidden
      from fresh join counted using (user_id)
      returning user_id
    ), pushed as (${makingPushes(sql`select user_id, id from fresh where is_pushed and not is_hidden`, now)})
    select user_id from told`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Deletes the notifications of a cause for users. */
export async function deleteNotifications(
  db: Database,
  { cause, userIds }: { cause: string; userIds: string[] },
): Promise<void> {
  await sql`
    delete from notifications where user_id = any (${list(userIds, 'uuid')}) and cause = ${cause}`.execute(
    db,
  )
}

/**
 * Marks a notification as read, and counts the unread ones that remain; repeating it changes nothing. 404 for an
 * unknown notification, or another user's.
 */
export async function markRead(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<ReadMark> {
  // The count does not see the update beside it.
  const { rows } = await sql<ReadMark>`
    with marked as (
      update notifications set read = true where id = ${id} and user_id = ${userId} returning id, read, number
    )
    select id, read, ${unreadCount(userId, sql`and n.number <> marked.number`)} as unread_count
    from marked`.execute(db)
  return found(rows[0], 'Notification')
}

/** Marks all of a user's notifications as read. Returns the number that were unread. */
export async function markAllRead(db: Database, userId: string): Promise<number> {
  // A literal, not a parameter: otherwise a prepared plan could not use the index of unread ones.
  const { numAffectedRows } = await sql`
    update notifications set read = true where user_id = ${userId} and not read`.execute(db)
  return Number(numAffectedRows)
}
