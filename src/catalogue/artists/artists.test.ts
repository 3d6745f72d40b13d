import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveArtists } from '#catalogue/artists'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aFestival, aGig, aName, anInterest } from '../../../test/catalogue.ts'
import { aWorld, lenient } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world

const nothing = {
  photo: null,
  bio: null,
  music_streaming: null,
  audio_sharing: null,
  video_sharing: null,
}

async function anArtistOf(as: Awaited<ReturnType<typeof aUser>>, given: object = {}) {
  const { status, body } = await post(
    '/artists',
    { name: aName('Ebb Trio'), ...given },
    { as, headers: lenient },
  )
  assert.equal(status, 201)
  return body
}

const namesOf = ({ genres }: { genres: { name: string }[] }) => genres.map(({ name }) => name)

// Requirement (records): Artist: fields id, name, photo, bio, three links; genres read as
//   {id, name}, written as names
test('an artist is created with every field, read, listed, changed and deleted', async () => {
  const as = await aUser()
  const [house, dub] = [aName('House'), aName('Dub')]
  const written = {
    name: aName('  Ébb Trío'),
    photo: 'https://pictures.example/ebb.jpg',
    bio: 'Three brothers\nand a tide organ',
    music_streaming: 'https://music.example/ebb?si=1#top',
    audio_sharing: 'http://audio.example/ebb',
    video_sharing: 'https://video.example/@ebb',
  }
  const { status, body: created } = await post(
    '/artists',
    { ...written, genres: [house, dub] },
    { as },
  )
  assert.equal(status, 201)
  const { id, genres, ...rest } = created
  assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/)
  assert.deepEqual(rest, written)
  assert.deepEqual(namesOf({ genres }), [dub, house])

  assert.deepEqual((await get(`/artists/${id}`)).body, created)
  const listed = await get('/artists')
  assert.deepEqual(
    listed.body.filter((artist: { id: string }) => artist.id === id),
    [created],
  )
  const change = { name: aName('Flood'), bio: null, video_sharing: null, genres: [house] }
  const changed = await put(`/artists/${id}`, change, { as })
  assert.equal(changed.status, 200)
  const kept = genres.find(({ name }: { name: string }) => name === house)
  assert.deepEqual(changed.body, { ...created, ...change, genres: [kept] })
  assert.deepEqual((await get(`/artists/${id}`)).body, changed.body)

  const deleted = await del(`/artists/${id}`, { as })
  assert.deepEqual([deleted.status, deleted.body], [200, { message: 'Artist deleted' }])
  assert.equal((await get(`/artists/${id}`)).status, 404)
})

// Requirement (operations): POST /artists: a single artist
test('an artist needs only a name: absent fields read null, and genres as an empty array', async () => {
  const as = await aUser()
  const name = aName('Ebb Trio')
  const { id, ...rest } = await anArtistOf(as, { name })
  assert.deepEqual(rest, { name, ...nothing, genres: [] })
  const explicit = await anArtistOf(as, { name, ...nothing, genres: [] })
  assert.notEqual(explicit.id, id)
  assert.deepEqual({ ...explicit, id }, { id, ...rest })
})

// Requirement (rules): contract §1 unknown fields ignored and never written
test('unknown fields of an artist are ignored and never written', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const forged = {
    id: newId(),
    created_by: bo.id,
    source: 'mine',
    search_name: 'x',
    created_at: '2020',
  }
  const { id } = await anArtistOf(ada, forged)
  assert.notEqual(id, forged.id)
  assert.equal((await put(`/artists/${id}`, forged, { as: ada, headers: lenient })).status, 200)
  const row = await db
    .selectFrom('artists')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.created_by, row.source], [ada.id, null])
  assert.equal((await put(`/artists/${id}`, {}, { as: bo })).status, 403)
})

// Requirement (operations): PUT /artists/:id: all fields optional; answers the whole artist
test('an update without any field changes nothing and returns the whole artist', async () => {
  const as = await aUser()
  const artist = await anArtistOf(as, { genres: [aName('Dub')], bio: 'Old' })
  for (const body of [{}, { unknown: 1 }, undefined]) {
    assert.deepEqual(
      (await put(`/artists/${artist.id}`, body, { as, headers: lenient })).body,
      artist,
    )
  }
})

// Requirement (records): Genre {id, name}; genres written as names are made, one per
//   case-folded name
test('genres are created when they are named; case does not matter, the first spelling stays', async () => {
  const as = await aUser()
  const name = aName('Drum & Bass')
  const first = await anArtistOf(as, {
    genres: [name, name.toUpperCase(), name.toLowerCase(), name],
  })
  assert.deepEqual(namesOf(first), [name])
  const second = await anArtistOf(as, { genres: [name.toUpperCase()] })
  assert.deepEqual(second.genres, first.genres)
  const accented = aName('Électro')
  const third = await anArtistOf(as, {
    genres: [accented.normalize('NFC'), accented.normalize('NFD')],
  })
  assert.deepEqual(namesOf(third), [accented.normalize('NFC')])
  const { body } = await get('/genres')
  const made = body.filter((genre: { name: string }) => [name, accented].includes(genre.name))
  assert.equal(made.length, 2)
})

// Requirement (operations): PUT /artists/:id: genres are replaced
test('the genres of an artist come by name, then id, and an update replaces them all', async () => {
  const as = await aUser()
  const genres = ['c', 'A', 'b', 'B2'].map((letter) => aName(letter))
  const { id, ...artist } = await anArtistOf(as, { genres })
  assert.deepEqual(
    namesOf(artist as never),
    genres.toSorted((a, b) => (a < b ? -1 : 1)),
  )
  const [, second = ''] = genres
  const replaced = await put(
    `/artists/${id}`,
    { genres: [aName('new'), second.toLowerCase()] },
    { as },
  )
  assert.equal(replaced.body.genres.length, 2)
  assert.ok(namesOf(replaced.body).includes(second))
  assert.deepEqual((await put(`/artists/${id}`, { genres: [] }, { as })).body.genres, [])
})

// Requirement (operations): POST /artists: {artists: [...]} answers the created artists
test('several artists are created at once and returned as a bare array, in their order', async () => {
  const as = await aUser()
  const genre = aName('Dub')
  const artists = [
    { name: aName('B'), genres: [genre] },
    { name: aName('A') },
    { name: aName('C'), bio: 'x' },
  ]
  const { status, body } = await post('/artists', { artists }, { as })
  assert.equal(status, 201)
  assert.deepEqual(
    body.map(({ name }: { name: string }) => name),
    artists.map(({ name }) => name),
  )
  assert.deepEqual(namesOf(body[0]), [genre])
  for (const artist of body) assert.deepEqual((await get(`/artists/${artist.id}`)).body, artist)
  const [last] = body.slice(-1)
  assert.equal((await del(`/artists/${last.id}`, { as })).status, 200)
})

// Requirement (operations): POST /artists: all or nothing
test('one bad artist among several: none is created, and no genre', async () => {
  const as = await aUser()
  const [name, genre] = [aName('Never'), aName('Never')]
  const { status, body } = await post(
    '/artists',
    { artists: [{ name, genres: [genre] }, { name: '' }] },
    { as },
  )
  assert.equal(status, 400)
  assert.match(body.error, /^artists\[1\]\.name must not be empty/)
  assert.equal(
    await db.selectFrom('artists').select('id').where('name', '=', name).executeTakeFirst(),
    undefined,
  )
  assert.equal(
    await db.selectFrom('genres').select('id').where('name', '=', genre).executeTakeFirst(),
    undefined,
  )
})

// Requirement (operations): POST /artists: at most 10,000
test('ten thousand artists fit in one request, one more does not', async () => {
  const as = await aUser()
  const batch = (count: number) => ({
    artists: Array.from({ length: count }, () => ({ name: 'x' })),
  })
  const refused = await post('/artists', batch(10_001), { as })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [400, 'artists must have at most 10000 items'],
  )
  const { status, body } = await post('/artists', batch(10_000), { as })
  assert.equal(status, 201)
  assert.equal(new Set(body.map(({ id }: { id: string }) => id)).size, 10_000)
})

// Requirement (rules): contract §1 Idempotency
test('a retry with the same Idempotency-Key creates nothing twice', async () => {
  const as = await aUser()
  const headers = { 'idempotency-key': aName('key') }
  const body = { artists: [{ name: aName('Once'), genres: [aName('Once')] }] }
  const first = await post('/artists', body, { as, headers })
  const second = await post('/artists', body, { as, headers })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

const long = (length: number) => 'x'.repeat(length)
const link = (length: number) => `https://a.example/${long(length - 18)}`
const refusals: [why: string, body: unknown, error: RegExp][] = [
  ['no name', {}, /^name is required$/],
  ['an empty name', { name: '' }, /name must not be empty/],
  ['a name of blanks', { name: ' \t\n' }, /^name must not be blank$/],
  ['a name over 200 characters', { name: long(201) }, /^name must have at most 200 characters$/],
  ['a name that is no text', { name: 7 }, /^name must be a string$/],
  ['a name of null', { name: null }, /^name must be a string$/],
  [
    'a bio over 10,000 characters',
    { name: 'x', bio: long(10_001) },
    /^bio must have at most 10000 characters$/,
  ],
  ['genres that are no array', { name: 'x', genres: 'rock' }, /^genres must be an array$/],
  ['genres of null', { name: 'x', genres: null }, /^genres must be an array$/],
  ['a genre that is no text', { name: 'x', genres: ['a', 1] }, /^genres\[1\] must be a string$/],
  ['a blank genre', { name: 'x', genres: [' '] }, /^genres\[0\] must not be blank$/],
  [
    'a genre over 100 characters',
    { name: 'x', genres: [long(101)] },
    /^genres\[0\] must have at most 100 characters$/,
  ],
  [
    'more than 50 genres',
    { name: 'x', genres: Array.from({ length: 51 }, (_, i) => `${i}`) },
    /^genres must have at most 50 items$/,
  ],
  [
    'a link that is no URL',
    { name: 'x', music_streaming: 'ebb trio' },
    /^music_streaming must be /,
  ],
  ['a link to run', { name: 'x', audio_sharing: 'javascript:alert(1)' }, /^audio_sharing must be /],
  [
    'a link with another scheme',
    { name: 'x', video_sharing: 'ftp://a.example' },
    /^video_sharing must be /,
  ],
  [
    'a link with a quote',
    { name: 'x', music_streaming: 'https://a.example/"onclick=' },
    /^music_streaming must be /,
  ],
  ['a link that is empty', { name: 'x', music_streaming: '' }, /^music_streaming must be /],
  [
    'a link over 2,048 characters',
    { name: 'x', music_streaming: link(2049) },
    /^music_streaming must have at most 2048 characters$/,
  ],
  ['a photo that is none', { name: 'x', photo: 'ftp://a.example/x.png' }, /^photo must be a PNG/],
  ['no artist at all', { artists: [] }, /^artists must have at least 1 item$/],
  ['artists that are no array', { artists: { name: 'x' } }, /^artists must be an array$/],
  ['an artist that is none', { artists: [{ name: 'x' }, 'y'] }, /^artists\[1\] must be an object$/],
  [
    'artists without names',
    { artists: [{}, { name: 'x' }, {}] },
    /^artists\[0\]\.name is required, artists\[2\]\.name is required$/,
  ],
  [
    'a bad genre in a batch',
    { artists: [{ name: 'x', genres: [''] }] },
    /^artists\[0\]\.genres\[0\] must not be empty/,
  ],
]

for (const [why, body, error] of refusals) {
  // Requirement (operations): POST /artists: name is required
  // Requirement (errors): error body {error: string} alone, 400 naming the field
  // Requirement (rules): contract §1 Queries
  test(`refuses ${why}`, async () => {
    const as = await aUser()
    const answer = await post('/artists', body, { as })
    assert.match(answer.body.error, error)
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code', 'fields']])
    if (typeof body !== 'object' || body === null || !('name' in body)) return
    const { id } = await anArtistOf(as)
    const changed = await put(`/artists/${id}`, body, { as })
    assert.match(changed.body.error, error)
    assert.equal(changed.status, 400)
  })
}

// Requirement (limits): limits of fields
test('accepts every field at its limit, in characters and not in bytes', async () => {
  const limits = {
    name: '🎪'.repeat(200),
    bio: '🎪'.repeat(10_000),
    music_streaming: link(2048),
    genres: Array.from({ length: 50 }, (_, i) => `${'Ⅷ'.repeat(98)}${10 + i}`),
  }
  const { id, ...artist } = await anArtistOf(await aUser(), limits)
  assert.deepEqual(artist, { ...nothing, ...limits, genres: artist.genres })
  assert.deepEqual(namesOf(artist as never), limits.genres)
})

test('a form is refused: 415', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const body = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n'
  assert.equal((await post('/artists', body, { as: await aUser(), headers })).status, 415)
})

// Requirement (operations): Who may change artists
test('only its creator, catalogue staff and admins may change or delete an artist', async () => {
  const [creator, other] = [await aUser(), await aUser()]
  const { id } = await anArtistOf(creator)
  const error = 'Only its creator may change this artist'
  for (const refused of [
    await put(`/artists/${id}`, { bio: 'x' }, { as: other }),
    await del(`/artists/${id}`, { as: other }),
  ]) {
    assert.deepEqual([refused.status, refused.body.error], [403, error])
  }
  const staff = await aUser({ permissions: ['manage_catalog'] })
  const admin = await aUser({ roles: ['admin'] })
  for (const as of [staff, admin, creator]) {
    assert.equal((await put(`/artists/${id}`, { bio: as.id }, { as })).body.bio, as.id)
  }
  assert.equal((await del(`/artists/${id}`, { as: staff })).status, 200)
})

// Requirement (operations): Artists without a creator
test('an artist without a creator is changed by catalogue staff alone', async () => {
  const [id = ''] = await saveArtists(db, [{ name: aName('Imported') }], { createdBy: null })
  assert.equal((await put(`/artists/${id}`, {}, { as: await aUser() })).status, 403)
  const staff = await aUser({ permissions: ['manage_catalog'] })
  assert.equal((await put(`/artists/${id}`, {}, { as: staff })).status, 200)
})

// Requirement (operations): GET /artists/:id: artist; unknown 404
test('an unknown or malformed id is 404, before permissions are checked', async () => {
  const as = await aUser()
  for (const id of [newId(), 'nonsense', '1', `${newId()}0`]) {
    for (const answer of [
      await get(`/artists/${id}`),
      await put(`/artists/${id}`, {}, { as }),
      await del(`/artists/${id}`, { as }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error], [404, 'Artist not found'])
    }
  }
})

// Requirement (authentication): every request but public ones needs C, user-specific ones U
test('reading needs a client, writing a user', async () => {
  const { id } = await anArtistOf(await aUser())
  const service = { error: 'Missing the service header', code: 'unauthorized' }
  for (const url of ['/artists', `/artists/${id}`, '/genres']) {
    const { status, body } = await get(url, { client: null })
    assert.deepEqual([status, body], [401, service])
  }
  const user = { error: 'Missing the user header', code: 'unauthorized' }
  for (const answer of [
    await post('/artists', { name: 'x' }),
    await put(`/artists/${id}`, {}),
    await del(`/artists/${id}`),
  ]) {
    assert.deepEqual([answer.status, answer.body], [401, user])
  }
})

// Requirement (operations): DELETE /artists/:id: {message}; gigs keep their slot, followers lose it
test('deleting an artist leaves its gigs their slot, and ends its follows', async () => {
  const as = await aUser()
  const { id } = await anArtistOf(as, { genres: [aName('Dub')] })
  const festival = await aFestival(world)
  const gig = await aGig(world, { festival_id: festival.id, artist_id: id })
  const interest = await anInterest(world, { user_id: as.id, artist_id: id })
  assert.equal((await del(`/artists/${id}`, { as })).status, 200)
  const slot = await db.selectFrom('gigs').select('artist_id').where('id', '=', gig.id).execute()
  assert.deepEqual(slot, [{ artist_id: null }])
  const followed = await db
    .selectFrom('interests')
    .select('id')
    .where('id', '=', interest.id)
    .execute()
  assert.deepEqual(followed, [])
})

// Requirement (operations): GET /artists: array of artists
test('the list is the whole array by name, then id, across chunks; limit and offset cut a part', async () => {
  const stem = aName('Zz')
  const drafts = Array.from({ length: 2300 }, (_, i) => ({
    name: `${stem} ${(i * 7) % 1150}`,
    photo: i % 2 ? '/photos/aaaaaaaaaaaaaaaaaaaaaaaa.webp' : null,
  }))
  await saveArtists(db, drafts, { createdBy: null })
  type Listed = { id: string; name: string; photo: string | null }
  const before = (a: Listed, b: Listed) =>
    a.name === b.name ? (a.id < b.id ? -1 : 1) : searchName(a.name) < searchName(b.name) ? -1 : 1
  const all: Listed[] = (await get('/artists')).body
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  const ours = all.filter(({ name }) => name.startsWith(stem))
  assert.equal(ours.length, 2300)
  assert.deepEqual(ours, ours.toSorted(before))
  assert.equal(ours.filter(({ photo }) => photo?.startsWith('http://')).length, 1150)
  const start = all.findIndex(({ name }) => name.startsWith(stem))
  for (const limit of [1, 999, 1000, 1001, 2000]) {
    const { body } = await get(`/artists?limit=${limit}&offset=${start}`)
    assert.deepEqual(body, all.slice(start, start + limit))
  }
  assert.deepEqual((await get(`/artists?limit=5&offset=1000000`)).body, [])
})

// Requirement (records): Genre: listed (addition GET /genres)
test('genres are listed as id and name, by name, whole or in part', async () => {
  const names = Array.from({ length: 1100 }, (_, i) => aName(`Genre ${i % 40}`))
  await saveArtists(db, [{ name: aName('Of many genres'), genres: names }], { createdBy: null })
  const { body } = await get('/genres')
  const listed = body.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    listed,
    listed.toSorted((a: string, b: string) => (searchName(a) < searchName(b) ? -1 : 1)),
  )
  assert.equal(names.filter((name) => listed.includes(name)).length, 1100)
  assert.deepEqual((await get('/genres?limit=3&offset=2')).body, body.slice(2, 5))
})

test('reading takes one statement, however many genres there are', async () => {
  const genres = Array.from({ length: 50 }, () => aName('Dub'))
  const { id } = await anArtistOf(await aUser(), { genres })
  for (const url of [`/artists/${id}`, '/artists?limit=100', '/genres?limit=100']) {
    const before = world.statements.length
    assert.equal((await get(url)).status, 200)
    assert.equal(world.statements.length - before, 1)
  }
})

for (const [query, error] of [
  ['limit=0', 'limit must be at least 1'],
  ['limit=x', 'limit must be a whole number'],
  ['offset=-1', 'offset must be at least 0'],
]) {
  test(`refuses ${query}`, async () => {
    for (const url of ['/artists', '/genres']) {
      const { status, body } = await get(`${url}?${query}`)
      assert.deepEqual([status, body.error], [400, error])
    }
  })
}

// Requirement (rules): contract §1 Caching
test('catalogue reads carry an ETag, and answer 304 to a caller that has it', async () => {
  const { id } = await anArtistOf(await aUser())
  for (const url of [`/artists/${id}`, '/artists?limit=2', '/genres?limit=2']) {
    const { headers } = await get(url)
    assert.equal(headers['cache-control'], 'private, no-cache')
    const again = await get(url, { headers: { 'if-none-match': `${headers['etag']}` } })
    assert.deepEqual([again.status, again.text], [304, ''])
  }
})

test('a body names at most a thousand genres, and an artist in it counts each of them', async () => {
  const stranger = await aUser()
  const genres = (from: number) => Array.from({ length: 50 }, (_, n) => `genre ${from * 50 + n}`)
  const artists = (many: number, of: (nth: number) => number) =>
    Array.from({ length: many }, (_, nth) => ({ name: aName('Many'), genres: genres(of(nth)) }))
  const make = (list: object[]) => post('/artists', { artists: list }, { as: stranger })
  assert.equal((await make(artists(20, (nth) => nth))).status, 201)
  for (const list of [artists(21, (nth) => nth), artists(401, () => 0)])
    assert.equal((await make(list)).status, 400)
})

test('a bare array of artists is refused with the form in which several are sent', async () => {
  const as = await aUser()
  for (const body of [[{ name: aName('Ebb') }], []]) {
    const answer = await post('/artists', body, { as })
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'The body must be {"artists": […]} for several artists, not a bare array'],
    )
  }
})
