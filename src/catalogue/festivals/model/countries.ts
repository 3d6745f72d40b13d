/** The names of countries in the languages of readers, from the data of `Intl`. */
import { nameKey } from '#platform/values/names'
import { languageCodes } from '#platform/values/reader-languages'
import { otherNames, regionCodes, regionsIn } from '#platform/values/regions'

/** Parts of a country are found by its name as well. */
const others = { ...otherNames, England: 'GB', Scotland: 'GB', Wales: 'GB' }

let namesByKey: Map<string, string[]> | undefined

/** Returns the names in all languages of a country that is given by one of them, or by its code; none for another text. */
export function countryNames(country: string): string[] {
  namesByKey ??= readNames()
  return namesByKey.get(nameKey(country)) ?? []
}

function readNames(): Map<string, string[]> {
  const regions = languageCodes.map(regionsIn)
  const found = new Map<string, string[]>()
  for (const code of regionCodes) {
    const names = [...new Set(regions.flatMap((region) => region.of(code) ?? []))]
    for (const name of [...names, code]) {
      if (!found.has(nameKey(name))) found.set(nameKey(name), names)
    }
  }
  for (const [name, code] of Object.entries(others)) {
    const names = regions.flatMap((region) => region.of(code) ?? [])
    found.set(nameKey(name), [...new Set([...names, name])])
  }
  return found
}
