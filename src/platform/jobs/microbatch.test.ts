import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { causeOf, onBehalfOf } from '#platform/observe/cause'
import { microbatch, type Settled } from './microbatch.ts'

/** A coalescer that doubles numbers, and the batches it ran. */
function doubling(
  run?: (batch: number[]) => Promise<Settled<number>[]>,
  isOneToBlame = () => false,
) {
  const batches: number[][] = []
  const double = microbatch<number, number>({
    run: async (batch) => {
      batches.push(batch)
      return run ? run(batch) : batch.map((n) => ({ value: 2 * n }))
    },
    keyOf: (n) => `${n}`,
    isOneToBlame,
  })
  return { batches, double }
}

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index)

// Requirement (rules): contract §7 Payments: batches of at most 64, no timer
test('items of one turn run together, at most 64', async () => {
  const { batches, double } = doubling()
  const doubled = await Promise.all(upTo(100).map((n) => double(n)))
  assert.deepEqual(
    doubled,
    upTo(100).map((n) => 2 * n),
  )
  assert.deepEqual(
    batches.map(({ length }) => length),
    [64, 36],
  )
})

test('a single item runs at once, and those that come meanwhile are the next batch', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const { batches, double } = doubling(async (batch) => {
    if (batch.length === 1) await done
    return batch.map((n) => ({ value: n }))
  })
  const first = double(1)
  await setImmediate()
  const others = [double(2), double(3)]
  resolve()
  await Promise.all([first, ...others])
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('a batch runs in the context of its first member, and a later one in none of the earlier ones', async () => {
  const causes: unknown[] = []
  const { double } = doubling(async (batch) => {
    causes.push(causeOf()?.reqId)
    return batch.map((n) => ({ value: n }))
  })
  const asked = [1, 1, 2].map((n, index) => onBehalfOf({ reqId: `${index}` }, () => double(n)))
  await Promise.all([...asked, double(1)])
  assert.deepEqual(causes, ['0', '1', undefined])
})

test('members of one key never share a batch, and keep their order', async () => {
  const { batches, double } = doubling()
  await Promise.all([9, 1, 1, 2, 1].map((n) => double(n)))
  assert.deepEqual(batches, [[9, 1, 2], [1], [1]])
})

test('each member has its own answer', async () => {
  const odd = new Error('odd')
  const { double } = doubling(async (batch) =>
    batch.map((n) => (n % 2 === 0 ? { value: n } : { error: odd })),
  )
  const answers = await Promise.allSettled(upTo(4).map((n) => double(n)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  )
})

test('a batch that throws fails for all', async () => {
  const { double, batches } = doubling(async () => {
    throw new Error('away')
  })
  const answers = await Promise.allSettled(upTo(5).map((n) => double(n)))
  assert.ok(answers.every(({ status }) => status === 'rejected'))
  assert.equal(batches.length, 1)
})

test('one that throws for one member runs again one by one', async () => {
  const { double } = doubling(
    async (batch) => {
      if (batch.includes(3)) throw new Error('three')
      return batch.map((n) => ({ value: n }))
    },
    () => true,
  )
  const answers = await Promise.allSettled(upTo(6).map((n) => double(n)))
  assert.deepEqual(
    answers.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
    [3],
  )
})

test('a result that is missing is an error, not a wait without end', async () => {
  const { double } = doubling(async () => [])
  await assert.rejects(double(1), /without a result/)
})

test('it estimates how long the batches before the next one will take', async () => {
  const { double } = doubling(async (batch) => {
    await pause(50)
    return batch.map((n) => ({ value: 2 * n }))
  })
  await double(0)
  await setImmediate()
  const others = upTo(63).map((n) => double(n))
  assert.equal(double.wait(), 0)
  others.push(double(63))
  assert.ok(double.wait() >= 49, `${double.wait()} ms`)
  assert.equal((await Promise.all(others)).length, 64)
  assert.equal(double.wait(), 0)
})
