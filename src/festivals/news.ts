/**
 * What holders of tickets are mailed: that a festival has changed, once its changes have come to rest, and that it begins
 * soon. A row of news says which; its id is what the mail is read from when it is written.
 */
import { sql } from 'kysely'
import { broadcast } from '#notifications'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { alteration, type Dated, type ForHolders } from './notification-content.ts'
import type { Notifier } from './notifier.ts'

const minute = 60_000
/** So long after the last change holders are mailed, and so long after the first whatever follows, ms. */
const [rest, longest] = [10 * minute, 60 * minute]

/** Keeps what a festival was before a change, in its transaction; of changes that follow soon, before the first. */
export async function noteChange({ db, now }: Notifier, before: Dated): Promise<void> {
  const { start_time, end_time, time_zone, venue, address, country, coordinates } = before
  const was = { start_time, end_time, time_zone, venue, address, country, coordinates }
  const id = newId()
  const later = (wait: number) => new Date(now.getTime() + wait)
  await sql`
    insert into festival_news as n (id, festival_id, cause, before, created_at, due_at)
    values (${id}, ${before.id}, ${`changed:${id}`}, ${JSON.stringify(was)}, ${now}, ${later(rest)})
    on conflict (festival_id) where due_at is not null do update
    set due_at = least(excluded.due_at, n.created_at + ${`${longest} ms`}::interval)`.execute(db)
}

/** Makes the mails about a change that has come to rest due. Returns how many there were: 0, or 1. */
export function tellChange(at: Notifier): Promise<number> {
  return transact(at.db, async (db) => {
    const { rows } = await sql<{ id: string }>`
      update festival_news set due_at = null where id = (
        select id from festival_news where due_at <= ${at.now} order by due_at limit 1 for update skip locked)
      returning id`.execute(db)
    const [news] = rows
    if (!news) return 0
    const altered = await findAltered(db, { id: news.id, now: at.now })
    if (altered) await broadcast({ ...at, db }, mailed(at, altered.content, news.id))
    return 1
  })
}

const mailed = ({ now }: Notifier, content: ForHolders, about: string) =>
  ({
    ...content,
    cause: `${content.cause}:mail`,
    at: now.toISOString(),
    mail: { kind: 'festivalChanged', about },
    isMailOnly: true,
  }) as const

type Altered = {
  before: Dated
  after: Dated
  /** until when buyers may give back in full, as one of these changes has moved the festival; null: none has */
  refundUntil: Date | null
  content: ForHolders
}

/** The festival before changes and now; undefined where it is the same again, over, cancelled or deleted. */
export async function findAltered(
  db: Database,
  { id, now }: { id: string; now: Date },
): Promise<Altered | undefined> {
  const { rows } = await sql<Dated & { before: Written; refund_until: Date | null }>`
    select n.before, case when f.moved_at >= n.created_at then f.moved_refund_until end as refund_until, f.id, f.name, f.start_time, f.end_time, f.time_zone, f.venue, f.address, f.country,
           json_point(f.coordinates) as coordinates
    from festival_news n join festivals f on f.id = n.festival_id
    where n.id = ${id} and n.before is not null
      and f.deleted_at is null and f.cancelled_at is null and f.end_time >= ${now}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { before: written, refund_until: refundUntil, ...after } = row
  const { start_time, end_time, ...was } = written
  const times = { start_time: new Date(start_time), end_time: new Date(end_time) }
  const before = { ...after, ...was, ...times }
  const content = alteration(before, after, id)
  return content && { before, after, refundUntil, content }
}

/** As JSON has it. */
type Written = Omit<Dated, 'id' | 'name' | 'start_time' | 'end_time'> & {
  start_time: string
  end_time: string
}

export const startCause = (start: Date) => `reminder:${start.toISOString()}`

/** The id of the news that a festival begins soon, of each start one. */
export async function startNews(
  { db, now }: Pick<Notifier, 'db' | 'now'>,
  { id, start_time }: { id: string; start_time: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into festival_news as n (id, festival_id, cause, created_at)
    values (${newId()}, ${id}, ${startCause(start_time)}, ${now})
    on conflict on constraint festival_news_once do update set cause = excluded.cause
    returning id`.execute(db)
  const [news] = rows
  if (!news) throw new Error('An insert without a row')
  return news.id
}

const daysKept = 30

/** Deletes the news of festivals that are long over. Safe to do twice. */
export function forgetNews(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysKept * 24 * 60 * minute)
  return inBatches((limit) =>
    sql`
      delete from festival_news where id = any (array(
        select n.id from festival_news n join festivals f on f.id = n.festival_id
        where f.end_time < ${before} limit ${limit}))`.execute(db),
  )
}
