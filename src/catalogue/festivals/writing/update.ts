/** Changes a festival (docs/contract, section 4.4, "Updates"). */
import { changeWithPhotos, discardPhoto, type Photos } from '#platform/photos/change'
import { found } from '#platform/values/errors'
import { notifyOfChange } from '../announcing/notification-triggers.ts'
import { everything, findFestival } from '../listing/read.ts'
import { defined, type FestivalDraft, toDraft } from '../model/draft.ts'
import type { FestivalChange } from '../model/input-schemas.ts'
import { lockRecords } from '../model/lock.ts'
import { requirePrevious } from '../model/previous.ts'
import { requireUnsold } from '../model/publishing.ts'
import type { Festival } from '../model/schemas.ts'
import { readSnapshots, type Snapshot } from '../model/snapshot.ts'
import { type Author, changeable, requireMovable, requireOrganizer } from './author.ts'
import {
  type MovePlan,
  type MoveRequest,
  moveOffers,
  moveRequestOf,
  planMove,
  refuseSkipped,
} from './reschedule.ts'
import { applyDraft, type Next } from './sync.ts'
import { type Change, writeFestival, writeTiers } from './write.ts'

/**
 * Changes the given fields; `places`, `gigs` and `tickets` replace the previous set. The answer is read after the
 * commit: a large festival takes long, and purchases wait for the tiers and inboxes that a change locks.
 * @throws 404 or 403 for a festival that the user may not change, and as `createFestival`
 */
export async function updateFestival(
  by: Author,
  id: string,
  change: FestivalChange,
): Promise<Festival> {
  const { photo, site_plan, move, moved_refund_until, ...body } = change
  const draft = toDraft(body)
  const request = moveRequestOf(move, moved_refund_until)
  const current = await changeable(by, id, Object.keys(defined(change)))
  if (isOther(draft.organizer_id, current)) await requireOrganizer(by, draft.organizer_id)
  const written = {
    photo: { written: photo, current: current.photo },
    site_plan: { written: site_plan, current: current.site_plan },
  }
  await changeWithPhotos(by, written, (trx, photos) =>
    merge({ ...by, db: trx }, id, { given: draft, photos, request }),
  )
  return found(await findFestival(by.db, id, everything), 'Festival')
}

/** Returns true if a draft names another organizer than that of the festival. */
const isOther = (
  organizerId: string | undefined,
  { organizer_id }: { organizer_id: string | null },
): organizerId is string => organizerId !== undefined && organizerId !== organizer_id

type Requested = {
  given: Partial<FestivalDraft>
  /** pictures that are stored already */
  photos: Photos<'photo' | 'site_plan'>
  /** undefined for a change without a move */
  request: MoveRequest | undefined
}

/** Reads and locks the festival, merges the change into it, writes it and announces it. */
async function merge(by: Author, id: string, { given, photos, request }: Requested): Promise<void> {
  const { db, now } = by
  const { locked, current } = await lockFestival(by, id, given)
  const before = found((await readSnapshots(db, [id])).get(id), 'Festival')

  const plan = request && planMove(before, given, { ...request, now })
  const draft = { ...given, ...plan?.draft, ...photos }
  const { after, tiers } = applyDraft(plan?.from ?? before, draft, locked)
  if (before.is_published && !after.is_published) await requireUnsold(db, before)
  await requirePrevious(db, after, draft.previous_edition_id)

  await write(by, { before, after, draft, tiers, plan }).catch(refuseSkipped)
  for (const field of ['photo', 'site_plan'] as const)
    if (photos[field] !== undefined) discardPhoto(by, current[field])
}

/**
 * Locks the festival and the records that the change names.
 * @throws 404 if it was deleted meanwhile, 400 or 403 for an organizer that it cannot get
 */
async function lockFestival({ db, user }: Author, id: string, given: Partial<FestivalDraft>) {
  const locked = await lockRecords(db, { festivals: [id], drafts: [given] })
  const stored = locked.festivals.get(id)
  const current = found(stored?.is_deleted ? undefined : stored, 'Festival')
  const to = given.organizer_id
  if (isOther(to, current)) await requireMovable(db, user, { id, to })
  return { locked, current }
}

type Merged = Next & Change & { before: Snapshot; plan: MovePlan | undefined }

/** Tiers come last: a purchase locks them after the inboxes, and purchases are the busier of the two. */
async function write(by: Author, { plan, ...next }: Merged): Promise<void> {
  const { db, now, festivalMoves } = by
  await writeFestival(db, { ...next, moved: plan?.columns }, now)
  await notifyOfChange(by, next.after, next.before)
  if (plan) await moveOffers(db, next.before, { move: plan.move, others: festivalMoves })
  await writeTiers(db, next, now)
}
