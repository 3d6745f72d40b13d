/** What the model expects the service to answer. */
import { methods } from './faulty-processor.ts'
import type { Order, OrderRequest } from './orders.ts'
import { nameOf, type Shadow } from './shadow.ts'
import { prices, type SeenPayment, type Stage } from './stage.ts'

const { good, declines, asks } = methods

/** The expected answer of an undisturbed request, by the model alone. */
export function expected(
  shadow: Shadow,
  stage: Stage,
  order: OrderRequest & { hold?: boolean },
): string {
  const name = nameOf(stage, order)
  const known = shadow.payments.get(shadow.ids.get(name) ?? '')
  if (known && shadow.amounts.get(name) !== order.amount) return '409 idempotency_key_reused'
  if (!known) return expectedFirst(shadow, stage, order)
  return order.hold ? expectedHold(known) : expectedAgain(known, stage.clock.now)
}

function expectedFirst(
  shadow: Shadow,
  stage: Stage,
  order: OrderRequest & { hold?: boolean },
): string {
  const { what, points, method, amount } = order
  const offer = what === 'plan' ? plan : stocked(shadow, stage.entities[what])
  if (!offer) return '404 not_found'
  if (offer.archived) return '409 not_on_sale'
  if (points > offer.price) return '400 invalid'
  const charged = offer.price - points
  if (![undefined, charged, offer.price].includes(amount)) return '409 price_changed'
  if (offer.left <= 0) return '409 sold_out'
  if (order.hold) return expectedNewHold(shadow, stage, order)
  if (points > pointsOf(shadow, stage, order)) return '409 not_enough_points'
  return charged === 0 ? '201 succeeded' : outcomes[method]
}

const expectedNewHold = (shadow: Shadow, stage: Stage, order: Order) =>
  holdsOf(shadow, stage, order) < 2 ? '201 held' : '409 too_many_holds'

/** One that is held already answers as it is. */
function expectedHold({ status, order_status }: SeenPayment): string {
  if (order_status === 'expired') return '402 expired'
  return `201 ${order_status === 'held' ? order_status : status}`
}

/** How many orders a user has that were held first and are open. */
function holdsOf({ payments }: Shadow, { users }: Stage, { user }: Order): number {
  const open = new Set(['held', 'pending', 'requires_action'])
  return [...payments.values()].filter(
    ({ user_id, attempts, order_status }) =>
      user_id === users[user]?.id && attempts !== null && open.has(order_status),
  ).length
}

/** How an entity is offered: not at all once its festival is cancelled. */
function stocked({ seen, isCancelled }: Shadow, entity: string) {
  const found = seen?.stock.find(({ id }) => id === entity)
  if (!found) return undefined
  const { price, quantity, sold, held } = found
  return { archived: found.archived || isCancelled, price, left: quantity - sold - held }
}

const plan = { archived: false, price: prices.plan, left: Number.POSITIVE_INFINITY }
const outcomes = {
  [good]: '201 succeeded',
  [declines]: '402 declined',
  [asks]: '201 requires_action',
} as const

function pointsOf({ seen }: Shadow, { users }: Stage, { user }: Order): number {
  return seen?.points.find(({ user_id }) => user_id === users[user]?.id)?.available ?? 0
}

/** `any`: it continues an earlier attempt, and the result depends on what the processor knows. */
function expectedAgain({ status, lease, hold }: SeenPayment, now: number): string {
  if (status === 'failed') return '402 declined'
  if (status === 'expired') return '402 expired'
  if (status !== 'pending') return `201 ${status}`
  if (Date.parse(lease) > now) return '409 in_progress'
  return Date.parse(hold) > now ? 'any' : '201 pending'
}
