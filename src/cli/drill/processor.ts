import { setTimeout as pause } from 'node:timers/promises'
import type { Processor } from '../../shop/payments/processors/processor.ts'

/** The connection to the processor: its delay, ms, and true if it is cut. */
export type ProcessorConnection = { slowBy: number; isGone: boolean }

/** The processor behind a connection that may change at any moment. A request that is lost on it was not carried out. */
export function behindLine(
  processor: Processor,
  processorConnection: ProcessorConnection,
): Processor {
  const pass =
    <Asked extends unknown[], Told>(ask: (...asked: Asked) => Promise<Told>) =>
    async (...asked: Asked): Promise<Told> => {
      if (processorConnection.slowBy > 0) await pause(processorConnection.slowBy)
      if (processorConnection.isGone)
        throw new Error('The processor does not answer, as the drill wants it')
      return ask(...asked)
    }
  return {
    ...processor,
    charge: pass(processor.charge),
    get: pass(processor.get),
    cancel: pass(processor.cancel),
    refund: pass(processor.refund),
    refundsOf: pass(processor.refundsOf),
  }
}
