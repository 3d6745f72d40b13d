import { brokenConstraint } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { changeWithPhotos, discardPhoto, replacePhoto } from '#platform/photos/change'
import type { PhotoStore } from '#platform/photos/stores'
import { found, invalidField, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { BadgeChange, BadgeDefinition, NewBadge } from './admin-schemas.ts'
import { badgeColumns } from './columns.ts'
import { givenIcon } from './drawn-icon.ts'
import { findBadge } from './queries.ts'

type Where = { db: Database; photoStore: PhotoStore }

/** Creates a badge. Its events are counted from the beginning, including earlier ones. */
export async function createBadge(
  { db, now }: { db: Database; now: Date },
  given: NewBadge,
  icon: string | null,
): Promise<BadgeDefinition> {
  const id = newId()
  const badge = { ...badgeColumns.write({ ...given, icon }), id, created_at: now }
  await db.insertInto('badges').values(badge).execute().catch(refuseWithoutRule)
  return found(await findBadge(db, id), 'Badge')
}

/** Changes the given fields. The progress of all users follows at once: it is computed from the counted events. */
export async function updateBadge(
  { db, photoStore }: Where,
  id: string,
  { icon, ...change }: BadgeChange,
): Promise<BadgeDefinition> {
  const { icon: current } = found(await findBadge(db, id), 'Badge')
  const written = givenIcon(icon)
  return changeWithPhotos(
    { db, photoStore },
    { icon: { written, current } },
    async (trx, photos) => {
      await replacePhoto({ db: trx, photoStore }, { table: 'badges', id }, photos.icon)
      await trx
        .updateTable('badges')
        // Undefined fields are not written; the id stays, so there is always something to set.
        .set({ id, ...badgeColumns.write({ ...change, ...photos }) })
        .where('id', '=', id)
        .execute()
        .catch(refuseWithoutRule)
      return found(await findBadge(trx, id), 'Badge')
    },
  )
}

/** Deletes a badge. The events it counted stay counted for other badges. 404 for an unknown badge. */
export async function deleteBadge({ db, photoStore }: Where, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const gone = await trx
      .deleteFrom('badges')
      .where('id', '=', id)
      .returning('photo')
      .executeTakeFirst()
    if (!gone) throw notFound('Badge')
    discardPhoto({ db: trx, photoStore }, gone.photo)
  })
}

function refuseWithoutRule(error: unknown): never {
  if (brokenConstraint(error) !== 'badges_of_a_rule') throw error
  throw invalidField('event_type', 'must be one that has a rule: see GET /rewards/rules')
}
