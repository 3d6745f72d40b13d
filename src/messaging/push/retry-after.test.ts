import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfter } from './retry-after.ts'

const now = new Date('2027-03-01T12:00:00.000Z')

for (const [text, ms] of [
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 01 Mar 2027 12:05:00 GMT', 300_000],
  ['Mon, 01 Mar 2027 11:00:00 GMT', 0],
  [undefined, 0],
  ['', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['2027', 2_027_000],
  ['9'.repeat(40), 0],
  ['nonsense GMT', 0],
] as const) {
  // Requirement (rules): contract §6.6 Web Push: `Retry-After` as a date, and what is none
  test(`Retry-After: ${text} is a wait of ${ms} ms`, () => assert.equal(retryAfter(text, now), ms))
}
