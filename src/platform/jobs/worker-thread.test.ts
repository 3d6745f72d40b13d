import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidField } from '#platform/values/errors'
import { WorkerThread } from './worker-thread.ts'

/** A thread that answers with its request and a count. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerRequests } from '${new URL('worker-thread.ts', import.meta.url)}'
    import { invalidField } from '${new URL('../values/errors.ts', import.meta.url)}'
    let count = 0
    const grown = []
    answerRequests(async (work) => {
      count++
      if (work === 'refuse') throw invalidField('file', 'is no file', 'odd')
      if (work === 'fail') throw new TypeError('no such work')
      if (work === 'exit') process.exit(0)
      while (work === 'hang');
      while (work === 'grow') grown.push({ of: grown.length })
      return { work, count }
    })`)}`,
)
type Result = { work: string; count: number }
const aThread = (...limits: [{ limitMs?: number; heapMb?: number }?]) => {
  return new WorkerThread<string, Result>(file, ...limits)
}

test('requests are answered one after the other, and one that fails does so alone', async () => {
  const thread = aThread()
  const answers = await Promise.allSettled(
    ['a', 'refuse', 'fail', 'b'].map((work) => thread.run(work)),
  )
  const [first, refused, failed, last] = answers
  assert.deepEqual(first, { status: 'fulfilled', value: { work: 'a', count: 1 } })
  assert.deepEqual(refused, {
    status: 'rejected',
    reason: invalidField('file', 'is no file', 'odd'),
  })
  assert.ok(failed?.status === 'rejected' && failed.reason instanceof TypeError)
  assert.deepEqual(last, { status: 'fulfilled', value: { work: 'b', count: 4 } })
  await thread.close()
})

const ends: [what: string, work: string, limits: object, error: RegExp][] = [
  ['ends', 'exit', {}, /has ended/],
  ['takes too long', 'hang', { limitMs: 200 }, /took more than 200 ms/],
  ['takes too much memory', 'grow', { heapMb: 16 }, /memory limit/],
]
for (const [what, work, limits, error] of ends) {
  test(`a thread that ${what} fails one request, and the next one gets another thread`, async () => {
    const thread = aThread(limits)
    const lost = assert.rejects(thread.run(work), error)
    await lost
    const again = thread.run(what === 'ends' ? 'a' : work)
    if (what === 'ends') assert.deepEqual(await again, { work: 'a', count: 1 })
    else await assert.rejects(again, error)
    await thread.close()
  })
}

test('what waits for a thread that is closed is rejected, and it may be used again', async () => {
  const thread = aThread()
  const lost = ['hang', 'a'].map((work) => assert.rejects(thread.run(work), /has ended/))
  await thread.close()
  await Promise.all(lost)
  assert.deepEqual(await thread.run('a'), { work: 'a', count: 1 })
  await thread.close()
})
