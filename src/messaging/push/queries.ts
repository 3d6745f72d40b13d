import type { Database } from '#platform/database/tables'
import type { PushSubscription } from './schemas.ts'

/** Returns the host of a push service. */
export const serviceOf = (endpoint: string): string => URL.parse(endpoint)?.host ?? ''

/** Returns the browsers of a user, oldest first. */
export async function listSubscriptions(db: Database, userId: string): Promise<PushSubscription[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ endpoint, ...row }) => ({ ...row, service: serviceOf(endpoint) }))
}
