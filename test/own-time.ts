/**
 * The time that this process ran, for promises of the service about when its own timers act. What a busy machine gave
 * to others is not counted: a step of it counts 20 ms at most.
 */
import { after } from 'node:test'

const [step, mostOfStep] = [10, 20]

/** Starts to count, until the tests of the file are over. Returns a function that returns the ms so far. */
export function countOwnTime(): () => number {
  let [ran, lookedAt] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    ran += Math.min(now - lookedAt, mostOfStep)
    lookedAt = now
  }, step)
  after(() => clearInterval(timer))
  return () => ran
}
