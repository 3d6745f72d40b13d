/** Several processes behind one port, and several such services on one database. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Agent, get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { aTier } from './buying.ts'
import { openReader } from './event-stream.ts'
import { aFolder, callAt, launch } from './service-process.ts'
import { until } from './until.ts'
import { aWorld, type Person } from './world.ts'

const world = await aWorld()
const token = world.client.token

const shared = {
  WORKERS: '2',
  DATABASE_URL: world.connectionString,
  DATABASE_CONNECTIONS: '3',
  SECRET_KEY: 'what the services on one database share',
  SIMULATED_PROCESSOR: 'approve_after=300',
  // Here a slow machine is no reason to refuse.
  BUSY_AFTER_MS: '600000',
}

/** Starts a service and waits until it is ready. */
async function aService(env: Record<string, string>, args: string[] = []) {
  const folder = await aFolder()
  const service = launch(folder, args, env)
  const isReady = async () => {
    assert.equal(service.child.exitCode, null, service.output())
    return /Ready in/.test(service.output())
  }
  await until('ready', isReady, 60_000)
  const [, port = ''] = /https?:\/\/localhost:(\d+)/.exec(service.output()) ?? []
  return { ...service, folder, port, url: `http://127.0.0.1:${port}` }
}

const [harbour, island] = await Promise.all([
  aService(shared, ['--https']),
  aService({ ...shared, LOG_LEVEL: 'error' }),
])

/** The processes that serve together, and the parent of each. */
async function allWorkers(): Promise<{ pid: number; parent: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return [...stdout.matchAll(/^ *(\d+) +(\d+) .*worker\.ts/gm)].map(([, pid, parent]) => ({
    pid: Number(pid),
    parent: Number(parent),
  }))
}

async function workersOf({ child }: Pick<typeof harbour, 'child'>): Promise<number[]> {
  return (await allWorkers()).flatMap(({ pid, parent }) => (parent === child.pid ? [pid] : []))
}

const untilGone = (pids: number[]) =>
  until('all gone', async () => (await allWorkers()).every(({ pid }) => !pids.includes(pid)))

/** The status of a GET; 0 when the connection broke. Without an agent it uses a connection of its own. */
function statusOf(url: string, { as, agent }: { as?: Person; agent?: Agent } = {}) {
  const headers = { 'x-f-authorization': token, ...(as && { 'x-f-authentication': as.token }) }
  return new Promise<number>((resolve) => {
    const asked = httpGet(url, { agent: agent ?? false, headers, timeout: 120_000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(0))
  })
}

/** Makes four requests, one after the other: each worker of the service at least once. */
async function statusesAt({ url }: { url: string }, path: string, as: Person) {
  const statuses = new Set<number>()
  for (let time = 0; time < 4; time++) statuses.add(await statusOf(url + path, { as }))
  return [...statuses]
}

const buyAt = async ({ url }: { url: string }, as: Person, method?: string) => {
  const { id: entity_id } = await aTier(world)
  const body = { payment_type: 'ticket', entity_id, processorPaymentMethodId: method }
  return callAt(url, '/payments', { token, user: as.token, body })
}

test('two workers share the port, which speaks HTTPS as well', async () => {
  assert.equal((await workersOf(harbour)).length, 2)
  const ca = await readFile(join(harbour.folder, 'https.crt'))
  const status = await new Promise((resolve, reject) => {
    const url = `https://localhost:${harbour.port}/payments/config`
    httpsGet(url, { ca, agent: false }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
  })
  assert.equal(status, 200)
})

// Requirement (rules): With several processes one look gives the whole, and what they share once
test('whichever worker reports the figures, they are those of all', async () => {
  const figures = async () => (await fetch(`${harbour.url}/metrics`)).text()
  const route = 'method="GET",route="/payments/config",status="2xx"'
  const asked = (text: string) =>
    Number(new RegExp(`duration_seconds_count\\{${route}\\} (\\d+)`).exec(text)?.[1] ?? 0)
  const before = asked(await figures())
  const all = await Promise.all(
    Array.from({ length: 20 }, () => statusOf(`${harbour.url}/payments/config`)),
  )
  assert.deepEqual(new Set(all), new Set([200]))
  const [one, other] = [await figures(), await figures()]
  assert.deepEqual([asked(one) - before, asked(other) - before], [20, 20])
  assert.match(one, /^festival_worker_restarts_total 0$/m)
  assert.equal(one.match(/^festival_payments_open\{status="pending"\}/gm)?.length, 1)
  assert.match(one, /^festival_database_connections_max\{pool="requests"\} 6$/m)
})

// Requirement (rules): Several processes on one database: what one sells the other knows
test('what one service sells, the other knows, and its stream reports it', async () => {
  const ada = await world.aUser()
  const headers = { 'x-f-authorization': token, 'x-f-authentication': ada.token }
  const reader = await openReader(`${harbour.url}/notifications/sse`, headers)
  const { status, body } = await buyAt(island, ada)
  assert.deepEqual([status, body.status], [201, 'succeeded'])
  assert.deepEqual(await statusesAt(harbour, `/payments/${body.id}`, ada), [200])
  await until('told', async () => reader.messages.length > 0)
  reader.close()
})

// Requirement (rules): Any worker takes the processor's webhook
test('a purchase that waits for its buyer is paid by whichever worker gets the webhook', async () => {
  const ada = await world.aUser()
  for (const service of [harbour, island]) {
    const bought = await Promise.all(
      Array.from({ length: 4 }, () => buyAt(service, ada, 'pm_card_threeDSecureRequired')),
    )
    for (const { body } of bought) {
      assert.match(body.status, /^(requires_action|succeeded)$/)
      await until('paid', async () => {
        const at = `/payments/${body.id}`
        const { body: payment } = await callAt(island.url, at, { token, user: ada.token })
        return payment.status === 'succeeded'
      })
    }
  }
})

// Requirement (rules): A token that ended is refused by every worker of every service
test('a token that has ended is refused by every worker of every service', async () => {
  const ada = await world.aUser()
  const everywhere = async () =>
    (await Promise.all([harbour, island].map((one) => statusesAt(one, '/users/i', ada)))).flat()
  assert.deepEqual(await everywhere(), [200, 200])
  const { status } = await callAt(island.url, '/auth/logout', { token, user: ada.token, body: {} })
  assert.equal(status, 200)
  await until('refused', async () => (await everywhere()).every((one) => one === 401))
})

test('a worker that is killed is replaced, and only its own connections break', async () => {
  const before = await workersOf(island)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const statuses: number[] = []
  const over = new AbortController()
  const ask = async () => {
    while (!over.signal.aborted)
      statuses.push(await statusOf(`${island.url}/payments/config`, { agent }))
  }
  const asking = Array.from({ length: 8 }, ask)
  await until('under way', async () => statuses.length >= 100)
  const [victim = 0] = before
  process.kill(victim, 'SIGKILL')
  const answered = statuses.length
  await until('others go on', async () => statuses.length >= answered + 100)
  await until('replaced', async () => {
    const now = await workersOf(island)
    return now.length === 2 && !now.includes(victim)
  })
  over.abort()
  await Promise.all(asking)
  agent.destroy()
  const broken = statuses.filter((status) => status !== 200)
  assert.ok(broken.length <= 8 && broken.every((status) => status === 0), `${broken}`)
  assert.match(island.output(), /"ended":"SIGKILL".*a worker has ended/)
  assert.deepEqual(await statusesAt(island, '/users/i', await world.aUser()), [200])
})

// Requirement (rules): A connection that a worker was handed at its death is answered by another
test('a connection that a worker received as it died is answered by another', async () => {
  const [victim = 0] = await workersOf(island)
  process.kill(victim, 'SIGSTOP')
  let answered = 0
  const asked = Array.from({ length: 4 }, async () => {
    const status = await statusOf(`${island.url}/health/live`)
    answered++
    return status
  })
  // It receives one, and no more until it takes it.
  await until('all others answered', async () => answered === 3)
  process.kill(victim, 'SIGKILL')
  assert.deepEqual(await Promise.all(asked), [200, 200, 200, 200])
  await until('replaced', async () => (await workersOf(island)).length === 2)
})

test('a start on a taken port fails with that reason, whichever process finds out', async () => {
  const refused = launch(await aFolder(), [], { ...shared, PORT: island.port })
  assert.equal(await refused.ended, 1)
  assert.match(refused.output(), new RegExp(`Port ${island.port} is taken. Choose another one`))
  assert.deepEqual(await workersOf(refused), [])
})

test('asked to stop, all answer open requests; killed, none is left', async () => {
  const pids = [...(await workersOf(harbour)), ...(await workersOf(island))]
  assert.equal(pids.length, 4)
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const all = () =>
    Array.from({ length: 40 }, () => statusOf(`${harbour.url}/festivals`, { agent }))
  await Promise.all(all())
  const asked = all()
  await asked[0]
  harbour.child.kill('SIGTERM')
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([200]))
  agent.destroy()
  island.child.kill('SIGKILL')
  assert.equal(await harbour.ended, 0)
  await untilGone(pids)
})

// Requirement (rules): PostgreSQL killed: the service is back by itself, with its own PostgreSQL
test('with a database of its own all workers go on after it was killed', async () => {
  const service = await aService({ WORKERS: '2' }, ['--empty'])
  const lock = await readFile(join(service.folder, 'postgres', 'postmaster.pid'), 'utf8')
  const workers = await workersOf(service)
  assert.equal(workers.length, 2)
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
  await until('gone', async () => (await statusOf(`${service.url}/organizers`)) === 503)
  await until('back', async () => {
    const four = Array.from({ length: 4 }, () => statusOf(`${service.url}/organizers`))
    return (await Promise.all(four)).every((status) => status === 200)
  })
  assert.deepEqual(await workersOf(service), workers)
  // The restart is counted once the lock is held again, which is after the first answers.
  await until('counted', async () => {
    const figures = await (await fetch(`${service.url}/metrics`)).text()
    return /^festival_database_restarts_total 1$/m.test(figures)
  })
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
  await untilGone(workers)
})
