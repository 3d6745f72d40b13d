/**
 * Lets the parent of this process ask for its memory and open handles by a message: `node --expose-gc
 * --import`.
 */
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** What a process holds: bytes after forced collections, and the number of each kind of open handle. */
export type Resources = { heap: number; files: number; handles: Record<string, number> }

async function held(): Promise<Resources> {
  for (let time = 0; time < 4; time++) {
    await globalThis.gc?.({ execution: 'async' })
    // What is finalized by one collection is freed by the next.
    await wait(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  const handles = Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return {
    heap: heapUsed + external,
    files: readdirSync('/dev/fd').length,
    handles: Object.fromEntries(
      Object.entries(handles).map(([kind, all]) => [kind, all?.length ?? 0]),
    ),
  }
}

process.on('message', () => {
  void held().then((all) => process.send?.(all))
})
process.on('disconnect', () => process.exit())
