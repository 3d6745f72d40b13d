import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from '../../../../test/buying.ts'
import {
  aFestival,
  aGig,
  aName,
  anArtist,
  anInterest,
  anOrganizer,
} from '../../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const world = await aWorld()
const { get, db, aUser, statements } = world

async function aScene() {
  const country = aName('Land')
  const organizer = await anOrganizer(world)
  const festival = await aFestival(world, { country, organizer_id: organizer.id })
  const { id: festival_id } = festival
  const artists = [
    await anArtist(world, { name: 'Wren', photo: '/photos/wren.webp' }),
    await anArtist(world, { name: 'Ebb' }),
  ]
  for (const [hour, { id: artist_id }] of [...artists, ...artists].entries()) {
    const start_time = new Date(`2099-07-01T1${hour}:00:00Z`)
    await aGig(world, { festival_id, artist_id, start_time })
  }
  await aGig(world, { festival_id })
  const tier = await aTier(world, { festival_id, quantity: 10, sold: 4, held: 1 })
  return { country, organizer, festival, artists, tier }
}

const asIs = (body: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

async function costOf(ask: () => Promise<unknown>): Promise<number> {
  const before = statements.length
  await ask()
  return statements.length - before
}

// Requirement (operations): contract §4.4: expand: followed, availability and artists beside the festival
test('a festival screen is one request: the festival, and followed, availability and artists beside', async () => {
  const { festival, organizer, artists, tier } = await aScene()
  const [wren, ebb] = artists
  const ada = await aUser()
  const genre = aName('tidal')
  await sql`
    with g as (
      insert into genres (id, name, key, search_name) values (gen_random_uuid(), ${genre}, ${genre}, ${genre}) returning id
    ) insert into artist_genres (artist_id, genre_id) select ${wren?.id}, id from g`.execute(db)
  const url = `/festivals/${festival.id}`
  const plain = (await get(url)).body
  const expand = `${url}?expand=followed,availability,artists`
  const headers = { host: 'festival.example' }
  const { body } = await get(expand, { as: ada, headers })
  assert.deepEqual(asIs(body, ['followed', 'follows', 'availability', 'artists']), plain)
  assert.deepEqual([body.followed, body.follows], [false, { organizer: false, artist_ids: [] }])
  assert.deepEqual(body.availability, (await get(`${url}/availability`)).body)
  assert.deepEqual(body.availability[0].remaining, 5)
  assert.equal(body.availability[0].ticket_id, tier.id)
  assert.deepEqual(body.artists, [
    { id: ebb?.id, name: 'Ebb', photo: null, genres: [] },
    {
      id: wren?.id,
      name: 'Wren',
      photo: 'http://festival.example/photos/wren.webp',
      genres: [{ id: body.artists[1].genres[0].id, name: genre }],
    },
  ])
  await anInterest(world, { user_id: ada.id, artist_id: wren?.id ?? '' })
  await anInterest(world, { user_id: (await aUser()).id, artist_id: ebb?.id ?? '' })
  const followed = async (as: Person) => {
    const answer = (await get(`${url}/summary?expand=followed`, { as })).body
    return [answer.followed, answer.follows]
  }
  assert.deepEqual(await followed(ada), [true, { organizer: false, artist_ids: [wren?.id] }])
  const bob = await aUser()
  await anInterest(world, { user_id: bob.id, organizer_id: organizer.id })
  assert.deepEqual(await followed(bob), [true, { organizer: true, artist_ids: [] }])
})

// Requirement (operations): contract §4.4: artists are those of the gigs of the answer
test('with nested the artists are those of the gigs that are shown', async () => {
  const { festival, artists } = await aScene()
  const names = async (query: string) =>
    (await get(`/festivals/${festival.id}/summary?expand=artists${query}`)).body.artists.map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await names('&nested=1'), [artists[0]?.name])
  assert.deepEqual(await names('&nested=2'), ['Ebb', 'Wren'])
  assert.deepEqual(await names('&nested=0'), [])
})

// Requirement (operations): contract §1.4: each part of expand costs one statement
test('a list costs one statement more for each part, however many festivals it has', async () => {
  const { country, festival } = await aScene()
  for (let nth = 0; nth < 12; nth++) await aFestival(world, { country })
  const ada = await aUser()
  await get('/interest', { as: ada })
  const list = `/festivals?country=${country}`
  const { body: plain } = await get(list)
  for (const [expand, cost] of [
    ['availability', 3],
    ['followed', 3],
    ['followed,availability,artists', 5],
  ] as const) {
    const url = `${list}&expand=${expand}`
    const ask = () => get(url, { as: ada })
    assert.deepEqual([await costOf(ask), await costOf(ask)], [cost, cost], expand)
    const { body } = await ask()
    assert.deepEqual(body.pagination, plain.pagination)
    assert.deepEqual(
      body.festivals.map((one: object) =>
        asIs({ ...one }, ['followed', 'follows', 'availability', 'artists']),
      ),
      plain.festivals,
    )
    const one = body.festivals.find(({ id }: { id: string }) => id === festival.id)
    assert.equal(one.availability?.length ?? 1, 1)
  }
})

// Requirement (operations): contract §1.7: the artists beside a festival follow their changes
test('what is kept is the plain form and the artists, which follow every change', async () => {
  const { festival, artists, country } = await aScene()
  const [wren] = artists
  for (const url of [
    `/festivals/${festival.id}?expand=artists`,
    `/festivals?country=${country}&expand=artists`,
  ]) {
    const nameOf = async () => {
      const { body } = await get(url)
      return (body.festivals?.[0] ?? body).artists.find(({ id }: { id: string }) => id === wren?.id)
    }
    await nameOf()
    assert.equal(await costOf(nameOf), 0, 'kept')
    const photo = `https://pictures.example/${aName('wren')}.jpg`
    await sql`update artists set photo = ${photo} where id = ${wren?.id}`.execute(db)
    assert.equal((await nameOf()).photo, photo)
    const genre = aName('style')
    await sql`
      with g as (
        insert into genres (id, name, key, search_name) values (gen_random_uuid(), ${genre}, ${genre}, ${genre}) returning id
      ) insert into artist_genres (artist_id, genre_id) select ${wren?.id}, id from g`.execute(db)
    assert.ok((await nameOf()).genres.some(({ name }: { name: string }) => name === genre))
    await sql`update genres set name = upper(name) where name = ${genre}`.execute(db)
    const renamed = genre.toUpperCase()
    assert.ok((await nameOf()).genres.some(({ name }: { name: string }) => name === renamed))
  }
})

// Requirement (operations): contract §1.7: followed and availability are made anew for each request
test('what depends on the user or the moment is never kept: another user, and a sale, are seen at once', async () => {
  const { festival, tier, artists } = await aScene()
  const url = `/festivals/${festival.id}?expand=followed,availability`
  const [ada, bob] = [await aUser(), await aUser()]
  await anInterest(world, { user_id: ada.id, artist_id: artists[0]?.id ?? '' })
  const [mine, theirs] = await Promise.all([get(url, { as: ada }), get(url, { as: bob })])
  assert.deepEqual([mine.body.followed, theirs.body.followed], [true, false])
  assert.equal(mine.headers['cache-control'], 'private, no-cache')
  assert.match(`${mine.headers['vary']}`, /x-f-authentication/)
  assert.notEqual(mine.headers['etag'], theirs.headers['etag'])
  const asks = { 'if-none-match': `${mine.headers['etag']}` }
  assert.equal((await get(url, { as: ada, headers: asks })).status, 304)
  assert.equal((await get(url, { as: bob, headers: asks })).status, 200)
  await sql`update tiers set sold = 10, held = 0 where id = ${tier.id}`.execute(db)
  const { status, body } = await get(url, { as: ada, headers: asks })
  assert.deepEqual([status, body.availability[0].status], [200, 'sold_out'])
})

// Requirement (operations): contract §4.4: expand=followed needs the user token, which is not looked at
//   otherwise
test('expand=followed needs the user token; without it that token is not looked at', async () => {
  const { festival } = await aScene()
  const bad = { 'x-f-authentication': 'fst_user_0' }
  for (const url of [
    `/festivals/${festival.id}`,
    '/festivals',
    `/festivals/${festival.id}/summary`,
  ]) {
    const expand = `${url}?expand=artists,followed`
    const missing = await get(expand)
    assert.deepEqual([missing.status, missing.body.error], [401, 'Missing the user header'], url)
    const invalid = await get(expand, { headers: bad })
    assert.deepEqual([invalid.status, invalid.body.error], [401, 'Invalid token'], url)
    assert.equal((await get(expand, { client: null })).body.error, 'Missing the service header')
    assert.equal((await get(`${url}?expand=artists`, { headers: bad })).status, 200, url)
    assert.equal((await get(url, { headers: bad })).status, 200, url)
  }
  const twice = `/festivals/${festival.id}?expand=artists&expand=followed`
  assert.equal((await get(twice)).status, 401, 'written as two parameters')
  assert.equal((await get(twice.replaceAll('&expand', '&%65xpand'))).status, 401, 'or escaped')
})

// Requirement (operations): contract §4.4: a visitor of the guide has no follows
test('a page of ours without a user is asked to sign in for expand=followed, and reads the rest', async () => {
  const { festival } = await aScene()
  const session = await world.app.inject('/guide/session')
  const [{ name, value } = { name: '', value: '' }] = session.cookies
  const headers = { cookie: `${name}=${value}`, 'x-festival-session': session.json().session }
  const read = (expand: string) =>
    get(`/festivals/${festival.id}?expand=${expand}`, { client: null, headers })
  assert.equal((await read('artists,availability')).status, 200)
  const { status, body } = await read('followed')
  assert.deepEqual([status, body.error], [401, 'Missing the user header'])
})

// Requirement (operations): contract §1.4: an unknown name in expand is 400 and names the known ones
test('an unknown word of expand is 400 and names the known ones; none is the plain form', async () => {
  const { festival } = await aScene()
  const { status, body } = await get(`/festivals/${festival.id}?expand=artists,friends`)
  assert.deepEqual(
    [status, body.error],
    [400, 'expand[1] must be one of followed, availability, artists, translations'],
  )
  assert.deepEqual(body.fields, [{ path: 'expand[1]', code: 'not_one_of', message: body.error }])
  const plain = await get(`/festivals/${festival.id}`)
  const none = await get(`/festivals/${festival.id}?expand=`)
  assert.equal(none.text, plain.text)
  assert.equal((await get('/festivals/x?expand=availability')).status, 404)
})

test('festivals too long to be held together are streamed with what stands beside them', async () => {
  for (const [size, characters] of [
    [4, 5_000_000],
    [2, 2_100_000],
  ] as const) {
    const country = aName('Long')
    const { id: organizer_id } = await anOrganizer(world)
    for (let nth = 0; nth < size; nth++) {
      const { id } = await aFestival(world, { country, organizer_id })
      await aTier(world, { festival_id: id, quantity: nth })
      await sql`update festivals set description = repeat('x', ${characters}) where id = ${id}`.execute(
        db,
      )
    }
    const { body, headers } = await get(`/festivals?country=${country}&expand=availability,artists`)
    assert.equal(headers['etag'], undefined)
    assert.equal(body.pagination.total, size)
    const shown = body.festivals.map(
      (one: { availability: { remaining: number }[]; artists: []; description: string }) => [
        one.availability[0]?.remaining,
        one.artists,
        one.description.length,
      ],
    )
    assert.deepEqual(
      shown,
      Array.from({ length: size }, (_, nth) => [nth, [], characters]),
    )
  }
})
