import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limit } from './limit.ts'

test('runs a limited number at once, lets a limited number wait in order, and refuses the rest', async () => {
  const run = limit(2, 3, 'things')
  const begun: number[] = []
  const doors = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const results = doors.map((door, index) =>
    run(async () => {
      begun.push(index)
      await door.promise
      return index
    }),
  )
  await assert.rejects(results[5] ?? Promise.resolve(), {
    status: 503,
    code: 'busy',
    message: 'Too many things at once: retry in a second',
    facts: { retry_after: 1 },
  })
  assert.deepEqual(begun, [0, 1])
  for (const [index, door] of doors.slice(0, 5).entries()) {
    door.resolve()
    assert.equal(await results[index], index)
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
})

test('failing work frees its place and passes its own error on', async () => {
  const run = limit(1, 1, 'things')
  const failing = run(() => Promise.reject(new Error('no luck')))
  const waiting = run(() => Promise.resolve('next'))
  await assert.rejects(failing, { message: 'no luck' })
  assert.equal(await waiting, 'next')
  assert.equal(await run(() => Promise.resolve('later')), 'later')
})
