import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import { offsetOf, type Page } from '#platform/http'
import { fold } from '#platform/text'
import { columns, type GigRow } from './items.ts'
import { most } from './schemas.ts'

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

export type GigCounts = { timed: number; tba: number }

/** How many gigs there are in all: a page past the end has a total too, and a deep one its place. */
export async function countGigs(db: Database, selection: Selection): Promise<GigCounts> {
  const { timed, tba } = partsOf(selection)
  const { rows } = await sql<GigCounts>`
    select (select count(*)::int ${timed}) as timed, (select count(*)::int ${tba}) as tba`.execute(
    db,
  )
  return rows[0] ?? { timed: 0, tba: 0 }
}

type Cut = Page & {
  /** What `countGigs` says of the same selection. */
  counts: GigCounts
  /** A select of `id`, `tier` and `start_time`: gigs that come before all others, by tier. */
  followed?: RawBuilder<unknown>
}

const nobody = sql`select null::uuid as id, 0 as tier, null::timestamptz as start_time where false`

/**
 * A page of gigs by start, then id, TBA last; those followed come first, and are marked. Only ids are
 * walked, along an index, and each part only if the page reaches it. A gig that is added between the
 * count and the page shifts others to later pages, past none of them.
 * The literal limit tells the planner how few rows it joins.
 */
export async function pageOfGigs(
  db: Database,
  selection: Selection,
  { counts, followed = nobody, ...page }: Cut,
): Promise<(GigRow & { followed: boolean })[]> {
  const offset = offsetOf(page)
  if (offset >= counts.timed + counts.tba) return []
  const { timed, tba } = partsOf(selection)
  const other = followed === nobody ? none : sql`and g.id not in (select id from followed)`
  const { rows } = await sql<GigRow & { followed: boolean }>`
    with followed as materialized (${followed}),
    first as materialized (
      select id, tier from followed order by tier, start_time, id limit ${page.limit} offset ${offset}
    ), cut as materialized (
      select greatest(0, ${offset} - count(*)) as skipped, ${counts.timed} - count(start_time) as timed,
             ${page.limit} - (select count(*) from first) as due
      from followed
    ), timed as materialized (
      select g.id ${timed} ${other} order by g.start_time, g.id
      limit (select case when skipped < timed then due else 0 end from cut)
      offset (select skipped from cut)
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
