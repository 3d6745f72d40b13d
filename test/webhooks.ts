/** Webhooks written straight into the tables, and queries for tests. */
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/values/ids'
import { lenient, type Person, type World } from './world.ts'

/** A webhook at an unreachable address, with an event delivered to it. */
export async function aWebhook({ db, vault }: Pick<World, 'db' | 'vault'>) {
  const [id, event_id, delivery_id] = [newId(), newId(), newId()]
  const created_at = new Date()
  const secret = vault.seal(randomBytes(32), `webhook secret ${id}`)
  const events = ['organizer.created']
  const url = 'https://app.example/hooks'
  await db.insertInto('webhooks').values({ id, url, events, secret, created_at }).execute()
  const event = { id: event_id, type: 'organizer.created', data: '{}', is_spread: true }
  await db
    .insertInto('outbox')
    .values({ ...event, at: created_at })
    .execute()
  const delivery = { id: delivery_id, webhook_id: id, event_id, status: 'delivered' }
  await db
    .insertInto('webhook_deliveries')
    .values({ ...delivery, created_at, finished_at: created_at })
    .execute()
  return { id, delivery_id }
}

type WebhookListRequest = { as: Person; id: string; query?: string | undefined }

/** The delivery log of a webhook, newest first. */
export async function deliveriesTo({ get }: World, { as, id, query = '' }: WebhookListRequest) {
  const { body } = await get(`/webhooks/${id}/deliveries?limit=200&${query}`, {
    as,
    headers: lenient,
  })
  return body.deliveries as {
    id: string
    event_id: string
    type: string
    status: 'pending' | 'delivered' | 'failed' | 'missed'
    attempts: number
    last_status: number | null
    last_error: string | null
    next_attempt_at: string | null
  }[]
}
