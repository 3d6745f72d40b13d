import { sql } from 'kysely'
import { mustBeApproved } from '#organizers'
import { conflict, missingFields, notFound, Problem } from '#platform/values/errors'
import { type Charging, chargingBeside, overCharging } from './charging.ts'
import { hold, release } from './hold.ts'
import { overFree, overWaiting, type Waiting, waitingBeside } from './limits.ts'
import { findOffers, nouns, type Offer, offerKey } from './offers.ts'
import type { Batch, Order, Priced, Result } from './order.ts'
import { inTransaction, leaseOf, type PaymentContext } from './payment-context.ts'
import { quote, soldOut } from './quote.ts'
import { answerReplays, inProgress } from './replays.ts'
import { appendSteps } from './steps.ts'

/**
 * Reserves for many buyers in one transaction: payments, points, stock, in this order of locks. An order
 * that fails at one of them drops out with a refusal of its own, and leaves nothing behind.
 */
export function reserve(context: PaymentContext, orders: Order[]): Promise<Result[]> {
  return inTransaction(context, async (trx) => {
    const batch: Batch = { ...trx, results: new Map() }
    const fresh = await answerReplays(batch, orders)
    const priced = await price(batch, fresh)
    const inserted = await refuseWaiting(batch, await insertPayments(batch, priced))
    const held = await keepHeld(batch, inserted)
    await sayWhenReleased(batch, fresh)
    await open(batch, held)
    // Without a result: another process has just used the same key.
    return orders.map(({ id }) => batch.results.get(id) ?? inProgress())
  })
}

/** The orders that can be had, with what is charged for them; the others get their refusal. */
async function price(batch: Batch, orders: Order[]): Promise<Priced[]> {
  if (orders.length === 0) return []
  const offers = await findOffers(batch.db, orders)
  return orders.flatMap((order) => {
    try {
      return priceOf(batch, order, offers.get(offerKey(order)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      batch.results.set(order.id, { error })
      return []
    }
  })
}

function priceOf({ config, now }: Batch, order: Order, offer: Offer | undefined): Priced {
  if (!offer) throw notFound(nouns[order.payment_type])
  const { amount_cents: asked, points_used: points } = order
  const terms = {
    now,
    pointsPerEuro: config.POINTS_PER_EUR,
    isApprovalNeeded: mustBeApproved(config),
  }
  const amount_cents = quote(offer, { points, amount_cents: asked }, terms)
  if (amount_cents > 0 && order.method === undefined) {
    throw missingFields(['processorPaymentMethodId'])
  }
  return { ...order, ...pick(offer), amount_cents }
}

const pick = ({ festival_id, price_cents, max_per_person, vat, ...offer }: Offer) => ({
  festival_id,
  price_cents,
  max_per_person,
  vat,
  cancel_until: offer.cancel_until,
  cancel_percent: offer.cancel_percent,
})

type Inserted = Priced & Charging & { waiting: Waiting }

/**
 * Those that are new, in the order of their keys; one whose key another process just used is not. Their
 * first step is written with them, before any of them waits for the stock.
 */
async function insertPayments(
  { db, config, now, processor }: Batch,
  priced: Priced[],
): Promise<Inserted[]> {
  if (priced.length === 0) return []
  const hold_until = new Date(now.getTime() + config.PAYMENT_HOLD_SECONDS * 1000)
  const records = priced.map(({ request_hash, network, ...order }) => ({
    ...order,
    request_hash: request_hash.toString('hex'),
    network: network?.toString('hex') ?? null,
  }))
  const steps = sql`
    select id as payment_id, festival_id, status, amount_cents as cents, null as reason, null::uuid as by_user
    from made`
  const { rows } = await sql<Waiting & Charging & { id: string }>`
    with made as (
      insert into payments (id, user_id, idempotency_key, request_hash, payment_type, entity_type, entity_id,
        festival_id, price_cents, points_used, amount_cents, status, lease_until, hold_until, created_at,
        touched_at, network, is_own, livemode, vat, cancel_until, cancel_percent)
      select id, user_id, idempotency_key, decode(request_hash, 'hex'), payment_type, entity_type, entity_id,
        festival_id, price_cents, points_used, amount_cents, 'pending', ${leaseOf({ config }, now)}, ${hold_until}, ${now},
        ${now}, decode(network, 'hex'), exists (
          select from festivals f join organizer_managers om on om.organizer_id = f.organizer_id
          where f.id = o.festival_id and om.user_id = o.user_id), ${processor.livemode}, vat, cancel_until, cancel_percent
      from json_to_recordset(${JSON.stringify(records)}) as o (
        id uuid, user_id uuid, idempotency_key text, request_hash text, payment_type text, entity_type text,
        entity_id uuid, festival_id uuid, price_cents int, points_used int, amount_cents int, network text, vat jsonb,
        cancel_until timestamptz, cancel_percent int)
      order by user_id, idempotency_key
      on conflict (user_id, idempotency_key) do nothing
      returning id, user_id, entity_id, festival_id, status, amount_cents, network
    ), begun as (${appendSteps(steps, now)})
    select id, ${waitingBeside('made')}, ${chargingBeside('made')} from made`.execute(db)
  const made = new Map(rows.map((row) => [row.id, row]))
  return priced.flatMap((order) => {
    const row = made.get(order.id)
    if (!row) return []
    const { id: _, charging, charging_here, ...waiting } = row
    return [{ ...order, charging, charging_here, waiting }]
  })
}

/** Those whose buyer and network are within their limits; the payments of the others are removed again. */
async function refuseWaiting(batch: Batch, inserted: Inserted[]): Promise<Inserted[]> {
  const refused = inserted.flatMap(({ id, waiting }) => {
    const error = overWaiting(batch.config, waiting)
    return error ? [[id, error] as const] : []
  })
  const waiting = new Map(refused)
  const begun = inserted.filter(({ id }) => !waiting.has(id))
  return dropOut(batch, inserted, new Map([...waiting, ...overCharging(batch.config, begun)]))
}

/** Removes the payments that are refused, which hold nothing, and keeps the others. */
async function dropOut<Kept extends Priced>(
  { db, results }: Batch,
  inserted: Kept[],
  refused: Map<string, Problem>,
): Promise<Kept[]> {
  if (refused.size === 0) return inserted
  const ids = [...refused.keys()]
  await sql`
    with gone as (delete from payment_events where payment_id = any (${ids}::uuid[]))
    delete from payments where id = any (${ids}::uuid[])`.execute(db)
  for (const [id, error] of refused) results.set(id, { error })
  return inserted.filter(({ id }) => !refused.has(id))
}

/** Those that hold what they buy; the payments of the others are removed again. */
async function keepHeld(batch: Batch, inserted: Priced[]): Promise<Priced[]> {
  const { held, poor, over } = await hold(batch, inserted)
  const got = inserted.filter(({ id }) => held.has(id))
  const limited = await overFree(batch, got)
  await release(
    batch,
    got.filter(({ id }) => limited.has(id)),
  )
  const without = inserted.filter(({ id }) => !held.has(id))
  const refused = without.map(
    ({ id }) =>
      [id, poor.has(id) ? tooFewPoints() : over.has(id) ? overPerson() : soldOut(null)] as const,
  )
  return dropOut(batch, inserted, new Map([...refused, ...limited]))
}

const overPerson = () => conflict('You have as many of this as one person may have', 'limit')
const tooFewPoints = () => conflict('You have fewer points', 'not_enough_points')

/** Tells the buyers of what is sold out when the earliest hold may lapse, so that they can try again then. */
async function sayWhenReleased({ db, results }: Batch, orders: Order[]) {
  const without = orders.filter(({ id }) => isSoldOut(results.get(id)))
  if (without.length === 0) return
  const entities = [...new Set(without.map(({ entity_id }) => entity_id))]
  const { rows } = await sql<{ id: string; released: Date | null }>`
    select e.id, (select min(hold_until) from payments p
                  where p.entity_id = e.id and p.status in ('pending', 'requires_action')) as released
    from unnest(${entities}::uuid[]) e (id)`.execute(db)
  const released = new Map(rows.map((row) => [row.id, row.released]))
  for (const { id, entity_id } of without) {
    results.set(id, { error: soldOut(released.get(entity_id) ?? null) })
  }
}

function isSoldOut(result: Result | undefined): boolean {
  if (!result || 'value' in result) return false
  return result.error instanceof Problem && result.error.code === 'sold_out'
}

async function open({ reach, now, results }: Batch, held: Priced[]) {
  if (held.length === 0) return
  for (const { id, amount_cents } of held) {
    results.set(id, { value: { id, amount_cents, created_at: now, isMine: true } })
  }
  await reach('C1 before reserve commits')
}
