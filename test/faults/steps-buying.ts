/** Purchases of a history: made as a request does, one or many, by a process that may die meanwhile. */
import assert from 'node:assert/strict'
import { Problem } from '#platform/values/errors'
import { requestOfPayment } from '../../src/shop/payments/api/order-requests.ts'
import { purchase, refuseUnpaid } from '../../src/shop/payments/charging/purchase.ts'
import type { Failpoint } from '../../src/shop/payments/model/failpoints.ts'
import { toPayment } from '../../src/shop/payments/model/queries.ts'
import { expected } from './expected.ts'
import type { Fault } from './faulty-processor.ts'
import { type Order, type OrderRequest, orders, typeOf } from './orders.ts'
import { type Answer, nameOf, type Shadow } from './shadow.ts'
import { Crash, type Stage } from './stage.ts'

/** Where the process dies, if it does. */
export type Death = Failpoint | undefined

/** Runs a step in a process that may die at a failpoint; then it never answers. */
export async function mortal(
  { shadow, stage: { death } }: { shadow: Shadow; stage: Stage },
  at: Death,
  step: () => Promise<unknown>,
): Promise<void> {
  death.at = at
  try {
    await step()
  } catch (error) {
    if (!death.isDead && !(error instanceof Crash)) throw error
  } finally {
    if (death.isDead && at) shadow.count(at)
    Object.assign(death, { at: undefined, isDead: false })
  }
}

/** Places an order as a request does; undefined when the process died meanwhile. */
async function ask(stage: Stage, order: OrderRequest): Promise<Answer | undefined> {
  const { checkout, processor, users, entities, plan, death } = stage
  const { user, key, what, points, method, amount } = order
  const buyer = { userId: users[user]?.id ?? '', headers: { 'idempotency-key': key } }
  const body = {
    payment_type: typeOf(what),
    entity_id: what === 'plan' ? plan : entities[what],
    pointsToUse: points,
    processorPaymentMethodId: method,
    ...(amount !== undefined && { amount: amount / 100 }),
  } as const
  try {
    const made = await purchase(checkout, requestOfPayment(buyer, body, processor.processor))
    refuseUnpaid(made.order)
    const [payment] = made.order.payments
    if (death.isDead || !payment) return undefined
    const { id, status: state, qr_code: code } = toPayment(payment, () => '')
    return { status: 201, state, id, code }
  } catch (error) {
    return death.isDead ? undefined : refusalOf(error)
  }
}

function refusalOf(error: unknown): Answer {
  if (!(error instanceof Problem)) throw error
  const { status, code: state, facts } = error
  return { status, state, id: typeof facts['id'] === 'string' ? facts['id'] : undefined }
}

type Buy = { order: number; fault: Fault; death: Death; amount: number | undefined }

export async function buy(shadow: Shadow, stage: Stage, args: Buy): Promise<void> {
  const order = orders[args.order % orders.length]
  if (order) await buyOne(shadow, stage, { ...args, asked: { ...order, amount: args.amount } })
}

export async function buyOne(
  shadow: Shadow,
  stage: Stage,
  { asked, fault, death }: { asked: OrderRequest; fault: Fault; death: Death },
): Promise<void> {
  const name = nameOf(stage, asked)
  if (!shadow.ids.has(name)) shadow.amounts.set(name, asked.amount)
  const foreseen = expected(shadow, stage, asked)
  stage.processor.fault = fault
  await mortal({ shadow, stage }, death, async () => {
    const answer = await ask(stage, asked)
    if (!answer) return
    shadow.note(name, answer)
    shadow.count(`answers ${answer.status} ${answer.state}`)
    const isUndisturbed = fault === 'none' && !stage.processor.isDown && foreseen !== 'any'
    if (isUndisturbed) assert.equal(`${answer.status} ${answer.state}`, foreseen)
    if (fault !== 'none' && !answer.id) assert.equal(`${answer.status} ${answer.state}`, foreseen)
  })
  stage.processor.fault = 'none'
  await shadow.observe(stage)
}

type Batch = { orders: number[]; fault: Fault; death: Death; isTwice: boolean }

export async function batch(shadow: Shadow, stage: Stage, args: Batch): Promise<void> {
  const asked = args.orders.flatMap((nth) => orders[nth % orders.length] ?? [])
  const all = args.isTwice ? [...asked, ...asked] : asked
  for (const order of asked) {
    const name = nameOf(stage, order)
    if (!shadow.ids.has(name)) shadow.amounts.delete(name)
  }
  stage.processor.fault = args.fault
  await mortal({ shadow, stage }, args.death, async () => {
    const noted = async (order: Order) => {
      const answer = await ask(stage, order)
      if (answer) shadow.note(nameOf(stage, order), answer)
    }
    const done = await Promise.allSettled(all.map(noted))
    for (const one of done) if (one.status === 'rejected') throw one.reason
  })
  stage.processor.fault = 'none'
  shadow.count('batches')
  await shadow.observe(stage)
}
