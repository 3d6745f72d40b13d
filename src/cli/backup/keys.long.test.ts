/** Both kinds of keys are replaced during sales, and no ticket is refused because of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCode } from '#common/codes/read-code'
import { transact } from '#platform/database/transactions'
import { createVault } from '#platform/secrets/vault'
import { newId } from '#platform/values/ids'
import { listTicketKeys } from '#shop/tickets'
import { importKeys, isGenuine } from '../../../pages/gate/judge.ts'
import { anotherProcess } from '../../../test/another-process.ts'
import { aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { rowsOf } from '../../../test/databases.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aQueue } from '../../../test/queues.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { pushKey } from '../../messaging/push/keys.ts'
import { festival } from '../program.ts'

const [oldKey, newKey] = ['Qv7mX2pLk9sTz4RbN8cYw3HdJf6gUe1a', 'B5nKr8yWq2VxZt7MhP4cLs9DgJ3fTu6E']
const clock = { ahead: 0 }
const hour = 3_600_000
const world = await aWorld({
  env: { SECRET_KEY: oldKey },
  now: steadyClock(() => clock.ahead),
})
const { db, post, get, aUser, client, connectionString } = world
const gate = await aGate(world)
const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 10_000 })
const device = await aDevice(world, gate)

/** Runs the command here, in an environment of its own. */
async function run(args: string[], env: Record<string, string>) {
  const before = { ...process.env }
  Object.assign(process.env, { DATABASE_URL: connectionString, DATA_DIR: world.folder, ...env })
  try {
    const program = await festival(args, () => assert.fail('no service is to be started'))
    await program.parseAsync([...args, '--json'], { from: 'user' })
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

async function buy(as: Person): Promise<string> {
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const answer = await post('/payments', body, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.qr_code
}

/** Reads the data that a device caches for use without a network. */
async function manifest() {
  const headers = { 'x-f-authentication': device.token }
  const { body } = await get(`/gate/${gate.festival.id}/manifest`, { headers })
  const keys = await importKeys(body.keys)
  return async (code: string) => {
    const claim = readCode(code)
    assert.ok(claim)
    return isGenuine(claim, keys)
  }
}

const keyOf = (code: string) => readCode(code)?.key_id ?? 0
const keys = (vault = createVault(oldKey)) => listTicketKeys({ db, vault, now: world.now() })

// Requirement (rules): key rotation (`SECRET_KEY`, ticket keys) without an invalid ticket
test('earlier tickets are admitted after both replacements, also by a gate that is offline', async () => {
  const as = await aUser()
  const first = await buy(as)
  await run(['keys', 'rotate', '--after', '24'], { SECRET_KEY: oldKey })
  const second = await buy(as)
  assert.equal(keyOf(second), keyOf(first), 'the new key does not sign yet')
  const isGenuineThere = await manifest()

  clock.ahead = 25 * hour
  const third = await buy(as)
  assert.equal(keyOf(third), keyOf(first) + 1, 'by now it does')
  for (const code of [first, second, third]) assert.equal(await isGenuineThere(code), true)

  const both = { SECRET_KEY: newKey, SECRET_KEY_OTHER: oldKey }
  const elsewhere = await anotherProcess(world, both)
  await run(['keys', 'reseal'], both)
  const bought = await elsewhere('POST', '/payments', {
    client: client.token,
    as,
    body: { payment_type: 'ticket', entity_id: tier.id },
  })
  const fourth = bought.body.qr_code
  assert.equal(keyOf(fourth), keyOf(third))
  const codes = [first, second, third, fourth]
  const results = await scan(
    world,
    device,
    anUpload(
      gate.festival.id,
      codes.map((code) => ({ code })),
    ),
  )
  assert.deepEqual(
    results.map(({ result }) => result),
    codes.map(() => 'admitted'),
  )
  const sealed = (await keys(createVault(newKey))).map(({ sealed_with }) => sealed_with)
  assert.deepEqual(new Set(sealed), new Set(['this']))
})

test('with --now a key signs within a minute, and only a gate that has synced since knows it', async () => {
  const as = await aUser()
  const before = await manifest()
  await run(['keys', 'rotate', '--now'], { SECRET_KEY: newKey })
  clock.ahead += hour
  const elsewhere = await anotherProcess(world, { SECRET_KEY: newKey })
  const { body } = await elsewhere('POST', '/payments', {
    client: client.token,
    as,
    body: { payment_type: 'ticket', entity_id: tier.id },
  })
  assert.equal(await before(body.qr_code), false)
  assert.equal(await (await manifest())(body.qr_code), true)
})

// Requirement (rules): key rotation (`SECRET_KEY`, ticket keys) without an invalid ticket
test('purchases continue while keys are created and resealed', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => aUser()))
  const sale = { isOver: false }
  const codes: string[] = []
  const buying = buyers.map(async (as) => {
    while (!sale.isOver) codes.push(await buy(as))
  })
  const env = { SECRET_KEY: newKey, SECRET_KEY_OTHER: oldKey }
  for (let round = 0; round < 3; round++) {
    await run(['keys', 'rotate', '--now'], env)
    clock.ahead += 61_000
    await run(['keys', 'reseal'], env)
  }
  sale.isOver = true
  await Promise.all(buying)
  const isGenuineThere = await manifest()
  for (const code of codes) assert.equal(await isGenuineThere(code), true)
  assert.ok(codes.length > 0)
})

const resealed = [
  'push_keys.private_key',
  'queues.secrets',
  'second_factors.offered_secret',
  'second_factors.secret',
  'ticket_keys.private_key',
  'webhooks.old_secret',
  'webhooks.secret',
]
const notSealed =
  /hash|token|public_key|^(documents\.\w+|queue_(draws|parts|receipts)\.\w+|queues\.(commitment|receipt_key)|sign_in_failures\.pair|(sign_in_codes|email_confirmations|invitation_counts|limited_emails|mail_budgets|order_mails)\.(address|pair)|payments\.network|push_subscriptions\.auth)$/

// Requirement (rules): key rotation (`SECRET_KEY`, ticket keys)
test('everything sealed with the secret key is resealed', async () => {
  const columns = await rowsOf<{ name: string }>(
    connectionString,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  )
  const names = columns.map(({ name }) => name).filter((name) => !notSealed.test(name))
  assert.deepEqual(names, resealed, 'a new column of secrets belongs to `festival keys reseal`')

  const id = newId()
  const vault = createVault(newKey)
  const [secret, old_secret] = ['one', 'two'].map((text) =>
    vault.seal(text, `webhook secret ${id}`),
  )
  assert.ok(secret && old_secret)
  const row = { id, url: 'https://shop.example/hook', secret, old_secret, created_at: new Date() }
  await db.insertInto('webhooks').values(row).execute()
  const queue = await aQueue(world)
  const secrets = vault.seal('both', `queue ${queue.id}`)
  await db.updateTable('queues').set({ secrets }).where('id', '=', queue.id).execute()
  const user = await aUser()
  const [counts, offered] = ['three', 'four'].map((text) =>
    vault.seal(text, `second factor of ${user.id}`),
  )
  const at = { last_step: 0, enrolled_at: new Date(), offered_at: new Date() }
  await db
    .insertInto('second_factors')
    .values({ user_id: user.id, secret: counts, offered_secret: offered, ...at })
    .execute()
  const now = world.now()
  const made = await pushKey({ db, vault, now })
  await run(['keys', 'reseal'], { SECRET_KEY: oldKey, SECRET_KEY_OTHER: newKey })
  assert.equal((await pushKey({ db, vault: createVault(oldKey), now })).id, made.id)
  const found = await db
    .selectFrom('webhooks')
    .select(['secret', 'old_secret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const opened = [found.secret, found.old_secret ?? ''].map((sealed) =>
    createVault(oldKey).open(Buffer.from(sealed), `webhook secret ${id}`).toString(),
  )
  assert.deepEqual(opened, ['one', 'two'])
  const kept = await db
    .selectFrom('queues')
    .select('secrets')
    .where('id', '=', queue.id)
    .executeTakeFirstOrThrow()
  const opensAgain = createVault(oldKey).open(kept.secrets, `queue ${queue.id}`)
  assert.equal(opensAgain.toString(), 'both')
  const factor = await db
    .selectFrom('second_factors')
    .select(['secret', 'offered_secret'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const counted = [factor.secret, factor.offered_secret].map((sealed) =>
    createVault(oldKey)
      .open(sealed ?? Buffer.alloc(0), `second factor of ${user.id}`)
      .toString(),
  )
  assert.deepEqual(counted, ['three', 'four'])
  for (const { sealed_with } of await keys()) assert.equal(sealed_with, 'this')
})

test('what was sealed with a lost key stays as it is, and is reported', async () => {
  const lost = createVault('a secret key that is lost')
  await transact(db, async (trx) => {
    const [newest] = await trx.selectFrom('ticket_keys').selectAll().orderBy('id', 'desc').execute()
    assert.ok(newest)
    const id = newest.id + 1
    const private_key = lost.seal('gone', `ticket key ${id}`)
    await trx
      .insertInto('ticket_keys')
      .values({ ...newest, id, private_key })
      .execute()
  })
  await run(['keys', 'reseal'], { SECRET_KEY: newKey, SECRET_KEY_OTHER: oldKey })
  const states = await keys(createVault(newKey))
  assert.deepEqual(
    states
      .filter(({ sealed_with }) => sealed_with !== 'this')
      .map(({ sealed_with }) => sealed_with),
    ['unknown'],
  )
  assert.equal(states.filter(({ signs }) => signs).length, 1)
})

test('keys in files are replaced one at a time, and only where they are files', async () => {
  const own = { DATA_DIR: `${world.folder}/own`, SECRET_KEY: '', SECRET_KEY_OTHER: '' }
  await assert.rejects(run(['keys', 'renew'], own), /no secret\.key in .* yet/)
  await run(['keys', 'rotate', '--now'], own)
  await run(['keys', 'renew'], own)
  await assert.rejects(run(['keys', 'renew'], own), /The last exchange is not over/)
  await run(['keys', 'reseal'], own)
  await run(['keys', 'renew'], own)
  const given = { SECRET_KEY: newKey }
  await assert.rejects(run(['keys', 'renew'], given), /set a new one there, .* SECRET_KEY_OTHER/)
})
