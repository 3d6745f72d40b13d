import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { whereOf } from './venue-line.ts'

test('a festival is at its venue, in its country, as far as these are known', () => {
  assert.equal(whereOf({ venue: 'Harbour Park', country: 'Denmark' }), 'Harbour Park, Denmark')
  assert.equal(whereOf({ venue: 'Harbour Park', country: null }), 'Harbour Park')
  const there = { venue: 'Harbour Park', city: 'Copenhagen', country: 'Denmark' }
  assert.equal(whereOf(there), 'Harbour Park, Copenhagen, Denmark')
  assert.equal(whereOf({ venue: '', country: 'Denmark' }), 'Denmark')
  assert.equal(whereOf({ venue: null, country: null }), '')
})

test('pages say it by this function alone', () => {
  const others = globSync('{src/web,common}/**/*.ts')
    .filter((path) => !/venue-line(\.test)?\.ts$/.test(path))
    .filter((path) => /\[(?:\w+\.)?venue, (?:\w+\.)?country\]/.test(readFileSync(path, 'utf8')))
  assert.deepEqual(others, [])
})
