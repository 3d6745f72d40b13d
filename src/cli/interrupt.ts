import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

export type Interruption = {
  /** whether Ctrl+C was pressed; the batch under way is then the last */
  readonly asked: boolean
  /** From now on Ctrl+C ends the process as ever; after one, sets the code the process ends with. */
  done(): void
}

/** Lets the work under way end at its next safe point. A second Ctrl+C ends the process at once. */
export function listenForInterruption(): Interruption {
  let code = 0
  const listeners = signals.map((signal) => {
    const listener = () => {
      if (code > 0) process.exit(code)
      code = 128 + constants.signals[signal]
    }
    process.on(signal, listener)
    return { signal, listener }
  })
  return {
    get asked() {
      return code > 0
    },
    done() {
      for (const { signal, listener } of listeners) process.off(signal, listener)
      if (code > 0) process.exitCode = code
    },
  }
}
