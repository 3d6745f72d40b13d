/** Work on several things, where a failure of one must not prevent the others. */

/** An amount of work done; true counts as 1, nothing as 0. */
type WorkDone = number | boolean | void

/**
 * Does `work` for each item, one after the other, even after a failure. Returns the sum of the results.
 * @throws the failure once all are done; an `AggregateError` where there are several
 */
export async function eachInTurn<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<WorkDone>,
): Promise<number> {
  const results: PromiseSettledResult<WorkDone>[] = []
  for (const item of items) results.push(...(await Promise.allSettled([work(item)])))
  return sumOf(results)
}

/** Does the same as `eachInTurn` for all items at once. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<WorkDone>,
): Promise<number> {
  return sumOf(await Promise.allSettled(items.map(work)))
}

function sumOf(results: PromiseSettledResult<WorkDone>[]): number {
  const failures = failuresIn(results)
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`)
  if (failures.length === 1) throw failures[0]
  return results.reduce(
    (sum, result) => sum + (result.status === 'fulfilled' ? Number(result.value ?? 0) : 0),
    0,
  )
}

const failuresIn = (results: PromiseSettledResult<WorkDone>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))

/** Returns the single failures of an error thrown by `eachInTurn` or `eachAtOnce`. */
export function singleFailures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(singleFailures) : [error]
}
