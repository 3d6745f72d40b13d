import { lockBalances } from '#audience/rewards'
import type { Settled } from '#platform/jobs/microbatch'
import type { TicketCodes } from '#shop/tickets'
import { countMoves } from '../model/counts.ts'
import { returnGone } from '../model/failure.ts'
import type { SettledOrder } from '../model/order-stages.ts'
import {
  chargeKeyOf,
  inTransaction,
  type PaymentContext,
  type PaymentTransaction,
} from '../model/payment-context.ts'
import { findOrders, orderOf } from '../model/queries.ts'
import { type Move, moveOf, type Verdict } from '../model/states.ts'
import { vatOf } from '../model/vat.ts'
import { hold, holding } from '../reserving/hold.ts'
import { type LockedOrder, lockOrders } from '../reserving/locked-orders.ts'
import { freeAndSell } from '../reserving/sell.ts'
import { findOverWaiting } from '../reserving/waiting-limits.ts'
import { endReturned, lockReturns, type Returns, replaceGone } from './resell.ts'
import {
  giveBack,
  holdUntilOf,
  isGivenBack,
  type Moving,
  statusOfLines,
  writeMoves,
} from './write-moves.ts'

/** A charge result, reported by the processor or the sweeper. `key` identifies the charge. */
export type ChargeResult = { id: string; key: string; verdict: Verdict }

/**
 * Moves many orders in one transaction, each by its charge result; exactly one of request, retry, webhook and sweeper
 * moves an order. Returns the orders as they are then; undefined for an unknown one.
 */
export function settle(
  context: PaymentContext,
  results: ChargeResult[],
): Promise<Settled<SettledOrder | undefined>[]> {
  const ids = results.map(({ id }) => id)
  return inTransaction(context, async (trx) => {
    const locked = await lockOrders(trx.db, ids)
    const moving = results.flatMap(({ id, key, verdict }) => {
      const order = locked.get(id)
      // Ignores results of an earlier attempt once a newer one has begun.
      const move = order && chargeKeyOf(order) === key ? moveOf(order, verdict) : undefined
      return order && move ? [{ order, move }] : []
    })
    const moved = await moveAll(trx, moving)
    const others = ids.filter((id) => !moved.has(id))
    const read = others.length > 0 ? await findOrders(trx.db, others) : moved
    return ids.map((id) => ({ value: moved.get(id) ?? read.get(id) }))
  })
}

/** Moves orders, and returns them as they are when all of it is done. */
async function moveAll(
  trx: PaymentTransaction,
  moving: Moving[],
): Promise<Map<string, SettledOrder>> {
  if (moving.length === 0) return new Map()
  const { db, config, counts } = trx
  const returns = await lockReturns(db, moving)
  // Locks all at once: the steps below take the balances of some, then of others, and would deadlock.
  await lockBalances(db, [
    ...moving.map(({ order }) => order.user_id),
    ...[...returns.values()].map(({ user_id }) => user_id),
  ])
  const late = await holdLate(trx, withEffect(moving, 'resell'), returns)
  const ready = await replaceGone(db, withEffect(moving, 'sell'), returns)
  const stayed = await findOverWaiting(db, config, aboutToWait(moving))
  const decided = moving
    .filter(({ order }) => !stayed.has(order.id))
    .map(({ order, move }) => decide({ order, move }, { late, ready }))
  const vat = vatOf(decided)
  await writeMoves(trx, decided, vat)
  await giveBack(trx, withEffect(decided, 'giveBack'), 'The charge came too late')
  await giveBack(trx, withEffect(decided, 'undo'), 'The ticket was used or kept meanwhile')
  const sold = withEffect(decided, 'sell')
  const codes = await freeAndSell(trx, {
    sold,
    freed: withEffect(decided, 'release'),
    undone: withEffect(decided, 'undo'),
    notices: await endReturned(trx, sold, returns),
  })
  countMoves(
    db,
    counts,
    decided.map(({ order, move }) => ({
      from: order.status,
      to: statusOfLines(move),
      cents: order.amount_cents,
      isHold: order.charge_id !== null,
      lines: order.lines,
    })),
  )
  await trx.failpoint('C4 before settle commits')
  return new Map(decided.map((moved) => [moved.order.id, toSettled(trx, moved, { codes, vat })]))
}

/** Returns the orders that are to wait for their buyers from now on. */
const aboutToWait = (moving: Moving[]) =>
  moving.flatMap(({ order: { id, status }, move: { to } }) =>
    to === 'requires_action' && status !== to ? id : [],
  )

/** Returns an order as it is after its move, without reading it again. */
function toSettled(
  trx: PaymentTransaction,
  { order, move }: Moving,
  { codes, vat }: { codes: Map<string, TicketCodes>; vat: Map<string, number> },
): SettledOrder {
  return orderOf(
    order.lines.map((payment) => ({
      ...payment,
      status: statusOfLines(move),
      order_status: move.to,
      vat_cents: vat.get(payment.id) ?? null,
      hold_until: holdUntilOf(trx, { order, move }),
      failure: move.failure ?? payment.failure,
      client_secret: move.clientSecret ?? payment.client_secret,
      processor_id: move.processorId ?? payment.processor_id,
      refunded_cents: isGivenBack(move) ? payment.amount_cents : payment.refunded_cents,
      code: codes.get(payment.id)?.code ?? null,
      short_code: codes.get(payment.id)?.short_code ?? null,
      holder_id: null,
      revision: 0,
      offered_until: null,
      validated_at: null,
      validated_by: null,
    })),
  )
}

type Ready = ReadonlyMap<string, LockedOrder>

/** Holds the items of charges that came after these were free again. Returns the orders that still get all of it. */
async function holdLate(
  trx: PaymentTransaction,
  late: LockedOrder[],
  returns: Returns,
): Promise<Ready> {
  if (late.length === 0) return new Map()
  const { held, returned } = await hold(trx, late, { returns })
  const got = late.filter(({ id }) => held.has(id)).map((order) => holding(order, returned))
  return new Map(got.map((order) => [order.id, order]))
}

/** Decides that a charged order is sold if all of it is held, and given back otherwise. */
function decide({ order, move }: Moving, { late, ready }: Record<'late' | 'ready', Ready>): Moving {
  const { effect } = move
  if (effect !== 'resell' && effect !== 'sell') return { order, move }
  const held = (effect === 'sell' ? ready : late).get(order.id)
  if (held) return { order: held, move: { ...move, effect: 'sell' } }
  if (effect === 'resell') return { order, move: { ...move, effect: 'giveBack' } }
  return { order, move: { ...move, effect: 'undo', failure: returnGone } }
}

const withEffect = (moving: Moving[], effect: Move['effect']) =>
  moving.flatMap(({ order, move }) => (move.effect === effect ? order : []))
