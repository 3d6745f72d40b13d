import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

export type Interruption = {
  /** true if Ctrl+C was pressed; the current batch is then the last */
  readonly asked: boolean
  /** Restores the usual effect of Ctrl+C. If it was pressed, sets the exit code. */
  done(): void
}

/** Lets the current work stop at its next safe point. A second Ctrl+C ends the process at once. */
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
