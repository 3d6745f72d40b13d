/** A few of the many crashes in `npm run test:faults`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anySeed } from './faults/chance.ts'
import { crash } from './faults/crash.ts'
import { aWorld } from './world.ts'

const world = await aWorld()

// Requirement (rules): contract §7 What always holds: through kills at every named point
test('killed again and again, two services lose no ticket and no cent', async (t) => {
  const seed = anySeed()
  const { faults, ...report } = await crash(world, { kills: 2, each: 0, seed })
  t.diagnostic(`seed ${seed}: ${JSON.stringify(report)}`)
  assert.deepEqual(faults, [], `seed ${seed}`)
  assert.ok(report.killed >= 2)
  assert.ok(report.acknowledged > 0)
})
