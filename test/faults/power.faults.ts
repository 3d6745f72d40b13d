/**
 * The power of the database's disk is cut at random moments while the service sells, admits and refunds: what was
 * acknowledged is there when the power returns. It tries the order in which PostgreSQL writes and waits; a disk that
 * tears a write, or says that it has written what it has not, is not tried.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startPostgres } from '#platform/postgres/server'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { anySeed, chanceOf } from './chance.ts'
import { faultsAfter, lostAfter } from './outages-count.ts'
import { Load } from './outages-load.ts'
import { childrenOf, postmasterOf, signalAlive } from './outages-postgres.ts'
import { aSite } from './outages-site.ts'
import { CuttableDisk, missingForDisks } from './power-disk.ts'
import { sized } from './sized.ts'

const cuts = sized(3, 200)
const skip = (await missingForDisks()) ?? false

const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SIMULATED_PROCESSOR: 'delay=20,lose_requests=0.03,lose_answers=0.03,approve_after=500',
  // Few buyers hold more in an hour than people do.
  UNPAID_PER_PERSON: '0',
  PAYMENT_LEASE_SECONDS: '1',
  PAYMENT_HOLD_SECONDS: `${sized(2, 3)}`,
  PAYMENT_GIVE_UP_SECONDS: `${sized(4, 7)}`,
}

/** A PostgreSQL on a disk of its own, a service that uses it, and its load. */
async function onDisk(t: TestContext, { durable }: { durable: boolean }) {
  const disk = await CuttableDisk.make(await aFolder(), 1_500)
  const server = await startPostgres({ folder: disk.folder, durable })
  const data = await aFolder()
  const { connectionString } = server
  const service = await start(data, ['--empty'], { ...env, DATABASE_URL: connectionString })
  const site = await aSite(connectionString, data)
  const load = new Load(site, service.url, anySeed())
  t.after(async () => {
    await load.stop()
    await site.close()
    service.child.kill('SIGKILL')
    await server.stop()
    await disk.unmount()
  })
  return { disk, server, site, load }
}

/** Cuts the power, and returns it: the disk has what it has kept. */
async function cutPower(disk: CuttableDisk): Promise<void> {
  const postmaster = await postmasterOf(disk.folder)
  // Of a server that stops by itself, since it cannot write, processes may wait for their disk for ever.
  const children = await childrenOf(postmaster)
  await disk.cut()
  const late = await childrenOf(postmaster)
  for (const pid of [postmaster, ...children, ...late]) signalAlive(pid, 'SIGKILL')
  await disk.unmount()
  await disk.mount()
}

test(`the power of the database cut ${cuts} times`, { skip }, async (t) => {
  const { disk, server, site, load } = await onDisk(t, { durable: true })
  const chance = chanceOf(anySeed())
  for (let nth = 1; nth <= cuts; nth++) {
    await pause(chance.below(400))
    const strike = async () => {
      await cutPower(disk)
      await server.revive()
    }
    await load.endure(`cut ${nth}`, { strike })
  }
  await load.stop()
  const faults = await faultsAfter(site, load)
  const { shop, made, pauses, refused } = load
  t.diagnostic(
    `${shop.acknowledged.size} purchases, ${made.artists.size} artists and ${made.events.size} events acknowledged, ` +
      `${faults.length} faults; purchases went on ${Math.max(...pauses)} ms after the power at the latest; ` +
      `${refused} of ${shop.counts['requests']} answered 503`,
  )
  assert.deepEqual([...new Set(faults)], [])
})

test('cuts find a PostgreSQL that does not wait for its disk', { skip }, async (t) => {
  const { disk, server, site, load } = await onDisk(t, { durable: false })
  // So that it starts again, from what it was then.
  await sql`checkpoint`.execute(site.work)
  await disk.sync()
  const before = load.shop.acknowledged.size
  await until('purchases', async () => load.shop.acknowledged.size > before + 50)
  await cutPower(disk)
  await server.revive()
  await load.stop()
  const lost = await lostAfter(site, load)
  t.diagnostic(`fsync=off: ${lost.length} faults, the first: ${lost[0]}`)
  assert.ok(lost.length > 0)
})
