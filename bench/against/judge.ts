/** Judges by the rounds of the earlier build, of the same build in a second process, and of this one. */
import { median } from '../load.ts'

/** A figure of each round, such as seconds per request, for each of the three. */
export type Rounds = { old: number[]; again: number[]; next: number[] }

export type Verdict = {
  /** the median of the rounds' ratios, this build to the earlier one; above 1 is slower */
  ratio: number
  /** by how much a round of the second process differs at most from one of the first, as a part of 1 */
  spread: number
  isSlower: boolean
}

/** A difference below this says nothing, however small the spread. */
const least = 0.03

/** Compares the rounds in pairs: what disturbs the machine for a while disturbs both of a pair. */
export function judge({ old, again, next }: Rounds): Verdict {
  const ratios = (figures: number[]) => figures.map((figure, round) => figure / (old[round] ?? 0))
  const ratio = median(ratios(next))
  const spread = Math.max(...ratios(again).map((one) => Math.abs(one - 1)))
  return { ratio, spread, isSlower: ratio - 1 > Math.max(least, spread) }
}
