import { sql } from 'kysely'
import { keepEvent } from '#domain-events'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalid, notFound } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { addDeliveries } from './deliveries.ts'
import { testEvent } from './events.ts'
import { findDelivery, findWebhook } from './queries.ts'
import {
  type Delivery,
  mostWebhooks,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
} from './schemas.ts'
import { sealedSecret } from './secrets.ts'

type At = Pick<Infrastructure, 'db' | 'work' | 'now' | 'vault' | 'outgoing'>
type ShownWebhook = Webhook & { secret: string }

/** Makes an endpoint, with a secret that is shown this once. More than 50 are 409 `too_many`. */
export async function createWebhook(
  { db, now: clock, vault, outgoing }: At,
  { url, enabled = true, ...wanted }: NewWebhook,
  userId: string,
): Promise<ShownWebhook> {
  await outgoing.check(url)
  const now = clock()
  const id = newId()
  const { secret, shown } = sealedSecret(vault, id)
  return transact(db, async (trx) => {
    await requireOrganizer(trx, wanted.organizer_id)
    await requireRoom(trx)
    const { description = null, events = null, organizer_id = null } = wanted
    await trx
      .insertInto('webhooks')
      .values({
        id,
        url,
        description,
        events: events && inOrder(events),
        organizer_id,
        secret,
        is_enabled: enabled,
        created_by: userId,
        created_at: now,
      })
      .execute()
    return { ...found(await findWebhook(trx, id, now), 'Webhook'), secret: shown }
  })
}

/** Changes what is given. Enabled again, it is as if it had never failed. */
export async function updateWebhook(
  { db, now, outgoing }: At,
  id: string,
  { url, description, events, organizer_id, enabled }: WebhookChange,
): Promise<Webhook> {
  if (url !== undefined) await outgoing.check(url)
  return transact(db, async (trx) => {
    await requireOrganizer(trx, organizer_id)
    await trx
      .updateTable('webhooks')
      // What is undefined is not written; the id stays, so there is always something to set.
      .set({
        id,
        url,
        description,
        events: events && inOrder(events),
        organizer_id,
        is_enabled: enabled,
        ...(enabled && { disabled_reason: null, failing_since: null }),
      })
      .where('id', '=', id)
      .execute()
    return found(await findWebhook(trx, id, now()), 'Webhook')
  })
}

/** Deletes an endpoint with all that was sent there, which may be much, and all that is on its way. */
export async function deleteWebhook({ work }: At, id: string): Promise<void> {
  await transact(work, async (trx) => {
    const deleted = await trx.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound('Webhook')
  })
}

/** Gives an endpoint a new secret. The one so far signs beside it for as long as is said. */
export function rotateSecret(
  { db, now: clock, vault }: At,
  id: string,
  overlapSeconds: number,
): Promise<ShownWebhook> {
  const now = clock()
  const { secret, shown } = sealedSecret(vault, id)
  const end = new Date(now.getTime() + overlapSeconds * 1000)
  return transact(db, async (trx) => {
    await sql`
      update webhooks set old_secret = secret, old_secret_ends_at = ${end}, secret = ${secret}
      where id = ${id}`.execute(trx)
    return { ...found(await findWebhook(trx, id, now), 'Webhook'), secret: shown }
  })
}

/** Sends an endpoint a test event, as soon as any other. */
export function sendTest({ db, now: clock }: At, id: string): Promise<Delivery> {
  const now = clock()
  return transact(db, async (trx) => {
    await requireEnabled(trx, id)
    const event_id = await keepEvent(
      { db: trx, now },
      { type: testEvent, data: { webhook_id: id } },
    )
    const [deliveryId = ''] = await addDeliveries(trx, [{ event_id, webhook_id: id }], now)
    return found(await findDelivery(trx, deliveryId), 'Delivery')
  })
}

/** Begins a delivery anew, whatever became of it: the same event, with the same id. */
export function redeliver({ db, now }: At, id: string): Promise<Delivery> {
  return transact(db, async (trx) => {
    const { webhook_id } = found(await findDelivery(trx, id), 'Delivery')
    await requireEnabled(trx, webhook_id)
    await sql`
      update webhook_deliveries set status = 'pending', tries = 0, due_at = ${now()}, finished_at = null
      where id = ${id}`.execute(trx)
    return found(await findDelivery(trx, id), 'Delivery')
  })
}

/** Sends what has failed, and what waits for its next attempt, at once. Gives how many. */
export function replay({ work, now }: At, id: string, since: Date): Promise<number> {
  return transact(work, async (trx) => {
    await requireEnabled(trx, id)
    const { numAffectedRows = 0n } = await sql`
      update webhook_deliveries d
      set status = 'pending', tries = 0, due_at = ${now()}, finished_at = null
      from outbox e
      where d.webhook_id = ${id} and e.id = d.event_id and e.at >= ${since}
        and d.status <> 'delivered' and (d.status = 'failed' or d.due_at > ${now()})`.execute(trx)
    return Number(numAffectedRows)
  })
}

async function requireOrganizer(db: Database, id: string | null | undefined) {
  if (id === null || id === undefined) return
  const known = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw invalid('organizer_id is not the id of an organizer')
}

async function requireRoom(db: Database) {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < mostWebhooks) return
  throw conflict(`There are ${mostWebhooks} webhooks already: delete one first`, 'too_many')
}

/** What is sent to one that is disabled would only wait. */
async function requireEnabled(db: Database, id: string) {
  const { is_enabled } = found(
    await db.selectFrom('webhooks').select('is_enabled').where('id', '=', id).executeTakeFirst(),
    'Webhook',
  )
  if (!is_enabled) throw conflict('This webhook is disabled: enable it first', 'disabled')
}

/** Each once. */
const inOrder = (events: string[]) => [...new Set(events)].toSorted()
