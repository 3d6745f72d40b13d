/**
 * Returns the candidate that was most likely meant by a misspelt word, or undefined. `most` is the maximum number of
 * slips between the two.
 */
export function closest(
  word: string,
  candidates: readonly string[],
  most = (candidate: string) => Math.max(1, candidate.length / 3),
): string | undefined {
  const wanted = word.trim().toLowerCase()
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.trim().length - wanted.length) <= most(candidate))
    .map((candidate) => ({ candidate, slips: slips(wanted, candidate.trim().toLowerCase()) }))
    .filter(({ candidate, slips: count }) => count <= most(candidate))
    .toSorted((a, b) => a.slips - b.slips)
  return ranked[0]?.candidate
}

/** Returns the end of a sentence about an unknown word: `. Did you mean "Name"?`, or a full stop. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const meant = closest(word, candidates)
  return meant === undefined ? '.' : `. Did you mean "${meant}"?`
}

/** Returns the number of letters added, dropped, changed or swapped with their neighbour between two words. */
function slips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(changed, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
