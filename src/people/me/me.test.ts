import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '#core/access'
import { newId } from '#platform/values/ids'
import { anArtist, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, aUser } = world

// Requirement (operations): GET /users/i: current user with its fields; `/users/me` serves the same purpose
// Requirement (operations): GET /users/i carries level and badges
test('the signed-in user reads their own profile at both addresses', async () => {
  const ada = await aUser({ firstName: 'Ada', lastName: 'Marsh' })
  await world.db
    .updateTable('users')
    .set({ photo: '/photos/ada.webp', phone: '+45 33 12 34 56', address: 'Quay 7' })
    .set({ city: 'Copenhagen', country: 'Denmark' })
    .where('id', '=', ada.id)
    .execute()
  const headers = { host: 'festival.example' }
  const expected = {
    id: ada.id,
    firstName: 'Ada',
    lastName: 'Marsh',
    email: ada.email,
    photo: 'http://festival.example/photos/ada.webp',
    phone: '+45 33 12 34 56',
    address: 'Quay 7',
    city: 'Copenhagen',
    country: 'Denmark',
    language: null,
    email_proven_at: '2026-01-01T12:00:00.000Z',
    roles: [{ id: 'attender' }],
    points: 0,
    level: (await get('/rewards/level', { as: ada })).body,
    badges: (await get('/rewards/badges', { as: ada, headers })).body,
    permissions: [],
    organizer_roles: [],
    interests: [],
    subscription: null,
  }
  for (const url of ['/users/i', '/users/me']) {
    const answer = await get(url, { as: ada, headers })
    assert.deepEqual([answer.status, answer.body], [200, expected], url)
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

// Requirement (records): User.points: integer, returned by the current-user endpoint;
//   contract §4: the balance
test('points are the balance, including reserved ones', async () => {
  const ada = await aUser()
  await world.db
    .insertInto('points')
    .values({ user_id: ada.id, available: 70, reserved: 50 })
    .execute()
  assert.equal((await get('/users/i', { as: ada })).body.points, 120)
})

// Requirement (records): User.roles: array of `{id}`; contract §2 Roles: attender, organizer
//   derived, admin
test('roles follow from what a user is and does', async () => {
  const organizer = await anOrganizer(world)
  for (const [roles, manages, expected] of [
    [[], false, ['attender']],
    [[], true, ['attender', 'organizer']],
    [['admin'], false, ['attender', 'admin']],
    [['admin'], true, ['attender', 'organizer', 'admin']],
  ] as const) {
    const user = await aUser({ roles: [...roles] })
    if (manages) {
      await world.db
        .insertInto('organizer_managers')
        .values({ organizer_id: organizer.id, user_id: user.id })
        .execute()
    }
    const { body } = await get('/users/me', { as: user })
    assert.deepEqual(
      body.roles,
      expected.map((id) => ({ id })),
    )
  }
})

// Requirement (rules): contract §4 GET /users/i: permissions; §2: an admin has all
test('permissions are those the user holds; an admin holds them all', async () => {
  const staff = await aUser({ permissions: ['manage_users', 'create_subscriptions'] })
  const admin = await aUser({ roles: ['admin'] })
  const of = async (as: typeof staff) => (await get('/users/i', { as })).body.permissions
  assert.deepEqual((await of(staff)).toSorted(), ['create_subscriptions', 'manage_users'])
  assert.deepEqual(await of(admin), [...permissions])
})

// Requirement (operations): GET /users/i: the profile carries interests
test("interests are the user's own, as in GET /interest", async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const artist = await anArtist(world)
  const organizer = await anOrganizer(world)
  const genre = { id: newId(), name: 'Dub', key: 'dub', search_name: 'dub' }
  await world.db.insertInto('genres').values(genre).execute()
  const on = (day: number) => ({ created_at: new Date(Date.UTC(2027, 0, day)) })
  const first = await anInterest(world, { user_id: ada.id, genre_id: genre.id, ...on(1) })
  const third = await anInterest(world, { user_id: ada.id, artist_id: artist.id, ...on(3) })
  const second = await anInterest(world, { user_id: ada.id, organizer_id: organizer.id, ...on(2) })
  await anInterest(world, { user_id: bo.id, artist_id: artist.id })
  const { interests } = (await get('/users/i', { as: ada })).body
  assert.deepEqual(interests, (await get('/interest', { as: ada })).body)
  assert.deepEqual(interests, [
    {
      id: third.id,
      entity_type: 'artist',
      entity_id: artist.id,
      createdAt: '2027-01-03T00:00:00.000Z',
    },
    {
      id: second.id,
      entity_type: 'organizer',
      entity_id: organizer.id,
      createdAt: '2027-01-02T00:00:00.000Z',
    },
    {
      id: first.id,
      entity_type: 'genre',
      entity_id: genre.id,
      createdAt: '2027-01-01T00:00:00.000Z',
    },
  ])
})

// Requirement (authentication): Headers C and U: missing, invalid
test('profile and feed need both tokens', async () => {
  const ada = await aUser()
  const stranger = { ...ada, token: 'fst_user_unknown' }
  for (const url of ['/users/i', '/users/me', '/users/i/feed']) {
    for (const [options, error] of [
      [{ client: null }, 'Missing the service header'],
      [{ client: null, as: ada }, 'Missing the service header'],
      [{}, 'Missing the user header'],
      [{ as: stranger }, 'Invalid token'],
      [{ as: { ...ada, token: world.client.token } }, 'Invalid token'],
    ] as const) {
      const { status, body } = await get(url, options)
      assert.deepEqual([status, body.error], [401, error], url)
    }
  }
})

// Requirement (rules): contract §2 Tokens: an erased account holds nothing
test('an erased account is signed out while its token is still cached', async () => {
  const ada = await aUser()
  assert.equal((await get('/users/i', { as: ada })).status, 200)
  await world.db
    .updateTable('users')
    .set({ erased_at: new Date() })
    .where('id', '=', ada.id)
    .execute()
  const { status, body } = await get('/users/i', { as: ada })
  assert.deepEqual([status, body.error], [401, 'Invalid token'])
})
