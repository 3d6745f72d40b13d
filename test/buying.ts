/** Offers for tests of buying, written straight into the tables. */
import type { Insertable } from 'kysely'
import type { Database, Tables } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aFestival, aName } from './catalogue.ts'
import type { Person, World as Whole } from './world.ts'

type World = { db: Database }
type Caller = Pick<Whole, 'app' | 'client'>

/** Buys a ticket from a network address, as the service sees it. */
export async function buyFrom(
  { app, client }: Caller,
  { remoteAddress, as, entity_id }: { remoteAddress: string; as: Person; entity_id: string },
) {
  const headers = { 'x-f-authorization': client.token, 'x-f-authentication': as.token }
  const payload = { payment_type: 'ticket', entity_id }
  const answer = await app.inject({
    method: 'POST',
    url: '/payments',
    remoteAddress,
    headers,
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}
type InsertValues<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>

/** A tier of a festival of its own, on sale: by default 50 EUR and 100 tickets. */
export async function aTier(world: World, insertValues: InsertValues<'tiers'> = {}) {
  const tier = {
    id: newId(),
    position: 0,
    name: aName('Weekend'),
    price_cents: 5000,
    quantity: 100,
    ...insertValues,
    festival_id: insertValues.festival_id ?? (await aFestival(world)).id,
  }
  await world.db.insertInto('tiers').values(tier).execute()
  return tier
}

/** An accommodation, by default at a festival of its own. */
export async function aPlaceToSleep(
  world: World,
  insertValues: InsertValues<'accommodations'> = {},
) {
  const place = {
    id: newId(),
    name: aName('Bell tent'),
    price_cents: 9000,
    quantity: 10,
    ...insertValues,
    festival_id: insertValues.festival_id ?? (await aFestival(world)).id,
  }
  const search_name = searchName(place.name)
  await world.db
    .insertInto('accommodations')
    .values({ ...place, search_name })
    .execute()
  return place
}

/** A membership plan: 10 EUR a month. */
export async function aPlan({ db }: World, insertValues: InsertValues<'subscriptions'> = {}) {
  const name = aName('Friend')
  const plan = {
    id: newId(),
    name,
    price_cents: 1000,
    duration: 1,
    duration_type: 'month',
    ...insertValues,
  }
  const search_name = searchName(plan.name)
  await db
    .insertInto('subscriptions')
    .values({ ...plan, search_name })
    .execute()
  return plan
}

/** Gives a user points, with their entry in the ledger. */
export async function points({ db }: World, { id: user_id }: { id: string }, amount: number) {
  const balance = { user_id, available: amount, earned: amount }
  await db.insertInto('points').values(balance).execute()
  const id = newId()
  const entry = { id, user_id, kind: 'earned', delta: amount, source: `test:${id}` }
  await db
    .insertInto('point_entries')
    .values({ ...entry, created_at: new Date() })
    .execute()
}
