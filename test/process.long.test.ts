/** The service as a process of its own, with its own PostgreSQL: starts, stops, crashes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { findPostgres } from '#platform/postgres/server'
import { aFolder, callAt, launch, start } from './service-process.ts'
import { until } from './until.ts'

/** Runs a command beside the service of a folder and returns its output. */
async function command(folder: string, ...args: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    env: { PATH, DATA_DIR: folder },
  })
  return `${await text(child.stdout)}${await text(child.stderr)}`
}

async function secretsOf(folder: string): Promise<Record<string, string>> {
  const lines = (await readFile(join(folder, 'first-start.env'), 'utf8')).trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

async function signIn(url: string, folder: string) {
  const {
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  } = await secretsOf(folder)
  const tokenOf = async (...call: [path: string, sent: Parameters<typeof callAt>[2]]) => {
    const { status, body } = await callAt(url, ...call)
    assert.equal(status, 200, JSON.stringify(body))
    return body.token as string
  }
  const token = await tokenOf('/auth/client', { body: { client_id, client_secret } })
  const user = await tokenOf('/auth/user', { token, body: { email, password } })
  return { token, user }
}

// Requirement (rules): The first start prints the addresses of the pages and keeps the secrets
test('a first start creates accounts and demo data; a later one keeps existing data', async () => {
  const folder = await aFolder()
  const first = await start(folder)
  const { output } = first
  for (const part of [
    'Database ready',
    'Demo data',
    '6 festivals, 48 artists',
    '/console\n',
    '/gate#fst_gate_',
    '/docs\n',
    'Administrator',
    'Client',
    'Try:  npx festival try',
  ]) {
    assert.ok(output().includes(part), `${part}: ${output()}`)
  }
  const secrets = await secretsOf(folder)
  assert.equal((await stat(join(folder, 'first-start.env'))).mode & 0o777, 0o600)
  for (const secret of Object.values(secrets)) assert.ok(output().includes(secret))
  const page = await callAt(first.url, '/auth/client', {
    body: { client_id: secrets['PUBLISHABLE_CLIENT_ID'] },
  })
  assert.ok(page.body.expires > 3500, `${page.body.expires} s`)
  const tokens = await signIn(first.url, folder)
  const port = await command(folder, 'doctor')
  assert.match(port, new RegExp(`✓ Port +${new URL(first.url).port}, where the service runs now`))
  assert.match(await command(folder, 'try'), /It works/)
  const { body } = await callAt(first.url, '/festivals?time=upcoming', tokens)
  assert.equal(new Set(body.festivals.map(({ country }: { country: string }) => country)).size, 5)
  assert.ok(
    body.festivals.every(
      (f: any) => f.gigs.length > 30 && f.places.length > 5 && f.tickets.length === 4,
    ),
  )
  assert.ok(body.festivals.every((f: any) => f.gigs.some((gig: any) => gig.start_time === null)))
  assert.equal((await callAt(first.url, '/subscriptions', tokens)).body.length, 2)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  assert.equal(await findPostgres(folder), undefined)
  assert.equal(existsSync(join(folder, 'service.url')), false)
  const second = await start(folder)
  assert.ok(
    !second.output().includes('Demo data') &&
      !second.output().includes(secrets['ADMIN_PASSWORD'] ?? ''),
  )
  assert.equal((await callAt(second.url, '/festivals', tokens)).body.pagination.total, 6)
  second.child.kill('SIGINT')
  assert.equal(await second.ended, 0)
})

// Requirement (rules): serve --https
test('with --https one port speaks both, and closes after the answer', async () => {
  const folder = await aFolder()
  const service = launch(folder, ['--empty', '--https', '--json'])
  await until('ready', async () => service.output().includes('"msg":"ready"'), 60_000)
  const [line = ''] = service.output().split('\n')
  const { url } = JSON.parse(line)
  assert.match(url, /^https:\/\/localhost:\d+$/)
  assert.equal(line.includes('fst_secret'), false)
  assert.equal((await stat(join(folder, 'https.key'))).mode & 0o777, 0o600)
  const ca = await readFile(join(folder, 'https.crt'))
  const ask = (address: string) =>
    new Promise<string>((resolve, reject) => {
      const get = address.startsWith('https') ? httpsGet : httpGet
      const answered = (response: IncomingMessage) => resolve(text(response))
      get(address, { ca, agent: false }, answered).on('error', reject)
    })
  assert.match(await ask(`${url}/payments/config`), /"pk_simulated"/)
  assert.match(await ask(`${url.replace('https', 'http')}/payments/config`), /"pk_simulated"/)
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
})

test('--empty leaves the demo data out, production prints no secret', async () => {
  const folder = await aFolder()
  const env = {
    NODE_ENV: 'production',
    ADMIN_EMAIL: 'ada@people.example',
    ADMIN_PASSWORD: 'a very long password',
    CLIENT_ID: 'shop',
    CLIENT_SECRET: 'a very long secret',
    ALLOW_SIMULATED_PAYMENTS: 'true',
  }
  const service = await start(folder, [], env)
  for (const secret of [env.ADMIN_PASSWORD, env.CLIENT_SECRET])
    assert.ok(!service.output().includes(secret))
  assert.match(service.output(), /"msg":"ALLOW_SIMULATED_PAYMENTS hands out tickets for no money"/)
  assert.ok(!existsSync(join(folder, 'first-start.env')))
  const { body: client } = await callAt(service.url, '/auth/client', {
    body: { client_id: 'shop', client_secret: env.CLIENT_SECRET },
  })
  assert.equal(
    (await callAt(service.url, '/festivals', { token: client.token })).body.pagination.total,
    0,
  )
  const { status } = await callAt(service.url, '/auth/user', {
    token: client.token,
    body: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
  })
  assert.equal(status, 200)
  service.child.kill('SIGTERM')
  await service.ended
  const empty = await start(await aFolder(), ['--empty'])
  assert.ok(empty.output().includes('No demo data'))
  empty.child.kill('SIGTERM')
  await empty.ended
})

// Requirement (rules): Two services on one data folder
test('a failed start says why in one sentence, and nothing is left running', async () => {
  const folder = await aFolder()
  const service = await start(folder, ['--empty'])
  const second = launch(folder)
  assert.equal(await second.ended, 1)
  assert.match(
    second.output(),
    /Another service already runs on .*\. Stop it first, or give this one a DATA_DIR of its own/,
  )
  service.child.kill('SIGTERM')
  await service.ended

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const refused = launch(folder, ['--port', `${port}`])
  assert.equal(await refused.ended, 1)
  assert.match(
    refused.output(),
    new RegExp(`Port ${port} is taken. Choose another one: npm start -- --port`),
  )
  assert.equal(await findPostgres(folder), undefined)
  const fresh = join(await aFolder(), 'fresh')
  assert.equal(await launch(fresh, ['--port', `${port}`]).ended, 1)
  assert.equal(existsSync(fresh), false)
  taken.close()

  for (const [env, sentence] of [
    [{ NODE_ENV: 'production' }, /ADMIN_EMAIL must be set in production/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [
      { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' },
      /The database of DATABASE_URL does not answer/,
    ],
  ] as const) {
    const bad = launch(folder, [], env)
    assert.equal(await bad.ended, 1)
    assert.match(bad.output(), sentence)
  }
})

test('a drain answers open requests, then ends', async () => {
  const folder = await aFolder()
  const service = await start(folder)
  const { token } = await signIn(service.url, folder)
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const ask = () =>
    new Promise<number>((resolve) => {
      const request = httpGet(
        `${service.url}/festivals`,
        { agent, headers: { 'x-f-authorization': token } },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      request.on('error', () => resolve(0))
    })
  await Promise.all(Array.from({ length: 40 }, ask))
  const asked = Array.from({ length: 40 }, ask)
  await asked[0]
  service.child.kill('SIGTERM')
  const [statuses, code] = await Promise.all([Promise.all(asked), service.ended])
  agent.destroy()
  assert.equal(code, 0)
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('a service killed in the middle of writing has lost nothing it acknowledged', async () => {
  const folder = await aFolder()
  const service = await start(folder, ['--empty'])
  const tokens = await signIn(service.url, folder)
  const acknowledged: string[] = []
  const write = async () => {
    for (;;) {
      const { status, body } = await callAt(service.url, '/artists', {
        ...tokens,
        body: { name: 'Wren', genres: ['folk'] },
      })
      assert.equal(status, 201)
      acknowledged.push(body.id)
      if (acknowledged.length === 60) service.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 4 }, () => write().catch(() => {})))
  await service.ended
  const again = await start(folder)
  const { body } = await callAt(again.url, '/artists', tokens)
  const kept = new Set(body.map(({ id }: { id: string }) => id))
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  )
  assert.ok(acknowledged.length >= 60)
  again.child.kill('SIGTERM')
  assert.equal(await again.ended, 0)
})

// Requirement (rules): PostgreSQL killed: the service is back by itself, with its own PostgreSQL
test('a service whose own database is killed restarts it, and answers from memory meanwhile', async () => {
  const folder = await aFolder()
  const service = await start(folder, ['--empty'])
  const tokens = await signIn(service.url, folder)
  const known = () => callAt(service.url, '/subscriptions', tokens)
  assert.equal((await known()).status, 200)
  const lock = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
  const statuses: number[] = []
  await until('back', async () => {
    const body = { name: 'Wren' }
    const { status, body: made } = await callAt(service.url, '/artists', { ...tokens, body })
    statuses.push(status)
    if (status === 503) assert.equal(made.retry_after, 1)
    assert.equal((await known()).status, 200)
    return status === 201
  })
  assert.deepEqual(new Set(statuses), new Set([503, 201]))
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
  assert.match(service.output(), /the database has ended.*the database runs again/s)
  assert.equal(await findPostgres(folder), undefined)
})
