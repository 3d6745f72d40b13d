import { sql } from 'kysely'
import { addEventForEndpoint } from '#core/domain-events'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField, notFound } from '#platform/values/errors'
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

type WebhookContext = Pick<Infrastructure, 'db' | 'work' | 'now' | 'vault' | 'outgoing'>
type ShownWebhook = Webhook & { secret: string }

/** Creates an endpoint with a secret, which is shown only now. Refuses (409 `too_many`) more than 50 endpoints. */
export async function createWebhook(
  { db, now: clock, vault, outgoing }: WebhookContext,
  { url, enabled = true, ...wanted }: NewWebhook,
  userId: string,
): Promise<ShownWebhook> {
  await outgoing.check(url)
  const now = clock()
  const id = newId()
  const { secret, shown } = sealedSecret(vault, id)
  return transact(db, async (trx) => {
    await requireOrganizer(trx, wanted.organizer_id)
    await requireUnderLimit(trx)
    const { description = null, events = null, organizer_id = null } = wanted
    await trx
      .insertInto('webhooks')
      .values({
        id,
        url,
        description,
        events: events && uniqueSorted(events),
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

/** Changes the given fields. Enabling an endpoint resets its failures. */
export async function updateWebhook(
  { db, now, outgoing }: WebhookContext,
  id: string,
  { url, description, events, organizer_id, enabled }: WebhookChange,
): Promise<Webhook> {
  if (url !== undefined) await outgoing.check(url)
  return transact(db, async (trx) => {
    await requireOrganizer(trx, organizer_id)
    await trx
      .updateTable('webhooks')
      // Undefined fields are not written. The id is set to itself, so that there is at least one column.
      .set({
        id,
        url,
        description,
        events: events && uniqueSorted(events),
        organizer_id,
        is_enabled: enabled,
        ...(enabled && { disabled_reason: null, failing_since: null }),
      })
      .where('id', '=', id)
      .execute()
    return found(await findWebhook(trx, id, now()), 'Webhook')
  })
}

/** Deletes an endpoint with its deliveries, which may be many. */
export async function deleteWebhook({ work }: WebhookContext, id: string): Promise<void> {
  await transact(work, async (trx) => {
    const deleted = await trx.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound('Webhook')
  })
}

/** Gives an endpoint a new secret. The old one also signs for `overlapSeconds`. */
export function rotateSecret(
  { db, now: clock, vault }: WebhookContext,
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

/** Sends an endpoint a test event. */
export function sendTest({ db, now: clock }: WebhookContext, id: string): Promise<Delivery> {
  const now = clock()
  return transact(db, async (trx) => {
    await requireEnabled(trx, id)
    const event_id = await addEventForEndpoint(
      { db: trx, now },
      { type: testEvent, data: { webhook_id: id } },
    )
    const addressed = { event_id, webhook_id: id, is_missed: false }
    const [deliveryId = ''] = await addDeliveries(trx, [addressed], now)
    await auditSending(trx, id, { 'deliveries.added': { from: null, to: 1 } })
    return found(await findDelivery(trx, deliveryId), 'Delivery')
  })
}

/** Sends a delivery again, whatever its state: the same event, with the same id. */
export function redeliver({ db, now }: WebhookContext, id: string): Promise<Delivery> {
  return transact(db, async (trx) => {
    const { webhook_id, status } = found(await findDelivery(trx, id), 'Delivery')
    await requireEnabled(trx, webhook_id)
    await sql`
      update webhook_deliveries set status = 'pending', tries = 0, due_at = ${now()}, finished_at = null
      where id = ${id}`.execute(trx)
    await auditSending(trx, webhook_id, {
      [`deliveries.${id}.status`]: { from: status, to: 'pending' },
    })
    return found(await findDelivery(trx, id), 'Delivery')
  })
}

/**
 * Sends failed and missed deliveries at once, and the ones that wait for their next attempt: one after the other, in
 * the order of their events. Returns their number; a second call finds none of them again.
 */
export function replay(
  { work, now: clock }: WebhookContext,
  id: string,
  since: Date,
): Promise<number> {
  return transact(work, async (trx) => {
    await requireEnabled(trx, id)
    // One replay at a time: the second sees the deliveries that the first has made due, although its time may be the
    // earlier one.
    const { rows } = await sql<{ now: Date }>`
      update webhooks set replayed_at = greatest(replayed_at, ${clock()}) where id = ${id}
      returning replayed_at as now`.execute(trx)
    const { now } = found(rows[0], 'Webhook')
    // Makes them due a millisecond apart, the last one now, so that they stay in order and come before all later
    // events.
    const { numAffectedRows = 0n } = await sql`
      update webhook_deliveries d
      set status = 'pending', tries = 0, finished_at = null,
          due_at = ${now}::timestamptz - (again.behind - 1) * interval '1 millisecond'
      from (
        select d.id, row_number() over (order by e.at desc, e.id desc) as behind
        from webhook_deliveries d join outbox e on e.id = d.event_id
        where d.webhook_id = ${id} and e.at >= ${since} and d.status <> 'delivered'
          and (d.status in ('failed', 'missed') or d.due_at > ${now})
      ) again
      where d.id = again.id`.execute(trx)
    const count = Number(numAffectedRows)
    await auditSending(trx, id, { 'deliveries.changed': { from: null, to: count } })
    return count
  })
}

type AuditedChanges = Record<string, { from: string | null; to: string | number }>

/** Records deliveries sent on request in the audit log: no row of the endpoint changes, so no trigger would note them. */
async function auditSending(trx: Database, id: string, changes: AuditedChanges): Promise<void> {
  await sql`
    select note_changes('webhook', id::text, null, organizer_id, ${JSON.stringify(changes)}::jsonb)
    from webhooks where id = ${id} and current_setting('festival.audit', true) <> ''`.execute(trx)
}

async function requireOrganizer(db: Database, id: string | null | undefined) {
  if (id === null || id === undefined) return
  const known = await db
    .selectFrom('organizers')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw invalidField('organizer_id', 'is not the id of an organizer')
}

async function requireUnderLimit(db: Database) {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < mostWebhooks) return
  throw conflict(`There are already ${mostWebhooks} webhooks: delete one first`, 'too_many')
}

/** Refuses (409) for a disabled endpoint: a delivery would only wait. */
async function requireEnabled(db: Database, id: string) {
  const { is_enabled } = found(
    await db.selectFrom('webhooks').select('is_enabled').where('id', '=', id).executeTakeFirst(),
    'Webhook',
  )
  if (!is_enabled) throw conflict('This webhook is disabled: enable it first', 'disabled')
}

/** Returns each type once, sorted. */
const uniqueSorted = (events: string[]) => [...new Set(events)].toSorted()
