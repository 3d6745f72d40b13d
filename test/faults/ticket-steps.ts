/** What becomes of tickets in a history of orders: waited for, offered, given back, handed on and used. */
import assert from 'node:assert/strict'
import { aTransfer } from '../transfers.ts'
import { offer } from '../waiting.ts'
import type { Fault } from './faulty-processor.ts'
import { acting, nthOf, placed } from './order-steps.ts'
import type { What } from './orders.ts'
import { isPaid, type Shadow } from './shadow.ts'
import type { Stage } from './stage.ts'
import type { Death } from './steps-buying.ts'

/** A request, as one of the users of the history or its staff. */
async function asking(
  { shadow, stage }: { shadow: Shadow; stage: Stage },
  name: string,
  ask: () => Promise<{ status: number; body: any }>,
): Promise<void> {
  const { status, body } = await ask()
  assert.ok(status < 500, body.error)
  shadow.count(`${name} ${body.code ?? status}`)
  await shadow.observe(stage)
}

type Join = { user: number; what: Extract<What, 'few' | 'two'>; quantity: number }

export async function join(
  shadow: Shadow,
  stage: Stage,
  { user, what, quantity }: Join,
): Promise<void> {
  const { world, festival, entities, users } = stage
  const as = users[user]
  if (!as) return
  const body = { entity_id: entities[what], quantity }
  await asking({ shadow, stage }, 'waits', () =>
    world.post(`/festivals/${festival.id}/waiting-list`, body, { as }),
  )
}

/** What the service does each second. */
export async function offerAll(shadow: Shadow, stage: Stage): Promise<void> {
  await offer(stage.world)
  await shadow.observe(stage)
}

const offersOf = ({ world }: Stage) =>
  world.work
    .selectFrom('waiting_entries')
    .select(['id', 'user_id', 'tier_id', 'quantity', 'return_id'])
    .where('status', 'in', ['offered', 'taken'])
    .orderBy('id')
    .execute()

type BuyOffer = { nth: number; isAll: boolean; hasBed: boolean; fault: Fault; death: Death }

/** Buys what is offered to a buyer, all of it or one, alone or with a place to sleep. */
export async function buyOffer(
  shadow: Shadow,
  stage: Stage,
  { nth, isAll, hasBed, ...args }: BuyOffer,
): Promise<void> {
  const { entities, users } = stage
  const entry = nthOf(await offersOf(stage), nth)
  if (!entry) return
  const { id, tier_id: entity_id, user_id } = entry
  const ticket = {
    payment_type: 'ticket',
    entity_id,
    quantity: isAll ? entry.quantity : 1,
  } as const
  const bed = { payment_type: 'accommodation', entity_id: entities.bed } as const
  const body = { items: hasBed ? [ticket, bed] : [ticket], offer: id }
  const user = users.findIndex((one) => one.id === user_id)
  const key = `offer ${id} ${isAll} ${hasBed}`
  await acting({ shadow, stage }, args, [
    entry.return_id === null ? 'buys an offer' : 'buys a return',
    () => placed(shadow, stage, { user, key, body }),
  ])
}

type OfTicket = { nth: number }

export const ticketsOf = ({ payments: all }: Shadow) =>
  [...all.values()].filter(({ type, status }) => type === 'ticket' && isPaid(status))

/** A buyer gives a ticket to the next in line, or takes that back. */
export async function giveToNext(
  shadow: Shadow,
  stage: Stage,
  { nth, isKept }: OfTicket & { isKept: boolean },
): Promise<void> {
  const ticket = nthOf(ticketsOf(shadow), nth)
  if (!ticket) return
  const as = stage.users.find(({ id }) => id === ticket.user_id)
  if (!as) return
  const url = `/payments/${ticket.id}/return`
  await asking({ shadow, stage }, isKept ? 'keeps' : 'gives to the next', () =>
    isKept ? stage.world.del(url, { as }) : stage.world.post(url, {}, { as }),
  )
}

/** A ticket is offered to another user, who accepts it. */
export async function handOn(
  shadow: Shadow,
  stage: Stage,
  { nth, to }: OfTicket & { to: number },
): Promise<void> {
  const { world, users, festival } = stage
  const [ticket, as] = [nthOf(ticketsOf(shadow), nth), users[to]]
  if (!ticket || !as || ticket.user_id === as.id || ticket.code === null) return
  const { id, user_id } = ticket
  const open = await world.work
    .selectFrom('ticket_transfers')
    .select('id')
    .where('payment_id', '=', id)
    .executeTakeFirst()
  if (open) return
  const transfer = await aTransfer(world, { id, user_id, festival_id: festival.id }, as)
  await asking({ shadow, stage }, 'hands on', () =>
    world.post(`/transfers/${transfer}/accept`, {}, { as }),
  )
}

/** A gate admits a ticket, by the payment. */
export async function admit(shadow: Shadow, stage: Stage, { nth }: OfTicket): Promise<void> {
  const ticket = nthOf(ticketsOf(shadow), nth)
  if (!ticket) return
  await asking({ shadow, stage }, 'admits', () =>
    stage.world.put(`/payments/${ticket.id}/validate`, {}, { as: stage.admin }),
  )
}
