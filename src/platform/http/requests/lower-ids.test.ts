import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Nullable, Uuid } from '#platform/values/shapes'
import { idReader } from './lower-ids.ts'

const id = 'ABCDEF00-0000-7000-8000-00000000ABCD'
const low = id.toLowerCase()

test('ids are read in lower case, wherever the schema has one', () => {
  const schema = Type.Object({
    id: Uuid,
    name: Type.String(),
    place: Type.Optional(Nullable(Uuid)),
    gigs: Type.Array(Type.Object({ artist: Type.Union([Type.Object({ id: Uuid }), Type.Null()]) })),
    ids: Type.Array(Uuid),
  })
  const read = idReader(schema)
  const given = { id, name: id, place: id, gigs: [{ artist: { id } }, { artist: null }], ids: [id] }
  assert.deepEqual(read?.(given), {
    id: low,
    name: id,
    place: low,
    gigs: [{ artist: { id: low } }, { artist: null }],
    ids: [low],
  })
  for (const kept of [{ name: 'x' }, { id: low, ids: [low], gigs: [{ artist: { id: low } }] }]) {
    assert.equal(read?.(kept), kept, 'what changes nothing is returned itself')
  }
})

test('values that do not match the schema pass through, and are refused later', () => {
  const read = idReader(Type.Object({ id: Uuid, list: Type.Array(Uuid) }))
  for (const value of [null, 7, 'text', [id], { id: 7, list: id }]) {
    assert.deepEqual(read?.(value), value)
  }
})

test('a schema without ids needs no work', () => {
  assert.equal(
    idReader(Type.Object({ name: Type.String(), tags: Type.Array(Type.String()) })),
    undefined,
  )
})
