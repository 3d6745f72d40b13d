/** A variable one slip away from one of ours would silently do nothing: better to stop. */
export function misspelt(given: string[], ours: string[]): string[] {
  const known = ours.filter((name) => name.includes('_'))
  return given
    .filter((name) => name.includes('_') && !ours.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => isOneSlipAway(name, candidate))
      return meant ? [`${name} is not known: did you mean ${meant}?`] : []
    })
}

/** One letter added, dropped, changed or swapped with its neighbour. */
function isOneSlipAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)]
  if (restOfLong.slice(1) === restOfShort) return true
  if (restOfLong.slice(1) === restOfShort.slice(1)) return true
  const swapped = `${restOfShort[1]}${restOfShort[0]}${restOfShort.slice(2)}`
  return restOfShort.length > 1 && swapped === restOfLong
}
