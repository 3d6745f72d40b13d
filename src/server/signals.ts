/**
 * How long after the first signal others are taken for the same one, ms: a terminal sends Ctrl+C to all
 * processes of the foreground, and npm then passes on what it got itself.
 */
const sameSignal = 500

/** Calls `stop` on the first SIGTERM or SIGINT, and ends the process at once on one that comes later again. */
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
