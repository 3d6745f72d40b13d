import { sql } from 'kysely'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Organizer } from './snapshot.ts'

/** The records that a change names, by their ids. */
type Named = { festivals?: string[]; artists?: string[]; organizers?: string[] }

type Festival = {
  id: string
  organizer_id: string | null
  photo: string | null
  is_deleted: boolean
}

/** What is locked, by id; artists by their names. A record that does not exist is absent. */
export type Locked = {
  festivals: Map<string, Festival>
  artists: Map<string, string>
  organizers: Map<string, Organizer>
}

type Row = {
  festivals: Festival[]
  artists: { id: string; name: string }[]
  organizers: Organizer[]
}

/**
 * Locks records until the commit: festivals, so that their changes run one after the other; then artists and
 * organizers, so that they are neither deleted nor renamed meanwhile, and the triggers of a rename see every
 * festival that shows the name. Each by id, in one statement; what is read afterwards is up to date.
 */
export async function lockRecords(
  db: Database,
  { festivals = [], artists = [], organizers = [] }: Named,
): Promise<Locked> {
  const { rows } = await sql<Row>`
    with locked_festivals as materialized (
      select id, organizer_id, photo, deleted_at is not null as is_deleted
      from festivals where id = any (${list(festivals, 'uuid')}) order by id for no key update
    ), locked_artists as materialized (
      select id, name from artists where id = any (${list(artists, 'uuid')}) order by id for share
    ), locked_organizers as materialized (
      select id, name, approved_at is not null as is_approved
      from organizers where id = any (${list(organizers, 'text')}) order by id for share
    )
    -- They are locked in the order in which they are read here.
    select (select coalesce(json_agg(f), '[]') from locked_festivals f) as festivals,
           (select coalesce(json_agg(a), '[]') from locked_artists a) as artists,
           (select coalesce(json_agg(o), '[]') from locked_organizers o) as organizers`.execute(db)
  const [found = { festivals: [], artists: [], organizers: [] }] = rows
  return {
    festivals: new Map(found.festivals.map((festival) => [festival.id, festival])),
    artists: new Map(found.artists.map(({ id, name }) => [id, name])),
    organizers: new Map(found.organizers.map((organizer) => [organizer.id, organizer])),
  }
}
