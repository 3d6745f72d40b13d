/** Words of notifications, in each language of the service. */
import { wordsIn } from '#common/words/all'
import type { Catalogue } from '#common/words/catalogues'
import { toEuros } from '#platform/values/money'
import { languageCodes, languages, type ReaderLanguage } from '#platform/values/reader-languages'

export type Texts = { title: string; message: string }
/** English texts, and the same in other languages. A stored job lacks the languages that were added since. */
export type Translated = Texts & { translations?: Partial<Record<ReaderLanguage, Texts>> }

/** The words of a language, and its formats of lists and sums. */
export type Speaker = {
  language: ReaderLanguage
  words: Catalogue['notices']
  locale: string
  list: (names: string[]) => string
  /** `1290.00 EUR`, `1290,00 EUR` */
  euros: (cents: number) => string
}

const speakerOf = (language: ReaderLanguage): Speaker => {
  const { locale } = languages[language]
  const lists = new Intl.ListFormat(locale)
  const sums = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false })
  return {
    language,
    words: wordsIn(language).notices,
    locale,
    list: (names) => lists.format(names),
    euros: (cents) => `${sums.format(toEuros(cents))} EUR`,
  }
}
const speakers = languageCodes.map(speakerOf)

/** Returns texts of a notification, in every language. */
export function translated(write: (speaker: Speaker) => Texts): Translated {
  const written = Object.fromEntries(
    speakers.map((speaker) => [speaker.language, write(speaker)]),
  ) as Record<ReaderLanguage, Texts>
  const { en, ...translations } = written
  return { ...en, translations }
}

/** Returns the texts for a user, and their language: English if there are no others. */
export function textsFor(
  { title, message, translations = {} }: Translated,
  language: ReaderLanguage,
): Texts & { language: ReaderLanguage } {
  const texts = translations[language]
  return texts ? { ...texts, language } : { title, message, language: 'en' }
}
