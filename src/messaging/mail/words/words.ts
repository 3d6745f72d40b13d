/** The words of mails in the languages of their readers. The English texts of the catalogue are the keys. */
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { german } from './de.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'

const words: Partial<Record<ReaderLanguage, Record<string, string>>> = {
  de: german,
  fr: french,
  es: spanish,
}

/** Returns a text of the catalogue in a language. */
export const saidIn = (language: ReaderLanguage, text: string): string =>
  words[language]?.[text] ?? text
