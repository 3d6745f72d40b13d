/** Texts of a fan's own pages, in the language of the page. */
import { wordsOf } from './catalogues.ts'

/** The terms that the script shows before a ticket is cancelled. */
export type CancelTerms = { amount: number; percent: number; until: string; points: number }

export const words = wordsOf('me')
