/** Buys like people do in their turn: more or fewer tickets, with a voucher, with a card that is declined first. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../client.ts'
import type { Stage, Tier } from '../stage.ts'

/** The final result of a person's attempts. */
export const told = { nothing: 0, bought: 1, soldOut: 2 } as const

export type Outcome = {
  answer: (typeof told)[keyof typeof told]
  quantity: number
  /** an answer that the service should not have given */
  wrong?: string
}

const [declined, asksBuyer, withVoucher] = [0.06, 0.04, 0.15]
const most = 6
const patience = 300_000

/** The remaining wish of a buyer: tickets of the first tier, else of the next. */
type Wish = Pick<Wanted, 'quantity' | 'voucher' | 'method'> & { tiers: Tier[] }

/** Tries until something is bought, or no tier has tickets left. */
export async function buy(stage: Stage, person: number): Promise<Outcome> {
  const { chance, festival } = stage
  const wish: Wish = {
    quantity: chance.between(1, most),
    method: methodOf(stage),
    voucher: chance.befalls(withVoucher) ? festival.voucher : undefined,
    tiers: chance.shuffled(festival.tiers),
  }
  const none = { answer: told.nothing, quantity: 0 }
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const [tier] = wish.tiers
    if (!tier) return { answer: told.soldOut, quantity: 0 }
    const { quantity } = wish
    const answer = await settled(stage, person, { ...wish, entity_id: tier.id })
    if (answer.body.status === 'succeeded') return { answer: told.bought, quantity }
    const wrong = wantLess(wish, answer)
    if (wrong) return { ...none, wrong }
  }
  return { ...none, wrong: 'no answer in time' }
}

/** Removes the obstacle from the wish. Returns the refusal if a buyer can do nothing about it. */
function wantLess(wish: Wish, { status, body }: Answer): string | undefined {
  const isSoldOut = body.code === 'sold_out'
  if (isSoldOut && wish.quantity > 1) wish.quantity = Math.floor(wish.quantity / 2)
  else if (isSoldOut) wish.tiers.shift()
  else if (status === 402 || status < 300) wish.method = undefined
  else if (body.code.startsWith('voucher')) wish.voucher = undefined
  else return `${status} ${body.code}`
  return undefined
}

function methodOf({ chance }: Stage): string | undefined {
  const dice = chance.next()
  if (dice < declined) return 'pm_card_chargeDeclinedInsufficientFunds'
  return dice < declined + asksBuyer ? 'pm_card_authenticationRequired' : undefined
}

type Wanted = {
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
  { entity_id, quantity, voucher, method, offer, of }: Wanted,
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
