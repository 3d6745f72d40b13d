/** A line-up that was read → the places and gigs to write, by the ids of their artists. */

import type { FestivalDraft, PlaceDraft } from '#catalogue/festivals'
import type { Database } from '#platform/database/tables'
import { nameKey } from '#platform/values/names'
import { sourceOf } from '../model/artist.ts'
import type { Lineup } from '../model/lineup.ts'
import type { Reading } from './read.ts'

/** All artists: first the described ones, then the ones only named by a gig. */
export function artistNamesOf({ artists = [], gigs = [] }: Lineup): string[] {
  const playing = gigs.flatMap(({ artist }) => artist ?? [])
  return [...new Set([...artists.map(({ name }) => name), ...playing])]
}

/** The artists to import. */
export function artistDraftsOf(lineup: Lineup) {
  const described = new Map((lineup.artists ?? []).map((artist) => [artist.name, artist]))
  return artistNamesOf(lineup).map((name) => ({
    ...described.get(name),
    name,
    source: sourceOf(name),
  }))
}

/** Places and gigs of a festival, where the file has them. */
export function lineUpDraft(
  { places, gigs }: Lineup,
  artistIds: Map<string, string | undefined>,
  moved: (time: Date) => Date = (time) => time,
): Pick<FestivalDraft, 'places' | 'gigs'> {
  return {
    ...(places && {
      places: places.map(({ name, type = null, coordinates = null }) => ({
        name,
        type,
        coordinates,
      })),
    }),
    ...(gigs && {
      gigs: gigs.map(({ row: _, act = null, artist, start_time, end_time, ...gig }) => ({
        ...gig,
        billing_text: gig.billing_text ?? act,
        artist_id: artistIds.get(artist ?? '') ?? null,
        start_time: start_time && moved(start_time),
        end_time: end_time && moved(end_time),
      })),
    }),
  }
}

/** Returns the stored places of a festival with all their fields. */
export async function storedPlaces(
  db: Database,
  festivalId: string,
): Promise<(PlaceDraft & { id: string })[]> {
  const stored = await db
    .selectFrom('places')
    .select(['id', 'name', 'type', 'coordinates'])
    .where('festival_id', '=', festivalId)
    .orderBy('position')
    .execute()
  return stored.map(({ coordinates: at, ...place }) => ({
    ...place,
    coordinates: at && { lat: at.y, lng: at.x },
  }))
}

/** Returns the stored places, followed by the new ones. */
function besides(stored: PlaceDraft[], added: PlaceDraft[] = []): PlaceDraft[] {
  const names = new Set(stored.map(({ name }) => name))
  return [...stored, ...added.filter(({ name }) => !names.has(name))]
}

/** Places of a list that the festival has under another spelling keep their ids. */
function withStoredIds(
  stored: (PlaceDraft & { id: string })[],
  listed: PlaceDraft[],
): PlaceDraft[] {
  const exact = new Set(listed.map(({ name }) => name))
  const left = new Map(
    stored.filter(({ name }) => !exact.has(name)).map(({ id, name }) => [nameKey(name), id]),
  )
  const names = new Set(stored.map(({ name }) => name))
  return listed.map((place) => {
    const id = names.has(place.name) ? undefined : left.get(nameKey(place.name))
    return id === undefined ? place : { ...place, id }
  })
}

/** Returns the places to write: those that the file lists, or the stored ones and those that its gigs name. */
export function placesToWrite(
  { lineup: { places }, hasPlaces }: Reading,
  stored: (PlaceDraft & { id: string })[],
): PlaceDraft[] | undefined {
  if (!places) return undefined
  const drafts = lineUpDraft({ places }, new Map()).places ?? []
  return hasPlaces ? withStoredIds(stored, drafts) : besides(stored, drafts)
}
