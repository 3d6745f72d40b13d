import { createECDH } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField, Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { curve } from './encrypt.ts'
import { pushKey } from './keys.ts'
import { serviceOf } from './queries.ts'
import { mostSubscriptions, type NewPushSubscription, type PushSubscription } from './schemas.ts'

type PushContext = Pick<Infrastructure, 'db' | 'now' | 'vault' | 'outgoing'>

/**
 * Lets a browser show the user's notifications, until the session of the request ends. A browser that is known by its
 * endpoint belongs to this user from now on: pushes on their way to another user there are dropped. 409 `too_many` for
 * more than 20; 400 for a private endpoint, and for an invalid key. Locks the account.
 */
export async function subscribe(
  { db, now, vault, outgoing }: PushContext,
  { id: userId, token }: UserCaller,
  { endpoint, keys }: NewPushSubscription,
): Promise<PushSubscription> {
  await outgoing.check(endpoint, 'endpoint')
  const [public_key, auth] = [keys.p256dh, keys.auth].map((text) => Buffer.from(text, 'base64url'))
  if (!public_key || !auth || !isPoint(public_key)) {
    throw invalidField('keys.p256dh', 'must be a point of the curve P-256')
  }
  const key = await pushKey({ db, vault, now: now() })
  return transact(db, async (trx) => {
    await holdSession(trx, { userId, token })
    await requireUnderLimit(trx, userId, endpoint)
    await sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId}`.execute(
      trx,
    )
    const { rows } = await sql<{ id: string; created_at: Date }>`
      insert into push_subscriptions as s
        (id, user_id, token_hash, key_id, endpoint, public_key, auth, created_at)
      values (${newId()}, ${userId}, ${Buffer.from(token, 'base64url')}, ${key.id}, ${endpoint}, ${public_key},
              ${auth}, ${now()})
      on conflict on constraint push_subscriptions_endpoint do update
      set token_hash = excluded.token_hash, key_id = excluded.key_id, public_key = excluded.public_key,
          auth = excluded.auth
      returning id, created_at`.execute(trx)
    return { ...found(rows[0], 'Subscription'), service: serviceOf(endpoint) }
  })
}

/** Moves the push subscriptions of a session to the session that follows it, of the same user. */
export async function movePushes(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [before, after] = [from, to].map((hash) => Buffer.from(hash, 'base64url'))
  await sql`update push_subscriptions set token_hash = ${after} where token_hash = ${before}`.execute(
    db,
  )
}

/** Returns true if a public key, uncompressed, is a point of the curve. */
function isPoint(publicKey: Buffer): boolean {
  const ours = createECDH(curve)
  ours.generateKeys()
  try {
    return publicKey.length === 65 && ours.computeSecret(publicKey).length > 0
  } catch {
    return false
  }
}

/** Locks the account, and refuses (401) a session that has ended in the meantime: its subscriptions ended with it. */
async function holdSession(trx: Database, { userId, token }: { userId: string; token: string }) {
  const hash = Buffer.from(token, 'base64url')
  const { rows } = await sql`
    select from users u join tokens t on t.user_id = u.id
    where u.id = ${userId} and u.erased_at is null and t.hash = ${hash}
    for no key update of u for key share of t`.execute(trx)
  if (rows.length === 0) throw new Problem(401, 'Invalid token')
}

async function requireUnderLimit(trx: Database, userId: string, endpoint: string): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from push_subscriptions
    where user_id = ${userId} and endpoint <> ${endpoint}`.execute(trx)
  if ((rows[0]?.others ?? 0) < mostSubscriptions) return
  throw conflict(
    `There are already ${mostSubscriptions} push subscriptions: delete one first`,
    'too_many',
  )
}

/** Ends a subscription of a user. 404 for an unknown one, or another user's. */
export async function unsubscribe(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const gone = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  found(gone, 'Subscription')
}

/**
 * Builds a statement that makes pushes due, to run alone or in a `with` beside the notifications.
 * @param rows gives `user_id` and `id`, of each notification that may be pushed
 */
export function makingPushes(rows: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    insert into pushes_due (subscription_id, notification_id, due_at)
    select s.id, n.id, ${now}::timestamptz
    from (${rows}) n join push_subscriptions s on s.user_id = n.user_id
    on conflict do nothing`
}
