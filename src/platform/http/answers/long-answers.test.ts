import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { makeLong, sendParts } from './long-answers.ts'

const megabyte = 1024 * 1024

/** Starts an answer whose reader takes the first part, and reads no more. */
async function aSlowReader(parts: Buffer[]): Promise<Readable> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const stream = sendParts(parts, length)
  stream.on('error', () => {})
  await once(stream, 'readable')
  stream.read()
  return stream
}

const parts = (size: number) => [0, 1, 2, 3].map(() => Buffer.alloc((size / 4) * megabyte))

test('slow readers are cut off when too much is held, the oldest first', async () => {
  const [one, other, third] = [parts(90), parts(90), parts(90)]
  const readers = [await aSlowReader(one), await aSlowReader(other)]
  assert.deepEqual(
    readers.map(({ destroyed }) => destroyed),
    [false, false],
  )
  readers.push(await aSlowReader(third))
  assert.deepEqual(
    readers.map(({ destroyed }) => destroyed),
    [true, false, false],
  )
  for (const reader of readers) reader.destroy()
  await Promise.all(readers.map((reader) => finished(reader).catch(() => {})))
  const last = await aSlowReader(parts(180))
  assert.equal(last.destroyed, false)
  last.destroy()
})

test('an answer for many readers is held once, and an unread one is not counted', async () => {
  const shared = parts(100)
  for (let unread = 0; unread < 5; unread++) sendParts(parts(100), 100 * megabyte)
  const readers = await Promise.all(Array.from({ length: 20 }, () => aSlowReader(shared)))
  assert.ok(readers.every(({ destroyed }) => !destroyed))
  for (const reader of readers) reader.destroy()
})

test('a limited number of long answers is made at once; short ones and a single one always are', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = makeLong(60 * megabyte, () => promise)
  const busy = { status: 503, code: 'busy' }
  await assert.rejects(
    makeLong(2 * megabyte, async () => {}),
    busy,
  )
  assert.equal(await makeLong(1000, async () => 'short'), 'short')
  resolve()
  await first
  assert.equal(await makeLong(60 * megabyte, async () => 'long'), 'long')
})
