import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isRunning, turnOf } from '#catalogue/festivals'
import { countGigs, pageOfGigIds, upcoming } from '#catalogue/gigs'
import type { Database } from '#platform/database/tables'
import { type Infrastructure } from '#platform/http/infrastructure'
import { offsetOf, type Page } from '#platform/http/paging'
import type { Memory } from '#platform/sync/memory'
import { type FeedTime, mostFed } from './schemas.ts'

type Sources = Pick<Infrastructure, 'db' | 'reads' | 'bus' | 'now'>

/** The user of the list, and the current time. */
type Reader = { userId: string; now: Date }

/** An entry of a page, before its text. */
export type Entry = { id: string; followed: boolean }

/** Returns the conditions of a `festivals_time`, in parts that follow each other in the order of starts. */
function partsOf(time: FeedTime, now: Date): RawBuilder<SqlBool>[] {
  const upcoming = sql<SqlBool>`f.start_time >= ${now}`
  if (time === 'upcoming') return [upcoming]
  return time === 'running' ? [isRunning(now)] : [isRunning(now), upcoming]
}

/**
 * Returns the entries of a page of the upcoming festivals, or the running ones, or both: first festivals of organizers
 * the user follows, then festivals where an artist they follow plays, then the rest; each group by start, then id. A
 * user follows few, so these are sorted first, and the rest is read from the index of starts.
 */
export async function feedFestivals(
  { db, totals }: { db: Database; totals: Memory<number> },
  reader: Reader,
  { time, ...page }: Page & { time: FeedTime },
) {
  const [limit, offset] = [page.limit, offsetOf(page)]
  const parts = partsOf(time, reader.now)
  const isListed = sql`(${sql.join(parts, sql` or `)}) and f.deleted_at is null`
  const total = await countListed(db, totals, { time, now: reader.now })
  if (offset >= total) return { entries: [], total }
  const { rows } = await sql<Entry>`
    with followed as materialized (${followedFestivals(reader, isListed)}),
    first as materialized (
      select id, tier, start_time from followed
      order by tier, start_time, id limit ${limit} offset ${offset}
    ), cut as materialized (
      select greatest(0, ${offset} - count(*)) as skipped,
             ${limit} - (select count(*) from first) as due
      from followed
    ), rest as (
      select f.id, f.start_time from (${sql.join(parts.map(unfollowed), sql` union all `)}) f
      order by f.start_time, f.id
      limit (select due from cut) offset (select skipped from cut)
    ), page as (
      select id, tier, start_time from first union all select id, null, start_time from rest
      limit ${sql.lit(mostFed)}
    )
    select id, tier is not null as followed from page order by tier, start_time, id`.execute(db)
  return { entries: rows, total }
}

const unfollowed = (part: RawBuilder<SqlBool>) => sql`
  select f.id, f.start_time from festivals f
  where ${part} and f.deleted_at is null and f.id not in (select id from followed)`

/** The total is the same for all users, so it is cached until a festival is added, removed, moved, begins or ends. */
async function countListed(
  db: Database,
  totals: Memory<number>,
  { time, now }: { time: FeedTime; now: Date },
): Promise<number> {
  const total = await totals.recall(time, async () => {
    const counts = partsOf(time, now).map(
      (part) => sql`(select count(*)::int from festivals f where ${part} and f.deleted_at is null)`,
    )
    // A festival that begins joins the running ones: the sum changes when one ends.
    const turn = turnOf({ time: time === 'current' ? 'past' : time, now })
    const { rows } = await sql<{ value: number; next: Date | null }>`
      select ${sql.join(counts, sql` + `)} as value, ${turn} as next`.execute(db)
    const { value = 0, next = null } = rows[0] ?? {}
    // A festival is upcoming up to and including the instant it begins, and running up to and including the instant it
    // ends.
    return { value, names: ['festivals'], until: next ? new Date(next.getTime() + 1) : undefined }
  })
  return total ?? 0
}

function followedFestivals({ userId }: Reader, isListed: RawBuilder<unknown>) {
  return sql`
    select id, start_time, min(tier) as tier from (
      select f.id, f.start_time, 1 as tier
      from interests i join festivals f on f.organizer_id = i.organizer_id
      where i.user_id = ${userId} and ${isListed}
      union all
      select f.id, f.start_time, 2
      from interests i
      join gigs g on g.artist_id = i.artist_id
      join festivals f on f.id = g.festival_id
      where i.user_id = ${userId} and ${isListed}
    ) f group by id, start_time`
}

/**
 * Returns the entries of a page of the upcoming gigs: first gigs of artists the user follows, then gigs at festivals of
 * organizers they follow, then the rest; each group by start, gigs without a time last, then id.
 */
export async function feedGigs(sources: Sources, reader: Reader, page: Page) {
  const selection = { window: upcoming(reader.now) }
  const totals = await countGigs(sources, selection)
  const entries = await pageOfGigIds(sources.db, selection, {
    ...page,
    totals,
    followed: followedGigs(reader),
  })
  return { entries, total: totals.timed + totals.tba }
}

function followedGigs({ userId, now }: Reader) {
  const { timed, tba } = upcoming(now)
  const isUpcoming = sql`(${timed} or (g.start_time is null and ${tba}))`
  return sql`
    select id, start_time, min(tier) as tier from (
      select g.id, g.start_time, 1 as tier
      from interests i join gigs g on g.artist_id = i.artist_id
      where i.user_id = ${userId} and ${isUpcoming}
      union all
      select g.id, g.start_time, 2
      from interests i
      join festivals f on f.organizer_id = i.organizer_id
      join gigs g on g.festival_id = f.id
      where i.user_id = ${userId} and ${isUpcoming} and f.deleted_at is null
    ) g group by id, start_time`
}
