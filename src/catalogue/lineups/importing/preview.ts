/** The difference that an import would make. */
import type { ArtistNames } from '#catalogue/artists'
import { compareGigs, type FestivalDraft, type GigChange } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'
import { nameKey } from '#platform/values/names'
import type { Lineup } from '../model/lineup.ts'
import { artistNamesOf, lineUpDraft } from './draft.ts'

/** Numbers of gigs that an import adds, moves, changes otherwise, leaves as they are, and removes. */
export type Difference = Record<GigChange['outcome'], number>

/**
 * Compares a line-up with the stored one, without writing anything. Artists that do not exist yet get ids of their own.
 * `places` are the ones to write; `id` is undefined for a new festival.
 */
export async function previewLineup(
  db: Database,
  id: string | undefined,
  {
    lineup,
    names,
    places,
    moved,
    time_zone,
  }: {
    lineup: Lineup
    names: ArtistNames
    places: FestivalDraft['places']
    moved?: (time: Date) => Date
    time_zone?: string | undefined
  },
): Promise<{ changes: GigChange[]; difference: Difference; newArtists: string[] }> {
  const all = artistNamesOf(lineup)
  const known = new Map(all.map((name) => [name, names.find(name)]))
  const ids = new Map(all.map((name) => [name, known.get(name)?.id ?? `new ${nameKey(name)}`]))
  const artists = new Map(
    all.map((name) => {
      const id = ids.get(name) ?? ''
      return [id, { id, name: known.get(name)?.name ?? name }]
    }),
  )
  const draft = { ...lineUpDraft(lineup, ids, moved), ...(places && { places }) }
  const changes = draft.gigs ? await compareGigs(db, id, { draft, artists, time_zone }) : []
  return {
    changes,
    difference: countOutcomes(changes),
    newArtists: [
      ...new Map(
        all.filter((name) => known.get(name) === undefined).map((name) => [nameKey(name), name]),
      ).values(),
    ],
  }
}

export function countOutcomes(changes: GigChange[]): Difference {
  const difference: Difference = { added: 0, moved: 0, changed: 0, unchanged: 0, removed: 0 }
  for (const { outcome } of changes) difference[outcome]++
  return difference
}
