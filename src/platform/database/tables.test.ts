import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { printTables } from '../../../scripts/print-tables.ts'
import { aWorld } from '../../../test/world.ts'

const { connectionString } = await aWorld()

test('tables.ts is what `npm run db:types` prints', async () => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  const printed = await printTables(pool)
  await pool.end()
  assert.equal(readFileSync(new URL('tables.ts', import.meta.url), 'utf8'), printed)
})
