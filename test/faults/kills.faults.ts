/** Two services killed with SIGKILL at ten failpoints while they sell, and planted bugs that must be found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aWorld } from '../world.ts'
import { anySeed } from './chance.ts'
import { crash, type Report } from './crash.ts'
import { failpoints } from './services.ts'
import { isFull, sized } from './sized.ts'

const kills = sized(20, 500)
// 40 of 500; in fewer kills chance has more of a say.
const each = isFull ? 40 : 1
const killsToFind = 60
const bugs = ['nolock', 'noidem', ...(isFull ? ['freedearly'] : [])]
const worlds = new Map<string, Awaited<ReturnType<typeof aWorld>>>()
for (const run of ['correct', ...bugs]) worlds.set(run, await aWorld())

type TestContext = { diagnostic: (text: string) => void }

async function run(
  t: TestContext,
  name: string,
  options: { kills: number; each: number; plant?: string },
) {
  const world = worlds.get(name)
  assert.ok(world)
  const seed = anySeed()
  const progress = (text: string) => console.log(`${name}: ${text}`)
  const report: Report = await crash(world, { ...options, seed, progress })
  const { faults, ...figures } = report
  t.diagnostic(`${name}, seed ${seed}: ${JSON.stringify(figures)}`)
  return report
}

test(`${kills} kills lose no ticket and no cent`, async (t) => {
  const report = await run(t, 'correct', { kills, each })
  assert.deepEqual(report.faults, [])
  assert.ok(report.killed >= kills)
  for (const failpoint of failpoints) {
    assert.ok((report.kills[failpoint] ?? 0) >= each, `${failpoint}: too few kills`)
  }
})

for (const bug of bugs) {
  test(`kills find the planted bug ${bug}`, async (t) => {
    const { faults } = await run(t, bug, { kills: killsToFind, each: 0, plant: bug })
    t.diagnostic(`${bug}: ${faults[0]}`)
    assert.ok(faults.length > 0, `${killsToFind} kills did not show it`)
  })
}
