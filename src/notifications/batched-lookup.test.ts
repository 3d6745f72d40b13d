import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/until.ts'
import { gather, together } from './batched-lookup.ts'

/** Work that waits until it is released, and its batches. */
function slowWork() {
  const batches: string[][] = []
  const errors: unknown[] = []
  let goOn: (error?: Error) => void = () => {}
  const ask = gather<string>(3, {
    work: (batch) => {
      batches.push(batch)
      return new Promise<void>((resolve, reject) => {
        goOn = (error) => (error ? reject(error) : resolve())
      })
    },
    onError: (error) => errors.push(error),
  })
  const untilBatches = (count: number) => until('a batch', async () => batches.length === count)
  return { ask, batches, errors, untilBatches, goOn: (error?: Error) => goOn(error) }
}

test('a burst is one batch, each thing once', async () => {
  const { ask, batches, untilBatches, goOn } = slowWork()
  ask(['a'])
  ask(['b', 'a'])
  await untilBatches(1)
  assert.deepEqual(batches, [['a', 'b']])
  goOn()
})

test('items that come while one runs make the next batch, also the same ones', async () => {
  const { ask, batches, untilBatches, goOn } = slowWork()
  ask(['a'])
  await untilBatches(1)
  ask(['a', 'b'])
  ask(['c', 'd'])
  goOn()
  await untilBatches(2)
  goOn()
  await untilBatches(3)
  assert.deepEqual(batches, [['a'], ['a', 'b', 'c'], ['d']])
  goOn()
})

test('failed items are reported, kept, and retried with the next ones', async () => {
  const { ask, batches, errors, untilBatches, goOn } = slowWork()
  const away = new Error('away')
  ask(['a', 'b'])
  await untilBatches(1)
  goOn(away)
  await until('the error', async () => errors.length === 1)
  assert.deepEqual(errors, [away])
  ask([])
  await untilBatches(2)
  assert.deepEqual(batches[1], ['a', 'b'])
  goOn()
})

test('without items it does nothing', async () => {
  const { ask, batches, untilBatches, goOn } = slowWork()
  ask([])
  ask(['a'])
  await untilBatches(1)
  assert.deepEqual(batches, [['a']])
  goOn()
})

test('callers in one turn share one look-up, and each gets its own result', async () => {
  const looked: number[][] = []
  const double = together(3, async (numbers: number[]) => {
    looked.push(numbers)
    return numbers.map((number) => number * 2)
  })
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 1].map(double)), [2, 4, 6, 8, 2])
  assert.deepEqual(looked, [
    [1, 2, 3],
    [4, 1],
  ])
})

test('a failing look-up fails for its callers, and for none after them', async () => {
  let isDown = true
  const ask = together(10, async (names: string[]) => {
    if (isDown) throw new Error('down')
    return names
  })
  const answers = await Promise.allSettled(['a', 'b'].map(ask))
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isDown = false
  assert.equal(await ask('a'), 'a')
})
