/** A variable one slip away from one of ours would silently do nothing: better to stop. */
export function misspelt(given: string[], ours: string[]): string[] {
  return given
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const meant = ours.find((candidate) => isMisspelt(name, candidate))
      return meant ? [`${name} is not known: did you mean ${meant}?`] : []
    })
}

/** Of two single words, such as WORKER and WORKERS, either may be meant: other programs have variables too. */
function isMisspelt(name: string, ours: string): boolean {
  const areWords = !name.includes('_') && !ours.includes('_')
  if (areWords && (`${name}S` === ours || name === `${ours}S`)) return false
  return isOneSlipAway(name, ours)
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
