import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { notificationTypes } from './types.ts'

/** The types of a row of the table in section 6.2, each with the names in its `data`. */
function typesOf(row: string): [string, string[]][] {
  const [types = '', , data = ''] = row.slice(2, -2).split(' | ')
  const names = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name)
  return names(types).map((type) => [type, names(data)])
}

test('the contract lists every type and what its data names', () => {
  const contract = readFileSync('docs/contract/notifications.md', 'utf8')
  const [, table = ''] = contract.split('| `type` | Sent to | `data` |\n|---|---|---|\n')
  const rows = table.split('\n\n')[0]?.split('\n') ?? []
  assert.deepEqual(Object.fromEntries(rows.flatMap(typesOf)), notificationTypes)
})
