import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Notification } from './schemas.ts'

type Part = { limit: number; offset: number; unread?: boolean | undefined }

/** A user's notifications, newest first: all of them, or those not read yet. */
export async function listNotifications(
  db: Database,
  userId: string,
  { limit, offset, unread = false }: Part,
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, title, message, type, read, created_at as "createdAt" from notifications
    where user_id = ${userId} ${unread ? sql`and not read` : sql``}
    order by number desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The number of a user's newest notification; 0 for none. */
export async function lastNumber(db: Database, userId: string): Promise<number> {
  const inbox = await db
    .selectFrom('inboxes')
    .select('last')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return inbox?.last ?? 0
}

/** Where a stream stands in a user's inbox: it has all up to the number `after`. */
type Place = { userId: string; after: number }
export type Numbered = { number: number; notification: Notification }

/** What comes next at each place, at most `limit` at one: one statement for all. */
export async function readOn(db: Database, places: Place[], limit: number): Promise<Numbered[][]> {
  const { rows } = await sql<Notification & { place: number; number: number }>`
    select place::int, n.*
    from unnest(${places.map(({ userId }) => userId)}::uuid[], ${places.map(({ after }) => after)}::int[])
      with ordinality p (user_id, after, place)
    cross join lateral (
      select number, id, title, message, type, read, created_at as "createdAt" from notifications n
      where n.user_id = p.user_id and n.number > p.after order by n.number limit ${limit}
    ) n
    order by place, number`.execute(db)
  const found = places.map((): Numbered[] => [])
  for (const { place, number, ...notification } of rows)
    found[place - 1]?.push({ number, notification })
  return found
}
