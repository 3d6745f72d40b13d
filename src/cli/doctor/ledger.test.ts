import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#platform/config/read'
import { aTier, points } from '../../../test/buying.ts'
import { aWorld } from '../../../test/world.ts'
import { examine } from './doctor.ts'
import { checkLedger } from './ledger.ts'

const world = await aWorld()
const { db, post, aUser, connectionString, folder } = world
const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: folder })

const ada = await aUser()
await points(world, ada, 100)
const { id: entity_id } = await aTier(world)
await post('/payments', { payment_type: 'ticket', entity_id, pointsToUse: 100 }, { as: ada })

test('the doctor checks the ledger on request', async () => {
  const env = { DATABASE_URL: connectionString, DATA_DIR: folder, PORT: '0' }
  const named = async (options?: { withLedger: boolean }) =>
    (await examine(env, options)).map(({ name }) => name)
  assert.equal((await named()).includes('Ledger'), false)
  assert.equal((await named({ withLedger: true })).at(-1), 'Ledger')
})

// Requirement (rules): festival doctor --ledger checks all of it on a live database
test('it reports how much it checked, and every fault', async () => {
  // One point for each of the 49 EUR paid.
  const size = '1 payment, 1 ticket, 49 points'
  assert.deepEqual(await checkLedger(config), {
    name: 'Ledger',
    ok: true,
    detail: `${size}: nothing amiss`,
  })
  await sql`update tiers set sold = 0 where id = ${entity_id}`.execute(db)
  const { ok, detail, faults } = await checkLedger(config)
  assert.deepEqual([ok, detail], [false, `${size}: not right`])
  const sentence = `Tier ${entity_id}: sold 0 and held 0, but 1 payments bought and 0 hold it`
  assert.deepEqual(faults, [sentence])
})

test('without a database there is nothing to check, and none is created', async () => {
  const { ok, detail } = await checkLedger(readConfig({ DATA_DIR: `${folder}/none` }))
  assert.deepEqual([ok, detail], [true, 'empty: no database yet'])
  assert.equal(existsSync(`${folder}/none`), false)
})

test('a database that is away is reported', async () => {
  const away = { ...config, DATABASE_URL: 'postgres://127.0.0.1:1/festival' }
  const { ok, advice } = await checkLedger(away)
  assert.equal(ok, false)
  assert.ok(advice)
})
