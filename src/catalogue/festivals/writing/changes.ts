/** Creates festivals, and writes imported ones. */
import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { publishFestivals } from '../announcing/domain-events.ts'
import { notifyOfChange } from '../announcing/notification-triggers.ts'
import { everything, findFestival } from '../listing/read.ts'
import { type FestivalDraft, toDraft } from '../model/draft.ts'
import type { NewFestival } from '../model/input-schemas.ts'
import { lockRecords } from '../model/lock.ts'
import { requirePrevious } from '../model/previous.ts'
import { eventOf } from '../model/publishing.ts'
import type { Festival } from '../model/schemas.ts'
import { readSnapshots } from '../model/snapshot.ts'
import { zoneFor } from '../model/zone.ts'
import { type Author, requireOrganizer } from './author.ts'
import { applyDraft, blank } from './sync.ts'
import { pointOf, writeFestival, writeTiers } from './write.ts'

/** The pictures of a festival, by their fields. */
type Pictures = Pick<FestivalDraft, 'photo' | 'site_plan'>

/** Creates a festival like `addFestival`, and returns it. */
export async function createFestival(
  by: Author,
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
  by: Author,
  body: NewFestival,
  pictures: Pictures,
): Promise<string> {
  const given = { ...(toDraft(body) as FestivalDraft), ...pictures }
  const draft = { ...given, time_zone: await zoneFor(given.time_zone, pointOf(given)) }
  await requireOrganizer(by, draft.organizer_id)
  return transact(by.db, async (trx) => {
    const id = newId()
    const next = applyDraft(blank(id), draft, await lockRecords(trx, { drafts: [draft] }))
    await requirePrevious(trx, next.after, draft.previous_edition_id)
    await writeFestival(trx, { ...next, before: undefined, draft }, by.now)
    await notifyOfChange({ ...by, db: trx }, next.after)
    await writeTiers(trx, next, by.now)
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
    const locked = await lockRecords(trx, { festivals, drafts })
    const stored = await readSnapshots(trx, festivals)
    const events: Parameters<typeof publishFestivals>[1] = []
    const ids: string[] = []
    for (const draft of drafts) {
      const id = known.get(draft.source ?? '') ?? newId()
      const before = stored.get(id)
      const published = before?.is_published || draft.published
      const next = applyDraft(before ?? blank(id), { ...draft, published }, locked)
      await writeFestival(trx, { ...next, before, draft }, now)
      await writeTiers(trx, next, now)
      ids.push(id)
      const type = eventOf(next.after, before)
      if (type) events.push({ type, festival_id: id })
    }
    await publishFestivals({ db: trx, now }, events)
    return ids
  })
}

/** Writes the places and the gigs of a festival, as an import does: notifies no user. */
export async function saveLineUp(
  db: Database,
  { id, draft }: { id: string; draft: Pick<FestivalDraft, 'places' | 'gigs'> },
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const locked = await lockRecords(trx, { festivals: [id], drafts: [draft] })
    const before = found((await readSnapshots(trx, [id])).get(id), 'Festival')
    const next = applyDraft(before, draft, locked)
    await writeFestival(trx, { ...next, before, draft }, now)
    const type = eventOf(next.after, before)
    await publishFestivals({ db: trx, now }, type ? [{ type, festival_id: id }] : [])
  })
}

/** Returns the ids of festivals that were imported before, by source. */
async function findSources(db: Database, drafts: FestivalDraft[]): Promise<Map<string, string>> {
  const sources = drafts.flatMap(({ source }) => source ?? [])
  const { rows } = await sql<{ id: string; source: string }>`
    select id, source from festivals where source = any (${sources}::text[])`.execute(db)
  return new Map(rows.map(({ id, source }) => [source, id]))
}
