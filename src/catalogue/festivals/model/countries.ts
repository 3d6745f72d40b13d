/** The names of countries in the languages of readers and in their own, from the data of `Intl`. */
import { otherNames, regionCodes, regionsIn } from '#platform/values/countries/regions'
import { nameKey } from '#platform/values/names'
import { languageCodes } from '#platform/values/reader-languages'

/** Parts of a country are found by its name as well. */
const others = { ...otherNames, England: 'GB', Scotland: 'GB', Wales: 'GB' }

type Country = { code: string; names: string[] }

let countriesByKey: Map<string, Country> | undefined

/** Returns the country that is given by one of its names, or by its code; undefined for another text. */
function findCountry(country: string): Country | undefined {
  countriesByKey ??= readCountries()
  return countriesByKey.get(nameKey(country))
}

/** Returns the names of a country in all languages of readers and in its own; none for another text. */
export const countryNames = (country: string): string[] => findCountry(country)?.names ?? []

/** Returns the code of a country. */
export const countryCode = (country: string): string | undefined => findCountry(country)?.code

function readCountries(): Map<string, Country> {
  const regions = languageCodes.map(regionsIn)
  const found = new Map<string, Country>()
  for (const code of regionCodes) {
    const inEach = regions.flatMap((region) => region.of(code) ?? [])
    if (inEach.length === 0) continue
    // Former codes of a country have its name: DD is DE.
    const { region = code } = new Intl.Locale(`und-${code}`)
    const country = { code: region, names: [...new Set([...inEach, ownName(code) ?? code])] }
    for (const name of [...country.names, code]) {
      if (!found.has(nameKey(name))) found.set(nameKey(name), country)
    }
  }
  for (const [name, code] of Object.entries(others)) {
    const names = found.get(nameKey(code))?.names ?? []
    found.set(nameKey(name), { code, names: [...new Set([...names, name])] })
  }
  return found
}

/** The name of a country in the language that most people speak there, by the likely subtags of CLDR: `日本` of `JP`. */
function ownName(code: string): string | undefined {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return regionsIn(language).of(code)
}
