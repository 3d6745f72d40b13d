import { busy } from '#platform/values/errors'
import { microbatch } from './microbatch.ts'

type Lookup<In, Out> = {
  /** One look-up for all: returns the result for each caller, in their order. */
  find: (batch: In[]) => Promise<Out[]>
  /** Absent: the input itself. */
  keyOf?: (input: In) => unknown
  /** Returns the time a caller may wait, ms, given the wait of the other callers now. Absent: for as long as it takes. */
  tolerance?: (wait: number) => number
  /** Maximum number looked up at once, 64 where absent. */
  most?: number | undefined
}

/**
 * A microbatch of reads: callers that ask for the same key share one answer, as long as its look-up has not
 * begun. A look-up that fails rejects for its callers alone. 503 `busy` for a caller that would wait longer
 * than `tolerance` allows.
 */
export function batchedLookup<In, Out>({
  find,
  keyOf = (input) => input,
  tolerance,
  most,
}: Lookup<In, Out>): (input: In) => Promise<Out> {
  const waiting = new Map<unknown, Promise<Out>>()
  const read = microbatch<In, Out>({
    run: async (batch) => {
      for (const input of batch) waiting.delete(keyOf(input))
      return (await find(batch)).map((value) => ({ value }))
    },
    keyOf,
    most,
  })
  return async (input) => {
    const key = keyOf(input)
    const shared = waiting.get(key)
    if (shared) return shared
    const wait = read.wait()
    if (tolerance && wait > tolerance(wait)) throw busy('requests')
    const answer = read(input)
    waiting.set(key, answer)
    return answer
  }
}
