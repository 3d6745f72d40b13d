import { setTimeout as pause } from 'node:timers/promises'
import type { Processor } from '../../shop/payments/processors/processor.ts'

/** How the way to the processor is now: so slow, ms, or gone. */
export type Line = { slowBy: number; isGone: boolean }

/** The processor behind a way that may change at any moment. What is lost on it was not done. */
export function behindLine(processor: Processor, line: Line): Processor {
  const pass =
    <Asked extends unknown[], Told>(ask: (...asked: Asked) => Promise<Told>) =>
    async (...asked: Asked): Promise<Told> => {
      if (line.slowBy > 0) await pause(line.slowBy)
      if (line.isGone) throw new Error('The processor does not answer, as the drill wants it')
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
