/**
 * Three services behind a proxy, stopped with SIGTERM and started again one after the other, while clients
 * read, buy and listen: no request fails, and every notification arrives at every stream once.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPool } from '#platform/database/connections'
import { addColumns } from '../added-columns.ts'
import type { Service } from '../service-process.ts'
import { aWorld } from '../world.ts'
import {
  aService,
  assertNothingLost,
  failedKinds,
  failuresIn,
  Proxy,
  stop,
  summaryOf,
  under,
} from './renewals.ts'
import { sized } from './sized.ts'
import { someVisitors } from './visitors.ts'

const world = await aWorld()
const visitors = await someVisitors(world)
const restarts = sized(3, 50)
const migrating = connectPool(world.connectionString, { max: 1, purpose: 'work' })
after(() => migrating.end())
type Settings = Record<string, string>

async function threeServices(proxy: Proxy, env?: Settings): Promise<Proxy> {
  return proxy.open(await Promise.all([1, 2, 3].map(() => aService(world, env))))
}

/** Renews each in turn, this many times in all; returns how long each took to stop, ms. */
async function renewAll(
  { proxy, times = restarts, env }: { proxy: Proxy; times?: number; env?: Settings },
  end: (old: Service) => Promise<number>,
): Promise<number[]> {
  const took: number[] = []
  for (let nth = 0; nth < times; nth++) {
    // So that much is under way there.
    await pause(500)
    const [old] = proxy.services
    assert.ok(old)
    took.push(await end(old))
    proxy.services = [...proxy.services, await aService(world, env)]
  }
  return took
}

async function close(proxy: Proxy): Promise<void> {
  await Promise.all(proxy.services.map(stop))
  proxy.close()
}

/** Adds a column to every table, while the services answer requests by statements that they have prepared. */
async function migrate(version: number) {
  await pause(500)
  await addColumns(migrating, version)
  await pause(500)
}

test(`${restarts} restarts and a migration of every table under load: no request fails, no notification is lost`, async (t) => {
  const proxy = await threeServices(new Proxy())
  let took: number[] = []
  const outcome = await under({ world, visitors, url: proxy.url }, async () => {
    await migrate(1)
    took = await renewAll({ proxy }, async (old) => {
      proxy.leaveOut(old)
      return stop(old)
    })
  })
  t.diagnostic(`${summaryOf(outcome)}; stopped in ${took.map(Math.round)} ms`)
  await close(proxy)
  await assertNothingLost(world, outcome)
})

type Late = { env: Settings; times: number; late: number }

/** As in Kubernetes: a service is asked to stop, and requests still come for this many ms. */
async function stopBeforeKnown({ env, times, late }: Late) {
  const proxy = await threeServices(new Proxy(false), env)
  const outcome = await under({ world, visitors, url: proxy.url }, async () => {
    await renewAll({ proxy, times, env }, async (old) => {
      const [took] = await Promise.all([stop(old), pause(late).then(() => proxy.leaveOut(old))])
      return took
    })
  })
  await close(proxy)
  return outcome
}

test('with DRAIN_DELAY_SECONDS, services that stop before the proxy knows fail no request', async (t) => {
  const env = { DRAIN_DELAY_SECONDS: '2' }
  const outcome = await stopBeforeKnown({ env, times: restarts, late: 1000 })
  t.diagnostic(summaryOf(outcome))
  await assertNothingLost(world, outcome)
})

test('without it requests fail, and the test finds them', async (t) => {
  const outcome = await stopBeforeKnown({ env: {}, times: 1, late: 3000 })
  t.diagnostic(`${failuresIn(outcome)} requests failed`)
  assert.ok(failuresIn(outcome) > 0)
})

test('services that leave requests unanswered are found', async (t) => {
  const env = { PLANT: 'nodrain' }
  const proxy = await threeServices(new Proxy(), env)
  const outcome = await under({ world, visitors, url: proxy.url }, async () => {
    await renewAll({ proxy, times: 1, env }, async (old) => {
      proxy.leaveOut(old)
      old.child.kill('SIGTERM')
      await old.ended
      return 0
    })
  })
  t.diagnostic(`${failuresIn(outcome)} requests failed`)
  for (const { child } of proxy.services) child.kill('SIGKILL')
  proxy.close()
  assert.ok(failuresIn(outcome) > 0)
})

test('services that fail once a table has a column more are found', async (t) => {
  const proxy = await threeServices(new Proxy(), { PLANT: 'starcolumn' })
  const outcome = await under({ world, visitors, url: proxy.url }, () => migrate(2))
  t.diagnostic(summaryOf(outcome))
  await close(proxy)
  assert.deepEqual(failedKinds(outcome), ['points 500'])
})
