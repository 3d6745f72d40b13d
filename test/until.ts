import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until the answer is true: for what happens by itself, soon. `patience` in ms. */
export async function until(
  what: string,
  ask: () => Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  const end = performance.now() + patience
  while (!(await ask())) {
    assert.ok(performance.now() < end, `${what}: not within ${patience} ms`)
    await pause(10)
  }
}
