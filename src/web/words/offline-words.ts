/** What is said of pages that open without a network, in the language of the page. */
import { wordsOf } from './catalogues.ts'

export const offlineWords = wordsOf('offline')
