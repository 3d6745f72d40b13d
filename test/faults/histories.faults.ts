/**
 * The payments module against its model, and bugs that the model must find; others show only between
 * processes.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sized } from './sized.ts'

async function runAlone(args: string[], given: Record<string, string>) {
  const env = { ...process.env, NODE_TEST_CONTEXT: '', ...given }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { output, code: code as number | null }
}

const histories = sized(500, 20_000)

test(`${histories} histories of payments, and as many of orders, lose no ticket and no cent`, async (t) => {
  const { output, code } = await runAlone(['test/purchase-model.long.test.ts'], {
    MODEL_HISTORIES: `${histories}`,
  })
  for (const [told] of output.matchAll(/\d+ histories in .*/g)) t.diagnostic(told)
  assert.equal(code, 0, output)
})

const bugs = [
  ['payments', 'noidem'],
  ['payments', 'freedearly'],
  ['payments', 'nocancel'],
  ['payments', 'laterefund'],
  ['orders', 'keptuse'],
  ['orders', 'twostock'],
  ['orders', 'bothuses'],
] as const

for (const [MODEL, PLANT] of bugs) {
  test(`histories of ${MODEL} find the planted bug ${PLANT}`, async (t) => {
    const args = ['--import', './test/faults/plant.ts', 'test/faults/histories.ts']
    const { output, code } = await runAlone(args, {
      MODEL,
      PLANT,
      MODEL_HISTORIES: '300',
    })
    assert.equal(code, 1, output)
    const [found] = /Property failed after \d+ tests/.exec(output) ?? []
    assert.ok(found, output)
    t.diagnostic(`${PLANT}: ${found}`)
  })
}
