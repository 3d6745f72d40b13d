import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '#platform/database/tables'
import { offsetOf, Page, Pagination, paginated } from '#platform/http/paging'
import { Named } from '#platform/values/shapes'

/** `GET /festivals/:id/artists`. */
export const LineUp = Type.Object({
  artists: Type.Array(Named('The Lanterns')),
  pagination: Pagination,
})
type LineUp = Static<typeof LineUp>

/** The most artists of a page. */
export const mostArtists = 300
export const LineUpQuery = Page(100, mostArtists)

type Found = { total: number; artists: LineUp['artists'] }

/** A page of the artists who play, by name, then id; undefined for an unknown festival. */
export async function findLineUp(
  db: Database,
  id: string,
  page: Page,
): Promise<LineUp | undefined> {
  const { rows } = await sql<Found>`
    with playing as (
      select a.id, a.name from artists a
      where a.id in (select g.artist_id from gigs g where g.festival_id = ${id})
    )
    select (select count(*)::int from playing) as total, array(
      select json_build_object('id', id, 'name', name) from playing
      order by name, id limit ${page.limit} offset ${offsetOf(page)}) as artists
    from festivals where id = ${id} and deleted_at is null`.execute(db)
  const [found] = rows
  return found && { artists: found.artists, pagination: paginated(page, found.total) }
}
