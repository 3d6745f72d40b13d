/** What is held first in a history: held, paid by attempts one after the other, given up. */
import assert from 'node:assert/strict'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { Problem } from '#platform/values/errors'
import { requestOfAttempt, requestOfOrder } from '../../src/shop/payments/api/order-requests.ts'
import { abandonPayment } from '../../src/shop/payments/charging/abandon.ts'
import { pay } from '../../src/shop/payments/charging/pay.ts'
import { purchase, refuseUnpaid } from '../../src/shop/payments/charging/purchase.ts'
import type { SettledOrder } from '../../src/shop/payments/model/order-stages.ts'
import { toPayment as toAnswer } from '../../src/shop/payments/model/queries.ts'
import { expected } from './expected.ts'
import { expectedPayment } from './expected-payment.ts'
import { type Fault, gaveUp, methods } from './faulty-processor.ts'
import { holds, type Payment, payments, typeOf } from './orders.ts'
import { type Answer, nameOf, type Shadow } from './shadow.ts'
import type { SeenPayment, Stage } from './stage.ts'
import { lease, sweepOnce } from './steps.ts'
import { type Death, mortal } from './steps-buying.ts'

/** Runs `act`: its answer, a refusal as one, or undefined when the process died meanwhile. */
async function answerTo({ death }: Stage, act: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await act()
    return death.isDead ? undefined : answer
  } catch (error) {
    if (death.isDead) return undefined
    if (!(error instanceof Problem)) throw error
    return { status: error.status, state: error.code }
  }
}

/** Holds one thing, as `POST /orders` does with `hold`. */
export async function holdOwn(shadow: Shadow, stage: Stage, nth: number): Promise<void> {
  const { checkout, processor, users, entities, plan } = stage
  const held = holds[nth]
  if (!held) return
  const { user, key, what } = held
  const asked = { ...held, points: 0, method: methods.good }
  const foreseen = expected(shadow, stage, { ...asked, hold: true })
  const buyer = { userId: users[user]?.id ?? '', headers: { 'idempotency-key': key } }
  const entity_id = what === 'plan' ? plan : entities[what]
  const items = [{ payment_type: typeOf(what), entity_id } as const]
  const answer = await answerTo(stage, async () => {
    const { order } = await purchase(
      checkout,
      requestOfOrder(buyer, { items, hold: true }, processor.processor),
    )
    refuseUnpaid(order)
    return answerOf(order)
  })
  if (answer) {
    assert.equal(`${answer.status} ${answer.state}`, foreseen)
    shadow.note(nameOf(stage, asked), answer)
    shadow.count(`holds ${foreseen}`)
  }
  await shadow.observe(stage)
}

type Pay = { hold: number; nth: number; fault: Fault; death: Death }

/** Pays something that was held first, as `POST /orders/:id/pay` does; where there is none it is held now. */
export async function payHeld(shadow: Shadow, stage: Stage, args: Pay): Promise<void> {
  if (heldOf(shadow).length === 0) await holdOwn(shadow, stage, args.hold % holds.length)
  const all = heldOf(shadow)
  const [held, payment] = [all[args.hold % Math.max(1, all.length)], payments[args.nth]]
  if (!held || !payment) return
  const key = idempotencyKeyOf({ 'idempotency-key': payment.key }) ?? ''
  const foreseen = expectedPayment({ shadow, stage }, held, { ...payment, key })
  stage.processor.fault = args.fault
  await mortal({ shadow, stage }, args.death, async () => {
    const answer = await answerTo(stage, () => askToPay(stage, held, payment))
    if (!answer) return
    shadow.note(`${held.order} ${payment.key}`, answer)
    shadow.count(`pays ${answer.status} ${answer.state}`)
    if ((held.attempts?.length ?? 0) > 0) shadow.count('pays again')
    const isUndisturbed = args.fault === 'none' && !stage.processor.isDown && foreseen !== 'any'
    if (isUndisturbed) assert.equal(`${answer.status} ${answer.state}`, foreseen)
  })
  stage.processor.fault = 'none'
  await shadow.observe(stage)
}

type Retry = { hold: number; deaths: Death[] }

/**
 * The rare path: the buyer of an attempt gives up, tries another card at the processor, and makes another attempt: one of
 * them at most may be charged.
 */
export async function retry(shadow: Shadow, stage: Stage, { hold, deaths }: Retry): Promise<void> {
  const { processor, clock } = stage
  const isAttempt = (key: string) => shadow.attempts.has(key)
  processor.isDown = false
  await payHeld(shadow, stage, { hold, nth: 3, fault: 'none', death: undefined })
  processor.answer(0, { state: 'declined', reason: gaveUp }, isAttempt)
  for (const death of deaths) {
    clock.now += lease
    await sweepOnce(shadow, stage, death)
  }
  await payHeld(shadow, stage, { hold, nth: 0, fault: 'none', death: undefined })
  processor.answer(0, { state: 'succeeded' }, isAttempt)
}

const heldOf = ({ payments: all }: Shadow) =>
  [...all.values()].filter(({ attempts }) => attempts !== null)

async function askToPay(
  { checkout, processor }: Stage,
  { order: id, user_id: userId }: SeenPayment,
  { key, points, method }: Payment,
): Promise<Answer> {
  const body = { points_to_use: points, processor_payment_method_id: method }
  const buyer = { userId, headers: { 'idempotency-key': key } }
  const asked = requestOfAttempt({ id, body, isGuest: false, buyer }, processor.processor)
  return answerOf((await pay(checkout, asked)).order)
}

/** As a purchase says it, so that what was acknowledged is remembered with it. */
function answerOf({ status: charged, payments: [bought] }: SettledOrder): Answer {
  assert.ok(bought)
  const { id, status, qr_code: code } = toAnswer(bought, () => '')
  const state = charged === 'succeeded' ? status : charged
  return { status: 201, state, id, code }
}

/** A buyer gives up a purchase that is not paid, whether it was held first or waits for them. */
export async function abandonOwn(
  shadow: Shadow,
  stage: Stage,
  { nth, death }: { nth: number; death: Death },
): Promise<void> {
  const open = [...shadow.payments.values()].filter(({ order_status }) =>
    ['held', 'pending', 'requires_action'].includes(order_status),
  )
  const payment = open[nth % Math.max(1, open.length)]
  if (!payment) return
  const { id, user_id: userId, order_status, lease, charge } = payment
  const truth = stage.processor.charges.get(charge)?.outcome.state
  const isBusy = order_status === 'pending' && Date.parse(lease) > stage.clock.now
  shadow.givenUp.add(id)
  await mortal({ shadow, stage }, death, async () => {
    const answer = await answerTo(stage, async () => {
      await abandonPayment(stage.checkout, { id, userId })
      return { status: 200, state: 'given up' }
    })
    if (!answer) return
    shadow.count(`gives up ${answer.status} ${answer.state}`)
    if (stage.processor.isDown) return
    const isPaid = truth === 'succeeded' || (payment.cents === 0 && order_status !== 'held')
    const foreseen = isBusy
      ? 'in_progress'
      : isPaid && order_status !== 'held'
        ? 'not_open'
        : 'given up'
    if (payment.cents > 0 || order_status === 'held') assert.equal(answer.state, foreseen)
  })
  await shadow.observe(stage)
}
