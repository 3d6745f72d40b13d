import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './encodings.ts'

test('the smallest form that the caller takes', () => {
  for (const [accepted, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=1.0, BR;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['gzip;q=x', undefined],
    ['br;level=5 ; q=0.9,gzip;q=0.8', 'br'],
  ] as const) {
    assert.equal(encodingFor(accepted), expected, `${accepted}`)
  }
})
