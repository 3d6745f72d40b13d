/** Databases from before the baseline go on, or are refused. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import type pg from 'pg'
import { anEmptyDatabase } from '../../../test/databases.ts'
import { makeFormer } from '../../../test/former.ts'
import { schemaOf } from '../../../test/schema.ts'
import { baseline, currentMigrations, formerFolder, formerMigrations } from './baseline.ts'
import { connectPool } from './connections.ts'
import { migrate } from './migrate.ts'

const pools: pg.Pool[] = []
after(() => Promise.all(pools.map((pool) => pool.end())))

/** A database of this version with an organizer and a festival. */
async function aDatabase() {
  const url = await anEmptyDatabase()
  const pool = connectPool(url, { max: 1, purpose: 'work' })
  pools.push(pool)
  await migrate(pool)
  await pool.query(`
    insert into organizers (id, name) values ('north', 'North');
    insert into festivals (id, organizer_id, name, search_name, start_time, end_time)
    values ('0198c0de-0000-7000-8000-00000000000a', 'north', 'Harbour', 'harbour', now(), now())`)
  return { pool, schema: () => schemaOf(url) }
}

const namesIn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

const later = readdirSync('migrations').filter(
  (name) => name > '0010_people.sql' && name.endsWith('.sql'),
)

// Requirement (rules): Databases and backups from before the baseline go on, or are refused with the commit to upgrade
//   through
test('a database with all migrations that the baseline replaced gets the schema of a new one, and keeps its rows', async () => {
  const { pool, schema } = await aDatabase()
  const before = await schema()
  await makeFormer(pool)
  assert.notDeepEqual(await schema(), before)
  const { applied } = await migrate(pool)
  assert.equal(applied, readdirSync(formerFolder).length + later.length)
  assert.deepEqual(await schema(), before)
  const { rows } = await pool.query('select name, moved_at, organizer_id from festivals')
  assert.deepEqual(rows, [{ name: 'Harbour', moved_at: null, organizer_id: 'north' }])
  assert.deepEqual(
    new Set(await namesIn(pool)),
    new Set([...formerMigrations(), ...baseline, ...later]),
  )
  assert.equal((await migrate(pool)).applied, 0)
})

// Requirement (rules): Databases and backups from before the baseline go on, or are refused with the commit to upgrade
//   through
test('an adoption that stopped in the middle goes on', async () => {
  const { pool, schema } = await aDatabase()
  const before = await schema()
  await makeFormer(pool)
  await pool.query('alter table gate_devices rename to hidden')
  await assert.rejects(migrate(pool), /Migration 0150_standing_access\.sql failed/)
  assert.equal((await namesIn(pool)).includes(baseline[0]), false)
  await pool.query('alter table hidden rename to gate_devices')
  await migrate(pool)
  assert.deepEqual(await schema(), before)
})

// Requirement (rules): Databases and backups from before the baseline go on, or are refused with the commit to upgrade
//   through
test('a database that lacks one is refused with the commit to upgrade through, and stays as it was', async () => {
  const { pool, schema } = await aDatabase()
  await makeFormer(pool)
  await pool.query(
    "delete from migrations where name in ('0128_openid.sql', '0136_queue_notices.sql')",
  )
  const before = await schema()
  await assert.rejects(migrate(pool), {
    message:
      'The database lacks 2 of the migrations that this version needs, such as 0128_openid.sql: start the version of commit 873b597b on it once, and then this one',
  })
  assert.deepEqual(await schema(), before)
})

test('no two migrations have one name', () => {
  const names = [...formerMigrations(), ...readdirSync('migrations')]
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(readdirSync('migrations').toSorted().slice(0, 10), [...baseline])
})

test('the former migrations count as the baseline, whatever was recorded with them', () => {
  const former = formerMigrations()
  assert.deepEqual(currentMigrations([]), [])
  assert.deepEqual(currentMigrations(former), [...baseline])
  assert.deepEqual(currentMigrations([...former, ...baseline, '0011_x.sql']), [
    ...baseline,
    '0011_x.sql',
  ])
  assert.deepEqual(currentMigrations([...baseline]), [...baseline])
})
