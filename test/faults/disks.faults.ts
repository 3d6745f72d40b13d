/**
 * Full disks other than the database's, which `outages.faults.ts` covers: the one for photos, and the one
 * for PostgreSQL's write-ahead log, without which it does not run.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { findPostgres } from '#platform/postgres/server'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { anySeed } from './chance.ts'
import { faultsAfter } from './outages-count.ts'
import { Load } from './outages-load.ts'
import { aSite } from './outages-site.ts'
import { sized } from './sized.ts'

const skip = process.getuid?.() === 0 ? false : 'mounting a small disk takes root'
const run = promisify(execFile)

// Its folder outlives the disk in it.
const world = await aWorld()

/** A disk with this many megabytes at a new folder; removed after the test. */
async function aDisk(t: TestContext, folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder])
  // Lazily: a process may still hold a file of it open.
  t.after(() => run('umount', ['--lazy', folder]))
}

/** Uses up the rest of a disk. Returns a function that frees it. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  // More than there is; as much of it as fits is written.
  await writeFile(ballast, Buffer.alloc(bavail * bsize + 1_000_000)).catch(() => {})
  return () => rm(ballast)
}

/** A picture that does not compress. */
async function aPicture(): Promise<string> {
  const [width, height] = [300, 300]
  const raw = { width, height, channels: 3 } as const
  const png = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer()
  return png.toString('base64')
}

test('the disk for photos full: pictures are refused, and everything else works', {
  skip,
}, async (t) => {
  const photos = join(world.folder, 'photos')
  await aDisk(t, photos, 4)
  const as = await world.aUser()
  const change = async () =>
    world.post(`/users/${as.id}/photo`, { photo: await aPicture() }, { as })
  const first = await change()
  assert.equal(first.status, 200, first.text)
  const free = await fill(photos)
  const kept = await readdir(photos)
  for (let nth = 0; nth < 5; nth++) {
    const { status, body, headers } = await change()
    assert.deepEqual([status, body.code, headers['retry-after']], [503, 'store_away', '5'])
  }
  assert.deepEqual(await readdir(photos), kept, 'nothing half written stays')
  const { photo } = await world.db
    .selectFrom('users')
    .select('photo')
    .where('id', '=', as.id)
    .executeTakeFirstOrThrow()
  assert.ok(first.body.photo.endsWith(photo ?? 'no photo'), 'the old picture is still the one')
  const shown = await world.app.inject(photo ?? '')
  assert.equal(shown.statusCode, 200)
  const named = await world.put(`/users/${as.id}`, { firstName: 'Bo' }, { as })
  assert.equal(named.status, 200)
  await free()
  assert.equal((await change()).status, 200)
  // The replaced picture is deleted later.
  await until('one picture', async () => (await readdir(photos)).length === 1)
})

const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SIMULATED_PROCESSOR: 'delay=20,lose_answers=0.03,approve_after=500',
  // Few buyers hold more in an hour than people do.
  UNPAID_PER_PERSON: '0',
  PAYMENT_LEASE_SECONDS: '1',
  PAYMENT_HOLD_SECONDS: '3',
  PAYMENT_GIVE_UP_SECONDS: '7',
}

/** Creates the database of a folder, and moves its write-ahead log to a disk of its own. */
async function withDiskAhead(t: TestContext, folder: string, disk: string) {
  const first = await start(folder, ['--empty'], env)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  await aDisk(t, disk, 128)
  const ahead = join(folder, 'postgres', 'pg_wal')
  await run('cp', ['-a', `${ahead}/.`, disk])
  await run('chown', [`--reference=${ahead}`, disk])
  await rename(ahead, `${ahead}.before`)
  await symlink(disk, ahead)
}

const times = sized(1, 5)

test(`the disk of the write-ahead log full, ${times} times`, { skip }, async (t) => {
  const folder = await aFolder()
  const disk = join(folder, 'ahead')
  await withDiskAhead(t, folder, disk)
  const service = await start(folder, ['--empty'], env)
  const site = await aSite((await findPostgres(folder)) ?? '', folder)
  const load = new Load(site, service.url, anySeed())
  t.after(() => load.stop())
  for (let nth = 1; nth <= times; nth++) {
    const strike = async () => {
      const free = await fill(disk)
      // Starts new log files, until one does not fit: PostgreSQL keeps some to reuse. The statement fails
      // then.
      const isRefused = async () => {
        await sql`select pg_switch_wal()`.execute(site.work).catch(() => {})
        return load.isRefusing()
      }
      await until('writes are refused', isRefused, 60_000)
      await pause(2_000)
      await free()
    }
    await load.endure(`full ${nth}`, { strike })
  }
  await load.stop()
  const faults = await faultsAfter(site, load)
  t.diagnostic(
    `${load.shop.acknowledged.size} purchases acknowledged, ${faults.length} faults; purchases went on after ` +
      `${load.pauses.join(', ')} ms; slowest answer ${load.slowest} ms, ${load.refused} answered 503`,
  )
  await site.close()
  assert.deepEqual([...new Set(faults)], [])
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
})
