/** Formats numbers, sums and plurals. */
import { languages, type PluralForms, type ReaderLanguage } from '#platform/values/reader-languages'
import { perLocale } from './locale.ts'

const whole = perLocale((locale) => new Intl.NumberFormat(locale))
const money = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }),
)

/** `1,204` */
export const count = (number: number): string => whole().format(number)

/** `€45.00`, `129,00 €` */
export const sum = (euros: number): string => money().format(euros)

/** Forms of a text, by the categories of `Intl.PluralRules`. */
type Forms = { [Category in Intl.LDMLPluralRule]?: string } & { other: string }

/** Returns a function that selects the form of a text for a number, as a locale does. */
export function pluralOf<Given extends Forms>(locale: string) {
  const rules = new Intl.PluralRules(locale)
  // In some languages millions have a category of their own, which no text needs.
  return (number: number, forms: Given): string => forms[rules.select(number)] ?? forms.other
}

/** Returns the functions by which the catalogue of a language chooses among all forms that the language has. */
export function pluralsOf<Language extends ReaderLanguage>(language: Language) {
  const plural = pluralOf<PluralForms<Language>>(languages[language].locale)
  return {
    /** `festival is`, `festivals are` */
    plural,
    /** `1,204 festivals`, `1 festival` */
    counted: (number: number, forms: PluralForms<Language>): string =>
      `${count(number)} ${plural(number, forms)}`,
  }
}
