/**
 * Loaded into a server with `--import`, it reports the resource usage of the process to its parent: the CPU
 * and the memory of the server alone.
 */
import cluster from 'node:cluster'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * CPU in microseconds since the start; memory in bytes; the longest and 99th percentile delay of the event
 * loop since the last report, ms.
 */
export type Usage = { cpu: number; rss: number; delay: { p99: number; longest: number } }

const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const delay = { p99: delays.percentile(99) / 1e6, longest: delays.max / 1e6 }
  delays.reset()
  return { cpu: user + system, rss: process.memoryUsage.rss(), delay }
}

/** Without garbage. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

process.on('message', (message) => {
  if (message === 'collect') collectGarbage()
  if (message === 'usage' || message === 'collect') process.send?.({ usage: usage() })
})
// A worker of the service still waits for messages; any other process ends when its work is done, or its parent ends.
if (!cluster.isWorker) {
  process.channel?.unref()
  process.once('disconnect', () => process.exit())
}
