import type { Bus } from './bus.ts'

/** What a process remembers until somebody changes it. */
export type Cache<T> = {
  /** The remembered value, else what `load` finds; undefined is not remembered. */
  get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>
  /** Forgets what the hint says is old. */
  drop(isOld: (value: T, key: string) => boolean): void
}

const maximumAge = 60_000

/**
 * A bounded memory that hints over the bus keep true. When the line is cut it is emptied and bypassed;
 * a value whose loading began before a drop is not kept, since it may show the old state; and every
 * value dies after a minute anyway.
 */
export function createCache<T>(bus: Bus, maximum: number): Cache<T> {
  const values = new Map<string, { value: T; until: number }>()
  let generation = 0

  const forget = () => {
    generation++
    values.clear()
  }
  bus.onSilence(forget)

  const keep = (key: string, value: T) => {
    if (values.size >= maximum) {
      const [oldest] = values.keys()
      if (oldest !== undefined) values.delete(oldest)
    }
    values.set(key, { value, until: performance.now() + maximumAge })
  }

  return {
    get: async (key, load) => {
      const known = values.get(key)
      if (known && known.until > performance.now() && bus.isHeard()) return known.value
      const begun = generation
      const value = await load()
      if (value !== undefined && begun === generation && bus.isHeard()) keep(key, value)
      return value
    },
    drop: (isOld) => {
      generation++
      for (const [key, { value }] of values) if (isOld(value, key)) values.delete(key)
    },
  }
}
