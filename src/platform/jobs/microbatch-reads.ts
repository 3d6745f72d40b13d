import type { Config } from '#platform/config/variables'
import { busy } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import { toleranceOf } from './admission.ts'
import { microbatch } from './microbatch.ts'

type Reads<In, Out> = {
  /** One statement for all: gives what each asked for, in their order. */
  run: (batch: In[]) => Promise<Out[]>
  keyOf: (input: In) => string
}

/**
 * As `coalesce`, for what is only read: who asks for the same as another, while nobody has begun to look it
 * up, gets the same answer. 503 `busy` when it would wait for others for longer than BUSY_AFTER_MS allows.
 */
export function microbatchReads<In, Out>(
  { config, now }: { config: Pick<Config, 'BUSY_AFTER_MS'>; now: Clock },
  { run, keyOf }: Reads<In, Out>,
): (input: In) => Promise<Out> {
  const asked = new Map<string, Promise<Out>>()
  const tolerance = toleranceOf(config.BUSY_AFTER_MS, now)
  const read = microbatch<In, Out>({
    run: async (batch) => {
      for (const input of batch) asked.delete(keyOf(input))
      return (await run(batch)).map((value) => ({ value }))
    },
    keyOf,
    isOneToBlame: () => false,
  })
  return async (input) => {
    const key = keyOf(input)
    const known = asked.get(key)
    if (known) return known
    const wait = read.wait()
    if (wait > tolerance(wait)) throw busy('requests')
    const answer = read(input)
    asked.set(key, answer)
    return answer
  }
}
