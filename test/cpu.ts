/**
 * CPU time instead of elapsed time: other work on the machine does not count. `slowness` makes a limit in ms one of
 * work, so that it means the same on a slower machine; `isWithin` measures it only where a limit seems exceeded.
 */

/** Returns the CPU time of this thread so far, ms. */
export function onCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the CPU time of this thread that `act` takes, ms. */
export async function cpuOf(act: () => unknown): Promise<number> {
  const before = onCpu()
  await act()
  return onCpu() - before
}

/** Reading this text takes 10 ms on the machine that limits are written for. */
const text = JSON.stringify(
  Array.from({ length: 40_000 }, (_, n) => ({ id: n, name: `Tide ${n}` })),
)
const usualMs = 10

/** Returns how many times slower this machine is now than the one that limits are written for, at least 1. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = onCpu()
    JSON.parse(text)
    return onCpu() - before
  })
  return Math.max(1, Math.min(...times) / usualMs)
}

/** Returns whether this CPU time, ms, is at most this limit on the machine that limits are written for. */
export function isWithin(limit: number, ms: number): boolean {
  return ms < limit || ms < limit * slowness()
}
