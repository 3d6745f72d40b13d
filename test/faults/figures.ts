/** The value below which `share` of all lie, rounded: the median, where no share is said. */
export function quantile(values: number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
}
