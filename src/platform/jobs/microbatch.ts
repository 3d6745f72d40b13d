import { type Cause, causeOf, onBehalfOf } from '#platform/observe/cause'

type Waiting<In, Out> = {
  input: In
  cause: Cause
  resolve: (output: Out) => void
  reject: (error: unknown) => void
}

/** The result of one member of a batch. */
export type Settled<Out> = { value: Out } | { error: Error }

type Options<In, Out> = {
  /** Runs a batch, in one transaction. Returns the result of each member, in their order. */
  run: (batch: In[]) => Promise<Settled<Out>[]>
  /** Members with the same key never share a batch: the second waits for the first. */
  keyOf: (input: In) => unknown
  /** Returns true if a batch that threw is run again member by member: one of them may be the cause. Absent: never. */
  isOneToBlame?: (error: unknown) => boolean
  /** Maximum number of members in a batch, 64 where absent. */
  most?: number | undefined
}

/** Adds a member to a batch and returns its result. */
export type Microbatched<In, Out> = {
  (input: In): Promise<Out>
  /** time the batches before the next caller's would take, ms, at the pace of the last one */
  wait: () => number
}

/**
 * Natural batching: the calls that wait while one batch runs make the next, at most 64 members, one batch at a time and
 * no timer. After a rest the first batch takes all that arrived in the same turn of the event loop, since callers that
 * one batch has just answered return together. A single member does not wait.
 */
export function microbatch<In, Out>({
  run,
  keyOf,
  isOneToBlame = () => false,
  most = 64,
}: Options<In, Out>): Microbatched<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false
  let lastTook = 0

  const runAll = async () => {
    while (waiting.length > 0) {
      const batch = nextBatch(waiting, { keyOf, most })
      const taken = new Set(batch)
      waiting = waiting.filter((member) => !taken.has(member))
      const began = performance.now()
      // Runs on behalf of a member of this batch, not of the member that started the loop.
      await onBehalfOf(batch[0]?.cause ?? {}, () => runBatch(batch, { run, isOneToBlame }))
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

function nextBatch<In, Out>(
  waiting: Waiting<In, Out>[],
  { keyOf, most }: { keyOf: Options<In, Out>['keyOf']; most: number },
) {
  const batch = new Map<unknown, Waiting<In, Out>>()
  for (const member of waiting) {
    const key = keyOf(member.input)
    if (!batch.has(key)) batch.set(key, member)
    if (batch.size === most) break
  }
  return [...batch.values()]
}

async function runBatch<In, Out>(
  batch: Waiting<In, Out>[],
  options: Required<Pick<Options<In, Out>, 'run' | 'isOneToBlame'>>,
) {
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
