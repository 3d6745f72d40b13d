/** Names of countries in the language of the page. Festivals have them in English, as staff wrote them. */
import { perLocale } from './locale.ts'

/** Common names that differ from those of `Intl`, with the code of their country. */
const otherNames = { usa: 'US', 'great britain': 'GB', holland: 'NL', turkey: 'TR', czechia: 'CZ' }
const alphabet = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))

const namesIn = (locale: string) =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
const namesHere = perLocale(namesIn)

let codes: Map<string, string> | undefined

/** Returns the name of a country for the reader; a text that is no country's English name stays as it is. */
export function countryName(country: string): string {
  codes ??= readCodes()
  const code = codes.get(country.trim().toLowerCase())
  return (code && namesHere().of(code)) ?? country
}

function readCodes(): Map<string, string> {
  const english = namesIn('en')
  const all = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  const named = all.flatMap((code) => {
    const name = english.of(code)
    return name === undefined ? [] : [[name.toLowerCase(), code] as const]
  })
  return new Map([...Object.entries(otherNames), ...named])
}
