/** The judge of every change names tests that fail now and then, and fails when there are too many of them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = await mkdtemp(join(tmpdir(), 'festival-ci-'))
after(() => rm(folder, { recursive: true }))
const { NODE_TEST_CONTEXT: _, ...env } = process.env

/** Writes a file with a test that passes, and tests that fail the first time, or each time. Returns its path. */
async function aFile(name: string, { unsteady = 0, broken = 0 }) {
  const path = join(folder, `${name}.test.cjs`)
  await writeFile(
    path,
    `const { test } = require('node:test')
    const { existsSync, writeFileSync } = require('node:fs')
    test('is steady', () => {})
    for (let n = 0; n < ${unsteady}; n++) test('is unsteady ' + n, () => {
      const mark = __filename + n
      if (existsSync(mark)) return
      writeFileSync(mark, '')
      throw new Error('the first time')
    })
    for (let n = 0; n < ${broken}; n++) test('is broken ' + n, () => { throw new Error('each time') })`,
  )
  return path
}

/** Writes a command that runs files, as `npm test` does. Returns its path. */
async function aSuite(name: string, ...files: Parameters<typeof aFile>[1][]) {
  const paths = await Promise.all(files.map((file, nth) => aFile(`${name}-${nth}`, file)))
  const command = join(folder, name)
  // Files that follow are run instead of the suite.
  const chosen = `if [ "$1" = -- ]; then shift; else set -- ${paths.join(' ')}; fi`
  await writeFile(command, `#!/bin/sh\n${chosen}\nexec node --test --test-reporter=spec "$@"\n`)
  await chmod(command, 0o755)
  return command
}

/** Runs suites as .ci/run does. */
function judge(...suites: string[]): Promise<{ code: number; output: string }> {
  const lines = suites.map((command) => `again 'a suite' 10 ${command}`)
  const script = ['. .ci/steps', ...lines, 'report'].join('\n')
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout }),
    )
  })
}

const lastLine = (output: string) => output.trimEnd().split('\n').at(-1)

test('two files whose tests fail the first time and pass alone are named, and do not fail the run', async () => {
  const suite = await aSuite('two', { unsteady: 1 }, { unsteady: 3 })
  const { code, output } = await judge(suite)
  assert.deepEqual([code, lastLine(output)], [0, '6 passed, 0 failed'], output)
  const [, named = ''] = output.split('── what failed the first time and was run again')
  assert.match(named, /two-0\.test\.cjs: is unsteady 0\n/)
  assert.match(named, /two-1\.test\.cjs: is unsteady 2\n/)
})

test('three files whose tests fail the first time fail the run, and are not repeated', async () => {
  const suite = await aSuite('three', { unsteady: 1 }, { unsteady: 1 }, { unsteady: 1 })
  const { code, output } = await judge(suite)
  assert.deepEqual([code, lastLine(output)], [1, '3 passed, 3 failed'])
  assert.match(output, /FAILED: tests of 3 files have failed the first time, more than 2/)
  assert.match(output, /three-2\.test\.cjs: is unsteady 0\n/)
  assert.ok(!output.includes('once more'))
})

test('files that fail the first time in several suites count together', async () => {
  const one = await aSuite('a', { unsteady: 1 })
  const other = await aSuite('b', { unsteady: 1 }, { unsteady: 1 })
  const { code, output } = await judge(one, other)
  assert.deepEqual([code, lastLine(output)], [1, '4 passed, 2 failed'])
})

test('a test that fails twice fails the run', async () => {
  const suite = await aSuite('broken', { broken: 1, unsteady: 1 })
  const { code, output } = await judge(suite)
  assert.deepEqual([code, lastLine(output)], [1, '2 passed, 1 failed'], output)
})
