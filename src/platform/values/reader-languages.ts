/** The languages of the service's texts. */

/**
 * The languages, each with its own name, its locale for `Intl` and the plural categories of its whole numbers. The texts
 * of each are in `common/words/`, in a folder of the same name.
 */
export const languages = {
  en: { name: 'English', locale: 'en-GB', plurals: ['one', 'other'] },
  de: { name: 'Deutsch', locale: 'de-DE', plurals: ['one', 'other'] },
  fr: { name: 'Français', locale: 'fr-FR', plurals: ['one', 'other'] },
  es: { name: 'Español', locale: 'es-ES', plurals: ['one', 'other'] },
  it: { name: 'Italiano', locale: 'it-IT', plurals: ['one', 'other'] },
} as const
export type ReaderLanguage = keyof typeof languages

/** The forms of a text that counts, in a language. */
export type PluralForms<Language extends ReaderLanguage> = Record<
  (typeof languages)[Language]['plurals'][number],
  string
> & { other: string }

export const languageCodes = Object.keys(languages) as ReaderLanguage[]

export const isReaderLanguage = (text: string): text is ReaderLanguage =>
  Object.hasOwn(languages, text)

/** Returns the reader's chosen language, or English if they have chosen none. */
export const readerLanguage = (chosen: string | null | undefined): ReaderLanguage =>
  chosen && isReaderLanguage(chosen) ? chosen : 'en'
