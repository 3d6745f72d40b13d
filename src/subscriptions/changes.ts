import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { found } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { subscriptionColumns } from './columns.ts'
import { findSubscription } from './queries.ts'
import type { NewSubscription, Subscription, SubscriptionChange } from './schemas.ts'

/** Puts a plan on offer. `price` is EUR. */
export function createSubscription(
  db: Database,
  plan: NewSubscription,
  now: Date,
): Promise<Subscription> {
  return transact(db, async (trx) => {
    const id = newId()
    await trx
      .insertInto('subscriptions')
      .values({ ...subscriptionColumns.write(plan), id, created_at: now })
      .execute()
    return found(await findSubscription(trx, id), 'Subscription')
  })
}

/** Changes what is given; what was paid for before stays as it was paid. Unknown: 404. */
export function updateSubscription(
  db: Database,
  id: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  return transact(db, async (trx) => {
    await trx
      .updateTable('subscriptions')
      // What is undefined is not written; the id stays, so there is always something to set.
      .set({ id, ...subscriptionColumns.write(change) })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .execute()
    return found(await findSubscription(trx, id), 'Subscription')
  })
}

/** Takes a plan off the offer. Its row stays for those who have paid for it. Unknown: 404. */
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
