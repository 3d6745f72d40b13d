/** The scene of the crash harness: offers, buyers, and settings of the services. */
import { sql } from 'kysely'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import type { World } from '../world.ts'
import type { Chance } from './chance.ts'
import type { HostileProcessor } from './hostile-processor.ts'
import type { Services } from './services.ts'
import type { Item, Shop } from './shop.ts'

export type Scene = {
  world: World
  chance: Chance
  services: Services
  processor: HostileProcessor
  shop: Shop
  wares: Awaited<ReturnType<typeof fillShop>>
  seen: { audits: number; faults: string[] }
}

export function environment({ connectionString, folder }: World, processor: string) {
  const { PATH = '' } = process.env
  return {
    PATH,
    NODE_ENV: 'test',
    // Compiled code is cached, instead of compiled at each of hundreds of starts.
    NODE_COMPILE_CACHE: `${folder}/compiled`,
    DATABASE_URL: connectionString,
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: folder,
    PROCESSOR_URL: processor,
    LOG_LEVEL: 'silent',
    PAYMENT_LEASE_SECONDS: '1',
    PAYMENT_HOLD_SECONDS: '3',
    PAYMENT_GIVE_UP_SECONDS: '7',
  }
}

/** A popular tier, small ones that grow while buyers wait, beds, a plan, and a festival that is cancelled. */
export async function fillShop(world: World, plant: string | undefined) {
  if (plant === 'nolock') {
    await sql`alter table tiers drop constraint tiers_stock`.execute(world.work)
  }
  const buyers = await Promise.all(Array.from({ length: 30 }, () => world.aUser()))
  for (const buyer of buyers) await points(world, buyer, 1500)
  const admins = await Promise.all([0, 1].map(() => world.aUser({ roles: ['admin'] })))
  const doomed = await aFestival(world)
  const hot = await aTier(world, { price_cents: 2500, quantity: 100_000 })
  const small = await Promise.all([10, 14].map((quantity) => aTier(world, { quantity })))
  const free = await aTier(world, { price_cents: 0, quantity: 40 })
  const beds = await aPlaceToSleep(world, { quantity: 30 })
  const plan = await aPlan(world)
  const lost = await aTier(world, { festival_id: doomed.id, quantity: 1000 })
  const toItem = (type: string) => (one: { id: string; price_cents: number }) => ({
    id: one.id,
    type,
    price: one.price_cents,
  })
  const [tiers, rooms] = [[hot, ...small, ...small, free, lost], [beds]]
  const all: Item[] = [
    ...tiers.map(toItem('ticket')),
    ...rooms.map(toItem('accommodation')),
    toItem('subscription')(plan),
  ]
  const scarce = [...small.map(toItem('ticket')), toItem('accommodation')(beds)]
  return { buyers, admins, doomed, small, scarce, items: () => all }
}
