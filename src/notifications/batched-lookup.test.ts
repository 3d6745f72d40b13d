import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/until.ts'
import { gather, together } from './batched-lookup.ts'

/** Work that waits to be let on, and the batches it was given. */
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

test('what comes while one runs makes the next, also of what is being done', async () => {
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

test('what fails is told, kept, and tried with what comes next', async () => {
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

test('asked for nothing, it does nothing', async () => {
  const { ask, batches, untilBatches, goOn } = slowWork()
  ask([])
  ask(['a'])
  await untilBatches(1)
  assert.deepEqual(batches, [['a']])
  goOn()
})

test('who asks in one turn is answered by one look-up, each its own', async () => {
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

test('a look-up that fails fails for those who asked, and for nobody after them', async () => {
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
