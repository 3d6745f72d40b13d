/** The scene of the crash harness: offers, buyers, and settings of the services. */
import { sql } from 'kysely'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { aVoucher } from '../vouchers.ts'
import type { World } from '../world.ts'
import type { Chance } from './chance.ts'
import type { HostileProcessor } from './hostile-processor.ts'
import type { Services } from './services.ts'
import type { Shop } from './shop.ts'
import type { Item } from './wishes.ts'

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
    // Few buyers hold more in an hour than people do.
    UNPAID_PER_PERSON: '0',
    PAYMENT_LEASE_SECONDS: '1',
    PAYMENT_HOLD_SECONDS: '3',
    PAYMENT_GIVE_UP_SECONDS: '7',
  }
}

/**
 * A popular tier, small ones that grow while buyers wait, one whose line is waited in, beds, and a voucher, all of the
 * main festival; a plan; and a festival that is cancelled.
 */
export async function fillShop(world: World, plant: string | undefined) {
  if (plant === 'nolock') {
    await sql`alter table tiers drop constraint tiers_stock`.execute(world.work)
  }
  const buyers = await Promise.all(Array.from({ length: 30 }, () => world.aUser()))
  for (const buyer of buyers) await points(world, buyer, 1500)
  const admins = await Promise.all([0, 1].map(() => world.aUser({ roles: ['admin'] })))
  const { id: festival_id } = await aFestival(world)
  const hot = await aTier(world, { festival_id, price_cents: 2500, quantity: 100_000 })
  const small = await Promise.all(
    [10, 14].map((quantity) => aTier(world, { festival_id, quantity })),
  )
  const free = await aTier(world, { festival_id, price_cents: 0, quantity: 40 })
  const awaited = await aTier(world, { festival_id, quantity: 4 })
  const beds = await aPlaceToSleep(world, { festival_id, quantity: 30 })
  const plan = await aPlan(world)
  const doomed = await aFestival(world)
  const lost = await aTier(world, { festival_id: doomed.id, quantity: 1000 })
  const toItem = (type: string) => (one: { id: string; price_cents: number }) => ({
    id: one.id,
    type,
    price: one.price_cents,
  })
  const toTicket = toItem('ticket')
  const tiers = [hot, ...small, ...small, awaited, free, lost].map(toTicket)
  const bed = toItem('accommodation')(beds)
  const all: Item[] = [...tiers, bed, toItem('subscription')(plan)]
  const scarce = [...small.map(toTicket), bed]
  const popular = toTicket(hot)
  const main = {
    id: festival_id,
    items: [popular, popular, popular, popular, ...scarce, toTicket(awaited)],
    voucher: await aScarceVoucher(world, festival_id),
    awaited: toTicket(awaited),
  }
  return { buyers, admins, doomed, small, scarce, main, items: () => all }
}

/** The code of a voucher that is used up while the harness runs, and comes free again with what is given back. */
async function aScarceVoucher(world: World, festival_id: string): Promise<string> {
  const { id, code } = await aVoucher(world, { festival_id })
  const max_uses = 60
  await world.db.updateTable('vouchers').set({ max_uses }).where('id', '=', id).execute()
  await world.db
    .updateTable('voucher_codes')
    .set({ max_uses })
    .where('voucher_id', '=', id)
    .execute()
  return code
}
