/** Hosts that store photos in folders of their own are warned; hosts that share one are not. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createRounds } from '#platform/jobs/rounds'
import { noteFolder } from '#platform/photos/folders'
import { aWorld } from '../../test/world.ts'
import { watchPhotoFolder } from './photo-folders.ts'

const clock = { now: new Date('2027-06-01T12:00:00Z') }
const now = () => clock.now
const world = await aWorld({ now })

/** A host with a folder for its data, the warnings it has logged, and its check, which runs every ten minutes. */
async function aHost({ folder, bucket }: { folder?: string; bucket?: string } = {}) {
  const DATA_DIR = folder ?? (await mkdtemp(join(tmpdir(), 'festival-host-')))
  after(() => rm(DATA_DIR, { recursive: true, force: true }))
  const config = {
    ...world.app.config,
    DATA_DIR,
    DATABASE_URL: world.connectionString,
    S3_BUCKET: bucket,
  }
  const failures: Error[] = []
  const rounds = createRounds((error) => failures.push(error))
  const warnings: unknown[] = []
  watchPhotoFolder(
    { config, work: world.work, now, jobs: { ...world.jobs, everySeconds: rounds.add } },
    { warn: (warning: unknown) => warnings.push(warning) },
  )
  const check = async () => {
    await rounds.run()
    assert.deepEqual(failures, [])
    return warnings
  }
  return { check, folder: DATA_DIR }
}

test('two hosts with a folder each are warned once, and not once one of them is gone', async () => {
  const [first, second] = [await aHost(), await aHost()]
  assert.deepEqual(await first.check(), [])
  const [warning] = await second.check()
  assert.match(`${warning}`, /^Photos are stored in 2 folders \(on .+\), .+: set S3_BUCKET/)
  assert.equal((await second.check()).length, 1)
  clock.now = new Date('2027-06-01T13:00:00Z')
  assert.deepEqual(await first.check(), [])
})

test('hosts that share a folder, or have a bucket, are not warned', async () => {
  clock.now = new Date('2027-06-02T12:00:00Z')
  const first = await aHost()
  const others = [await aHost({ folder: first.folder }), await aHost({ bucket: 'photos' })]
  for (const host of [first, ...others]) assert.deepEqual(await host.check(), [])
})

test('the names of hosts are in the warning', async () => {
  clock.now = new Date('2027-06-03T12:00:00Z')
  const noted = []
  for (const host of ['north', 'south']) {
    const folder = await mkdtemp(join(tmpdir(), 'festival-host-'))
    after(() => rm(folder, { recursive: true, force: true }))
    noted.push(await noteFolder({ db: world.db, now: clock.now, folder, host }))
  }
  assert.equal(noted[0], undefined)
  assert.match(noted[1] ?? '', /\(on north, south\)/)
})
