/** The time of the service: in a sandbox its clock is ahead of the browser's. */
let ahead = 0
const listeners = new Set<() => void>()

/** The current time in milliseconds. */
export const present = (): number => Date.now() + ahead

/** Sets the current time by the service. A difference of less than a second is due to the network. */
export function setPresent(now: number): void {
  if (Math.abs(now - present()) < 1_000) return
  ahead = now - Date.now()
  for (const listener of listeners) listener()
}

/** Calls `listener` when the clock is moved; returns a function that ends it. */
export function onMoved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
