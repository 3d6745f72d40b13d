import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { searchable } from '#platform/values/text'
import { inChunks } from './chunks.ts'
import { makeGenres, tagArtists } from './genres.ts'

/** An artist to write: `photo` as it is stored, `genres` by name, `source` its id where it comes from. */
export type ArtistDraft = {
  name: string
  photo?: string | null | undefined
  bio?: string | null | undefined
  music_streaming?: string | null | undefined
  audio_sharing?: string | null | undefined
  video_sharing?: string | null | undefined
  genres?: string[] | undefined
  source?: string | null | undefined
}

type By = { createdBy: string | null }

/**
 * Writes artists with their genres, all of them or none, in a few statements for every thousand. A
 * draft whose `source` is known updates that artist: what the draft leaves out stays as it is.
 * @returns the ids in the order of the drafts
 */
export function saveArtists(db: Database, drafts: ArtistDraft[], by: By): Promise<string[]> {
  return transact(db, async (trx) => {
    await makeGenres(
      trx,
      drafts.flatMap(({ genres = [] }) => genres),
    )
    const ids: string[] = []
    for (const chunk of inChunks(drafts, 1000)) {
      ids.push(...(await saveChunk(trx, chunk, by)))
    }
    return ids
  })
}

async function saveChunk(db: Database, drafts: ArtistDraft[], by: By): Promise<string[]> {
  const fresh = drafts.map((draft) => ({ ...draft, id: newId() }))
  const distinct = [...new Map(fresh.map((draft) => [draft.source ?? draft.id, draft])).values()]
  const known = await upsert(db, distinct, by)
  const idOf = ({ id, source }: { id: string; source?: string | null | undefined }) =>
    known.get(source ?? '') ?? id
  await tagArtists(
    db,
    distinct.flatMap((draft) =>
      draft.genres ? [{ artistId: idOf(draft), genres: draft.genres }] : [],
    ),
  )
  return fresh.map(idOf)
}

/** Inserts or updates; gives the ids of those that have a source. Two imports meet in its order. */
async function upsert(
  db: Database,
  drafts: (ArtistDraft & { id: string })[],
  { createdBy }: By,
): Promise<Map<string, string>> {
  const rows = drafts.map(({ genres: _, ...row }) => ({
    ...row,
    search_name: searchable(row.name),
  }))
  const saved = await sql<{ id: string; source: string | null }>`
    insert into artists as a (
      id, name, search_name, photo, bio, music_streaming, audio_sharing, video_sharing, source, created_by
    )
    select id, name, search_name, photo, bio, music_streaming, audio_sharing, video_sharing, source,
           ${createdBy}::uuid
    from json_to_recordset(${JSON.stringify(rows)}) as d (
      id uuid, name text, search_name text, photo text, bio text,
      music_streaming text, audio_sharing text, video_sharing text, source text
    )
    order by source collate "C"
    on conflict (source) do update set
      name = excluded.name,
      search_name = excluded.search_name,
      photo = coalesce(excluded.photo, a.photo),
      bio = coalesce(excluded.bio, a.bio),
      music_streaming = coalesce(excluded.music_streaming, a.music_streaming),
      audio_sharing = coalesce(excluded.audio_sharing, a.audio_sharing),
      video_sharing = coalesce(excluded.video_sharing, a.video_sharing)
    returning id, source`.execute(db)
  return new Map(saved.rows.flatMap(({ id, source }) => (source ? [[source, id]] : [])))
}
