/** Waiting lists for sold-out tiers: joining, the line, offers, and buying with them. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aGuest } from '../../../test/guests.ts'
import { addPieces, aPlaceInLine, aSoldOutTier, buyOffered, offer } from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldEntries } from './forget.ts'

const clock = { now: new Date('2027-01-20T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, del, aUser } = world
const hour = 3_600_000

beforeEach(() => {
  clock.now = new Date('2027-01-20T12:00:00.000Z')
})

type Tier = { id: string; festival_id: string }

const soldOut = (given: Parameters<typeof aTier>[1] = {}) => aSoldOutTier(world, 2, given)
const join = (tier: Tier, as: Person, { quantity = 1, id = tier.id } = {}) =>
  post(`/festivals/${tier.festival_id}/waiting-list`, { entity_id: id, quantity }, { as })
const entryOf = async ({ id, user }: { id: string; user: Person }) =>
  (await get(`/waiting-list/${id}`, { as: user })).body
const buy = (tier: Tier, as: Person) =>
  post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
const stockOf = (tier: Tier) =>
  db
    .selectFrom('tiers')
    .select(['sold', 'held', 'waiting'])
    .where('id', '=', tier.id)
    .executeTakeFirstOrThrow()
const requireExact = async () => {
  const faults = await auditLedger(world.db)
  // Sales written directly into the tables have no history.
  assert.deepEqual(
    faults.filter((fault) => /^(Tier|Offer|Order)/.test(fault)),
    [],
  )
}

// Requirement (rules): contract §7.16: a place in line, its position, leaving
test('who waits sees the place in line, and those behind move up when one leaves', async () => {
  const tier = await soldOut()
  const [one, two, three] = [
    await aPlaceInLine(world, tier),
    await aPlaceInLine(world, tier, { quantity: 2 }),
    await aPlaceInLine(world, tier),
  ]
  const { created_at, ...shown } = one.body
  assert.deepEqual(shown, {
    id: one.id,
    festival_id: tier.festival_id,
    entity_id: tier.id,
    quantity: 1,
    status: 'waiting',
    position: 1,
    expires_at: null,
  })
  assert.equal(new Date(created_at).getTime(), clock.now.getTime())
  assert.deepEqual([two.body.position, three.body.position], [2, 3])
  assert.equal((await del(`/waiting-list/${one.id}`, { as: one.user })).status, 200)
  assert.deepEqual((await entryOf(one)).status, 'left')
  assert.equal((await entryOf(two)).position, 1)
  assert.equal((await entryOf(three)).position, 2)
  const again = await del(`/waiting-list/${one.id}`, { as: one.user })
  assert.deepEqual([again.status, again.body.code], [409, 'offer_ended'])
  const { body } = await get('/waiting-list', { as: one.user })
  assert.deepEqual(
    body.entries.map(({ id }: { id: string }) => id),
    [one.id],
  )
  await requireExact()
})

test('an entry is its own user’s alone', async () => {
  const place = await aPlaceInLine(world, await soldOut())
  const other = await aUser()
  assert.equal((await get(`/waiting-list/${place.id}`, { as: other })).status, 404)
  assert.equal((await del(`/waiting-list/${place.id}`, { as: other })).status, 404)
  assert.deepEqual((await get('/waiting-list', { as: other })).body.entries, [])
})

const refusals: [
  name: string,
  make: () => Promise<[Tier, number?, string?]>,
  status: number,
  code: string,
][] = [
  ['what is on sale', async () => [await aTier(world)], 409, 'available'],
  [
    'more than an order may have',
    async () => [await soldOut({ max_per_order: 1 }), 2],
    409,
    'limit',
  ],
  [
    'more than a person may have',
    async () => [await soldOut({ max_per_person: 1 }), 2],
    409,
    'limit',
  ],
  ['more than there are', async () => [await soldOut(), 3], 409, 'limit'],
  ['none', async () => [await soldOut(), 0], 400, 'invalid'],
  ['a half', async () => [await soldOut(), 1.5], 400, 'invalid'],
  ['21', async () => [await soldOut(), 21], 400, 'invalid'],
  ['an unknown tier', async () => [await soldOut(), 1, newId()], 404, 'not_found'],
  ['a malformed id', async () => [await soldOut(), 1, 'weekend'], 400, 'invalid'],
  [
    'a tier of another festival',
    async () => [await soldOut(), 1, (await soldOut()).id],
    404,
    'not_found',
  ],
  [
    'a place to sleep',
    async () => [await soldOut(), 1, (await aPlaceToSleep(world)).id],
    404,
    'not_found',
  ],
  ['a hidden tier', async () => [await soldOut({ hidden: true })], 404, 'not_found'],
  [
    'an unknown festival',
    async () => [{ ...(await soldOut()), festival_id: newId() }],
    404,
    'not_found',
  ],
  [
    'a sale that has not begun',
    async () => [await soldOut({ start_time: new Date('2027-02-01T12:00:00.000Z') })],
    409,
    'not_on_sale',
  ],
  [
    'a sale that is over',
    async () => [await soldOut({ end_time: new Date('2027-01-19T12:00:00.000Z') })],
    409,
    'not_on_sale',
  ],
  [
    'a cancelled festival',
    async () => [
      await soldOut({ festival_id: (await aFestival(world, { cancelled_at: clock.now })).id }),
    ],
    409,
    'not_on_sale',
  ],
]
for (const [name, make, status, code] of refusals) {
  // Requirement (rules): contract §7.16: what cannot be waited for: 404, 409 `available`, `not_on_sale`,
  //   `limit`
  test(`waiting for ${name} is refused: ${code}`, async () => {
    const [tier, quantity, id] = await make()
    const answer = await join(tier, await aUser(), {
      ...(quantity !== undefined && { quantity }),
      ...(id && { id }),
    })
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    const entries = await db
      .selectFrom('waiting_entries')
      .selectAll()
      .where('tier_id', '=', tier.id)
      .execute()
    assert.deepEqual(entries, [])
  })
}

// Requirement (rules): contract §7.16: one place for each tier, 409 `already_waiting`
test('a person has one place for each tier, however many ask at once', async () => {
  const tier = await soldOut()
  const as = await aUser()
  const answers = await Promise.all(Array.from({ length: 6 }, () => join(tier, as)))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  for (const { status, body } of answers) {
    if (status !== 201)
      assert.deepEqual([status, body.code, body.id], [409, 'already_waiting', made[0]?.body.id])
  }
})

test('the same request again has the same answer', async () => {
  const tier = await soldOut()
  const as = await aUser()
  const send = () =>
    post(
      `/festivals/${tier.festival_id}/waiting-list`,
      { entity_id: tier.id, quantity: 1 },
      { as, headers: { 'idempotency-key': `join ${tier.id}` } },
    )
  const [first, second] = [await send(), await send()]
  assert.deepEqual([second.status, second.body.id], [201, first.body.id])
})

// Requirement (rules): contract §7.16: guests need an account
test('a guest needs an account to wait', async () => {
  const tier = await soldOut()
  const guest = await aGuest(world)
  const answer = await join(tier, guest)
  assert.deepEqual([answer.status, answer.body.code], [409, 'needs_account'])
})

// Requirement (rules): contract §7.16: the e-mail is confirmed, 409 `email_not_proven`
test('who waits has a confirmed e-mail', async () => {
  const tier = await soldOut()
  const answer = await join(tier, await aUser({ isProven: false }))
  assert.deepEqual([answer.status, answer.body.code], [409, 'email_not_proven'])
})

test('a tier that is hidden, or not on sale yet again, is not offered until it is', async () => {
  const tier = await soldOut()
  const place = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  const later = new Date(clock.now.getTime() + hour)
  for (const kept of [{ hidden: true }, { hidden: false, start_time: later }]) {
    await db.updateTable('tiers').set(kept).where('id', '=', tier.id).execute()
    await offer(world)
    assert.equal((await entryOf(place)).status, 'waiting')
  }
  clock.now = later
  await offer(world)
  assert.equal((await entryOf(place)).status, 'offered')
})

// Requirement (rules): contract §7.16: the first who fits; no other buys it
test('what is free is for the first who fits, and for no other meanwhile', async () => {
  const tier = await soldOut()
  const four = await aPlaceInLine(world, tier, { quantity: 2 })
  const one = await aPlaceInLine(world, tier, { quantity: 1 })
  await addPieces(world, tier, 1)
  // Checked before the offer, and after it.
  const early = await buy(tier, await aUser())
  assert.deepEqual(
    [early.status, early.body.code, early.body.next_release_at],
    [409, 'sold_out', null],
  )
  const seen = await get(`/festivals/${tier.festival_id}/availability`)
  assert.match(seen.text, /"status":"sold_out"/)
  assert.match(seen.text, /"next_release_at":null/)
  await offer(world)
  assert.equal((await entryOf(four)).position, 1, 'who is passed over keeps the place')
  const offered = await entryOf(one)
  assert.deepEqual([offered.status, offered.position], ['offered', null])
  assert.equal(offered.expires_at, new Date(clock.now.getTime() + 24 * hour).toISOString())
  const late = await buy(tier, await aUser())
  assert.deepEqual([late.status, late.body.code], [409, 'sold_out'])
  await requireExact()
  const bought = await buyOffered(world, tier, { place: one })
  assert.equal(bought.status, 201, bought.body.error)
  assert.equal((await entryOf(one)).status, 'taken')
  assert.deepEqual(await stockOf(tier), { sold: 3, held: 0, waiting: 2 })
  await requireExact()
})

// Requirement (rules): contract §7.16: what fits no person is on sale to all
test('what fits no person who waits is on sale for all', async () => {
  const tier = await soldOut()
  await aPlaceInLine(world, tier, { quantity: 2 })
  await addPieces(world, tier, 1)
  await offer(world)
  assert.match(
    (await get(`/festivals/${tier.festival_id}/availability`)).text,
    /"status":"on_sale"/,
  )
  assert.equal((await buy(tier, await aUser())).status, 201)
  await requireExact()
})

test('orders of several get nothing of what a person waits for', async () => {
  const tier = await soldOut()
  await aPlaceInLine(world, tier)
  const stay = await aPlaceToSleep(world)
  await addPieces(world, tier, 2)
  const items = [
    { payment_type: 'ticket', entity_id: tier.id, quantity: 2 },
    { payment_type: 'accommodation', entity_id: stay.id },
  ]
  const headers = { 'idempotency-key': newId() }
  const { status, body } = await post('/orders', { items }, { as: await aUser(), headers })
  assert.deepEqual([status, body.code, body.item], [409, 'sold_out', tier.id])
  assert.deepEqual([body.remaining, body.next_release_at], [0, null])
})

// Requirement (rules): contract §7.16: a declined card gives the hold back
test('a declined card gives the hold back to the offer until it ends', async () => {
  const tier = await soldOut()
  const place = await aPlaceInLine(world, tier, { quantity: 2 })
  await addPieces(world, tier, 2)
  await offer(world)
  const declined = await buyOffered(world, tier, {
    place,
    quantity: 2,
    method: 'pm_card_chargeDeclined',
  })
  assert.equal(declined.status, 402)
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 2, waiting: null })
  assert.equal((await entryOf(place)).status, 'offered')
  await requireExact()
  const bought = await buyOffered(world, tier, { place, quantity: 2 })
  assert.equal(bought.status, 201, bought.body.error)
  assert.deepEqual(await stockOf(tier), { sold: 4, held: 0, waiting: null })
  await requireExact()
})

// Requirement (rules): contract §7.16: a part of an offer
test('who buys a part of an offer leaves the rest to the next', async () => {
  const tier = await soldOut()
  const place = await aPlaceInLine(world, tier, { quantity: 2 })
  const next = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 2)
  await offer(world)
  assert.equal((await buyOffered(world, tier, { place, quantity: 1 })).status, 201)
  await offer(world)
  assert.equal((await entryOf(next)).status, 'offered')
  assert.deepEqual(await stockOf(tier), { sold: 3, held: 1, waiting: null })
  await requireExact()
})

// Requirement (rules): contract §7.16: lapsed offers and those given up go to the next
test('an offer that lapses goes to the next, and so does one that is given up', async () => {
  const tier = await soldOut()
  const places = [
    await aPlaceInLine(world, tier),
    await aPlaceInLine(world, tier),
    await aPlaceInLine(world, tier),
  ] as const
  await addPieces(world, tier, 1)
  await offer(world)
  clock.now = new Date(clock.now.getTime() + 24 * hour)
  await offer(world)
  assert.deepEqual(await Promise.all(places.map(async (place) => (await entryOf(place)).status)), [
    'lapsed',
    'offered',
    'waiting',
  ])
  const late = await buyOffered(world, tier, { place: places[0] })
  assert.deepEqual([late.status, late.body.code], [409, 'offer_ended'])
  assert.equal((await del(`/waiting-list/${places[1].id}`, { as: places[1].user })).status, 200)
  await offer(world)
  assert.equal((await entryOf(places[2])).status, 'offered')
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 1, waiting: null })
  await requireExact()
})

// Requirement (rules): contract §7.16: until the sale ends
test('an offer ends with the sale at the latest, and what waits ends with it', async () => {
  const end_time = new Date(clock.now.getTime() + 2 * hour)
  const tier = await soldOut({ end_time })
  const [offered, waits] = [await aPlaceInLine(world, tier), await aPlaceInLine(world, tier)]
  await addPieces(world, tier, 1)
  await offer(world)
  assert.equal((await entryOf(offered)).expires_at, end_time.toISOString())
  clock.now = end_time
  await offer(world)
  assert.deepEqual(
    [(await entryOf(offered)).status, (await entryOf(waits)).status],
    ['lapsed', 'ended'],
  )
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 0, waiting: null })
  await requireExact()
})

test('a card that is declined after the offer has ended frees what it held', async () => {
  const tier = await soldOut()
  const [place, next] = [await aPlaceInLine(world, tier), await aPlaceInLine(world, tier)]
  await addPieces(world, tier, 1)
  await offer(world)
  clock.now = new Date(clock.now.getTime() + 24 * hour - 1000)
  const method = 'pm_card_authenticationRequired'
  const asked = await buyOffered(world, tier, { place, method })
  assert.deepEqual([asked.status, asked.body.status], [201, 'requires_action'])
  clock.now = new Date(clock.now.getTime() + 1000)
  await offer(world)
  assert.deepEqual(
    [(await entryOf(place)).status, (await entryOf(next)).status],
    ['offered', 'waiting'],
  )
  const [payment] = asked.body.payments
  assert.equal((await del(`/payments/${payment.id}`, { as: place.user })).status, 200)
  await offer(world)
  assert.deepEqual(
    [(await entryOf(place)).status, (await entryOf(next)).status],
    ['lapsed', 'offered'],
  )
  await requireExact()
})

const useless: [name: string, code: string, status: number, buy: (scene: Scene) => Promise<any>][] =
  [
    [
      'of another person',
      'not_found',
      404,
      async ({ tier, place }) => buyOffered(world, tier, { place, as: await aUser() }),
    ],
    [
      'that is used',
      'offer_used',
      409,
      async ({ tier, place }) => {
        await buyOffered(world, tier, { place })
        return buyOffered(world, tier, { place })
      },
    ],
    [
      'that is being bought',
      'offer_used',
      409,
      async ({ tier, place }) => {
        await buyOffered(world, tier, { place, method: 'pm_card_authenticationRequired' })
        return buyOffered(world, tier, { place })
      },
    ],
    [
      'that was given up',
      'offer_ended',
      409,
      async ({ tier, place }) => {
        await del(`/waiting-list/${place.id}`, { as: place.user })
        return buyOffered(world, tier, { place })
      },
    ],
    [
      'that is not there yet',
      'not_offered',
      409,
      async ({ tier }) => buyOffered(world, tier, { place: await aPlaceInLine(world, tier) }),
    ],
    [
      'for more than it holds',
      'invalid',
      400,
      ({ tier, place }) => buyOffered(world, tier, { place, quantity: 2 }),
    ],
    [
      'for something else',
      'invalid',
      400,
      async ({ place }) => buyOffered(world, await aTier(world), { place }),
    ],
    [
      'that is unknown',
      'not_found',
      404,
      ({ tier, place }) => buyOffered(world, tier, { place: { ...place, id: newId() } }),
    ],
  ]
type Scene = { tier: Tier; place: Awaited<ReturnType<typeof aPlaceInLine>> }
for (const [name, code, status, act] of useless) {
  // Requirement (rules): contract §7.16: 404, 400, 409 `not_offered`, `offer_used`, `offer_ended`
  test(`buying with an offer ${name} is refused: ${code}`, async () => {
    const tier = await soldOut()
    const place = await aPlaceInLine(world, tier)
    await addPieces(world, tier, 1)
    await offer(world)
    const answer = await act({ tier, place })
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    await requireExact()
  })
}

test('an offer that is being bought cannot be given up', async () => {
  const tier = await soldOut()
  const place = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  await offer(world)
  await buyOffered(world, tier, { place, method: 'pm_card_authenticationRequired' })
  const { status, body } = await del(`/waiting-list/${place.id}`, { as: place.user })
  assert.deepEqual([status, body.code], [409, 'offer_used'])
})

test('of an offer and a place to sleep that is gone neither is had, and the offer stays', async () => {
  const tier = await soldOut()
  const place = await aPlaceInLine(world, tier)
  const stay = await aPlaceToSleep(world, { quantity: 1, sold: 1 })
  await addPieces(world, tier, 1)
  await offer(world)
  const items = [
    { payment_type: 'ticket', entity_id: tier.id },
    { payment_type: 'accommodation', entity_id: stay.id },
  ]
  const headers = { 'idempotency-key': newId() }
  const { status, body } = await post(
    '/orders',
    { items, offer: place.id },
    { as: place.user, headers },
  )
  assert.deepEqual([status, body.code, body.item], [409, 'sold_out', stay.id])
  assert.equal((await entryOf(place)).status, 'offered')
  const [faults] = [await auditLedger(world.db)]
  assert.deepEqual(
    faults.filter((fault) => /^(Tier|Offer)/.test(fault)),
    [],
  )
})

// Requirement (rules): contract §7.16: cancelled festivals, tiers off the offer
test('a cancelled festival and a tier that is taken off end offers and the line', async () => {
  const organizer = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tiers = [await soldOut({ festival_id: festival.id }), await soldOut()] as const
  const places = []
  for (const tier of tiers) {
    places.push(await aPlaceInLine(world, tier), await aPlaceInLine(world, tier))
    await addPieces(world, tier, 1)
  }
  await offer(world)
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await post(`/festivals/${festival.id}/cancel`, {}, { as: admin })).status, 200)
  const other = `/festivals/${tiers[1].festival_id}/tiers/${tiers[1].id}`
  const gone = await del(other, { as: admin })
  assert.equal(gone.status, 200, gone.text)
  await offer(world)
  for (const place of places) assert.equal((await entryOf(place)).status, 'ended')
  for (const tier of tiers) assert.equal((await stockOf(tier)).held, 0)
})

// Requirement (rules): contract §6.2 `waiting_list.offered`
test('an offer is told by a notification', async () => {
  const tier = await soldOut()
  await db
    .updateTable('festivals')
    .set({ time_zone: 'Asia/Tokyo' })
    .where('id', '=', tier.festival_id)
    .execute()
  const place = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  await offer(world)
  const { body } = await get('/notifications', { as: place.user })
  const told = (body.notifications ?? body).find(
    ({ type }: { type: string }) => type === 'waiting_list.offered',
  )
  assert.deepEqual(told?.data, { festival_id: tier.festival_id, waiting_entry_id: place.id })
  assert.match(told?.message, /^1 × .+: held for you until 21 January 2027 at 21:00 GMT\+9/)
})

// Requirement (rules): contract §7.16: deleted accounts
test('an erased user leaves all lists, and what was offered goes to the next', async () => {
  const tier = await soldOut()
  const [first, second] = [await aPlaceInLine(world, tier), await aPlaceInLine(world, tier)]
  const other = await aPlaceInLine(world, await soldOut(), { as: first.user })
  await addPieces(world, tier, 1)
  await offer(world)
  assert.equal((await del(`/users/${first.user.id}`, { as: first.user })).status, 200)
  await offer(world)
  assert.equal((await entryOf(second)).status, 'offered')
  const { status } = await db
    .selectFrom('waiting_entries')
    .select('status')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  assert.equal(status, 'left')
  await requireExact()
})

// Requirement (rules): contract §7.16: figures for managers
test('managers read how many wait, and what became of offers', async () => {
  const organizer = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await soldOut({ festival_id: festival.id })
  const manager = await aUser()
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  const url = `/festivals/${festival.id}/waiting-list`
  assert.deepEqual((await get(url, { as: manager })).body, { festival_id: festival.id, tiers: [] })
  const lapses = await aPlaceInLine(world, tier)
  await addPieces(world, tier, 1)
  await offer(world)
  clock.now = new Date(clock.now.getTime() + 24 * hour)
  await offer(world)
  assert.equal((await entryOf(lapses)).status, 'lapsed')
  const [takes] = [await aPlaceInLine(world, { ...tier }).catch(() => undefined)]
  assert.equal(takes, undefined, 'one is on sale again')
  assert.equal((await buy(tier, await aUser())).status, 201)
  const taken = await aPlaceInLine(world, tier)
  await aPlaceInLine(world, tier)
  await aPlaceInLine(world, tier, { quantity: 2 })
  await addPieces(world, tier, 2)
  await offer(world)
  assert.equal((await buyOffered(world, tier, { place: taken })).status, 201)
  await aPlaceInLine(world, tier, { quantity: 3 })
  const { body } = await get(url, { as: manager })
  assert.deepEqual(body.tiers, [
    {
      entity_id: tier.id,
      name: tier.name,
      people: 2,
      units: 5,
      offers_open: 1,
      offers_taken: 1,
      offers_lapsed: 1,
    },
  ])
  const stranger = await get(url, { as: await aUser() })
  assert.deepEqual([stranger.status, stranger.body.code], [403, 'forbidden'])
  assert.equal((await get(`/festivals/${newId()}/waiting-list`, { as: manager })).status, 404)
})

// Requirement (rules): contract §7.16: deleted 30 days after the festival
test('entries are deleted 30 days after their festival', async () => {
  const tier = await soldOut()
  const [left, waits] = [await aPlaceInLine(world, tier), await aPlaceInLine(world, tier)]
  await del(`/waiting-list/${left.id}`, { as: left.user })
  const { end_time } = await db
    .selectFrom('festivals')
    .select('end_time')
    .where('id', '=', tier.festival_id)
    .executeTakeFirstOrThrow()
  const idsLeft = async () =>
    (
      await db.selectFrom('waiting_entries').select('id').where('tier_id', '=', tier.id).execute()
    ).map(({ id }) => id)
  await deleteOldEntries(db, new Date(end_time.getTime() + 30 * 24 * hour))
  assert.equal((await idsLeft()).length, 2)
  await deleteOldEntries(db, new Date(end_time.getTime() + 30 * 24 * hour + 1))
  assert.deepEqual(await idsLeft(), [waits.id])
})

test('many processes that offer at once offer each piece once, in order', async () => {
  const tier = await aSoldOutTier(world, 2)
  const places = []
  for (let nth = 0; nth < 30; nth++) places.push(await aPlaceInLine(world, tier))
  await addPieces(world, tier, 20)
  await Promise.all(Array.from({ length: 4 }, () => offer(world)))
  await offer(world)
  const statuses = await Promise.all(places.map(async (place) => (await entryOf(place)).status))
  assert.deepEqual(statuses, [...Array(20).fill('offered'), ...Array(10).fill('waiting')])
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 20, waiting: 1 })
})
