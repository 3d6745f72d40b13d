import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const manifest: Record<string, Record<string, string>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const reasons = readFileSync('docs/dependencies.md', 'utf8')
const kinds = ['dependencies', 'optionalDependencies', 'devDependencies']
const all = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}))

test('every dependency has an exact version and a reason', () => {
  for (const [name, version] of all) {
    assert.match(version, /^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    const scope = `${name.split('/')[0]}/*`
    assert.ok(
      reasons.includes(`\`${name}\``) || reasons.includes(`\`${scope}\``),
      `${name} has no reason`,
    )
  }
})

test('no reason is left of a dependency that was removed', () => {
  for (const [, name = ''] of reasons.matchAll(/`((?:@[\w-]+\/)?[\w.*-]+)`/g)) {
    if (/^(openapi\.json|sql|multipart)/.test(name) || name.endsWith('/*')) continue
    assert.ok(
      all.some(([known]) => known === name),
      `${name} is not installed`,
    )
  }
})
