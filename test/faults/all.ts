/**
 * `npm run test:faults`: 200 kills of the real code, the same harness on three planted bugs, which it
 * has to find, and 10,000 histories of the model. FAULTS_KILLS and MODEL_HISTORIES change how many.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { aWorld } from '../world.ts'
import { anySeed, crash, type Report } from './crash.ts'
import { checkpoints } from './services.ts'

const kills = Number(process.env['FAULTS_KILLS'] ?? 200)
const killsToFind = Math.min(25, kills)
const bugs = ['nolock', 'noidem', 'nofence']
const worlds = new Map<string, Awaited<ReturnType<typeof aWorld>>>()
for (const run of ['correct', ...bugs]) worlds.set(run, await aWorld())
const table: Record<string, string | number>[] = []

async function run(name: string, options: { kills: number; plant?: string }): Promise<Report> {
  const world = worlds.get(name)
  assert.ok(world)
  const seed = anySeed()
  console.log(`${name}: seed ${seed}`)
  const progress = (text: string) => console.log(`${name}: ${text}`)
  const report = await crash(world, { ...options, seed, progress })
  const { killed, seconds, requests, replays, acknowledged, audits, deadlocks, faults } = report
  const row = { killed, requests, replays, acknowledged, audits, deadlocks, faults: faults.length }
  table.push({ run: name, ...row, seconds })
  const { kills: places, counts, processor, states } = report
  console.log(name, JSON.stringify({ kills: places, counts, processor, states }))
  return report
}

test(`${kills} kills lose no ticket and no cent`, async () => {
  const report = await run('correct', { kills })
  assert.deepEqual(report.faults, [])
  assert.ok(report.killed >= kills)
  for (const checkpoint of checkpoints) {
    const least = Math.floor(kills / 40)
    assert.ok((report.kills[checkpoint] ?? 0) >= least, `${checkpoint}: too few kills`)
  }
})

for (const bug of bugs) {
  test(`the planted bug ${bug} is found`, async () => {
    const { faults } = await run(bug, { kills: killsToFind, plant: bug })
    console.log(`${bug}: ${faults[0]}`)
    assert.ok(faults.length > 0, `${killsToFind} kills did not show it`)
  })
}

async function runAlone(args: string[], given: Record<string, string>) {
  const env = { ...process.env, NODE_TEST_CONTEXT: '', ...given }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { output, code: code as number | null }
}

test('the model', async () => {
  const { MODEL_HISTORIES = '10000' } = process.env
  const { output, code } = await runAlone(['test/purchase-model.test.ts'], { MODEL_HISTORIES })
  console.log(output)
  assert.equal(code, 0)
})

// The third shows only between processes.
for (const PLANT of ['noidem', 'nofence']) {
  test(`the model finds the planted bug ${PLANT}`, async () => {
    const args = ['--import', './test/faults/plant.ts', 'test/faults/histories.ts']
    const { output, code } = await runAlone(args, { PLANT, MODEL_HISTORIES: '300' })
    assert.equal(code, 1, output)
    const [found] = /Property failed after \d+ tests/.exec(output) ?? []
    assert.ok(found, output)
    console.log(`model, ${PLANT}: ${found}`)
  })
}

after(() => console.table(table))
