import { sql } from 'kysely'
import { conflict, Problem } from '#platform/values/errors'
import { settleOffers } from '#shop/waiting'
import { inTransaction, type PaymentContext } from '../model/payment-context.ts'
import { moveStock } from '../pricing/offers.ts'
import { soldOut } from '../pricing/quote.ts'
import { overCharging } from './charging-limits.ts'
import { hold, holding, linesOf, release, type Short } from './hold.ts'
import { overHolds } from './hold-limits.ts'
import { type Inserted, insertOrders } from './insert-orders.ts'
import type { Batch, Order, Priced, Result } from './order.ts'
import { about, price } from './price.ts'
import { answerReplays, inProgress } from './replays.ts'
import { overFree, overWaiting } from './waiting-limits.ts'

/**
 * Reserves for many buyers in one transaction: orders, payments, points, stock, in this sequence of locks. An order
 * that fails at one of them drops out with its own refusal, and leaves nothing behind.
 */
export function reserve(context: PaymentContext, orders: Order[]): Promise<Result[]> {
  return inTransaction(context, async (trx) => {
    const batch: Batch = { ...trx, results: new Map() }
    const fresh = await answerReplays(batch, orders)
    const priced = await price(batch, fresh)
    const inserted = await refuseWaiting(batch, await insertOrders(batch, priced))
    const allowed = await dropOut(batch, inserted, await overHolds(batch, inserted))
    const held = await keepHeld(batch, allowed)
    await sayWhenReleased(batch, fresh)
    await open(batch, held)
    // Without a result: another process has just used the same key.
    return orders.map(({ id }) => batch.results.get(id) ?? inProgress())
  })
}

/** Returns the orders of buyers and networks within their limits; removes the payments of the others again. */
async function refuseWaiting(batch: Batch, inserted: Inserted[]): Promise<Inserted[]> {
  const refused = inserted.flatMap(({ id, lines }) => {
    const errors = lines.map((line) => overWaiting(batch.config, line, lines.length))
    const error = errors.find((one) => one !== undefined)
    return error ? [[id, error] as const] : []
  })
  const waiting = new Map(refused)
  const begun = inserted.filter(({ id }) => !waiting.has(id))
  return dropOut(batch, inserted, new Map([...waiting, ...overCharging(batch.config, begun)]))
}

/** Removes the refused orders, which hold nothing, and returns the others. */
async function dropOut<Kept extends Priced>(
  { db, results }: Batch,
  inserted: Kept[],
  refused: Map<string, Problem>,
): Promise<Kept[]> {
  if (refused.size === 0) return inserted
  const ids = [...refused.keys()]
  const payments = linesOf(inserted.filter(({ id }) => refused.has(id))).map(({ id }) => id)
  await sql`
    with steps as (delete from payment_events where payment_id = any (${payments}::uuid[])),
    gone as (delete from payments where id = any (${payments}::uuid[]))
    delete from orders where id = any (${ids}::uuid[])`.execute(db)
  for (const [id, error] of refused) results.set(id, { error })
  return inserted.filter(({ id }) => !refused.has(id))
}

/** Returns the orders that hold their items; removes the payments of the others again. */
async function keepHeld(batch: Batch, inserted: Inserted[]): Promise<Inserted[]> {
  const { held, poor, over, short, returned, refused: unoffered } = await hold(batch, inserted)
  const got = inserted.filter(({ id }) => held.has(id)).map((order) => holding(order, returned))
  const limited = await overFree(batch, got)
  const tooFree = got.filter(({ id }) => limited.has(id))
  await release(batch, linesOf(tooFree))
  await moveStock(batch.db, await settleOffers(batch, { sold: [], freed: tooFree }))
  const refused = inserted.flatMap((order) => {
    const { id } = order
    const free = limited.get(id)
    if (free) return [[id, about(order, overFreeLimit(free.limit), free)] as const]
    if (held.has(id)) return []
    const offer = unoffered.get(id)
    if (offer) return [[id, offer] as const]
    return [
      [id, poor.has(id) ? tooFewPoints() : missing(order, over.get(id), short.get(id))] as const,
    ]
  })
  return dropOut(batch, inserted, new Map(refused))
}

function missing(order: Priced, limited: string | undefined, short: Short | undefined): Problem {
  if (limited !== undefined) return about(order, overPerson(), { entity_id: limited })
  return about(order, short?.refusal ?? soldOut(null), short ?? { entity_id: '' })
}

const overPerson = () => conflict('You have as many of this as one person may have', 'limit')
const overFreeLimit = (limit: number) =>
  conflict(`What is free is limited to ${limit} for each person`, 'limit', { limit })
const tooFewPoints = () => conflict('You have fewer points', 'not_enough_points')

/** Adds to sold-out refusals when the earliest hold may lapse, so that the buyers can try again then. */
async function sayWhenReleased({ db, results }: Batch, orders: Order[]) {
  const without = orders.flatMap(({ id, lines }) => {
    const error = soldOutOf(results.get(id))
    const item = error?.facts['item']
    const entity_id = typeof item === 'string' ? item : (lines[0]?.entity_id ?? '')
    return error ? [{ id, error, entity_id }] : []
  })
  if (without.length === 0) return
  const entities = [...new Set(without.map(({ entity_id }) => entity_id))]
  const { rows } = await sql<{ id: string; released: Date | null }>`
    select e.id, (select min(hold_until) from payments p
                  where p.entity_id = e.id and p.status in ('pending', 'requires_action')
                    and not exists (select from tiers t where t.id = e.id and t.waiting is not null)) as released
    from unnest(${entities}::uuid[]) e (id)`.execute(db)
  const released = new Map(rows.map((row) => [row.id, row.released]))
  for (const { id, error, entity_id } of without) {
    const next_release_at = released.get(entity_id) ?? null
    const { status, message, code, facts } = error
    results.set(id, { error: new Problem(status, message, { ...facts, next_release_at, code }) })
  }
}

function soldOutOf(result: Result | undefined): Problem | undefined {
  if (!result || 'value' in result) return undefined
  const { error } = result
  return error instanceof Problem && error.code === 'sold_out' ? error : undefined
}

async function open({ reach, now, results }: Batch, held: Inserted[]) {
  if (held.length === 0) return
  for (const { id, amount_cents, hold, number } of held) {
    const charge = { charge_id: hold ? id : null, processor_id: null }
    const charged = { id, number, amount_cents, created_at: now, ...charge }
    results.set(id, { value: { ...charged, isMine: !hold } })
  }
  await reach('C1 before reserve commits')
}
