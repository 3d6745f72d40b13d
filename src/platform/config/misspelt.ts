/** Reports variables that are one typing error away from a known one: they would silently have no effect. */
export function misspelt(given: string[], ours: string[]): string[] {
  return given
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const meant = ours.find((candidate) => isMisspelt(name, candidate))
      return meant ? [`${name} is not known: did you mean ${meant}?`] : []
    })
}

/** A plural or singular of a single word, such as WORKER, may well be a variable of another program. */
function isMisspelt(name: string, ours: string): boolean {
  const areWords = !name.includes('_') && !ours.includes('_')
  if (areWords && (`${name}S` === ours || name === `${ours}S`)) return false
  return isOneErrorAway(name, ours)
}

/** Returns true if one letter was added, left out, changed or swapped with its neighbour. */
function isOneErrorAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)]
  if (restOfLong.slice(1) === restOfShort) return true
  if (restOfLong.slice(1) === restOfShort.slice(1)) return true
  const swapped = `${restOfShort[1]}${restOfShort[0]}${restOfShort.slice(2)}`
  return restOfShort.length > 1 && swapped === restOfLong
}
