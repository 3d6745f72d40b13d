import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { nameKey } from '#platform/values/names'
import { fillArtists } from './fill.ts'
import { type ArtistDraft, saveArtists } from './save.ts'

/** An artist of an imported file, always with its id in the source. */
type Imported = ArtistDraft & { source: string }

/** `ids` in the order of the drafts; `created`: the number of new artists. */
export type ImportedArtists = { ids: string[]; created: number }

/** An artist by its name. A new one gets its id when it is saved. */
type Named = { name: string; id: string }
type Names = Map<string, Named[]>

/** The artists that are stored, by their names. */
export class ArtistNames {
  readonly #names: Names

  constructor(artists: Named[]) {
    this.#names = Map.groupBy(artists, ({ name }) => nameKey(name))
  }

  /** Returns the one artist that a name means, if there is exactly one. */
  find(name: string): Named | undefined {
    return fits(this.ofKey(nameKey(name)), name)
  }

  ofKey(key: string): Named[] {
    return this.#names.get(key) ?? []
  }

  add(artist: Named): void {
    remember(this.#names, artist)
  }
}

/** Reads the names of all artists. */
export async function readArtistNames(db: Database): Promise<ArtistNames> {
  return new ArtistNames(await db.selectFrom('artists').select(['id', 'name']).execute())
}

/** The destination of a draft: it is saved under its source, or fills an artist. */
type Placed = { draft: Imported; artist: Named; isFilled: boolean }

type Importing = {
  /** the names of all artists, where they are read already */
  names?: ArtistNames
  /** the user who imports: artists that exist stay as they are; undefined for an operator, whose files update them */
  createdBy?: string
}

/**
 * Reads the names of all artists, and returns a function that imports a batch, all or none. An artist is recognized by
 * its `source`, and updated; else by its name or, when exactly one artist fits, by its `nameKey`: then it only gets the
 * fields it lacks. All others are new.
 */
export async function artistImporter(
  db: Database,
  { names, createdBy }: Importing = {},
): Promise<(db: Database, drafts: Imported[]) => Promise<ImportedArtists>> {
  const known = names ?? (await readArtistNames(db))
  return (at, drafts) =>
    transact(at, async (trx) => {
      const { placed, added } = await place(trx, drafts, known)
      const isOpen = ({ artist }: Placed) => createdBy === undefined || artist.id === ''
      const saved = placed.filter((one) => !one.isFilled && isOpen(one))
      const ids = await saveArtists(
        trx,
        saved.map(({ draft }) => draft),
        { createdBy: createdBy ?? null },
      )
      for (const [index, { artist }] of saved.entries()) artist.id = ids[index] ?? ''
      const filled = placed.filter(({ isFilled }) => isFilled && createdBy === undefined)
      await fillArtists(
        trx,
        filled.map(({ draft, artist: { id } }) => ({ id, draft })),
      )
      for (const artist of added) known.add(artist)
      return { ids: placed.map(({ artist }) => artist.id), created: added.length }
    })
}

/** Stores nothing in memory: the transaction may run again. */
async function place(db: Database, drafts: Imported[], names: ArtistNames) {
  const bySource = await findBySource(
    db,
    drafts.map(({ source }) => source),
  )
  const added: Names = new Map()
  const placed = drafts.map((draft): Placed => {
    const { name, source } = draft
    const known = bySource.get(source)
    if (known) return { draft, artist: { name, id: known.id }, isFilled: known.isAlias }
    const key = nameKey(name)
    const fitting = fits([...names.ofKey(key), ...(added.get(key) ?? [])], name)
    if (fitting) return { draft, artist: fitting, isFilled: true }
    const artist = { name, id: '' }
    remember(added, artist)
    return { draft, artist, isFilled: false }
  })
  return { placed, added: [...added.values()].flat() }
}

/** Returns the one artist with exactly this name, else the only one there is. */
function fits(artists: Named[], name: string): Named | undefined {
  const same = artists.filter((artist) => artist.name === name)
  const [first, ...others] = same.length > 0 ? same : artists
  return others.length === 0 ? first : undefined
}

function remember(names: Names, artist: Named) {
  const key = nameKey(artist.name)
  names.set(key, [...(names.get(key) ?? []), artist])
}

async function findBySource(db: Database, sources: string[]) {
  const { rows } = await sql<{ source: string; id: string; isAlias: boolean }>`
    select source, id, false as "isAlias" from artists where source = any (${sources}::text[])
    union all
    select source, artist_id, true from artist_aliases where source = any (${sources}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ source, ...artist }) => [source, artist]))
}
