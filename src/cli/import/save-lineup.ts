import { sql } from 'kysely'
import { type ArtistNames, artistImporter, readArtistNames } from '#catalogue/artists'
import { type FestivalDraft, saveFestivals, saveLineUp } from '#catalogue/festivals'
import {
  artistDraftsOf,
  artistNamesOf,
  type Difference,
  daysOf,
  type Head,
  type JoinedPlace,
  LocalTimes,
  lineUpDraft,
  placesToWrite,
  previewLineup,
  type Reading,
  type RefusedRow,
  readRowsInto,
  storedPlaces,
  warningsOf,
} from '#catalogue/lineups'
import { ensureOrganizer } from '#catalogue/organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Encoding } from '#platform/files/encoding'
import { found, invalidField } from '#platform/values/errors'
import { isId } from '#platform/values/ids'
import { toTime } from '#platform/values/time'
import { utc } from '#platform/zones/local-time'
import { pictureWithoutLink } from '../terminal/check.ts'
import { CommandError, plural } from '../terminal/output.ts'
import { type Approve, confirmRemoval } from './approve.ts'
import { daysOfHead, nameOf, readFileOf, writeRefused } from './lineup-file.ts'
import { type Move, mover } from './move.ts'
import { chooseRejectedPath } from './rejected.ts'

export type LineupOptions = Move & {
  /** the map for the columns of a table */
  map?: string | undefined
  /** the id of a stored festival, which gets the gigs of the file */
  festival?: string | undefined
  /** takes the place of the encoding that is recognized */
  encoding?: Encoding | undefined
  rejected?: string | undefined
  /** a new festival is a draft */
  draft?: boolean | undefined
  /** imports nothing if any row breaks a rule */
  strict?: boolean | undefined
  /** compares, and writes nothing */
  dryRun?: boolean | undefined
  /** asks before gigs are removed; without it they are */
  approve?: Approve | undefined
  /** the names of all artists, if several line-ups share them */
  names?: ArtistNames
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
  difference: Difference
  joined_places: JoinedPlace[]
  warnings: string[]
  rejected: number
  reasons: { position: string; name: string | null; reason: string }[]
  rejected_file: string | null
  times_read_as_utc: number
  seconds: number
}

type Stored = { id: string; name: string; start_time: Date; end_time: Date; time_zone: string }

/**
 * Imports one festival with its places, artists and gigs (docs/importing.md) in one transaction. Rows that break a
 * rule are rejected. A second run updates it: its places and gigs are replaced by the ones in the file.
 */
export async function importLineup(
  db: Database,
  path: string,
  options: LineupOptions,
): Promise<LineupReport> {
  const start = performance.now()
  const times = new LocalTimes()
  const rejectedPath = await chooseRejectedPath(path, options.rejected)
  const { file, ...prepared } = await prepare(db, path, { ...options, times })
  const { reading, stored, places, moved, names } = prepared
  const { lineup, refused, joined } = reading
  const rejectedFile = await writeRefused(rejectedPath, file, refused)
  requireEnough(reading, { file: rejectedFile, strict: options.strict })
  const compare = () =>
    previewLineup(db, stored?.id, { lineup, names, places, moved, time_zone: prepared.zone })
  const { difference } =
    stored && options.approve && !options.dryRun
      ? await confirmRemoval(options.approve, { festival: stored, compare })
      : await compare()
  const saved = await save(db, prepared, options)
  const { gigs = [] } = lineup
  return {
    ...saved,
    places: places?.length ?? 0,
    gigs: gigs.length,
    to_be_announced: gigs.filter((gig) => gig.start_time === null).length,
    difference,
    joined_places: joined,
    warnings: prepared.warnings,
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

/** Reads a file, and the festival that it is for. */
async function prepare(db: Database, path: string, options: LineupOptions & { times: LocalTimes }) {
  const { festival, times } = options
  const given = festival === undefined ? undefined : await findStored(db, { id: festival })
  const { file, head } = await readFileOf(path, { ...options, stored: given, times })
  const stored = given ?? (head && (await findStored(db, { source: head.source })))
  const { days, zone, moved } = given
    ? { ...targetOf(given), moved: mover(timesOf(given), options) }
    : { ...targetOfHead(head as Head), moved: mover((head as Head).festival, options) }
  const kept = stored ? await storedPlaces(db, stored.id) : []
  const names = options.names ?? (await readArtistNames(db))
  const target = { days, zone, places: kept.map(({ name }) => name) }
  const reading = readRowsInto(file, { target, times, names })
  const places = placesToWrite(reading, kept)
  const warnings = warningsOf(reading, file, target)
  return { file, head, stored, zone, moved, names, reading, places, warnings }
}

const targetOf = (stored: Stored) => ({
  days: daysOf(stored, stored.time_zone),
  zone: stored.time_zone,
})
const targetOfHead = (head: Head) => ({ days: daysOfHead(head), zone: head.festival.time_zone })

async function findStored(
  db: Database,
  by: { id: string } | { source: string },
): Promise<Stored | undefined> {
  const rows = db
    .selectFrom('festivals')
    .select(['id', 'name', 'start_time', 'end_time', 'time_zone'])
  if ('source' in by) return rows.where('source', '=', by.source).executeTakeFirst()
  if (!isId(by.id)) throw new CommandError(`--festival: "${by.id}" is not the id of a festival`)
  const alive = rows.where(sql<boolean>`deleted_at < 'infinity' is not true`)
  return found(await alive.where('id', '=', by.id).executeTakeFirst(), 'Festival')
}

const timesOf = ({ start_time, time_zone }: Stored) => ({
  start_time: start_time.toISOString(),
  time_zone,
})

type Prepared = {
  reading: Reading
  head: Head | undefined
  stored: Stored | undefined
  places: FestivalDraft['places']
  moved: (time: Date) => Date
  names: ArtistNames
}

type Saved = Pick<
  LineupReport,
  'festival_id' | 'name' | 'created' | 'start_time' | 'end_time' | 'time_zone' | 'artists'
>

/** Writes a line-up in one transaction; with `dryRun`, only says what it would write. */
async function save(
  db: Database,
  prepared: Prepared,
  { draft: isDraft, dryRun }: LineupOptions,
): Promise<Saved> {
  const { reading, head, stored, places, moved, names } = prepared
  const { lineup } = reading
  const festival = head && festivalDraft(head, moved)
  if (dryRun) return { ...savedOf(stored, festival), artists: artistNamesOf(lineup).length }
  const importArtists = await artistImporter(db, { names })
  return transact(db, async (trx) => {
    const { ids } = await importArtists(trx, artistDraftsOf(lineup))
    const byName = new Map(artistNamesOf(lineup).map((name, index) => [name, ids[index]]))
    const draft = { ...lineUpDraft(lineup, byName, moved), ...(places && { places }) }
    const artists = new Set(ids).size
    if (!festival || !head) {
      await saveLineUp(trx, { id: (stored as Stored).id, draft }, new Date())
      return { ...savedOf(stored, undefined), artists }
    }
    const { organizer } = head
    await ensureOrganizer(trx, { id: organizer.id, name: organizer.name ?? organizer.id })
    const whole = { ...festival, ...draft, ...(isDraft && { published: false }) }
    const [id = ''] = await saveFestivals(trx, [whole], new Date())
    const { time_zone } = found(await findStored(trx, { id }), 'Festival')
    return { ...savedOf(stored, festival), festival_id: id, time_zone, artists }
  })
}

function savedOf(stored: Stored | undefined, festival: FestivalDraft | undefined) {
  const { name, start_time, end_time } = festival ?? (stored as Stored)
  const time_zone = festival?.time_zone ?? stored?.time_zone ?? utc
  return { festival_id: stored?.id ?? '', name, created: !stored, start_time, end_time, time_zone }
}

function festivalDraft(
  { organizer, source, festival }: Head,
  moved: (time: Date) => Date,
): FestivalDraft {
  const { coordinates, ...rest } = festival
  const picture = pictureWithoutLink(rest)
  if (picture) throw invalidField(`festival.${picture}`, 'must be an http(s) URL')
  return {
    ...rest,
    source,
    organizer_id: organizer.id,
    start_time: moved(toTime(festival.start_time)),
    end_time: moved(toTime(festival.end_time)),
    ...(coordinates !== undefined && {
      coordinates: coordinates && 'lat' in coordinates ? coordinates : null,
    }),
  }
}

/** Refuses a line-up that would lose all its gigs and, with `strict`, one with a row that breaks a rule. */
function requireEnough(
  { lineup: { gigs }, refused }: Reading,
  { file, strict }: { file: string | null; strict?: boolean | undefined },
) {
  const isLost =
    gigs?.length === 0 && refused.some(({ position }) => !/^(places|artists)/.test(position))
  if (refused.length === 0 || !(strict || isLost)) return
  const why = strict ? `${plural(refused.length, 'row')} rejected` : 'every gig was rejected'
  throw new CommandError(`Nothing was imported: ${why}, see ${file}. ${firstOf(refused)}`)
}

const firstOf = ([first]: RefusedRow[]) => (first ? `The first: ${lineOfRefusal(first)}` : '')

const lineOfRefusal = (one: RefusedRow) =>
  [one.position, nameOf(one), one.reason].filter(Boolean).join(': ')
