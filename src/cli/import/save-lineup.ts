import { artistImporter } from '#catalogue/artists'
import { type FestivalDraft, saveFestivals } from '#catalogue/festivals'
import { ensureOrganizer } from '#catalogue/organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { invalidField } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { localTime } from '#platform/zones/local-time'
import { pictureWithoutLink } from '../terminal/check.ts'
import { CommandError, plural } from '../terminal/output.ts'
import { sourceOf } from './artist.ts'
import { type Lineup, type Move, mover, type Refused } from './lineup.ts'
import { nameOf, readLineup } from './lineup-file.ts'
import { LocalTimes } from './local-times.ts'

export type LineupOptions = Move & {
  /** the map for the columns of a CSV file; undefined for a JSON file */
  map?: string | undefined
  rejected?: string | undefined
  /** a new festival is a draft */
  draft?: boolean | undefined
  /** imports nothing if any row breaks a rule */
  strict?: boolean | undefined
  /** the importer of artists, if several line-ups share it */
  importArtists?: Awaited<ReturnType<typeof artistImporter>>
}

export type LineupReport = {
  festival_id: string
  name: string
  created: boolean
  start_time: Date
  end_time: Date
  time_zone: string
  artists: number
  places: number
  gigs: number
  to_be_announced: number
  rejected: number
  reasons: { position: string; name: string | null; reason: string }[]
  rejected_file: string | null
  times_read_as_utc: number
  seconds: number
}

/**
 * Imports one festival with its places, artists and gigs (docs/importing.md) in one transaction. Rows that break a
 * rule are rejected. A second run updates it: its places and gigs are replaced by the ones in the file.
 */
export async function importLineup(
  db: Database,
  file: string,
  options: LineupOptions,
): Promise<LineupReport> {
  const start = performance.now()
  const times = new LocalTimes()
  const { lineup, refused, hasPlaces, writeRefused } = await readLineup(file, { ...options, times })
  const moved = mover(lineup, options)
  const rejectedFile = await writeRefused()
  requireEnough(lineup, refused, { file: rejectedFile, strict: options.strict })
  const importArtists = options.importArtists ?? (await artistImporter(db))
  const saved = await transact(db, async (trx) => {
    const names = namesOf(lineup)
    const { ids } = await importArtists(trx, toArtists(lineup, names))
    const { organizer, source } = lineup
    await ensureOrganizer(trx, { id: organizer.id, name: organizer.name ?? organizer.id })
    const draft = toDraft(lineup, moved, new Map(names.map((name, index) => [name, ids[index]])))
    const known = await trx
      .selectFrom('festivals')
      .select('id')
      .where('source', '=', source)
      .executeTakeFirst()
    if (known && !hasPlaces) draft.places = await besides(trx, known.id, draft.places)
    if (options.draft) draft.published = false
    const [id = ''] = await saveFestivals(trx, [draft], new Date())
    const { time_zone } = await trx
      .selectFrom('festivals')
      .select('time_zone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, time_zone, created: known === undefined, draft, artists: new Set(ids).size }
  })
  const { name, start_time, end_time, places = [], gigs = [] } = saved.draft
  return {
    festival_id: saved.id,
    created: saved.created,
    name,
    start_time,
    end_time,
    time_zone: saved.time_zone,
    artists: saved.artists,
    places: places.length,
    gigs: gigs.length,
    to_be_announced: gigs.filter((gig) => gig.start_time === null).length,
    rejected: refused.length,
    reasons: refused.map((one) => ({
      position: one.position,
      name: nameOf(one) ?? null,
      reason: one.reason,
    })),
    rejected_file: rejectedFile,
    times_read_as_utc: times.readAsUtc,
    seconds: Number(((performance.now() - start) / 1000).toFixed(2)),
  }
}

/** Refuses a line-up that would lose all its gigs and, with `strict`, one with a row that breaks a rule. */
function requireEnough(
  { gigs }: Lineup,
  refused: Refused[],
  { file, strict }: { file: string | null; strict?: boolean | undefined },
) {
  if (refused.length === 0) return
  const rows = plural(refused.length, 'row')
  if (strict)
    throw new CommandError(
      `Nothing was imported: ${rows} rejected, see ${file}. ${firstOf(refused)}`,
    )
  if (gigs?.length === 0 && refused.some(({ position }) => !/^(places|artists)/.test(position)))
    throw new CommandError(
      `Nothing was imported: every gig was rejected, see ${file}. ${firstOf(refused)}`,
    )
}

const firstOf = ([first]: Refused[]) => (first ? `The first: ${lineOfRefusal(first)}` : '')

const lineOfRefusal = (one: Refused) =>
  [one.position, nameOf(one), one.reason].filter(Boolean).join(': ')

/** Returns the stored places with all their fields, followed by the new ones. */
async function besides(
  db: Database,
  festivalId: string,
  added: NonNullable<FestivalDraft['places']> = [],
) {
  const stored = await db
    .selectFrom('places')
    .select(['id', 'name', 'type', 'coordinates'])
    .where('festival_id', '=', festivalId)
    .orderBy('position')
    .execute()
  const names = new Set(stored.map(({ name }) => name))
  return [
    ...stored.map(({ coordinates: at, ...place }) => ({
      ...place,
      coordinates: at && { lat: at.y, lng: at.x },
    })),
    ...added.filter(({ name }) => !names.has(name)),
  ]
}

/** All artists: first the described ones, then the ones only named by a gig. */
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
  const { coordinates, ...rest } = festival
  const picture = pictureWithoutLink(rest)
  if (picture) throw invalidField(`festival.${picture}`, 'must be an http(s) URL')
  const at = (time: string | null | undefined) => (time ? moved(toTime(time)) : null)
  return {
    ...rest,
    source,
    organizer_id: organizer.id,
    start_time: moved(toTime(festival.start_time)),
    end_time: moved(toTime(festival.end_time)),
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
      gigs: gigs.map(({ artist, place = null, start_time, end_time, headliner, billing }) => ({
        artist_id: artistIds.get(artist ?? '') ?? null,
        place,
        start_time: at(start_time),
        end_time: at(end_time),
        headliner,
        billing,
      })),
    }),
  }
}

/** The report as text. */
export function describeLineup(report: LineupReport): string[] {
  const { name, created, start_time, end_time, to_be_announced, rejected, reasons } = report
  const day = (time: Date) => localTime(time, report.time_zone).toISOString().slice(0, 10)
  const shown = reasons.slice(0, 20)
  return [
    `${name} ${created ? 'imported' : 'updated'} in ${report.seconds} s, ${day(start_time)} to ${day(end_time)}`,
    `${plural(report.artists, 'artist')}, ${plural(report.places, 'place')}, ${plural(report.gigs, 'gig')}, ${to_be_announced} of them to be announced`,
    ...(rejected > 0 ? [`${plural(rejected, 'row')} rejected, see ${report.rejected_file}`] : []),
    ...shown.map((one) => `  ${[one.position, one.name, one.reason].filter(Boolean).join(': ')}`),
    ...(rejected > shown.length ? [`  and ${rejected - shown.length} more`] : []),
    `id ${report.festival_id}`,
  ]
}
