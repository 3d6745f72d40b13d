import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureClient } from '#clients'
import { ensureAdmin } from '#users'
import { aTier } from '../../test/buying.ts'
import { aFestival } from '../../test/catalogue.ts'
import { aWorld } from '../../test/world.ts'
import { ownCertificate } from '../serve/certificate.ts'
import { findAddress, keepAddress } from '../serve/running.ts'

const accounts = {
  CLIENT_ID: 'client_try',
  CLIENT_SECRET: 'a secret of sixteen and more',
  ADMIN_EMAIL: 'admin@harbour.example',
  ADMIN_PASSWORD: 'tide-and-lanterns',
}

const folder = await mkdtemp(join(tmpdir(), 'festival-try-'))
after(() => rm(folder, { recursive: true }))

/** A service that listens, with the accounts above, and the command run against it. */
async function aService() {
  const world = await aWorld()
  await world.jobs.start()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = accounts
  await ensureClient(world.db, { id, secret, name: 'Try' })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accounts
  await ensureAdmin(world, { email, password })
  return { world, url, run: (args: string[] = []) => run(['--url', url, ...args]) }
}

async function run(args: string[], env: Record<string, string> = accounts) {
  const main = fileURLToPath(new URL('../cli.ts', import.meta.url))
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

test('try buys a ticket, validates it, prints each call, and leaves nothing sold', async () => {
  const { world, run } = await aService()
  const soldOut = await aTier(world, { quantity: 0 })
  const { festival_id } = soldOut
  const later = new Date('2098-01-01')
  await aTier(world, { festival_id, position: 1, valid_since: later })
  const { id } = await aTier(world, { festival_id, position: 2, price_cents: 4250 })
  const { code, stdout, stderr } = await run()
  assert.equal(code, 0, stderr)
  const payment = await world.db
    .selectFrom('payments')
    .select(['id', 'status', 'entity_id'])
    .executeTakeFirstOrThrow()
  assert.deepEqual([payment.entity_id, payment.status], [id, 'refunded'])
  const validate = `PUT    /payments/${payment.id}/validate`
  for (const line of ['POST   /payments ', validate, 'succeeded, 42.50 EUR', '42 points']) {
    assert.ok(stdout.includes(line), stdout)
  }
  assert.match(stdout, /admitted[\s\S]*already_validated[\s\S]*refunded/)
  assert.match(stdout, /It works/)
  const { sold } = await world.db
    .selectFrom('tiers')
    .select('sold')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(sold, 0)
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
  const forget = await keepAddress(folder, url)
  const { stdout, code, stderr } = await run(['--json'], { ...accounts, PORT: '9' })
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).url, url)
  await forget()
  assert.deepEqual(await findAddress(folder), undefined)
  await keepAddress(folder, 'http://127.0.0.1:9')
  await forget()
  const gone = await run([], { ...accounts, PORT: '10' })
  assert.match(gone.stderr, /Nothing answers at http:\/\/localhost:10/)
})

test('try says what is missing', async () => {
  const { world, run: runThere } = await aService()
  await aFestival(world)
  const nothing = await runThere()
  assert.equal(nothing.code, 1)
  assert.match(nothing.stderr, /No upcoming festival has a ticket on sale that admits today/)
  const silent = await run(['--url', 'http://127.0.0.1:9'])
  assert.equal(silent.code, 1)
  assert.match(silent.stderr, /Nothing answers at .*start it with `npm start`/)
  const unknown = await run([], { DATA_DIR: tmpdir() })
  assert.match(unknown.stderr, /set CLIENT_ID, CLIENT_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD/)
})
