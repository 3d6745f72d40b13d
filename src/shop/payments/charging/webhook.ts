import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { microbatch, type Settled } from '#platform/jobs/microbatch'
import { isId } from '#platform/values/ids'
import type { ReservedOrder } from '../model/order-stages.ts'
import { reservedColumns } from '../model/payment-context.ts'
import type { OrderState } from '../model/states.ts'
import type { ProcessorEvent } from '../processors/processor.ts'
import type { Checkout } from './checkout.ts'
import { applyProcessorEvent } from './processor-events.ts'

/** Opens the intake of processor events; events that come at the same moment share their statements. */
export function openWebhook(checkout: Checkout) {
  const takeIn = microbatch<ProcessorEvent, undefined>({
    run: (events) => takeInAll(checkout, events),
    keyOf: ({ key }) => key,
  })
  return async (headers: IncomingHttpHeaders, body: Buffer): Promise<void> => {
    const event = await checkout.processors.senderOf(headers).webhook(headers, body)
    if (event && isId(event.key)) await takeIn(event)
  }
}

/**
 * Takes in events, which come at least once, in any order. The orders are moved first, then the events are recorded, so
 * that one lost in between is taken in again and moves nothing.
 */
async function takeInAll(
  checkout: Checkout,
  events: ProcessorEvent[],
): Promise<Settled<undefined>[]> {
  const { known, standing } = await findStanding(checkout.db, events)
  const fresh = events.filter(({ id }) => !known.has(id))
  const failed = new Map<ProcessorEvent, Error>()
  const moveOrder = async (event: ProcessorEvent) => {
    const order = standing.get(event.key)
    if (!order) return
    await applyProcessorEvent(checkout, order, event).catch((error: Error) =>
      failed.set(event, error),
    )
  }
  await Promise.all(fresh.map(moveOrder))
  await checkout.failpoint('C10 webhook settled')
  await note(
    checkout,
    fresh.filter((event) => !failed.has(event)),
  )
  return events.map((event) => {
    const error = failed.get(event)
    return error ? { error } : { value: undefined }
  })
}

type EventRow = OrderState & ReservedOrder & { event_id: string; key: string; is_known: boolean }

/** Reads which events are recorded already, and the state of the orders that they concern. */
async function findStanding(db: Database, events: ProcessorEvent[]) {
  const { rows } = await sql<EventRow>`
    select heard.id as event_id, heard.key, e.id is not null as is_known, ${reservedColumns}, o.status, o.is_fenced,
           o.client_secret is not null as is_shared
    from ${rowsOf('heard', events, { id: 'text', key: 'uuid' })}
    left join processor_events e on e.id = heard.id
    left join order_attempts a on a.id = heard.key
    left join orders o on o.id = coalesce(a.order_id, heard.key)`.execute(db)
  return {
    known: new Set(rows.flatMap(({ event_id, is_known }) => (is_known ? event_id : []))),
    standing: new Map(rows.flatMap((row) => (row.id ? [[row.key, row]] : []))),
  }
}

async function note({ db, now }: Checkout, events: ProcessorEvent[]) {
  if (events.length === 0) return
  await db
    .insertInto('processor_events')
    .values(events.map(({ id }) => ({ id, received_at: now() })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

const remembered = 30 * 86_400_000

/** Deletes events that no processor sends again. */
export async function forgetProcessorEvents(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - remembered)
  await inBatches((limit) =>
    sql`
      delete from processor_events where id = any (array(
        select id from processor_events where received_at < ${old} limit ${limit}))`.execute(db),
  )
}
