/** The value below which `share` of all are, rounded: by default the median. */
export function quantile(values: number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
}
