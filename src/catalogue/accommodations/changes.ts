import type { FastifyInstance } from 'fastify'
import { isVisibleTo, mayChangeOrganizer, seesHidden } from '#catalogue/organizers'
import type { UserCaller } from '#core/access'
import { requireOneVat, usualTermsOf } from '#core/sale-terms'
import { brokenConstraint } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { changedTranslations } from '#platform/database/translated'
import { changeWithPhotos, discardPhoto, lockPhoto, replacePhoto } from '#platform/photos/change'
import type { PhotoStore } from '#platform/photos/stores'
import { conflict, forbidden, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { inOrder } from '#platform/values/time'
import { changeTranslations } from '#platform/values/translations'
import { accommodationColumns } from './columns.ts'
import { all, findAccommodation } from './queries.ts'
import type { Accommodation, AccommodationChange, NewAccommodation } from './schemas.ts'

type ChangeContext = { db: Database; photoStore: PhotoStore; user: UserCaller; now: Date }

/** Returns the author of a change: the user, the time, and the stores that the change is written to. */
export function changeContext(
  { db, photoStore, now }: FastifyInstance,
  user: UserCaller,
): ChangeContext {
  return { db, photoStore, user, now: now() }
}

/** Creates an accommodation. 403 unless the user manages the festival's organizer, 400 for an unknown festival. */
export async function createAccommodation(
  { db, user, now }: Omit<ChangeContext, 'photoStore'>,
  fields: NewAccommodation,
  photo: string | null,
): Promise<Accommodation> {
  requireOneVat(fields.vat)
  const translations = changeTranslations({}, fields.translations)
  const columns = accommodationColumns.write({
    at_tills: usualTermsOf(fields).at_tills,
    ...fields,
    photo,
    translations,
  })
  inOrder(columns.check_in, columns.check_out, ['check_in_at', 'check_out_at'])
  if (!(await mayChange({ db, user }, fields.festival_id))) {
    throw forbidden('Only managers of the festival may offer accommodations')
  }
  return transact(db, async (trx) => {
    const id = newId()
    await trx
      .insertInto('accommodations')
      .values({ ...columns, id, created_at: now })
      .execute()
    return found(await findAccommodation(trx, id, { hidden: all }), 'Accommodation')
  })
}

/** Changes the given fields. 400 for another festival, 409 for a quantity below the number sold or held. */
export async function updateAccommodation(
  context: ChangeContext,
  id: string,
  { festival_id, photo: written, translations, ...change }: AccommodationChange,
): Promise<Accommodation> {
  const current = await changeable(context, id)
  if ((festival_id ?? current.festival_id) !== current.festival_id) {
    throw invalidField('festival_id', 'is permanent and cannot be changed')
  }
  requireOneVat(change.vat)
  const columns = accommodationColumns.write(change)
  const { check_in = current.check_in_at, check_out = current.check_out_at } = columns
  inOrder(check_in, check_out, ['check_in_at', 'check_out_at'])
  const at = { table: 'accommodations', id } as const
  return changeWithPhotos(
    context,
    { photo: { written, current: current.photo } },
    async (trx, photos) => {
      await replacePhoto({ ...context, db: trx }, at, photos.photo)
      const texts = await changedTranslations(trx, at, translations)
      await trx
        .updateTable('accommodations')
        // The id is set to itself so that the statement is valid without any other column.
        .set({ id: current.id, ...columns, ...accommodationColumns.write({ ...texts, ...photos }) })
        .where('id', '=', current.id)
        .where('archived_at', 'is', null)
        .execute()
        .catch(refuseBelowSold)
      return found(await findAccommodation(trx, current.id, { hidden: all }), 'Accommodation')
    },
  )
}

/** Stops the sale. The row stays, since payments refer to it. */
export async function archiveAccommodation(context: ChangeContext, id: string): Promise<void> {
  await changeable(context, id)
  await transact(context.db, async (trx) => {
    discardPhoto({ ...context, db: trx }, await lockPhoto(trx, 'accommodations', id))
    await trx
      .updateTable('accommodations')
      .set({ archived_at: context.now, photo: null })
      .where('id', '=', id)
      .execute()
  })
}

/** Returns the accommodation. 404 if it does not exist, 403 if the user may not change it. */
async function changeable({ db, user }: ChangeContext, id: string): Promise<Accommodation> {
  const hidden = seesHidden(user, 'f.organizer_id')
  const accommodation = found(await findAccommodation(db, id, { hidden }), 'Accommodation')
  if (await mayChange({ db, user }, accommodation.festival_id)) return accommodation
  throw forbidden('Only managers of the festival may change this accommodation')
}

async function mayChange({ db, user }: Pick<ChangeContext, 'db' | 'user'>, festivalId: string) {
  const festival = await db
    .selectFrom('festivals as f')
    .select('organizer_id')
    .where('id', '=', festivalId)
    .where(isVisibleTo(user))
    .executeTakeFirst()
  if (!festival) throw invalidField('festival_id', 'is not the id of a festival')
  return mayChangeOrganizer(db, user, festival.organizer_id ?? '')
}

function refuseBelowSold(error: unknown): never {
  if (brokenConstraint(error) !== 'accommodations_stock') throw error
  throw conflict(
    'quantity is below what is already sold or held: give at least as many',
    'below_sold',
  )
}
