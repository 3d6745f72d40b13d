/** Buys like people do in their turn: more or fewer tickets, with a voucher, with a card that is declined first. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../client.ts'
import type { Stage, Tier } from '../stage.ts'

/** The final result of a person's attempts. */
export const purchaseResults = { nothing: 0, bought: 1, soldOut: 2 } as const

export type Outcome = {
  answer: (typeof purchaseResults)[keyof typeof purchaseResults]
  quantity: number
  /** an answer that the service should not have given */
  wrong?: string
}

const [declined, asksBuyer, withVoucher] = [0.06, 0.04, 0.15]
const most = 6
const patience = 300_000

/** The remaining wish of a buyer: tickets of the first tier, else of the next. */
type RemainingPurchase = Pick<PurchaseAttempt, 'quantity' | 'voucher' | 'method'> & {
  tiers: Tier[]
}

/** Tries until something is bought, or no tier has tickets left. */
export async function buy(stage: Stage, person: number): Promise<Outcome> {
  const { chance, festival } = stage
  const remainingPurchase: RemainingPurchase = {
    quantity: chance.between(1, most),
    method: methodOf(stage),
    voucher: chance.befalls(withVoucher) ? festival.voucher : undefined,
    tiers: chance.shuffled(festival.tiers),
  }
  const none = { answer: purchaseResults.nothing, quantity: 0 }
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const [tier] = remainingPurchase.tiers
    if (!tier) return { answer: purchaseResults.soldOut, quantity: 0 }
    const { quantity } = remainingPurchase
    const answer = await settled(stage, person, { ...remainingPurchase, entity_id: tier.id })
    if (answer.body.status === 'succeeded') return { answer: purchaseResults.bought, quantity }
    const wrong = wantLess(remainingPurchase, answer)
    if (wrong) return { ...none, wrong }
  }
  return { ...none, wrong: 'no answer in time' }
}

/** Removes the obstacle from the wish. Returns the refusal if a buyer can do nothing about it. */
function wantLess(
  remainingPurchase: RemainingPurchase,
  { status, body }: Answer,
): string | undefined {
  const isSoldOut = body.code === 'sold_out'
  if (isSoldOut && remainingPurchase.quantity > 1)
    remainingPurchase.quantity = Math.floor(remainingPurchase.quantity / 2)
  else if (isSoldOut) remainingPurchase.tiers.shift()
  else if (status === 402 || status < 300) remainingPurchase.method = undefined
  else if (body.code.startsWith('voucher')) remainingPurchase.voucher = undefined
  else return `${status} ${body.code}`
  return undefined
}

function methodOf({ chance }: Stage): string | undefined {
  const dice = chance.next()
  if (dice < declined) return 'pm_card_chargeDeclinedInsufficientFunds'
  return dice < declined + asksBuyer ? 'pm_card_authenticationRequired' : undefined
}

type PurchaseAttempt = {
  entity_id: string
  quantity: number
  voucher?: string | undefined
  method?: string | undefined
  offer?: string
  /** index of the preferred service; absent: any */
  of?: number
}

/** Sends an order, and polls it until it is decided. */
export async function settled(
  stage: Stage,
  person: number,
  { entity_id, quantity, voucher, method, offer, of }: PurchaseAttempt,
): Promise<Answer> {
  const { client, people } = stage
  const as = people.tokenOf(person)
  const body = {
    items: [{ payment_type: 'ticket', entity_id, quantity }],
    ...(voucher && { voucher }),
    ...(method && { processor_payment_method_id: method }),
    ...(offer && { offer }),
  }
  const asked = { as, body, ...(of !== undefined && { of }) }
  let answer = await client.ask('POST', '/orders', asked)
  for (const until = Date.now() + patience; isOpen(answer) && Date.now() < until; ) {
    await pause(400)
    answer = await client.ask('GET', `/orders/${answer.body.id}`, { as })
  }
  return answer
}

const isOpen = ({ status, body }: Answer): boolean =>
  status < 300 && (body.status === 'pending' || body.status === 'requires_action')
