/** Liveness and readiness, as health checks see them every few seconds. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beginDraining } from '#platform/http/draining'
import { aDistantService, type LogLine } from './distant-service.ts'
import { runOn } from './ground.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

const world = await aWorld()

/** What is wrong, but for the line of each probe that is told so. */
const warningsOf = (lines: LogLine[]) =>
  lines
    .filter(({ level, msg }) => level >= 40 && !msg?.startsWith('The database takes no writes'))
    .map(({ msg }) => msg)

const distant = await aDistantService(world)

// Requirement (rules): /health/live answers 200 while the process runs, /health/ready when it may be sent
//   requests, for every caller
test('a healthy service is live and ready, for any caller', async () => {
  assert.deepEqual((await world.get('/health/live', { client: null })).body, { status: 'live' })
  const ready = async () => (await world.get('/health/ready', { client: null })).body
  // Half a second is little for a busy machine.
  await until('ready', async () => (await ready()).status === 'ready')
})

test('a service whose own database has too little space is not ready, and goes on answering', async () => {
  const small = await aWorld({ env: { DISK_RESERVE_MB: '1000000' } })
  const ready = () => small.get('/health/ready', { client: null })
  await until('ready: there is no own database', async () => (await ready()).status === 200)
  await mkdir(join(small.app.config.DATA_DIR, 'postgres'))
  const { status, body } = await ready()
  const error = 'The disk of the database is full'
  assert.deepEqual(
    [status, body],
    [503, { error, code: 'not_ready', check: 'disk', retry_after: 1 }],
  )
  assert.equal((await small.get('/artists')).status, 200)
})

// Requirement (rules): Probes cost one statement however many come at once
test('simultaneous health checks make one query to the database', async () => {
  await until('all are ready', async () => {
    world.statements.length = 0
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.get('/health/ready', { client: null })),
    )
    return answers.every(({ status }) => status === 200)
  })
  const looks = world.statements.filter((text) => text.includes('pg_is_in_recovery'))
  assert.equal(looks.length, 1)
})

// Requirement (rules): Too much to do does not make a process unready, and its health and figures are
//   answered while others are refused
test('an overloaded service is ready, and says so while it refuses other requests', async () => {
  const busy = await aWorld({
    env: { BUSY_AFTER_MS: '500' },
    parts: { waitForDatabase: () => 100_000 },
  })
  assert.equal((await busy.get('/artists')).status, 503)
  assert.equal((await busy.get('/health/ready')).status, 200)
  assert.equal((await busy.get('/health/live')).status, 200)
  const { statusCode, body } = await busy.app.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(body, /^festival_refusals_total\{code="busy"\} 1$/m)
})

test('a service whose connections are all taken stays ready', async () => {
  const read = () => sql`select from organizers`.execute(world.db)
  let held: Promise<unknown> = Promise.resolve()
  await world.work.transaction().execute(async (trx) => {
    await sql`lock table organizers in access exclusive mode`.execute(trx)
    held = Promise.all(Array.from({ length: 4 }, read))
    await until('a wait', async () => world.waitForDatabase() > 0)
    const { status } = await world.get('/health/ready')
    assert.ok(world.waitForDatabase() > 0)
    assert.equal(status, 200)
  })
  await held
})

// Requirement (rules): Ready means that the database takes writes within 500 ms; else 503 names the check
// Requirement (rules): An outage of the database is said once when it begins and once when it ends
test('while the database does not answer it is live, is not ready, and its figures say why', async () => {
  const { proxy, get, lines, infrastructure } = distant
  await distant.infrastructure.jobs.start()
  // What a busy database does not say within a second is left out.
  await until('figures', async () =>
    /^festival_payments_open\{/m.test((await get('/metrics')).text),
  )
  proxy.isSilent = true
  const first = await get('/health/ready')
  assert.deepEqual([first.status, JSON.parse(first.text).check], [503, 'database'])
  await until('away', async () => infrastructure.bus.reachability.isUnavailable())
  const later = await get('/health/ready')
  assert.deepEqual([later.status, JSON.parse(later.text).code], [503, 'not_ready'])
  assert.equal((await get('/health/live')).status, 200)
  await until('it is old', async () => !/festival_payments_open/.test((await get('/metrics')).text))
  assert.match((await get('/metrics')).text, /^festival_database_up 0$/m)
  proxy.isSilent = false
  await until('ready', async () => (await get('/health/ready')).status === 200)
  await until('said', async () => lines.some(({ msg }) => /responds again/.test(msg ?? '')))
  assert.match((await get('/metrics')).text, /^festival_database_up 1$/m)
  assert.deepEqual(warningsOf(lines), [
    'the database does not respond',
    'the database responds again',
  ])
})

test('an outage of 0.4 s is two lines of the log, of which the second counts what has failed', async () => {
  const { proxy, app, lines } = distant
  const begun = lines.length
  let refused = 0
  const ask = async () => {
    const { statusCode, body } = await app.inject({
      url: `/organizers?offset=${refused}`,
      headers: { 'x-f-authorization': world.client.token },
    })
    if (statusCode === 200) return
    assert.equal(JSON.parse(body).code, 'unavailable')
    refused++
  }
  await ask()
  proxy.cutAfter = 0
  proxy.reset()
  const isOver = wait(400)
  // At least: on a slow machine fewer are asked in that time.
  await until('ten are refused', async () => {
    await Promise.all(Array.from({ length: 10 }, ask))
    return refused >= 10
  })
  await isOver
  proxy.cutAfter = Number.POSITIVE_INFINITY
  const said = () => lines.slice(begun)
  await until('said', async () => said().some(({ msg }) => /responds again/.test(msg ?? '')))
  assert.deepEqual(warningsOf(said()), [
    'the database does not respond',
    'the database responds again',
  ])
  const { failed } = said().find(({ msg }) => /responds again/.test(msg ?? '')) ?? {}
  assert.equal(failed?.['requests'], refused)
})

// Requirement (rules): A database that only reads makes the service unready
test('a read-only database makes it unready', async () => {
  const name = new URL(world.connectionString).pathname.slice(1)
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const readOnly = (value: string) =>
    runOn(server, `alter database ${name} set default_transaction_read_only = ${value}`)
  await readOnly('on')
  try {
    distant.proxy.reset()
    await until('unready', async () => {
      const { status, text } = await distant.get('/health/ready')
      return status === 503 && /takes no writes/.test(text)
    })
  } finally {
    await readOnly('off')
    distant.proxy.reset()
  }
  await until('ready', async () => (await distant.get('/health/ready')).status === 200)
})

// Requirement (rules): A process that drains is not ready from the first moment, and still answers
test('a stopping service is not ready from the first moment, and live', async () => {
  beginDraining(distant.app.server)
  const { status, text } = await distant.get('/health/ready')
  assert.deepEqual([status, JSON.parse(text).check], [503, 'draining'])
  assert.equal((await distant.get('/health/live')).status, 200)
})

test('health checks are logged only where something is wrong', async () => {
  await world.get('/health/ready', { client: null })
  assert.deepEqual(
    world.lines.filter((line) => line.includes('/health/ready')),
    [],
  )
  await until('a line', async () =>
    distant.lines.some((line) => JSON.stringify(line).includes('"/health/ready","status":503')),
  )
})
