/** The candidate a person most likely meant by a misspelt word, or undefined. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.trim().toLowerCase()
  const ranked = candidates
    .map((candidate) => ({ candidate, slips: slips(wanted, candidate.trim().toLowerCase()) }))
    .filter(({ candidate, slips: count }) => count <= Math.max(1, candidate.length / 3))
    .toSorted((a, b) => a.slips - b.slips)
  return ranked[0]?.candidate
}

/** The end of a sentence about an unknown word: `. Did you mean "Name"?`, or a full stop. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const meant = closest(word, candidates)
  return meant === undefined ? '.' : `. Did you mean "${meant}"?`
}

/** How many letters were added, dropped or changed between two words (Levenshtein's distance). */
function slips(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...b].entries()) {
      const changed = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
