import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = accounts
  await ensureClient(world.db, { id, secret, name: 'Try' })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accounts
  await ensureAdmin(world, { email, password })
  return { world, run: (args: string[] = []) => run(['--url', url, ...args]) }
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

test('try finds its accounts where the first start kept them, and gives one JSON document', async () => {
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

test('try says what is missing', async () => {
  const { world, run: runThere } = await aService()
  await aFestival(world)
  const nothing = await runThere()
  assert.equal(nothing.code, 1)
  assert.match(nothing.stderr, /No upcoming festival has a ticket on sale that admits today/)
  const nobody = await run(['--url', 'http://127.0.0.1:9'])
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /Nothing answers at .*start it with `npm start`/)
  const unknown = await run([], { DATA_DIR: tmpdir() })
  assert.match(unknown.stderr, /set CLIENT_ID, CLIENT_SECRET, ADMIN_EMAIL and ADMIN_PASSWORD/)
})
