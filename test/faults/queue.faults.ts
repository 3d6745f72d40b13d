/**
 * Two services killed with SIGKILL while people enter a queue, while it is drawn, and while it is served. No one's number or
 * place changes, no one buys out of turn or twice, the waiting list does not overtake the queue, what two processes tell of a draw agrees, and each is told of their turn once.
 * Planted bugs must be found.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { auditLedger } from '#shop/payments'
import { aWorld } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { Services, sale, secret } from './queue-sales.ts'
import { sized } from './sized.ts'

const kills = sized(8, 500)

async function run(t: TestContext, options: { kills: number; plant?: string }): Promise<string[]> {
  const world = await aWorld({ env: secret })
  const seed = anySeed()
  const services = new Services(world, chanceOf(seed), options)
  const wrong: string[] = []
  let sales = 0
  do {
    wrong.push(...(await sale(world, services)))
    sales++
  } while (services.killed < options.kills && wrong.length === 0)
  await services.stop()
  t.diagnostic(
    `seed ${seed}: ${services.killed} kills in ${sales} sales: ${wrong.join(', ') || 'nothing wrong'}`,
  )
  return [...wrong, ...(await auditLedger(world.work))]
}

test(`${kills} kills move no number and no place, and no one buys out of turn`, async (t) => {
  assert.deepEqual(await run(t, { kills }), [])
})

test('the planted bug skipturn is found', async (t) => {
  const wrong = await run(t, { kills: 0, plant: 'skipturn' })
  assert.ok(wrong.includes('One bought out of turn'))
})

test('the planted bug queueovertaken is found', async (t) => {
  const wrong = await run(t, { kills: 0, plant: 'queueovertaken' })
  assert.ok(wrong.includes('The waiting list overtook the queue'))
})
