import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { InjectOptions } from 'fastify'
import { ensureClient } from '#identity/clients'
import { ensureAdmin } from '#identity/users'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aWorld, type World } from '../../../test/world.ts'
import { ownCertificate } from '../../server/network/certificate.ts'
import { findAddress, saveAddress } from '../../server/running.ts'

const accounts = {
  CLIENT_ID: 'client_try',
  CLIENT_SECRET: 'a secret of sixteen and more',
  ADMIN_EMAIL: 'admin@harbour.example',
  ADMIN_PASSWORD: 'tide-and-lanterns',
}

const folder = await mkdtemp(join(tmpdir(), 'festival-try-'))
after(() => rm(folder, { recursive: true }))

/** Starts a service with the accounts above, to run the command against it. */
async function aService(given?: World) {
  const world = given ?? (await aWorld())
  await world.jobs.start()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = accounts
  await ensureClient(world.db, { id, secret, name: 'Try' })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accounts
  await ensureAdmin(world, { email, password })
  return { world, url, run: (args: string[] = []) => run(['--url', url, ...args]) }
}

async function run(args: string[], env: Record<string, string> = accounts) {
  const main = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [main, 'try', ...args], {
    env: { PATH, DATA_DIR: folder, ...env },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code }
}

// Requirement (rules): festival try signs in, buys, hands on, validates and prints each call
test('try buys three tickets with a voucher, and leaves nothing sold', async () => {
  const { world, run } = await aService()
  const { festival_id } = await aTier(world, { quantity: 2 })
  const unsuitable = [
    { valid_since: new Date('2098-01-01') },
    { max_per_order: 2 },
    { max_per_person: 2 },
    { transferable: false },
  ]
  for (const [before, terms] of unsuitable.entries())
    await aTier(world, { festival_id, position: before + 1, ...terms })
  const { id } = await aTier(world, { festival_id, position: 9, price_cents: 4250 })
  const { code, stdout, stderr } = await run()
  assert.equal(code, 0, stderr)
  const payments = await world.db
    .selectFrom('payments as p')
    .innerJoin('tickets as t', 't.payment_id', 'p.id')
    .select(['p.id', 'p.entity_id', 'p.status', 'p.amount_cents', 't.revision'])
    .orderBy('p.line')
    .execute()
  const refunded = { entity_id: id, status: 'refunded', amount_cents: 3400 }
  assert.deepEqual(
    payments.map(({ id: _, ...payment }) => payment),
    [0, 1, 0].map((revision) => ({ ...refunded, revision })),
  )
  const [used, handedOn, givenBack] = payments.map((payment) => `/payments/${payment.id}`)
  for (const line of [
    'takes 20 % off',
    'succeeded, 3 tickets, 102.00 EUR',
    '102 points',
    `POST   ${handedOn}/transfer`,
    `PUT    ${used}/validate`,
    `POST   ${givenBack}/refund`,
  ]) {
    assert.ok(stdout.includes(line), stdout)
  }
  assert.match(stdout, /Sam has it: \w{4}-[\s\S]*admitted[\s\S]*already_validated[\s\S]*refunded/)
  assert.match(stdout, /It works/)
  assert.doesNotMatch(stdout, /left out/)
  const { sold } = await world.db
    .selectFrom('tiers')
    .select('sold')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(sold, 0)
  const [voucher] = await world.db.selectFrom('vouchers').selectAll().execute()
  assert.ok(voucher?.ended_at)
  const people = world.db.selectFrom('users').select('id').where('last_name', '=', 'Try')
  assert.deepEqual(await people.execute(), [])
})

test('where mail is sent, try hands nothing on and says so', async () => {
  const world = await aWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  const { run } = await aService(world)
  await aTier(world)
  const { code, stdout, stderr } = await run()
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Handing on was left out/)
  assert.doesNotMatch(stdout, /\/transfer/)
})

test('try finds its accounts where the first start stored them, and prints one JSON document', async () => {
  const { world, run: runThere } = await aService()
  await aTier(world)
  const lines = Object.entries(accounts).map(([name, value]) => `${name}="${value}"`)
  await writeFile(join(folder, 'first-start.env'), lines.join('\n'))
  const { code, stdout, stderr } = await runThere(['--json'])
  assert.equal(code, 0, stderr)
  const { steps } = JSON.parse(stdout)
  assert.deepEqual(Object.keys(steps[0]), ['method', 'path', 'status', 'milliseconds', 'brief'])
  assert.ok(steps.length >= 14)
})

test('try sends a call again, with the same key, to a service that was busy', async () => {
  const { world } = await aService()
  await aTier(world)
  const keys: unknown[] = []
  const busy = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const refused = url === '/orders' && keys.length === 0
    if (url === '/orders') keys.push(headers['idempotency-key'])
    if (refused) {
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
      response.end('{"error":"busy","code":"busy"}')
      return
    }
    void buffer(request)
      .then((payload) => world.app.inject({ method, url, headers, payload } as InjectOptions))
      .then((answer) =>
        response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload),
      )
  })
  await once(busy.listen(0, '127.0.0.1'), 'listening')
  after(() => busy.close())
  const { port } = busy.address() as AddressInfo
  const { stderr, code } = await run(['--url', `http://127.0.0.1:${port}`])
  assert.equal(code, 0, stderr)
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
})

test('try says what is wrong with the address', async () => {
  const { cert, key } = await ownCertificate(folder, new Date())
  const secure = createSecure({ cert, key }).listen(0, '127.0.0.1')
  const elsewhere = createServer((_, response) =>
    response.writeHead(308, { location: 'https://festival.example/auth/client' }).end(),
  ).listen(0, '127.0.0.1')
  const portOf = (server: Server) => {
    const address = server.address()
    return typeof address === 'object' ? address?.port : 0
  }
  await Promise.all([once(secure, 'listening'), once(elsewhere, 'listening')])
  for (const [url, sentence] of [
    ['localhost', /--url must be an http\(s\) URL, such as http:\/\/localhost:3000: localhost/],
    [`https://127.0.0.1:${portOf(secure)}`, /The certificate of .* is not trusted \(self.signed/],
    [
      `http://127.0.0.1:${portOf(elsewhere)}`,
      /sends elsewhere: say --url https:\/\/festival\.example/,
    ],
  ] as const) {
    const { code, stderr } = await run(['--url', url])
    assert.equal(code, 1)
    assert.match(stderr, sentence)
  }
  secure.close()
  elsewhere.close()
})

test('try finds the service of its data folder, and skips one that is gone', async () => {
  const { world, url } = await aService()
  await aTier(world)
  const forget = await saveAddress(folder, url)
  const { stdout, code, stderr } = await run(['--json'], { ...accounts, PORT: '9' })
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).url, url)
  await forget()
  assert.deepEqual(await findAddress(folder), undefined)
  await saveAddress(folder, 'http://127.0.0.1:9')
  await forget()
  const gone = await run([], { ...accounts, PORT: '10' })
  assert.match(gone.stderr, /Nothing answers at http:\/\/localhost:10/)
})

test('try says what is missing', async () => {
  const { world, run: runThere } = await aService()
  await aFestival(world)
  const nothing = await runThere()
  assert.equal(nothing.code, 1)
  assert.match(nothing.stderr, /No upcoming festival has 3 tickets on sale that admit today/)
  const silent = await run(['--url', 'http://127.0.0.1:9'])
  assert.equal(silent.code, 1)
  assert.match(silent.stderr, /Nothing answers at .*start it with `npm start`/)
  const unknown = await run([], { DATA_DIR: tmpdir() })
  assert.match(unknown.stderr, /set CLIENT_ID, CLIENT_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD/)
})
