/** Imports an uploaded line-up into a festival that exists, or says what that would change. */
import { artistImporter, readArtistNames } from '#catalogue/artists'
import {
  type Author,
  changeable,
  defined,
  type GigChange,
  updateFestival,
} from '#catalogue/festivals'
import { transact } from '#platform/database/transactions'
import { conflict, invalid, invalidField } from '#platform/values/errors'
import { nameKey } from '#platform/values/names'
import { daysOf, LocalTimes } from '../model/local-times.ts'
import { type LineupFile, readLineupFile } from '../reading/file.ts'
import type {
  LineupImport,
  LineupPreview,
  LineupResult,
  LineupRow,
  LineupUpload,
} from '../schemas.ts'
import { artistDraftsOf, artistNamesOf, lineUpDraft, placesToWrite, storedPlaces } from './draft.ts'
import { previewLineup } from './preview.ts'
import { type RefusedRow, readRowsInto } from './read.ts'
import { warningsOf } from './warnings.ts'

/** Says what an import would change, row by row. Writes nothing. */
export async function previewUpload(
  by: Author,
  id: string,
  upload: LineupUpload,
): Promise<LineupPreview> {
  const { file, reading, counts, changes, newArtists, kept, warnings } = await read(by, id, upload)
  const known = new Set(kept.map(({ name }) => nameKey(name)))
  return {
    ...recognized(file),
    warnings,
    counts,
    rows: rowsOf(reading, file.positions, changes),
    new_artists: newArtists,
    new_places: (reading.lineup.places ?? [])
      .map(({ name }) => name)
      .filter((name) => !known.has(nameKey(name))),
    joined_places: reading.joined,
  }
}

/** The reading of a file, to be corrected. */
function recognized({ format, encoding, table }: LineupFile) {
  return {
    format,
    sheets: table?.sheets ?? [],
    columns: (table?.columns ?? []).map((column, index) => ({
      ...column,
      samples: (table?.samples[index] ?? []).map((text) => text.slice(0, 100)),
    })),
    day_ends_at: table?.dayEndsAt ?? null,
    day_order: table?.order ?? null,
    encoding: encoding ?? null,
  }
}

/**
 * Imports an upload in one transaction, as `PUT /festivals/:id` with its places and gigs would. New artists are created;
 * the ones that exist stay as they are.
 * @throws 409 `lineup_changed` if it would remove more gigs than the preview said
 */
export async function importUpload(
  by: Author,
  id: string,
  { removes, ...upload }: LineupImport,
): Promise<LineupResult> {
  const { reading, places, names, counts, newArtists } = await read(by, id, upload)
  const { lineup, refused } = reading
  if (lineup.gigs?.length === 0 && refused.length > 0)
    throw invalid(`Nothing was imported: every gig was rejected. The first: ${refused[0]?.reason}`)
  if (removes !== undefined && counts.removed > removes)
    throw conflict(
      `The line-up has changed: ${counts.removed} gigs would be removed, and not ${removes}. Look at the preview again`,
      'lineup_changed',
    )
  await transact(by.db, async (trx) => {
    const importArtists = await artistImporter(trx, { names, createdBy: by.user.id })
    const { ids } = await importArtists(trx, artistDraftsOf(lineup))
    const byName = new Map(artistNamesOf(lineup).map((name, index) => [name, ids[index]]))
    const { gigs } = lineUpDraft(lineup, byName)
    await updateFestival({ ...by, db: trx }, id, {
      ...(places && { places: places.map(defined) }),
      ...(gigs && {
        gigs: gigs.map(({ place, start_time, end_time, ...gig }) => ({
          ...defined(gig),
          place_id: place,
          start_time: start_time && start_time.toISOString(),
          end_time: end_time && end_time.toISOString(),
        })),
      }),
    })
  })
  return { festival_id: id, counts, new_artists: newArtists }
}

async function read(
  by: Author,
  id: string,
  { file: encoded, name = 'The file', ...choice }: LineupUpload,
) {
  await changeable(by, id, ['places', 'gigs'])
  const { sheet, columns, day_ends_at: dayEndsAt, day_order: order, encoding } = choice
  const festival = await by.db
    .selectFrom('festivals')
    .select(['start_time', 'end_time', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const days = daysOf(festival, festival.time_zone)
  const bytes = bytesOf(encoded)
  const file = await readLineupFile(
    { name, bytes },
    { days, encoding, choice: { sheet, columns, dayEndsAt, order } },
  )
  const [kept, names] = await Promise.all([storedPlaces(by.db, id), readArtistNames(by.db)])
  const target = { days, zone: festival.time_zone, places: kept.map((place) => place.name) }
  const reading = readRowsInto(file, { target, times: new LocalTimes(), names })
  const places = placesToWrite(reading, kept)
  const { lineup, refused } = reading
  const { changes, difference, newArtists } = await previewLineup(by.db, id, {
    lineup,
    names,
    places,
  })
  const counts = { ...difference, rejected: refused.length }
  const warnings = warningsOf(reading, file, target)
  return { file, reading, places, names, counts, changes, newArtists, kept, warnings }
}

function bytesOf(encoded: string): Buffer {
  const text = encoded.replace(/^data:[^,]*,/, '')
  if (/^[\w+/=\s-]*$/.test(text)) return Buffer.from(text, 'base64')
  throw invalidField('file', 'must be a file in base64')
}

const none = {
  act: null,
  artist: null,
  place: null,
  starts_at: null,
  ends_at: null,
  before: null,
  reason: null,
}

/** Every row of a file with its outcome, the rejected ones first, then the gigs that are removed. */
function rowsOf(
  { lineup, refused }: Awaited<ReturnType<typeof read>>['reading'],
  positions: string[],
  changes: GigChange[],
): LineupRow[] {
  const gigs = lineup.gigs ?? []
  const changed = changes.map((change, index): LineupRow => {
    const gig = gigs[index]
    const position = gig ? (positions[gig.row] ?? `gigs[${gig.row}]`) : null
    return { ...none, ...shownOf(change), position, act: gig?.act ?? null }
  })
  return [...refused.map(rejected), ...changed]
}

function shownOf({ outcome, before, after }: GigChange) {
  const shown = after ?? before
  return {
    outcome,
    ...(shown && { artist: shown.artist, ...slotOf(shown) }),
    before: outcome === 'moved' && before ? slotOf(before) : null,
  }
}

const slotOf = ({ place, start_time, end_time }: NonNullable<GigChange['before']>) => ({
  place,
  starts_at: start_time,
  ends_at: end_time,
})

function rejected({ position, row, reason, from }: RefusedRow): LineupRow {
  const { artist, name } = Object(row)
  const act = [artist, name, from?.cells.filter(Boolean).join(' · ')].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return { ...none, position, outcome: 'rejected', act: act ?? null, reason }
}
