/** Changes a festival (docs/contract.md, section 4.4, "Updates"). */
import { transact } from '#platform/database/transactions'
import { changePhoto } from '#platform/photos/change'
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
import { type By, changeable, namedIn, patchFestival, writeTiersOf } from './changes.ts'
import { requireMovable, requireOrganizer } from './move.ts'
import {
  type MovedColumns,
  type MovePlan,
  type MoveRequest,
  movedColumns,
  moveOffers,
  moveRequestOf,
  planMove,
  writeMoved,
} from './reschedule.ts'
import { applyDraft } from './sync.ts'
import { writeLineUp } from './write.ts'

/**
 * Changes the given fields; `places`, `gigs` and `tickets` replace the previous set. The answer is read after the
 * commit: a large festival takes long, and purchases wait for the tiers and inboxes that a change locks.
 * @throws 404 or 403 for a festival that the user may not change, and as `createFestival`
 */
export async function updateFestival(
  by: By,
  id: string,
  { photo: written, site_plan: plan, move, moved_refund_until, ...body }: FestivalChange,
): Promise<Festival> {
  const draft = toDraft(body)
  const request = moveRequestOf(move, moved_refund_until)
  const { photo: current, site_plan: currentPlan, organizer_id } = await changeable(by, id)
  const to = draft.organizer_id ?? organizer_id
  if (to !== null && to !== organizer_id) await requireOrganizer(by, to)
  const sitePlan = { written: plan, current: currentPlan, field: 'site_plan' }
  await changePhoto(by, { written, current }, (photo) =>
    changePhoto(by, sitePlan, (site_plan) =>
      transact(by.db, async (trx) => {
        const given = { ...draft, ...defined({ photo, site_plan }) }
        const before = await change({ ...by, db: trx }, id, { given, request })
        return { result: { result: undefined, replaced: before.photo }, replaced: before.site_plan }
      }),
    ),
  )
  return found(await findFestival(by.db, id, everything), 'Festival')
}

/** `request` is undefined for a change without a move. */
type Change = { given: Partial<FestivalDraft>; request: MoveRequest | undefined }

/** Returns the fields that a change writes: the given fields, and with a move the fields that move along. */
function planOf(
  { given, request }: Change,
  before: Snapshot,
  now: Date,
): Partial<MovePlan> & Pick<MovePlan, 'draft' | 'from'> & { moved?: MovedColumns } {
  if (!request) return { draft: given, from: before }
  const plan = planMove(before, given)
  return { ...plan, moved: movedColumns(request, plan, now) }
}

/** Locks, reads and writes the festival. Returns its previous pictures. */
async function change(by: By, id: string, { given, request }: Change) {
  const { db, now, user } = by
  const locked = await lockRecords(db, { ...namedIn([given]), festivals: [id] })
  const stored = locked.festivals.get(id)
  const { organizer_id, photo, site_plan } = found(
    stored?.is_deleted ? undefined : stored,
    'Festival',
  )
  const to = given.organizer_id ?? organizer_id
  if (to !== null && to !== organizer_id) await requireMovable(db, user, { id, to })
  const before = found((await readSnapshots(db, [id])).get(id), 'Festival')
  const { draft, from, move, moved } = planOf({ given, request }, before, now)
  const next = applyDraft(from, draft, locked)
  if (before.is_published && !next.after.is_published) await requireUnsold(db, before)
  await requirePrevious(db, next.after, draft.previous_edition_id)
  await writeMoved(async () => {
    await patchFestival(db, { draft, now, before, moved }, next.after)
    await writeLineUp(db, next.after, before)
    await notifyOfChange(by, next.after, before)
    // Tiers last: a purchase locks them after the inboxes, and purchases are the busier of the two.
    if (move) await moveOffers(db, before, { move, others: by.festivalMoves })
    await writeTiersOf(db, now, next)
  })
  return { photo, site_plan }
}
