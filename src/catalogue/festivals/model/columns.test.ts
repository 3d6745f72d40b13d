import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aWorld } from '../../../../test/world.ts'
import { festivalColumns, tierColumns } from './columns.ts'

const { db } = await aWorld()

/** Returns the columns that fire a trigger when they change. */
async function columnsOf(trigger: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name
    from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
    where tgname = ${trigger}`.execute(db)
  return rows.map(({ name }) => name)
}

for (const [trigger, { stored }] of [
  ['festivals_changed', festivalColumns],
  ['tiers_changed', tierColumns],
] as const) {
  test(`${trigger} fires for every column that an answer shows`, async () => {
    const named = await columnsOf(trigger)
    const shown = stored.filter(({ about }) => about !== undefined).map(({ name }) => name)
    // `location` is written with the coordinates, as both give the position.
    const missing = shown.filter((name) => !named.includes(name) && name !== 'coordinates')
    assert.deepEqual(missing, [])
    assert.equal(named.includes('location'), shown.includes('coordinates'))
  })
}
