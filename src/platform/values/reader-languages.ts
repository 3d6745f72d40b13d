/** The languages that the service speaks to its readers, and how numbers and days are written in each. */

/** Each in its own name. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type ReaderLanguage = keyof typeof languages

export const locales: Record<ReaderLanguage, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
}

export const isReaderLanguage = (text: string): text is ReaderLanguage =>
  Object.hasOwn(languages, text)

/** The language of a reader who may have chosen none. */
export const readerLanguage = (chosen: string | null | undefined): ReaderLanguage =>
  chosen && isReaderLanguage(chosen) ? chosen : 'en'
