import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchIds } from './match.ts'

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(8)) as [string, string, string]

test('a record is matched by id before any other by name', () => {
  const ids = matchIds(
    'places',
    [{ key: 'Bar' }, { id: a, key: 'Bar' }],
    [
      { id: a, key: 'Bar' },
      { id: b, key: 'Bar' },
    ],
  )
  assert.deepEqual(ids, [b, a])
})

test('of several with one name the first stored is matched first', () => {
  const stored = [c, a, b].map((id) => ({ id, key: 'Day' }))
  const day = { key: 'Day' }
  assert.deepEqual(matchIds('tickets', [day, day], stored), [c, a])
  assert.deepEqual(matchIds('tickets', [day, { id: c, key: 'Day' }], stored), [a, c])
})

test('an unmatched record gets an id of its own', () => {
  const [first, second, third] = matchIds(
    'places',
    [{ key: 'x' }, { key: 'x' }, { key: 'y' }],
    [{ id: c, key: 'x' }],
  )
  assert.equal(first, c)
  assert.notEqual(second, c)
  assert.notEqual(third, second)
})

test('an id that is not stored, or given twice, is refused', () => {
  for (const given of [
    [{ id: b, key: '' }],
    [
      { id: a, key: '' },
      { id: a, key: '' },
    ],
  ]) {
    assert.throws(() => matchIds('tickets', given, [{ id: a, key: '' }]), { status: 400 })
  }
})

test('no id is ever given twice', () => {
  const key = fc.constantFrom('x', 'y', 'z')
  fc.assert(
    fc.property(fc.array(key), fc.array(key), (given, stored) => {
      const ids = matchIds(
        'gigs',
        given.map((k) => ({ key: k })),
        stored.map((k, index) => ({ id: `${index}`, key: k })),
      )
      assert.equal(new Set(ids).size, given.length)
    }),
  )
})
