import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../test/until.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-interrupted-'))
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))

test('a drill that is interrupted leaves no folder and no process behind', async () => {
  const args = ['--import', './src/compiled.mjs', 'src/cli.ts', 'drill', '--size', 'small']
  const child = spawn(process.execPath, [...args, '--out', join(folder, 'drill.html')], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const made = async () => (await readdir(folder)).filter((name) => name.includes('-drill-'))
  const services = async () => {
    const [name = ''] = await made()
    return readdir(join(folder, name, 'service')).catch(() => [])
  }
  await until('its services run', async () => (await services()).length > 0, 60_000)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.deepEqual([code, await made()], [130, []])
})
