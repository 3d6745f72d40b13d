/** The rare path of a history of orders: sold out, waited for, free again or given back, offered, and bought. */
import { baskets } from './baskets.ts'
import type { Fault } from './faulty-processor.ts'
import { place } from './order-steps.ts'
import type { Shadow } from './shadow.ts'
import type { Stage } from './stage.ts'
import { giveBack, lease, sweepOnce } from './steps.ts'
import type { Death } from './steps-buying.ts'
import { admit, buyOffer, giveToNext, join, offerAll, ticketsOf } from './ticket-steps.ts'

type OrderLine = {
  /** who waits */
  user: number
  isReturned: boolean
  /** whether the ticket that is given back is used before its offer is bought */
  isUsed: boolean
  hasBed: boolean
  fault: Fault
  death: Death
  later: Death[]
}

export async function waitAndBuy(
  shadow: Shadow,
  stage: Stage,
  { user, isReturned, isUsed, hasBed, fault, death, later }: OrderLine,
): Promise<void> {
  const { entities, processor, clock } = stage
  const calm = { fault: 'none', death: undefined } as const
  processor.isDown = false
  for (const [nth, { items }] of baskets.entries()) {
    if (items.some(([what]) => what === 'two')) await place(shadow, stage, { nth, ...calm })
  }
  await join(shadow, stage, { user, what: 'two', quantity: 1 })
  const waiter = stage.users[user]?.id
  const tickets = ticketsOf(shadow)
  const nth = tickets.findIndex(
    ({ entity, user_id }) => entity === entities.two && user_id !== waiter,
  )
  if (nth < 0) return
  if (isReturned) await giveToNext(shadow, stage, { nth, isKept: false })
  else await refundOf(shadow, stage, tickets[nth]?.id)
  await offerAll(shadow, stage)
  if (isUsed) await admit(shadow, stage, { nth })
  await buyOffer(shadow, stage, { nth: 0, isAll: true, hasBed, fault, death })
  for (const at of later) {
    clock.now += lease
    await sweepOnce(shadow, stage, at)
  }
}

async function refundOf(shadow: Shadow, stage: Stage, id: string | undefined) {
  const paid = [...shadow.payments.values()].filter(({ status }) => status !== 'failed')
  const nth = paid.findIndex((one) => one.id === id)
  const calm = { part: false, refunding: 'done', fault: 'none', death: undefined } as const
  if (nth >= 0) await giveBack(shadow, stage, { nth, ...calm })
}
