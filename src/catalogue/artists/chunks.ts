/** Yields parts of a list, so that each statement has few enough rows to finish within its timeout. */
export function* inChunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
