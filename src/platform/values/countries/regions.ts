/** Countries by their codes (ISO 3166-1), with the names that `Intl` has. */

const alphabet = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))

/** All pairs of letters: those that are no codes have no name. */
export const regionCodes = alphabet.flatMap((first) => alphabet.map((second) => first + second))

/** Common names that the data lacks, with the code of their country. */
export const otherNames = {
  USA: 'US',
  'Great Britain': 'GB',
  Holland: 'NL',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
}

/** Returns the names of countries in a language; undefined for a code that is none. */
export const regionsIn = (locale: string) =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })

/** Codes with a name in Unicode's data that are no country of ISO 3166-1. */
const noCountry = /^(?:EU|EZ|QO|UN|XA|XB|ZZ)$/
const english = regionsIn('en')

/** Returns true for the code of a country, ISO 3166-1, in capitals. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && english.of(code) !== undefined && !noCountry.test(code)
