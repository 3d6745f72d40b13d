import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Notification } from './schemas.ts'

type Part = { limit: number; offset: number; unread?: boolean | undefined }

/** A user's notifications, newest first: all of them, or those not read yet. */
export async function listNotifications(
  db: Database,
  userId: string,
  { limit, offset, unread = false }: Part,
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, title, message, type, coalesce(data, '{}') as data, read, created_at as "createdAt" from notifications
    where user_id = ${userId} ${unread ? sql`and not read` : sql``}
    order by number desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The numbers of users' newest notifications, in the order of the users; 0 for none. */
export async function lastNumbers(db: Database, userIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: string; last: number }>`
    select user_id, last from inboxes where user_id = any (${userIds}::uuid[])`.execute(db)
  const last = new Map(rows.map((inbox) => [inbox.user_id, inbox.last]))
  return userIds.map((userId) => last.get(userId) ?? 0)
}

/** Where a stream stands in a user's inbox: it has all up to the number `after`. */
type Place = { userId: string; after: number }
/** A notification as JSON. */
export type Numbered = { number: number; json: string }

/** What comes next at each place, at most `limit` at one: one statement for all. */
export async function readOn(db: Database, places: Place[], limit: number): Promise<Numbered[][]> {
  const users = places.map(({ userId }) => userId)
  const numbers = places.map(({ after }) => after)
  const { rows } = await sql<Numbered & { place: number }>`
    select place, number, notification as json
    from notifications_after(${users}::uuid[], ${numbers}::int[], ${limit})`.execute(db)
  const found = places.map((): Numbered[] => [])
  for (const row of rows) found[row.place - 1]?.push(row)
  return found
}
