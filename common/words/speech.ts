/** The languages of the pages, and the language of the current page: on the server its reader's, in the browser its own. */

import {
  isReaderLanguage,
  languages,
  locales,
  type ReaderLanguage,
} from '#platform/values/reader-languages'

export { isReaderLanguage as isPageLanguage, languages }
export type PageLanguage = ReaderLanguage

let current: () => PageLanguage = () => 'en'

/** Sets the function by which this process finds the language of the current page. */
export function speakBy(language: () => PageLanguage): void {
  current = language
}

/** Returns the language of the page. */
export const spokenHere = (): PageLanguage => current()

/** Returns the locale of the page, for `Intl`. */
export const localeHere = (): string => locales[current()]

/** Creates a value once for each locale. */
export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const locale = localeHere()
    const one = made.get(locale) ?? make(locale)
    made.set(locale, one)
    return one
  }
}
