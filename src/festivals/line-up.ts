import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database/tables'
import { PageAnswer, PageQuery, type Part } from '#platform/http/cursors'
import { Named } from '#platform/values/shapes'

/** `GET /festivals/:id/artists`. */
export const LineUp = PageAnswer({ artists: Type.Array(Named('The Lanterns')) })

/** The most artists of a page. */
export const mostArtists = 300
export const LineUpQuery = PageQuery(100, mostArtists)

type Found = { total: number; rows: Static<typeof LineUp>['artists'] }

/** Returns artists who play, by name, then id, and how many there are; undefined for an unknown festival. */
export async function findLineUp(
  db: Database,
  id: string,
  { limit, offset, after }: Part<[name: string, id: string]>,
): Promise<Found | undefined> {
  const follows = after ? sql`where (name, id) > (${after[0]}, ${after[1]}::uuid)` : sql``
  const { rows } = await sql<Found>`
    with playing as (
      select a.id, a.name from artists a
      where a.id in (select g.artist_id from gigs g where g.festival_id = ${id})
    )
    select (select count(*)::int from playing) as total, array(
      select json_build_object('id', id, 'name', name) from playing ${follows}
      order by name, id limit ${limit} offset ${offset}) as rows
    from festivals where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}
