import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#platform/config/variables'
import { conflict, type Problem } from '#platform/values/errors'
import type { PricedOrder } from '../model/order-stages.ts'
import { keyOf } from './per-person.ts'

/**
 * The other orders under charge, of the buyer and of the network. An order holds its items while it is charged, also
 * while the processor takes days to decide. Several at once are an application that buys for its user; very many, again
 * and again, keep others from buying. An order counts once for each thing it buys, however many of it.
 */
export type Charging = { charging: number; charging_here: number }

/** The columns of `Charging` beside a payment in a row of `payment`, without the order of that payment. */
export function chargingBeside(payment: string): RawBuilder<unknown> {
  const row = sql.ref(payment)
  const charging = sql`p.status = 'pending' and p.amount_cents > 0 and p.order_id <> ${row}.order_id`
  return sql`
    (select count(distinct p.order_id)::int from payments p
     where p.user_id = ${row}.user_id and p.entity_id = ${row}.entity_id and ${charging}) as charging,
    (select count(distinct p.order_id)::int from payments p
     where p.network = ${row}.network and ${charging}) as charging_here`
}

type Limits = Pick<Config, 'CHARGING_PER_PERSON' | 'CHARGING_PER_NETWORK'>

/**
 * Finds the orders about to be charged that are too many at once, in their sequence, and returns them with the refusal.
 * `beside` has the other orders under charge, by payment. Two processes at the same moment do not see each other's orders: then each may have as many.
 */
export function overCharging(
  limits: Limits,
  orders: PricedOrder[],
  beside: ReadonlyMap<string, Charging>,
): Map<string, Problem> {
  const begun = new Map<string, number>()
  const refused = new Map<string, Problem>()
  for (const one of orders.filter(({ amount_cents }) => amount_cents > 0)) {
    const bounds = boundsOf(limits, one, beside)
    const reached = bounds.find(
      ({ key, most, before }) => most > 0 && before + (begun.get(key) ?? 0) >= most,
    )
    if (reached) refused.set(one.id, tooMany(reached.what))
    else for (const { key } of bounds) begun.set(key, (begun.get(key) ?? 0) + 1)
  }
  return refused
}

/** Returns the bounds of an order: for each thing it counts for, the limit and the current count. */
function boundsOf(
  limits: Limits,
  { lines, network }: PricedOrder,
  beside: ReadonlyMap<string, Charging>,
) {
  const { CHARGING_PER_PERSON, CHARGING_PER_NETWORK } = limits
  const mine = lines.map((line) => ({
    key: keyOf(line),
    most: CHARGING_PER_PERSON,
    before: beside.get(line.id)?.charging ?? 0,
    what: 'purchases of this by you',
  }))
  const bounds = new Map(mine.map((bound) => [bound.key, bound]))
  const [first] = lines
  if (network && first) {
    const key = network.toString('hex')
    const what = 'purchases from your network'
    bounds.set(key, {
      key,
      most: CHARGING_PER_NETWORK,
      before: beside.get(first.id)?.charging_here ?? 0,
      what,
    })
  }
  return [...bounds.values()]
}

function tooMany(what: string): Problem {
  const error = `Too many ${what} are being charged: try again when some are done`
  return conflict(error, 'too_many_charging', { retry_after: 1 })
}
