/** What the pages of a fan's own things say, in the language of the page. */
import { wordsOf } from './catalogues.ts'

/** What the script says before a ticket is cancelled. */
export type CancelTerms = { amount: number; percent: number; until: string; points: number }

export const words = wordsOf('me')
