/**
 * A sale by a queue, by two services on a synchronous pair whose standby dies in the middle: until there is another no commit
 * is acknowledged. No turn is lost, and nobody is served twice or out of turn. A planted bug must be found.
 */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { auditLedger } from '#shop/payments'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { Pair } from './pair.ts'
import { Services, sale, secret } from './queue-sales.ts'
import { sized } from './sized.ts'

const sales = sized(1, 20)
const pair = await Pair.start()
after(() => pair.stop())
const pool = connectPool(pair.primary, { max: 1, purpose: 'work' })
await migrate(pool)
await pool.end()

/** The standby dies once some have bought, and some seconds later there is another. */
async function loseStandby(sold: () => number): Promise<void> {
  await until('some have bought', async () => sold() > 3, 120_000)
  await pair.killStandby()
  await pause(3_000)
  await pair.rebuild()
}

async function run(t: TestContext, options: { sales: number; plant?: string }): Promise<string[]> {
  const world = await aWorld({ env: secret, on: { server: pair.primary, template: 'festival' } })
  const seed = anySeed()
  const services = new Services(world, chanceOf(seed), { kills: 0, ...options })
  const wrong: string[] = []
  for (let n = 0; n < options.sales && wrong.length === 0; n++) {
    wrong.push(...(await sale(world, services, loseStandby)))
  }
  await services.stop()
  t.diagnostic(`seed ${seed}: ${options.sales} sales: ${wrong.join(', ') || 'nothing wrong'}`)
  return [...wrong, ...(await auditLedger(world.work))]
}

test(`${sales} sales whose standby dies lose no turn, and give none twice`, async (t) => {
  assert.deepEqual(await run(t, { sales }), [])
})

test('the planted bug skipturn is found', async (t) => {
  const wrong = await run(t, { sales: 1, plant: 'skipturn' })
  assert.ok(wrong.includes('One bought out of turn'))
})
