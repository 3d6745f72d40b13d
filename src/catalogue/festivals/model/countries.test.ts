/** Names of ICU 78.3 (CLDR 48) in Node 26.12.1. Only names that no release of CLDR since 40 has changed are expected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageCodes } from '#platform/values/reader-languages'
import { countryNames } from './countries.ts'

for (const [country, ...names] of [
  ['Italy', 'Italien', 'Italie', 'Italia'],
  ['ALEMANIA', 'Germany', 'Deutschland', 'Allemagne', 'Germania'],
  ['de', 'Germany', 'Deutschland'],
  ['USA', 'United States', 'Vereinigte Staaten', 'États-Unis', 'Estados Unidos'],
  ['uk', 'United Kingdom', 'Royaume-Uni'],
  ['Scotland', 'United Kingdom', 'Reino Unido'],
  ['Bosnia and Herzegovina', 'Bosnien und Herzegowina'],
  ['Oesterreich', 'Austria', 'Autriche'],
  ['日本', 'Japan', 'Giappone'],
  ['Danmark', 'Denmark', 'Dänemark'],
  ['Denmark', 'Danmark'],
  ['Greece', 'Ελλάδα'],
] as const) {
  test(`${country} is ${names[0]}`, () => {
    const known = countryNames(country)
    for (const name of names) assert.ok(known.includes(name), `${name} of ${known.join(', ')}`)
  })
}

test('each language names its countries', () => {
  for (const language of languageCodes) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of ['IT', 'JP', 'BR', 'ZA']) {
      assert.deepEqual(countryNames(names.of(code) ?? ''), countryNames(code))
    }
  }
})

test('another text is no country', () => {
  for (const text of ['', ' ', 'Country 7', 'Atlantis', 'x'])
    assert.deepEqual(countryNames(text), [])
})
