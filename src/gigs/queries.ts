import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import { offsetOf, type Page } from '#platform/http'
import { fold } from '#platform/text'
import { columns, type GigRow } from './items.ts'

/** Which gigs: a condition on timed gigs `g`, and one on the festival `f` of those still TBA. */
type Window = { timed: RawBuilder<boolean>; tba: RawBuilder<boolean> }
export type Selection = {
  window: Window
  artist?: string | undefined
  country?: string | undefined
}

/** In the future; or TBA at a festival that is active or upcoming (specification, gig rule 1). */
export function upcoming(now: Date): Window {
  return { timed: sql`g.start_time > ${now}`, tba: sql`f.end_time >= ${now}` }
}

/** Inside the month; or TBA at a festival that starts inside it (specification, gig rule 2). */
export function inMonth({ from, until }: { from: Date; until: Date }): Window {
  return {
    timed: sql`g.start_time >= ${from} and g.start_time < ${until}`,
    tba: sql`f.start_time >= ${from} and f.start_time < ${until}`,
  }
}

const none = sql``
const festival = sql`join festivals f on f.id = g.festival_id and f.deleted_at is null`

/** `from gigs g …` with the timed part of a selection, and with its TBA part. */
function partsOf({ window, artist, country }: Selection) {
  const ofArtist = artist === undefined ? none : sql`and g.artist_id = ${artist}`
  const inCountry = country ? sql`and f.country_key = ${fold(country)}` : none
  return {
    timed: sql`from gigs g ${country ? festival : none}
      where ${window.timed} ${ofArtist} ${inCountry}`,
    tba: sql`from gigs g ${festival}
      where g.start_time is null and ${window.tba} ${ofArtist} ${inCountry}`,
  }
}

const noGig = sql`select null::uuid as id, 0 as tier, null::timestamptz as start_time where false`

/**
 * A page of gigs by start, then id, TBA last; those of `followed` (columns `id`, `tier`, `start_time`)
 * come before all others, by tier, and are marked.
 *
 * Only ids are walked, along an index, and the TBA part only once the timed one has ended: a deep page
 * looks up no more than a first one. One statement, so that a gig added meanwhile cannot shift the parts.
 */
export async function pageOfGigs(
  db: Database,
  selection: Selection,
  { followed, ...page }: Page & { followed?: RawBuilder<unknown> },
): Promise<(GigRow & { followed: boolean })[]> {
  const { timed, tba } = partsOf(selection)
  const [limit, offset] = [page.limit, offsetOf(page)]
  const others = followed ? sql`and g.id not in (select id from followed)` : none
  const { rows } = await sql<GigRow & { followed: boolean }>`
    with followed as materialized (${followed ?? noGig}),
    first as materialized (
      select id, tier from followed order by tier, start_time, id limit ${limit} offset ${offset}
    ), timed as materialized (
      select g.id ${timed} ${others} order by g.start_time, g.id
      limit ${limit} - (select count(*) from first)
      offset greatest(0, ${offset} - (select count(*) from followed))
    ), tba as (
      select g.id ${tba} ${others} order by g.id
      limit ${limit} - (select count(*) from first) - (select count(*) from timed)
      offset case when exists (select from timed) then 0 else greatest(
        0, ${offset} - (select count(*) from followed) - (select count(*) ${timed} ${others})) end
    )
    select ${columns}, page.tier is not null as followed
    from (
      select id, tier from first
      union all select id, null from timed
      union all select id, null from tba
      limit 100
    ) page
    join gigs g on g.id = page.id
    join festivals f on f.id = g.festival_id
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    order by page.tier, g.start_time, g.id`.execute(db)
  return rows
}

/** How many gigs there are in all; a page past the end has a total too. */
export async function countGigs(db: Database, selection: Selection): Promise<number> {
  const { timed, tba } = partsOf(selection)
  const { rows } = await sql<{ total: number }>`
    select (select count(*)::int ${timed}) + (select count(*)::int ${tba}) as total`.execute(db)
  return rows[0]?.total ?? 0
}

type ChartRow = { id: string; name: string; photo: string | null; gig_count: number }

/**
 * The artists with the most upcoming gigs, ties by name, then id (specification, gig rule 5). Names are
 * looked up only for those whose count is high enough.
 */
export async function chart(db: Database, now: Date, limit: number): Promise<ChartRow[]> {
  const { timed, tba } = partsOf({ window: upcoming(now) })
  const { rows } = await sql<ChartRow>`
    with gig as (
      select g.artist_id ${timed} and g.artist_id is not null
      union all
      select g.artist_id ${tba} and g.artist_id is not null
    ), leader as (
      select artist_id, count(*)::int as gig_count from gig group by artist_id
      order by gig_count desc fetch first ${limit} rows with ties
    )
    select a.id, a.name, a.photo, leader.gig_count
    from leader join artists a on a.id = leader.artist_id
    order by leader.gig_count desc, a.name, a.id limit ${limit}`.execute(db)
  return rows
}
