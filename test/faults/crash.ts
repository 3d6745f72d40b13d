/**
 * The crash harness: two services on one database, killed with -9 at each failpoint while buyers buy,
 * gates admit, staff refund and a festival is cancelled, with a hostile processor. At the end the services
 * and the harness must agree, to the cent.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { untilBlocked } from '../until.ts'
import type { World } from '../world.ts'
import { chanceOf } from './chance.ts'
import { count, rest } from './crash-count.ts'
import { environment, fillShop, type Scene } from './crash-scene.ts'
import { HostileProcessor } from './hostile-processor.ts'
import { Services } from './services.ts'
import { Shop } from './shop.ts'

type Options = {
  kills: number
  /** how many of them at each failpoint, at least */
  each: number
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

/** Sells and kills until enough were killed, or a fault is found; then settles and counts. */
export async function crash(world: World, options: Options): Promise<Report> {
  const { kills, each, seed, plant, clients = 16, progress = () => {} } = options
  const start = performance.now()
  const chance = chanceOf(seed)
  const processor = new HostileProcessor(chance, () => services.urls)
  await processor.listen()
  const services = new Services({
    wanted: kills,
    each,
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

async function open(scene: Scene, { kills, clients }: { kills: number; clients: number }) {
  const { services, shop, seen } = scene
  const visits = Array.from({ length: clients }, () => shop.visit())
  const watching = watch(scene, kills)
  while (!services.isDone && seen.faults.length + shop.wrong.length === 0) {
    if (services.failure) throw services.failure
    await pause(50)
  }
  shop.isClosed = true
  await Promise.all(visits)
  await watching
  seen.faults.push(...shop.wrong)
}

/** Audits while everything runs, lets small tiers grow, and cancels a festival midway. */
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
 * A few more tickets of a small tier, and many buyers at both services: they queue at its row until both
 * are there, and go on at the same moment. Returns what they wait for.
 */
async function storm({ world, shop, wares, chance }: Scene): Promise<{ all: Promise<unknown> }> {
  const { id } = chance.one(wares.small)
  await sql`update tiers set quantity = quantity + 3 where id = ${id}`.execute(world.work)
  const item = wares.scarce.find((one) => one.id === id)
  assert.ok(item)
  return world.work.transaction().execute(async (door) => {
    await sql`select from tiers where id = ${id} for update`.execute(door)
    const many = Array.from({ length: 20 }, () => shop.buyOne(item, { isPlain: true }))
    // One service holds for all simultaneous buyers. One of the two may just be dead.
    await untilBlocked(world, 2, '%set held = s.held + h.pieces%').catch(() => {})
    return { all: Promise.all(many) }
  })
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
