import { setTimeout as pause } from 'node:timers/promises'
import type { Processor } from '../../shop/payments/processors/processor.ts'
import { type Processors, processorsOf } from '../../shop/payments/processors/registry.ts'

/** The connection to the processor: its delay, ms, and true if it is cut. */
export type ProcessorConnection = { slowBy: number; isGone: boolean }

/** The processors behind a connection that may change at any moment. A request that is lost on it was not carried out. */
export function behindLine(
  { all }: Processors,
  processorConnection: ProcessorConnection,
): Processors {
  const pass =
    <Arguments extends unknown[], Result>(ask: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (processorConnection.slowBy > 0) await pause(processorConnection.slowBy)
      if (processorConnection.isGone)
        throw new Error('The processor does not answer, as the drill wants it')
      return ask(...given)
    }
  const behind = (processor: Processor): Processor => ({
    ...processor,
    charge: pass(processor.charge),
    find: pass(processor.find),
    cancelCharge: pass(processor.cancelCharge),
    refund: pass(processor.refund),
    refundsOf: pass(processor.refundsOf),
  })
  return processorsOf(all.map(behind))
}
