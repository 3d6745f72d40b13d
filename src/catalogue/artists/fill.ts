import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { fold } from '#platform/values/text'
import { inChunks } from './chunks.ts'
import { makeGenres } from './genres.ts'
import type { ArtistDraft } from './save.ts'
import { NewArtist } from './schemas.ts'

/** All fields of an artist that are a column, except for the name, which is never filled. */
const fields = Object.keys(NewArtist.properties).filter(
  (name) => !['name', 'genres'].includes(name),
)

/** The same limit as in `PUT /artists/:id`, so that an artist can be written back as it was read. */
const mostGenres = 50

type Filling = { id: string; draft: ArtistDraft }

/** Fills fields that the artists lack, and adds genres of the drafts, up to 50 for each artist. */
export async function fillArtists(db: Database, fillings: Filling[]): Promise<void> {
  for (const { id, draft } of fillings) await fillFields(db, id, draft)
  await addGenres(
    db,
    fillings.flatMap(({ id, draft: { genres = [] } }) =>
      genres.map((name) => ({ artist_id: id, name, key: fold(name) })),
    ),
  )
}

async function fillFields(db: Database, id: string, draft: Record<string, unknown>) {
  const given = fields.filter((field) => typeof draft[field] === 'string')
  if (given.length === 0) return
  const lacking = sql.join(
    given.map((field) => sql`${sql.ref(field)} is null`),
    sql` or `,
  )
  const filled = given.map((field) => [field, sql`coalesce(${sql.ref(field)}, ${draft[field]})`])
  await db
    .updateTable('artists')
    .set(Object.fromEntries(filled))
    .where('id', '=', id)
    .where(sql<boolean>`(${lacking})`)
    .execute()
}

async function addGenres(db: Database, tags: { artist_id: string; name: string; key: string }[]) {
  await makeGenres(
    db,
    tags.map(({ name }) => name),
  )
  for (const chunk of inChunks(tags, 5000)) {
    await sql`
      with added as (
        select distinct t.artist_id, g.id, g.name
        from json_to_recordset(${JSON.stringify(chunk)}) as t (artist_id uuid, key text)
        join genres g on g.key = t.key
        where not exists (
          select from artist_genres o where o.artist_id = t.artist_id and o.genre_id = g.id)
      ), placed as (
        select artist_id, id, row_number() over (partition by artist_id order by name)
          + (select count(*) from artist_genres o where o.artist_id = a.artist_id) as place
        from added a
      )
      insert into artist_genres (artist_id, genre_id)
      select artist_id, id from placed where place <= ${mostGenres}
      on conflict do nothing`.execute(db)
  }
}
