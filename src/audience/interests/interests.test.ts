import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listInterests } from '#audience/interests'
import { newId } from '#platform/values/ids'
import { aName, anArtist, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.123Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, del, aUser } = world

async function aGenre() {
  const name = aName('Dub')
  const genre = { id: newId(), name, key: name.toLowerCase(), search_name: name.toLowerCase() }
  await db.insertInto('genres').values(genre).execute()
  return genre
}

const entities = {
  artist: () => anArtist(world),
  organizer: () => anOrganizer(world),
  genre: aGenre,
}
const types = ['artist', 'organizer', 'genre'] as const

for (const entity_type of types) {
  // Requirement (records): Interest: id, entity_type, entity_id, createdAt
  // Requirement (records): Interest: the id is used to unfollow
  // Requirement (operations): POST /interest: created interest
  test(`follows an ${entity_type}, lists it, and unfollows it by the id of the interest`, async () => {
    const as = await aUser()
    const { id: entity_id } = await entities[entity_type]()
    const { status, body } = await post('/interest', { entity_type, entity_id }, { as })
    assert.equal(status, 201)
    const { id, ...rest } = body
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/)
    assert.deepEqual(rest, { entity_type, entity_id, createdAt: clock.now.toISOString() })
    assert.deepEqual((await get('/interest', { as })).body, [body])
    const removed = await del(`/interest/${id}`, { as })
    assert.deepEqual([removed.status, removed.body], [200, { message: 'Interest removed' }])
    assert.deepEqual((await get('/interest', { as })).body, [])
    assert.equal((await del(`/interest/${id}`, { as })).status, 404)
    const again = await post('/interest', { entity_type, entity_id }, { as })
    assert.equal(again.status, 201)
    assert.notEqual(again.body.id, id)
  })

  // Requirement (operations): POST /interest: already followed 200 (contract §4)
  test(`following an ${entity_type} again answers 200 with the existing record`, async () => {
    const as = await aUser()
    const { id: entity_id } = await entities[entity_type]()
    const first = await post('/interest', { entity_type, entity_id }, { as })
    clock.now = new Date(clock.now.getTime() + 60_000)
    const second = await post('/interest', { entity_type, entity_id }, { as })
    assert.deepEqual([second.status, second.body], [200, first.body])
    assert.equal((await get('/interest', { as })).body.length, 1)
  })

  // Requirement (operations): POST /interest: races
  test(`ten requests at once to follow one ${entity_type} make one record`, async () => {
    const as = await aUser()
    const { id: entity_id } = await entities[entity_type]()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('/interest', { entity_type, entity_id }, { as })),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 200), 201])
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal((await get('/interest', { as })).body.length, 1)
  })

  // Requirement (operations): POST /interest: unknown entity 404
  test(`an unknown ${entity_type} is 404, whatever its id looks like`, async () => {
    const as = await aUser()
    const noun = { artist: 'Artist', organizer: 'Organizer', genre: 'Genre' }[entity_type]
    for (const entity_id of [
      newId(),
      'nonsense',
      '1',
      "'; drop table interests; --",
      'x'.repeat(200),
    ]) {
      const { status, body } = await post('/interest', { entity_type, entity_id }, { as })
      assert.deepEqual([status, body.error], [404, `${noun} not found`])
    }
  })
}

test('an id is searched among entities of its own type alone', async () => {
  const as = await aUser()
  const { id: entity_id } = await anArtist(world)
  for (const entity_type of ['genre', 'organizer']) {
    assert.equal((await post('/interest', { entity_type, entity_id }, { as })).status, 404)
  }
})

test('an id in capital letters is the same entity, and is returned in its usual form', async () => {
  const as = await aUser()
  const { id } = await anArtist(world)
  const body = { entity_type: 'artist', entity_id: id.toUpperCase() }
  assert.equal((await post('/interest', body, { as })).body.entity_id, id)
})

const refusals: [why: string, body: unknown, error: string][] = [
  ['nothing', {}, 'entity_type and entity_id are required'],
  ['no entity_id', { entity_type: 'artist' }, 'entity_id is required'],
  ['no entity_type', { entity_id: 'x' }, 'entity_type is required'],
  [
    'an unknown type',
    { entity_type: 'festival', entity_id: 'x' },
    'entity_type must be one of artist, organizer, genre',
  ],
  [
    'a type in capitals',
    { entity_type: 'Artist', entity_id: 'x' },
    'entity_type must be one of artist, organizer, genre',
  ],
  ['an empty entity_id', { entity_type: 'artist', entity_id: '' }, 'entity_id must not be empty'],
  [
    'an entity_id that is no text',
    { entity_type: 'artist', entity_id: 7 },
    'entity_id must be a string',
  ],
  [
    'an entity_id over 200 characters',
    { entity_type: 'genre', entity_id: 'x'.repeat(201) },
    'entity_id must have at most 200 characters',
  ],
]

for (const [why, body, error] of refusals) {
  // Requirement (operations): POST /interest: entity_type is artist, organizer or genre; both required
  test(`refuses ${why}`, async () => {
    const answer = await post('/interest', body, { as: await aUser() })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  })
}

// Requirement (operations): GET /interest: array of the user's interests
// Requirement (operations): DELETE /interest/:id: {message}; another's 404
test('each user has their own interests; those of others are not found', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { id: entity_id } = await anArtist(world)
  const body = { entity_type: 'artist', entity_id }
  const first = await post('/interest', body, { as: ada })
  assert.deepEqual((await get('/interest', { as: bo })).body, [])
  for (const id of [first.body.id, newId(), 'nonsense']) {
    const { status, body: refusal } = await del(`/interest/${id}`, { as: bo })
    assert.deepEqual([status, refusal.error], [404, 'Interest not found'])
  }
  const second = await post('/interest', body, { as: bo })
  assert.equal(second.status, 201)
  assert.notEqual(second.body.id, first.body.id)
  assert.deepEqual((await get('/interest', { as: ada })).body, [first.body])
})

// Requirement (operations): GET /interest: order and parts
test('interests are listed newest first, then by id, whole or in part', async () => {
  const as = await aUser()
  const made = []
  for (let i = 0; i < 9; i++) {
    const { id } = await anArtist(world)
    // Three at the same moment: the id decides among them.
    const created_at = new Date(Date.UTC(2027, 0, 1 + Math.floor(i / 3)))
    made.push(await anInterest(world, { user_id: as.id, artist_id: id, created_at }))
  }
  const expected = made
    .toSorted((a, b) => Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  const ids = async (query = '') =>
    (await get(`/interest${query}`, { as })).body.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(), expected)
  assert.deepEqual(await ids('?limit=4'), expected.slice(0, 4))
  assert.deepEqual(await ids('?limit=4&offset=3'), expected.slice(3, 7))
  assert.deepEqual(await ids('?offset=9'), [])
})

// Requirement (operations): GET /interest: the whole array
test('a user who follows more than a chunk holds gets the whole array', async () => {
  const as = await aUser()
  const artists = Array.from({ length: 1203 }, (_, i) => ({
    id: newId(),
    name: `x ${i}`,
    search_name: 'x',
  }))
  await db.insertInto('artists').values(artists).execute()
  const rows = artists.map(({ id }, i) => ({
    id: newId(),
    user_id: as.id,
    artist_id: id,
    created_at: new Date(Date.UTC(2027, 0, 1, 0, 0, i % 100)),
  }))
  await db.insertInto('interests').values(rows).execute()
  const expected = rows
    .toSorted((a, b) => Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  const { body } = await get('/interest', { as })
  assert.deepEqual(
    body.map(({ id }: { id: string }) => id),
    expected,
  )
  const expanded = await get('/interest?expand=entity&entity_type=artist', { as })
  assert.deepEqual(
    expanded.body.map(({ entity }: { entity: { id: string } }) => entity.id),
    body.map(({ entity_id }: { entity_id: string }) => entity_id),
  )
  const listed = await listInterests(db, as.id)
  assert.deepEqual(JSON.parse(JSON.stringify(listed)), body)
})

// Requirement (rules): contract §4.7 Interests: expand=entity, entity_type
test('expand=entity adds what is followed, in the same statement', async () => {
  const as = await aUser()
  const artist = await anArtist(world, { photo: '/photos/lanterns.webp' })
  const organizer = await anOrganizer(world, { photo: 'https://pictures.example/o.jpg' })
  const genre = await aGenre()
  for (const [entity_type, { id: entity_id }] of [
    ['genre', genre],
    ['organizer', organizer],
    ['artist', artist],
  ] as const) {
    clock.now = new Date(clock.now.getTime() + 1000)
    await post('/interest', { entity_type, entity_id }, { as })
  }
  const { body: plain } = await get('/interest', { as })
  const entities = [
    { id: artist.id, name: artist.name, photo: 'http://localhost:80/photos/lanterns.webp' },
    { id: organizer.id, name: organizer.name, photo: 'https://pictures.example/o.jpg' },
    { id: genre.id, name: genre.name, photo: null },
  ]
  const expanded = plain.map((interest: object, at: number) => ({
    ...interest,
    entity: entities[at],
  }))
  for (const query of ['entity', 'true']) {
    world.statements.length = 0
    const { body } = await get(`/interest?expand=${query}`, { as })
    assert.deepEqual([body, world.statements.length], [expanded, 1], query)
  }
  for (const [at, type] of (['artist', 'organizer', 'genre'] as const).entries()) {
    assert.deepEqual((await get(`/interest?entity_type=${type}`, { as })).body, [plain[at]])
    const { body } = await get(`/interest?entity_type=${type}&expand=entity&limit=1`, { as })
    assert.deepEqual(body, [expanded[at]])
  }
  for (const [query, error] of [
    ['entity_type=festival', 'entity_type must be one of artist, organizer, genre'],
    ['expand=festival', 'expand must be one of entity, true'],
  ]) {
    const refused = await get(`/interest?${query}`, { as })
    assert.deepEqual([refused.status, refused.body.error], [400, error])
  }
})

// Requirement (rules): contract §4 gone with its entity
test('an interest is deleted with its entity', async () => {
  const as = await aUser()
  const [artist, organizer] = [await anArtist(world), await anOrganizer(world)]
  await post('/interest', { entity_type: 'artist', entity_id: artist.id }, { as })
  await post('/interest', { entity_type: 'organizer', entity_id: organizer.id }, { as })
  await db.deleteFrom('artists').where('id', '=', artist.id).execute()
  await db.deleteFrom('organizers').where('id', '=', organizer.id).execute()
  assert.deepEqual((await get('/interest', { as })).body, [])
})

// Requirement (rules): contract §1 Idempotency
test('a retry with the same Idempotency-Key gets the first answer, with its status', async () => {
  const as = await aUser()
  const { id: entity_id } = await anArtist(world)
  const body = { entity_type: 'artist', entity_id }
  const [first, second] = ['first', 'second'].map((key) => ({ 'idempotency-key': key }))
  for (const [headers, expected] of [
    [first, 201],
    [first, 201],
    [second, 200],
    [second, 200],
  ] as const) {
    assert.equal((await post('/interest', body, { as, headers: { ...headers } })).status, expected)
  }
})

// Requirement (authentication): C and U
test('it needs a client and a user', async () => {
  const as = await aUser()
  for (const answer of [
    await get('/interest', { as, client: null }),
    await post('/interest', {}, { as, client: null }),
    await del(`/interest/${newId()}`, { as, client: null }),
  ]) {
    assert.deepEqual([answer.status, answer.body.error], [401, 'Missing the service header'])
  }
  for (const answer of [
    await get('/interest'),
    await post('/interest', {}),
    await del(`/interest/${newId()}`),
  ]) {
    assert.deepEqual([answer.status, answer.body.error], [401, 'Missing the user header'])
  }
})

test('every request takes one statement', async () => {
  const as = await aUser()
  const { id: entity_id } = await anArtist(world)
  await get('/interest', { as })
  const before = world.statements.length
  const { body } = await post('/interest', { entity_type: 'artist', entity_id }, { as })
  await get('/interest', { as })
  await del(`/interest/${body.id}`, { as })
  assert.equal(world.statements.length - before, 3)
})
