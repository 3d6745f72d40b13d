/** What can happen in a history of orders. Each step ends with a full check. */
import assert from 'node:assert/strict'
import { Problem } from '#platform/values/errors'
import { cancelPayment } from '../../src/shop/payments/api/cancel.ts'
import { requestOfAttempt, requestOfOrder } from '../../src/shop/payments/api/order-requests.ts'
import { abandonOrder } from '../../src/shop/payments/charging/abandon.ts'
import { changeVoucher } from '../../src/shop/payments/charging/change-voucher.ts'
import { pay } from '../../src/shop/payments/charging/pay.ts'
import { purchase } from '../../src/shop/payments/charging/purchase.ts'
import type { SettledOrder } from '../../src/shop/payments/model/order-stages.ts'
import { refundOrder } from '../../src/shop/payments/refunds/order.ts'
import { type Basket, baskets } from './baskets.ts'
import type { Fault, RefundCourse } from './faulty-processor.ts'
import { type Payment, payments, typeOf } from './orders.ts'
import { isPaid, type Shadow } from './shadow.ts'
import type { SeenPayment, Stage } from './stage.ts'
import { type Death, mortal } from './steps-buying.ts'

type Acting = { fault?: Fault; death?: Death; refunding?: RefundCourse }

/**
 * Runs a step in a process that may die, before a processor that may fail. What it throws is a refusal, and its code is
 * counted; anything else is a fault of the service.
 */
export async function acting(
  { shadow, stage }: { shadow: Shadow; stage: Stage },
  { fault = 'none', death, refunding = 'done' }: Acting,
  [name, step]: [name: string, step: () => Promise<string>],
): Promise<void> {
  Object.assign(stage.processor, { fault, refunding })
  await mortal({ shadow, stage }, death, async () => {
    try {
      shadow.count(`${name} ${await step()}`)
    } catch (error) {
      if (stage.death.isDead || !(error instanceof Problem)) throw error
      assert.ok(error.status < 500 || error.status === 503, `${error.status} ${error.message}`)
      shadow.count(`${name} ${error.code}`)
    }
  })
  Object.assign(stage.processor, { fault: 'none', refunding: 'done' })
  await shadow.observe(stage)
}

export const nthOf = <T>(all: T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]

function itemsOf({ entities, plan }: Stage, items: Basket['items']) {
  return items.map(
    ([what, quantity]) =>
      ({
        payment_type: typeOf(what),
        entity_id: what === 'plan' ? plan : entities[what],
        quantity,
      }) as const,
  )
}

/** What a buyer is answered; those that are paid stay so. */
function answered(
  shadow: Shadow,
  { death }: Stage,
  { status, payments: lines }: SettledOrder,
): string {
  const isTold = !death.isDead && lines.every((line) => isPaid(line.status))
  if (isTold) shadow.tell(lines.map(({ id }) => id))
  return status
}

type FaultPoint = { nth: number; fault: Fault; death: Death }

export async function place(
  shadow: Shadow,
  stage: Stage,
  { nth, ...args }: FaultPoint,
): Promise<void> {
  const basket = nthOf(baskets, nth)
  if (!basket) return
  const { user, key, voucher, points = 0, hold = false, method } = basket
  const body = {
    items: itemsOf(stage, basket.items),
    ...(voucher && { voucher }),
    ...(hold ? { hold } : { points_to_use: points, processor_payment_method_id: method }),
  }
  await acting({ shadow, stage }, args, [
    hold ? 'holds' : voucher ? 'orders with a voucher' : 'orders',
    () => placed(shadow, stage, { user, key, body }),
  ])
}

type Placing = { user: number; key: string; body: Parameters<typeof requestOfOrder>[1] }

export async function placed(shadow: Shadow, stage: Stage, { user, key, body }: Placing) {
  const { checkout, processor, users } = stage
  const buyer = { userId: users[user]?.id ?? '', headers: { 'idempotency-key': key } }
  const { order } = await purchase(checkout, requestOfOrder(buyer, body, processor.processor))
  return answered(shadow, stage, order)
}

type Pay = { order: number; nth: number; fault: Fault; death: Death }

const heldOf = (shadow: Shadow) =>
  ordersOf(shadow, ['held', 'requires_action', 'pending']).filter(
    ({ attempts }) => attempts !== null,
  )

/** Holds an order where none is held. */
async function holdOne(shadow: Shadow, stage: Stage, nth: number): Promise<void> {
  if (heldOf(shadow).length > 0) return
  const holds = [...baskets.keys()].filter((basket) => baskets[basket]?.hold)
  const calm = { fault: 'none', death: undefined } as const
  await place(shadow, stage, { nth: nthOf(holds, nth) ?? 0, ...calm })
}

type Repriced = { nth: number; voucher: string | undefined; death: Death }

/** Changes the voucher of an order that was held first; where there is none one is held now. */
export async function priceAnew(
  shadow: Shadow,
  stage: Stage,
  { nth, voucher, death }: Repriced,
): Promise<void> {
  await holdOne(shadow, stage, nth)
  const held = nthOf(heldOf(shadow), nth)
  if (!held) return
  await acting({ shadow, stage }, { death }, [
    'changes of a voucher',
    async () => {
      const wish = { id: held.order, userId: held.user_id, voucher }
      return answered(shadow, stage, await changeVoucher(stage.checkout, wish))
    },
  ])
}

/** Pays an order that was held first; where there is none one is held now. */
export async function payOrder(
  shadow: Shadow,
  stage: Stage,
  { order, nth, ...args }: Pay,
): Promise<void> {
  await holdOne(shadow, stage, order)
  const [held, payment] = [nthOf(heldOf(shadow), order), nthOf<Payment>(payments, nth)]
  if (!held || !payment) return
  const { key, points, method } = payment
  const body = { points_to_use: points, processor_payment_method_id: method }
  const buyer = { userId: held.user_id, headers: { 'idempotency-key': key } }
  await acting({ shadow, stage }, args, [
    'pays',
    async () => {
      const asked = requestOfAttempt(
        { id: held.order, body, isGuest: false, buyer },
        stage.processor.processor,
      )
      return answered(shadow, stage, (await pay(stage.checkout, asked)).order)
    },
  ])
}

/** The first payment of each order in one of these states. */
function ordersOf({ payments: all }: Shadow, statuses: string[]): SeenPayment[] {
  const firsts = Map.groupBy(all.values(), ({ order }) => order).values()
  return [...firsts].flatMap(([first]) =>
    first && statuses.includes(first.order_status) ? first : [],
  )
}

type OfOrder = { nth: number; death: Death }

export async function abandonPlaced(
  shadow: Shadow,
  stage: Stage,
  { nth, death }: OfOrder,
): Promise<void> {
  const open = nthOf(ordersOf(shadow, ['held', 'pending', 'requires_action']), nth)
  if (!open) return
  await acting({ shadow, stage }, { death }, [
    'gives up',
    async () => {
      await abandonOrder(stage.checkout, { id: open.order, userId: open.user_id })
      return 'ok'
    },
  ])
}

type Back = { nth: number; refunding: RefundCourse; fault: Fault; death: Death }

/** Staff give back all that is left of an order. */
export async function refundAll(
  shadow: Shadow,
  stage: Stage,
  { nth, ...args }: Back,
): Promise<void> {
  const paid = nthOf(ordersOf(shadow, ['succeeded']), nth)
  if (!paid) return
  const { id, token } = stage.admin
  const user = { id, token, isAdmin: true, permissions: [] }
  await acting({ shadow, stage }, args, [
    'refunds of orders',
    async () => {
      await refundOrder(stage.checkout, { orderId: paid.order, user, headers: {}, reason: null })
      return 'ok'
    },
  ])
}

/** A buyer gives one of the things they bought back, by the terms of the sale. */
export async function cancelLine(
  shadow: Shadow,
  stage: Stage,
  { nth, ...args }: Back,
): Promise<void> {
  const line = nthOf([...shadow.payments.values()], nth)
  if (!line) return
  await acting({ shadow, stage }, args, [
    'given back by buyers',
    async () => {
      await cancelPayment(stage.checkout, { id: line.id, userId: line.user_id })
      return 'ok'
    },
  ])
}
