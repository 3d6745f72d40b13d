import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byName, matchIds } from './match.ts'

type Named = { id?: string; name: string }
const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(8)) as [string, string, string]

test('a record is matched by id before any other by name', () => {
  const ids = matchIds(
    'places',
    {
      given: [{ name: 'Bar' }, { id: a, name: 'Bar' }],
      stored: [a, b].map((id) => ({ id, name: 'Bar' })),
    },
    [byName],
  )
  assert.deepEqual(ids, [b, a])
})

test('of several with one name the first stored is matched first', () => {
  const stored = [c, a, b].map((id) => ({ id, name: 'Day' }))
  const day: Named = { name: 'Day' }
  assert.deepEqual(matchIds('tickets', { given: [day, day], stored }, [byName]), [c, a])
  assert.deepEqual(
    matchIds('tickets', { given: [day, { id: c, name: 'Day' }], stored }, [byName]),
    [a, c],
  )
})

test('an unmatched record gets an id of its own', () => {
  const given: Named[] = [{ name: 'x' }, { name: 'x' }, { name: 'y' }]
  const [first, second, third] = matchIds('places', { given, stored: [{ id: c, name: 'x' }] }, [
    byName,
  ])
  assert.equal(first, c)
  assert.notEqual(second, c)
  assert.notEqual(third, second)
})

test('an id that is not stored, or given twice, is refused', () => {
  for (const given of [
    [{ id: b, name: '' }],
    [
      { id: a, name: '' },
      { id: a, name: '' },
    ],
  ]) {
    assert.throws(() => matchIds('tickets', { given, stored: [{ id: a, name: '' }] }, [byName]), {
      status: 400,
    })
  }
})

test('no id is ever given twice', () => {
  const key = fc.constantFrom('x', 'y', 'z')
  fc.assert(
    fc.property(fc.array(key), fc.array(key), (given, stored) => {
      const ids = matchIds(
        'gigs',
        {
          given: given.map((k): Named => ({ name: k })),
          stored: stored.map((k, index) => ({ id: `${index}`, name: k })),
        },
        [byName],
      )
      assert.equal(new Set(ids).size, given.length)
    }),
  )
})
