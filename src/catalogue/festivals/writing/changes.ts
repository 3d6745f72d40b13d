import { sql } from 'kysely'
import { isThereFor, mayChange } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { forbidden, found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { publishFestivals } from '../announcing/domain-events.ts'
import { notifyOfChange } from '../announcing/notification-triggers.ts'
import { everything, findFestival } from '../listing/read.ts'
import { festivalColumns } from '../model/columns.ts'
import { type FestivalDraft, toDraft } from '../model/draft.ts'
import type { NewFestival } from '../model/input-schemas.ts'
import { lockRecords } from '../model/lock.ts'
import { requirePrevious } from '../model/previous.ts'
import { eventOf, stateColumns } from '../model/publishing.ts'
import type { Festival } from '../model/schemas.ts'
import { readSnapshots, type Snapshot } from '../model/snapshot.ts'
import { zoneFor } from '../model/zone.ts'
import { requireOrganizer } from './move.ts'
import type { MovedColumns } from './reschedule.ts'
import { applyDraft, blank, type Next } from './sync.ts'
import { locationOf, pointOf, writeLineUp, writeTiers } from './write.ts'

export type { FestivalDraft } from '../model/draft.ts'

export type By = Pick<Infrastructure, 'db' | 'photoStore' | 'bus' | 'jobs' | 'festivalMoves'> & {
  user: UserCaller
  now: Date
}

/** Returns the author of a change: the user, the time, and the stores that the change is written to. */
export function by(
  { db, photoStore, bus, jobs, festivalMoves, now }: Infrastructure,
  user: UserCaller,
): By {
  return { db, photoStore, bus, jobs, festivalMoves, user, now: now() }
}

/** The pictures of a festival, by their fields. */
type Pictures = Pick<FestivalDraft, 'photo' | 'site_plan'>

/** Creates a festival like `addFestival`, and returns it. */
export async function createFestival(
  by: By,
  body: NewFestival,
  pictures: Pictures,
): Promise<Festival> {
  return transact(by.db, async (db) => {
    const id = await addFestival({ ...by, db }, body, pictures)
    return found(await findFestival(db, id, everything), 'Festival')
  })
}

/**
 * Writes a new festival, and returns its id. Its pictures are already stored.
 * @throws 400 for an organizer that does not exist, 403 for one that the user does not manage
 */
export async function addFestival(
  { db, user, ...at }: By,
  body: NewFestival,
  pictures: Pictures,
): Promise<string> {
  const draft = { ...(toDraft(body) as FestivalDraft), ...pictures }
  await requireOrganizer({ db, user }, draft.organizer_id)
  return transact(db, async (trx) => {
    const id = newId()
    const next = applyDraft(blank(id), draft, await lockRecords(trx, namedIn([draft])))
    const time_zone = await zoneFor(draft.time_zone, pointOf(next.after))
    const after = { ...next.after, time_zone }
    await requirePrevious(trx, after, draft.previous_edition_id)
    await insertFestival(trx, { draft: { ...draft, time_zone }, now: at.now }, after)
    await writeLineUp(trx, after, undefined)
    await notifyOfChange({ ...at, user, db: trx }, after)
    await writeTiersOf(trx, at.now, next)
    return id
  })
}

/**
 * Writes imported festivals, all or none; one with a stored `source` is updated, and stays published if it is. Notifies
 * no user.
 * @returns their ids, in the order of the drafts
 */
export function saveFestivals(db: Database, drafts: FestivalDraft[], now: Date): Promise<string[]> {
  return transact(db, async (trx) => {
    const known = await findSources(trx, drafts)
    const festivals = [...known.values()]
    const locked = await lockRecords(trx, { ...namedIn(drafts), festivals })
    const stored = await readSnapshots(trx, festivals)
    const events: Parameters<typeof publishFestivals>[1] = []
    const ids: string[] = []
    for (const draft of drafts) {
      const id = known.get(draft.source ?? '') ?? newId()
      const before = stored.get(id)
      const published = before?.is_published || draft.published
      const next = applyDraft(before ?? blank(id), { ...draft, published }, locked)
      if (before) await patchFestival(trx, { draft, now, before }, next.after)
      else await insertFestival(trx, { draft, now }, next.after)
      await writeLineUp(trx, next.after, before)
      await writeTiersOf(trx, now, next)
      ids.push(id)
      const type = eventOf(next.after, before)
      if (type) events.push({ type, festival_id: id })
    }
    await publishFestivals({ db: trx, now }, events)
    return ids
  })
}

/** Returns the ids of festivals that were imported before, by source. */
async function findSources(db: Database, drafts: FestivalDraft[]): Promise<Map<string, string>> {
  const sources = drafts.flatMap(({ source }) => source ?? [])
  const { rows } = await sql<{ id: string; source: string }>`
    select id, source from festivals where source = any (${sources}::text[])`.execute(db)
  return new Map(rows.map(({ id, source }) => [source, id]))
}

/** Returns the ids of the artists and organizers that drafts name. */
export function namedIn(drafts: Partial<FestivalDraft>[]) {
  const artists = drafts.flatMap(({ gigs = [] }) =>
    gigs.flatMap(({ artist_id }) => artist_id ?? []),
  )
  const organizers = drafts.flatMap(({ organizer_id }) => organizer_id ?? [])
  return { artists: [...new Set(artists)], organizers: [...new Set(organizers)] }
}

type New = { draft: FestivalDraft; now: Date }

async function insertFestival(db: Database, { draft, now }: New, after: Snapshot) {
  const location = locationOf(after)
  await db
    .insertInto('festivals')
    .values({ ...columnsOf(draft, after), ...stateColumns(now, after), id: after.id, location })
    .execute()
}

type Change = {
  draft: Partial<FestivalDraft>
  now: Date
  before: Snapshot
  /** Columns that a move writes as well. */
  moved?: MovedColumns | undefined
}

/** Writes the columns of a festival that a draft gives. */
export async function patchFestival(
  db: Database,
  { draft, now, before, moved = {} }: Change,
  after: Snapshot,
) {
  const isLocated = draft.places !== undefined || draft.coordinates !== undefined
  await db
    .updateTable('festivals')
    .set({
      ...columnsOf(draft, after),
      ...(isLocated && { location: locationOf(after) }),
      ...stateColumns(now, after, before),
      ...moved,
      ...revised(now),
    })
    .where('id', '=', after.id)
    .execute()
}

/** Writes the tiers of a draft, if it has any. */
export async function writeTiersOf(db: Database, now: Date, { after, tiers }: Next) {
  if (tiers) await writeTiers(db, { id: after.id, stored: after.tiers, now }, tiers)
}

/** Returns the columns by which calendar programs see that a festival, or a record in it, has changed. */
export function revised(now: Date) {
  return { revision: sql<number>`revision + 1`, revised_at: now }
}

function columnsOf<Draft extends Partial<FestivalDraft>>(
  { source, previous_edition_id, ...draft }: Draft,
  { translations }: Snapshot,
) {
  return {
    ...festivalColumns.write(draft),
    ...(draft.translations && festivalColumns.write({ translations })),
    ...(source !== undefined && { source }),
    ...(previous_edition_id !== undefined && { previous_edition_id }),
  }
}

/**
 * Returns the festival, if the user may change it.
 * @throws 404, or 403 for a user with neither the permission nor a role as manager of its organizer
 */
export async function changeable({ db, user }: By, id: string) {
  const { may_change, ...festival } = found(
    await db
      .selectFrom('festivals as f')
      .select(['photo', 'site_plan', 'organizer_id'])
      .select(mayChange(user, 'f.organizer_id').as('may_change'))
      .where('id', '=', id)
      .where(isThereFor(user))
      .executeTakeFirst(),
    'Festival',
  )
  if (may_change) return festival
  throw forbidden('Only managers of its organizer may change this festival')
}
