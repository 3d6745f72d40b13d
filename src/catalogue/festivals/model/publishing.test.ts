/** Drafts, and their publication; test/drafts.long.test.ts checks that no read shows drafts to others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aName, anArtist, anInterest, anOrganizer } from '../../../../test/catalogue.ts'
import { notifyRestedAfter } from '../../../../test/rested-changes.ts'
import { aPayment } from '../../../../test/sales.ts'
import { untilBlocked } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { saveFestivals, tierStock } from '../index.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world
const organizer = await anOrganizer(world)
const [manager, stranger, buyer] = [await aUser(), await aUser(), await aUser()]
await db
  .insertInto('organizer_managers')
  .values({ organizer_id: organizer.id, user_id: manager.id })
  .execute()
await db
  .insertInto('webhooks')
  .values({
    id: newId(),
    url: 'https://app.example/hooks',
    secret: Buffer.alloc(8),
    created_at: new Date(),
  })
  .execute()

const summer = { start_time: '2099-07-01T12:00:00.000Z', end_time: '2099-07-04T00:00:00.000Z' }

async function aDraft(given: object = {}) {
  const body = { name: aName('Tide'), organizer_id: organizer.id, ...summer, published: false }
  const tickets = [{ name: 'Day', price: 10, quantity: 5 }]
  const answer = await post('/festivals', { ...body, tickets, ...given }, { as: manager })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const change = (id: string, body: object) => put(`/festivals/${id}`, body, { as: manager })

async function publish(id: string) {
  const { status, body, text } = await change(id, { published: true })
  assert.equal(status, 200, text)
  return body
}

const typesTold = async (as: Person) =>
  (await get('/notifications', { as })).body.map(({ type }: { type: string }) => type).toReversed()

/** Returns the events of a festival that were sent to applications, in order. */
async function eventsOf(id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['type', 'data'])
    .orderBy('at')
    .orderBy('type')
    .execute()
  return rows.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ type }) => type)
}

test('a festival is published from its creation, unless it is asked otherwise', async () => {
  const made = await aDraft({ published: undefined })
  assert.ok(Math.abs(Date.parse(made.published_at) - Date.now()) < 60_000)
  assert.equal((await get(`/festivals/${made.id}`)).status, 200)
  const same = await change(made.id, { published: true, venue: 'Quay' })
  assert.equal(same.body.published_at, made.published_at)
})

test('a draft is changed by its managers, and is unknown to all others', async () => {
  const { id, published_at } = await aDraft()
  assert.equal(published_at, null)
  assert.equal((await change(id, { venue: 'North Quay' })).body.venue, 'North Quay')
  for (const options of [{}, { as: stranger }, { as: manager }])
    assert.equal((await get(`/festivals/${id}`, options)).status, 404)
  const unseen = await get(`/festivals/${id}?hidden=true`, { as: stranger })
  assert.equal(unseen.status, 404)
  const seen = await get(`/festivals/${id}?hidden=true`, { as: manager })
  assert.deepEqual([seen.body.venue, seen.body.published_at], ['North Quay', null])
  assert.equal((await put(`/festivals/${id}`, { venue: 'Mine' }, { as: stranger })).status, 404)
  assert.equal((await del(`/festivals/${id}`, { as: stranger })).status, 404)
})

test('managers list drafts among their festivals, alone, or not at all', async () => {
  const [draft, shown] = [await aDraft(), await aDraft({ published: true })]
  const listed = async (query: string) => {
    const { body } = await get(`/users/i/festivals?limit=100&q=Tide${query}`, { as: manager })
    const ids: string[] = body.festivals.map(({ id }: { id: string }) => id)
    assert.equal(body.pagination.total, ids.length)
    return [draft, shown].map(({ id }) => ids.includes(id))
  }
  assert.deepEqual(await listed(''), [true, true])
  assert.deepEqual(await listed('&published=false'), [true, false])
  assert.deepEqual(await listed('&published=true'), [false, true])
})

test('what happens tells managers when a draft is published, and no sooner', async () => {
  const { id } = await aDraft()
  const types = async () => {
    const { body } = await get('/activity?limit=100', { as: manager })
    const mine = body.activities.filter(({ festival }: any) => festival?.id === id)
    return mine.map(({ type }: any) => type)
  }
  assert.deepEqual(await types(), ['festival.changed'])
  await publish(id)
  assert.equal((await types())[0], 'festival.published')
})

// Requirement (rules): contract §4.14: told once, as a new festival is; webhooks
test('publishing tells followers once, as a new festival does, and a draft tells no one anything', async () => {
  const artist = await anArtist(world)
  const [follower, fan] = [await aUser(), await aUser()]
  await anInterest(world, { user_id: follower.id, organizer_id: organizer.id })
  await anInterest(world, { user_id: fan.id, artist_id: artist.id })
  const gigs = [{ artist_id: artist.id, start_time: '2099-07-02T18:00:00.000Z' }]
  const { id, tickets } = await aDraft({ gigs })
  await change(id, { start_time: '2099-07-02T12:00:00.000Z', venue: 'Quay' })
  assert.equal((await del(`/festivals/${id}/tiers/${tickets[0].id}`, { as: manager })).status, 200)
  assert.deepEqual(
    [await typesTold(follower), await typesTold(fan), await eventsOf(id)],
    [[], [], []],
  )

  const published = await publish(id)
  assert.ok(published.published_at)
  assert.deepEqual(await typesTold(follower), ['festival.published'])
  await notifyRestedAfter(world, new Date())
  assert.deepEqual(await typesTold(fan), ['artist.announced'])
  assert.deepEqual(await eventsOf(id), ['festival.published', 'lineup.changed'])

  assert.equal((await change(id, { published: false })).body.published_at, null)
  await change(id, { gigs: [...gigs, { artist_id: artist.id }] })
  await publish(id)
  await notifyRestedAfter(world, new Date())
  assert.deepEqual(await typesTold(follower), ['festival.published'])
  assert.deepEqual(await typesTold(fan), ['artist.announced'])
  const again = ['festival.deleted', 'festival.published', 'lineup.changed']
  assert.deepEqual(await eventsOf(id), ['festival.published', 'lineup.changed', ...again])
})

test('a draft that is deleted was never there', async () => {
  const { id } = await aDraft()
  assert.equal((await del(`/festivals/${id}`, { as: manager })).status, 200)
  assert.deepEqual(await eventsOf(id), [])
  assert.equal((await get(`/festivals/${id}?hidden=true`, { as: manager })).status, 404)
  assert.equal((await change(id, { published: true })).status, 404)
})

// Requirement (rules): contract §4.14: sells nothing, 409 `draft`
test('a draft sells nothing, also to its managers, and gives nothing away', async () => {
  const { id, tickets } = await aDraft()
  const [{ id: entity_id }] = tickets
  for (const as of [buyer, manager]) {
    const bought = await post('/payments', { payment_type: 'ticket', entity_id }, { as })
    const unknown = await post('/payments', { payment_type: 'ticket', entity_id: newId() }, { as })
    assert.deepEqual([bought.status, bought.body], [unknown.status, unknown.body])
  }
  const gift = { entity_id, quantity: 1, email: buyer.email, reason: 'Press' }
  assert.equal((await post(`/festivals/${id}/complimentary`, gift, { as: manager })).status, 404)
})

test('a draft cannot be cancelled, and holds its organizer', async () => {
  const { id } = await aDraft()
  const cancelled = await post(`/festivals/${id}/cancel`, {}, { as: manager })
  assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'draft'])
  const other = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: other.id, user_id: manager.id })
    .execute()
  await aDraft({ organizer_id: other.id })
  const removed = await del(`/organizers/${other.id}`, { as: manager })
  assert.deepEqual([removed.status, removed.body.code], [409, 'has_festivals'])
})

const sold: Record<string, (id: string) => Promise<unknown>> = {
  'was bought at': (id) => paid(id, 'succeeded'),
  'is being bought at': (id) => paid(id, 'pending'),
  'is cancelled': (id) => post(`/festivals/${id}/cancel`, {}, { as: manager }),
}

const paid = (festival_id: string, status: 'succeeded' | 'pending') =>
  aPayment(world, {
    festival_id,
    status,
    payment_type: 'ticket',
    entity_id: newId(),
    user_id: buyer.id,
  })

for (const [what, happens] of Object.entries(sold)) {
  // Requirement (rules): contract §4.14: 409 `has_sales`
  test(`a festival that ${what} stays published`, async () => {
    const { id } = await aDraft({ published: true })
    await happens(id)
    const refused = await change(id, { published: false, venue: 'Nowhere' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'has_sales'])
    assert.equal((await get(`/festivals/${id}`)).body.venue, null)
  })
}

// Requirement (rules): contract §4.14: a purchase at the same moment
test('of a purchase and a withdrawal at the same moment one comes first, and the other sees it', async () => {
  const { id, tickets } = await aDraft({ published: true })
  const order = { id: newId(), user_id: buyer.id, festival_id: id }
  let withdrawn: ReturnType<typeof change> | undefined
  await db.transaction().execute(async (trx) => {
    const bought = { payment_type: 'ticket', entity_id: tickets[0].id, status: 'pending' } as const
    await aPayment({ ...world, db: trx }, { ...order, ...bought })
    withdrawn = change(id, { published: false })
    // It waits for the purchase.
    await untilBlocked(world, 1)
  })
  assert.equal((await withdrawn)?.body.code, 'has_sales')
})

test('a purchase that read its price before finds nothing left in a draft', async () => {
  const { id, tickets } = await aDraft({ published: true })
  const wanted = () => [{ payment_id: newId(), entity_id: tickets[0].id as string }]
  assert.equal((await tierStock.hold(db, wanted())).size, 1)
  await db.updateTable('tiers').set({ held: 0 }).where('festival_id', '=', id).execute()
  await change(id, { published: false })
  assert.equal((await tierStock.hold(db, wanted())).size, 0)
  assert.equal((await tierStock.lock(db, [tickets[0].id])).get(tickets[0].id), 0)
})

test('an import makes a draft, which stays one until an import publishes it', async () => {
  const draft = {
    source: `tide:${newId()}`,
    organizer_id: organizer.id,
    name: aName('Tide'),
    start_time: new Date(summer.start_time),
    end_time: new Date(summer.end_time),
  }
  const [id = ''] = await saveFestivals(db, [{ ...draft, published: false }], new Date())
  assert.equal((await get(`/festivals/${id}`)).status, 404)
  await saveFestivals(db, [draft], new Date())
  assert.deepEqual([(await get(`/festivals/${id}`)).status, await eventsOf(id)], [404, []])
  await saveFestivals(db, [{ ...draft, published: true }], new Date())
  assert.deepEqual(
    [(await get(`/festivals/${id}`)).status, await eventsOf(id)],
    [200, ['festival.published']],
  )
  await saveFestivals(db, [{ ...draft, published: false }], new Date())
  assert.equal((await get(`/festivals/${id}`)).status, 200)
})
