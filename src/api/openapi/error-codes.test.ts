import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes, fieldCodes } from './error-codes.ts'

const contract = readFileSync('docs/contract/errors.md', 'utf8')

/** The rows of the table with this heading: code and meaning. */
function tableOf(heading: string): Record<string, string> {
  const [, table = ''] = contract.split(`| \`code\` | ${heading} |\n|---|---|\n`)
  const rows = table.split('\n\n')[0]?.trim().split('\n') ?? []
  return Object.fromEntries(rows.map((row) => row.slice(3, -2).split('` | ')))
}

test('the contract lists every code of a refusal, and what it means', () => {
  assert.deepEqual(tableOf('When'), errorCodes)
})

test('the contract lists every code of a field, and what it means', () => {
  assert.deepEqual(tableOf('The value'), fieldCodes)
})
