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
    // A burst of hints comes in one go: let it end.
    await Promise.resolve()
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
    if (due.size > 0 && !isRunning) void run()
  }
}
