import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { inBatches } from '#platform/expiry'
import { isId } from '#platform/ids'
import type { Checkout } from './purchase.ts'

/**
 * Takes in what the processor sends: at least once, in any order. The payment is moved first, then the
 * event is noted, so that one lost in between is taken in again and moves nothing.
 */
export async function hear(
  checkout: Checkout,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const event = checkout.processor.webhook(headers, body)
  if (!event || !isId(event.key)) return
  const { db } = checkout
  const known = await db
    .selectFrom('processor_events')
    .select('id')
    .where('id', '=', event.id)
    .executeTakeFirst()
  if (known) return
  await checkout.settle({ id: event.key, verdict: event.outcome })
  await checkout.reach('C10 webhook settled')
  await db
    .insertInto('processor_events')
    .values({ id: event.id, received_at: checkout.now() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

const remembered = 30 * 86_400_000

/** Forgets events that no processor sends again. */
export async function forgetOldEvents(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - remembered)
  await inBatches((limit) =>
    sql`
      delete from processor_events where id = any (array(
        select id from processor_events where received_at < ${old} limit ${limit}))`.execute(db),
  )
}
