import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { discardPhoto } from '#platform/photos/change'
import { conflict, found } from '#platform/values/errors'
import { publishFestivals } from '../announcing/domain-events.ts'
import { notifyOfCancellation } from '../announcing/notification-triggers.ts'
import { everything, findFestival } from '../listing/read.ts'
import { lockRecords } from '../model/lock.ts'
import { requirePublished } from '../model/publishing.ts'
import type { Festival } from '../model/schemas.ts'
import { type Author, changeable } from './author.ts'
import { revised } from './write.ts'

/**
 * Cancels a festival: it stays readable with `cancelled_at` and the reason, if there is one, its sales close, and its
 * holders are notified. Refunds follow from `cancelled_at`. A festival that is cancelled already is returned unchanged,
 * and holders are not notified again.
 * @throws 409 `over` for a festival that is over (contract, section 4), `draft` for one that is not published
 */
export async function cancelFestival(
  by: Author,
  id: string,
  given: string | null | undefined,
): Promise<Festival> {
  await changeable(by, id)
  await requirePublished(by.db, id)
  const reason = given?.trim() || null
  return transact(by.db, async (trx) => {
    const cancelled = await trx
      .updateTable('festivals')
      .set({ cancelled_at: by.now, cancelled_reason: reason, ...revised(by.now) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('end_time', '>=', by.now)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!cancelled) await requireCancelled(trx, id)
    else {
      await notifyOfCancellation({ ...by, db: trx }, cancelled, reason)
      const event = { type: 'festival.cancelled', festival_id: id } as const
      await publishFestivals({ ...by, db: trx }, [event])
    }
    return found(await findFestival(trx, id, everything), 'Festival')
  })
}

/** Checks a festival that could not be cancelled: accepts one that is cancelled already, else refuses (409), since it is over. */
async function requireCancelled(db: Database, id: string) {
  const { cancelled_at, end_time } = found(
    await db
      .selectFrom('festivals')
      .select(['cancelled_at', 'end_time'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    'Festival',
  )
  if (!cancelled_at) throw conflict('The festival is over', 'over', { end_time })
}

/**
 * Deletes a festival: no read shows it and its sales close; payments and tickets stay readable. A festival that has not
 * begun is thereby cancelled (contract, section 4). No user is notified of the deletion of a draft.
 */
export async function deleteFestival(by: Author, id: string): Promise<void> {
  await changeable(by, id)
  await transact(by.db, async (trx) => {
    const { festivals } = await lockRecords(trx, { festivals: [id] })
    const { photo = null, site_plan = null } = festivals.get(id) ?? {}
    const { isPublished, cancelled } = await markDeleted(trx, id, by.now)
    await trx.deleteFrom('gigs').where('festival_id', '=', id).execute()
    await trx.deleteFrom('places').where('festival_id', '=', id).execute()
    if (cancelled) await notifyOfCancellation({ ...by, db: trx }, cancelled, null)
    if (isPublished)
      await publishFestivals({ ...by, db: trx }, [{ type: 'festival.deleted', festival_id: id }])
    for (const picture of [photo, site_plan]) discardPhoto({ ...by, db: trx }, picture)
  })
}

type Deleted = { id: string; name: string; isUpcoming: boolean; isPublished: boolean }

/** Marks a festival as deleted. Returns it as `cancelled` if it was published and had not begun, even if it was cancelled before. */
async function markDeleted(db: Database, id: string, now: Date) {
  const { rows } = await sql<Deleted>`
    update festivals
    set deleted_at = ${now}, photo = null, site_plan = null,
        cancelled_at = case when start_time > ${now} then coalesce(cancelled_at, ${now}) else cancelled_at end
    where id = ${id} and deleted_at < 'infinity' is not true
    returning id, name, start_time > ${now} as "isUpcoming", published_at is not null as "isPublished"`.execute(
    db,
  )
  const { isUpcoming, isPublished, ...festival } = found(rows[0], 'Festival')
  return { isPublished, cancelled: isPublished && isUpcoming ? festival : undefined }
}
