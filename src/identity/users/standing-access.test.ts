/**
 * Secrets outlive no account that changes hands (docs/contract, section 2.14): access without the password ends at a
 * reset, at a take-over from a stranger and at a suspension; after a changed password or a new right the user is asked.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { hashPassword } from '#platform/secrets/passwords'
import { newId } from '#platform/values/ids'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aDevice } from '../../../test/gate.ts'
import { aCode } from '../../../test/guests.ts'
import { tokenIn } from '../../../test/invitations.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, aUser } = world
await world.jobs.start()
const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const admin = await aUser({ roles: ['admin'] })

/** The end of each secret, by the column that holds it or its hash. Columns of bytes that hold none are marked so. */
const secrets: Record<string, string> = {
  'calendar_feeds.hash': 'ends',
  'invitations.hash': 'ends',
  'password_resets.hash': 'ends',
  'tokens.hash': 'ends',
  'push_subscriptions.token_hash': 'of a token, and ends with it',
  'push_subscriptions.public_key': 'of a token, and ends with it',
  'push_subscriptions.auth': 'of a token, and ends with it',
  'stream_tickets.hash': 'of a token, and ends with it',
  'stream_tickets.client_token': 'of a token, and ends with it',
  'stream_tickets.user_token': 'of a token, and ends with it',
  'passkeys.public_key': 'a factor: ends where the e-mail was never proven (take-over.test.ts)',
  'second_factors.secret': 'a factor: ends where the e-mail was never proven (take-over.test.ts)',
  'second_factors.offered_secret': 'a factor: ends where the e-mail was never proven',
  'recovery_codes.hash': 'a factor: ends where the e-mail was never proven',
  'sign_in_codes.hash': 'mailed to its e-mail, and opens what that proves',
  'email_confirmations.hash': 'mailed to its e-mail, and proves that in a session',
  'ticket_links.hash': 'opens one file of a ticket for a minute',
  'client_secrets.hash': 'of a client',
  'webhooks.secret': 'of a client',
  'webhooks.old_secret': 'of a client',
  'orders.client_secret': 'of the processor, with which a page pays one order',
  'queues.secrets': 'of the service',
  'queues.receipt_key': 'of the service',
  'push_keys.private_key': 'of the service',
  'ticket_keys.private_key': 'of the service',
}
const none = new Set([
  'challenges.code_hash',
  'documents.pdf',
  'documents.pdf_sha256',
  'documents.xml',
  'documents.xml_sha256',
  'email_confirmations.address',
  'idempotency_keys.request_hash',
  'invitation_counts.address',
  'limited_emails.address',
  'mail_budgets.address',
  'order_attempts.request_hash',
  'order_mails.address',
  'orders.request_hash',
  'passkey_challenges.hash',
  'payments.network',
  'push_keys.public_key',
  'queue_draws.randomness',
  'queue_draws.root',
  'queue_draws.seed',
  'queue_parts.hash',
  'queue_parts.leaves',
  'queue_receipts.signature',
  'queues.commitment',
  'sign_in_codes.address',
  'sign_in_codes.pair',
  'sign_in_failures.pair',
  'ticket_keys.public_key',
  'webhooks.old_secret_ends_at',
])

test('every column that can hold a secret says how that ends', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (data_type = 'bytea' or column_name ~ '(secret|token|passphrase)')`.execute(db)
  const names = rows.map(({ name }) => name)
  const unknown = names.filter((name) => secrets[name] === undefined && !none.has(name))
  assert.deepEqual(unknown.toSorted(), [])
  const gone = [...Object.keys(secrets), ...none].filter((name) => !names.includes(name))
  assert.deepEqual(gone, [])
})

/** A manager with a password and each kind of secret besides it. */
async function aManager({ isProven = true } = {}) {
  const manager = await aUser({ isProven })
  await db.updateTable('users').set({ password_hash }).where('id', '=', manager.id).execute()
  const organizer = await anOrganizer(world)
  const row = { organizer_id: organizer.id, user_id: manager.id }
  await db.insertInto('organizer_managers').values(row).execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const device = await aDevice(world, { festival, manager })
  const shift = await aShift(world, { festivalId: festival.id, manager })
  const { url } = (await post('/users/i/calendar', {}, { as: manager })).body
  const invited = { email: `${newId()}@people.example` }
  await post(`/organizers/${organizer.id}/managers`, invited, { as: manager })
  return { manager, organizer, festival, device, shift, calendar: new URL(url).pathname }
}
type Managed = Awaited<ReturnType<typeof aManager>>

/** Returns the secrets that still open something. */
async function openOf({ manager, festival, device, shift, organizer, calendar }: Managed) {
  const asDevice = { headers: { 'x-f-authentication': device.token } }
  const asTill = { headers: { 'x-f-authentication': shift.token } }
  const statuses = {
    calendar: (await world.app.inject({ url: calendar })).statusCode,
    gate: (await get(`/gate/${festival.id}/manifest`, asDevice)).status,
    till: (await get(`/shifts/${shift.id}/items`, asTill)).status,
    token: (await get('/users/i', { as: manager })).status,
  }
  const pending = await get(`/organizers/${organizer.id}/invitations`, { as: admin })
  return [
    ...Object.entries(statuses).flatMap(([name, status]) => (status === 200 ? name : [])),
    ...(pending.body.length > 0 ? ['invitation'] : []),
  ]
}
const all = ['calendar', 'gate', 'till', 'token', 'invitation']

async function mailedReset(email: string) {
  await post('/auth/forgot-password', { email }, { client: null })
  return tokenIn(await nextMailTo(world, email, { about: 'Reset your password' }), 'fst_reset')
}

suite('all of it ends', () => {
  const endings: [name: string, isProven: boolean, end: (person: Person) => Promise<unknown>][] = [
    [
      'at a reset',
      true,
      async ({ email }) => {
        const token = await mailedReset(email)
        const reset = { email, token, newPassword: 'another horse' }
        assert.equal((await post('/auth/reset-password', reset, { client: null })).status, 200)
      },
    ],
    [
      'when the owner of the mailbox takes the account over from a stranger',
      false,
      async ({ email }) => {
        const code = await aCode(world, email)
        assert.equal((await post('/auth/code/verify', { email, code })).status, 200)
      },
    ],
    [
      'at a suspension, also once that is lifted',
      true,
      async ({ id }) => {
        for (const suspended of [true, false]) {
          await put(`/users/${id}/suspended`, { suspended }, { as: admin })
        }
      },
    ],
  ]
  for (const [name, isProven, end] of endings) {
    // Requirement (rules): Standing access ends at a reset, a take-over and a suspension
    test(name, async () => {
      const managed = await aManager({ isProven })
      assert.deepEqual(await openOf(managed), all)
      await end(managed.manager)
      assert.deepEqual(await openOf(managed), [])
    })
  }

  test('a reset that was mailed before a suspension is none after it', async () => {
    const { manager } = await aManager()
    const token = await mailedReset(manager.email)
    for (const suspended of [true, false]) {
      await put(`/users/${manager.id}/suspended`, { suspended }, { as: admin })
    }
    const reset = { email: manager.email, token, newPassword: 'another horse' }
    assert.equal((await post('/auth/reset-password', reset, { client: null })).status, 400)
  })

  test('until a manager answers for a device anew', async () => {
    const managed = await aManager()
    const { festival, device, manager } = managed
    await put(`/users/${manager.id}/suspended`, { suspended: true }, { as: admin })
    const url = `/festivals/${festival.id}/gate-devices`
    assert.equal((await get(url, { as: admin })).body[0].needs_manager, true)
    assert.equal((await post(`${url}/${device.id}/take-over`, {}, { as: admin })).status, 200)
    assert.deepEqual(await openOf(managed), ['gate'])
  })
})

// Requirement (rules): A till that has ended reports and closes
test('a till whose token has ended reports what it has sold of its lease, and closes, and does nothing else', async () => {
  const { festivalId, manager, tier: aTierOf } = await aBoxOffice(world)
  const tier = await aTierOf({ price_cents: 1000 })
  const shift = await aShift(world, { festivalId, manager })
  const till = { headers: { 'x-f-authentication': shift.token } }
  const wanted = { payment_type: 'ticket', entity_id: tier.id, quantity: 2 }
  const leasing = { headers: { ...till.headers, 'idempotency-key': newId() } }
  const lease = await post(`/festivals/${festivalId}/leases`, wanted, leasing)
  assert.equal(lease.status, 201, lease.text)
  await put(`/users/${manager.id}/suspended`, { suspended: true }, { as: admin })

  const more = { headers: { ...till.headers, 'idempotency-key': newId() } }
  assert.equal((await post(`/festivals/${festivalId}/leases`, wanted, more)).status, 401)
  assert.equal((await atTill(world, shift).sell(tier.id)).status, 401)
  assert.equal(
    (await post(`/shifts/${shift.id}/cash`, { kind: 'drop', amount: 5, reason: 'Bank' }, more))
      .status,
    401,
  )
  const report = { sales: [], done: true }
  const reported = await post(`/leases/${lease.body.id}/report`, report, till)
  assert.equal(reported.status, 200, reported.text)
  assert.equal((await get(`/shifts/${shift.id}`, till)).status, 200)
  const closed = await post(`/shifts/${shift.id}/close`, { counted: 100 }, till)
  assert.equal(closed.status, 200, closed.text)
  assert.equal((await get(`/shifts/${shift.id}`, till)).status, 401)
})

suite('the user is asked what is to stay', () => {
  const listOf = async (as: Person) => (await get('/users/i/standing-access', { as })).body
  const change = (as: Person) =>
    put(
      '/auth/change-password',
      { currentPassword: password, newPassword: 'another horse' },
      { as },
    )

  // Requirement (rules): Standing access is asked about after a changed password and a new right
  test('after a changed password, while all of it goes on', async () => {
    const managed = await aManager()
    const { manager, festival } = managed
    assert.equal((await listOf(manager)).to_review, false)
    assert.equal((await change(manager)).status, 200)
    assert.deepEqual(await openOf(managed), all)
    const { to_review, access } = await listOf(manager)
    assert.equal(to_review, true)
    const kinds = access.map(({ kind }: { kind: string }) => kind).toSorted()
    assert.deepEqual(kinds, ['calendar', 'gate_device', 'invitation', 'till'])
    const gate = access.find(({ kind }: { kind: string }) => kind === 'gate_device')
    assert.equal(gate.festival.id, festival.id)
  })

  test('after a new right, by another or by an invitation', async () => {
    const managed = await aManager()
    const { manager } = managed
    await put(
      `/users/${manager.id}/permissions`,
      { permissions: ['manage_rewards'] },
      { as: admin },
    )
    const { token } = await world.access.issue(db, {
      clientId: world.client.id,
      userId: manager.id,
    })
    const as = { ...manager, token }
    assert.equal((await listOf(as)).to_review, true)
    await post('/users/i/standing-access/review', { end: false }, { as })
    await post('/users/invitations', { email: as.email, right: 'manage_clients' }, { as: admin })
    const [{ id }] = (await get('/users/i/invitations', { as })).body
    assert.equal((await post(`/invitations/${id}/accept`, {}, { as })).status, 200)
    assert.equal((await listOf(as)).to_review, true)
  })

  test('and all of it stays, or ends, as they say', async () => {
    for (const end of [false, true]) {
      const managed = await aManager()
      const { manager } = managed
      await change(manager)
      const { status } = await post('/users/i/standing-access/review', { end }, { as: manager })
      assert.equal(status, 200)
      assert.deepEqual(await openOf(managed), end ? ['token'] : all)
      const { to_review, access } = await listOf(manager)
      assert.deepEqual([to_review, access.length], [false, end ? 0 : 4])
    }
  })

  test('but not where nothing is left to end', async () => {
    const as = await aUser()
    await db.updateTable('users').set({ password_hash }).where('id', '=', as.id).execute()
    await change(as)
    assert.deepEqual(await listOf(as), { to_review: false, access: [] })
  })
})
