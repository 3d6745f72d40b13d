/** What the model expects of a request to pay what is held. */
import { methods } from './faulty-processor.ts'
import type { Payment } from './orders.ts'
import type { Shadow } from './shadow.ts'
import type { SeenPayment, Stage } from './stage.ts'

const { good, declines, asks } = methods
const outcomes = {
  [good]: '201 succeeded',
  [declines]: '402 declined',
  [asks]: '201 requires_action',
} as const

type Around = { shadow: Shadow; stage: Stage }

/** The expected answer of an undisturbed request, by the model alone; `any`: the model cannot know. */
export function expectedPayment(around: Around, held: SeenPayment, payment: Payment): string {
  const { attempts, charge } = held
  const before = attempts?.find(({ key }) => key === payment.key)
  if (before)
    return before.id === charge ? expectedAgain(held, around.stage.clock.now) : '402 declined'
  return expectedFirst(around, held, payment)
}

function expectedAgain({ status, order_status, lease, hold }: SeenPayment, now: number): string {
  if (order_status === 'held') return '402 declined'
  if (order_status === 'expired') return '402 expired'
  if (order_status !== 'pending') return `201 ${status}`
  return Date.parse(lease) > now || Date.parse(hold) <= now ? '409 in_progress' : 'any'
}

function expectedFirst({ shadow, stage }: Around, held: SeenPayment, payment: Payment): string {
  const { order_status, charge, hold, type } = held
  if (order_status === 'pending') return '409 in_progress'
  if (order_status === 'succeeded') return '409 not_open'
  if (order_status === 'expired') return '402 expired'
  const isCharged = stage.processor.charges.get(charge)?.outcome.state === 'succeeded'
  if (order_status === 'requires_action' && isCharged) return '409 not_open'
  if (Date.parse(hold) <= stage.clock.now) return '402 expired'
  if (shadow.isCancelled && type !== 'subscription') return '409 not_on_sale'
  return expectedCharge({ shadow, stage }, held, payment)
}

/** Its price is what was charged last, with the points that the last attempt has set aside. */
function expectedCharge(
  { shadow }: Around,
  { cents, points: setAside, user_id }: SeenPayment,
  { points, method }: Payment,
): string {
  const price = cents + setAside
  if (points > price) return '400 invalid'
  const balance = shadow.seen?.points.find((one) => one.user_id === user_id)
  if (points > (balance?.available ?? 0) + setAside) return '409 not_enough_points'
  return points === price ? '201 succeeded' : outcomes[method]
}
