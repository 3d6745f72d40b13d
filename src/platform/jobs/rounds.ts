import { setTimeout as wait } from 'node:timers/promises'
import { asError } from './as-error.ts'
import { singleFailures } from './each.ts'

/**
 * `stopping` is aborted when the process stops. A handler that returns the amount of work it has done is called again
 * at once, until that is nothing.
 */
export type Round = (stopping: AbortSignal) => Promise<number | void>
/** `settled`: resolves when the work begun by the handler is done, if the handler does not wait for it itself. */
type Repeated = {
  seconds: number
  handler: Round
  settled: (() => Promise<unknown>) | undefined
  /** the latest run: the work never runs twice at once */
  last: Promise<void>
}

export type Rounds = ReturnType<typeof createRounds>

/** Work that each process does by itself every few seconds, never the same twice at once. */
export function createRounds(onError: (error: Error) => void) {
  const report = (error: unknown) => {
    for (const failure of singleFailures(error)) onError(asError(failure))
  }
  const rounds: Repeated[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  let going: Promise<void>[] = []

  const once = (round: Repeated): Promise<void> => {
    const untilNothing = async () => {
      while (!signal.aborted && (await round.handler(signal).catch(report)));
    }
    round.last = round.last.then(untilNothing)
    return round.last
  }
  const go = async (round: Repeated) => {
    while (!signal.aborted) {
      await once(round)
      await wait(round.seconds * 1000, undefined, { signal }).catch(() => {})
    }
  }

  return {
    add: (seconds: number, handler: Round, settled?: () => Promise<unknown>) => {
      rounds.push({ seconds, handler, settled, last: Promise.resolve() })
    },
    start: () => {
      going = rounds.map(go)
    },
    /** Runs all work once more now, and resolves when that is done. */
    run: async () => {
      await Promise.all(rounds.map(once))
      await Promise.all(rounds.map(async ({ settled }) => settled?.()))
    },
    /** Resolves when the work under way is done. */
    stop: async () => {
      stopping.abort()
      await Promise.all(going)
    },
  }
}
