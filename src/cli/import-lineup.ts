import { saveArtists } from '#artists'
import { type FestivalDraft, saveFestivals } from '#festivals'
import { ensureOrganizer } from '#organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { invalid } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { sourceOf } from './artist.ts'
import { isLink } from './check.ts'
import { checkLineup, type Lineup, type Move, mover } from './lineup.ts'
import { readJson } from './map.ts'
import { plural } from './output.ts'

export type LineupReport = {
  festival_id: string
  name: string
  created: boolean
  start_time: Date
  end_time: Date
  artists: number
  places: number
  gigs: number
  to_be_announced: number
  seconds: number
}

/**
 * Imports one festival with its places, artists and gigs (docs/importing.md), all or nothing. A second
 * run updates it: places and gigs become those of the file.
 */
export async function importLineup(db: Database, file: string, move: Move): Promise<LineupReport> {
  const start = performance.now()
  const lineup = checkLineup(await readJson(file))
  const { organizer, source, places = [], gigs = [] } = lineup
  const moved = mover(lineup, move)
  const names = namesOf(lineup)
  const saved = await transact(db, async (trx) => {
    await ensureOrganizer(trx, { id: organizer.id, name: organizer.name ?? organizer.id })
    const ids = await saveArtists(trx, toArtists(lineup, names), { createdBy: null })
    const draft = toDraft(lineup, moved, new Map(names.map((name, index) => [name, ids[index]])))
    const known = await trx
      .selectFrom('festivals')
      .select('id')
      .where('source', '=', source)
      .executeTakeFirst()
    const [id = ''] = await saveFestivals(trx, [draft], new Date())
    return { festival_id: id, created: known === undefined, draft }
  })
  const { draft, ...told } = saved
  return {
    ...told,
    name: draft.name,
    start_time: draft.start_time,
    end_time: draft.end_time,
    artists: names.length,
    places: places.length,
    gigs: gigs.length,
    to_be_announced: gigs.filter(({ start_time }) => !start_time).length,
    seconds: Number(((performance.now() - start) / 1000).toFixed(2)),
  }
}

/** All artists: those described, then those only named by a gig. */
function namesOf({ artists = [], gigs = [] }: Lineup): string[] {
  const playing = gigs.flatMap(({ artist }) => artist ?? [])
  return [...new Set([...artists.map(({ name }) => name), ...playing])]
}

function toArtists({ artists = [] }: Lineup, names: string[]) {
  const described = new Map(artists.map((artist) => [artist.name, artist]))
  return names.map((name) => ({ ...described.get(name), name, source: sourceOf(name) }))
}

function toDraft(
  { organizer, source, festival, places, gigs }: Lineup,
  moved: (time: Date) => Date,
  artistIds: Map<string, string | undefined>,
): FestivalDraft {
  const { coordinates, photo, ...rest } = festival
  if (photo && !isLink(photo)) throw invalid('festival.photo must be an http(s) URL')
  const at = (time: string | null | undefined) => (time ? moved(toTime(time)) : null)
  return {
    ...rest,
    source,
    organizer_id: organizer.id,
    start_time: moved(toTime(festival.start_time)),
    end_time: moved(toTime(festival.end_time)),
    ...(photo !== undefined && { photo }),
    ...(coordinates !== undefined && {
      coordinates: coordinates && 'lat' in coordinates ? coordinates : null,
    }),
    ...(places && {
      places: places.map(({ name, type = null, coordinates: point = null }) => ({
        name,
        type,
        coordinates: point,
      })),
    }),
    ...(gigs && {
      gigs: gigs.map(({ artist, place = null, start_time, end_time }) => ({
        artist_id: artistIds.get(artist ?? '') ?? null,
        place,
        start_time: at(start_time),
        end_time: at(end_time),
      })),
    }),
  }
}

/** The report for a person. */
export function describeLineup(report: LineupReport): string[] {
  const { name, created, start_time, end_time, to_be_announced } = report
  const day = (time: Date) => time.toISOString().slice(0, 10)
  return [
    `${name} ${created ? 'imported' : 'updated'} in ${report.seconds} s, ${day(start_time)} to ${day(end_time)}`,
    `${plural(report.artists, 'artist')}, ${plural(report.places, 'place')}, ${plural(report.gigs, 'gig')}, ${to_be_announced} of them to be announced`,
    `id ${report.festival_id}`,
  ]
}
