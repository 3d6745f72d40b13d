import { sql } from 'kysely'
import type { GigItem } from './schemas.ts'

export type GigRow = {
  id: string
  start_time: Date | null
  end_time: Date | null
  headliner: boolean
  billing: number | null
  billing_text: string | null
  artist_id: string | null
  artist_name: string
  artist_photo: string | null
  place_id: string | null
  place_name: string
  place_type: string | null
  festival_id: string
  festival_name: string
  country: string | null
  venue: string | null
  festival_photo: string | null
  festival_start: Date
  festival_end: Date
  time_zone: string
}

/**
 * The columns of a listed gig: gig `g`, festival `f`, artist `a` and place `p`, of which the last two may
 * be absent.
 */
export const columns = sql`
  g.id, g.start_time, g.end_time, g.headliner, g.billing, g.billing_text, g.artist_id, a.name as artist_name,
  a.photo as artist_photo, g.place_id, p.name as place_name, p.type as place_type, g.festival_id, f.name as festival_name,
  f.country, f.venue, f.photo as festival_photo, f.start_time as festival_start,
  f.end_time as festival_end, f.time_zone`

/** Returns a row of these columns as a listed gig. */
export function toItem(row: GigRow): GigItem {
  const { id, start_time, end_time, headliner, billing, billing_text, artist_id, place_id } = row
  return {
    id,
    start_time,
    end_time,
    headliner,
    billing,
    billing_text,
    artist: artist_id ? { id: artist_id, name: row.artist_name, photo: row.artist_photo } : null,
    place: place_id ? { id: place_id, name: row.place_name, type: row.place_type } : null,
    festival: {
      id: row.festival_id,
      name: row.festival_name,
      country: row.country,
      venue: row.venue,
      photo: row.festival_photo,
      start_time: row.festival_start,
      end_time: row.festival_end,
      time_zone: row.time_zone,
    },
  }
}
