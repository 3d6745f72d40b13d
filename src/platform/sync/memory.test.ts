import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Bus } from './bus.ts'
import { Memory } from './memory.ts'

/** A connection that is always open; the test sends the messages. */
function aMemory({
  most = 10,
  sizeOf,
  timeoutScale = 1,
}: {
  most?: number
  timeoutScale?: number
  sizeOf?: (value: string) => number
} = {}) {
  const clock = { now: new Date('2027-07-01T12:00:00.000Z') }
  const told: ((names: string[]) => void)[] = []
  const bus = {
    on: (_topic: string, listener: (names: string[]) => void) => told.push(listener),
    onSilence: () => {},
    onReturn: () => {},
    isHeard: () => true,
    knowsAll: () => true,
    timeoutScale,
  } as unknown as Bus
  const memory = new Memory<string>({
    bus,
    now: () => clock.now,
    topic: 'catalogue',
    most,
    ...(sizeOf && { sizeOf }),
  })
  const recall = (key: string, value: string, shown: { names?: string[]; until?: Date } = {}) =>
    memory.recall(key, async () => ({ value, names: [], ...shown }))
  const tell = (...names: string[]) => {
    for (const listener of told) listener(names)
  }
  return { memory, recall, tell, clock }
}

test('a result is cached for a minute at most, which counts as a time limit', async () => {
  const { recall } = aMemory({ timeoutScale: 1 / 60_000 })
  assert.equal(await recall('a', 'first'), 'first')
  await setTimeout(5)
  assert.equal(await recall('a', 'second'), 'second')
})

test('a result is cached until one of its names is announced, and no other', async () => {
  const { recall, tell } = aMemory()
  assert.equal(await recall('a', 'first', { names: ['festival:1', 'festivals'] }), 'first')
  tell('festival:2', 'festivals:country:norway')
  assert.equal(await recall('a', 'second'), 'first')
  tell('festivals')
  assert.equal(await recall('a', 'third', { names: ['festival:1'] }), 'third')
  tell('festival:*')
  assert.equal(await recall('a', 'fourth'), 'fourth')
})

test('an expired entry is dropped, by the clock of the service', async () => {
  const { recall, clock } = aMemory()
  const end = new Date(clock.now.getTime() + 1000)
  await recall('a', 'first', { until: end })
  clock.now = new Date(end.getTime() - 1)
  assert.equal(await recall('a', 'second'), 'first')
  clock.now = end
  assert.equal(await recall('a', 'third'), 'third')
})

test('an empty result is not cached, nor is a failure', async () => {
  const { memory, recall } = aMemory()
  assert.equal(await memory.recall('a', async () => undefined), undefined)
  await assert.rejects(
    memory.recall('a', async () => {
      throw new Error('away')
    }),
    /away/,
  )
  assert.equal(await recall('a', 'found'), 'found')
})

test('many simultaneous callers wait for one load; a caller after a change does not', async () => {
  const { memory, tell } = aMemory()
  const loads: ((value: string) => void)[] = []
  const recall = () =>
    memory.recall('a', async () => ({
      value: await new Promise<string>((resolve) => loads.push(resolve)),
      names: ['festivals'],
    }))
  const early = [recall(), recall(), recall()]
  tell('festivals')
  const late = recall()
  await Promise.resolve()
  assert.equal(loads.length, 2)
  loads[1]?.('new')
  loads[0]?.('old')
  assert.deepEqual(await Promise.all([...early, late]), ['old', 'old', 'old', 'new'])
})

test('a result that changed while it was loading is not cached: it may be old', async () => {
  for (const [told, isKept] of [
    ['festival:1', false],
    ['festival:*', false],
    ['festival:2', true],
    ['gigs', true],
  ] as const) {
    const { memory, recall, tell } = aMemory()
    await memory.recall('a', async () => {
      tell(told)
      return { value: 'old', names: ['festival:1'] }
    })
    assert.equal(await recall('a', 'new'), isKept ? 'old' : 'new', told)
  }
})

test('it is limited: the oldest unused entry is dropped first', async () => {
  const { memory, recall } = aMemory({ most: 10, sizeOf: ({ length }) => length })
  await recall('a', 'aaaa')
  await recall('b', 'bbbb')
  assert.equal(memory.peek('a'), 'aaaa')
  await recall('c', 'cccc')
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => memory.peek(key)),
    ['aaaa', undefined, 'cccc'],
  )
  assert.equal(await recall('huge', 'x'.repeat(11)), 'x'.repeat(11))
  assert.equal(memory.peek('huge'), undefined)
  assert.equal(memory.peek('a'), 'aaaa', 'an entry that is too large replaces no other')
})

test('a cache without space stores nothing', async () => {
  const { memory, recall } = aMemory({ most: 0 })
  await recall('a', 'a')
  assert.equal(memory.peek('a'), undefined)
})
