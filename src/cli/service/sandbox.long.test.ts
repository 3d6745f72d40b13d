/** `festival sandbox` copies the catalogue of the service here; nothing goes back or anywhere else. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { readConfig } from '#platform/config/read'
import { aFolder, callAt, start } from '../../../test/service-process.ts'
import { until } from '../../../test/until.ts'
import { onServer } from '../terminal/database.ts'

const hour = 3_600_000
const folder = await aFolder()
const sandboxFolder = join(folder, 'sandbox')

/** Accepts connections to any address that the sandbox might call, and counts them. */
const recorder = { calls: 0 }
const listener = createServer((socket) => {
  recorder.calls++
  socket.destroy()
})
await once(listener.listen(0, '127.0.0.1'), 'listening')
after(() => listener.close())
const recorded = `127.0.0.1:${Object(listener.address()).port}`

/** Settings with which the sandbox would call the recorder, if it used them. */
const real = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLIC_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_secret',
  STRIPE_API_BASE: `http://${recorded}`,
  SMTP_URL: `smtp://${recorded}`,
  MAIL_FROM: 'tickets@harbour.example',
}

function command(args: string[], env: Record<string, string> = {}) {
  const main = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [main, 'sandbox', ...args], {
    env: { PATH, DATA_DIR: folder, HOST: '127.0.0.1', ...env },
  })
  after(() => child.kill('SIGKILL'))
  return child
}

async function refused(args: string[]): Promise<string> {
  const child = command(args)
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.equal(code, 1)
  return stderr
}

async function started(args: string[]) {
  const child = command([...args, '--port', '0', '--json'], real)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  let failure = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    failure += chunk
  })
  const ready = async () => {
    assert.equal(child.exitCode, null, failure)
    return output.includes('"msg":"ready"')
  }
  await until('the sandbox runs', ready, 120_000)
  const [url = ''] = /http:\/\/localhost:\d+/.exec(output) ?? []
  const stop = async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  return { url: url.replace('localhost', '127.0.0.1'), stop }
}

async function accountsIn(place: string, url: string) {
  const kept = parseEnv(await readFile(join(place, 'first-start.env'), 'utf8'))
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = kept
  const client = await callAt(url, '/auth/client', { body: { client_id, client_secret } })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = kept
  const token = String(client.body.token)
  const admin = await callAt(url, '/auth/user', { token, body: { email, password } })
  return { token, user: String(admin.body.token) }
}

/** A hash of each table of the database in a data folder, whether its service runs or not. */
const hashesOf = (place: string) => onServer(readConfig({ DATA_DIR: place }), hashesIn)

async function hashesIn(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const hash = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${name} t`,
    )
    hashes[name] = hash.rows[0].hash
  }
  await client.end()
  return hashes
}

test('a sandbox has the catalogue and nobody, and nothing of it reaches what is real', async () => {
  const service = await start(folder, [], { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' })
  const here = await accountsIn(folder, service.url)
  const { body } = await callAt(service.url, '/festivals?time=upcoming', here)
  const festival = body.festivals.at(-1)
  const buying = { payment_type: 'ticket', entity_id: festival.tickets[0].id }
  const bought = await callAt(service.url, '/payments', { ...here, body: buying })
  assert.equal(bought.status, 201)
  const isBooked = async () => {
    const { mails_due: mails = '', processor_events: events = '' } = await hashesOf(folder)
    return mails.startsWith('0') && events.startsWith('1')
  }
  await until('the purchase is done', isBooked)
  const hook = { url: `http://${recorded}/hook`, events: ['payment.succeeded'] }
  assert.equal((await callAt(service.url, '/webhooks', { ...here, body: hook })).status, 201)
  // The service would change its tables by itself meanwhile, such as the ranks of festivals.
  service.child.kill('SIGINT')
  await service.ended
  const before = await hashesOf(folder)

  const at = new Date(Date.now() + 6 * hour)
  const sandbox = await started(['--at', at.toISOString()])
  const there = await accountsIn(sandboxFolder, sandbox.url)
  const copied = await hashesOf(sandboxFolder)
  const same = ['festivals', 'gigs', 'places', 'artists', 'artist_genres', 'organizers', 'genres']
  for (const table of same) assert.equal(copied[table], before[table], table)
  const rowsIn = (table: string) => Number(copied[table]?.split(' ')[0])
  assert.deepEqual([rowsIn('payments'), rowsIn('webhooks'), rowsIn('tokens') > 0], [0, 0, true])
  assert.equal(rowsIn('users'), 1, 'its own administrator alone')

  const now = Date.parse((await callAt(sandbox.url, '/sandbox/clock')).body.now)
  assert.ok(Math.abs(now - at.getTime()) < 120_000)
  const offered = await callAt(sandbox.url, `/festivals/${festival.id}/availability`, there)
  assert.equal(offered.body[0].remaining, festival.tickets[0].quantity, 'nothing is sold here')
  const again = await callAt(sandbox.url, '/payments', { ...there, body: buying })
  assert.deepEqual([again.status, again.body.livemode], [201, false])
  const mailed = async () => (await readdir(join(sandboxFolder, 'mail')).catch(() => [])).length > 0
  await until('its mail is caught', mailed, 60_000)
  const to = new Date(now + 48 * hour).toISOString()
  await callAt(sandbox.url, '/sandbox/clock', { body: { to } })
  const isThere = async () => (await callAt(sandbox.url, '/sandbox/clock')).body.moving_to === null
  await until('two days pass', isThere, 120_000)
  assert.deepEqual(await hashesOf(folder), before)
  assert.equal(recorder.calls, 0)

  assert.match(await refused(['--fresh']), /A sandbox runs in .*Stop it first/)
  assert.match(
    await refused(['--at', '2028-01-01']),
    /There is a sandbox in .* already, whose clock shows/,
  )
  await sandbox.stop()
  const openedAgain = await started([])
  const later = await callAt(openedAgain.url, '/sandbox/clock')
  assert.ok(later.body.now >= to, 'its clock does not go back')
  await openedAgain.stop()
})

test('a time that is no time, or has passed, is refused', async () => {
  assert.match(await refused(['--at', 'soon']), /It must be a time, such as 2027-07-01/)
})
