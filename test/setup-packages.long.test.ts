/** Which packages a start, a test and a changed lockfile install, and what is shown meanwhile. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { inTerminal, noTerminal } from './pty.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** In place of npm: notes how it was called, and installs as slowly as asked, without a registry. */
const installer = `
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json'))
  const present = {}
  fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
  if (fs.existsSync('broken')) {
    console.error('npm warn EBADENGINE Unsupported engine\\nnpm error 404 Not Found')
    process.exit(7)
  }
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  for (const [folder, one] of Object.entries(packages)) {
    if (!folder || one.os || (one.dev && process.argv.includes('--omit=dev'))) continue
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(folder + '/package.json', '{}')
    present[folder] = one
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.SLOW ?? 0))
  }
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: present }))`

const lockfile = (version: string) => ({
  packages: {
    '': { name: 'festival' },
    'node_modules/fastify': { version },
    'node_modules/pg': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', os: ['aix'], optional: true },
    'node_modules/knip': { version: '1.0.0', dev: true },
  },
})

/** A folder with the set-up, a lockfile of four packages, and nothing to build. */
async function aTree() {
  const root = await mkdtemp(join(tmpdir(), 'festival-packages-'))
  folders.push(root)
  const write = (name: string, text: string) => writeFile(join(root, name), text)
  await cp('scripts', join(root, 'scripts'), { recursive: true })
  await write('scripts/join-libraries.ts', '')
  await write(
    'scripts/build-pages.ts',
    "import fs from 'node:fs'\nfs.mkdirSync('pages/dist', { recursive: true })\n",
  )
  await write('npm-cli.js', `const fs = require('node:fs')${installer}`)
  await write('package-lock.json', JSON.stringify(lockfile('1.0.0')))
  const env = { PATH: process.env['PATH'] ?? '', npm_execpath: join(root, 'npm-cli.js') }
  const setUp = async (npm_lifecycle_event: string) => {
    const child = spawn(process.execPath, ['scripts/setup.mjs'], {
      cwd: root,
      env: { ...env, npm_lifecycle_event },
    })
    return await resultOf(child)
  }
  /** How npm was called since the last time this was asked. */
  const calls = async () => {
    const text = await readFile(join(root, 'calls'), 'utf8').catch(() => '')
    await rm(join(root, 'calls'), { force: true })
    return text.split('\n').filter(Boolean)
  }
  return { root, env, write, setUp, calls }
}

async function resultOf(child: ReturnType<typeof spawn>) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      said += data
    })
  }
  const status = await new Promise((resolve) => child.on('close', resolve))
  return { status, said }
}

const options = '--ignore-scripts --no-audit --no-fund'

test('a start installs what serves, a test adds the tools and leaves the rest, once each', async () => {
  const { setUp, calls } = await aTree()
  const first = await setUp('prestart')
  assert.equal(first.status, 0, first.said)
  assert.match(
    first.said,
    /^Installing the packages \(first start only, about 30 s\) \.\.\.\nInstalled in \d+ s\.\n/,
  )
  assert.deepEqual(await calls(), [`ci --omit=dev ${options}`])
  await setUp('prestart')
  assert.deepEqual(await calls(), [])
  assert.match((await setUp('prebench')).said, /^Installing the tools for development/)
  assert.deepEqual(await calls(), [`install --no-save --include=dev ${options}`])
  for (const script of ['pretest', 'pretest:faults', 'precheck', 'prestart', 'setup']) {
    await setUp(script)
    assert.deepEqual(await calls(), [], script)
  }
})

test('a test in a fresh folder installs all at once, and a changed lockfile does so again', async () => {
  const { setUp, calls, write } = await aTree()
  await setUp('pretest')
  assert.deepEqual(await calls(), [`ci --include=dev ${options}`])
  await write('package-lock.json', JSON.stringify(lockfile('1.0.1')))
  assert.match(
    (await setUp('prestart')).said,
    /^Installing the packages \(some are missing or outdated/,
  )
  assert.deepEqual(await calls(), [`ci --omit=dev ${options}`])
})

test('what npm says of a failure is shown, and the next start tries again', async () => {
  const { root, setUp, write } = await aTree()
  await write('broken', '')
  const { status, said } = await setUp('prestart')
  assert.equal(status, 7)
  assert.match(said, /npm error 404 Not Found\n+The packages could not be installed\.\n$/)
  assert.doesNotMatch(said, /EBADENGINE/)
  await rm(join(root, 'broken'))
  assert.equal((await setUp('prestart')).status, 0)
})

test('a terminal shows each second how many are installed', { skip: noTerminal }, async () => {
  const { root, env } = await aTree()
  const child = inTerminal(`exec ${process.execPath} scripts/setup.mjs`, {
    cwd: root,
    env: { ...env, SLOW: '1100', npm_lifecycle_event: 'prestart' },
  })
  const { status, said } = await resultOf(child)
  assert.equal(status, 0, said)
  const lines = stripVTControlCharacters(said).split('\r')
  assert.ok(lines.includes('Installing the packages: 1 of 2, 1 s'), said)
  assert.match(lines.join('\n'), /^Installed in \d s\.$/m)
})
