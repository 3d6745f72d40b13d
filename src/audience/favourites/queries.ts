import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Heart, ListedHeart } from './schemas.ts'

type Row = Heart & {
  is_gone: boolean
  start_time: Date | null
  end_time: Date | null
  billing_text: string | null
  artist_id: string | null
  name: string
  photo: string | null
  place_id: string | null
  place: string
  type: string | null
}

/**
 * Returns a user's hearts at a festival by start, each with its current gig; gigs to be announced come last. Undefined
 * for an unknown festival.
 */
export async function listFavourites(
  db: Database,
  { userId, festivalId }: { userId: string; festivalId: string },
): Promise<ListedHeart[] | undefined> {
  const { rows } = await sql<Row & { gig_id: string | null }>`
    select h.gig_id, h.festival_id, h.artist_name, h.known_start_at, h.keeps_clashes, h.created_at,
           g.id is null as is_gone, g.start_time, g.end_time, g.billing_text, g.artist_id, a.name, a.photo,
           g.place_id, p.name as place, p.type
    from festivals f
    left join hearts h on h.festival_id = f.id and h.user_id = ${userId}
    left join gigs g on g.id = h.gig_id and g.festival_id = f.id
    left join artists a on a.id = g.artist_id
    left join places p on p.id = g.place_id
    where f.id = ${festivalId} and f.deleted_at is null
    order by case when g.id is null then h.known_start_at else g.start_time end, h.gig_id`.execute(
    db,
  )
  if (rows.length === 0) return undefined
  return rows.filter(({ gig_id }) => gig_id !== null).map(toListed)
}

function toListed(row: Row): ListedHeart {
  const { gig_id, festival_id, artist_name, known_start_at, keeps_clashes, created_at } = row
  const heart = { gig_id, festival_id, artist_name, known_start_at, keeps_clashes, created_at }
  return { ...heart, gig: row.is_gone ? null : gigOf(row) }
}

function gigOf({ start_time, end_time, billing_text, artist_id, name, photo, ...row }: Row) {
  const { place_id, place, type } = row
  return {
    start_time,
    end_time,
    billing_text,
    artist: artist_id ? { id: artist_id, name, photo } : null,
    place: place_id ? { id: place_id, name: place, type } : null,
  }
}
