import { sql } from 'kysely'
import { Type } from 'typebox'
import { type FestivalDraft, NewFestival, saveFestivals } from '#catalogue/festivals'
import { LocalTimes } from '#catalogue/lineups'
import { ensureOrganizer } from '#catalogue/organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { shiftYears } from '#platform/files/dates'
import { Fault } from '#platform/files/fault'
import { checker } from '#platform/http/requests/checker'
import { inOrder, toTime } from '#platform/values/time'
import { readTranslations } from '#platform/values/translations'
import { pictureWithoutLink } from '../terminal/check.ts'
import { CommandError } from '../terminal/output.ts'
import { bindMap, type Mapped, readMap } from './map.ts'
import { importRows, type Report } from './rows.ts'
import { checkFile, openTable } from './table.ts'

export type FestivalOptions = {
  map?: string | undefined
  organizer?: string | undefined
  /** new festivals are drafts */
  draft?: boolean | undefined
  shiftYears: number
  rejected?: string | undefined
}

type Draft = FestivalDraft & { source: string }

/**
 * Imports festivals from a CSV file with a map (docs/importing.md). Each row must satisfy the rules of
 * `POST /festivals`. Festivals that were imported before are updated; places, gigs and tickets stay as they are.
 */
export async function importFestivals(
  db: Database,
  file: string,
  options: FestivalOptions,
): Promise<Report & { times_read_as_utc: number }> {
  await checkFile(file)
  if (options.map === undefined) {
    throw new CommandError(
      'Which column is which field? Give --map FILE.json; docs/importing.md shows one',
    )
  }
  const map = await readMap(options.map)
  const { id, name } = organizerOf(options, map.organizer)
  const table = await openTable(file, map.dialect)
  const toFields = bindMap(map, table.columns)
  await ensureOrganizer(db, { id, name })
  const times = new LocalTimes()
  const report = await importRows<Draft>({
    file,
    table,
    dialect: map.dialect,
    rejected: options.rejected,
    prepare: (cells) => {
      const { source, fields } = toFields(cells)
      const read = { source, fields: times.of(fields, fields['time_zone']) }
      return toDraft(read, { organizer: id, years: options.shiftYears })
    },
    save: (drafts) =>
      save(
        db,
        drafts.map((draft) => (options.draft ? { ...draft, published: false } : draft)),
      ),
  })
  return { ...report, times_read_as_utc: times.readAsUtc }
}

function organizerOf({ organizer }: FestivalOptions, mapped?: { id: string; name?: string }) {
  const id = organizer ?? mapped?.id
  if (id === undefined) {
    throw new CommandError(
      'Whose festivals are these? Give --organizer ID, or "organizer": {"id": …} in the map',
    )
  }
  return { id, name: (id === mapped?.id ? mapped.name : undefined) ?? id }
}

const check = checker(Type.Omit(NewFestival, ['places', 'gigs', 'tickets']))

function toDraft(
  { source, fields }: Mapped,
  { organizer, years }: { organizer: string; years: number },
): Draft {
  const { coordinates, ...rest } = check({ ...fields, organizer_id: organizer })
  const picture = pictureWithoutLink(rest)
  if (picture) throw new Fault(`${picture} must be an http(s) URL`)
  if (rest.translations) readTranslations(rest.translations)
  const [start_time, end_time] = [toTime(rest.start_time), toTime(rest.end_time)]
  inOrder(start_time, end_time, ['start_time', 'end_time'])
  return {
    ...rest,
    source,
    start_time: shiftYears(start_time, years, rest.time_zone),
    end_time: shiftYears(end_time, years, rest.time_zone),
    ...(coordinates !== undefined && {
      coordinates: coordinates && 'lat' in coordinates ? coordinates : null,
    }),
  }
}

/** Runs in one transaction. Returns the number of new festivals. */
function save(db: Database, drafts: Draft[]): Promise<number> {
  return transact(db, async (trx) => {
    const sources = drafts.map(({ source }) => source)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from festivals where source = any (${sources}::text[])`.execute(
      trx,
    )
    await saveFestivals(trx, drafts, new Date())
    return drafts.length - (rows[0]?.count ?? 0)
  })
}
