import { requireOneVat } from '#core/sale-terms'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { changedTranslations } from '#platform/database/translated'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { changeTranslations } from '#platform/values/translations'
import { subscriptionColumns } from './columns.ts'
import { findSubscription } from './queries.ts'
import type { NewSubscription, Subscription, SubscriptionChange } from './schemas.ts'

/** Creates a plan. `price` is in EUR. */
export function createSubscription(
  db: Database,
  plan: NewSubscription,
  now: Date,
): Promise<Subscription> {
  requireOneVat(plan.vat)
  const translations = changeTranslations({}, plan.translations)
  return transact(db, async (trx) => {
    const id = newId()
    await trx
      .insertInto('subscriptions')
      .values({ ...subscriptionColumns.write({ ...plan, translations }), id, created_at: now })
      .execute()
    return found(await findSubscription(trx, id), 'Subscription')
  })
}

/** Changes the given fields; terms already paid for stay as they are. 404 if the plan does not exist. */
export function updateSubscription(
  db: Database,
  id: string,
  { translations, ...change }: SubscriptionChange,
): Promise<Subscription> {
  requireOneVat(change.vat)
  return transact(db, async (trx) => {
    const texts = await changedTranslations(trx, { table: 'subscriptions', id }, translations)
    await trx
      .updateTable('subscriptions')
      // The id is set to itself so that the statement is valid without any other column.
      .set({ id, ...subscriptionColumns.write({ ...change, ...texts }) })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .execute()
    return found(await findSubscription(trx, id), 'Subscription')
  })
}

/** Stops the sale of a plan. The row stays, since payments refer to it. 404 if it does not exist. */
export async function archiveSubscription(db: Database, id: string, now: Date): Promise<void> {
  const archived = await transact(db, (trx) =>
    trx
      .updateTable('subscriptions')
      .set({ archived_at: now })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  found(archived, 'Subscription')
}
