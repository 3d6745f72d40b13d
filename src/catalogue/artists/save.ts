import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { inChunks } from './chunks.ts'
import { artistColumns } from './columns.ts'
import { makeGenres, tagArtists } from './genres.ts'
import type { NewArtist } from './schemas.ts'

/** An artist to write. `photo` is already stored; `source` is its id in the system it is imported from. */
export type ArtistDraft = NewArtist & { source?: string | null }

type Author = { createdBy: string | null }

/**
 * Writes artists with their genres, all of them or none, in a few statements for every thousand. A draft with a stored
 * `source` updates that artist and leaves the fields it does not have unchanged.
 * @returns the ids in the order of the drafts
 */
export function saveArtists(
  db: Database,
  drafts: ArtistDraft[],
  author: Author,
): Promise<string[]> {
  return transact(db, async (trx) => {
    await makeGenres(
      trx,
      drafts.flatMap(({ genres = [] }) => genres),
    )
    const ids: string[] = []
    for (const chunk of inChunks(drafts, 1000)) {
      ids.push(...(await saveChunk(trx, chunk, author)))
    }
    return ids
  })
}

async function saveChunk(db: Database, drafts: ArtistDraft[], author: Author): Promise<string[]> {
  const fresh = drafts.map((draft) => ({ ...draft, id: newId() }))
  const distinct = [...new Map(fresh.map((draft) => [draft.source ?? draft.id, draft])).values()]
  const known = await upsert(db, distinct, author)
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

/**
 * Inserts or updates; returns the ids of the artists that have a source. The order of the sources keeps two concurrent
 * imports from waiting for each other.
 */
async function upsert(
  db: Database,
  drafts: (ArtistDraft & { id: string })[],
  { createdBy }: Author,
): Promise<Map<string, string>> {
  const rows = drafts.map(({ id, source, ...draft }) => ({
    ...artistColumns.write(draft),
    id,
    source,
  }))
  const saved = await sql<{ id: string; source: string | null }>`
    insert into artists as a (id, ${artistColumns.names()}, source, created_by)
    select id, ${artistColumns.names()}, source, ${createdBy}::uuid
    from json_to_recordset(${JSON.stringify(rows)}) as d (id uuid, ${artistColumns.definitions()}, source text)
    order by source collate "C"
    on conflict (source) do update set ${artistColumns.overwrite('a')}
    returning id, source`.execute(db)
  return new Map(saved.rows.flatMap(({ id, source }) => (source ? [[source, id]] : [])))
}
