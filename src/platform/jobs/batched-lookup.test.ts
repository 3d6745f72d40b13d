import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { batchedLookup } from './batched-lookup.ts'

type DoublingOptions = { took?: number; tolerance?: () => number; most?: number }

/** Doubles numbers, a batch in `took` ms, and records the batches. */
function doubling({ took = 0, ...options }: DoublingOptions = {}) {
  const batches: number[][] = []
  const double = batchedLookup({
    find: async (batch: number[]) => {
      batches.push(batch)
      await pause(took)
      return batch.map((n) => 2 * n)
    },
    ...options,
  })
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
  const { double } = doubling({ took: 50, tolerance: () => 40 })
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
  const read = batchedLookup({
    find: async (batch: string[]) => {
      if (isAway) throw new Error('away')
      return batch
    },
  })
  for (const { status } of await Promise.allSettled([read('a'), read('a'), read('b')])) {
    assert.equal(status, 'rejected')
  }
  isAway = false
  assert.equal(await read('a'), 'a')
})

test('a batch holds at most as many as is said, the next one the rest', async () => {
  const { batches, double } = doubling({ most: 3 })
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 1].map((n) => double(n))), [2, 4, 6, 8, 2])
  assert.deepEqual(batches, [[1, 2, 3], [4]])
})

test('callers share an answer by the key of what they ask for', async () => {
  const batches: { id: string }[][] = []
  const read = batchedLookup({
    find: async (batch: { id: string }[]) => {
      batches.push(batch)
      return batch.map(({ id }) => id)
    },
    keyOf: ({ id }) => id,
  })
  const asked = ['a', 'b', 'a'].map((id) => read({ id }))
  assert.deepEqual(await Promise.all(asked), ['a', 'b', 'a'])
  assert.deepEqual(batches, [[{ id: 'a' }, { id: 'b' }]])
})
