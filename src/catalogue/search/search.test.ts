import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { fold } from '#platform/values/text'
import { aFestival, aGig, anArtist } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get } = world

/** Eight letters that no other name contains. */
function aWord(): string {
  return Array.from({ length: 8 }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
}

async function search(text: string) {
  const answer = await get(`/search?for=${encodeURIComponent(text)}`, { client: null })
  assert.equal(answer.status, 200)
  return answer.body
}

const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

async function aGenre(name: string, artists: { id: string }[] = []) {
  const genre = { id: newId(), name, key: fold(name), search_name: searchName(name) }
  await db.insertInto('genres').values(genre).execute()
  for (const { id } of artists) {
    await db.insertInto('artist_genres').values({ artist_id: id, genre_id: genre.id }).execute()
  }
  return genre
}

// Requirement (operations): GET /search: the shape, query echoed
test('the answer has the documented fields and the query as it was sent', async () => {
  const word = aWord()
  const artist = await anArtist(world, {
    name: `${word} Trio`,
    bio: 'Tide organ',
    photo: '/photos/x.webp',
  })
  const genre = await aGenre(`${word} core`, [artist])
  const festival = await aFestival(world, {
    name: `${word} Nights`,
    description: 'By the water',
    venue: 'Harbour',
    photo: 'https://pictures.example/n.jpg',
    start_time: new Date('2098-07-01T18:00:00.120Z'),
    end_time: new Date('2098-07-04T00:00:00.000Z'),
  })
  const query = ` ${word.toUpperCase()}  `
  const { photo, ...rest } = (await search(query)).artists[0]
  assert.match(photo, /^http:\/\/[^/]+\/photos\/x\.webp$/)
  assert.deepEqual(rest, {
    id: artist.id,
    name: artist.name,
    bio: 'Tide organ',
    genres: [{ id: genre.id, name: genre.name }],
  })
  const { artists, ...found } = await search(query)
  assert.equal(artists.length, 1)
  assert.deepEqual(found, {
    festivals: [
      {
        id: festival.id,
        name: festival.name,
        photo: 'https://pictures.example/n.jpg',
        description: 'By the water',
        venue: 'Harbour',
        city: null,
        country: null,
        start_time: '2098-07-01T18:00:00.120Z',
        end_time: '2098-07-04T00:00:00.000Z',
        time_zone: 'UTC',
      },
    ],
    genres: [{ id: genre.id, name: genre.name }],
    query,
  })
})

// Requirement (operations): GET /search: absent values null
test('absent fields read null, and an artist without genres has an empty array', async () => {
  const name = aWord()
  const artist = await anArtist(world, { name })
  const { id } = await aFestival(world, { name })
  const { artists, festivals } = await search(name)
  assert.deepEqual(artists, [{ id: artist.id, name, photo: null, bio: null, genres: [] }])
  const [{ start_time, end_time, ...rest }] = festivals
  assert.ok(start_time < end_time)
  assert.deepEqual(rest, {
    id,
    name,
    photo: null,
    description: null,
    venue: null,
    city: null,
    country: null,
    time_zone: 'UTC',
  })
})

// Requirement (operations): Search: artists by name, festivals by name
test('names come exact first, then by their beginning, the start of a word, and any part', async () => {
  const word = aWord()
  const names = [
    word,
    `${word} beta`,
    `${word}alpha`,
    `A ${word}`,
    `b ${word}ian`,
    `Aaa${word}`,
    `zz${word}zz`,
  ]
  for (const name of names.toReversed()) {
    await anArtist(world, { name })
    await aFestival(world, { name })
    await aGenre(name)
  }
  const { artists, festivals, genres } = await search(word)
  for (const list of [artists, festivals, genres]) assert.deepEqual(namesOf(list), names)
})

test('inside a grade names come by their search form, then by id', async () => {
  const word = aWord()
  const made = []
  for (const name of [`${word} B`, `${word} á`, `${word} a`, `${word} Ab`, `${word} a`]) {
    made.push({ ...(await anArtist(world, { name })) })
  }
  const expected = made.toSorted(
    (a, b) =>
      (searchName(a.name) < searchName(b.name)
        ? -1
        : Number(searchName(a.name) > searchName(b.name))) || (a.id < b.id ? -1 : 1),
  )
  assert.deepEqual(idsOf((await search(word)).artists), idsOf(expected))
})

// Requirement (operations): Search: artists tagged with a matching genre, festivals with gigs of such artists
test('a genre of that name leads to its artists, and to the festivals they play at', async () => {
  const word = aWord()
  const [player, silent] = [await anArtist(world), await anArtist(world)]
  const genre = await aGenre(`deep ${word}`, [player, silent])
  const festival = await aFestival(world)
  await aGig(world, { festival_id: festival.id, artist_id: player.id })
  const elsewhere = await aFestival(world)
  await aGig(world, { festival_id: elsewhere.id, artist_id: (await anArtist(world)).id })
  const { artists, festivals, genres } = await search(word)
  assert.deepEqual(idsOf(genres), [genre.id])
  assert.deepEqual(new Set(idsOf(artists)), new Set([player.id, silent.id]))
  assert.deepEqual(idsOf(festivals), [festival.id])
})

// Requirement (rules): What a genre leads to is up to date
test('results of a genre are never outdated: new names, new artists, new gigs', async () => {
  const word = aWord()
  const artist = await anArtist(world)
  const genre = await aGenre(word, [artist])
  assert.deepEqual((await search(word)).festivals, [])
  const festival = await aFestival(world)
  const gig = await aGig(world, { festival_id: festival.id, artist_id: artist.id })
  assert.deepEqual(idsOf((await search(word)).festivals), [festival.id])
  await db.deleteFrom('gigs').where('id', '=', gig.id).execute()
  assert.deepEqual((await search(word)).festivals, [])
  await db.updateTable('artists').set({ bio: 'Gone' }).where('id', '=', artist.id).execute()
  assert.equal((await search(word)).artists[0].bio, 'Gone')
  await db.deleteFrom('genres').where('id', '=', genre.id).execute()
  assert.deepEqual((await search(word)).artists, [])
})

// Requirement (operations): Search: no duplicates, names first
test('matches by name come before those by genre, and nothing comes twice', async () => {
  const word = aWord()
  const both = await anArtist(world, { name: `zz${word}` })
  const tagged = await anArtist(world, { name: 'aa' })
  await aGenre(word, [both, tagged])
  await aGenre(`new ${word}`, [both, tagged])
  const [named, played] = [
    await aFestival(world, { name: `zz${word}` }),
    await aFestival(world, { name: 'aa' }),
  ]
  for (const { id } of [named, played]) {
    for (const artist of [both, tagged])
      await aGig(world, { festival_id: id, artist_id: artist.id })
    await aGig(world, {
      festival_id: id,
      artist_id: both.id,
      start_time: new Date('2099-07-01T12:00Z'),
    })
  }
  const { artists, festivals } = await search(word)
  assert.deepEqual(idsOf(artists), [both.id, tagged.id])
  assert.deepEqual(idsOf(festivals), [named.id, played.id])
})

// Requirement (rules): contract §4 Search: at most 50, best first
test('each list holds at most fifty, the best of more', async () => {
  const word = aWord()
  const rows = Array.from({ length: 60 }, (_, i) => ({ id: newId(), name: `x${word} ${10 + i}` }))
  const searched = rows.map((row) => ({ ...row, search_name: searchName(row.name) }))
  await db.insertInto('artists').values(searched).execute()
  await db
    .insertInto('genres')
    .values(searched.map((row) => ({ ...row, key: row.name })))
    .execute()
  for (const { name } of rows) await aFestival(world, { name })
  const best = `${word} first`
  await anArtist(world, { name: best })
  await aGenre(best)
  await aFestival(world, { name: best })
  const { artists, festivals, genres } = await search(word)
  const expected = [best, ...rows.slice(0, 49).map(({ name }) => name)]
  for (const list of [artists, festivals, genres]) assert.deepEqual(namesOf(list), expected)
})

// Requirement (rules): contract §4 Search: at most 50, best first
test('a popular genre fills its lists up to fifty', async () => {
  const word = aWord()
  const artists = Array.from({ length: 700 }, (_, i) => ({
    id: newId(),
    name: `n ${i}`,
    search_name: searchName(`n ${i}`),
  }))
  await db.insertInto('artists').values(artists).execute()
  const genre = await aGenre(word)
  await db
    .insertInto('artist_genres')
    .values(artists.map(({ id }) => ({ artist_id: id, genre_id: genre.id })))
    .execute()
  for (const artist of artists.slice(-60)) {
    await aGig(world, { festival_id: (await aFestival(world)).id, artist_id: artist.id })
  }
  const found = await search(word)
  assert.deepEqual([found.artists.length, found.festivals.length, found.genres.length], [50, 50, 1])
  assert.equal(new Set(idsOf(found.artists)).size, 50)
})

// Requirement (rules): contract §4: deleted festivals leave every read
test('deleted festivals never appear: by name, by genre, or by a typing error', async () => {
  const word = aWord()
  const deleted_at = new Date()
  const gone = await aFestival(world, { name: word, deleted_at })
  const artist = await anArtist(world)
  await aGenre(`deep ${word}`, [artist])
  await aGig(world, { festival_id: gone.id, artist_id: artist.id })
  assert.deepEqual((await search(word)).festivals, [])
  const other = aWord()
  await aFestival(world, { name: other, deleted_at })
  assert.deepEqual((await search(`${other}x`)).festivals, [])
})

test('a cancelled festival is still found', async () => {
  const name = aWord()
  const { id } = await aFestival(world, { name, cancelled_at: new Date() })
  assert.deepEqual(idsOf((await search(name)).festivals), [id])
})

// Requirement (rules): contract §4 Search: typing errors only when nothing else was found
test('typing errors are forgiven when nothing else is found: the most alike first', async () => {
  const word = aWord()
  const typo = `${word.slice(0, 5)}y${word.slice(6)}`
  const [near, far] = [
    await anArtist(world, { name: word }),
    await anArtist(world, { name: `The ${word}s of Aalborg` }),
  ]
  const festival = await aFestival(world, { name: `${word} Open Air` })
  const genre = await aGenre(word)
  const found = await search(typo)
  assert.deepEqual(idsOf(found.artists), [near.id, far.id])
  assert.deepEqual(idsOf(found.festivals), [festival.id])
  assert.deepEqual(idsOf(found.genres), [genre.id])
  assert.equal(found.query, typo)
})

test('a typing error is forgiven in a word of five letters', async () => {
  const { id } = await anArtist(world, { name: 'Kwyjx' })
  assert.deepEqual(idsOf((await search('Kwyjz')).artists), [id])
})

// Requirement (rules): contract §4 Search: typing errors only when nothing else was found
test('one literal match, wherever it is, excludes guesses', async () => {
  const word = aWord()
  const typo = `${word.slice(0, 5)}y${word.slice(6)}`
  await anArtist(world, { name: word })
  const genre = await aGenre(typo)
  const { artists, festivals, genres } = await search(typo)
  assert.deepEqual([artists, festivals, idsOf(genres)], [[], [], [genre.id]])
})

// Requirement (rules): contract §4 Search: for words of five letters and more without a digit
test('other words beside the one with the error must be there as they are', async () => {
  const word = aWord()
  const typo = `${word.slice(0, 5)}y${word.slice(6)}`
  const { id } = await anArtist(world, { name: `${word} 42 duo` })
  assert.deepEqual(idsOf((await search(`42 ${typo}`)).artists), [id])
  assert.deepEqual(idsOf((await search(`duo ${typo} ${word}`)).artists), [id])
  assert.deepEqual((await search(`43 ${typo}`)).artists, [])
  assert.deepEqual((await search(`dua ${typo}`)).artists, [])
})

for (const [why, name, typo] of [
  ['a letter', 'Ꙟ', 'Ꙛ'],
  ['words with a digit', 'Qxvzw1234', 'Qxvzw1235'],
  ['punctuation', '=-=-=-=-', '=-=-=-=--'],
] as const) {
  // Requirement (rules): contract §4 Search: for words of five letters and more without a digit
  test(`typing errors are not forgiven in ${why}`, async () => {
    const { id } = await anArtist(world, { name })
    assert.ok(idsOf((await search(name)).artists).includes(id))
    const { artists, festivals, genres } = await search(typo)
    assert.deepEqual([artists, festivals, genres], [[], [], []])
  })
}

test('accents alone find nothing, nor do unknown names', async () => {
  for (const query of ['\u0301', ' \u0308\u0301 ', 'zxvqkjwpyhmbz', '\u{10ffff}', '\u200b']) {
    const { artists, festivals, genres, query: echoed } = await search(query)
    assert.deepEqual([artists, festivals, genres], [[], [], []])
    assert.equal(echoed, query)
  }
})

for (const [why, query, error] of [
  ['no for', '', 'for is required'],
  ['an empty for', '?for=', 'for is required'],
  ['a blank for', '?for=%20%09%C2%A0', 'for is required'],
  ['two of them', '?for=a&for=b', 'for must be a string'],
  ['over 200 characters', `?for=${'x'.repeat(201)}`, 'for must have at most 200 characters'],
] as const) {
  // Requirement (operations): GET /search: for is required
  test(`refuses ${why}`, async () => {
    const { status, body } = await get(`/search${query}`, { client: null })
    assert.deepEqual([status, body.error], [400, error])
  })
}

test('a hundred characters are a hundred, however many bytes', async () => {
  const name = '🎪'.repeat(100)
  const { id } = await anArtist(world, { name })
  assert.ok(idsOf((await search(name)).artists).includes(id))
})

// Requirement (authentication): search is public
test('it is public: no token is needed or checked', async () => {
  for (const client of [null, 'nonsense', world.client.token]) {
    assert.equal((await get('/search?for=x', { client })).status, 200)
  }
})

// Requirement (rules): contract §1 Caching: public for /search
test('any cache may store answers, and they carry an ETag', async () => {
  const { headers } = await get(`/search?for=${aWord()}`)
  assert.equal(headers['cache-control'], 'public, no-cache')
  assert.match(`${headers['etag']}`, /^W\/"/)
})

// Requirement (rules): at most three round trips
test('a search takes one statement, and a second one only to forgive typing errors', async () => {
  const word = aWord()
  const artists = [await anArtist(world, { name: word }), await anArtist(world)]
  await aGenre(word, artists)
  const count = async (query: string) => {
    const before = world.statements.length
    await search(query)
    return world.statements.length - before
  }
  assert.equal(await count(word), 1)
  assert.equal(await count('qx'), 1)
  assert.equal(await count(aWord()), 2)
})
