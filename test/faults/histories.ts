/**
 * Random histories of purchases, crashes, sweeps and refunds, on the real payments module, against a model
 * of stock, points and money; with MODEL=orders, histories of orders of several things against the ledger. A process of its
 * own, so that several run in parallel: started by `purchase-model.long.test.ts` with MODEL_HISTORIES and MODEL_SEED, which also
 * repeat a history that failed.
 */
import { test } from 'node:test'
import fc from 'fast-check'
import { commands } from './commands.ts'
import { orderCommands } from './order-commands.ts'
import { OrderShadow } from './order-shadow.ts'
import { raiseOrderCurtain } from './order-stage.ts'
import { settleAll } from './settle-all.ts'
import { Shadow } from './shadow.ts'
import { aStage, raiseCurtain } from './stage.ts'

const models = {
  payments: { commands, curtain: raiseCurtain, model: Shadow },
  orders: { commands: orderCommands, curtain: raiseOrderCurtain, model: OrderShadow },
}
const {
  commands: steps,
  curtain,
  model,
} = models[process.env['MODEL'] === 'orders' ? 'orders' : 'payments']
const numRuns = Number(process.env['MODEL_HISTORIES'] ?? 100)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_701)
const counts: Record<string, number> = {}
const stage = await aStage()

test(`no history loses a ticket or a cent (seed ${seed})`, async () => {
  let histories = 0
  const history = fc.asyncProperty(steps, fc.boolean(), async (chosen, withWebhooks) => {
    histories++
    await curtain(stage)
    const shadow = new model(counts)
    await shadow.observe(stage)
    await fc.asyncModelRun(() => ({ model: shadow, real: stage }), chosen)
    await settleAll(shadow, stage, withWebhooks)
  })
  // On a busy machine fewer are enough, but a planted bug is to be found.
  const usual = process.env['PLANT'] ? 540_000 : 90_000
  const interruptAfterTimeLimit = numRuns > 500 ? 7_200_000 : usual
  try {
    await fc.assert(history, { numRuns, seed, interruptAfterTimeLimit })
  } finally {
    process.send?.({ histories, counts })
  }
})
