/** The steps of a history of sales. Each does something to the service and books what came of it. */
import fc from 'fast-check'
import { newId } from '#platform/values/ids'
import type { Unit } from './books.ts'
import { decideDispute, dispute, hear } from './disputes.ts'
import { bookBack, bookSold, clock, keyed, type Stage, toEndOfMonth, told, world } from './stage.ts'

const { db, post } = world
const admin = await world.aUser({ roles: ['admin'] })

export type Step = { kind: string; which: number; more: number; cents: number; points: number }

/** What happens, and how much more often than what is rarest. */
const weights = {
  order: 9,
  action: 2,
  confirm: 2,
  'hold over the end of a month': 1,
  till: 3,
  'give back at the till': 1,
  lease: 1,
  'sell leased': 2,
  gift: 1,
  part: 3,
  full: 2,
  refused: 1,
  'refused part': 1,
  cancel: 2,
  dispute: 3,
  won: 1,
  lost: 2,
  night: 4,
}
export const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...Object.entries(weights).flatMap(([kind, times]) =>
        Array.from({ length: times }, () => kind),
      ),
    ),
    which: fc.nat(1000),
    more: fc.nat(1000),
    cents: fc.integer({ min: 1, max: 3000 }),
    points: fc.constantFrom(0, 0, 37, 100, 1250, 5000),
  }),
  { minLength: 40, maxLength: 80 },
)

const pick = <T>(list: T[], which: number): T | undefined => list[which % list.length]

function asked({ offers, codes }: Stage, { which, more, points }: Step) {
  const first = offers[which % offers.length]
  const second = offers[(which + 1 + (more % (offers.length - 1))) % offers.length]
  const items = (more % 3 === 0 ? [first] : [first, second]).flatMap((offer) =>
    offer
      ? [
          {
            payment_type: offer.payment_type,
            entity_id: offer.id,
            quantity: 1 + (more % 2),
            price_cents: offer.price_cents,
          },
        ]
      : [],
  )
  const voucher = [...codes, undefined, undefined][more % 5]
  const price = items.reduce((sum, { price_cents, quantity }) => sum + price_cents * quantity, 0)
  // More than it costs, with most vouchers too, would be refused.
  const points_to_use = Math.min(points, Math.floor(price / 3))
  return {
    items: items.map(({ price_cents: _, ...item }) => item),
    ...(voucher && { voucher }),
    ...(points_to_use > 0 && { points_to_use }),
  }
}

/** Ada has points of her own; Bob spends those that he has earned, so that refunds keep some back. */
async function order(stage: Stage, step: Step) {
  const buyer = step.more % 4 === 0 ? stage.bob : stage.ada
  if (step.kind === 'action') told.next.push('action')
  const { status, body } = await post('/orders', asked(stage, step), keyed(buyer))
  told.next.length = 0
  if (status !== 201) return
  stage.counts.orders++
  if (body.status === 'requires_action') stage.waiting.push({ id: body.id, buyer })
  else await bookSold(stage, body.id, 'card')
}

/** An order that is held in one month, and paid in the next. */
async function holdOver(stage: Stage, step: Step) {
  const { points_to_use: _, ...items } = asked(stage, step)
  toEndOfMonth(stage)
  const held = await post('/orders', { ...items, hold: true }, keyed(stage.ada))
  clock.at = new Date(clock.at.getTime() + 240_000)
  if (held.status !== 201) return
  await post(`/orders/${held.body.id}/pay`, {}, keyed(stage.ada))
  stage.counts.orders++
  await bookSold(stage, held.body.id, 'card')
}

/** The buyer confirms what waits for them, perhaps weeks later. */
async function confirm(stage: Stage) {
  const order = stage.waiting.shift()
  if (!order) return
  await hear({ key: order.id, outcome: { state: 'succeeded' } })
  await bookSold(stage, order.id, 'card')
}

async function atTheTill(stage: Stage, step: Step) {
  const { till, offers, codes } = stage
  const { id = '' } = pick(offers.slice(0, 4), step.which) ?? {}
  const means = step.more % 2 === 0 ? 'cash' : 'terminal'
  const voucher = [codes[0], undefined, undefined][step.more % 3]
  const sale = { means, quantity: 1 + (step.more % 2), ...(voucher && { voucher }) }
  const { status, body } = await till.sell(id, sale)
  if (status !== 201) return
  stage.counts.orders++
  if (body.status === 'waiting') {
    clock.at = new Date(clock.at.getTime() + 240_000)
    await till.conclude(body.id, { result: 'paid' })
  }
  await bookSale(stage, body.id, means)
}

async function bookSale(stage: Stage, saleId: string, means: string) {
  const orders = await db.selectFrom('orders').select('id').where('sale_id', '=', saleId).execute()
  for (const { id } of orders) await bookSold(stage, id, means)
}

async function lease(stage: Stage, { which }: Step) {
  const offer = pick(stage.offers.slice(0, 3), which)
  if (!offer) return
  const wanted = { payment_type: 'ticket', entity_id: offer.id, quantity: 2 }
  const headers = { ...stage.till.headers, 'idempotency-key': newId() }
  const { status, body } = await post(`/festivals/${stage.festivalId}/leases`, wanted, { headers })
  if (status !== 201) return
  for (const { payment_id: payment } of body.tickets)
    stage.leased.push({ lease: body.id, payment, offer })
}

async function sellLeased(stage: Stage, { more }: Step) {
  const one = stage.leased.shift()
  if (!one) return
  const means = more % 2 === 0 ? 'cash' : 'terminal'
  const sale = { key: newId(), payment_ids: [one.payment], means, sold_at: clock.at.toISOString() }
  const { headers } = stage.till
  const { body } = await post(`/leases/${one.lease}/report`, { sales: [sale] }, { headers })
  if (!body.sales?.[0]?.receipt) return
  stage.counts.orders++
  const { order_id } = await db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', one.payment)
    .executeTakeFirstOrThrow()
  await bookSold(stage, order_id, means)
}

async function gift(stage: Stage, { which, more }: Step) {
  const { id: entity_id } = pick(stage.offers, which) ?? {}
  const given = { entity_id, quantity: 1 + (more % 2), email: stage.bob.email, reason: 'Press' }
  const url = `/festivals/${stage.festivalId}/complimentary`
  const { status, body } = await post(url, given, { as: stage.manager })
  if (status !== 201) return
  stage.counts.orders++
  await bookSold(stage, body.id, 'complimentary')
}

const isOfTill = ({ means }: Unit) => means === 'cash' || means === 'terminal'

async function giveBack(stage: Stage, { kind, cents }: Step, unit: Unit) {
  const isRefused = kind.startsWith('refused') && unit.amount > 0
  told.refuse = isRefused ? 'charge_disputed' : undefined
  const wish = kind === 'part' || kind === 'refused part' ? { amount: cents / 100 } : {}
  await post(`/payments/${unit.id}/refund`, wish, { as: admin })
  told.refuse = undefined
  await bookBack(stage, [unit])
}

async function cancel(stage: Stage, unit: Unit) {
  for (const as of [stage.ada, stage.bob]) {
    const { status } = await post(`/payments/${unit.id}/cancel`, undefined, { as })
    if (status !== 200) continue
    // What has ended before ends no other way.
    if (!unit.booked.isGone) unit.percent = 70
  }
  await bookBack(stage, [unit])
}

async function atTillBack(stage: Stage, unit: Unit) {
  await stage.till.post('/refunds', { payment_id: unit.id, reason: 'Ill' })
  await bookBack(stage, [unit])
}

/** What needs nothing that was sold before. */
const selling: Record<string, (stage: Stage, step: Step) => Promise<void>> = {
  order,
  action: order,
  confirm,
  'hold over the end of a month': holdOver,
  till: atTheTill,
  lease,
  'sell leased': sellLeased,
  gift,
  won: decideDispute,
  lost: decideDispute,
  night: async (_, { which }) => {
    clock.at = new Date(clock.at.getTime() + (which % 96) * 3_600_000)
  },
}

/** Takes a step, which may come to nothing. */
export async function take(stage: Stage, step: Step): Promise<void> {
  const sells = selling[step.kind]
  if (sells) return sells(stage, step)
  const unit = pick(stage.units, step.which)
  if (!unit) return
  if (step.kind === 'dispute') return dispute(stage, step, unit)
  if (step.kind === 'cancel') return cancel(stage, unit)
  if (step.kind === 'give back at the till') return atTillBack(stage, unit)
  if (!isOfTill(unit)) return giveBack(stage, step, unit)
}
