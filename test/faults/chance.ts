/** Seeded randomness, so that a run can be repeated by its seed. */
import { newId } from '#platform/values/ids'

export type Chance = {
  /** true in this many of 100 cases */
  in100(percent: number): boolean
  below(limit: number): number
  between(from: number, to: number): number
  one<T>(values: readonly T[]): T
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    in100: (percent) => next() * 100 < percent,
    below,
    between: (from, to) => from + next() * (to - from),
    one: (values) => values[below(values.length)] as (typeof values)[number],
  }
}

/** A seed for a run, reported with its result. */
export const anySeed = () => Number.parseInt(newId().slice(-7), 16)
