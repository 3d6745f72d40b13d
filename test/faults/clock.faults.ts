/**
 * PostgreSQL's clock is wrong by an hour, either way, while the service's is right: sales, sweeps,
 * notifications and admissions follow the service's. (The service's clock: `outages.faults.ts`.)
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { findProgram } from '#platform/postgres/binaries'
import { chooseRunner } from '#platform/postgres/runner'
import { findPostgres, startPostgres } from '#platform/postgres/server'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { anySeed } from './chance.ts'
import { faultsAfter } from './outages-count.ts'
import { Load } from './outages-load.ts'
import { aSite } from './outages-site.ts'
import { sized } from './sized.ts'

const [library] = await Array.fromAsync(glob('/usr/lib/*/faketime/libfaketime.so.1'))
const skip = library === undefined && 'another clock takes `apt-get install libfaketime`'
const sales = sized(40, 1_000)

/** The PostgreSQL of a folder with a clock of its own. Returns its address. */
async function startMoved(t: TestContext, folder: string, shift: string): Promise<string> {
  const right = await startPostgres({ folder })
  await right.stop()
  const { prefix, uid, gid } = await chooseRunner(folder, 'postgres')
  const cluster = join(folder, 'postgres')
  const [program, ...args] = [...prefix, findProgram('postgres')]
  const settings = ['-D', cluster, '-k', cluster, '-c', 'listen_addresses=', '-c', 'timezone=UTC']
  const child = spawn(program, [...args, ...settings], {
    uid,
    gid,
    cwd: '/',
    env: {
      PATH: process.env['PATH'] ?? '',
      LC_ALL: 'C',
      LD_PRELOAD: library,
      FAKETIME: shift,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGINT')
    await ended
  })
  let url: string | undefined
  const isUp = async () => {
    url = await findPostgres(folder)
    return url !== undefined
  }
  await until('PostgreSQL with another clock', isUp, 30_000)
  return url ?? ''
}

for (const [shift, seconds] of [
  ['+3600s', 3_600],
  ['-3600s', -3_600],
] as const) {
  test(`PostgreSQL's clock ${shift}: sales, notifications and admissions stay the same`, {
    skip,
  }, async (t) => {
    const DATABASE_URL = await startMoved(t, await aFolder(), shift)
    const folder = await aFolder()
    const service = await start(folder, ['--empty'], {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL,
      SIMULATED_PROCESSOR: 'delay=20,lose_answers=0.03,approve_after=500',
      // Few buyers hold more in an hour than people do.
      UNPAID_PER_PERSON: '0',
      PAYMENT_LEASE_SECONDS: '1',
      PAYMENT_HOLD_SECONDS: '3',
      PAYMENT_GIVE_UP_SECONDS: '7',
    })
    t.after(() => service.child.kill('SIGKILL'))
    const site = await aSite(DATABASE_URL, folder)
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(site.work)
    const moved = ((rows[0]?.at.getTime() ?? 0) - Date.now()) / 1000
    assert.ok(Math.abs(moved - seconds) < 60, `its clock is ${moved} s ahead`)
    const load = new Load(site, service.url, anySeed())
    const isEnough = async () =>
      load.shop.acknowledged.size >= sales && load.made.festivals.size > 3
    await until(`${sales} sold`, isEnough, 600_000)
    await load.stop()
    const faults = await faultsAfter(site, load)
    t.diagnostic(
      `${load.shop.acknowledged.size} purchases, ${load.made.events.size} events, ${load.made.festivals.size} ` +
        `festivals and ${load.made.artists.size} artists acknowledged, ${faults.length} faults`,
    )
    await site.close()
    assert.deepEqual([...new Set(faults)], [])
  })
}
