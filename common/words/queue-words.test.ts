import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanOf } from './queue-words.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const spans: [ms: number, words: string][] = [
  [-second, '0 seconds'],
  [0, '0 seconds'],
  [400, '0 seconds'],
  [second, '1 second'],
  [59.6 * second, '1 minute'],
  [minute + 5 * second, '1 minute 5 seconds'],
  [4 * minute + 59 * second, '4 minutes 59 seconds'],
  [5 * minute + 59 * second, '5 minutes'],
  [hour + 5 * minute + 59 * second, '1 hour 5 minutes'],
  [24 * hour + 59 * minute, '1 day'],
  [50 * hour, '2 days 2 hours'],
]
for (const [ms, words] of spans) {
  test(`${ms} ms are ${words}`, () => {
    assert.equal(spanOf(ms), words)
  })
}
