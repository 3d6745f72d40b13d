import { sql } from 'kysely'
import { newOrderNumber } from '../model/order-number.ts'
import type { Means, PricedOrder } from '../model/order-stages.ts'
import { leaseOf } from '../model/payment-context.ts'
import { appendSteps } from '../model/steps.ts'
import type { Batch } from './batch.ts'
import { type Charging, chargingBeside } from './charging-limits.ts'
import { type Waiting, waitingBeside } from './waiting-limits.ts'

/** The sweeper never takes a lease of a till: the till, or a manager, settles it. */
const never = new Date('9999-01-01T00:00:00Z')

/** The other orders that limits compare a payment with. */
export type Beside = Waiting & Charging

/** New orders. `numbers`: by order, null if it is not numbered yet; `beside`: by payment. */
export type Inserted = {
  orders: PricedOrder[]
  numbers: Map<string, string | null>
  beside: Map<string, Beside>
}

/**
 * Inserts orders and returns the new ones, in their sequence; an order with a key that another process just used is not
 * new. Their first step is written with them, before any of them waits for the stock.
 */
export async function insertOrders(
  { db, config, now, processors }: Batch,
  priced: PricedOrder[],
): Promise<Inserted> {
  if (priced.length === 0) return { orders: [], numbers: new Map(), beside: new Map() }
  // A number that another order has already is left out: `numberOrders` makes another.
  const usualSeconds = config.PAYMENT_HOLD_SECONDS
  const [orders, lines] = rowsToInsert(priced, (means) => {
    const seconds = processors.holdSecondsOf({ means }) ?? usualSeconds
    return new Date(now.getTime() + seconds * 1000)
  })
  const steps = sql`
    select id as payment_id, festival_id, status, amount_cents as cents, given_reason as reason, given_by as by_user
    from made`
  const { rows } = await sql<Beside & { id: string; order_id: string; number: string | null }>`
    with ordered as (
      insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, offer_id, status, livemode,
        processor, lease_until, hold_until, created_at, touched_at, charge_id, means, sale_id, number)
      select id, user_id, endpoint, idempotency_key, decode(request_hash, 'hex'), amount_cents, offer_id,
        case when hold then 'held' else 'pending' end, ${processors.card.livemode},
        case when means is null then ${processors.card.name}::text end,
        case when means = 'lease' then ${never}::timestamptz when hold or means is not null then until
          else ${leaseOf({ config }, now)} end,
        until, ${now}, ${now}, case when hold then id end, means, sale_id,
        case when not exists (select from orders other where other.number = o.number) then number end
      from json_to_recordset(${JSON.stringify(orders)}) as o (
        id uuid, user_id uuid, endpoint text, idempotency_key text, request_hash text, amount_cents int, offer_id uuid, hold boolean,
        means text, sale_id uuid, until timestamptz, number text)
      order by user_id, endpoint, idempotency_key
      on conflict (user_id, endpoint, idempotency_key) do nothing
      returning id, user_id, hold_until, created_at, number
    ), made as (
      insert into payments (id, order_id, line, user_id, payment_type, entity_type, entity_id, festival_id, price_cents,
        discount_cents, voucher_code_id, points_used, amount_cents, status, hold_until, created_at, network, is_own, vat,
        cancel_until, cancel_percent, given_by, given_reason, lease_id)
      select l.id, order_id, line, ordered.user_id, payment_type, entity_type, entity_id, festival_id, price_cents,
        discount_cents, voucher_code_id, points_used, amount_cents, 'pending', hold_until, created_at, decode(network, 'hex'), exists (
          select from festivals f join organizer_managers om on om.organizer_id = f.organizer_id
          where f.id = l.festival_id and om.user_id = ordered.user_id), vat, cancel_until, cancel_percent,
        given_by, given_reason, lease_id
      from json_to_recordset(${JSON.stringify(lines)}) as l (
        id uuid, order_id uuid, line int, payment_type text, entity_type text, entity_id uuid, festival_id uuid,
        price_cents int, discount_cents int, voucher_code_id uuid, points_used int, amount_cents int, network text, vat jsonb,
        cancel_until timestamptz, cancel_percent int, given_by uuid, given_reason text,
        lease_id uuid)
      join ordered on ordered.id = l.order_id
      returning id, order_id, user_id, entity_id, festival_id, status, amount_cents, network, given_by, given_reason
    ), begun as (${appendSteps(steps, now)})
    select made.id, made.order_id, ordered.number, ${waitingBeside('made')}, ${chargingBeside('made')}
    from made join ordered on ordered.id = made.order_id`.execute(db)
  const numbers = new Map(rows.map(({ order_id, number }) => [order_id, number]))
  return {
    orders: priced.filter(({ id }) => numbers.has(id)),
    numbers,
    beside: new Map(rows.map((row) => [row.id, row])),
  }
}

/** Returns the rows of orders and of their lines, to be passed as JSON. */
function rowsToInsert(
  priced: PricedOrder[],
  holdUntil: (means: Means | undefined) => Date,
): [orders: object[], lines: object[]] {
  const orders = priced.map(({ lines: _, request_hash, network: __, till, ...order }) => ({
    ...order,
    until: holdUntil(till?.means),
    ...till,
    request_hash: request_hash.toString('hex'),
    number: newOrderNumber(),
  }))
  const lines = priced.flatMap(({ id: order_id, network, lines }) =>
    lines.map((line, nth) => ({
      ...line,
      order_id,
      line: nth + 1,
      network: network?.toString('hex') ?? null,
    })),
  )
  return [orders, lines]
}
