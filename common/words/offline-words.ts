/** Texts of the pages that open offline, in the language of the page. */
import { wordsOf } from './catalogues.ts'

export const offlineWords = wordsOf('offline')
