import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'
import { connectPool } from './connections.ts'
import { migrate } from './migrate.ts'

const { connectionString } = await aWorld()
const working = connectPool(connectionString, { max: 4, purpose: 'work' })
const requests = connectPool(connectionString, { max: 2, purpose: 'requests' })
const folders: string[] = []
after(async () => {
  await Promise.all([working.end(), requests.end()])
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** A folder with one migration. */
async function aMigration(name: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-migrations-'))
  folders.push(folder)
  await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const waitsFor = async (kind: string) => {
  const { rows } = await working.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query ~ $1`,
    [kind],
  )
  return rows.length > 0
}

// Requirement (rules): A migration that waits for a lock does not make other transactions wait behind it
test('a migration that waits for a lock lets others pass, and tries again', async () => {
  const folder = await aMigration(
    '9001_more.sql',
    'alter table users add column shoe_size integer;',
  )
  const long = await working.connect()
  await long.query('begin')
  await long.query('select count(*) from users')
  const migrated = migrate(working, folder)
  await until('it waits', () => waitsFor('shoe_size'))
  // These queue behind the migration, for less time than a request waits.
  for (let nth = 0; nth < 4; nth++) await requests.query('select count(*) from users')
  await long.query('commit')
  long.release()
  assert.equal((await migrated).applied, 1)
  assert.equal((await migrate(working, folder)).applied, 0)
  await working.query('select shoe_size from users')
})

// Requirement (rules): Indexes of tables in use are built concurrently, while other processes wait for their
//   turn to migrate
test('an index is built during writes, while another process waits for its turn', async () => {
  const folder = await aMigration(
    '9002_index.concurrently.sql',
    `-- Not used; yet.
     drop index concurrently if exists users_by_last_name;
     create index concurrently users_by_last_name on users (last_name);`,
  )
  const both = await Promise.all([migrate(working, folder), migrate(working, folder)])
  assert.equal(both[0].applied + both[1].applied, 1)
  const { rows } = await working.query(
    "select indisvalid from pg_index where indexrelid = 'users_by_last_name'::regclass",
  )
  assert.deepEqual(rows, [{ indisvalid: true }])
})

test('a failed one is named, and leaves nothing behind', async () => {
  const text = 'create table half (); insert into nowhere values (1);'
  const folder = await aMigration('9003_half.sql', text)
  await assert.rejects(migrate(working, folder), {
    message: 'Migration 9003_half.sql failed: relation "nowhere" does not exist',
  })
  const { rows } = await working.query("select to_regclass('half') as half")
  assert.deepEqual(rows, [{ half: null }])
})
