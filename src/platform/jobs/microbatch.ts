import { type Cause, causeOf, onBehalfOf } from '#platform/observe/cause'

type Waiting<In, Out> = {
  input: In
  cause: Cause
  resolve: (output: Out) => void
  reject: (error: unknown) => void
}

/** What became of one member of a batch. */
export type Settled<Out> = { value: Out } | { error: Error }

type Options<In, Out> = {
  /** One transaction for all: gives what became of each, in their order. */
  run: (batch: In[]) => Promise<Settled<Out>[]>
  /** Members of the same key never share a batch: the second waits for the first. */
  keyOf: (input: In) => string
  /** Whether a batch that threw is run again one by one: when one member may be to blame for all. */
  isOneToBlame: (error: unknown) => boolean
}

/** Adds a member to a batch and gives what became of it. */
export type Microbatched<In, Out> = {
  (input: In): Promise<Out>
  /** how long the batches before that of who comes now would take, ms, as they do at the moment */
  wait: () => number
}

const most = 64

/**
 * Natural batching: whatever waits while one batch runs makes the next, at most 64 members, one batch
 * at a time and no timer. After a rest the first batch takes all that came in the same turn of the event
 * loop: those whom one batch has just answered come back together. Alone, a member waits for nobody.
 */
export function microbatch<In, Out>(options: Options<In, Out>): Microbatched<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false
  let lastTook = 0

  const runAll = async () => {
    while (waiting.length > 0) {
      const batch = nextBatch(waiting, options.keyOf)
      const taken = new Set(batch)
      waiting = waiting.filter((member) => !taken.has(member))
      const began = performance.now()
      // Not all on behalf of who came first of all: as long as there are others it goes on.
      await onBehalfOf(batch[0]?.cause ?? {}, () => runBatch(batch, options))
      lastTook = performance.now() - began
    }
    isRunning = false
  }

  const join = (input: In) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ input, cause: causeOf() ?? {}, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(() => void runAll())
    })
  return Object.assign(join, { wait: () => Math.floor(waiting.length / most) * lastTook })
}

function nextBatch<In, Out>(waiting: Waiting<In, Out>[], keyOf: (input: In) => string) {
  const batch = new Map<string, Waiting<In, Out>>()
  for (const member of waiting) {
    const key = keyOf(member.input)
    if (!batch.has(key)) batch.set(key, member)
    if (batch.size === most) break
  }
  return [...batch.values()]
}

async function runBatch<In, Out>(batch: Waiting<In, Out>[], options: Options<In, Out>) {
  try {
    const results = await options.run(batch.map(({ input }) => input))
    for (const [index, member] of batch.entries()) answer(member, results[index])
  } catch (error) {
    if (batch.length > 1 && options.isOneToBlame(error)) {
      for (const member of batch) await runBatch([member], options)
    } else {
      for (const { reject } of batch) reject(error)
    }
  }
}

function answer<In, Out>({ resolve, reject }: Waiting<In, Out>, result: Settled<Out> | undefined) {
  if (result === undefined) reject(new Error('A batch left a member without a result'))
  else if ('value' in result) resolve(result.value)
  else reject(result.error)
}
