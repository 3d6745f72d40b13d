import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt } from './schedule.ts'

const now = new Date('2027-03-01T12:00:00.000Z')
const pauseAfter = (tries: number, random: number) =>
  Number(nextAttempt(tries, { now, random })) - Number(now)

// Requirement (rules): Outgoing webhooks are retried over three days
test('ten attempts in three days: soon at first, then at growing intervals', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => pauseAfter(tries, 0))
  assert.deepEqual(pauses.slice(0, 4), [5_000, 300_000, 1_800_000, 7_200_000])
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
  const days = pauses.reduce((all, pause) => all + pause, 0) / 86_400_000
  assert.ok(days > 3 && days < 3.5, `${days} days`)
  assert.equal(nextAttempt(10, { now, random: 0 }), undefined)
})

test('deliveries that failed together are not retried together: up to a tenth later', () => {
  assert.deepEqual(
    [pauseAfter(2, 0), pauseAfter(2, 0.5), pauseAfter(2, 1)],
    [300_000, 315_000, 330_000],
  )
})
