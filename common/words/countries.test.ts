import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { countryName } from './countries.ts'
import { setLanguage } from './locale.ts'

afterEach(() => setLanguage(() => 'en'))

for (const [language, country, shown] of [
  ['de', 'Italy', 'Italien'],
  ['de', ' united kingdom ', 'Vereinigtes Königreich'],
  ['de', 'USA', 'Vereinigte Staaten'],
  ['fr', 'Germany', 'Allemagne'],
  ['es', 'Denmark', 'Dinamarca'],
  ['it', 'Turkey', 'Turchia'],
  ['en', 'Denmark', 'Denmark'],
  ['de', 'Country 7', 'Country 7'],
  ['de', 'Danmark', 'Danmark'],
] as [ReaderLanguage, string, string][]) {
  test(`${country} is ${shown} in ${language}`, () => {
    setLanguage(() => language)
    assert.equal(countryName(country), shown)
  })
}
