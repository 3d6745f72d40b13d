/** The languages of the pages, and that of the page at hand: on the server that of its reader, in the browser its own. */

import {
  isReaderLanguage,
  languages,
  locales,
  type ReaderLanguage,
} from '#platform/values/reader-languages'

export { isReaderLanguage as isPageLanguage, languages }
export type PageLanguage = ReaderLanguage

let current: () => PageLanguage = () => 'en'

/** Sets how this process knows the language of the page at hand. */
export function speakBy(language: () => PageLanguage): void {
  current = language
}

/** Returns the language of the page. */
export const spokenHere = (): PageLanguage => current()

/** Returns the locale of the page, for `Intl`. */
export const localeHere = (): string => locales[current()]

/** Makes something once for each locale. */
export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const locale = localeHere()
    const one = made.get(locale) ?? make(locale)
    made.set(locale, one)
    return one
  }
}
