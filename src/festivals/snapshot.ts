import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'

/** When an artist plays, in milliseconds since 1970; none: still to be announced. */
export type Slots = { id: string; times: number[] }

/** A festival as far as it is news, and what was told of its line-up. */
export type Known = {
  id: string
  name: string
  organizer_id: string | null
  organizer: string | null
  start_time: Date
  end_time: Date
  venue: string | null
  address: string | null
  country: string | null
  coordinates: { x: number; y: number } | null
  cancelled_at: Date | null
  lineUp: (Slots & { name: string })[]
  told: Slots[]
  /** artists that followers are not told of yet */
  waiting: string[]
  is_approved: boolean
}

/** A festival as a change finds and leaves it, in one statement. */
export async function findKnown(db: Database, id: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select f.id, f.name, f.organizer_id, o.name as organizer, f.start_time, f.end_time, f.venue,
           f.address, f.country, f.coordinates, f.cancelled_at,
           o.approved_at is not null as is_approved,
           array(
             select json_build_object('id', a.id, 'name', a.name, 'times', coalesce(
               json_agg(${milliseconds('g.start_time')} order by g.start_time)
                 filter (where g.start_time is not null), '[]'))
             from gigs g join artists a on a.id = g.artist_id
             where g.festival_id = f.id group by a.id order by a.name, a.id
           ) as "lineUp",
           array(
             select json_build_object('id', n.artist_id, 'times', (
               select coalesce(json_agg(${milliseconds('t.start_time')}), '[]')
               from unnest(n.start_times) t (start_time)))
             from announcements n where n.festival_id = f.id
           ) as told,
           array(
             select w.artist_id::text from waiting_announcements w
             where w.festival_id = f.id and w.artist_id is not null and w.cause is null
           ) as waiting
    from festivals f left join organizers o on o.id = f.organizer_id where f.id = ${id}`.execute(db)
  return rows[0]
}

function milliseconds(time: string) {
  return sql`(extract(epoch from ${sql.ref(time)}) * 1000)::bigint`
}
