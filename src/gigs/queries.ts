import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { offsetOf, type Page } from '#platform/http/paging'
import { columns, type GigRow } from './items.ts'
import { most } from './schemas.ts'
import { partsOf, type Selection, selected } from './selection.ts'
import type { Totals } from './totals.ts'

type Cut = Page & {
  /** The counts of the same selection. */
  totals: Totals
  /** Selects `id`, `tier` and `start_time` of gigs that come before all others, by tier. */
  followed?: RawBuilder<unknown>
}

/** Returns the gigs with these ids, in their order, as far as they are of the selection. */
export async function findGigs(
  db: Database,
  ids: string[],
  selection: Partial<Selection>,
): Promise<GigRow[]> {
  const { rows } = await sql<GigRow>`
    select ${columns} from gigs g
    join festivals f on f.id = g.festival_id and f.deleted_at is null
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    where g.id = any (${ids}::uuid[]) and ${selected(selection)}
    order by array_position(${ids}::uuid[], g.id)`.execute(db)
  return rows
}

const none = sql``
const noGigs = sql`select null::uuid as id, 0 as tier, null::timestamptz as start_time where false`

/**
 * Returns a page of gigs by start, then id, with those to be announced last; followed gigs come first,
 * and are marked. Only ids are read, along an index, from the last cached position before the page, and
 * each part only if the page reaches it. A gig added between the count and the page moves others to later
 * pages and hides none. The literal limit tells the planner how few rows it joins.
 */
export async function pageOfGigs(
  db: Database,
  selection: Selection,
  { totals, followed = noGigs, ...page }: Cut,
): Promise<(GigRow & { followed: boolean })[]> {
  const offset = offsetOf(page)
  if (offset >= totals.timed + totals.tba) return []
  const { timed, tba } = partsOf(selection)
  const other = followed === noGigs ? none : sql`and g.id not in (select id from followed)`
  const starts = totals.index.map(({ start }) => start)
  const befores = totals.index.map(({ before }) => before)
  const { rows } = await sql<GigRow & { followed: boolean }>`
    with followed as materialized (${followed}),
    first as materialized (
      select id, tier from followed order by tier, start_time, id limit ${page.limit} offset ${offset}
    ), cut as materialized (
      select greatest(0, ${offset} - count(*)) as skipped, ${totals.timed} - count(start_time) as timed,
             ${page.limit} - (select count(*) from first) as due
      from followed
    ), entry as materialized (
      select start, skipped - before as skipped
      from cut, lateral (
        select r.start, r.before - (select count(*) from followed where start_time < r.start) as before
        from unnest(${starts}::timestamptz[], ${befores}::bigint[]) as r (start, before)
      ) r
      where before <= skipped order by start desc limit 1
    ), timed as materialized (
      select g.id ${timed} and g.start_time >= (select start from entry) ${other}
      order by g.start_time, g.id
      limit (select case when skipped < timed then due else 0 end from cut)
      offset (select skipped from entry)
    ), tba as (
      select g.id ${tba} ${other} order by g.id
      limit (select due from cut) - (select count(*) from timed)
      offset (select greatest(0, skipped - timed) from cut)
    ), page as (
      select id, tier from first
      union all select id, null from timed
      union all select id, null from tba
      limit ${sql.lit(most.listed)}
    )
    select ${columns}, page.tier is not null as followed
    from page
    join gigs g on g.id = page.id
    join festivals f on f.id = g.festival_id
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    order by page.tier, g.start_time, g.id`.execute(db)
  return rows
}
