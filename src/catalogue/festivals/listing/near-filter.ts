import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toleranceOf } from '#platform/jobs/admission'
import { batchedLookup } from '#platform/jobs/batched-lookup'
import { fold } from '#platform/values/text'
import type { Bounds } from '../model/bounds.ts'
import { fewEnoughToSort, lightArray, lightPage } from './map.ts'
import type { FestivalFilter } from './queries.ts'

type NearQuery = { box: Bounds; filter: FestivalFilter; cut: { limit: number; offset: number } }

/** A page of a box as the text of a JSON array, and the number of festivals in the box, counted up to one more than `fewEnoughToSort`. */
export type Near = { total: number; text: string; until: Date | null }
export type FindNear = (query: NearQuery) => Promise<Near>

/**
 * Maps of boxes with few festivals: found by place, counted and sorted in one statement, which concurrent requests
 * share. Two statements run side by side, so that a larger box delays only half of the requests.
 */
export function nearFinder(
  infrastructure: Pick<Infrastructure, 'reads' | 'config' | 'now'>,
): FindNear {
  const lane = () =>
    batchedLookup<NearQuery, Near>({
      find: (batch) => findNear(infrastructure.reads, batch),
      keyOf: (query) => JSON.stringify(query),
      tolerance: toleranceOf(infrastructure.config.BUSY_AFTER_MS, infrastructure.now),
    })
  const [one, other] = [lane(), lane()]
  let isOther = false
  return (query) => {
    isOther = !isOther
    return (isOther ? other : one)(query)
  }
}

async function findNear(db: Database, batch: NearQuery[]): Promise<Near[]> {
  const all = <T>(of: (query: NearQuery) => T) => batch.map(of)
  const { rows } = await sql<Near>`
    select found.text, found.total, case
        when b.since is not null then (
          select min(start_time) from festivals where start_time >= b.since and deleted_at is null)
        when b.before is not null then (
          select min(end_time) from festivals where end_time >= b.before and deleted_at is null)
      end as until
    from unnest(
      ${all(({ box }) => box.west)}::float8[], ${all(({ box }) => box.south)}::float8[],
      ${all(({ box }) => box.east)}::float8[], ${all(({ box }) => box.north)}::float8[],
      ${all(({ filter }) => (filter.country ? fold(filter.country) : null))}::text[],
      ${all(({ filter }) => (filter.time === 'upcoming' ? filter.now : null))}::timestamptz[],
      ${all(({ filter }) => (filter.time === 'past' ? filter.now : null))}::timestamptz[],
      ${all(({ filter }) => filter.starting ?? null)}::timestamptz[],
      ${all(({ filter }) => filter.ending ?? null)}::timestamptz[],
      ${all(({ cut }) => cut.limit)}::int[], ${all(({ cut }) => cut.offset)}::int[]
    ) with ordinality b (west, south, east, north, country, since, before, after, ending, most, skipped, n)
    cross join lateral (
      with inside as materialized (
        select f.id, f.rank, f.start_time from festivals f
        where f.deleted_at is null
          and f.location <@ box(point(b.west, b.south), point(b.east, b.north))
          and (b.country is null or f.country_key = b.country)
          and (b.since is null or f.start_time >= b.since)
          and (b.before is null or f.end_time < b.before)
          and (b.after is null or f.start_time > b.after)
          and (b.ending is null or f.end_time < b.ending)
        limit ${sql.lit(fewEnoughToSort + 1)}
      ), page as (
        select id, rank, start_time from inside
        order by rank desc, start_time, id limit b.most offset b.skipped
      )
      select ${lightArray}, (select count(*)::int from inside) as total from ${lightPage}
    ) found
    order by b.n`.execute(db)
  return rows
}
