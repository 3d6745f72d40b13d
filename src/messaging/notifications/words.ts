/** Words of notifications, in each language of the service. */
import { toEuros } from '#platform/values/money'
import { languages, locales, type ReaderLanguage } from '#platform/values/reader-languages'
import { german } from './words-de.ts'
import { english, type NoticeWords } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'

const words: Record<ReaderLanguage, NoticeWords> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
}

export type Texts = { title: string; message: string }
/** English texts, and the same in other languages. Jobs of earlier versions have English alone. */
export type Translated = Texts & { translations?: Partial<Record<ReaderLanguage, Texts>> }

/** The words of a language, and its formats of lists and sums. */
export type Speaker = {
  language: ReaderLanguage
  words: NoticeWords
  locale: string
  list: (names: string[]) => string
  /** `1290.00 EUR`, `1290,00 EUR` */
  euros: (cents: number) => string
}

const speakerOf = (language: ReaderLanguage): Speaker => {
  const locale = locales[language]
  const lists = new Intl.ListFormat(locale)
  const sums = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false })
  return {
    language,
    words: words[language],
    locale,
    list: (names) => lists.format(names),
    euros: (cents) => `${sums.format(toEuros(cents))} EUR`,
  }
}
const speakers = Object.fromEntries(
  Object.keys(languages).map((language) => [language, speakerOf(language as ReaderLanguage)]),
) as Record<ReaderLanguage, Speaker>

/** Returns the result of `say` in every language. */
export function inEveryLanguage<Said>(say: (speaker: Speaker) => Said): {
  english: Said
  others: Record<Exclude<ReaderLanguage, 'en'>, Said>
} {
  const { en, de, fr, es } = speakers
  return { english: say(en), others: { de: say(de), fr: say(fr), es: say(es) } }
}

/** Returns texts of a notification, in every language. */
export function translated(write: (speaker: Speaker) => Texts): Translated {
  const { english, others } = inEveryLanguage(write)
  return { ...english, translations: others }
}

/** Returns the texts for a user, and their language: English if there are no others. */
export function textsFor(
  { title, message, translations = {} }: Translated,
  language: ReaderLanguage,
): Texts & { language: ReaderLanguage } {
  const texts = translations[language]
  return texts ? { ...texts, language } : { title, message, language: 'en' }
}
