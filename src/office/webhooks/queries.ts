import { sql } from 'kysely'
import { allOf, iso } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { cut } from '#platform/http/cursors'
import { toTime } from '#platform/values/time'
import type { DeliveriesQuery, Delivery, DeliveryDetail, Webhook } from './schemas.ts'

/** Returns all endpoints, oldest first. `now` decides whether an old secret still signs. */
export function listWebhooks(db: Database, now: Date): Promise<Webhook[]> {
  return webhooks(db, now).orderBy('id').execute()
}

export function findWebhook(db: Database, id: string, now: Date): Promise<Webhook | undefined> {
  return webhooks(db, now).where('id', '=', id).executeTakeFirst()
}

function webhooks(db: Database, now: Date) {
  return db
    .selectFrom('webhooks')
    .select([
      'id',
      'url',
      'description',
      'events',
      'organizer_id',
      'is_enabled as enabled',
      'failing_since',
      'created_at',
      sql<'gone' | 'failing' | null>`disabled_reason`.as('disabled_reason'),
      missed.as('missed'),
      sql<Date | null>`case when old_secret_ends_at > ${now} then old_secret_ends_at end`.as(
        'old_secret_ends_at',
      ),
    ])
}

const missed = sql<Webhook['missed']>`(
  select json_build_object('events', m.count, 'since', ${iso('m.since')})
  from (
    select count(*) as count, min(e.at) as since
    from webhook_deliveries d join outbox e on e.id = d.event_id
    where d.webhook_id = webhooks.id and d.status = 'missed' and d.status <> 'delivered'
  ) m where m.count > 0)`

const delivery = sql`
  select d.id, d.webhook_id, d.event_id, e.type, e.at as timestamp, d.status, d.attempts,
         a.status as last_status, a.error as last_error, d.due_at as next_attempt_at, d.finished_at
  from webhook_deliveries d join outbox e on e.id = d.event_id
  left join webhook_attempts a on a.delivery_id = d.id and a.number = d.attempts`

type Selection = DeliveriesQuery & { webhookId: string }

/** Returns deliveries to an endpoint, newest first, and the cursor of the next page; null on the last page. */
export async function listDeliveries(
  db: Database,
  selection: Selection,
): Promise<{ deliveries: Delivery[]; next_after: string | null }> {
  const { limit } = selection
  const { rows } = await sql<Delivery>`
    ${delivery} where ${matching(selection)} order by d.id desc limit ${limit + 1}`.execute(db)
  const { items: deliveries, next_after } = cut(rows, limit, ({ id }) => id)
  return { deliveries, next_after }
}

function matching({ webhookId, after, status, type, ...times }: Selection) {
  const [from, to] = [toTime(times.from), toTime(times.to)]
  return allOf([
    sql`d.webhook_id = ${webhookId}`,
    status === undefined ? undefined : withStatus(status),
    type === undefined ? undefined : sql`e.type = ${type}`,
    from && sql`e.at >= ${from}`,
    to && sql`e.at < ${to}`,
    after === undefined ? undefined : sql`d.id < ${after}`,
  ])
}

/** The few undelivered ones have a partial index, which the second condition makes usable. */
function withStatus(status: string) {
  return status === 'delivered'
    ? sql`d.status = ${status}`
    : sql`d.status = ${status} and d.status <> 'delivered'`
}

export async function findDelivery(db: Database, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`${delivery} where d.id = ${id}`.execute(db)
  return rows[0]
}

type Detail = { data: object; attempted: DeliveryDetail['attempted'] }

/** Returns a delivery with its message and its attempts. */
export async function findDeliveryDetail(
  db: Database,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const found = await findDelivery(db, id)
  if (!found) return undefined
  const { rows } = await sql<Detail>`
    select e.data, coalesce((
      select json_agg(json_build_object('number', a.number, 'at', ${iso('a.at')},
               'duration_ms', a.duration_ms, 'status', a.status, 'answer', a.answer, 'error', a.error)
             order by a.number)
      from webhook_attempts a where a.delivery_id = ${id}), '[]') as attempted
    from outbox e where e.id = ${found.event_id}`.execute(db)
  const [{ data, attempted } = { data: {}, attempted: [] }] = rows
  const { event_id, type, timestamp } = found
  return { ...found, message: { id: event_id, type, timestamp, data }, attempted }
}
