/** Buying without an account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aPlan, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aGuest, anEmail } from '../../../test/guests.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { app, db, access, get, post, put, del, aUser } = world
await world.jobs.start()

const buy = (as: Person, entity_id: string, more = {}) =>
  post('/payments', { payment_type: 'ticket', entity_id, ...more }, { as })

/** A publishable client. */
async function aPage() {
  const page = await world.aClient([])
  const kind = { kind: 'publishable', allow_without_origin: true }
  await db.updateTable('clients').set(kind).where('id', '=', page.id).execute()
  await access.changed(db, { clientId: page.id })
  return page
}

// Requirement (rules): contract §2.9: what a guest may do
test('a guest buys a ticket, reads it, prints it, and gives up another', async () => {
  const guest = await aGuest(world, { firstName: '' })
  const tier = await aTier(world)
  const { status, body: paid, text } = await buy(guest, tier.id)
  assert.equal(status, 201, text)
  const waiting = await buy(guest, tier.id, {
    processorPaymentMethodId: 'pm_card_authenticationRequired',
  })
  assert.equal(waiting.body.status, 'requires_action')
  assert.equal((await del(`/payments/${waiting.body.id}`, { as: guest })).status, 200)
  assert.equal((await get('/payments', { as: guest })).body.length, 2)
  assert.equal((await get(`/payments/${paid.id}`, { as: guest })).body.qr_code, paid.qr_code)
  const timeline = await get(`/payments/${paid.id}/timeline`, { as: guest })
  assert.deepEqual(
    timeline.body.map(({ type }: { type: string }) => type),
    ['pending', 'succeeded'],
  )
  const { tickets } = (await get('/tickets', { as: guest })).body
  assert.deepEqual([tickets.length, tickets[0].bought], [1, true])
  const printed = await get(`/payments/${paid.id}/ticket.pdf`, { as: guest })
  assert.equal(printed.headers['content-type'], 'application/pdf')
  const another = await aGuest(world, { email: guest.email })
  assert.equal((await get(`/payments/${paid.id}`, { as: another })).status, 404, 'same e-mail')
  assert.equal((await post('/auth/logout', {}, { as: guest })).status, 200)
  assert.equal((await get('/payments', { as: guest })).status, 401)
})

// Requirement (rules): contract §2.9: publishable clients, and the scope sell_to_guests
test('a guest begins through a publishable client, or one with the scope, and no other', async () => {
  const { token: client } = await aPage()
  const guest = { email: anEmail() }
  const through = await post('/auth/guest', guest, { client })
  assert.equal(through.status, 200, through.text)
  const { token, ...rest } = through.body
  assert.match(token, /^fst_user_/)
  const header = 'X-F-Authentication'
  assert.deepEqual(rest, { tokenType: header, expiresIn: 86_400, headerName: header })
  const refused = await post('/auth/guest', guest)
  assert.deepEqual(
    [refused.status, refused.body],
    [403, { error: 'Missing client scope: sell_to_guests', code: 'missing_scope' }],
  )
  const tier = await aTier(world)
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const as = { token } as Person
  assert.equal((await post('/payments', order, { as, client })).status, 201)
})

test('the token of a guest ends after a day', async () => {
  const guest = await aGuest(world)
  clock.now = new Date(clock.now.getTime() + 86_399_000)
  assert.equal((await get('/payments', { as: guest })).status, 200)
  clock.now = new Date(clock.now.getTime() + 1_000)
  assert.equal((await get('/payments', { as: guest })).status, 401)
})

// Requirement (rules): contract §2.9: the answer does not say whether there is an account
test('the answer is the same whether there is an account with the e-mail or not', async () => {
  const ada = await aUser()
  const { token: client } = await world.aClient(['sell_to_guests'])
  const begin = async (email: string) => {
    world.statements.length = 0
    const { status, body } = await post('/auth/guest', { email }, { client })
    return [status, Object.keys(body), body.token.length, world.statements.length]
  }
  await begin(anEmail())
  assert.deepEqual(await begin(ada.email), await begin(anEmail()))
  assert.equal((await get('/payments', { as: ada })).status, 200, 'nothing ends')
})

// Requirement (rules): contract §2.9: PUT /auth/guest
test('a guest corrects the contact e-mail and the names, and an account does not this way', async () => {
  const guest = await aGuest(world, { firstName: '' })
  const email = anEmail()
  const read = { id: guest.id, email: guest.email, firstName: null, lastName: null }
  assert.deepEqual((await put('/auth/guest', {}, { as: guest })).body, read)
  const { body } = await put('/auth/guest', { email, firstName: 'Bo' }, { as: guest })
  assert.deepEqual(body, { ...read, email, firstName: 'Bo' })
  const wrong = await put('/auth/guest', { email: 'bo' }, { as: guest })
  assert.deepEqual([wrong.status, wrong.body.fields[0].path], [400, 'email'])
  const account = await put('/auth/guest', { email }, { as: await aUser() })
  assert.deepEqual([account.status, account.body.code], [403, 'forbidden'])
})

// Requirement (rules): contract §2.9: a plan is 409 needs_account
test('a guest follows nothing and becomes no member: 409 needs_account', async () => {
  const guest = await aGuest(world)
  const plan = await aPlan(world)
  const refused = [
    await post('/payments', { payment_type: 'subscription', entity_id: plan.id }, { as: guest }),
    await get('/notifications', { as: guest }),
    await get('/users/i', { as: guest }),
    await get('/festivals?expand=followed', { as: guest }),
    await post('/invitations/accept', { token: 'guessed' }, { as: guest }),
  ]
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [409, 'needs_account'])
  }
})

// Requirement (rules): contract §2.9: in no list of users
test('users are listed without guests, and no one manages a guest', async () => {
  const name = `Guest${Date.now()}`
  const guest = await aGuest(world, { firstName: name, lastName: 'Marsh' })
  const admin = await aUser({ roles: ['admin'] })
  const idsIn = (users: { id: string }[]) => users.map(({ id }) => id)
  const listed = await get('/users?limit=1000')
  assert.ok(listed.body.length > 0 && !idsIn(listed.body).includes(guest.id))
  for (const q of [name, guest.email, guest.id]) {
    const { body } = await get(`/users/all?q=${q}`, { as: admin })
    assert.deepEqual([body.users, body.pagination.total], [[], 0], q)
  }
  for (const [path, change] of [
    ['suspended', { suspended: true }],
    ['roles', { roles: ['admin'] }],
    ['permissions', { permissions: ['manage_users'] }],
  ] as const) {
    const { status } = await put(`/users/${guest.id}/${path}`, change, { as: admin })
    assert.equal(status, 404, path)
  }
})

// Requirement (rules): contract §2.9: payments of a festival and gates have the contact e-mail
test('organizers read the contact e-mail of a guest, and the gate finds by it and by name', async () => {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  const guest = await aGuest(world, { firstName: 'Birgitta' })
  const ada = await aUser({ firstName: 'Ada' })
  await buy(ada, tier.id)
  const { body: paid } = await buy(guest, tier.id)
  const list = await get(`/festivals/${gate.festival.id}/payments`, { as: gate.manager })
  const names = { firstName: 'Birgitta', lastName: 'Marsh' }
  assert.deepEqual(
    list.body.payments.map(({ buyer }: { buyer: object }) => buyer),
    [
      { id: guest.id, ...names, guest: true, email: guest.email },
      { id: ada.id, ...names, firstName: 'Ada', guest: false, email: null },
    ],
  )
  for (const q of ['birgitta', guest.email, guest.email.slice(0, 20).toUpperCase()]) {
    const { body } = await post(`/gate/${gate.festival.id}/find`, { q }, { as: gate.staff })
    assert.deepEqual(
      body.tickets.map(({ payment_id }: { payment_id: string }) => payment_id),
      [paid.id],
      q,
    )
  }
  const body = { payment_id: paid.id, name: 'Birgitta Marsh', nonce: 'by name' }
  const admitted = await post(`/gate/${gate.festival.id}/admit`, body, { as: gate.staff })
  assert.equal(admitted.body.result, 'admitted')
})

// Requirement (rules): contract §2.9: no points, no badges, no notifications
test('what a guest buys and uses records no points, no badges and no notifications', async () => {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  const guest = await aGuest(world)
  const { body: paid } = await buy(guest, tier.id)
  const device = await aDevice(world, gate)
  const [result] = await scan(world, device, anUpload(gate.festival.id, [{ code: paid.qr_code }]))
  assert.equal(result.result, 'admitted')
  await put(`/festivals/${gate.festival.id}`, { venue: 'North Quay' }, { as: gate.manager })
  await post(`/festivals/${gate.festival.id}/cancel`, {}, { as: gate.manager })
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from reward_events where user_id = ${guest.id}) as events,
           (select count(*)::int from point_entries where user_id = ${guest.id}) as entries,
           (select count(*)::int from event_tallies where user_id = ${guest.id}) as tallies,
           (select count(*)::int from notifications where user_id = ${guest.id}) as notifications,
           (select count(*)::int from inboxes where user_id = ${guest.id}) as inboxes`.execute(db)
  assert.deepEqual(rows[0], { events: 0, entries: 0, tallies: 0, notifications: 0, inboxes: 0 })
})

// Requirement (rules): contract §2.9: guests of a network are counted
test('many guests from one public network have to wait, through a publishable client', async () => {
  const page = await aPage()
  const shop = await world.aClient(['sell_to_guests'])
  const begin = (remoteAddress: string, client: string) =>
    app.inject({
      method: 'POST',
      url: '/auth/guest',
      remoteAddress,
      headers: { 'x-f-authorization': client },
      payload: { email: anEmail() },
    })
  const one = '8.8.4.4'
  for (let nth = 0; nth < 100; nth++) {
    assert.equal((await begin(one, page.token)).statusCode, 200, `${nth}`)
  }
  const refused = await begin(one, page.token)
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.headers['retry-after']],
    [429, 'too_many_requests', '1'],
  )
  assert.equal((await begin('8.8.4.5', page.token)).statusCode, 200, 'another network')
  assert.equal((await begin(one, shop.token)).statusCode, 200, 'a client that is trusted')
  clock.now = new Date(clock.now.getTime() + 1_000)
  assert.equal((await begin(one, page.token)).statusCode, 200)
})
