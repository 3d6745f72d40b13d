import { setTimeout as pause } from 'node:timers/promises'

/** Calls `work` for each item, with at most `atOnce` calls at the same time. */
export async function withEach<T>(
  all: Iterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = Iterator.from(all)
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Waits until the condition holds. Returns false if it did not in time. */
export async function comes(
  isSo: () => boolean | Promise<boolean>,
  within: number,
): Promise<boolean> {
  const until = Date.now() + within
  while (!(await isSo())) {
    if (Date.now() > until) return false
    await pause(100)
  }
  return true
}
