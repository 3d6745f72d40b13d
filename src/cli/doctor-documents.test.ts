import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#platform/config/read'
import { aFestival } from '../../test/catalogue.ts'
import { aWorld } from '../../test/world.ts'
import { examine } from './doctor.ts'
import { checkDocuments } from './doctor-documents.ts'

const world = await aWorld()
const { db, connectionString, folder } = world
const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: folder })
const ids: string[] = []
for (let n = 0; n < 103; n++) ids.push((await aFestival(world)).id)
const [id = ''] = ids

test('the doctor checks documents on request', async () => {
  const env = { DATABASE_URL: connectionString, DATA_DIR: folder, PORT: '0' }
  const named = async (options?: { withDocuments: boolean }) =>
    (await examine(env, options)).map(({ name }) => name)
  assert.equal((await named()).includes('Documents'), false)
  assert.equal((await named({ withDocuments: true })).at(-1), 'Documents')
})

test('absent documents are no fault', async () => {
  const { ok, detail } = await checkDocuments(config)
  assert.deepEqual([ok, detail], [true, '103 festivals, 103 still to be written: nothing amiss'])
  await sql`select write_festival_documents(${ids}::uuid[])`.execute(db)
  assert.equal((await checkDocuments(config)).detail, '103 festivals: nothing amiss')
})

test('it names the festivals with wrong documents, and its advice repairs them', async () => {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update festivals set name = 'Other' where id = ${id}`.execute(trx)
  })
  const { ok, detail, faults, advice = '' } = await checkDocuments(config)
  assert.deepEqual([ok, detail], [false, '103 festivals: 1 not right'])
  assert.deepEqual(faults, [`Festival ${id} is shown as it was before`])
  const [, statement = ''] = advice.split('"')
  await sql.raw(statement).execute(db)
  assert.equal((await checkDocuments(config)).ok, true)
})

test('without a database there is nothing to check, and none is created', async () => {
  const { ok, detail } = await checkDocuments(readConfig({ DATA_DIR: `${folder}/none` }))
  assert.deepEqual([ok, detail], [true, 'none: no database yet'])
  assert.equal(existsSync(`${folder}/none`), false)
})

test('a database that is away is reported', async () => {
  const away = { ...config, DATABASE_URL: 'postgres://127.0.0.1:1/festival' }
  const { ok, advice } = await checkDocuments(away)
  assert.equal(ok, false)
  assert.ok(advice)
})
