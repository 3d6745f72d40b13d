/**
 * A whole run of a service with the most detailed log, figures and traces: no secret and no personal data
 * is in them.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aFolder, start } from './service-process.ts'
import { until } from './until.ts'

const given = {
  CLIENT_ID: 'client_of_the_run',
  CLIENT_SECRET: 'a secret of the environment',
  ADMIN_EMAIL: 'zenobia@quay.example',
  ADMIN_PASSWORD: 'a password of the environment',
  METRICS_TOKEN: 'a token of the environment',
}

const traces: string[] = []
async function take(request: IncomingMessage, response: ServerResponse) {
  traces.push(Buffer.concat(await request.toArray()).toString())
  response.end('{}')
}
const collector = createServer((request, response) => void take(request, response))
await once(collector.listen(0, '127.0.0.1'), 'listening')
after(() => collector.close())
const heard = collector.address()
assert.ok(heard && typeof heard === 'object')

const folder = await aFolder()
const service = await start(folder, [], {
  ...given,
  NODE_ENV: 'production',
  LOG_LEVEL: 'trace',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${heard.port}`,
  OTEL_BSP_SCHEDULE_DELAY: '200',
  ALLOW_SIMULATED_PAYMENTS: 'true',
})

/** What must never be logged, collected from all requests and answers. */
const secrets = new Set<string>([
  given.CLIENT_SECRET,
  given.ADMIN_EMAIL,
  given.ADMIN_PASSWORD,
  given.METRICS_TOKEN,
])
const json = { 'content-type': 'application/json' }
/** The headers of the signed-in user. */
const tokens: Record<string, string> = {}

async function ask(line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(' ')
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(service.url + path, {
    method,
    headers: { ...tokens, ...(body !== undefined && json), ...headers },
    ...(body !== undefined && { body: sent }),
  })
  const text = await response.text()
  for (const [secret] of text.matchAll(/fst_[a-z]+_\w{49}/g)) secrets.add(secret)
  const isJson = `${response.headers.get('content-type')}`.startsWith('application/json')
  const answer: any = isJson ? JSON.parse(text) : {}
  return { status: response.status, body: answer }
}

async function mailed(): Promise<string> {
  let token = ''
  const mails = join(folder, 'mail')
  await until('the mail', async () => {
    const all = await readdir(mails).catch(() => [])
    // A file is written under another name, which begins with a dot.
    const names = all.filter((name) => !name.startsWith('.'))
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')))
    const text = texts.join('')
    for (const [secret] of text.matchAll(/fst_[a-z]+_\w{49}/g)) secrets.add(secret)
    token = /fst_reset_\w{49}/.exec(text)?.[0] ?? ''
    return token !== ''
  })
  secrets.add(token)
  return token
}

const ada = {
  firstName: 'Persephone',
  lastName: 'Quillfeather',
  email: 'persephone@quay.example',
  password: 'correct horse battery',
}

async function signIn(email: string, password: string) {
  const { body } = await ask('POST /auth/user', { email, password })
  tokens['x-f-authentication'] = body.token
}

/** A user registers, forgets the password, changes it, and makes mistakes with it. */
async function aPersonsDay() {
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = given
  tokens['x-f-authorization'] = (
    await ask('POST /auth/client', { client_id, client_secret })
  ).body.token
  for (const text of Object.values(ada)) secrets.add(text)
  assert.equal((await ask('POST /users', ada)).status, 201)
  assert.equal((await ask('POST /users', ada)).status, 409)
  assert.equal((await ask('POST /auth/user', { ...ada, password: 'wrong horse' })).status, 401)
  assert.equal((await ask('POST /auth/user', `{"password":"${ada.password}",`)).status, 400)
  await ask('POST /auth/forgot-password', { email: ada.email })
  const reset = { email: ada.email, token: await mailed(), newPassword: 'another horse battery' }
  assert.equal((await ask('POST /auth/reset-password', reset)).status, 200)
  assert.equal((await ask('POST /auth/reset-password', reset)).status, 400)
  await signIn(ada.email, reset.newPassword)
  const change = { currentPassword: reset.newPassword, newPassword: 'a third horse battery' }
  assert.equal((await ask('PUT /auth/change-password', change)).status, 200)
  const { body } = await ask('POST /notifications/sse-ticket')
  const stream = await fetch(`${service.url}/notifications/sse?ticket=${body.ticket}`)
  assert.equal(stream.status, 200)
  await stream.body?.cancel()
  const { body: calendar } = await ask('POST /users/i/calendar', {})
  const { status } = await fetch(calendar.url, { headers: { 'if-none-match': 'W/"none"' } })
  assert.equal(status, 200)
  for (const text of ['wrong horse', reset.newPassword, change.newPassword]) secrets.add(text)
}

/** A user organizes, sells, admits and creates tokens. */
async function anOrganizersDay() {
  await signIn(given.ADMIN_EMAIL, given.ADMIN_PASSWORD)
  await ask('POST /organizers', { id: 'quay', name: 'Quay' })
  const { body: festival } = await ask('POST /festivals', {
    name: 'Quay',
    organizer_id: 'quay',
    start_time: '2090-01-01',
    end_time: '2090-01-02',
    tickets: [{ name: 'Weekend', price: 10, quantity: 5 }],
  })
  const order = { payment_type: 'ticket', entity_id: festival.tickets[0].id }
  const { status, body: ticket } = await ask('POST /payments', order)
  assert.equal(status, 201)
  secrets.add(ticket.qr_code)
  const { body: device } = await ask(`POST /festivals/${festival.id}/gate-devices`, {
    name: 'North',
  })
  const scan = {
    festival_id: festival.id,
    scans: [{ code: ticket.qr_code, nonce: 'once', scanned_at: new Date().toISOString() }],
  }
  const scanned = await ask('POST /gate/scans', scan, { 'x-f-authentication': device.token })
  assert.equal(scanned.body.results[0].result, 'admitted')
  const { body: client } = await ask('POST /clients', { name: 'Shop' })
  assert.equal((await ask(`POST /clients/${client.id}/rotate`)).status, 200)
  const { body: challenge } = await ask('POST /rewards/challenges', { name: 'Swim', points: 5 })
  secrets.add(challenge.code)
  assert.equal((await ask(`POST /rewards/challenges/claim/${challenge.code}`)).status, 201)
}

/** Secrets in places where none belong. */
async function mistakes() {
  const { 'x-f-authorization': client = '', 'x-f-authentication': user = '' } = tokens
  for (const line of [
    `GET /${user}`,
    `GET /users/${user}`,
    `GET /organizers?token=${client}`,
    `GET /search?for=${user}`,
    `GET /notifications/sse?ticket=${user}`,
    `GET /photos/${client}`,
    `GET /festivals?month=${user}`,
  ]) {
    await ask(line)
  }
  await ask('GET /organizers', undefined, { 'x-request-id': 'a b', cookie: `a=${user}` })
  await ask('GET /users', undefined, { 'x-f-authorization': user })
  await ask('POST /payments', { entity_id: user, payment_type: client })
  await ask('POST /auth/client', { client_id: user, client_secret: client })
}

// Requirement (rules): Attackers: no secret in the log of a run
// Requirement (rules): Log, figures and traces of a whole run hold no secret and no personal data
test('a service that logs everything logs no secret and no name', async () => {
  await aPersonsDay()
  await anOrganizersDay()
  await mistakes()
  const authorization = `Bearer ${given.METRICS_TOKEN}`
  const figures = await fetch(`${service.url}/metrics`, { headers: { authorization } })
  const shown = await figures.text()
  assert.match(shown, /^festival_sales_cents_total 1000$/m)
  service.child.kill('SIGTERM')
  assert.equal(await service.ended, 0)
  const said = service.output()
  const requests = said.split('\n').filter((line) => line.includes('"route"'))
  assert.ok(requests.length > 30, `${requests.length}`)
  assert.ok(secrets.size > 15, `${secrets.size}`)
  const spans = traces.join('')
  assert.match(spans, /"name":"POST \/auth\/reset-password"/)
  for (const told of [said, shown, spans]) {
    for (const secret of secrets) assert.ok(!told.includes(secret), secret)
    assert.doesNotMatch(told, /fst_[a-z]+_\w/)
  }
  assert.doesNotMatch(said, /"status":5\d\d/)
})
