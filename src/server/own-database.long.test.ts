import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import pino from 'pino'
import { until } from '../../test/until.ts'
import { openOwnDatabase } from './own-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'festival-own-'))
after(() => rm(folder, { recursive: true, force: true }))
const lines: string[] = []
const log = pino({}, { write: (line) => lines.push(line) })
const options = { folder, durable: false }

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function kill() {
  const lock = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
}

/** Kills and opens the server until it succeeds: the service that has it may restart it faster. */
async function takeOver() {
  for (;;) {
    await kill()
    try {
      return await openOwnDatabase(options, log)
    } catch (error) {
      assert.match(String(error), /Another service already runs on /)
    }
  }
}

const isBack = (times: number) =>
  until('back', async () => lines.filter((line) => line.includes('runs again')).length === times)

// Requirement (rules): PostgreSQL killed: the service is back by itself, with its own PostgreSQL
test('a killed server is restarted at its address, and stopped for good when it is closed', async () => {
  const own = await openOwnDatabase(options, log)
  for (let times = 1; times <= 2; times++) {
    await kill()
    await isBack(times)
    assert.equal(await answers(own.connectionString), true)
    await assert.rejects(openOwnDatabase(options, log), /Another service already runs on /)
  }
  await own.close()
  assert.equal(await answers(own.connectionString), false)
})

test('closed while its server is gone, it starts none any more', async () => {
  const own = await openOwnDatabase(options, log)
  await kill()
  await until('gone', async () => !(await answers(own.connectionString)))
  await own.close()
  assert.equal(await answers(own.connectionString), false)
})

// Requirement (rules): Two services on one data folder
test('where another service was quicker to start it, the first one says so', async () => {
  const first = await openOwnDatabase(options, log)
  const second = await takeOver()
  assert.match((await first.lost).message, /Another service already runs on /)
  await first.close()
  assert.equal(await answers(second.connectionString), true)
  await second.close()
})
