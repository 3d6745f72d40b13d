/** Data copied in parts is the same in the other table, wherever a part ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPool } from '#platform/database/connections'
import { aWorld } from '../../../test/world.ts'
import { copyIn, copyOut, type Part } from './copy.ts'

const { connectionString } = await aWorld()

/**
 * Copies the rows of a query into a table of the same form; returns the parts, and whether all rows are the
 * same.
 */
async function copied(query: string) {
  const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
  const client = await pool.connect()
  try {
    await client.query(`create temp table source as ${query}`)
    await client.query('create temp table target (like source)')
    const parts: Part[] = []
    for await (const part of copyOut(client, 'select * from source')) parts.push(part)
    let rows = 0
    for (const { bytes } of parts) rows += await copyIn(client, 'target', bytes)
    const { rows: differing } = await client.query(
      '(table source except all table target) union all (table target except all table source) limit 1',
    )
    return { parts, rows, differing }
  } finally {
    client.release(true)
    await pool.end()
  }
}

// Requirement (rules): `festival backup` and `restore`
test('many rows make several parts, each of whole rows', async () => {
  const { parts, rows, differing } = await copied(`
    select n, case n % 3 when 0 then null when 1 then E'two\\nlines\\t' || n else '\\N' end as text,
           repeat(md5(n::text), 4) as filler
    from generate_series(1, 60000) n`)
  assert.ok(parts.length >= 2, `${parts.length}`)
  assert.deepEqual([rows, differing], [60_000, []])
  assert.equal(
    parts.reduce((sum, part) => sum + part.rows, 0),
    60_000,
  )
})

test('a row may be longer than a part, and a table empty', async () => {
  const long = await copied(`
    select n, case when n = 3 then repeat('a\\b', 1500000) else 'short' end as text
    from generate_series(1, 5) n`)
  assert.deepEqual([long.rows, long.differing], [5, []])
  const none = await copied('select 1 as n where false')
  assert.deepEqual([none.parts, none.rows, none.differing], [[], 0, []])
})
