/** Tickets that their buyers give to the next in line. */
import assert from 'node:assert/strict'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aPlaceInLine, buyOffered, offer } from './waiting.ts'
import type { Person, World } from './world.ts'

/** A ticket that was bought through the service, the only one of its tier. */
export async function aSoldTicket(
  world: World,
  given: Parameters<typeof aTier>[1] = {},
  as?: Person,
) {
  const tier = await aTier(world, { quantity: 1, ...given })
  const seller = as ?? (await world.aUser())
  const asked = { payment_type: 'ticket', entity_id: tier.id }
  const { status, body } = await world.post('/payments', asked, { as: seller })
  assert.equal(status, 201, body.error)
  return { id: String(body.id), code: String(body.qr_code), tier, seller }
}
export type SoldTicket = Awaited<ReturnType<typeof aSoldTicket>>

/** A paid ticket that is given to the next in line, without the service. */
export async function aReturnedTicket<Ticket extends { id: string }>(
  { db, now }: World,
  ticket: Ticket,
) {
  const { entity_id, festival_id } = await ticketOf(db, ticket.id)
  const row = { payment_id: ticket.id, tier_id: entity_id, festival_id, created_at: now() }
  const return_id = newId()
  await db
    .insertInto('ticket_returns')
    .values({ id: return_id, ...row })
    .execute()
  return { ...ticket, return_id }
}

/** The offer of a ticket that is given back, to a user who waited for it; returns its entry. Without the service. */
export async function anOffer(
  { db, now }: World,
  { id, return_id }: { id: string; return_id: string },
  { id: user_id }: Pick<Person, 'id'>,
): Promise<string> {
  const { entity_id: tier_id, festival_id } = await ticketOf(db, id)
  const [entry, at] = [newId(), now()]
  const expires_at = new Date(at.getTime() + 86_400_000)
  const offered = { status: 'offered', created_at: at, offered_at: at, expires_at, return_id }
  await db
    .insertInto('waiting_entries')
    .values({ id: entry, user_id, tier_id, festival_id, quantity: 1, ...offered })
    .execute()
  return entry
}

async function ticketOf(db: World['db'], id: string) {
  const { entity_id, festival_id } = await db
    .selectFrom('payments')
    .select(['entity_id', 'festival_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.ok(festival_id)
  return { entity_id, festival_id }
}

/** Gives a ticket to the next in line; returns the return. */
export async function giveBack(world: World, { id, seller }: Pick<SoldTicket, 'id' | 'seller'>) {
  const { status, body } = await world.post(`/payments/${id}/return`, {}, { as: seller })
  assert.equal(status, 201, body.error)
  return body
}

/** A ticket that is given back and offered to the first of those who wait. */
export async function anOfferedReturn(world: World, given: Parameters<typeof aTier>[1] = {}) {
  const ticket = await aSoldTicket(world, given)
  const place = await aPlaceInLine(world, ticket.tier)
  const { id: return_id } = await giveBack(world, ticket)
  await offer(world)
  const { status } = await entryOf(world, place)
  assert.equal(status, 'offered')
  return { ...ticket, return_id: String(return_id), place }
}
export type OfferedReturn = Awaited<ReturnType<typeof anOfferedReturn>>

export const entryOf = async (
  world: World,
  { id, user }: Pick<Awaited<ReturnType<typeof aPlaceInLine>>, 'id' | 'user'>,
) => (await world.get(`/waiting-list/${id}`, { as: user })).body

export const buyReturned = (
  world: World,
  { tier, place }: Pick<OfferedReturn, 'tier' | 'place'>,
  given: { method?: string; key?: string } = {},
) => buyOffered(world, tier, { place, ...given })
