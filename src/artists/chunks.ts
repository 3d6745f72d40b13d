/** A statement takes about a thousand rows: its time-out is short, however long the list. */
export function* inChunks<T>(items: readonly T[], size = 1000): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
