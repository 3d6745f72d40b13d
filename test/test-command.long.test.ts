import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const { NODE_TEST_CONTEXT: _, ...env } = process.env

test('a file given to the test command is run alone, and so is a folder', async () => {
  const file = 'src/platform/values/money.test.ts'
  const one = await run(process.execPath, ['scripts/test.ts', 'all', file], { env })
  assert.match(one.stdout, /is not a price/)
  const [, tests] = /ℹ tests (\d+)/.exec(one.stdout) ?? []
  assert.ok(Number(tests) < 100, `${tests} tests ran`)
  const folder = ['src/platform/values', '--test-name-pattern=is not a price']
  const { stdout } = await run(process.execPath, ['scripts/test.ts', 'all', ...folder], { env })
  assert.match(stdout, /✔ src\/platform\/values\/text\.test\.ts/)
  assert.doesNotMatch(stdout, /src\/payments/)
})

test('a suite that does not exist is refused by name', async () => {
  const asked = run(process.execPath, ['scripts/test.ts', 'every'], { env })
  await assert.rejects(asked, /There is no suite every; there are all, long, database, pages/)
})

test('a file that does not exist is refused by name', async () => {
  const asked = run(process.execPath, ['scripts/test.ts', 'all', 'test/none.test.ts'], { env })
  await assert.rejects(asked, /No test file matches test\/none\.test\.ts/)
})

test('files that share a process are named above their tests, and end as one run', async () => {
  const files = ['src/platform/values/money.test.ts', 'src/platform/values/limit.test.ts']
  const { stdout } = await run(process.execPath, ['scripts/test.ts', 'all', ...files], { env })
  for (const file of files) assert.match(stdout, new RegExp(`▶ ${file}`))
  assert.match(stdout, /ℹ suites 2\n/)
})

test('a file that ends the process it shares is named, and the others are run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'festival-test-command-'))
  const file = join(folder, 'ends.test.js')
  await writeFile(file, "require('node:test')('ends', () => process['exit'](3))")
  try {
    const others = ['src/platform/values/money.test.ts', 'src/platform/values/limit.test.ts']
    const asked = run(process.execPath, ['scripts/test.ts', 'all', file, ...others], { env })
    await assert.rejects(asked, ({ stdout }) => {
      assert.match(stdout, /test at .*ends\.test\.js:1:1\n✖ .*ends\.test\.js did not end/)
      for (const other of others) assert.match(stdout, new RegExp(`✔ ${other}`))
      return true
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a run ends although a failed test left a timer behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'festival-test-command-'))
  const file = join(folder, 'timer.test.js')
  await writeFile(
    file,
    "require('node:test')('fails', () => { setInterval(() => {}, 1000); throw new Error('failed on purpose') })",
  )
  try {
    const asked = run(process.execPath, ['scripts/test.ts', 'all', file], { env })
    await assert.rejects(asked, ({ stdout }) => /failed on purpose/.test(stdout))
  } finally {
    await rm(folder, { recursive: true })
  }
})
