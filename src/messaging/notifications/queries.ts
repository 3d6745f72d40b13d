import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Notification } from './schemas.ts'

type Part = { limit: number; offset: number; unread?: boolean | undefined }

/** Returns a user's notifications, newest first: all, or only the unread ones. */
export async function listNotifications(
  db: Database,
  userId: string,
  { limit, offset, unread = false }: Part,
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, title, message, type, coalesce(data, '{}') as data,
           coalesce(language, 'en') as language, read, created_at as "createdAt" from notifications
    where user_id = ${userId} and not is_hidden ${unread ? sql`and not read` : sql``}
    order by number desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The count stops here: a badge shows fewer. */
const mostCounted = 10_000

/**
 * Counts a user's unread notifications, at most `mostCounted`, as an expression; `rest` narrows them. `not read` is a
 * literal: with a parameter a prepared plan could not use the index of unread ones.
 */
export const unreadCount = (userId: string, rest = sql``): RawBuilder<number> => sql`(
  select count(*)::int from (
    select from notifications n where n.user_id = ${userId} and not n.read ${rest} limit ${mostCounted}) unread)`

/** Returns the number of a user's unread notifications, at most 10,000. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${unreadCount(userId)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the numbers of users' newest notifications, in the order of the users; 0 for none. */
export async function lastNumbers(db: Database, userIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: string; last: number }>`
    select user_id, last from inboxes where user_id = any (${userIds}::uuid[])`.execute(db)
  const last = new Map(rows.map((inbox) => [inbox.user_id, inbox.last]))
  return userIds.map((userId) => last.get(userId) ?? 0)
}

/** The place of a stream in a user's inbox: it has sent everything up to the number `after`. */
type StreamPosition = { userId: string; after: number }
/** A notification as JSON. */
export type NumberedNotification = { number: number; json: string }

/** Returns the next notifications at each place, at most `limit` at one. One statement reads all. */
export async function readNotificationsAfter(
  db: Database,
  places: StreamPosition[],
  limit: number,
): Promise<NumberedNotification[][]> {
  const users = places.map(({ userId }) => userId)
  const numbers = places.map(({ after }) => after)
  const { rows } = await sql<NumberedNotification & { place: number }>`
    select place, number, notification as json
    from notifications_after(${users}::uuid[], ${numbers}::int[], ${limit})`.execute(db)
  const found = places.map((): NumberedNotification[] => [])
  for (const row of rows) found[row.place - 1]?.push(row)
  return found
}
