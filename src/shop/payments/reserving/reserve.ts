import { sql } from 'kysely'
import { conflict, Problem } from '#platform/values/errors'
import { settleOffers } from '#shop/waiting'
import { insertBilling } from '../billing/billing.ts'
import type { OrderRequest, PricedOrder } from '../model/order-stages.ts'
import { inTransaction, type PaymentContext } from '../model/payment-context.ts'
import { moveStock } from '../pricing/offers.ts'
import { soldOut } from '../pricing/quote.ts'
import type { Batch, ReservationResult } from './batch.ts'
import { overCharging } from './charging-limits.ts'
import { hold, holding, linesOf, release } from './hold.ts'
import { overHolds } from './hold-limits.ts'
import { type Inserted, insertOrders } from './insert-orders.ts'
import { price, problemOfItem } from './price.ts'
import { answerReplays, inProgress } from './replays.ts'
import { overFree, overWaiting } from './waiting-limits.ts'

/**
 * Reserves for many buyers in one transaction: orders, payments, points, stock, in this sequence of locks. An order
 * that fails at one of them drops out with its own refusal, and leaves nothing behind.
 */
export function reserve(
  context: PaymentContext,
  orders: OrderRequest[],
): Promise<ReservationResult[]> {
  return inTransaction(context, async (trx) => {
    const batch: Batch = { ...trx, results: new Map() }
    const fresh = await answerReplays(batch, orders)
    const inserted = await insertOrders(batch, await price(batch, fresh))
    const begun = await refuseWaiting(batch, inserted)
    const allowed = await dropOut(batch, begun, await overHolds(batch, begun))
    const held = await keepHeld(batch, allowed)
    await insertBilling(batch.db, held, batch.now)
    await addNextRelease(batch, fresh)
    await open(batch, held, inserted.numbers)
    // Without a result: another process has just used the same key.
    return orders.map(({ id }) => batch.results.get(id) ?? inProgress())
  })
}

/** Returns the orders of buyers and networks within their limits; removes the payments of the others again. */
async function refuseWaiting(batch: Batch, { orders, beside }: Inserted): Promise<PricedOrder[]> {
  const refused = orders.flatMap(({ id, lines }) => {
    const errors = lines.map((line) => {
      const waiting = beside.get(line.id)
      return waiting && overWaiting(batch.config, waiting, lines.length)
    })
    const error = errors.find((one) => one !== undefined)
    return error ? [[id, error] as const] : []
  })
  const waiting = new Map(refused)
  const begun = orders.filter(({ id }) => !waiting.has(id))
  const charging = overCharging(batch.config, begun, beside)
  return dropOut(batch, orders, new Map([...waiting, ...charging]))
}

/** Removes the refused orders, which hold nothing, and returns the others. */
async function dropOut(
  { db, results }: Batch,
  inserted: PricedOrder[],
  refused: Map<string, Problem>,
): Promise<PricedOrder[]> {
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
async function keepHeld(batch: Batch, inserted: PricedOrder[]): Promise<PricedOrder[]> {
  const result = await hold(batch, inserted)
  const { held, returned, refused: unoffered } = result
  const got = inserted.filter(({ id }) => held.has(id)).map((order) => holding(order, returned))
  const limited = await overFree(batch, got)
  const tooFree = got.filter(({ id }) => limited.has(id))
  await release(batch, linesOf(tooFree))
  await moveStock(batch.db, await settleOffers(batch, { sold: [], freed: tooFree }))
  const refused = inserted.flatMap((order) => {
    const { id } = order
    const free = limited.get(id)
    if (free) return [[id, problemOfItem(order, overFreeLimit(free.limit), free)] as const]
    if (held.has(id)) return []
    const offer = unoffered.get(id)
    if (offer) return [[id, offer] as const]
    return [[id, denialReason(order, result)] as const]
  })
  return dropOut(batch, inserted, new Map(refused))
}

function denialReason(
  order: PricedOrder,
  { insufficientPoints, overLimit, shortfall }: Awaited<ReturnType<typeof hold>>,
): Problem {
  if (insufficientPoints.has(order.id)) return tooFewPoints()
  const entity_id = overLimit.get(order.id)
  if (entity_id !== undefined) return problemOfItem(order, overPerson(), { entity_id })
  const lacking = shortfall.get(order.id)
  return problemOfItem(order, lacking?.refusal ?? soldOut(null), lacking ?? { entity_id: '' })
}

const overPerson = () =>
  conflict('You have reached the limit of this item for each person', 'limit')
const overFreeLimit = (limit: number) =>
  conflict(`What is free is limited to ${limit} for each person`, 'limit', { limit })
const tooFewPoints = () => conflict('You have fewer points', 'not_enough_points')

/** Adds to sold-out refusals when the earliest hold may lapse, so that the buyers can try again then. */
async function addNextRelease({ db, results }: Batch, orders: OrderRequest[]) {
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

function soldOutOf(result: ReservationResult | undefined): Problem | undefined {
  if (!result || 'value' in result) return undefined
  const { error } = result
  return error instanceof Problem && error.code === 'sold_out' ? error : undefined
}

/** Returns the orders that hold their items as reserved, each to be charged by its caller unless it is only held. */
async function open(
  { failpoint, now: created_at, results }: Batch,
  held: PricedOrder[],
  numbers: Inserted['numbers'],
) {
  if (held.length === 0) return
  for (const { id, amount_cents, hold } of held) {
    const [number, charge_id] = [numbers.get(id) ?? null, hold ? id : null]
    const order = { id, charge_id, amount_cents, created_at, number, processor_id: null }
    results.set(id, { value: { order, isMine: !hold } })
  }
  await failpoint('C1 before reserve commits')
}
