import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked whether there is time, ms, and what part of that may have been work. */
const [pause, little] = [3_000, 0.1]

/**
 * Gives the memory that the start has used back to the system, once, as soon as the process has little
 * to do: a quarter of what it holds. It takes a tenth of a second, and would not happen by itself.
 */
export function giveBackMemory(): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > little) return
    clearInterval(timer)
    collect()
  }, pause).unref()
}

/** Node offers it under a flag alone; `last-resort` also shrinks what is kept for new objects. */
function collect() {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  gc({ execution: 'sync', type: 'major', flavor: 'last-resort' })
}
