/** Ticket transfers: offered, accepted, declined, taken back, lapsed; and the effect on the old code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCode } from '#common/codes/read-code'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldEmails } from './offer.ts'

const clock = { now: new Date('2027-06-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, del, aUser } = world
await world.jobs.start()
const day = 24 * 3_600_000

/** Buys a ticket through the service, and sets up a gate with a device. */
async function aTicket(given: { start?: Date; free?: boolean } = {}) {
  const gate = await aGate(world)
  const start_time = given.start ?? new Date('2027-07-01T12:00:00.000Z')
  const end_time = new Date(start_time.getTime() + 3 * day)
  await db
    .updateTable('festivals')
    .set({ start_time, end_time })
    .where('id', '=', gate.festival.id)
    .execute()
  const device = await aDevice(world, gate)
  const tier = await aTier(world, {
    festival_id: gate.festival.id,
    ...(given.free && { price_cents: 0 }),
  })
  const buyer = await aUser()
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { status, body } = await post('/payments', order, { as: buyer })
  assert.equal(status, 201, body.error)
  return { id: String(body.id), code: String(body.qr_code), body, buyer, tier, device, gate }
}
type Ticket = Awaited<ReturnType<typeof aTicket>>

const offer = (ticket: Pick<Ticket, 'id'>, as: Person, email: string) =>
  post(`/payments/${ticket.id}/transfer`, { email }, { as })

async function offered(ticket: Ticket, to: Person): Promise<string> {
  const { status, body } = await offer(ticket, ticket.buyer, to.email)
  assert.equal(status, 201, body.error)
  return String(body.id)
}

const accept = (id: string, as: Person) => post(`/transfers/${id}/accept`, {}, { as })

async function handedOn(ticket: Ticket, to: Person) {
  const { status, body } = await accept(await offered(ticket, to), to)
  assert.equal(status, 200, body.error)
  return body
}

const scanned = async ({ device, gate }: Ticket, code: string, given = {}) => {
  const scanned_at = clock.now.toISOString()
  const [result] = await scan(
    world,
    device,
    anUpload(gate.festival.id, [{ code, scanned_at, ...given }]),
  )
  return result
}

// Requirement (rules): contract §7.8 Handing on: a new holder, and only the new code admits
test('an accepted ticket has another holder, and only its new code admits', async () => {
  const ticket = await aTicket()
  const to = await aUser({ firstName: 'Ida', lastName: 'Nyholm' })
  const held = await handedOn(ticket, to)
  assert.deepEqual(
    [held.payment_id, held.bought, held.validated_at, held.transfer_id],
    [ticket.id, false, null, null],
  )
  assert.equal(held.qr_code.length, 167)
  assert.equal(readCode(held.qr_code)?.ticket.revision, 1)
  assert.notEqual(held.short_code, ticket.body.short_code)

  const { body: seen } = await get(`/payments/${ticket.id}`, { as: ticket.buyer })
  assert.deepEqual(
    [seen.status, seen.transferred, seen.qr_code, seen.qr_code_url, seen.ticket_pdf_url],
    ['succeeded', true, null, null, null],
  )
  assert.equal(seen.short_code, null)
  assert.equal((await get(`/payments/${ticket.id}`, { as: to })).status, 404)

  const old = await scanned(ticket, ticket.code)
  assert.deepEqual([old.result, old.code, old.clash], ['refused', 'transferred', false])
  assert.equal((await scanned(ticket, ticket.body.short_code)).code, 'invalid_code')
  assert.equal((await scanned(ticket, held.qr_code)).result, 'admitted')
  assert.equal((await scanned(ticket, ticket.code)).code, 'transferred')
})

// Requirement (rules): contract §7.8 Handing on: files and signed addresses follow the holder
test('its files open for the holder alone, and addresses from before open nothing', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  const held = await handedOn(ticket, to)
  const path = (url: string) => new URL(url).pathname + new URL(url).search
  for (const file of ['qr', 'qr.svg', 'qr.png', 'ticket.pdf']) {
    const url = `/payments/${ticket.id}/${file}`
    const before = await get(url, { as: ticket.buyer })
    assert.deepEqual([before.status, before.body.code], [409, 'transferred'], file)
    assert.equal((await get(url, { as: to })).status, 200, file)
    assert.equal((await get(url, { as: await aUser() })).status, 404, file)
  }
  const open = (url: string) => get(path(url), { client: null })
  for (const field of ['qr_code_url', 'ticket_pdf_url']) {
    const old = await open(ticket.body[field])
    assert.deepEqual([old.status, old.body.code], [409, 'transferred'], field)
    assert.equal((await open(held[field])).status, 200, field)
  }
  const forged = held.qr_code_url.replace(/-1\./, '-0.')
  assert.equal((await open(forged)).status, 401)
})

// Requirement (rules): contract §7.8 Handing on: mail, notification, list
test('the recipient is told by mail and by a notification, and finds it in the list', async () => {
  const ticket = await aTicket()
  await world.db
    .updateTable('festivals')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', ticket.body.festival.id)
    .execute()
  const to = await aUser()
  const id = await offered(ticket, to)
  const mail = await nextMailTo(world, to.email, { about: 'Ada Marsh sent you a ticket for Tide' })
  assert.match(mail, /^Ada Marsh sent you a ticket for Tide [0-9a-f]+,\s1–4\sJuly\s2027\.$/m)
  assert.match(mail, /^When: 1 July 2027 at 08:00 GMT-4 to 4 July 2027 at 08:00 GMT-4$/m)
  assert.match(mail, /8 June 2027 at 08:00 GMT-4/)
  await until('the notification', async () => {
    const { body } = await get('/notifications', { as: to })
    return body.some((one: any) => one.type === 'transfer.offered' && one.data.transfer_id === id)
  })
  const { body: received } = await get('/transfers', { as: to })
  const { body: sent } = await get('/transfers?direction=sent', { as: ticket.buyer })
  assert.deepEqual(
    [received, sent].map(([one]) => [one.id, one.direction, one.status, one.email]),
    [
      [id, 'received', 'open', to.email],
      [id, 'sent', 'open', to.email],
    ],
  )
  assert.deepEqual((await get('/transfers?direction=sent', { as: to })).body, [])
  await accept(id, to)
  const { body: told } = await get('/notifications', { as: ticket.buyer })
  assert.equal(told.filter((one: any) => one.type === 'transfer.accepted').length, 1)
  const [after] = (await get('/transfers?status=accepted', { as: to })).body
  assert.deepEqual([after.id, after.direction], [id, 'received'])
})

// Requirement (rules): contract §7.8 Handing on: confirmed e-mails alone
test('an address without an account, and one that is not confirmed, get a mail and nothing else', async () => {
  const ticket = await aTicket()
  const stranger = `nobody-${ticket.id}@people.example`
  const first = await offer(ticket, ticket.buyer, stranger)
  assert.equal(first.status, 201)
  await nextMailTo(world, stranger)
  await del(`/transfers/${first.body.id}`, { as: ticket.buyer })

  const unproven = await aUser()
  const prove = (email_proven_at: Date | null) =>
    db.updateTable('users').set({ email_proven_at }).where('id', '=', unproven.id).execute()
  await prove(null)
  const second = await offer(ticket, ticket.buyer, unproven.email)
  await nextMailTo(world, unproven.email)
  assert.deepEqual((await get('/transfers', { as: unproven })).body, [])
  assert.deepEqual((await get('/notifications', { as: unproven })).body, [])
  const answer = await accept(second.body.id, unproven)
  assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
  await prove(clock.now)
  assert.equal((await accept(second.body.id, unproven)).status, 200)
})

// Requirement (rules): contract §6.5 Mails: offers
test('an offer names its sender and the festival, but is no way to send a link or a text to a stranger', async () => {
  const ticket = await aTicket()
  const { festival } = ticket.gate
  const hostile = 'Tide https://evil.example/now www.evil.example'
  await db
    .updateTable('festivals')
    .set({ name: hostile, address: 'BUY PILLS' })
    .where('id', '=', festival.id)
    .execute()
  const named = async (first_name: string, last_name: string) => {
    await db
      .updateTable('users')
      .set({ first_name, last_name })
      .where('id', '=', ticket.buyer.id)
      .execute()
    const email = `quiet-${newId()}@people.example`
    const { body } = await offer(ticket, ticket.buyer, email)
    const mail = await nextMailTo(world, email)
    assert.equal((await mailsTo(world, email)).length, 1)
    assert.doesNotMatch(mail, /PILLS|evil\.example/)
    await del(`/transfers/${body.id}`, { as: ticket.buyer })
    return mail
  }
  assert.match(await named('Lena', 'Brandt'), /^Lena Brandt sent you a ticket for Tide /m)
  assert.match(await named('Lena', ''), /^Lena sent you a ticket for Tide /m)
  for (const first of [
    'Buy at evil.example',
    '100 EUR',
    'https://evil.example',
    'eve@evil.example',
  ]) {
    assert.match(await named(first, ''), /^You are offered a ticket for Tide /m)
  }
  const long = await named('Maria del Carmen', 'Fernández Rodríguez de la Torre')
  assert.match(long, /^Maria del Carmen Fernández Rodríguez de sent/m)
})

// Requirement (rules): contract §7.8 Handing on: declined, taken back
test('it is declined, taken back, and offered again; each ends once', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  const declined = await offered(ticket, to)
  assert.deepEqual((await offer(ticket, ticket.buyer, to.email)).body.code, 'transfer_open')
  assert.equal((await del(`/transfers/${declined}`, { as: to })).body.message, 'Transfer declined')
  const mail = await nextMailTo(world, ticket.buyer.email, { about: 'Your ticket for Tide' })
  assert.match(mail, /^It is still yours, and you may offer it again\.$/m)
  const takenBack = await offered(ticket, to)
  const taken = await del(`/transfers/${takenBack}`, { as: ticket.buyer })
  assert.equal(taken.body.message, 'Transfer taken back')
  for (const id of [declined, takenBack]) {
    for (const again of [await accept(id, to), await del(`/transfers/${id}`, { as: to })]) {
      assert.deepEqual([again.status, again.body.code], [409, 'transfer_ended'])
    }
    assert.equal((await accept(id, await aUser())).status, 404)
    assert.equal((await del(`/transfers/${id}`, { as: await aUser() })).status, 404)
  }
  assert.equal((await accept(takenBack, ticket.buyer)).status, 404)
  const { body } = await get('/transfers?direction=sent', { as: ticket.buyer })
  assert.deepEqual(body.map(({ status }: any) => status).toSorted(), ['declined', 'taken_back'])
  const { body: told } = await get('/notifications', { as: ticket.buyer })
  assert.equal(told.filter(({ type }: any) => type === 'transfer.declined').length, 1)
  assert.equal((await scanned(ticket, ticket.code)).result, 'admitted')
})

// Requirement (rules): contract §7.8 Handing on: seven days, or until the festival begins
test('it lapses after seven days, or when the festival begins', async () => {
  const begun = clock.now
  const [late, soon] = [await aTicket(), await aTicket({ start: new Date(begun.getTime() + day) })]
  const to = await aUser()
  const [one, other] = [await offered(late, to), await offered(soon, to)]
  const { body } = await get('/transfers', { as: to })
  const ends = Object.fromEntries(body.map(({ id, expires_at }: any) => [id, expires_at]))
  assert.deepEqual(ends, {
    [one]: new Date(begun.getTime() + 7 * day).toISOString(),
    [other]: new Date(begun.getTime() + day).toISOString(),
  })
  clock.now = new Date(begun.getTime() + day)
  assert.deepEqual((await accept(other, to)).body.code, 'begun')
  clock.now = new Date(begun.getTime() + 7 * day)
  assert.deepEqual((await accept(one, to)).body.code, 'transfer_ended')
  const { body: after } = await get('/transfers?status=lapsed', { as: to })
  assert.equal(after.length, 2)
  await handedOn(late, to)
  clock.now = begun
})

test('a ticket goes on and on, also back to its buyer, and each code ends', async () => {
  const ticket = await aTicket()
  const friend = await aUser()
  const first = await handedOn(ticket, friend)
  const { body: again } = await offer(ticket, friend, ticket.buyer.email)
  assert.equal((await accept(again.id, ticket.buyer)).status, 200)
  const { body: mine } = await get(`/payments/${ticket.id}`, { as: ticket.buyer })
  assert.equal(mine.transferred, false)
  assert.equal(readCode(mine.qr_code)?.ticket.revision, 2)
  const { body: held } = await get('/tickets', { as: ticket.buyer })
  assert.deepEqual(
    held.tickets.map((one: any) => [one.payment_id, one.bought, one.qr_code]),
    [[ticket.id, true, mine.qr_code]],
  )
  assert.deepEqual((await get('/tickets', { as: friend })).body.tickets, [])
  for (const code of [ticket.code, first.qr_code]) {
    assert.equal((await scanned(ticket, code)).code, 'transferred')
  }
  assert.equal((await scanned(ticket, mine.short_code)).result, 'admitted')
})

// Requirement (rules): contract §7.8 GET /tickets
test('the list of held tickets goes on in pages', async () => {
  const holder = await aUser()
  const tier = await aTier(world, { price_cents: 0 })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  for (let bought = 0; bought < 3; bought++) await post('/payments', order, { as: holder })
  await handedOn(await aTicket(), holder)
  const before = world.statements.length
  const { body: all } = await get('/tickets', { as: holder })
  assert.ok(world.statements.length - before <= 3, `${world.statements.length - before}`)
  assert.equal(all.tickets.length, 4)
  const read: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const url: string = `/tickets?limit=1${after && `&after=${after}`}`
    const { body }: { body: any } = await get(url, { as: holder })
    read.push(...body.tickets.map((one: any) => one.payment_id))
    after = body.next_after
  }
  assert.deepEqual(
    read,
    all.tickets.map((one: any) => one.payment_id),
  )
})

// Requirement (rules): contract §7.8: 409 `not_transferable`, for a tier and for an accommodation, at the
//   offer and at accepting
test('a ticket of a tier that is not transferable cannot be offered or accepted', async () => {
  const to = await aUser()
  const ticket = await aTicket()
  const id = await offered(ticket, to)
  const setTo = (transferable: boolean) =>
    db.updateTable('tiers').set({ transferable }).where('id', '=', ticket.tier.id).execute()
  await setTo(false)
  const late = await accept(id, to)
  assert.deepEqual([late.status, late.body.code], [409, 'not_transferable'])
  assert.equal((await del(`/transfers/${id}`, { as: ticket.buyer })).status, 200)
  const refused = await offer(ticket, ticket.buyer, to.email)
  assert.deepEqual([refused.status, refused.body.code], [409, 'not_transferable'])
  assert.equal((await scanned(ticket, ticket.code)).result, 'admitted')

  const { id: festival_id } = ticket.gate.festival
  const stay = await aPlaceToSleep(world, { festival_id, transferable: false })
  const order = { payment_type: 'accommodation', entity_id: stay.id }
  const { body: paid } = await post('/payments', order, { as: ticket.buyer })
  assert.equal((await offer(paid, ticket.buyer, to.email)).body.code, 'not_transferable')
  await db
    .updateTable('accommodations')
    .set({ transferable: true })
    .where('id', '=', stay.id)
    .execute()
  assert.equal((await offer(paid, ticket.buyer, to.email)).status, 201)
})

type Refusal = [what: string, spoil: (ticket: Ticket) => Promise<unknown>, code: string]
const admin = await aUser({ roles: ['admin'] })
const refusals: Refusal[] = [
  ['used', (ticket) => scanned(ticket, ticket.code), 'already_validated'],
  ['refunded', ({ id }) => post(`/payments/${id}/refund`, {}, { as: admin }), 'refunded'],
  [
    'revoked',
    ({ id }) =>
      db
        .updateTable('tickets')
        .set({ revoked_at: clock.now })
        .where('payment_id', '=', id)
        .execute(),
    'revoked',
  ],
  [
    'of a cancelled festival',
    ({ gate }) =>
      db
        .updateTable('festivals')
        .set({ cancelled_at: clock.now })
        .where('id', '=', gate.festival.id)
        .execute(),
    // The sweeper refunds its tickets within a second.
    'cancelled|refunded',
  ],
  [
    'of a festival that has begun',
    ({ gate }) =>
      db
        .updateTable('festivals')
        .set({ start_time: clock.now })
        .where('id', '=', gate.festival.id)
        .execute(),
    'begun',
  ],
]

for (const [what, spoil, code] of refusals) {
  // Requirement (rules): contract §7.8 Handing on: what cannot be handed on
  test(`a ticket that is ${what} can be neither offered nor accepted: ${code}`, async () => {
    const ticket = await aTicket()
    const to = await aUser()
    const id = await offered(ticket, to)
    await spoil(ticket)
    const accepted = await accept(id, to)
    assert.match(`${accepted.status} ${accepted.body.code}`, new RegExp(`^409 (${code})$`))
    const [seen] = (await get('/transfers', { as: to })).body
    assert.equal(seen.status, 'lapsed')
    await del(`/transfers/${id}`, { as: ticket.buyer })
    const refused = await offer(ticket, ticket.buyer, to.email)
    assert.match(`${refused.status} ${refused.body.code}`, new RegExp(`^409 (${code})$`))
  })
}

test('its holder offers a ticket, to another address, and not others', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  for (const [as, email, status, code] of [
    [await aUser(), to.email, 404, 'not_found'],
    [await aUser({ permissions: ['manage_users'] }), to.email, 404, 'not_found'],
    [ticket.buyer, ticket.buyer.email.toUpperCase(), 400, 'invalid'],
    [ticket.buyer, 'no address', 400, 'invalid'],
  ] as const) {
    const answer = await offer(ticket, as, email)
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
  await handedOn(ticket, to)
  const late = await offer(ticket, ticket.buyer, 'third@people.example')
  assert.deepEqual([late.status, late.body.code], [409, 'transferred'])
})

test('a membership and a payment that waits have no ticket to offer', async () => {
  const buyer = await aUser()
  const plan = await aPlan(world)
  const order = { payment_type: 'subscription', entity_id: plan.id }
  const { body: member } = await post('/payments', order, { as: buyer })
  assert.equal((await offer(member, buyer, 'a@people.example')).body.code, 'not_a_ticket')
  const tier = await aTier(world)
  const waits = { processorPaymentMethodId: 'pm_card_authenticationRequired' }
  const { body: waiting } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id, ...waits },
    { as: buyer },
  )
  assert.equal((await offer(waiting, buyer, 'a@people.example')).body.code, 'not_succeeded')
})

// Requirement (rules): contract §7.8 Handing on: 20 in 24 hours
test('twenty offers a day are the most', async () => {
  const ticket = await aTicket()
  for (let sent = 0; sent < 20; sent++) {
    const { body } = await offer(ticket, ticket.buyer, `many-${sent}@people.example`)
    await del(`/transfers/${body.id}`, { as: ticket.buyer })
  }
  const refused = await offer(ticket, ticket.buyer, 'more@people.example')
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_transfers'])
  assert.equal(refused.headers['retry-after'], `${day / 1000}`)
})

test('a repeated request with its key offers once', async () => {
  const ticket = await aTicket()
  const headers = { 'idempotency-key': 'once' }
  const ask = () =>
    post(
      `/payments/${ticket.id}/transfer`,
      { email: 'once@people.example' },
      { as: ticket.buyer, headers },
    )
  const [first, again] = [await ask(), await ask()]
  assert.deepEqual([first.status, again.status, first.body.id], [201, 201, again.body.id])
})

// Requirement (rules): contract §7: when a ticket that was handed on was used is not its buyer's to read
// Requirement (rules): contract §8.3 Without a network: codes from before a hand-over
test('an admission offline with the old code counts before the hand-over, and clashes after', async () => {
  const later = new Date(clock.now.getTime() + 60_000)
  const upload = (ticket: Ticket, at: Date) =>
    scanned(ticket, ticket.code, { scanned_at: at.toISOString(), admitted_offline: true })
  const [one, other] = [await aTicket(), await aTicket()]
  const to = await aUser()
  clock.now = new Date(clock.now.getTime() + 7_200_000)
  const [held] = [await handedOn(one, to), await handedOn(other, to)]
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const counted = await upload(one, later)
  assert.deepEqual([counted.result, counted.clash], ['admitted', false])
  assert.equal((await scanned(one, held.qr_code)).code, 'already_validated')
  // The time of use is for its holder and staff to read, and not for its buyer.
  const { body: bought } = await get(`/payments/${one.id}`, { as: one.buyer })
  assert.deepEqual(
    [bought.is_validated, bought.validated_at, bought.validated_by],
    [false, null, null],
  )
  const readsAdmission = async (as: Person) => {
    const { body: events } = await get(`/payments/${one.id}/timeline`, { as })
    return events.some(({ type }: { type: string }) => type === 'validated')
  }
  assert.equal(await readsAdmission(one.buyer), false)
  assert.equal(await readsAdmission(one.gate.manager), true)

  const clash = await upload(other, clock.now)
  assert.deepEqual([clash.result, clash.code, clash.clash], ['refused', 'transferred', true])
  const { body } = await get(`/gate/${other.gate.festival.id}/clashes`, { as: other.gate.manager })
  assert.deepEqual(
    [body[0].payment_id, body[0].code, body[0].first],
    [other.id, 'transferred', null],
  )
})

// Requirement (rules): contract §8.3 Without a network: the manifest has the lowest good revision
test('the manifest names the lowest good revision of a ticket that was handed on, anew with each change', async () => {
  const ticket = await aTicket()
  const read = async (since: string) => {
    const url = `/gate/${ticket.gate.festival.id}/manifest?since=${since}`
    const { body } = await get(url, { headers: { 'x-f-authentication': ticket.device.token } })
    return body
  }
  const first = await read('0')
  assert.deepEqual(first.tickets, [])
  const to = await aUser()
  const held = await handedOn(ticket, to)
  const second = await read(first.cursor)
  const entry = {
    payment_id: ticket.id,
    validated_at: null,
    revoked: false,
    revision: 1,
    passages: [],
  }
  assert.deepEqual(second.tickets, [entry])
  assert.deepEqual((await read(second.cursor)).tickets, [])
  await scanned(ticket, held.qr_code)
  const third = await read(second.cursor)
  const at = clock.now.toISOString()
  const passages = [{ direction: 'in', at }]
  assert.deepEqual(third.tickets, [{ ...entry, validated_at: at, passages }])
})

// Requirement (rules): contract §7.8 Handing on: points of the admission, notifications
test('the reward of the admission, and what holders are told, follow the ticket', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  const held = await handedOn(ticket, to)
  await scanned(ticket, held.qr_code)
  const earned = async (as: Person) => (await get('/rewards/points', { as })).body.total_earned
  assert.deepEqual([await earned(to), await earned(ticket.buyer)], [10, 50])
  await post(`/festivals/${ticket.gate.festival.id}/cancel`, {}, { as: admin })
  const told = async (as: Person) =>
    (await get('/notifications', { as })).body.filter(
      ({ type }: any) => type === 'festival.cancelled',
    ).length
  await until('the holder is told', async () => (await told(to)) === 1)
  assert.equal(await told(ticket.buyer), 0)
})

// Requirement (rules): contract §7.8 Handing on: a refund
test('a refund goes to the buyer, and takes back what the holder earned', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  const held = await handedOn(ticket, to)
  await scanned(ticket, held.qr_code)
  await db.updateTable('points').set({ available: 0 }).where('user_id', '=', to.id).execute()
  const { body } = await post(`/payments/${ticket.id}/refund`, {}, { as: admin })
  assert.deepEqual([body.refunded_amount, body.kept_amount], [50, 0])
  const owed = await db
    .selectFrom('points')
    .select(['user_id', 'owed'])
    .where('user_id', 'in', [to.id, ticket.buyer.id])
    .execute()
  assert.deepEqual(
    new Map(owed.map((row) => [row.user_id, row.owed])),
    new Map([
      [to.id, 10],
      [ticket.buyer.id, 0],
    ]),
  )
  assert.deepEqual((await get('/tickets', { as: to })).body.tickets, [])
})

// Requirement (rules): contract §7.8 Handing on: deleted accounts
test('deleting an account ends its offers and forgets e-mails; what was handed on stays', async () => {
  const [sent, received, done] = [await aTicket(), await aTicket(), await aTicket()]
  const gone = sent.buyer
  const to = await aUser()
  const open = await offered(sent, to)
  const waiting = await offered(received, gone)
  const held = await handedOn(done, gone)
  assert.equal((await del(`/users/${gone.id}`, { as: gone })).status, 200)
  const rows = await db
    .selectFrom('ticket_transfers')
    .select(['id', 'outcome', 'email', 'email_key'])
    .where((eb) => eb.or([eb('id', 'in', [open, waiting]), eb('to_user', '=', gone.id)]))
    .execute()
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  assert.deepEqual([outcomes.get(open), outcomes.get(waiting)], ['taken_back', 'declined'])
  assert.deepEqual(
    rows.map(({ email, email_key }) => email ?? email_key),
    [null, null, null],
  )
  assert.equal((await accept(open, to)).status, 404)
  assert.equal((await offer(received, received.buyer, to.email)).status, 201)
  assert.equal((await scanned(done, held.qr_code)).result, 'admitted')
})

test('an account whose e-mail is not proven leaves the offers to that e-mail as they are', async () => {
  const ticket = await aTicket()
  const squatter = await aUser()
  const id = await offered(ticket, squatter)
  await db
    .updateTable('users')
    .set({ email_proven_at: null })
    .where('id', '=', squatter.id)
    .execute()
  assert.equal((await del(`/users/${squatter.id}`, { as: squatter })).status, 200)
  const [seen] = (await get('/transfers', { as: ticket.buyer })).body
  assert.deepEqual([seen.id, seen.status, seen.email], [id, 'open', squatter.email])
})

// Requirement (rules): contract §7.8 Handing on: e-mails are deleted
test('e-mails are deleted 30 days after a transfer has ended', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  await handedOn(ticket, to)
  const begun = clock.now
  const emails = async (days: number) => {
    clock.now = new Date(begun.getTime() + days * day)
    await deleteOldEmails(world)
    clock.now = begun
    return (await get('/transfers', { as: to })).body.map(({ email }: any) => email)
  }
  assert.deepEqual(await emails(29), [to.email])
  assert.deepEqual(await emails(38), [null])
})

test('a ticket that is given to the next in line cannot be handed on, until it is taken back', async () => {
  const ticket = await aTicket()
  const to = await aUser()
  assert.equal((await post(`/payments/${ticket.id}/return`, {}, { as: ticket.buyer })).status, 201)
  const refused = await offer(ticket, ticket.buyer, to.email)
  assert.deepEqual([refused.status, refused.body.code], [409, 'return_open'])
  assert.equal((await del(`/payments/${ticket.id}/return`, { as: ticket.buyer })).status, 200)
  await handedOn(ticket, to)
})
