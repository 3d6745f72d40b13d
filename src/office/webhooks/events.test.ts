/** Each change that is an event is sent, once, in the form of its schema, without personal data except ids. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { saveFestivals } from '#catalogue/festivals'
import { createOutgoing } from '#platform/outgoing/requests'
import { newId } from '#platform/values/ids'
import { aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, aName, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { closed } from '../../../test/contract.ts'
import { resolved } from '../../../test/described.ts'
import { aSellerWithTier, plainFiles } from '../../../test/documents.ts'
import { exampleOf } from '../../../test/example-of.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aReceiver } from '../../../test/receiver.ts'
import { anOfferedReturn, buyReturned } from '../../../test/returns.ts'
import { until } from '../../../test/until.ts'
import { aVoucher, orderTickets } from '../../../test/vouchers.ts'
import { addPieces, aPlaceInLine, aSoldOutTier } from '../../../test/waiting.ts'
import { aWorld } from '../../../test/world.ts'
import { workOnDocuments } from '../../shop/documents/work.ts'
import { paymentContextOf } from '../../shop/payments/model/payment-context.ts'
import { bookDispute } from '../../shop/payments/refunds/disputes.ts'
import { bookRefundState } from '../../shop/payments/refunds/states.ts'
import { describedEvents, eventTypes } from './events.ts'

const world = await aWorld({
  parts: { outgoing: createOutgoing({ toPrivate: true, patience: 600_000 }) },
})
const { get, post, put, del, aUser } = world
const as = await aUser({ roles: ['admin'], firstName: 'Ottilie', lastName: 'Quaymaster' })
await world.jobs.start()

const receiver = await aReceiver()
const { body: endpoint } = await post('/webhooks', { url: receiver.url }, { as })
const dates = { start_time: '2099-07-01', end_time: '2099-07-03' }

/** Returns the data of the events of a type with `id` anywhere in them. */
async function told(type: string, id: string, count = 1): Promise<any[]> {
  const ofIt = () => receiver.received.filter((one) => one.type === type && one.text.includes(id))
  await until(`${count} of ${type}`, async () => ofIt().length >= count, 60_000)
  return ofIt().map(({ data }) => data)
}

async function made(answer: Promise<{ status: number; body: any; text: string }>, status = 201) {
  const { body, text, ...rest } = await answer
  assert.equal(rest.status, status, text)
  return body
}

async function aSale() {
  const { id: organizer_id } = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 4950 })
  return { organizer_id, festival, tier }
}

test('a purchase with a voucher names its code, and what it took off the price', async () => {
  const { festival, tier } = await aSale()
  const { code } = await aVoucher(world, { festival_id: festival.id })
  const order = { id: tier.id, voucher: code }
  const { payments } = await made(orderTickets(world, await aUser(), order))
  const [data] = await told('payment.succeeded', payments[0].id)
  const { price, discount, amount, voucher } = data.payment
  assert.deepEqual([price, discount, amount, voucher], [49.5, 24.75, 24.75, code])
})

test('a purchase, a refund in part and in full', async () => {
  const { organizer_id, festival, tier } = await aSale()
  const buyer = await aUser({ firstName: 'Ottilie' })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const payment = await made(post('/payments', order, { as: buyer }))
  const [first] = await told('payment.succeeded', payment.id)
  assert.deepEqual(first, {
    payment: {
      id: payment.id,
      status: 'succeeded',
      amount: 49.5,
      price: 49.5,
      discount: 0,
      voucher: null,
      currency: 'EUR',
      refunded_amount: 0,
      points_used: 0,
      order_id: payment.id,
      order_number: payment.order_number,
      processor_id: `sim_${payment.id}`,
      payment_type: 'ticket',
      entity_id: tier.id,
      festival_id: festival.id,
      organizer_id,
      user_id: buyer.id,
      failure: null,
      createdAt: first.payment.createdAt,
    },
  })
  await made(post(`/payments/${payment.id}/refund`, { amount: 9.5 }, { as }), 200)
  await made(post(`/payments/${payment.id}/refund`, {}, { as }), 200)
  const refunds = await told('payment.refunded', payment.id, 2)
  const given = refunds.map(({ payment: { status }, refund: { amount, is_full } }) =>
    [status, amount, is_full].join(),
  )
  assert.deepEqual(new Set(given), new Set(['partially_refunded,9.5,false', 'refunded,40,true']))
  assert.equal(given.length, 2)
  assert.equal((await told('payment.succeeded', payment.id)).length, 1)
})

test('a refund that fails after it was made', async () => {
  const { tier } = await aSale()
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { id } = await made(post('/payments', order, { as: await aUser() }))
  await made(post(`/payments/${id}/refund`, {}, { as }), 200)
  const [{ refund: done }] = await told('payment.refunded', id)
  const reason = 'expired_or_canceled_card'
  await bookRefundState(paymentContextOf(world.app), done.id, { state: 'refused', reason })
  const [{ payment, refund }] = await told('payment.refund_failed', id)
  assert.deepEqual(refund, { ...done, reason })
  assert.deepEqual([payment.id, payment.status], [id, 'refunding'])
})

// Requirement (rules): docs/webhooks.md: events of orders
test('an order, and each payment of it; what is of two organizers is told to neither as one', async () => {
  const [one, two] = [await aSale(), await aSale()]
  const buyer = await aUser()
  const buy = (tiers: { id: string }[]) =>
    made(
      post(
        '/orders',
        { items: tiers.map(({ id: entity_id }) => ({ payment_type: 'ticket', entity_id })) },
        { as: buyer, headers: { 'idempotency-key': newId() } },
      ),
    )
  const [mine, both] = [await buy([one.tier]), await buy([one.tier, two.tier])]
  const [{ order }] = await told('order.succeeded', mine.id)
  const payment_ids = mine.payments.map(({ id }: { id: string }) => id)
  assert.deepEqual(order, {
    id: mine.id,
    number: mine.number,
    processor_id: `sim_${mine.id}`,
    status: 'succeeded',
    amount: 49.5,
    currency: 'EUR',
    user_id: buyer.id,
    failure: null,
    payment_ids,
    created_at: order.created_at,
  })
  assert.equal((await told('order.succeeded', both.id)).length, 1)
  for (const { id } of both.payments) assert.equal((await told('payment.succeeded', id)).length, 1)
  const { rows } = await sql<{ organizer_id: string | null }>`
    select organizer_id from outbox where type = 'order.succeeded'
      and data -> 'order' ->> 'id' in (${mine.id}, ${both.id}) order by at, id`.execute(world.db)
  assert.deepEqual(
    rows.map(({ organizer_id }) => organizer_id),
    [one.organizer_id, null],
  )
})

// Requirement (rules): `payment.disputed`, `payment.dispute_closed`
test('a dispute of a payment, and its end', async () => {
  const { tier } = await aSale()
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { id } = await made(post('/payments', order, { as: await aUser() }))
  for (const status of ['open', 'won'] as const) {
    const said = { id: `dp_${id}`, cents: 4950, reason: 'fraudulent', status }
    await bookDispute(paymentContextOf(world.app), [id], said)
  }
  const [{ payment, dispute }] = await told('payment.disputed', id)
  assert.deepEqual(
    [payment.id, dispute.amount, dispute.reason, dispute.status],
    [id, 49.5, 'fraudulent', 'open'],
  )
  const [closed] = await told('payment.dispute_closed', id)
  assert.deepEqual(closed.dispute, { ...dispute, status: 'won' })
})

test('a payment that is declined', async () => {
  const { tier } = await aSale()
  const order = {
    payment_type: 'ticket',
    entity_id: tier.id,
    processorPaymentMethodId: 'pm_card_chargeDeclinedInsufficientFunds',
  }
  const { id } = await made(post('/payments', order, { as: await aUser() }), 402)
  const [{ payment }] = await told('payment.failed', id)
  assert.deepEqual([payment.status, payment.failure], ['failed', 'insufficient_funds'])
  const [{ order: failed }] = await told('order.failed', id)
  assert.deepEqual([failed.status, failed.failure], ['failed', 'insufficient_funds'])
})

test('a ticket that admits, once, however often it is scanned', async () => {
  const { organizer_id, festival, tier } = await aSale()
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const buyer = await aUser()
  const { id } = await made(post('/payments', order, { as: buyer }))
  const { validated_at } = await made(put(`/payments/${id}/validate`, { nonce: 'a' }, { as }), 200)
  await made(put(`/payments/${id}/validate`, { nonce: 'a' }, { as }), 200)
  await made(put(`/payments/${id}/validate`, { nonce: 'b' }, { as }), 409)
  const [{ ticket }] = await told('ticket.validated', id)
  const { user_id, ...rest } = ticket
  assert.deepEqual(rest, {
    payment_id: id,
    payment_type: 'ticket',
    entity_id: tier.id,
    festival_id: festival.id,
    organizer_id,
    holder_id: buyer.id,
    validated_at,
  })
  assert.equal(user_id, buyer.id)
  await told('payment.succeeded', id)
  assert.equal((await told('ticket.validated', id)).length, 1)
})

// Requirement (rules): contract §8.1 each passage is published
test('each way in and out of a ticket, with its zone, and what two gates let in without a network', async () => {
  const gate = await aGate(world)
  await made(put(`/festivals/${gate.festival.id}/zones/camping`, {}, { as: gate.manager }), 200)
  const [main, camping] = [
    await aDevice(world, gate),
    await aDevice(world, gate, { name: 'Camping gate', zone: 'camping' }),
  ]
  const given = { admission: 'reentry', zones: ['main', 'camping'] }
  const { id: entity_id } = await aTier(world, { ...given, festival_id: gate.festival.id })
  const order = { payment_type: 'ticket', entity_id }
  const { id, qr_code: code } = await made(post('/payments', order, { as: await aUser() }))
  const pass = async (device: typeof main, how: object) => {
    await scan(world, device, anUpload(gate.festival.id, [{ code, ...how }]))
  }
  await pass(main, { nonce: 'first' })
  await pass(main, { nonce: 'first' })
  await pass(camping, { direction: 'out' })
  await pass(main, { admitted_offline: true })
  // Refused: no admission took place.
  await pass(main, {})
  const passed = (await told('ticket.admitted', id, 3)).map(({ ticket }) => ticket)
  const ways = passed.map(({ direction, zone, clash }) => `${direction} ${zone} ${clash}`)
  assert.deepEqual(ways.toSorted(), ['in main false', 'in main true', 'out camping false'])
  assert.deepEqual(new Set(passed.map(({ payment_id }) => payment_id)), new Set([id]))
  const [{ ticket }] = await told('ticket.validated', id)
  assert.ok(passed.some(({ passed_at }) => passed_at === ticket.validated_at))
})

test('a membership that begins', async () => {
  const plan = await aPlan(world)
  const buyer = await aUser()
  const order = { payment_type: 'subscription', entity_id: plan.id }
  const { id } = await made(post('/payments', order, { as: buyer }))
  const [{ membership }] = await told('subscription.started', id)
  const { bought_at, ...rest } = membership
  assert.deepEqual(rest, {
    payment_id: id,
    subscription_id: plan.id,
    user_id: buyer.id,
    duration: 1,
    duration_type: 'month',
  })
})

test('a festival from its publication to its end, and its line-up', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const [ebb, neap] = [await anArtist(world), await anArtist(world)]
  const name = aName('Tide')
  const gigs = [{ artist_id: ebb.id, start_time: '2099-07-01T20:00:00Z' }]
  const festival = { name, organizer_id, ...dates, gigs }
  const { id } = await made(post('/festivals', festival, { as }))
  const [{ festival: published }] = await told('festival.published', id)
  assert.deepEqual(published, {
    id,
    name,
    organizer_id,
    start_time: '2099-07-01T00:00:00.000Z',
    end_time: '2099-07-03T00:00:00.000Z',
    venue: null,
    country: null,
    cancelled_at: null,
  })
  const [first] = await told('lineup.changed', id)
  const artists = [{ id: ebb.id, start_times: ['2099-07-01T20:00:00.000Z'] }]
  const none = { added: [], moved: [], removed: [] }
  assert.deepEqual(first, { festival_id: id, organizer_id, artists, ...none, added: [ebb.id] })

  await made(put(`/festivals/${id}`, { venue: 'North Quay' }, { as }), 200)
  const later = [{ artist_id: ebb.id, start_time: '2099-07-02T20:00:00Z' }, { artist_id: neap.id }]
  await made(put(`/festivals/${id}`, { gigs: later }, { as }), 200)
  await made(put(`/festivals/${id}`, { gigs: [{ artist_id: neap.id }] }, { as }), 200)
  const updated = await told('festival.updated', id, 3)
  assert.ok(updated.some(({ festival: { venue } }) => venue === 'North Quay'))
  const changes = await told('lineup.changed', id, 3)
  const has = (wanted: object) =>
    changes.some((change) => {
      const { added, moved, removed } = change
      return JSON.stringify({ added, moved, removed }) === JSON.stringify({ ...none, ...wanted })
    })
  assert.ok(has({ added: [neap.id], moved: [ebb.id] }) && has({ removed: [ebb.id] }))

  const reason = { reason: 'Ottilie Quaymaster is ill' }
  await made(post(`/festivals/${id}/cancel`, reason, { as }), 200)
  await made(post(`/festivals/${id}/cancel`, reason, { as }), 200)
  const [{ festival: cancelled }] = await told('festival.cancelled', id)
  assert.notEqual(cancelled.cancelled_at, null)
  await made(del(`/festivals/${id}`, { as }), 200)
  await told('festival.deleted', id)
  assert.equal((await told('festival.cancelled', id)).length, 1)
  assert.equal((await told('lineup.changed', id)).length, 3)
})

test('an import, of which users are not notified', async () => {
  const { id: organizer_id } = await anOrganizer(world)
  const [start_time, end_time] = [new Date('2099-07-01'), new Date('2099-07-02')]
  const draft = { source: aName('file'), organizer_id, name: aName('Tide'), start_time, end_time }
  const [id = ''] = await saveFestivals(world.db, [draft], new Date())
  await saveFestivals(world.db, [draft], new Date())
  await told('festival.published', id)
  await told('festival.updated', id)
})

test('an organizer that is created, changed and deleted', async () => {
  const id = aName('tarn').replace(' ', '-')
  await made(post('/organizers', { id, name: 'Tarn' }, { as }))
  await made(put(`/organizers/${id}`, { name: 'Tarns' }, { as }), 200)
  await made(put(`/organizers/${id}/approved`, { approved: false }, { as }), 200)
  await made(del(`/organizers/${id}`, { as }), 200)
  assert.deepEqual(await told('organizer.created', id), [{ organizer: { id, name: 'Tarn' } }])
  const changed = { organizer: { id, name: 'Tarns' } }
  assert.deepEqual(await told('organizer.updated', id, 2), [changed, changed])
  assert.deepEqual(await told('organizer.deleted', id), [{ organizer: { id, name: 'Tarns' } }])
})

test('a ticket that is handed on, with who bought it, who held it and who holds it', async () => {
  const { organizer_id, festival, tier } = await aSale()
  const [buyer, first, second] = [await aUser(), await aUser(), await aUser()]
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { id } = await made(post('/payments', order, { as: buyer }))
  for (const [from, to] of [
    [buyer, first],
    [first, second],
  ] as const) {
    const url = `/payments/${id}/transfer`
    const offered = await made(post(url, { email: to.email }, { as: from }))
    await made(post(`/transfers/${offered.id}/accept`, {}, { as: to }), 200)
  }
  const sent = await told('ticket.transferred', id, 2)
  const latest = sent.find(({ ticket }) => ticket.revision === 2)
  assert.deepEqual(latest, {
    ticket: {
      payment_id: id,
      payment_type: 'ticket',
      entity_id: tier.id,
      festival_id: festival.id,
      organizer_id,
      user_id: buyer.id,
      holder_id: second.id,
      from_id: first.id,
      revision: 2,
      transferred_at: latest?.ticket.transferred_at,
    },
  })
})

// Requirement (rules): `ticket.returned`
test('a ticket that its buyer gave to the next in line is bought', async () => {
  const { organizer_id, festival } = await aSale()
  const ticket = await anOfferedReturn(world, { festival_id: festival.id })
  const { status, body } = await buyReturned(world, ticket)
  assert.equal(status, 201, body.error)
  const [event] = await told('ticket.returned', ticket.id)
  const { returned_at, ...returned } = event.ticket
  assert.ok(new Date(returned_at) <= new Date())
  assert.deepEqual(returned, {
    payment_id: ticket.id,
    payment_type: 'ticket',
    entity_id: ticket.tier.id,
    festival_id: festival.id,
    organizer_id,
    user_id: ticket.seller.id,
    holder_id: ticket.seller.id,
    new_payment_id: body.payments[0].id,
    new_user_id: ticket.place.user.id,
  })
})

// Requirement (rules): `waiting_list.offered`
test('what a person waited for is offered', async () => {
  const { organizer_id, festival } = await aSale()
  const tier = await aSoldOutTier(world, 1, { festival_id: festival.id })
  const { id, user } = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  const [event] = await told('waiting_list.offered', id)
  const { expires_at, ...entry } = event.entry
  assert.ok(new Date(expires_at) > new Date())
  assert.deepEqual(entry, {
    id,
    festival_id: festival.id,
    organizer_id,
    entity_id: tier.id,
    user_id: user.id,
    quantity: 1,
  })
})

test('a shift is closed, with its books and without its seller', async () => {
  const { manager, festival } = await aGate(world)
  const open = { till: 'North till', seller: 'Ottilie Quaymaster', float: 100 }
  const shift = await made(post(`/festivals/${festival.id}/shifts`, open, { as: manager }))
  await made(post(`/shifts/${shift.id}/close`, { counted: 99.5 }, { as: manager }), 200)
  const [data] = await told('shift.closed', shift.id)
  const { till, float, counted, difference, books } = data.shift
  assert.deepEqual([till, float, counted, difference], ['North till', 100, 99.5, -0.5])
  assert.equal(books.expected_cash, 100)
})

test('an invoice is issued, and names no buyer', async () => {
  const { tier } = await aSellerWithTier(world, { prefix: 'EV' })
  const { body } = await post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
  const work = workOnDocuments(world.app, plainFiles)
  while ((await work()) > 0);
  const [data] = await told('document.issued', body.order_id)
  const year = world.now().getUTCFullYear()
  assert.deepEqual([data.document.kind, data.document.number], ['invoice', `EV-${year}-000001`])
})

// Requirement (rules): Each event is documented with its JSON schema
test('every type was sent by the tests above, each message as its schema says and without personal data', async () => {
  await post(`/webhooks/${endpoint.id}/test`, undefined, { as })
  await told('webhook.test', endpoint.id)
  const schemas = new Map(
    describedEvents.map(({ type, schema }) => [type, Compile(closed(schema) as TSchema)]),
  )
  for (const { type, text } of receiver.received) {
    assert.deepEqual(schemas.get(type)?.Errors(JSON.parse(text)), [], text)
    assert.doesNotMatch(text, /Ottilie|Quaymaster|Marsh|people\.example|is ill|secret/)
  }
  const sent = new Set(receiver.received.map(({ type }) => type))
  assert.deepEqual([...sent].toSorted(), [...schemas.keys()].toSorted())
})

// Requirement (rules): Each event is documented with its JSON schema
test('openapi.json describes every message, with an example that is valid', async () => {
  const { body: published } = await get('/openapi.json', { client: null })
  const body = resolved(published)
  const at = (reference: string) => published.components.schemas[reference.split('/').at(-1) ?? '']
  assert.deepEqual(Object.keys(body.webhooks), [...eventTypes, 'webhook.test'])
  for (const [type, { post: sent }] of Object.entries<any>(body.webhooks)) {
    const { schema } = sent.requestBody.content['application/json']
    const own = published.webhooks[type].post.requestBody.content['application/json']
    const example = exampleOf(own.schema, at)
    assert.deepEqual(Compile(closed(schema) as TSchema).Errors(example), [], sent.operationId)
  }
})

/** Returns the fields of an object in a schema, as `docs/webhooks.md` writes them. */
function fieldsOf(schema: TSchema & { properties?: Record<string, TSchema> }): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const fields = fieldsOf(inner)
    return fields.length > 0 ? fields.map((field) => `${name}.${field}`) : [name]
  })
}

// Requirement (rules): Each event is documented with its JSON schema
test('docs/webhooks.md has a row for every event, with its meaning and its fields', () => {
  const text = readFileSync('docs/webhooks.md', 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+) \| (.+) \|$/gm)]
  const expected = describedEvents.map(({ type, summary, schema }) => {
    const { properties: { data } = {} } = schema as { properties?: { data: TSchema } }
    const fields = fieldsOf(data ?? {}).map((field) => `\`${field}\``)
    return [type, summary, fields.join(', ')]
  })
  assert.deepEqual(
    rows.map(([, ...cells]) => cells),
    expected,
  )
})
