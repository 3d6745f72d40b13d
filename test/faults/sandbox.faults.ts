/**
 * A year in a sandbox: everyone with a ticket is reminded once, the day before each festival, and each hold has lapsed. It is
 * to pass in less than ten minutes.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseEnv } from 'node:util'
import { aFolder, callAt } from '../service-process.ts'
import { until } from '../until.ts'
import { isFull, sized } from './sized.ts'

const [hour, day] = [3_600_000, 86_400_000]
const days = sized(40, 365)
/** A festival every so many days. */
const between = sized(9, 30)

async function aSandbox(bug?: string) {
  const folder = await aFolder()
  const { PATH = '' } = process.env
  const planted = bug && { PLANT: bug, NODE_OPTIONS: '--import ./test/faults/plant.ts' }
  const args = ['src/cli.ts', 'sandbox', '--port', '0', '--json']
  const env = { PATH, DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...planted }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  await until('the sandbox runs', async () => output.includes('"msg":"ready"'), 120_000)
  const url = /http:\/\/localhost:\d+/.exec(output)?.[0].replace('localhost', '127.0.0.1') ?? ''
  const stop = async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  return { url, folder: join(folder, 'sandbox'), stop }
}
type Sandbox = Awaited<ReturnType<typeof aSandbox>>

/** Tokens of the client and the administrator, who buys as well. They end with the year. */
async function signedIn({ url, folder }: Sandbox) {
  const kept = parseEnv(await readFile(join(folder, 'first-start.env'), 'utf8'))
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = kept
  const client = await callAt(url, '/auth/client', { body: { client_id, client_secret } })
  const token = String(client.body.token)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = kept
  const admin = await callAt(url, '/auth/user', { token, body: { email, password } })
  return { token, user: String(admin.body.token) }
}

type Show = { id: string; start: number; held: string }

async function aShow(sandbox: Sandbox, at: number, nth: number): Promise<Show> {
  const as = await signedIn(sandbox)
  const create = async (path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await callAt(sandbox.url, path, { ...as, body, headers })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  const start = at + nth * between * day + 15 * hour
  const [start_time, end_time] = [start, start + 2 * day].map((ms) => new Date(ms).toISOString())
  const tickets = [
    { name: 'Weekend', price: 50, quantity: 10 },
    { name: 'Backstage', price: 90, quantity: 1 },
  ]
  const { body } = await callAt(sandbox.url, '/festivals?limit=1', as)
  const { organizer } = body.festivals[0]
  const about = { name: `Tide ${nth}`, organizer_id: organizer.id, start_time, end_time }
  const festival = await create('/festivals', { ...about, tickets })
  const [weekend, backstage] = festival.tickets.map(({ id }: { id: string }) => id)
  await create('/payments', { payment_type: 'ticket', entity_id: weekend })
  const items = [{ payment_type: 'ticket', entity_id: backstage, quantity: 1 }]
  // A user holds few orders at a time.
  if (nth === 1) await create('/orders', { hold: true, items })
  return { id: festival.id, start, held: backstage }
}

/** Lets the days pass; returns what did not happen in its place. */
async function pass(bug?: string): Promise<{ faults: string[]; seconds: number }> {
  const sandbox = await aSandbox(bug)
  const { url } = sandbox
  const clock = async () => (await callAt(url, '/sandbox/clock')).body
  const began = Date.parse((await clock()).now)
  const shows: Show[] = []
  for (let nth = 1; nth * between < days - 2; nth++) shows.push(await aShow(sandbox, began, nth))
  const start = performance.now()
  const to = new Date(began + days * day).toISOString()
  await callAt(url, '/sandbox/clock', { body: { to } })
  await until('it passes', async () => (await clock()).moving_to === null, 1_800_000)
  const seconds = (performance.now() - start) / 1000
  const as = await signedIn(sandbox)
  const { body: notices } = await callAt(url, '/notifications?limit=100', as)
  const faults: string[] = []
  for (const { id, start: begins, held } of shows) {
    const ahead = notices
      .filter((one: any) => one.type === 'festival.reminder' && one.data.festival_id === id)
      .map(({ createdAt }: any) => (begins - Date.parse(createdAt)) / hour)
    if (ahead.length !== 1 || ahead[0] > 24 || ahead[0] < 22)
      faults.push(`${id}: reminded ${ahead.join(', ') || 'never'}`)
    const { body: left } = await callAt(url, `/festivals/${id}/availability`, as)
    const tier = left.find(({ ticket_id }: any) => ticket_id === held)
    if (tier.held !== 0 || tier.remaining !== 1) faults.push(`${id}: still held`)
  }
  await sandbox.stop()
  return { faults, seconds }
}

test(`${days} days pass in a sandbox`, async (t) => {
  const { faults, seconds } = await pass()
  t.diagnostic(`${days} days in ${seconds.toFixed(0)} s`)
  assert.deepEqual(faults, [])
  if (isFull) assert.ok(seconds < 600, `${seconds} s`)
})

test('a clock that skips days is found', async () => {
  assert.notDeepEqual((await pass('skipdays')).faults, [])
})
