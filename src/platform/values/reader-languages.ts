/** The languages of the service's texts, and the format of numbers and days in each. */

/** The languages, each in its own name. */
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

/** Returns the reader's chosen language, or English if they have chosen none. */
export const readerLanguage = (chosen: string | null | undefined): ReaderLanguage =>
  chosen && isReaderLanguage(chosen) ? chosen : 'en'
