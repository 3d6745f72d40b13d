/** Waiting lists in tests: tiers that are sold out, and people who wait for them. */
import assert from 'node:assert/strict'
import { offerPlaces } from '#shop/waiting'
import { aTier } from './buying.ts'
import { somePaidTickets } from './sales.ts'
import type { Person, World } from './world.ts'

/** A tier that sold out two hours ago, with its tickets, which are of one buyer. */
export async function aSoldOutTier(
  world: World,
  count = 2,
  given: Parameters<typeof aTier>[1] = {},
) {
  const tier = await aTier(world, { ...given, quantity: count })
  const created_at = new Date(world.now().getTime() - 2 * 3_600_000)
  const sold = await somePaidTickets(world, count, { tier, created_at })
  return { ...tier, sold }
}
type Tier = { id: string; festival_id: string }

/** Puts a user on the waiting list of a tier; returns the place in line. */
export async function aPlaceInLine(
  world: World,
  tier: Tier,
  { as, quantity = 1 }: { as?: Person; quantity?: number } = {},
) {
  const user = as ?? (await world.aUser())
  const url = `/festivals/${tier.festival_id}/waiting-list`
  const { status, body } = await world.post(url, { entity_id: tier.id, quantity }, { as: user })
  assert.equal(status, 201, body.error)
  return { id: String(body.id), user, body }
}
export type PlaceInLine = Awaited<ReturnType<typeof aPlaceInLine>>

/** As more tickets are put up for sale. */
export async function addPieces({ db }: World, { id }: Tier, count: number) {
  await db
    .updateTable('tiers')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', count) }))
    .where('id', '=', id)
    .execute()
}

/** What the service does each second, until there is nothing left to do. */
export async function offer(world: Pick<World, 'work' | 'bus' | 'now' | 'config'>): Promise<void> {
  while ((await offerPlaces({ ...world, db: world.work })) > 0);
}

/** Buys with an offer. */
export function buyOffered(
  world: World,
  tier: Tier,
  {
    place,
    quantity = 1,
    as = place.user,
    ...given
  }: { place: PlaceInLine; quantity?: number; as?: Person; method?: string; key?: string },
) {
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const body = {
    items,
    offer: place.id,
    ...(given.method && { processor_payment_method_id: given.method }),
  }
  const headers = { 'idempotency-key': given.key ?? `${place.id} ${Math.random()}` }
  return world.post('/orders', body, { as, headers })
}
