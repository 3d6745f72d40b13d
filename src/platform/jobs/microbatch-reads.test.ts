import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { microbatchReads } from './microbatch-reads.ts'

/** Doubles numbers, a batch in `took` ms, and records the batches. */
function doubling({ took = 0, most = 60_000 } = {}) {
  const batches: number[][] = []
  const double = microbatchReads(
    { config: { BUSY_AFTER_MS: most }, now: () => new Date() },
    {
      run: async (batch: number[]) => {
        batches.push(batch)
        await pause(took)
        return batch.map((n) => 2 * n)
      },
      keyOf: (n) => `${n}`,
    },
  )
  return { batches, double }
}

test('the same request before a batch has begun shares its answer', async () => {
  const { batches, double } = doubling()
  assert.deepEqual(await Promise.all([3, 1, 3, 3].map((n) => double(n))), [6, 2, 6, 6])
  assert.deepEqual(batches, [[3, 1]])
})

test('a request during a look-up gets the result of the next one', async () => {
  const { batches, double } = doubling({ took: 20 })
  const first = double(1)
  await setImmediate()
  await setImmediate()
  assert.deepEqual(batches, [[1]])
  assert.deepEqual(await Promise.all([first, double(1), double(1)]), [2, 2, 2])
  assert.deepEqual(batches, [[1], [1]])
})

test('a request that would wait too long is refused, and one for a pending value is not', async () => {
  const { double } = doubling({ took: 50, most: 40 })
  await double(-1)
  await setImmediate()
  const waiting = Array.from({ length: 64 }, (_, n) => double(n))
  await assert.rejects(double(64), { status: 503, code: 'busy' })
  waiting.push(double(63))
  assert.equal((await Promise.all(waiting)).length, 65)
  assert.equal(await double(64), 128)
})

test('a failure fails all its requests, and is retried', async () => {
  let isAway = true
  const read = microbatchReads(
    { config: { BUSY_AFTER_MS: 500 }, now: () => new Date() },
    {
      run: async (batch: string[]) => {
        if (isAway) throw new Error('away')
        return batch
      },
      keyOf: (text) => text,
    },
  )
  for (const { status } of await Promise.allSettled([read('a'), read('a'), read('b')])) {
    assert.equal(status, 'rejected')
  }
  isAway = false
  assert.equal(await read('a'), 'a')
})
