/**
 * Random histories of purchases, crashes, sweeps and refunds, on the real payments module, against a model
 * of stock, points and money. A process of its own, so that several run in parallel: started by
 * `purchase-model.test.ts` with MODEL_HISTORIES and MODEL_SEED, which also repeat a history that failed.
 */
import { test } from 'node:test'
import fc from 'fast-check'
import { commands } from './commands.ts'
import { Shadow } from './shadow.ts'
import { aStage, raiseCurtain } from './stage.ts'
import { settleAll } from './steps.ts'

const numRuns = Number(process.env['MODEL_HISTORIES'] ?? 100)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_701)
const counts: Record<string, number> = {}
const stage = await aStage()

test(`no history loses a ticket or a cent (seed ${seed})`, async () => {
  let histories = 0
  const history = fc.asyncProperty(commands, fc.boolean(), async (steps, withWebhooks) => {
    histories++
    await raiseCurtain(stage)
    const shadow = new Shadow(counts)
    await shadow.observe(stage)
    await fc.asyncModelRun(() => ({ model: shadow, real: stage }), steps)
    await settleAll(shadow, stage, withWebhooks)
  })
  // On a busy machine fewer are enough.
  const interruptAfterTimeLimit = numRuns > 500 ? 7_200_000 : 90_000
  try {
    await fc.assert(history, { numRuns, seed, interruptAfterTimeLimit })
  } finally {
    process.send?.({ histories, counts })
  }
})
