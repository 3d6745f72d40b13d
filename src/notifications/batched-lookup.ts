import { setImmediate as nextTurn } from 'node:timers/promises'
import { onNobodysBehalf } from '#platform/observe/cause'

/**
 * Work that hints ask for again and again: what is asked for while a batch runs makes the next one, at
 * most `most` at once, each thing once. What fails stays asked for, and is tried with the next hint.
 */
export function gather<T>(
  most: number,
  { work, onError }: { work: (batch: T[]) => Promise<void>; onError: (error: unknown) => void },
): (items: Iterable<T>) => void {
  const due = new Set<T>()
  let isRunning = false

  const run = async () => {
    isRunning = true
    // A burst of hints, or of requests, comes in one go: let it end.
    await nextTurn()
    while (due.size > 0) {
      const batch = [...due.values().take(most)]
      for (const item of batch) due.delete(item)
      try {
        await work(batch)
      } catch (error) {
        for (const item of batch) due.add(item)
        onError(error)
        break
      }
    }
    isRunning = false
  }

  return (items) => {
    for (const item of items) due.add(item)
    if (due.size > 0 && !isRunning) void onNobodysBehalf(run)
  }
}

type Asked<Key, Value> = { key: Key; found: PromiseWithResolvers<Value> }

/** A look-up for one, done for all who ask in one turn, and while one is under way. */
export function together<Key, Value>(
  most: number,
  find: (keys: Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  const answer = async (batch: Asked<Key, Value>[]) => {
    const values = await find(batch.map(({ key }) => key))
    for (const [index, { found }] of batch.entries()) found.resolve(values[index] as Value)
  }
  const ask = gather<Asked<Key, Value>>(most, {
    work: (batch) =>
      answer(batch).catch((error) => {
        for (const { found } of batch) found.reject(error)
      }),
    onError: () => {},
  })
  return (key) => {
    const found = Promise.withResolvers<Value>()
    ask([{ key, found }])
    return found.promise
  }
}
