import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameKey } from '#platform/values/names'
import { artistsOf } from './acts.ts'
import { joinPlaces } from './places.ts'

const artists = new Set([
  'Ebb Trio',
  'Low Meadow',
  'Wide River',
  'Simon & Garfunkel',
  'Tide',
  'Earth, Wind & Fire',
])
const known = {
  isArtist: (name: string) => artists.has(name),
  isAct: (name: string) => name === 'Silent' || artists.has(name),
}

const cases: [act: string, artists: string[]][] = [
  ['Ebb Trio', ['Ebb Trio']],
  ['Nobody b2b Someone', ['Nobody', 'Someone']],
  ['Nobody B2B Someone b2b Ebb Trio', ['Nobody', 'Someone', 'Ebb Trio']],
  ['Nobody back-to-back Someone', ['Nobody', 'Someone']],
  ['Ebb Trio & Low Meadow', ['Ebb Trio', 'Low Meadow']],
  ['Ebb Trio vs. Silent', ['Ebb Trio', 'Silent']],
  ['Ebb Trio x Low Meadow + Wide River', ['Ebb Trio', 'Low Meadow', 'Wide River']],
  ['Ebb Trio, Low Meadow & Wide River', ['Ebb Trio', 'Low Meadow', 'Wide River']],
  ['Simon & Garfunkel', ['Simon & Garfunkel']],
  ['Simon & Garfunkel & Tide', ['Simon & Garfunkel', 'Tide']],
  ['Tide b2b Simon & Garfunkel', ['Tide', 'Simon & Garfunkel']],
  ['Earth, Wind & Fire', ['Earth, Wind & Fire']],
  ['Ebb Trio & Nobody', ['Ebb Trio & Nobody']],
  ['Hall & Oates', ['Hall & Oates']],
  ['So Tuff (Ebb Trio b2b Low Meadow)', ['So Tuff (Ebb Trio b2b Low Meadow)']],
  ['Ebb Trio b2b TBA', ['Ebb Trio b2b TBA']],
  ['b2b Ebb Trio', ['b2b Ebb Trio']],
  ['Tide b2b Tide', ['Tide']],
]
for (const [act, expected] of cases) {
  test(`"${act}" is ${expected.join(' and ')}`, () => {
    assert.deepEqual(artistsOf(act, known), expected)
  })
}

test('spellings of a place have one key, other places have another', () => {
  const same = ['Hauptbühne', 'HAUPTBÜHNE', 'Hauptbuehne', 'Hauptbu\u0308hne', ' Hauptbühne ']
  assert.equal(new Set(same.map(nameKey)).size, 1)
  const others = ['Stage 1', 'Stage 11', 'Stage 1.1', 'Stage A', '!', '?']
  assert.equal(new Set(others.map(nameKey)).size, others.length)
})

test('a place that is known keeps its name, another has its most frequent spelling', () => {
  const { names, nameOf, joined } = joinPlaces(
    ['QUAY', 'Old  Crane', 'Old Crane', 'Old Crane'],
    ['Quay'],
  )
  assert.deepEqual(names, ['Quay', 'Old Crane'])
  assert.deepEqual([nameOf('quay'), nameOf('OLD CRANE')], ['Quay', 'Old Crane'])
  assert.deepEqual(joined, [
    { name: 'Quay', written: ['QUAY'] },
    { name: 'Old Crane', written: ['Old  Crane'] },
  ])
})
