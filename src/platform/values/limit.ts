import { busy } from './errors.ts'

/**
 * A limit for costly work: at most `running` pieces at once, at most `waiting` in line behind them, first come, first
 * served. Further work is not begun and refused by a 503 with code `busy`.
 * @param what the plural noun of the sentence, as in "Too many sign-ins at once"
 */
export function limit(running: number, waiting: number, what: string) {
  let free = running
  const line: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else if (line.length < waiting) await new Promise<void>((turn) => line.push(turn))
    else throw busy(what)
    try {
      return await work()
    } finally {
      // A place is passed on, never freed in between, so that no newcomer overtakes the queue.
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
