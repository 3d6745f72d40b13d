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
}

/** Returns the gigs with these ids that are in the selection, in the order of the ids. */
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

/** Returns a page of gigs by start, then id, with gigs to be announced last. */
export async function pageOfGigs(db: Database, selection: Selection, cut: Cut): Promise<GigRow[]> {
  if (isBehindAll(cut)) return []
  const { rows } = await sql<GigRow>`
    with ${pageFrom(selection, cut, noGigs)}
    select ${columns}
    from page
    join gigs g on g.id = page.id
    join festivals f on f.id = g.festival_id
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    order by page.start_time, page.id`.execute(db)
  return rows
}

/**
 * Returns a page of the ids of gigs, in the same order, but followed gigs come first and are marked. `followed` selects
 * `id`, `tier` and `start_time` of them; a smaller tier comes earlier.
 */
export async function pageOfGigIds(
  db: Database,
  selection: Selection,
  { followed, ...cut }: Cut & { followed: RawBuilder<unknown> },
): Promise<{ id: string; followed: boolean }[]> {
  if (isBehindAll(cut)) return []
  const { rows } = await sql<{ id: string; followed: boolean }>`
    with ${pageFrom(selection, cut, followed)}
    select id, tier is not null as followed from page order by tier, start_time, id`.execute(db)
  return rows
}

const isBehindAll = ({ totals, ...page }: Cut) => offsetOf(page) >= totals.timed + totals.tba

/**
 * The common table expression `page`, and the expressions that it needs. Only ids and starts are read, along an index,
 * from the last cached position before the page, and each part only if the page reaches it. A gig added between the
 * count and the page moves others to later pages and hides none. The literal limit shows the planner how few rows are
 * joined.
 */
function pageFrom(
  selection: Selection,
  { totals, ...page }: Cut,
  followed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const offset = offsetOf(page)
  const { timed, tba } = partsOf(selection)
  const other = followed === noGigs ? none : sql`and g.id not in (select id from followed)`
  const starts = totals.index.map(({ start }) => start)
  const befores = totals.index.map(({ before }) => before)
  return sql`
    followed as materialized (${followed}),
    first as materialized (
      select id, tier, start_time from followed
      order by tier, start_time, id limit ${page.limit} offset ${offset}
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
      select g.id, g.start_time ${timed} and g.start_time >= (select start from entry) ${other}
      order by g.start_time, g.id
      limit (select case when skipped < timed then due else 0 end from cut)
      offset (select skipped from entry)
    ), tba as (
      select g.id ${tba} ${other} order by g.id
      limit (select due from cut) - (select count(*) from timed)
      offset (select greatest(0, skipped - timed) from cut)
    ), page as (
      select id, tier, start_time from first
      union all select id, null, start_time from timed
      union all select id, null, null from tba
      limit ${sql.lit(most.listed)}
    )`
}
