/** Parts of a list: a statement may only take as many rows as its short time-out allows for. */
export function* inChunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
