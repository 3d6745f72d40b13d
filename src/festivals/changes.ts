import { sql } from 'kysely'
import type { UserCaller } from '#access'
import { mayChangeOrganizer } from '#organizers'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { changePhoto, lockPhoto } from '#platform/photos/change'
import { forbidden, found, invalid } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { fold, searchable } from '#platform/values/text'
import { inOrder } from '#platform/values/time'
import { forgetDocuments, holdNames, writeDocuments } from './documents.ts'
import { publishFestivals } from './domain-events.ts'
import { defined, type FestivalDraft, toDraft } from './draft.ts'
import { requireMovable } from './move.ts'
import { tellOfChange } from './notification-triggers.ts'
import { findFestival } from './queries.ts'
import type { Festival, FestivalChange, NewFestival } from './schemas.ts'
import { findKnown } from './snapshot.ts'
import { findPlaces, syncGigs, syncPlaces, syncTiers, toPoint } from './sync.ts'

export type { FestivalDraft } from './draft.ts'

export type By = Pick<Infrastructure, 'db' | 'photoStore' | 'bus' | 'jobs'> & {
  user: UserCaller
  now: Date
}

/** Who asks for a change, when, and where it goes. */
export function by({ db, photoStore, bus, jobs, now }: Infrastructure, user: UserCaller): By {
  return { db, photoStore, bus, jobs, user, now: now() }
}

/**
 * Under an organizer the user manages, else 403; an organizer that does not exist is 400. `photo` is
 * stored already.
 */
export async function createFestival(
  { db, user, ...at }: By,
  body: NewFestival,
  photo: string | null,
): Promise<Festival> {
  const draft = toDraft(body) as FestivalDraft
  await requireOrganizer({ db, user }, draft.organizer_id)
  return transact(db, async (trx) => {
    const id = newId()
    await holdNames(trx, namedIn([draft]))
    await insertFestival(trx, id, { ...draft, photo })
    await syncLineUp(trx, id, draft)
    await tellOfChange({ ...at, user, db: trx }, id)
    if (draft.tickets) await syncTiers(trx, { id, now: at.now }, draft.tickets)
    await writeDocuments(trx, [id])
    return found(await findFestival(trx, id), 'Festival')
  })
}

/**
 * Changes what is given; `places`, `gigs` and `tickets` replace the previous set. The document comes afterwards:
 * a large one takes long, and purchases of all kinds would wait for the tiers and inboxes that a change holds.
 */
export async function updateFestival(
  by: By,
  id: string,
  { photo: written, ...body }: FestivalChange,
): Promise<Festival> {
  const draft = toDraft(body)
  const { photo: current, organizer_id } = await changeable(by, id)
  if (draft.organizer_id && draft.organizer_id !== organizer_id)
    await requireOrganizer(by, draft.organizer_id)
  await changePhoto(by, { written, current }, (photo) =>
    transact(by.db, async (trx) => {
      const replaced = await lockPhoto(trx, 'festivals', id)
      if (draft.organizer_id) await requireMovable(trx, by.user, { id, to: draft.organizer_id })
      await holdNames(trx, { ...namedIn([draft]), festivals: [id] })
      await forgetDocuments(trx, [id])
      const before = await findKnown(trx, id)
      await patchFestival(
        trx,
        { id, now: by.now },
        photo === undefined ? draft : { ...draft, photo },
      )
      await syncLineUp(trx, id, draft)
      await tellOfChange({ ...by, db: trx }, id, before)
      // Tiers last: a purchase locks them after the inboxes, and is the busier of the two.
      if (draft.tickets) await syncTiers(trx, { id, now: by.now }, draft.tickets)
      return { result: undefined, replaced }
    }),
  )
  return transact(by.db, async (trx) => {
    await holdNames(trx, { festivals: [id] })
    await writeDocuments(trx, [id])
    return found(await findFestival(trx, id), 'Festival')
  })
}

/**
 * Imported festivals, all or none. One whose `source` is known updates that festival.
 * Gives their ids, in the order of the drafts.
 */
export function saveFestivals(db: Database, drafts: FestivalDraft[], now: Date): Promise<string[]> {
  return transact(db, async (trx) => {
    const sources = drafts.flatMap(({ source }) => source ?? [])
    const { rows } = await sql<{ id: string; source: string }>`
      select id, source from festivals where source = any (${sources}::text[])`.execute(trx)
    const known = new Map(rows.map(({ id, source }) => [source, id]))
    const ids: string[] = []
    await holdNames(trx, { ...namedIn(drafts), festivals: [...known.values()] })
    for (const draft of drafts) {
      const stored = known.get(draft.source ?? '')
      const id = stored ?? newId()
      if (stored) await patchFestival(trx, { id, now }, draft)
      else await insertFestival(trx, id, draft)
      await syncLineUp(trx, id, draft)
      if (draft.tickets) await syncTiers(trx, { id, now }, draft.tickets)
      ids.push(id)
    }
    await writeDocuments(trx, ids)
    const stored = new Set(known.values())
    const events = ids.map((id) => ({
      type: stored.has(id) ? ('festival.updated' as const) : ('festival.published' as const),
      festival_id: id,
    }))
    await publishFestivals({ db: trx, now }, events)
    return ids
  })
}

function namedIn(drafts: Partial<FestivalDraft>[]) {
  return {
    artists: drafts.flatMap(({ gigs = [] }) => gigs.flatMap(({ artist_id }) => artist_id ?? [])),
    organizers: drafts.flatMap(({ organizer_id }) => organizer_id ?? []),
  }
}

async function insertFestival(db: Database, id: string, draft: FestivalDraft) {
  await db
    .insertInto('festivals')
    .values({
      ...columnsOf(draft),
      id,
      name: draft.name,
      search_name: searchable(draft.name),
      start_time: draft.start_time,
      end_time: draft.end_time,
    })
    .execute()
}

/** Holds the festival's row, so that two syncs of one festival run one after the other. */
async function patchFestival(
  db: Database,
  { id, now }: { id: string; now: Date },
  draft: Partial<FestivalDraft>,
) {
  const stored = found(
    await db
      .selectFrom('festivals')
      .select(['start_time', 'end_time'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'Festival',
  )
  inOrder(draft.start_time ?? stored.start_time, draft.end_time ?? stored.end_time, [
    'start_time',
    'end_time',
  ])
  await db
    .updateTable('festivals')
    .set({ ...columnsOf(draft), ...revised(now) })
    .where('id', '=', id)
    .execute()
}

/** What tells calendar programs that a festival, or what it holds, is no longer as they know it. */
export function revised(now: Date) {
  return { revision: sql<number>`revision + 1`, revised_at: now }
}

/** The columns of the fields that are given, with the forms by which they are compared. */
function columnsOf({ name, country, coordinates, ...draft }: Partial<FestivalDraft>) {
  const { source, organizer_id, description, venue, address, area, start_time, end_time, photo } =
    draft
  const plain = {
    source,
    organizer_id,
    description,
    venue,
    address,
    area,
    start_time,
    end_time,
    photo,
  }
  return {
    ...defined(plain),
    ...(name !== undefined && { name, search_name: searchable(name) }),
    ...(country !== undefined && { country, country_key: country && fold(country) }),
    ...(coordinates !== undefined && { coordinates: toPoint(coordinates) }),
  }
}

type LineUp = Pick<Partial<FestivalDraft>, 'coordinates' | 'places' | 'gigs'>

async function syncLineUp(db: Database, id: string, { coordinates, places, gigs }: LineUp) {
  const known = places && (await syncPlaces(db, id, places))
  if (gigs) await syncGigs(db, { id, places: known ?? (await findPlaces(db, id)) }, gigs)
  if (places || coordinates !== undefined) await locate(db, id)
}

/** Where the map shows a festival: what was written, else the middle of its places. */
async function locate(db: Database, id: string) {
  await sql`
    update festivals f
    set location = coalesce(f.coordinates, (
      select case when count(*) > 0 then point(
        -- Places on both sides of the antimeridian are counted eastwards.
        case when max(p.coordinates[0]) - min(p.coordinates[0]) <= 180 then avg(p.coordinates[0])
             else mod((avg(p.coordinates[0] + case when p.coordinates[0] < 0 then 360 else 0 end) + 180)::numeric, 360)::float8 - 180
        end,
        avg(p.coordinates[1])) end
      from places p where p.festival_id = f.id and p.coordinates is not null))
    where f.id = ${id}`.execute(db)
}

async function requireOrganizer({ db, user }: Pick<By, 'db' | 'user'>, organizerId: string) {
  const organizer = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', organizerId)
    .executeTakeFirst()
  if (!organizer) throw invalid('organizer_id is not the id of an organizer')
  if (!(await mayChangeOrganizer(db, user, organizerId))) {
    throw forbidden('Only managers of the organizer may put festivals under it')
  }
}

/** The festival, for somebody who may change it: else 404 or 403. */
export async function changeable({ db, user }: By, id: string) {
  const festival = found(
    await db
      .selectFrom('festivals')
      .select(['photo', 'organizer_id'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    'Festival',
  )
  if (await mayChangeOrganizer(db, user, festival.organizer_id ?? '')) return festival
  throw forbidden('Only managers of its organizer may change this festival')
}
