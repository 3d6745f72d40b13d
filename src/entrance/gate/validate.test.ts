/** `PUT /payments/:paymentId/validate`: allowed callers, the refusals and their order, and only once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aGate } from '../../../test/gate.ts'
import { aPaidTicket, aPayment, someBookings, somePaidTickets } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { put, get, aUser, db } = world
const elsewhere = await anotherProcess(world)
const admin = await aUser({ roles: ['admin'] })

const minute = 60_000
const fromNow = (minutes: number) => new Date(Date.now() + minutes * minute)

const validate = (id: string, as: Person | undefined = admin, body?: object) =>
  put(`/payments/${id}/validate`, body, { as })

/** Sets up a ticket, and one user of each kind at the gate of its festival. */
async function atTheGate() {
  const gate = await aGate(world)
  const tier = await aTier(world, { festival_id: gate.festival.id })
  return { ...gate, tier, ticket: await aPaidTicket(world, { tier }) }
}

// Requirement (records): Payment: is_validated, validated_at, validated_by
// Requirement (states): Payment (ticket) is_validated: validated_at and validated_by are set
// Requirement (operations): PUT /payments/:paymentId/validate: {id, is_validated, validated_at, validated_by}
test('a paid ticket is admitted: exactly four fields, and its payment shows it', async () => {
  const buyer = await aUser()
  const ticket = await aPaidTicket(world, { user_id: buyer.id })
  const before = Date.now()
  const { status, body } = await validate(ticket.id)
  assert.equal(status, 200)
  const { validated_at } = body
  assert.deepEqual(body, {
    id: ticket.id,
    is_validated: true,
    validated_at,
    validated_by: admin.id,
  })
  assert.ok(Date.parse(validated_at) >= before && Date.parse(validated_at) <= Date.now())
  const shown = (await get(`/payments/${ticket.id}`, { as: buyer })).body
  assert.deepEqual(
    [shown.is_validated, shown.validated_at, shown.validated_by],
    [true, validated_at, admin.id],
  )
})

// Requirement (operations): Validation marks the purchased ticket as used at the gate
test('the second time it is already used: with the time and the user', async () => {
  const { ticket, manager, staff } = await atTheGate()
  const { validated_at } = (await validate(ticket.id, staff)).body
  const again = await validate(ticket.id, manager)
  assert.deepEqual(
    [again.status, again.body],
    [
      409,
      {
        error: 'This ticket was used already',
        code: 'already_validated',
        validated_at,
        validated_by: staff.id,
        gate: null,
      },
    ],
  )
})

// Requirement (operations): Who may validate
test('managers of its organizer, staff of its gate and admins admit', async () => {
  const { tier, manager, staff } = await atTheGate()
  for (const as of [manager, staff, admin]) {
    const { id } = await aPaidTicket(world, { tier })
    assert.equal((await validate(id, as)).body.validated_by, as.id)
  }
})

// Requirement (operations): Who may validate
test('its buyer may not, to others it is unknown; gate staff may admit themselves', async () => {
  const { tier, staff } = await atTheGate()
  const buyer = await aUser()
  const { id } = await aPaidTicket(world, { tier, user_id: buyer.id })
  const { staff: other } = await atTheGate()
  const catalogue = await aUser({ permissions: ['manage_catalog'] })
  const refused = await validate(id, buyer)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'Only gate staff may validate tickets'],
  )
  for (const as of [await aUser(), other, catalogue]) {
    const { status, body } = await validate(id, as)
    assert.deepEqual([status, body.error], [404, 'Payment not found'])
  }
  assert.equal((await validate(id, staff)).status, 200)
  const own = await aPaidTicket(world, { tier, user_id: staff.id })
  assert.equal((await validate(own.id, staff)).status, 200)
})

// Requirement (operations): PUT /payments/:paymentId/validate: payment exists
test('an unknown payment, and an invalid id, are not found', async () => {
  for (const id of [newId(), 'nonsense']) {
    const { status, body } = await validate(id)
    assert.deepEqual([status, body.error], [404, 'Payment not found'])
  }
})

// Requirement (rules): contract §8 not a ticket is 409 not_a_ticket
test('a membership has no ticket', async () => {
  const buyer = await aUser()
  const { id } = await aPayment(world, {
    payment_type: 'subscription',
    entity_id: (await aPlan(world)).id,
    user_id: buyer.id,
  })
  const { status, body } = await validate(id)
  assert.deepEqual(
    [status, body],
    [409, { error: 'This payment is not for a ticket', code: 'not_a_ticket' }],
  )
  assert.equal((await validate(id, buyer)).status, 403)
  assert.equal((await validate(id, await aUser())).status, 404)
})

test('an accommodation admits at any time', async () => {
  const stay = await aPlaceToSleep(world, { check_in: fromNow(60) })
  const [booked] = await someBookings(world, 1, stay)
  assert.equal((await validate(booked?.id ?? '')).status, 200)
})

const at = new Date('2026-07-01T12:00:00.000Z')
const [early, late] = [{ valid_since: fromNow(60) }, { valid_until: fromNow(-60) }]
const [revoked, used] = [{ revoked_at: at }, { validated_at: at }]
const admission = { validated_at: at.toISOString(), validated_by: null, gate: null }

/** Each case also has all later faults: the first one is reported. */
for (const [why, status, { window = {}, ticket = {} }, refusal] of [
  ['pending', 'pending', { window: early, ticket: revoked }, { code: 'not_succeeded' }],
  ['waiting for the buyer', 'requires_action', {}, { code: 'not_succeeded' }],
  ['declined', 'failed', {}, { code: 'not_succeeded' }],
  ['expired', 'expired', { ticket: used }, { code: 'not_succeeded' }],
  ['being refunded', 'refunding', { ticket: { ...revoked, ...used } }, { code: 'refunded' }],
  [
    'refunded',
    'refunded',
    { window: early, ticket: { ...revoked, ...used } },
    { code: 'refunded' },
  ],
  ['revoked', 'succeeded', { window: late, ticket: { ...revoked, ...used } }, { code: 'revoked' }],
  [
    'too early',
    'succeeded',
    { window: early, ticket: used },
    { code: 'too_early', valid_since: early.valid_since.toISOString(), valid_until: null },
  ],
  [
    'too late',
    'partially_refunded',
    { window: late, ticket: used },
    { code: 'too_late', valid_since: null, valid_until: late.valid_until.toISOString() },
  ],
  ['used', 'succeeded', { ticket: used }, { code: 'already_validated', ...admission }],
  [
    'used and partly refunded',
    'partially_refunded',
    { ticket: used },
    { code: 'already_validated', ...admission },
  ],
] as [string, string, { window?: object; ticket?: object }, object][]) {
  test(`a ticket that is ${why} is refused`, async () => {
    const { id } = await aPaidTicket(world, { tier: await aTier(world, window), status })
    await db
      .updateTable('tickets')
      .set({ payment_id: id, ...ticket })
      .where('payment_id', '=', id)
      .execute()
    const before = await ticketRow(id)
    const answer = await validate(id)
    const { error, ...rest } = answer.body
    assert.deepEqual([answer.status, rest], [409, refusal])
    assert.match(error, /^This ticket /)
    assert.deepEqual(await ticketRow(id), before)
  })
}

function ticketRow(id: string) {
  return db
    .selectFrom('tickets')
    .select(['validated_at', 'validated_by', 'revoked_at'])
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow()
}

// Requirement (rules): contract §8 partially_refunded is admitted like succeeded
test('a partly refunded ticket admits, and one whose window is open', async () => {
  const partly = await aPaidTicket(world, { status: 'partially_refunded' })
  assert.equal((await validate(partly.id)).status, 200)
  const open = await aTier(world, { valid_since: fromNow(-1), valid_until: fromNow(1) })
  assert.equal((await validate((await aPaidTicket(world, { tier: open })).id)).status, 200)
})

// Requirement (records): Ticket: valid_since, valid_until, earliest and latest use
test('the window is that of the tier as it is now', async () => {
  const tier = await aTier(world, early)
  const { id } = await aPaidTicket(world, { tier })
  assert.equal((await validate(id)).body.code, 'too_early')
  await db
    .updateTable('tiers')
    .set({ valid_since: fromNow(-1) })
    .where('id', '=', tier.id)
    .execute()
  assert.equal((await validate(id)).status, 200)
})

test('a ticket of a deleted festival, or of an archived tier, still admits', async () => {
  const { ticket, tier, manager } = await atTheGate()
  await db
    .updateTable('festivals')
    .set({ deleted_at: new Date() })
    .where('id', '=', tier.festival_id)
    .execute()
  await db.updateTable('tiers').set({ archived_at: new Date() }).where('id', '=', tier.id).execute()
  assert.equal((await validate(ticket.id, manager)).status, 200)
})

// Requirement (rules): contract §8 the same nonce answers the first answer again
test('the same nonce gets the first answer again, another one does not', async () => {
  const { ticket, staff, manager } = await atTheGate()
  const first = await validate(ticket.id, staff, { nonce: 'a' })
  assert.equal(first.status, 200)
  const again = await validate(ticket.id, staff, { nonce: 'a' })
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal((await validate(ticket.id, staff, { nonce: 'b' })).body.code, 'already_validated')
  assert.equal((await validate(ticket.id, staff, {})).body.code, 'already_validated')
  // Gates that number their scans from one must not get each other's answers.
  assert.equal((await validate(ticket.id, manager, { nonce: 'a' })).body.code, 'already_validated')
})

test('a nonce belongs to its ticket, and a refusal is remembered with it', async () => {
  const { tier, staff } = await atTheGate()
  const [one, two] = await somePaidTickets(world, 2, { tier })
  for (const ticket of [one, two]) {
    assert.equal((await validate(ticket?.id ?? '', staff, { nonce: '1' })).status, 200)
  }
  const closed = await aTier(world, early)
  const { id } = await aPaidTicket(world, { tier: closed })
  assert.equal((await validate(id, admin, { nonce: '1' })).body.code, 'too_early')
  await db.updateTable('tiers').set({ valid_since: null }).where('id', '=', closed.id).execute()
  assert.equal((await validate(id, admin, { nonce: '1' })).body.code, 'too_early')
  assert.equal((await validate(id, admin, { nonce: '2' })).status, 200)
})

for (const [nonce, error] of [
  ['', 'nonce must not be empty'],
  ['x'.repeat(101), 'nonce must have at most 100 characters'],
  [7, 'nonce must be a string'],
] as const) {
  test(`a nonce like ${JSON.stringify(nonce).slice(0, 10)} is refused`, async () => {
    const { id } = await aPaidTicket(world)
    const answer = await validate(id, admin, { nonce })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
    assert.equal((await validate(id)).status, 200)
  })
}

test('it needs both tokens', async () => {
  const { id } = await aPaidTicket(world)
  const url = `/payments/${id}/validate`
  assert.deepEqual((await put(url)).body.error, 'Missing the user header')
  assert.deepEqual(
    (await put(url, {}, { as: admin, client: null })).body.error,
    'Missing the service header',
  )
})

// Requirement (rules): contract §8 one conditional update admits
test('twenty at once, on two processes: one admits, the others get its time', async () => {
  const { ticket, staff } = await atTheGate()
  const url = `/payments/${ticket.id}/validate`
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? validate(ticket.id, staff)
        : elsewhere('PUT', url, { client: world.client.token, as: staff }),
    ),
  )
  const admitted = answers.filter(({ status }) => status === 200)
  assert.equal(admitted.length, 1)
  const used = answers.filter(({ body }) => body.code === 'already_validated')
  assert.equal(used.length, 19)
  for (const { body } of used) assert.equal(body.validated_at, admitted[0]?.body.validated_at)
})

// Requirement (rules): Validations at several gates at once share transactions
test('validations at several gates at once share transactions, and each gets the answer for its own ticket', async () => {
  const gates = await Promise.all(Array.from({ length: 12 }, () => atTheGate()))
  const late = await aPaidTicket(world, {
    tier: await aTier(world, { valid_until: fromNow(-1) }),
  })
  const before = world.statements.length
  const [first, ...rest] = await Promise.all([
    validate(late.id, admin),
    ...gates.map(({ ticket, staff }) => validate(ticket.id, staff)),
    ...gates.map(({ ticket, manager }) => validate(ticket.id, manager)),
  ])
  assert.deepEqual([first.status, first.body.code], [409, 'too_late'])
  const began = world.statements.slice(before).filter((text) => text === 'begin')
  assert.ok(began.length <= 12, `${began.length} transactions for 25 validations`)
  for (const [n, { ticket, staff, manager }] of gates.entries()) {
    const both = [rest[n], rest[n + gates.length]]
    const admitted = both.find((answer) => answer?.status === 200)?.body
    const refused = both.find((answer) => answer?.status === 409)?.body
    assert.equal(admitted?.id, ticket.id)
    assert.ok([staff.id, manager.id].includes(admitted.validated_by))
    assert.deepEqual(
      [refused?.code, refused?.validated_at, refused?.validated_by],
      ['already_validated', admitted.validated_at, admitted.validated_by],
    )
  }
})

test('one nonce sent twenty times at once, on two processes, is one admission', async () => {
  const { ticket, staff } = await atTheGate()
  const url = `/payments/${ticket.id}/validate`
  const body = { nonce: 'same' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? validate(ticket.id, staff, body)
        : elsewhere('PUT', url, { client: world.client.token, as: staff, body }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ body }) => body.validated_at)).size, 1)
  const { rows } = await sql`select from gate_scans where payment_id = ${ticket.id}`.execute(db)
  assert.equal(rows.length, 1)
})

test('an admission and a refund at once: whichever is first, a revoked ticket no longer admits', async () => {
  const { manager, tier } = await atTheGate()
  const buyer = await aUser()
  for (const { id } of await somePaidTickets(world, 10, { tier, user_id: buyer.id })) {
    const [scan, refund] = await Promise.all([
      validate(id, manager),
      world.post(`/payments/${id}/refund`, {}, { as: manager }),
    ])
    assert.ok(scan.status === 200 || ['refunded', 'revoked'].includes(scan.body.code), scan.text)
    assert.ok(refund.status < 300, refund.text)
    assert.match((await validate(id, manager)).body.code, /refunded/)
  }
})

// Requirement (rules): contract §8 ticket_validated is emitted by the server
test('the admission is a rewards event of the buyer, once', async () => {
  const buyer = await aUser()
  const festival = await aFestival(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const { id } = await aPaidTicket(world, { tier, user_id: buyer.id })
  for (const nonce of ['1', '1', '2']) await validate(id, admin, { nonce })
  const events = await db
    .selectFrom('reward_events')
    .select(['event_type', 'entity_type', 'entity_id', 'source'])
    .where('user_id', '=', buyer.id)
    .execute()
  assert.deepEqual(events, [
    {
      event_type: 'ticket_validated',
      entity_type: 'festival',
      entity_id: festival.id,
      source: `ticket:${id}:validated`,
    },
  ])
})
