import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, lenient, type Person } from '../../../test/world.ts'

const { processor, charges, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor) })
const { db, get, post, put, aUser } = world

const buy = (as: Person, body: object) =>
  post('/payments', { payment_type: 'ticket', ...body }, { as })
const stockOf = (id: string) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

// Requirement (records): Payment: the fields on create, single and list reads
// Requirement (states): Payment (ticket): a unique QR code is generated and returned on success
// Requirement (operations): POST /payments: payment_type, entity_type, entity_id, amount, pointsToUse,
//   processorPaymentMethodId
// Requirement (operations): GET /payments/:id: payment with createdAt
test('a ticket is bought, and only its buyer can read it', async () => {
  const [ada, ben] = [await aUser(), await aUser()]
  const festival = await aFestival(world, {
    venue: 'Harbour Park',
    country: 'Denmark',
    photo: '/photos/harbour.webp',
  })
  const {
    id: entity_id,
    name,
    ...tier
  } = await aTier(world, {
    festival_id: festival.id,
    price_cents: 8950,
    valid_since: new Date('2099-07-01T10:00:00.000Z'),
  })
  const { status, body } = await buy(ada, { entity_id, entity_type: 'ticket', amount: 89.5 })
  assert.equal(status, 201)
  assert.match(body.order_number, /^[0-9A-Z]{10}$/)
  assert.deepEqual(body, {
    id: body.id,
    order_id: body.id,
    order_number: body.order_number,
    status: 'succeeded',
    amount: 89.5,
    currency: 'EUR',
    payment_type: 'ticket',
    entity_type: 'ticket',
    entity_id,
    points_used: 0,
    refunded_amount: 0,
    kept_amount: 0,
    createdAt: body.createdAt,
    is_validated: false,
    validated_at: null,
    validated_by: null,
    qr_code: body.qr_code,
    qr_code_url: body.qr_code_url,
    ticket_pdf_url: body.ticket_pdf_url,
    short_code: body.short_code,
    transferred: false,
    client_secret: null,
    festival: {
      id: festival.id,
      name: festival.name,
      start_time: festival.start_time.toISOString(),
      end_time: festival.end_time.toISOString(),
      time_zone: 'UTC',
      venue: 'Harbour Park',
      country: 'Denmark',
      photo: 'http://localhost:80/photos/harbour.webp',
      cancelled_at: null,
    },
    item: {
      id: entity_id,
      name,
      archived: false,
      valid_since: tier.valid_since?.toISOString(),
      valid_until: null,
    },
    failure: null,
    livemode: false,
    vat: null,
    cancelable: null,
  })
  assert.match(body.qr_code, /^[0-9A-Z $%*+\-./:]{100,}$/)
  const address = `http://localhost:80/payments/${body.id}`
  assert.ok(body.qr_code_url.startsWith(`${address}/qr.svg?signature=`), body.qr_code_url)
  assert.ok(body.ticket_pdf_url.startsWith(`${address}/ticket.pdf?signature=`))
  assert.deepEqual(charges.get(body.id), { outcome: { state: 'succeeded' }, cents: 8950, times: 1 })
  assert.deepEqual(await stockOf(entity_id), { sold: 1, held: 0 })
  assert.deepEqual((await get(`/payments/${body.id}`, { as: ada })).body, body)
  assert.deepEqual((await get('/payments', { as: ada })).body, [body])
  assert.deepEqual((await get('/payments', { as: ben })).body, [])
  for (const path of [`/payments/${body.id}`, `/payments/${body.id}/timeline`]) {
    const refused = await get(path, { as: ben })
    assert.deepEqual([refused.status, refused.body.error], [404, 'Payment not found'])
  }
})

// Requirement (states): Payment (ticket): a unique QR code is generated and returned on success
test('each ticket has a code of its own', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aTier(world)
  const codes = [await buy(ada, { entity_id }), await buy(ada, { entity_id })]
  assert.notEqual(codes[0]?.body.qr_code, codes[1]?.body.qr_code)
})

// Requirement (records): Payment: payment_type ticket, accommodation, subscription;
//   entity_id
test('an accommodation is bought like a ticket', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aPlaceToSleep(world, { price_cents: 12_000, quantity: 2 })
  const { body } = await buy(ada, { payment_type: 'accommodation', entity_id })
  assert.deepEqual([body.status, body.amount], ['succeeded', 120])
  assert.ok(body.qr_code)
  assert.equal((await get(`/accommodations/${entity_id}`)).body.remaining, 1)
})

// Requirement (operations): A user subscribes by creating a payment with payment_type subscription
test('a membership is bought, and shows on the account; a renewal extends it', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aPlan(world, { duration: 1, duration_type: 'year' })
  const { body } = await buy(ada, { payment_type: 'subscription', entity_id })
  assert.deepEqual([body.status, body.qr_code], ['succeeded', null])
  const { subscription } = (await get('/users/i', { as: ada })).body
  assert.equal(subscription.id, entity_id)
  await buy(ada, { payment_type: 'subscription', entity_id })
  const renewed = (await get('/users/me', { as: ada })).body.subscription
  const years = new Date(renewed.ends_at).getUTCFullYear() - new Date().getUTCFullYear()
  assert.deepEqual([renewed.id, years], [entity_id, 2])
  assert.equal((await get('/users/i', { as: await aUser() })).body.subscription, null)
})

// Requirement (records): User: points, the balance
// Requirement (operations): POST /payments: pointsToUse
test('points pay a part, a purchase earns a point for each full euro paid', async () => {
  const ada = await aUser()
  await points(world, ada, 700)
  const { id: entity_id } = await aTier(world, { price_cents: 1999 })
  const { body } = await buy(ada, { entity_id, pointsToUse: 300, amount: 16.99 })
  assert.deepEqual([body.amount, body.points_used], [16.99, 300])
  const balance = (await get('/rewards/points', { as: ada })).body
  assert.deepEqual(balance, { balance: 416, total_earned: 716, total_spent: 300 })
})

test('a purchase that is free or fully paid with points needs no processor', async () => {
  const ada = await aUser()
  await points(world, ada, 500)
  for (const [price_cents, pointsToUse] of [
    [500, 500],
    [0, 0],
  ] as const) {
    const { id: entity_id } = await aTier(world, { price_cents })
    const { body } = await buy(ada, { entity_id, pointsToUse })
    assert.deepEqual([body.status, body.amount], ['succeeded', 0])
    assert.equal(charges.has(body.id), false)
  }
})

// Requirement (rules): contract §7 Payments: failure, declined
// Requirement (rules): contract §7 Payments: declined 402, kept as failed
test('a declined purchase is 402 with its id, stored as failed, and holds nothing', async () => {
  const ada = await aUser()
  await points(world, ada, 100)
  const { id: entity_id } = await aTier(world)
  told.next.push('declined')
  const { status, body } = await buy(ada, { entity_id, pointsToUse: 100 })
  assert.equal(status, 402)
  assert.deepEqual(body, {
    error: 'The payment was declined: insufficient_funds',
    code: 'declined',
    id: body.id,
    decline_code: 'insufficient_funds',
  })
  const kept = (await get(`/payments/${body.id}`, { as: ada })).body
  assert.deepEqual([kept.status, kept.qr_code], ['failed', null])
  assert.deepEqual(kept.failure, {
    code: 'declined',
    decline_code: 'insufficient_funds',
    message: 'The payment was declined: insufficient_funds',
  })
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 0 })
  assert.equal((await get('/rewards/points', { as: ada })).body.balance, 100)
})

// Requirement (rules): contract §7 Timeline
test('the buyer is notified of it, and so is the timeline', async () => {
  const ada = await aUser()
  const { id: entity_id, name } = await aTier(world)
  const { body: paid } = await buy(ada, { entity_id })
  told.next.push('declined')
  await buy(ada, { entity_id })
  const inbox: { type: string; message: string; data: object }[] = (
    await get('/notifications', { as: ada })
  ).body
  const heard = inbox.filter(({ type }) => type.startsWith('payment.'))
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['payment.failed', 'payment.succeeded'],
  )
  assert.ok(heard.every(({ message }) => message.includes(name)))
  assert.deepEqual(heard[1]?.data, { payment_id: paid.id })
  const { body: timeline } = await get(`/payments/${paid.id}/timeline`, { as: ada })
  assert.deepEqual(
    timeline.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
    [
      ['pending', 50],
      ['succeeded', 50],
    ],
  )
})

// Requirement (rules): contract §7 Payments: requires_action with client_secret; the webhook settles
test("a payment that needs the buyer's approval says so, with the secret for the processor's page", async () => {
  const ada = await aUser()
  const { id: entity_id } = await aTier(world)
  told.next.push('action')
  const { status, body } = await buy(ada, { entity_id })
  assert.deepEqual([status, body.status], [201, 'requires_action'])
  assert.equal(body.client_secret, `secret of ${body.id}`)
  assert.deepEqual(await stockOf(entity_id), { sold: 0, held: 1 })
  const event = { id: newId(), key: body.id, outcome: { state: 'succeeded' } }
  const heard = await post('/payments/webhook', event, { client: null })
  assert.deepEqual([heard.status, heard.body], [200, { received: true }])
  const paid = (await get(`/payments/${body.id}`, { as: ada })).body
  assert.deepEqual([paid.status, paid.client_secret], ['succeeded', null])
})

// Requirement (operations): GET /payments: limit, offset, status; the authenticated user's payments
test('the list is newest first, in parts, and of one status', async () => {
  const ada = await aUser()
  const { id: entity_id } = await aTier(world)
  const ids: string[] = []
  for (const fault of [[], ['declined'], []] as const) {
    told.next.push(...fault)
    ids.unshift((await buy(ada, { entity_id })).body.id)
  }
  const idsAt = async (query: string) =>
    (await get(`/payments${query}`, { as: ada, headers: lenient })).body.map(
      ({ id }: { id: string }) => id,
    )
  assert.deepEqual(await idsAt(''), ids)
  assert.deepEqual(await idsAt('?limit=1&offset=1'), [ids[1]])
  assert.deepEqual(await idsAt('?status=failed'), [ids[1]])
  assert.deepEqual(await idsAt('?status=succeeded'), [ids[0], ids[2]])
  assert.deepEqual(await idsAt('?status=nonsense'), [])
})

// Requirement (operations): GET /payments/config: public, {processor: {publicKey, enabled}, currency}
test('the configuration is public', async () => {
  assert.deepEqual((await get('/payments/config', { client: null })).body, {
    processor: { name: 'simulated', publicKey: 'pk_test', enabled: true },
    methods: [{ name: 'card', immediate: true, days: null }],
    currency: 'EUR',
    wallets: [],
    shop_lacks: [],
  })
})

// Requirement (operations): Tickets are created and changed only through the festival endpoints; a sync never
//   loses a sold one
test('a paid ticket keeps its price when the organizer changes it', async () => {
  const ada = await aUser()
  const manager = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const { id: festival_id } = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { festival_id })
  const { body: before } = await buy(ada, { entity_id: tier.id })
  const tickets = [{ id: tier.id, name: tier.name, price: 75, quantity: 100 }]
  await put(`/festivals/${festival_id}`, { tickets }, { as: manager })
  assert.deepEqual((await get(`/payments/${before.id}`, { as: ada })).body, before)
  assert.equal((await buy(ada, { entity_id: tier.id })).body.amount, 75)
})

const hour = 3_600_000
const [past, future] = [new Date(Date.now() - hour), new Date(Date.now() + hour)]
const notOnSale = (start: Date | null = null, end: Date | null = null) => ({
  error: 'This item is not on sale now',
  code: 'not_on_sale',
  start_time: start?.toISOString() ?? null,
  end_time: end?.toISOString() ?? null,
})
const changed = {
  error: 'The price has changed: show the new price to the buyer',
  code: 'price_changed',
}

for (const [why, tier, order, status, refusal] of [
  ['before its sale opens', { start_time: future }, {}, 409, notOnSale(future)],
  ['after its sale closed', { end_time: past }, {}, 409, notOnSale(null, past)],
  ['that is archived', { archived_at: past }, {}, 409, notOnSale()],
  [
    'that is sold out',
    { quantity: 3, sold: 3 },
    {},
    409,
    { error: 'This item is sold out', code: 'sold_out', next_release_at: null },
  ],
  ['for less', {}, { amount: 49.99 }, 409, { ...changed, price: 50 }],
  ['for more', {}, { amount: 50.01 }, 409, { ...changed, price: 50 }],
  ['for nothing', {}, { amount: 0 }, 409, { ...changed, price: 50 }],
  [
    'for what it would cost with points that are not used',
    {},
    { amount: 49 },
    409,
    { ...changed, price: 50 },
  ],
  [
    'with points one does not have',
    {},
    { pointsToUse: 1 },
    409,
    { error: 'You have fewer points', code: 'not_enough_points' },
  ],
  [
    'with more points than it is worth',
    {},
    { pointsToUse: 5001 },
    400,
    {
      error: 'pointsToUse must be at most what the price is worth',
      code: 'invalid',
      fields: [
        {
          path: 'pointsToUse',
          code: 'rule',
          message: 'pointsToUse must be at most what the price is worth',
        },
      ],
    },
  ],
  ['with a part of a point', {}, { pointsToUse: 0.5 }, 400, undefined],
  ['with fewer points than none', {}, { pointsToUse: -1 }, 400, undefined],
  ['with points as text', {}, { pointsToUse: '1' }, 400, undefined],
  ['with an amount below nothing', {}, { amount: -1 }, 400, undefined],
  ['with an amount as text', {}, { amount: '50' }, 400, undefined],
  ['with an amount finer than a cent', {}, { amount: 50.001 }, 400, undefined],
  ['of an unknown kind', {}, { payment_type: 'bribe' }, 400, undefined],
  [
    'with a key that is none',
    {},
    { entity_id: 'weekend' },
    404,
    { error: 'Ticket not found', code: 'not_found' },
  ],
  [
    'that does not exist',
    {},
    { entity_id: newId() },
    404,
    { error: 'Ticket not found', code: 'not_found' },
  ],
  [
    'as something else',
    {},
    { payment_type: 'accommodation' },
    404,
    { error: 'Accommodation not found', code: 'not_found' },
  ],
] as const) {
  // Requirement (records): Ticket: start_time and end_time open and close sales
  // Requirement (rules): contract §7 Payments: price_changed, not_enough_points, not_on_sale, sold_out
  test(`a ticket ${why} is refused, and nothing is written or charged`, async () => {
    const ada = await aUser()
    const { id: entity_id } = await aTier(world, { ...tier })
    const stock = await stockOf(entity_id)
    const answer = await buy(ada, { entity_id, ...order })
    assert.equal(answer.status, status, answer.text)
    if (refusal) assert.deepEqual(answer.body, refusal)
    assert.deepEqual(await stockOf(entity_id), stock)
    assert.deepEqual((await get('/payments', { as: ada })).body, [])
  })
}

for (const ended of ['cancelled_at', 'deleted_at'] as const) {
  // Requirement (rules): contract §7 Payments: cancelled and deleted festivals sell nothing
  test(`nothing of a festival with ${ended} is sold`, async () => {
    const ada = await aUser()
    const { id: festival_id } = await aFestival(world, { [ended]: past })
    const tier = await aTier(world, { festival_id })
    const place = await aPlaceToSleep(world, { festival_id })
    for (const order of [
      { entity_id: tier.id },
      { payment_type: 'accommodation', entity_id: place.id },
    ]) {
      const answer = await buy(ada, order)
      assert.deepEqual([answer.status, answer.body], [409, notOnSale()])
    }
  })
}

test('a plan that is no longer offered is not sold', async () => {
  const { id: entity_id } = await aPlan(world, { archived_at: past })
  const answer = await buy(await aUser(), { payment_type: 'subscription', entity_id })
  assert.deepEqual([answer.status, answer.body], [409, notOnSale()])
})

// Requirement (operations): POST /payments: required fields
test('required fields are named', async () => {
  const answer = await post('/payments', {}, { as: await aUser() })
  assert.deepEqual(
    [answer.status, answer.body.error],
    [400, 'payment_type and entity_id are required'],
  )
  assert.deepEqual((await post('/payments', {})).body.error, 'Missing the user header')
})

// Requirement (operations): POST /payments: processorPaymentMethodId
test('without a default method of the processor one has to be given, except for a free purchase', async () => {
  const strict = await aWorld({ parts: paidBy({ ...processor, defaultMethod: undefined }) })
  const ada = await strict.aUser()
  const order = async (price_cents: number, more = {}) => {
    const { id: entity_id } = await aTier(strict, { price_cents })
    return strict.post('/payments', { payment_type: 'ticket', entity_id, ...more }, { as: ada })
  }
  const refused = await order(100)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [400, 'processorPaymentMethodId is required'],
  )
  assert.equal((await order(100, { processorPaymentMethodId: 'pm_card_visa' })).status, 201)
  assert.equal((await order(0)).status, 201)
})
