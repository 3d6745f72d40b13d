/**
 * News of festivals: changes that rest before followers and holders are notified of all of them together, and reminders
 * of a start. A mail names a row of news by its id, and is written from it.
 */
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import type { Move } from '#platform/database/move-times'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import type { Snapshot } from '../model/snapshot.ts'
import { alteration, type Dated, type ForHolders } from './notification-content.ts'
import type { Notifier } from './notifier.ts'

const minute = 60_000
/** Delay of notices after the last change, and the longest after the first, ms. */
const usual = { rest: 10 * minute, longest: 60 * minute }
/** The same for changes that concern the next hours. */
const urgent = { rest: 2 * minute, longest: 10 * minute }

/** The previous times of each artist that changed, ms since 1970, by id; null for an artist that did not play. */
export type LineUpBefore = Record<string, number[] | null>
/** The author of the last change of each artist, or of the organizer, by id. `is_staff`: staff vouch for it. */
export type Editors = Record<string, { id: string; is_staff: boolean }>

export type Change = {
  id: string
  /** The festival before the change; undefined if it was not public. */
  before: Snapshot | undefined
  lineUp: LineUpBefore
  editors: Editors
  isUrgent: boolean
}

/**
 * Stores the state of a festival before a change, in the transaction of the change, which holds the festival. For
 * several changes in short succession it stores the state before the first, and the author of the last.
 */
export async function noteChange({ db, now }: Notifier, change: Change): Promise<void> {
  const id = newId()
  const before = change.before && JSON.stringify(writtenOf(change.before))
  const urgentAt = change.isUrgent ? now : null
  const after = (time: string, wait: number) => sql`${sql.ref(time)} + ${`${wait} ms`}::interval`
  const { rest } = change.isUrgent ? urgent : usual
  const firstUrgent = sql`coalesce(n.urgent_at, excluded.urgent_at)`
  await sql`
    insert into festival_news as n
      (id, festival_id, cause, before, line_up, editors, created_at, urgent_at, due_at)
    values (${id}, ${change.id}, ${`changed:${id}`}, ${before ?? null}, ${JSON.stringify(change.lineUp)},
      ${JSON.stringify(change.editors)}, ${now}, ${urgentAt}, ${new Date(now.getTime() + rest)})
    on conflict (festival_id) where due_at is not null do update
    set before = coalesce(n.before, excluded.before),
        line_up = excluded.line_up || coalesce(n.line_up, '{}'),
        editors = coalesce(n.editors, '{}') || excluded.editors,
        urgent_at = ${firstUrgent},
        due_at = least(${after('n.created_at', usual.longest)}, case when ${firstUrgent} is null
          then ${after('excluded.created_at', usual.rest)}
          else least(${after('excluded.created_at', urgent.rest)}, ${firstUrgent} + ${`${urgent.longest} ms`}::interval)
        end)`.execute(db)
}

function writtenOf(festival: Snapshot) {
  const { start_time, end_time, time_zone, venue, address, country, coordinates } = festival
  const organizer_id = festival.organizer?.id ?? null
  return { start_time, end_time, time_zone, venue, address, country, coordinates, organizer_id }
}

export type RestedNews = {
  id: string
  festival_id: string
  line_up: LineUpBefore
  editors: Editors
  /** Absent in news of a festival that was not public before. */
  organizer_id?: string | null
  /** false for a festival that was deleted, or made a draft again */
  isThere: boolean
}

/**
 * Takes the news of one festival whose changes have come to rest, and locks the festival as a change does: concurrent
 * processes take news of different festivals. `isAny`: false where there are none.
 */
export async function takeRested(
  db: Database,
  now: Date,
): Promise<{ isAny: boolean; news: RestedNews | undefined }> {
  const locked = await sql<{ id: string; isThere: boolean }>`
    select f.id, f.deleted_at is null as "isThere"
    from festival_news n join festivals f on f.id = n.festival_id
    where n.due_at <= ${now} order by n.due_at limit 1
    for no key update of f skip locked`.execute(db)
  const [festival] = locked.rows
  if (!festival) return { isAny: false, news: undefined }
  // Another process may have taken the news before the lock: a statement that begins under the lock sees that.
  const { rows } = await sql<RestedNews>`
    with rested as (
      select id, before, line_up, editors from festival_news
      where festival_id = ${festival.id} and due_at <= ${now}
    )
    update festival_news n set due_at = null, line_up = null, editors = null
    from rested where n.id = rested.id
    returning n.id, n.festival_id, coalesce(rested.line_up, '{}') as line_up,
              coalesce(rested.editors, '{}') as editors, rested.before->'organizer_id' as organizer_id`.execute(
    db,
  )
  return { isAny: true, news: rows[0] && { ...rows[0], isThere: festival.isThere } }
}

/** Moves the times in rested changes, so that correcting all times of a festival counts as no change. */
export async function moveRested(db: Database, id: string, move: Move): Promise<void> {
  const { rows } = await sql<{ id: string; before: Written | null; line_up: LineUpBefore | null }>`
    select id, before, line_up from festival_news
    where festival_id = ${id} and due_at is not null`.execute(db)
  for (const news of rows) {
    const before = news.before && {
      ...news.before,
      start_time: move(new Date(news.before.start_time)),
      end_time: move(new Date(news.before.end_time)),
    }
    const lineUp = Object.entries(news.line_up ?? {}).map(([artist, times]) => [
      artist,
      times && times.map((time) => move(new Date(time)).getTime()),
    ])
    await sql`
      update festival_news set before = ${before && JSON.stringify(before)},
             line_up = ${JSON.stringify(Object.fromEntries(lineUp))}
      where id = ${news.id}`.execute(db)
  }
}

type Altered = {
  before: Dated
  after: Dated
  /** until when buyers may return tickets in full, if one of these changes has moved the festival; null: none has */
  refundUntil: Date | null
  content: ForHolders
}

/** Returns the festival before its changes and now; undefined if it is the same again, over, cancelled or deleted. */
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

/** The fields as JSON represents them. */
type Written = Omit<Dated, 'id' | 'name' | 'start_time' | 'end_time'> & {
  start_time: string
  end_time: string
  organizer_id?: string | null
}

export const startCause = (start: Date) => `reminder:${start.toISOString()}`

/** Returns the id of the news that a festival begins soon: one for each start. */
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

/** Deletes the news of long past festivals. Safe to do twice. */
export function forgetNews(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysKept * 24 * 60 * minute)
  return inBatches((limit) =>
    sql`
      delete from festival_news where id = any (array(
        select n.id from festival_news n join festivals f on f.id = n.festival_id
        where f.end_time < ${before} limit ${limit}))`.execute(db),
  )
}
