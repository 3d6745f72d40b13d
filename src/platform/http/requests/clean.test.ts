import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { cleanerOf } from './clean.ts'

const Point = Type.Object({ lat: Type.Number(), lng: Type.Number() })
const Named = Type.Object({ name: Type.String(), at: Type.Optional(Point) })
const point = { lat: 1, lng: 2 }

const free = Type.Record(Type.String(), Point)

const cases: Record<string, [TSchema, unknown, unknown]> = {
  'a text is what it is': [Type.String(), 'a', 'a'],
  'a field too many goes': [Point, { ...point, height: 3 }, point],
  'fields of fields go': [
    Named,
    { name: 'a', at: { ...point, x: 1 } },
    { name: 'a', at: { ...point } },
  ],
  'fields of items go': [Type.Array(Point), [{ ...point, x: 1 }, point], [point, point]],
  'null beside an object': [Type.Union([Point, Type.Null()]), null, null],
  'an object beside null': [Type.Union([Point, Type.Null()]), { ...point, x: 1 }, point],
  'one of two objects': [Type.Union([Named, Point]), { ...point, x: 1 }, point],
  'the other of two': [Type.Union([Named, Point]), { name: 'a', x: 1 }, { name: 'a' }],
  'names that are free': [free, { a: { ...point, x: 1 } }, { a: { ...point } }],
  'further fields of a kind': [
    Type.Object({ a: Type.String() }, { additionalProperties: Type.Number() }),
    { a: 'a', b: 1, c: 'c' },
    { a: 'a', b: 1 },
  ],
  'anything at all': [Type.Object({ any: Type.Unsafe({}) }), { any: { x: 1 } }, { any: { x: 1 } }],
  'null, false and nothing stay': [
    Type.Object({ a: Type.Null(), b: Type.Boolean(), c: Type.Optional(Type.String()), d: Named }),
    { a: null, b: false, d: { name: '' }, e: 1 },
    { a: null, b: false, d: { name: '' } },
  ],
  'a name that every object has': [Point, { ...point, constructor: 1, toString: 2 }, point],
}

for (const [what, [schema, value, cleaned]] of Object.entries(cases)) {
  test(what, () => {
    const clean = cleanerOf(schema) ?? ((given: unknown) => given)
    assert.deepEqual(clean(structuredClone(value)), cleaned)
    assert.deepEqual(Value.Clean(schema, structuredClone(value)), cleaned, 'as the library does')
  })
}

test('a value of which nothing is dropped is returned itself, and none is changed', () => {
  for (const [schema, value, cleaned] of Object.values(cases)) {
    const [clean, before] = [cleanerOf(schema), structuredClone(value)]
    const given = clean?.(value) ?? value
    assert.deepEqual(value, before)
    const isKept = JSON.stringify(value) === JSON.stringify(cleaned)
    if (schema !== free) assert.equal(given === value, isKept, JSON.stringify(value))
  }
})

test('there is nothing to drop from plain values', () => {
  assert.equal(cleanerOf(Type.Union([Type.String(), Type.Null()])), undefined)
  assert.equal(cleanerOf(Type.Array(Type.Integer())), undefined)
})
