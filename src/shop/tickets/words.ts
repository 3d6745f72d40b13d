import { wordsIn } from '#common/words/all'
import { readerLanguage } from '#platform/values/reader-languages'

/** Returns the texts of a ticket on paper and in wallets, in the language of its holder. */
export const ticketWords = ({ language }: { language: string | null }) =>
  wordsIn(readerLanguage(language)).tickets
