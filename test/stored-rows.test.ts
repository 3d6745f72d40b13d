/** The table of stored rows in docs/security.md names every table of the database. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aWorld } from './world.ts'

const { db } = await aWorld()

test('docs/security.md says of every table what may be stored in it, and when it is deleted', async () => {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split(
    '## Rows that callers write',
  )
  const rows = section.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []
  const named = rows.flatMap((row) => row.split(' | ')[0]?.match(/(?<=`)[a-z_]+(?=`)/g) ?? [])
  const { rows: tables } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = 'public'`.execute(db)
  assert.deepEqual(named.toSorted(), tables.map(({ name }) => name).toSorted())
})
