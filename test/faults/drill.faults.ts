/**
 * `festival drill` in its small form: a sale, the weeks after it and a day at the gates, with services and PostgreSQL killed on
 * the way. All of its checks hold, and each planted bug fails the check that is meant for it.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { playDrill } from '../../src/cli/drill/play.ts'
import { anySeed, chanceOf } from './chance.ts'
import { isFull } from './sized.ts'

/** Plays it; returns the names of the checks that failed. */
async function play(t: TestContext, plant?: string): Promise<string[]> {
  const size = isFull && !plant ? 'default' : 'small'
  const report = await playDrill({
    size,
    seed: anySeed(),
    onLine: (line) => t.diagnostic(line),
    ...(plant && {
      env: {
        NODE_OPTIONS: `--import ${new URL('plant.ts', import.meta.url).href}`,
        PLANT: plant,
      },
      // The database's own constraint would turn what is sold too often into failures.
      prepared: async (db) => {
        await sql`alter table tiers drop constraint tiers_stock`.execute(db)
      },
    }),
  })
  const failed = report.checks.filter(({ faults }) => faults.length > 0)
  for (const { name, faults } of failed) t.diagnostic(`${name}: ${faults.join('; ')}`)
  return failed.map(({ name }) => name)
}

test('a festival is sold, changed and admitted: every check holds', async (t) => {
  assert.deepEqual(await play(t), [])
})

const bugs = {
  nolock: 'none-oversold',
  skipturn: 'served-in-turn',
  doubleoffer: 'offers-bought-once',
  oldrevision: 'bad-codes-refused',
  lostnotice: 'waiting-told',
}
/** Each takes a minute: a usual run plants one of them, another one each time. */
const all = Object.entries(bugs)
const planted = isFull ? all : [chanceOf(anySeed()).one(all)]
for (const [plant, name] of planted) {
  test(`the planted bug ${plant} fails the check ${name}`, async (t) => {
    assert.ok((await play(t, plant)).includes(name))
  })
}
