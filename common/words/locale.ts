/** The language of the current page: on the server its reader's, in the browser its own. */
import { languages, type ReaderLanguage } from '#platform/values/reader-languages'

let current: () => ReaderLanguage = () => 'en'

/** Sets the function by which this process finds the language of the current page. */
export function setLanguage(language: () => ReaderLanguage): void {
  current = language
}

/** Returns the language of the page. */
export const pageLanguage = (): ReaderLanguage => current()

/** Returns the locale of the page, for `Intl`. */
export const pageLocale = (): string => languages[current()].locale

/** Creates a value once for each locale. */
export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const locale = pageLocale()
    const one = made.get(locale) ?? make(locale)
    made.set(locale, one)
    return one
  }
}
