/** A service that has just begun to listen answers its first requests. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/read'
import { createLog } from '#platform/observe/log'
import { aDatabase } from '../../test/world.ts'
import { open } from './open.ts'

const { connectionString, drop } = await aDatabase()
const folder = await mkdtemp(join(tmpdir(), 'festival-starting-'))
const closing = new AsyncDisposableStack()
after(async () => {
  await closing.disposeAsync()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

/** Blocks the event loop, ms, like the loading of a library. */
function hold(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('requests that come while the loading of jobs holds the loop are answered; later ones are refused', async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    BUSY_AFTER_MS: '50',
    LOG_LEVEL: 'silent',
  })
  const log = createLog('silent')
  const { port, infrastructure } = await open(
    closing,
    { config, connectionString, certificate: undefined },
    { log },
  )
  const statusOf = async () => {
    const holding = setInterval(hold, 1, 150)
    // The request arrives while the event loop is already late.
    await pause(200)
    const { status } = await fetch(`http://127.0.0.1:${port}/organizers`)
    clearInterval(holding)
    return status
  }
  assert.equal(await statusOf(), 200)
  await infrastructure.jobs.start()
  assert.equal(await statusOf(), 503)
})
