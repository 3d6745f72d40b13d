/** Names of countries in the language of the page. Festivals have them in English, as staff wrote them. */
import {
  isCountryCode,
  otherNames,
  regionCodes,
  regionsIn,
} from '#platform/values/countries/regions'
import { perLocale } from './locale.ts'

const namesHere = perLocale(regionsIn)

/** Returns the codes of all countries with their names for the reader, in the order of the names. */
export function countryOptions(): [code: string, name: string][] {
  const names = namesHere()
  return regionCodes
    .flatMap((code): [string, string][] => {
      const name = isCountryCode(code) ? names.of(code) : undefined
      return name === undefined ? [] : [[code, name]]
    })
    .toSorted(([, a], [, b]) => a.localeCompare(b))
}

let codes: Map<string, string> | undefined

/** Returns the name of a country for the reader; a text that is no country's English name stays as it is. */
export function countryName(country: string): string {
  codes ??= readCodes()
  const code = codes.get(country.trim().toLowerCase())
  return (code && namesHere().of(code)) ?? country
}

function readCodes(): Map<string, string> {
  const english = regionsIn('en')
  const named = regionCodes.map((code) => [english.of(code), code] as const)
  const all = [...Object.entries(otherNames), ...named]
  return new Map(all.flatMap(([name, code]) => (name ? [[name.toLowerCase(), code]] : [])))
}
