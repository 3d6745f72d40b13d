/**
 * Signals within this time after the first one count as the same, ms: a terminal sends Ctrl+C to all processes of
 * the foreground, and npm then forwards its own.
 */
const sameSignal = 500

/** Calls `stop` on the first SIGTERM or SIGINT, and ends the process at once on a later one. */
export function stopOnSignals(stop: () => void): void {
  let askedAt: number | undefined
  const asked = () => {
    if (askedAt === undefined) {
      askedAt = performance.now()
      stop()
    } else if (performance.now() - askedAt >= sameSignal) {
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, asked)
}
