/**
 * The report, documents and statements of a festival against books that are kept apart from them, and bugs that these must
 * find.
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

const model = 'src/office/sales/report-model.long.test.ts'
const histories = sized(40, 850)

test(`report, documents, DATEV and statements of ${histories} histories are the ledger to the cent`, async (t) => {
  const { output, code } = await runAlone([model], { REPORT_HISTORIES: `${histories}` })
  for (const [told] of output.matchAll(/\d+ histories: .*/g)) t.diagnostic(told)
  assert.equal(code, 0, output)
})

for (const PLANT of ['refundatsale', 'soldatorder', 'discounttwice', 'vatofrefund', 'vatperunit']) {
  test(`histories find the planted bug ${PLANT}`, async (t) => {
    const args = ['--import', './test/faults/plant.ts', model]
    const { output, code } = await runAlone(args, { PLANT, REPORT_HISTORIES: '100' })
    assert.equal(code, 1, output)
    const [found] = /Property failed after \d+ tests/.exec(output) ?? []
    assert.ok(found, output)
    t.diagnostic(`${PLANT}: ${found}`)
  })
}
