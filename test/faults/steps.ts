/** The other events of a shop in a history. Each step ends with a full check. */
import assert from 'node:assert/strict'
import { Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { cancelPayment } from '../../src/shop/payments/api/cancel.ts'
import { sweep } from '../../src/shop/payments/charging/sweep.ts'
import type { ProcessorDispute } from '../../src/shop/payments/processors/processor.ts'
import { refund } from '../../src/shop/payments/refunds/refund.ts'
import { type Fault, methods, type RefundCourse } from './faulty-processor.ts'
import { type Order, orders } from './orders.ts'
import { isBack, type Shadow } from './shadow.ts'
import type { SeenPayment, Stage } from './stage.ts'
import { buy, buyOne, type Death, mortal } from './steps-buying.ts'

export async function sweepOnce(shadow: Shadow, stage: Stage, death: Death): Promise<void> {
  await mortal({ shadow, stage }, death, () => sweep(stage.checkout))
  await shadow.observe(stage)
}

export async function webhook(
  shadow: Shadow,
  stage: Stage,
  { nth, death }: { nth: number; death: Death },
): Promise<void> {
  const { events } = stage.processor
  const event = events[nth % Math.max(1, events.length)]
  if (!event) return
  await mortal({ shadow, stage }, death, async () => {
    // While it does not answer it sends the event again.
    await stage.hear({}, Buffer.from(JSON.stringify(event))).catch((error: unknown) => {
      if (!stage.processor.isDown || !(error instanceof Problem)) throw error
      shadow.count(`webhooks ${error.status}`)
    })
  })
  shadow.count('webhooks')
  await shadow.observe(stage)
}

type Dispute = { nth: number; status: ProcessorDispute['status']; death: Death }

/** The processor says what became of a dispute of a charge: in any order, and again. */
export async function dispute(
  shadow: Shadow,
  stage: Stage,
  { nth, status, death }: Dispute,
): Promise<void> {
  const charged = [...stage.processor.charges].filter(
    ([, { outcome }]) => outcome.state === 'succeeded',
  )
  const [key, charge] = charged[nth % Math.max(1, charged.length)] ?? []
  if (!key || !charge) return
  const about = { id: `dp_${key}`, cents: charge.cents, reason: 'general', status }
  const event = { id: newId(), key, outcome: charge.outcome, dispute: about }
  await mortal({ shadow, stage }, death, () => stage.hear({}, Buffer.from(JSON.stringify(event))))
  shadow.count(`disputes ${status}`)
  await shadow.observe(stage)
}

type GiveBack = { nth: number; part: boolean; refunding: RefundCourse; fault: Fault; death: Death }

export async function giveBack(shadow: Shadow, stage: Stage, args: GiveBack): Promise<void> {
  const paid = [...shadow.payments.values()].filter(({ status }) => status !== 'failed')
  const payment = paid[args.nth % Math.max(1, paid.length)]
  if (!payment) return
  const { id, cents, refunded, kept, status, review, disputed } = payment
  const amount = args.part ? Math.ceil((cents - refunded - kept) / 3) / 100 : undefined
  if (amount === 0) return
  stage.processor.fault = args.fault
  stage.processor.refunding = args.refunding
  await mortal({ shadow, stage }, args.death, async () => {
    const asked = { params: { id }, headers: {}, body: amount === undefined ? {} : { amount } }
    const given = await refund(stage.checkout, asked, stage.admin.id).catch(
      (error: unknown) => error,
    )
    if (stage.death.isDead) return
    const isGiven = isPayment(given)
    // What the processor has not given back of what has ended may be asked for again, and nothing else.
    if (isBack(status) && review !== null) {
      return shadow.count(`refunds asked for again: ${isGiven}`)
    }
    const isPaid = status === 'succeeded' || status === 'partially_refunded'
    assert.equal(isGiven, isPaid && !disputed)
    if (isGiven) shadow.count(args.part ? 'refunds in part' : 'refunds in full')
  })
  stage.processor.fault = 'none'
  stage.processor.refunding = 'done'
  await shadow.observe(stage)
}

type GiveBackOwn = Omit<GiveBack, 'part'>

/** A buyer gives back what they bought. */
export async function giveBackOwn(shadow: Shadow, stage: Stage, args: GiveBackOwn): Promise<void> {
  const all = [...shadow.payments.values()]
  const payment = all[args.nth % Math.max(1, all.length)]
  if (!payment) return
  const { id, user_id: userId, percent } = payment
  stage.processor.fault = args.fault
  stage.processor.refunding = args.refunding
  await mortal({ shadow, stage }, args.death, async () => {
    const given = await cancelPayment(stage.checkout, { id, userId }).catch(
      (error: unknown) => error,
    )
    if (stage.death.isDead) return
    const isGiven = !(given instanceof Problem)
    assert.ok(isGiven ? 'status' in Object(given) : given.status === 409, `${given}`)
    assert.equal(isGiven, percent !== null || isReturnable(shadow, payment), payment.status)
    if (isGiven) shadow.count(percent === null ? 'given back by buyers' : 'given back again')
  })
  stage.processor.fault = 'none'
  stage.processor.refunding = 'done'
  await shadow.observe(stage)
}

/** Whether its buyer may give a payment back, by the model alone. */
function isReturnable({ isCancelled, admitted }: Shadow, payment: SeenPayment): boolean {
  const { id, status, type, disputed } = payment
  const isPaid = status === 'succeeded' || status === 'partially_refunded'
  return isPaid && type !== 'subscription' && !disputed && !isCancelled && !admitted.has(id)
}

/** Whether a refund was begun; if not, the state of the payment did not allow it. */
function isPayment(given: unknown): boolean {
  const isGiven = typeof given === 'object' && given !== null && 'payment' in given
  assert.ok(isGiven || (given instanceof Problem && given.status === 409), `${given}`)
  return isGiven
}

export async function scan(shadow: Shadow, stage: Stage, nth: number): Promise<void> {
  const sold = [...shadow.payments.values()].filter(({ code }) => code !== null)
  const payment = sold[nth % Math.max(1, sold.length)]
  if (!payment) return
  const { id, status, disputed } = payment
  const answer = await stage.world.put(`/payments/${id}/validate`, {}, { as: stage.admin })
  const isPaid = status === 'succeeded' || status === 'partially_refunded'
  const refused = disputed ? 'revoked' : shadow.admitted.has(id) ? 'already_validated' : undefined
  const foreseen = !isPaid ? [409, 'refunded'] : [refused ? 409 : 200, refused]
  assert.deepEqual([answer.status, answer.body.code], foreseen)
  if (answer.status === 200) shadow.admitted.add(id)
  shadow.count(`scans ${answer.status}`)
  await shadow.observe(stage)
}

type Sync = { few: number; price: number; isTwoGone: boolean }

export async function sync(
  shadow: Shadow,
  stage: Stage,
  { few, price, isTwoGone }: Sync,
): Promise<void> {
  const { entities, festival, world, admin } = stage
  const stocked = shadow.seen?.stock.find(({ id }) => id === entities.few)
  const isTooFew = stocked && stocked.sold + stocked.held > few
  const isThere = shadow.seen?.stock.some(({ id, archived }) => id === entities.two && !archived)
  const tickets = [
    { id: entities.few, name: 'few', price: price / 100, quantity: few },
    ...(isTwoGone || !isThere ? [] : [{ id: entities.two, name: 'two', price: 20, quantity: 2 }]),
    { id: entities.free, name: 'free', price: 0, quantity: 2 },
  ]
  const { status } = await world.put(`/festivals/${festival.id}`, { tickets }, { as: admin })
  assert.equal(status, isTooFew ? 409 : 200)
  shadow.count(`syncs ${status}`)
  await shadow.observe(stage)
}

export async function cancelFestival(
  shadow: Shadow,
  { world, festival }: Stage,
  isMeant: boolean,
): Promise<void> {
  if (!isMeant) return
  const { db } = world
  const [id, cancelled_at] = [festival.id, new Date()]
  await db.updateTable('festivals').set({ cancelled_at }).where('id', '=', id).execute()
  shadow.isCancelled = true
  shadow.count('cancelled festivals')
}

/** A refund comes to its end at the processor. */
export async function endRefund(shadow: Shadow, { processor }: Stage, nth: number): Promise<void> {
  if (processor.endRefund(nth)) shadow.count('refunds ended')
}

export const [second, lease, hold, hour, giveUpAfter] = [
  1_000, 16_000, 601_000, 3_601_000, 86_401_000,
]

let fresh = 0
/** Others buy everything that is left of an order's tier. */
async function soak(shadow: Shadow, stage: Stage, { what }: Order): Promise<void> {
  for (let nth = 0; nth < 3; nth++) {
    const asked = { user: nth, key: `soak ${fresh++}`, what, points: 0, method: methods.good }
    await buyOne(shadow, stage, { asked, fault: 'none', death: undefined })
  }
}

type Outage = { order: number; soaks: boolean; deaths: Death[] }

/**
 * The rare path: charged, the answer lost, the processor away for so long that the hold expires and is
 * perhaps sold to others; then it returns, and the charge turns up.
 */
export async function outage(shadow: Shadow, stage: Stage, args: Outage): Promise<void> {
  const { processor, clock } = stage
  const order = orders[args.order % orders.length]
  if (!order) return
  processor.isDown = false
  await buyOne(shadow, stage, { asked: order, fault: 'lost answer', death: undefined })
  processor.isDown = true
  clock.now += giveUpAfter
  await sweepOnce(shadow, stage, undefined)
  processor.isDown = false
  if (args.soaks) await soak(shadow, stage, order)
  for (const death of args.deaths) {
    clock.now += lease
    await sweepOnce(shadow, stage, death)
  }
}

/** A request that arrives after the hold has expired: the cancellation has to reject it. */
export async function lateRequest(
  shadow: Shadow,
  stage: Stage,
  { order, deaths }: Outage,
): Promise<void> {
  const { processor, clock } = stage
  await buy(shadow, stage, { order, fault: 'late request', death: undefined, amount: undefined })
  clock.now += hold
  for (const death of deaths) {
    await sweepOnce(shadow, stage, death)
    clock.now += lease
  }
  processor.letArrive()
}

export async function tick(_: Shadow, { clock }: Stage, ms: number): Promise<void> {
  clock.now += ms
}
