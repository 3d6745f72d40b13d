import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchDisk } from './disk.ts'
import { Metrics } from './metrics.ts'

// Requirement (rules): A disk that fills is seen before it is full
test('the space left is measured for each folder that exists, as the system reports it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'festival-disk-'))
  t.after(() => rm(folder, { recursive: true }))
  const metrics = new Metrics()
  watchDisk(metrics, folder)
  const read = async () => (await metrics.own())[0]?.values ?? []
  assert.deepEqual(await read(), [])
  await mkdir(join(folder, 'photos'))
  const [sample] = await read()
  assert.deepEqual(sample?.labels, { folder: 'photos' })
  const { blocks } = await statfs(folder)
  const free = (sample?.value ?? -1) * blocks
  // The result is a number of whole blocks of that volume, however many others use meanwhile.
  assert.ok(free >= 0 && free <= blocks && Math.abs(free - Math.round(free)) < 0.01)
})
