import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityNames } from './cities.ts'

for (const [text, country, name] of [
  ['Roma', 'IT', 'Rome'],
  ['rome', undefined, 'Roma'],
  ['80331 München', 'DE', 'Munich'],
  ['Munich', 'DE', 'München'],
  ['Koeln', 'DE', 'Cologne'],
  ['Vienna, Austria', 'AT', 'Wien'],
  ['CH-1201 Genève', 'CH', 'Genf'],
  ['Praha 7', 'CZ', 'Prague'],
  ['Piazza Navona 1, 00186 Roma (RM)', 'IT', 'Rom'],
  ['1012 AB Den Haag', 'NL', 'The Hague'],
  ['København', 'DK', 'Kopenhagen'],
  ['Kyiv', 'UA', 'Київ'],
  ['東京', 'JP', 'Tokyo'],
] as const) {
  test(`${text} is ${name}`, () => {
    assert.ok(cityNames(text, country).includes(name), cityNames(text, country).join(', '))
  })
}

test('a city counts in its own country alone', () => {
  assert.deepEqual(cityNames('Vienna', 'US'), [])
  assert.deepEqual(cityNames('Florence', 'US'), [])
})

test('another text is no city', () => {
  for (const text of ['', '12', 'Harbour', '(, )', 'Romance']) {
    assert.deepEqual(cityNames(text, undefined), [])
  }
})
