import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { UserCaller } from '#core/access'
import { sqlState } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { changeWithPhotos, discardPhoto, lockPhoto, replacePhoto } from '#platform/photos/change'
import type { PhotoStore } from '#platform/photos/stores'
import { conflict, forbidden, found, invalid, invalidField } from '#platform/values/errors'
import { isStaff } from './approval.ts'
import { organizerColumns } from './columns.ts'
import { publishOrganizer } from './domain-events.ts'
import { mayChangeOrganizer } from './managers.ts'
import { findOrganizer, hidesEmails, type OrganizerRow } from './queries.ts'
import type { NewOrganizer, OrganizerChange } from './schemas.ts'

type ChangeContext = {
  db: Database
  photoStore: PhotoStore
  user: UserCaller
  now: Date
  hides: boolean
}

/**
 * Creates an organizer with its creator as first manager. `photo` is already stored. It is approved if its
 * creator is staff. 409 if the id is taken.
 */
export function createOrganizer(
  { db, user, now, hides }: Omit<ChangeContext, 'photoStore'>,
  { id, show_email, ...fields }: NewOrganizer,
  photo: string | null,
): Promise<OrganizerRow> {
  return transact(db, async (trx) => {
    const created = await trx
      .insertInto('organizers')
      .values({
        ...organizerColumns.write({ ...fields, photo }),
        id,
        approved_at: isStaff(user) ? now : null,
      })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) throw conflict(`The id ${id} is taken: choose another id`, 'taken')
    await trx
      .insertInto('organizer_managers')
      .values({ organizer_id: id, user_id: user.id, shows_email: show_email ?? null })
      .execute()
    await publishOrganizer({ db: trx, now }, 'created', { id, name: fields.name })
    return found(await findOrganizer(trx, { id, hides }), 'Organizer')
  })
}

/**
 * Creates the organizer of an import unless it exists. It has no managers, so only catalogue staff may change
 * it, and it is approved, since the operator of the service imports it. 400 if the id is not a valid one.
 */
export async function ensureOrganizer(
  db: Database,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (!/^[a-z0-9-]{1,128}$/.test(id)) {
    throw invalid(`The organizer id "${id}" must be 1 to 128 small letters, digits and hyphens`)
  }
  await db
    .insertInto('organizers')
    .values({ ...organizerColumns.write({ name }), id, approved_at: sql`now()` })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Changes the given fields. 400 for another id; 403 unless the user manages it or is catalogue staff. */
export async function updateOrganizer(
  context: ChangeContext,
  id: string,
  { id: newId = id, photo: written, ...change }: OrganizerChange,
): Promise<OrganizerRow> {
  if (newId !== id) throw invalidField('id', 'is permanent and cannot be changed')
  const { photo: current } = await changeable(context, id)
  return changeWithPhotos(context, { photo: { written, current } }, async (trx, photos) => {
    await replacePhoto({ ...context, db: trx }, { table: 'organizers', id }, photos.photo)
    await trx
      .updateTable('organizers')
      // The id is set to itself so that the statement is valid without any other column.
      .set({ id, ...organizerColumns.write({ ...change, ...photos }) })
      .where('id', '=', id)
      .execute()
    const organizer = found(await findOrganizer(trx, { id, hides: context.hides }), 'Organizer')
    await publishOrganizer({ db: trx, now: context.now }, 'updated', organizer)
    return organizer
  })
}

/** Deletes an organizer. 409 if it still has festivals. */
export async function deleteOrganizer(context: ChangeContext, id: string): Promise<void> {
  const organizer = await changeable(context, id)
  await transact(context.db, async (trx) => {
    discardPhoto({ ...context, db: trx }, await lockPhoto(trx, 'organizers', id))
    await trx.deleteFrom('organizers').where('id', '=', id).execute().catch(refuseFestivalsLeft)
    await publishOrganizer({ db: trx, now: context.now }, 'deleted', organizer)
  })
}

/** A trigger requires an organizer for festivals that are not deleted. */
function refuseFestivalsLeft(error: unknown): never {
  if (sqlState(error) !== '23514') throw error
  throw conflict('This organizer still has festivals: delete or move them first', 'has_festivals')
}

/** Returns the organizer. 404 if it does not exist, 403 if the user may not change it. */
async function changeable({ db, user, hides }: ChangeContext, id: string): Promise<OrganizerRow> {
  const organizer = found(await findOrganizer(db, { id, hides }), 'Organizer')
  if (await mayChangeOrganizer(db, user, id)) return organizer
  throw forbidden('Only its managers may change this organizer')
}

/** Returns the author of a change: the user, the time, and the stores that the change is written to. */
export function by(
  { db, photoStore, now, config }: FastifyInstance,
  user: UserCaller,
): ChangeContext {
  return { db, photoStore, user, now: now(), hides: hidesEmails(config) }
}
