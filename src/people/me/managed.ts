import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isRunning } from '#catalogue/festivals'
import { belongsTo, holdsRight, isDraft } from '#catalogue/organizers'
import { mayUser, type UserCaller } from '#core/access'
import { followsInNames } from '#platform/database/search-names'
import { allOf, countSome, followsInTime, hasTrigram, holds } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import type {
  ManagedFestival,
  ManagedFestivalsQuery,
  ManagedOrganizer,
  ManagedOrganizersQuery,
} from './managed-schemas.ts'

/** A filter, and the start of the page. */
type From<Query, Keys> = Omit<Query, 'after'> & Part<Keys>

/** The user of the list, and the current time. */
type Reader = { user: UserCaller; now: Date }

/**
 * Returns the festivals the user works for, including drafts, past and cancelled ones: the festivals of organizers
 * they manage or have a role in, or all if they may change any (docs/contract, 3). Sales are included if the user may see them.
 * Without `time` the latest come first.
 */
export async function listManagedFestivals(
  db: Database,
  { user, now }: Reader,
  query: From<ManagedFestivalsQuery, [start_time: string, id: string]>,
): Promise<{ rows: ManagedFestival[]; total: number }> {
  const { cancelled, organizer, limit, offset } = query
  const conditions = [
    managed(user, 'f.organizer_id'),
    isFound(query.q),
    organizer === undefined ? undefined : sql`f.organizer_id = ${organizer}`,
    cancelled === undefined
      ? undefined
      : sql`f.cancelled_at is ${cancelled ? sql`not null` : sql`null`}`,
    isAt(now, query.time),
  ]
  const { order, follows } = orderOf(query)
  const upTo = sql`order by ${order} limit ${limit + offset}`
  const [{ rows }, total] = await Promise.all([
    sql<ManagedFestival>`
      with page as materialized (
        select f.id from (${ofStates(query, [...conditions, follows], upTo)}) f
        order by ${order} limit ${limit} offset ${offset}
      )
      select f.id, f.name, json_build_object('id', o.id, 'name', o.name) as organizer, f.start_time,
             f.end_time, f.time_zone, f.venue, f.country, f.photo,
             f.published_at, f.cancelled_at, played.gigs,
             case when books.seen then offered.sold end as sold,
             case when books.seen then offered.quantity end as quantity
      from page
      join festivals f on f.id = page.id
      join organizers o on o.id = f.organizer_id
      cross join lateral (select count(*)::int as gigs from gigs where festival_id = f.id) played
      cross join lateral (
        select coalesce(sum(sold), 0)::int as sold,
               coalesce(sum(case when archived_at is null then quantity else sold + held end), 0)::int
                 as quantity
        from tiers where festival_id = f.id
      ) offered
      cross join lateral (
        select ${user.isAdmin} or ${holdsRight(user.id, sql.ref('o.id'), 'read_sales')} as seen
      ) books
      order by ${order}`.execute(db),
    countSome(db, sql`select from (${ofStates(query, conditions)}) f`),
  ])
  return { rows, total }
}

/** Finds festivals by words of their names and of where they are, as `GET /search` does; signs alone begin a name. */
const isFound = (q = '') =>
  holds(hasTrigram(q) ? sql`coalesce(f.search_text, f.search_name)` : 'f.search_name', q)

/** Selects published festivals, drafts, or both, each through its own index. */
function ofStates(
  { published }: Pick<ManagedFestivalsQuery, 'published'>,
  conditions: Parameters<typeof allOf>[0],
  end = sql``,
) {
  const states = published === undefined ? [true, false] : [published]
  const selections = states.map((isPublished) => {
    const state = isPublished ? sql`f.deleted_at is null` : isDraft
    return sql`(select f.id, f.start_time from festivals f where ${allOf([state, ...conditions])} ${end})`
  })
  return sql.join(selections, sql` union all `)
}

function isAt(now: Date, time: ManagedFestivalsQuery['time']) {
  if (time === 'upcoming') return sql`f.end_time >= ${now}`
  if (time === 'past') return sql`f.end_time < ${now}`
  return time && isRunning(now)
}

/** Returns the order of a list, and the condition for entries after a place in it. Upcoming festivals are listed from the next one on. */
function orderOf({
  time,
  after,
}: Pick<From<ManagedFestivalsQuery, [start_time: string, id: string]>, 'time' | 'after'>) {
  const isUpcoming = time === 'upcoming' || time === 'running'
  if (!isUpcoming) {
    const follows = after && followsInTime('f.start_time', 'f.id', after)
    return { order: sql`f.start_time desc, f.id`, follows }
  }
  const follows = after && sql`(f.start_time, f.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
  return { order: sql`f.start_time, f.id`, follows }
}

/** Returns the organizers the user may change, by search name, then id. */
export async function listManagedOrganizers(
  db: Database,
  user: UserCaller,
  query: From<ManagedOrganizersQuery, [name: string, id: string]>,
): Promise<{ rows: ManagedOrganizer[]; total: number }> {
  const { approved, limit, offset, after } = query
  const follows = after && followsInNames('organizers', { name: after[0], id: after[1] })
  const where = allOf([
    mayUser(user, 'manage_catalog') ? undefined : holdsRight(user.id, sql.ref('o.id'), 'manage'),
    holds('o.search_name', query.q),
    approved === undefined
      ? undefined
      : sql`o.approved_at is ${approved ? sql`not null` : sql`null`}`,
  ])
  const [{ rows }, total] = await Promise.all([
    sql<ManagedOrganizer>`
      with page as materialized (
        select o.id from organizers o where ${allOf([where, follows])} order by o.search_name, o.id
        limit ${limit} offset ${offset}
      )
      select o.id, o.name, o.photo, o.approved_at is not null as approved, held.festivals
      from page
      join organizers o on o.id = page.id
      cross join lateral (
        select count(*)::int as festivals from festivals
        where organizer_id = o.id and (deleted_at is null or deleted_at = 'infinity')
      ) held
      order by o.search_name, o.id`.execute(db),
    countSome(db, sql`select from organizers o where ${where}`),
  ])
  return { rows, total }
}

/** Returns the condition that the user manages the organizer in this column, or has a role in it; undefined if they may change any. */
function managed(user: UserCaller, column: string): RawBuilder<SqlBool> | undefined {
  if (mayUser(user, 'manage_catalog')) return undefined
  return belongsTo(user.id, sql.ref(column))
}
