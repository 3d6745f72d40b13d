/** Every test that `docs/security.md` names as a proof exists. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const text = readFileSync('docs/security.md', 'utf8')

/** The tests of a row: *name* in `file`; `…` in a name matches any text. */
const named = [...text.matchAll(/\*([^*|]+)\* in `([^`]+)`/g)].map(([, name = '', file = '']) => ({
  name,
  file,
}))

/** The names of tests and suites as they are written, templates too. */
function titlesOf(file: string): string[] {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const titles = source.matchAll(/\b(?:test|suite)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...titles].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

function isTitle(title: string, name: string): boolean {
  const parts = name.split('…')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return title === name
  return (
    title.startsWith(first) && title.endsWith(last) && parts.every((part) => title.includes(part))
  )
}

// Requirement (rules): Attackers: every row of the OWASP API Security Top 10 (2023) and the applicable ASVS 5
//   level 2 chapters in docs/security.md, with the test that proves it
test('every test that docs/security.md names is in the file it names', () => {
  assert.ok(named.length > 100, `${named.length}`)
  const missing = named.filter(
    ({ name, file }) => !titlesOf(file).some((title) => isTitle(title, name)),
  )
  assert.deepEqual(missing, [])
})

for (const risk of Array.from({ length: 10 }, (_, index) => `API${index + 1}:2023`)) {
  // Requirement (rules): Attackers: every row of the OWASP API Security Top 10 (2023)
  test(`docs/security.md has a row for ${risk} that names a test`, () => {
    const row = text.split('\n').find((line) => line.startsWith(`| ${risk} `)) ?? ''
    assert.match(row, /\*[^*|]+\* in `[^`]+`/)
  })
}

test('every requirement has a row of its own, with a test or the reason why there is none', () => {
  const rows = text.split('\n').filter((line) => /^\| (?:API)?\d/.test(line))
  const ids = rows.map((row) => row.split(' | ')[0])
  assert.deepEqual(ids, [...new Set(ids)])
  const reasons =
    /(?:Does not apply|Nothing to test|Weaker, see below|No input gets there|By the pages' own tests in a browser)\. \|$/
  const silent = rows.filter((row) => !/\*[^*|]+\* in `/.test(row) && !reasons.test(row))
  assert.deepEqual(silent, [])
})
