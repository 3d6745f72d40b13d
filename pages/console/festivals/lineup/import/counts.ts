import type { LineupPreview } from '../../../../../client/src/index.ts'

/** `1 gig`, `1,234 gigs` */
export const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** `3 added, 1 moved` */
export function inWordsOf(counts: LineupPreview['counts']): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  if (parts.length === 0) return 'No gigs'
  return parts.map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`).join(', ')
}
