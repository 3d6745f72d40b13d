import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coveragePage, requirementsIn } from '../scripts/print-coverage.ts'

test('each requirement has the test that docs/contract-coverage.md names', () => {
  const stored = readFileSync('docs/contract-coverage.md', 'utf8')
  assert.equal(
    coveragePage(),
    stored,
    'print the page with `npm run docs:coverage`, and look at what it lost',
  )
})

test('a comment above a test names what it proves, in several lines and for several cases', () => {
  const source = [
    '  // Requirement (errors): an amount is',
    '  //   at least 1 cent',
    '  // Requirement (limits): a list of 100',
    '  test(`an amount of ${cents} is refused`, async () => {})',
  ].join('\n')
  const title = 'an amount of … is refused'
  assert.deepEqual(requirementsIn(source, 'a.test.ts'), [
    { chapter: 'errors', requirement: 'an amount is at least 1 cent', title, file: 'a.test.ts' },
    { chapter: 'limits', requirement: 'a list of 100', title, file: 'a.test.ts' },
  ])
})

test('a requirement above no test is refused by the name of its file', () => {
  const source = '// Requirement (errors): an amount is at least 1 cent\nconst amount = 1\n'
  assert.throws(
    () => requirementsIn(source, 'a.test.ts'),
    /a\.test\.ts: a requirement stands above no test/,
  )
})
