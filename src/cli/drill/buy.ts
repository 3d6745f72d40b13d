/** Someone whose turn it is buys, as people do: more or fewer, with a voucher, with a card that is declined first. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './client.ts'
import type { Stage } from './stage.ts'

/** What people were told in the end. */
export const told = { nothing: 0, bought: 1, soldOut: 2 } as const

export type Outcome = {
  answer: (typeof told)[keyof typeof told]
  quantity: number
  /** what the service should not have said */
  wrong?: string
}

const [declined, asksBuyer, withVoucher] = [0.06, 0.04, 0.15]
const most = 6
const patience = 90_000

/** Tries until it has bought something, or nothing is left of any tier. */
export async function buy(stage: Stage, person: number): Promise<Outcome> {
  const { chance, festival } = stage
  let quantity = chance.between(1, most)
  let method = methodOf(stage)
  let voucher = chance.befalls(withVoucher) ? festival.voucher : undefined
  const tiers = chance.shuffled(festival.tiers)
  const until = Date.now() + patience
  while (Date.now() < until) {
    const [tier] = tiers
    if (!tier) return { answer: told.soldOut, quantity: 0 }
    const order = await settled(stage, person, { entity_id: tier.id, quantity, voucher, method })
    const { status, body } = order
    if (status < 300 && body.status === 'succeeded') return { answer: told.bought, quantity }
    if (body.code === 'sold_out' && quantity > 1) quantity = Math.floor(quantity / 2)
    else if (body.code === 'sold_out') tiers.shift()
    else if (status === 402 || status < 300) method = undefined
    else if (body.code.startsWith('voucher')) voucher = undefined
    else return { answer: told.nothing, quantity: 0, wrong: `${status} ${body.code}` }
  }
  return { answer: told.nothing, quantity: 0, wrong: 'no answer in time' }
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
  /** of which service it asks; absent: of any */
  of?: number
}

/** Sends an order; where it is not decided yet, asks until it is. */
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
