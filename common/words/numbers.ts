/** Formats numbers, sums and plurals in the language of the page. */
import { perLocale } from './speech.ts'

const whole = perLocale((locale) => new Intl.NumberFormat(locale))
const money = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }),
)
const rules = perLocale((locale) => new Intl.PluralRules(locale))

/** `1,204` */
export const count = (number: number): string => whole().format(number)

/** `€45.00`, `129,00 €` */
export const sum = (euros: number): string => money().format(euros)

/** Returns the form of a word for a number. */
export const plural = (number: number, one: string, other: string): string =>
  rules().select(number) === 'one' ? one : other

/** `1,204 festivals`, `1 festival` */
export const counted = (number: number, one: string, other: string): string =>
  `${count(number)} ${plural(number, one, other)}`
