import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/** A notification for one browser. */
export type PushDue = { subscription_id: string; notification_id: string }

/** A push leased by one process. `notice` is null if there is nothing left to show. */
export type Claimed = PushDue & {
  tries: number
  endpoint: string
  public_key: Buffer
  auth: Buffer
  key: { id: number; public_key: Buffer; private_key: Buffer }
  notice: PushNotification | null
}
export type PushNotification = {
  id: string
  type: string
  title: string
  message: string
  language: string
  data: Record<string, unknown>
  created_at: Date
}

type Claim = { now: Date; leaseUntil: Date; limit: number }
type Row = Omit<Claimed, 'notice' | 'key'> &
  PushNotification & { key_id: number; key_public: Buffer; key_private: Buffer; is_open: boolean }

/**
 * Takes pushes that are due, least tried first, so that servers that are slow or down delay only their own. No other
 * process takes them until `leaseUntil`. A push has nothing to show if its notification was read in the meantime, its
 * session is over or its account is suspended.
 */
export async function claimPushes(
  db: Database,
  { now, leaseUntil, limit }: Claim,
): Promise<Claimed[]> {
  const { rows } = await sql<Row>`
    with claimed as (
      update pushes_due p set due_at = ${leaseUntil}, tries = p.tries + 1
      from (
        select subscription_id, notification_id from pushes_due
        where due_at <= ${now} order by tries, due_at limit ${limit} for update skip locked
      ) due
      where p.subscription_id = due.subscription_id and p.notification_id = due.notification_id
      returning p.subscription_id, p.notification_id, p.tries
    )
    select c.*, s.endpoint, s.public_key, s.auth, k.id as key_id, k.public_key as key_public,
           k.private_key as key_private, n.id, n.type, n.title, n.message, coalesce(n.language, 'en') as language,
           coalesce(n.data, '{}') as data, n.created_at, not n.read and t.expires_at > ${now} and u.suspended_at is null as is_open
    from claimed c
    join push_subscriptions s on s.id = c.subscription_id
    join push_keys k on k.id = s.key_id
    join tokens t on t.hash = s.token_hash
    join users u on u.id = s.user_id
    left join notifications n on n.id = c.notification_id and n.user_id = s.user_id`.execute(db)
  return rows.map(({ id, type, title, message, language, data, created_at, is_open, ...row }) => ({
    ...row,
    key: { id: row.key_id, public_key: row.key_public, private_key: row.key_private },
    notice: is_open ? { id, type, title, message, language, data, created_at } : null,
  }))
}

/** Deletes a push that was sent, or that will not be sent. */
export async function deletePush(db: Database, push: PushDue): Promise<void> {
  await db
    .deleteFrom('pushes_due')
    .where('subscription_id', '=', push.subscription_id)
    .where('notification_id', '=', push.notification_id)
    .execute()
}

/** Postpones a push that was not sent to a later try. */
export async function postponePush(db: Database, push: PushDue, until: Date): Promise<void> {
  await db
    .updateTable('pushes_due')
    .set({ due_at: until })
    .where('subscription_id', '=', push.subscription_id)
    .where('notification_id', '=', push.notification_id)
    .execute()
}

/**
 * Ends a subscription that its push service no longer knows, with all its pending pushes, if it still has the endpoint
 * that was tried.
 */
export async function endSubscription(
  db: Database,
  { subscription_id, endpoint }: Pick<Claimed, 'subscription_id' | 'endpoint'>,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', subscription_id)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** For `GET /metrics`: pushes still to be sent. */
export function showPushesDue({ figures }: Pick<Infrastructure, 'figures'>): void {
  figures.add({
    name: 'festival_pushes_open',
    help: 'Notifications to browsers that are still to be sent, also those that will be tried again',
    type: 'gauge',
    read: async (db) => {
      const { rows } = await sql<{
        count: string
      }>`select count(*) as count from pushes_due`.execute(db)
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }))
    },
  })
}
