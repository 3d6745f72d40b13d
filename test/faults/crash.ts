/**
 * The crash harness: two services on one database, killed with -9 at each checkpoint while buyers buy,
 * gates admit, staff refund and a festival is cancelled, before a hostile processor. What the services
 * and the harness say at the end must be the same, to the cent.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { auditLedger } from '#payments'
import { newId } from '#platform/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { untilBlocked } from '../until.ts'
import type { World } from '../world.ts'
import { type Chance, chanceOf } from './chance.ts'
import { HostileProcessor } from './hostile-processor.ts'
import { Services } from './services.ts'
import { type Item, Shop } from './shop.ts'

type Options = {
  kills: number
  seed: number
  plant?: string
  clients?: number
  progress?: (text: string) => void
}

export type Report = {
  kills: Record<string, number>
  killed: number
  seconds: number
  requests: number
  replays: number
  acknowledged: number
  audits: number
  deadlocks: number
  counts: Record<string, number>
  processor: Record<string, number>
  states: Record<string, number>
  faults: string[]
}

type Scene = {
  world: World
  chance: Chance
  services: Services
  processor: HostileProcessor
  shop: Shop
  wares: Awaited<ReturnType<typeof fillShop>>
  seen: { audits: number; faults: string[] }
}

/** Sells and kills until enough were killed, or a fault is found; then comes to rest and counts. */
export async function crash(world: World, options: Options): Promise<Report> {
  const { kills, seed, plant, clients = 16, progress = () => {} } = options
  const start = performance.now()
  const chance = chanceOf(seed)
  const processor = new HostileProcessor(chance, () => services.urls)
  await processor.listen()
  const services = new Services({
    wanted: kills,
    chance,
    plant,
    env: environment(world, processor.url),
    told: (killed) => {
      if (killed % 10 === 0) progress(`${killed} kills, ${shop.acknowledged.size} acknowledged`)
    },
  })
  const wares = await fillShop(world, plant)
  const shop = new Shop({ services, chance, client: world.client.token, ...wares })
  const seen = { audits: 0, faults: [] }
  const scene: Scene = { world, chance, services, processor, shop, wares, seen }
  services.start()
  try {
    await open(scene, { kills, clients })
    if (scene.seen.faults.length === 0) await rest(scene)
    if (scene.seen.faults.length === 0) await count(scene)
  } finally {
    shop.isClosed = true
    await services.stop()
    await processor.close()
  }
  return report(scene, Math.round((performance.now() - start) / 1000))
}

function environment({ connectionString, folder }: World, processor: string) {
  const { PATH = '' } = process.env
  return {
    PATH,
    NODE_ENV: 'test',
    // What is compiled once is not compiled again at each of hundreds of starts.
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

/** A hot tier, small ones that grow while buyers wait, beds, a plan, and a festival that is cancelled. */
async function fillShop(world: World, plant: string | undefined) {
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

async function open(scene: Scene, { kills, clients }: { kills: number; clients: number }) {
  const { services, shop, seen } = scene
  const visits = Array.from({ length: clients }, () => shop.visit())
  const watching = watch(scene, kills)
  while (!services.isDone && seen.faults.length + shop.wrong.length === 0) await pause(50)
  shop.isClosed = true
  await Promise.all(visits)
  await watching
  seen.faults.push(...shop.wrong)
}

/** Audits while everything goes on, lets small tiers grow, and cancels a festival in the middle. */
async function watch(scene: Scene, kills: number) {
  const { world, services, shop, wares, seen } = scene
  let isCancelled = false
  const storms: Promise<unknown>[] = []
  while (!shop.isClosed) {
    seen.faults.push(...(await auditLedger(world.work)))
    seen.audits++
    if (services.urls.length === 2) storms.push((await storm(scene)).all)
    if (!isCancelled && services.killed * 2 >= kills) {
      const [as] = wares.admins
      assert.ok(as)
      const path = `/festivals/${wares.doomed.id}/cancel`
      const { status } = await shop.call({ method: 'POST', path, body: {}, as })
      isCancelled = status === 200
    }
    await pause(250)
  }
  await Promise.all(storms)
}

/**
 * A few pieces more of a small tier, and many who want them at both services: they stand before its row
 * until both are there, and go on at the same moment. Gives what they wait for.
 */
async function storm({ world, shop, wares, chance }: Scene): Promise<{ all: Promise<unknown> }> {
  const { id } = chance.one(wares.small)
  await sql`update tiers set quantity = quantity + 3 where id = ${id}`.execute(world.work)
  const item = wares.scarce.find((one) => one.id === id)
  assert.ok(item)
  return world.work.transaction().execute(async (door) => {
    await sql`select from tiers where id = ${id} for update`.execute(door)
    const many = Array.from({ length: 20 }, () => shop.buyOne(item, { isPlain: true }))
    // One of the services may just be dead.
    await untilBlocked(world, 2).catch(() => {})
    return { all: Promise.all(many) }
  })
}

/** The processor is well again, nobody dies any more: everything under way comes to its end. */
async function rest({ world, processor, seen }: Scene) {
  await processor.calm()
  const end = Date.now() + 60_000
  let faults: string[]
  do {
    await pause(300)
    faults = await auditLedger(world.work, { atRest: true })
    seen.audits++
  } while (faults.length > 0 && Date.now() < end)
  seen.faults.push(...faults)
}

type Row = {
  id: string
  status: string
  cents: number
  done: string
  code: string | null
}

/** What only the harness knows. */
async function count(scene: Scene) {
  const { world, seen } = scene
  seen.faults.push(...(await rush(scene)))
  const { rows } = await sql<Row>`
    select p.id, p.status, p.amount_cents as cents, t.code,
           coalesce((select sum(amount_cents) from refunds r where r.payment_id = p.id and done_at is not null), 0)
             as done
    from payments p left join tickets t on t.payment_id = p.id`.execute(world.work)
  const payments = new Map(rows.map((row) => [row.id, row]))
  seen.faults.push(...lostIn(payments, scene), ...wronglyCharged(payments, scene))
  seen.faults.push(...wronglyKept(rows, scene))
  seen.faults.push(...(await auditLedger(world.work, { atRest: true })))
}

/** Every acknowledged purchase is there with its ticket, and no ticket let two people in. */
export function lostIn(
  payments: Map<string, Pick<Row, 'code'>>,
  { shop }: Pick<Scene, 'shop'>,
): string[] {
  const lost = [...shop.acknowledged].flatMap(([name, { id, code }]) => {
    const kept = payments.get(id)
    if (!kept) return [`The acknowledged purchase ${name} is lost`]
    return kept.code === code ? [] : [`The ticket of ${name} is another one`]
  })
  const twice = [...shop.admissions].filter(([, times]) => times > 1)
  return [...lost, ...twice.map(([id, times]) => `${id} was admitted ${times} times`)]
}

/** Every charge has its payment, of its sum, and was made once. */
function wronglyCharged(payments: Map<string, Row>, { processor }: Scene): string[] {
  return [...processor.charges].flatMap(([key, { times, cents }]) => {
    const payment = payments.get(key)
    if (!payment) return [`The charge ${key} has no payment`]
    const isRight = times <= 1 && payment.cents === cents
    return isRight ? [] : [`${key} was charged ${cents} cents ${times} times`]
  })
}

const wasPaid = new Set(['succeeded', 'partially_refunded', 'refunding', 'refunded'])

/** The money that was kept is what the payments say. */
function wronglyKept(rows: Row[], { processor }: Scene): string[] {
  return rows.flatMap(({ id, status, cents, done }) => {
    const due = wasPaid.has(status) ? cents - Number(done) : 0
    const kept = cents === 0 ? 0 : processor.kept(id)
    return kept === due ? [] : [`${id} is ${status}: ${kept} cents kept instead of ${due}`]
  })
}

/** More buyers than there is left of what is scarce: exactly what is left is sold. */
async function rush({ world, shop, wares }: Scene): Promise<string[]> {
  const faults: string[] = []
  for (const item of wares.scarce) {
    const table = item.type === 'ticket' ? 'tiers' : 'accommodations'
    const of = () =>
      world.db
        .selectFrom(table)
        .select(['sold', 'held', 'quantity'])
        .where('id', '=', item.id)
        .executeTakeFirstOrThrow()
    const { quantity, sold } = await of()
    const buyers = Array.from({ length: quantity - sold + 5 }, () =>
      shop.buyOne(item, { isPlain: true }),
    )
    const bought = (await Promise.all(buyers)).filter((final) => final === '201 succeeded').length
    const after = await of()
    if (after.sold !== quantity || bought !== quantity - sold) {
      faults.push(`${item.id}: ${bought} bought of ${quantity - sold} left, ${after.sold} sold`)
    }
  }
  return faults
}

async function report(scene: Scene, seconds: number): Promise<Report> {
  const { world, services, processor, shop, seen } = scene
  const { rows } = await sql<{ status: string; many: number }>`
    select status, count(*)::int as many from payments group by status`.execute(world.work)
  const { rows: dead } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
    world.work,
  )
  const { requests = 0, replays = 0, ...counts } = shop.counts
  return {
    kills: services.kills,
    killed: services.killed,
    seconds,
    requests,
    replays,
    acknowledged: shop.acknowledged.size,
    audits: seen.audits,
    deadlocks: dead[0]?.deadlocks ?? 0,
    counts: { ...counts, admitted: shop.admissions.size },
    processor: processor.counts,
    states: Object.fromEntries(rows.map(({ status, many }) => [status, many])),
    faults: [...new Set(seen.faults)],
  }
}

/** A seed for a run that is told with its result. */
export const anySeed = () => Number.parseInt(newId().slice(-7), 16)
