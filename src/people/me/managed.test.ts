import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchable, searchName } from '#platform/values/names'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival, aGig, aName, anOrganizer } from '../../../test/catalogue.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, aUser } = world

async function aManager(organizerIds: string[]): Promise<Person> {
  const manager = await aUser()
  for (const organizer_id of organizerIds) {
    await db
      .insertInto('organizer_managers')
      .values({ organizer_id, user_id: manager.id })
      .execute()
  }
  return manager
}

const named = (name: string) => anOrganizer(world, { name, search_name: searchName(name) })
const ids = (records: { id: string }[]) => records.map(({ id }) => id)
const past = { start_time: new Date('2020-07-01'), end_time: new Date('2020-07-02') }
const running = { start_time: new Date('2020-07-01'), end_time: new Date('2098-07-02') }

// Requirement (rules): Managed festivals, past and cancelled too
test('managers list their festivals, past and cancelled too, with gigs and sales', async () => {
  const organizer = await anOrganizer(world)
  const manager = await aManager([organizer.id])
  const published_at = new Date('2026-05-01T12:00:00.000Z')
  const coming = await aFestival(world, {
    organizer_id: organizer.id,
    venue: 'Quay',
    published_at,
  })
  const over = await aFestival(world, { organizer_id: organizer.id, ...past })
  const off = await aFestival(world, {
    organizer_id: organizer.id,
    ...running,
    cancelled_at: new Date(),
  })
  await aFestival(world, { organizer_id: organizer.id, deleted_at: new Date() })
  await aFestival(world)
  await aGig(world, { festival_id: coming.id })
  await aGig(world, { festival_id: coming.id })
  await aPaidTicket(world, { tier: await aTier(world, { festival_id: coming.id, quantity: 30 }) })
  await aTier(world, { festival_id: coming.id, quantity: 9, archived_at: new Date() })
  await aPlaceToSleep(world, { festival_id: coming.id })

  const { status, body } = await get('/users/i/festivals', { as: manager })
  assert.equal(status, 200)
  assert.deepEqual(ids(body.festivals), [coming.id, ...[over.id, off.id].toSorted()])
  assert.deepEqual(body.pagination, { page: 1, limit: 20, total: 3, totalPages: 1, hasMore: false })
  assert.deepEqual(body.festivals[0], {
    id: coming.id,
    name: coming.name,
    organizer: { id: organizer.id, name: organizer.name },
    start_time: '2099-07-01T12:00:00.000Z',
    end_time: '2099-07-04T00:00:00.000Z',
    time_zone: 'UTC',
    venue: 'Quay',
    country: null,
    photo: null,
    published_at: published_at.toISOString(),
    cancelled_at: null,
    gigs: 2,
    sold: 1,
    quantity: 30,
  })
  const upcoming = await get('/users/i/festivals?time=upcoming', { as: manager })
  assert.deepEqual(ids(upcoming.body.festivals), [off.id, coming.id])
  const done = await get('/users/i/festivals?time=past', { as: manager })
  assert.deepEqual(ids(done.body.festivals), [over.id])
})

// Requirement (rules): What was sold is told to managers of the organizer and admins alone
test('sales are shown only to managers of the organizer and admins', async () => {
  const [organizer, other] = [await anOrganizer(world), await anOrganizer(world)]
  const manager = await aManager([organizer.id])
  const name = aName('Etesian')
  const mine = await aFestival(world, { organizer_id: organizer.id, name })
  const foreign = await aFestival(world, { organizer_id: other.id, name: `${name} two` })
  for (const festival_id of [mine.id, foreign.id]) {
    await aPaidTicket(world, { tier: await aTier(world, { festival_id, quantity: 30 }) })
    await aTier(world, { festival_id, quantity: 9, sold: 3, held: 2, archived_at: new Date() })
  }
  const seenBy = async (as: Person) => {
    const { body } = await get(`/users/i/festivals?q=${encodeURIComponent(name)}`, { as })
    const seen = body.festivals.map((one: any) => [one.id, [one.sold, one.quantity]])
    return Object.fromEntries(seen)
  }
  const [told, hidden] = [
    [4, 35],
    [null, null],
  ]
  const editor = await aUser({ permissions: ['manage_catalog'] })
  const both = await aManager([organizer.id])
  await db
    .updateTable('users')
    .set({ permissions: ['manage_catalog'] })
    .where('id', '=', both.id)
    .execute()
  assert.deepEqual(await seenBy(manager), { [mine.id]: told })
  assert.deepEqual(await seenBy(editor), { [mine.id]: hidden, [foreign.id]: hidden })
  assert.deepEqual(await seenBy(both), { [mine.id]: told, [foreign.id]: hidden })
  const admin = await aUser({ roles: ['admin'] })
  assert.deepEqual(await seenBy(admin), { [mine.id]: told, [foreign.id]: told })
  assert.equal((await get(`/festivals/${foreign.id}/sales`, { as: both })).status, 403)
})

// Requirement (rules): Managed festivals are narrowed by cancelled
test('the list is filtered by cancelled or not', async () => {
  const organizer = await anOrganizer(world)
  const manager = await aManager([organizer.id])
  const off = await aFestival(world, { organizer_id: organizer.id, cancelled_at: new Date() })
  const on = await aFestival(world, { organizer_id: organizer.id })
  for (const [cancelled, expected] of [
    [true, off.id],
    [false, on.id],
  ]) {
    const { body } = await get(`/users/i/festivals?cancelled=${cancelled}`, { as: manager })
    assert.deepEqual([ids(body.festivals), body.pagination.total], [[expected], 1])
  }
})

test('the list is filtered by organizer and by a part of the name, and paged', async () => {
  const [first, second] = [await anOrganizer(world), await anOrganizer(world)]
  const manager = await aManager([first.id, second.id])
  const name = aName('Zephyr')
  const mine = await aFestival(world, { organizer_id: first.id, name })
  const other = await aFestival(world, { organizer_id: second.id })
  const list = async (query: string) => {
    const { body } = await get(`/users/i/festivals?${query}`, { as: manager })
    return body
  }
  assert.deepEqual(ids((await list(`organizer=${second.id}`)).festivals), [other.id])
  for (const q of [name, name.slice(2, 9).toUpperCase(), 'ze', 'Z%C3%A8phyr']) {
    const found = await list(`q=${q.includes('%') ? q : encodeURIComponent(q)}`)
    assert.deepEqual([q, ids(found.festivals), found.pagination.total], [q, [mine.id], 1])
  }
  for (const q of ['%25', '_', 'zephyr%25nothing', 'nothing of the kind']) {
    assert.deepEqual(ids((await list(`q=${q}`)).festivals), [])
  }
  const page = await list('page=2&limit=1')
  assert.deepEqual(ids(page.festivals), [[mine.id, other.id].toSorted()[1]])
  assert.equal(page.pagination.hasMore, false)
})

test('festivals are found by where they are, each word in any field, and drafts too', async () => {
  const organizer = await anOrganizer(world)
  const manager = await aManager([organizer.id])
  const city = aName('Ålborg')
  const body = {
    name: aName('Tide'),
    organizer_id: organizer.id,
    city,
    venue: 'Old Shipyard',
    country: 'Denmark',
    start_time: '2099-07-01T12:00:00Z',
    end_time: '2099-07-02T12:00:00Z',
  }
  const made = [
    (await post('/festivals', body, { as: manager })).body,
    (await post('/festivals', { ...body, published: false }, { as: manager })).body,
  ]
  for (const q of [city, 'shipyard', `tide ${city.split(' ').at(-1)}`, 'dänemark']) {
    const { body: found } = await get(`/users/i/festivals?q=${encodeURIComponent(q)}`, {
      as: manager,
    })
    assert.deepEqual(ids(found.festivals).toSorted(), ids(made).toSorted(), q)
  }
  const { body: none } = await get('/users/i/festivals?q=shipyard%20norway', { as: manager })
  assert.deepEqual(none.festivals, [])
})

test('a user who may change any festival lists all of them; other users none', async () => {
  const name = aName('Mistral')
  const festival = await aFestival(world, { name })
  const q = encodeURIComponent(name)
  for (const rights of [{ roles: ['admin'] }, { permissions: ['manage_catalog'] }]) {
    const { body } = await get(`/users/i/festivals?q=${q}`, { as: await aUser(rights) })
    assert.deepEqual(ids(body.festivals), [festival.id])
  }
  const other = await get(`/users/i/festivals?q=${q}`, { as: await aUser() })
  assert.deepEqual(other.body.festivals, [])
  assert.equal((await get('/users/i/festivals')).status, 401)
})

test('managers list their organizers by name, with the number of festivals', async () => {
  const [b, a] = [await named(aName('B Quay')), await named(aName('A Quay'))]
  await named(aName('C Quay'))
  const manager = await aManager([b.id, a.id])
  await aFestival(world, { organizer_id: a.id })
  await aFestival(world, { organizer_id: a.id, deleted_at: new Date() })
  const { status, body } = await get('/users/i/organizers', { as: manager })
  assert.equal(status, 200)
  assert.deepEqual(body.organizers, [
    { id: a.id, name: a.name, photo: null, approved: true, festivals: 1 },
    { id: b.id, name: b.name, photo: null, approved: true, festivals: 0 },
  ])
  const cut = await get('/users/i/organizers?limit=1&page=2', { as: manager })
  assert.deepEqual([ids(cut.body.organizers), cut.body.pagination.total], [[b.id], 2])
  const admin = await aUser({ roles: ['admin'] })
  const found = await get(`/users/i/organizers?q=${encodeURIComponent(b.name)}`, { as: admin })
  assert.deepEqual(ids(found.body.organizers), [b.id])
})

test('an organizer is found by its name, and by its new one after a change', async () => {
  const ada = await aUser()
  const [before, after] = [aName('Scirocco'), aName('Bora')]
  const id = searchable(before).replaceAll(' ', '-')
  await world.post('/organizers', { id, name: before }, { as: ada })
  const find = async (q: string) =>
    ids((await get(`/users/i/organizers?q=${encodeURIComponent(q)}`, { as: ada })).body.organizers)
  assert.deepEqual(await find(before.slice(1)), [id])
  await world.put(`/organizers/${id}`, { name: after }, { as: ada })
  assert.deepEqual([await find(before), await find(after)], [[], [id]])
})

test('a page of festivals takes two statements, however long it is', async () => {
  const organizer = await anOrganizer(world)
  const manager = await aManager([organizer.id])
  const count = async () => {
    world.statements.length = 0
    await get('/users/i/festivals?limit=100', { as: manager })
    return world.statements.length
  }
  await count()
  await aFestival(world, { organizer_id: organizer.id })
  const few = await count()
  for (let made = 0; made < 20; made++) await aFestival(world, { organizer_id: organizer.id })
  assert.deepEqual([few, await count()], [2, 2])
})
