/** The PostgreSQL in a data folder is upgraded to our version, or stays as it was. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#platform/config/read'
import { connectPool } from '#platform/database/connections'
import { migrate } from '#platform/database/migrate'
import { versionOf } from '#platform/postgres/cluster'
import { startFormer, startPostgres } from '#platform/postgres/server'
import { rowsOf } from '../../../test/databases.ts'
import { runOn } from '../../../test/ground.ts'
import { upgrade } from './upgrade.ts'

const place = await mkdtemp(join(tmpdir(), 'festival-upgrade-'))
after(() => rm(place, { recursive: true, force: true }))
const run = promisify(execFile)
const quiet = { progress: { show() {}, clear() {} } }
const configOf = (folder: string) => readConfig({ DATA_DIR: folder })

async function anOldFolder(name: string): Promise<string> {
  const folder = join(place, name)
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n')
  return folder
}

test('where there is nothing to do, or nothing that can be done, it says so and changes nothing', async () => {
  await assert.rejects(upgrade(configOf(join(place, 'none')), quiet), /There is no database in/)
  const theirs = readConfig({ DATABASE_URL: 'postgres://festival@db.example/festival' })
  await assert.rejects(upgrade(theirs, quiet), /upgrade that with its own tools/)
  const folder = await anOldFolder('no programs')
  await assert.rejects(upgrade(configOf(folder), { ...quiet, binaries: join(place, 'nowhere') }))
  assert.equal(await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8'), '15\n')
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9.6\n')
  await assert.rejects(
    upgrade(configOf(folder), quiet),
    /PostgreSQL 9\.6 is not known here: .*--binaries/,
  )
})

const binaries = '/usr/lib/postgresql/15/bin'
const isThere = existsSync(join(binaries, 'initdb'))
const skip = isThere ? false : "Debian's PostgreSQL 15 is not installed"
// Requirement (rules): upgrade of our own PostgreSQL's major version
test('a cluster of PostgreSQL 15 becomes one of 18, with every row; the old one is kept', {
  skip,
}, async () => {
  const folder = join(place, 'fifteen')
  await mkdir(folder)
  // PostgreSQL does not run as root.
  const isRoot = userInfo().uid === 0
  const account = 'nobody'
  await run('chmod', ['0755', place, folder])
  if (isRoot) await run('chown', [account, folder])
  const asked = [
    '-D',
    join(folder, 'postgres'),
    '-A',
    'trust',
    '-U',
    'festival',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  const initdb = join(binaries, 'initdb')
  const asAccount = ['-u', account, '--', initdb]
  await (isRoot ? run('runuser', [...asAccount, ...asked]) : run(initdb, asked))
  const old = await startFormer(folder, binaries)
  await runOn(old.connectionString.replace('/festival?', '/postgres?'), 'create database festival')
  const pool = connectPool(old.connectionString, { purpose: 'work', max: 1 })
  await migrate(pool)
  await pool.query("insert into organizers (id, name) values ('old', 'Of fifteen')")
  await pool.end()
  await old.stop()

  await assert.rejects(startPostgres({ folder }), /PostgreSQL 15.*ours is 18.*festival upgrade/)
  const report = await upgrade(configOf(folder), { ...quiet, binaries })
  assert.deepEqual([report?.from, report?.to, report?.faults], ['15', '18', []])
  assert.equal(await versionOf(folder), '18')
  assert.equal((await readFile(join(folder, 'postgres-15', 'PG_VERSION'), 'utf8')).trim(), '15')
  assert.ok((await readdir(folder)).includes('before-postgres-18.tar'))
  const server = await startPostgres({ folder, durable: false })
  const rows = await rowsOf(server.connectionString, 'select name from organizers')
  await server.stop()
  assert.deepEqual(rows, [{ name: 'Of fifteen' }])
  assert.equal(await upgrade(configOf(folder), quiet), undefined)
})
