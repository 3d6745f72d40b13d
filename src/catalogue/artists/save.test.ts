import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ArtistDraft, saveArtists } from '#catalogue/artists'
import { transact } from '#platform/database/transactions'
import { aName } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const { db, get } = await aWorld()
const by = { createdBy: null }

const read = async (id: string | undefined) => (await get(`/artists/${id}`)).body
const genresOf = async (id: string | undefined) =>
  (await read(id)).genres.map(({ name }: { name: string }) => name)

test('ids come in the order of the drafts', async () => {
  const drafts = Array.from({ length: 1500 }, (_, i) => ({
    name: aName('Draft'),
    source: i % 3 ? aName('source') : null,
  }))
  const ids = await saveArtists(db, drafts, by)
  const rows = await db
    .selectFrom('artists')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  assert.deepEqual(
    ids.map((id) => names.get(id)),
    drafts.map(({ name }) => name),
  )
})

test('no drafts are no work', async () => {
  assert.deepEqual(await saveArtists(db, [], by), [])
})

// Requirement (rules): imports: saveArtists by source
test('a draft with a known source updates that artist: what it leaves out stays', async () => {
  const source = aName('source')
  const [dub, ska] = [aName('Dub'), aName('Ska')]
  const first = {
    name: aName('Old'),
    bio: 'Old',
    video_sharing: 'https://v.example',
    genres: [dub, ska],
    source,
  }
  const [id] = await saveArtists(db, [first], by)
  const again = {
    name: aName('New'),
    photo: 'https://p.example',
    genres: [ska.toUpperCase()],
    source,
  }
  const [other, same] = await saveArtists(db, [{ name: aName('Other') }, again], by)
  assert.equal(same, id)
  assert.notEqual(other, id)
  const { name, photo, bio, video_sharing } = await read(id)
  assert.deepEqual(
    { name, photo, bio, video_sharing },
    {
      name: again.name,
      photo: again.photo,
      bio: first.bio,
      video_sharing: first.video_sharing,
    },
  )
  assert.deepEqual(await genresOf(id), [ska])
  await saveArtists(db, [{ name, bio: null, source }], by)
  assert.deepEqual(await genresOf(id), [ska])
  assert.equal((await read(id)).bio, first.bio)
  const found = await get(`/search?for=${encodeURIComponent(again.name)}`, { client: null })
  assert.equal(found.body.artists[0].id, id)
})

test('the same source twice is one artist, and the later draft counts', async () => {
  const source = aName('source')
  const [dub, ska] = [aName('Dub'), aName('Ska')]
  const drafts = [
    { name: 'First', genres: [dub], source },
    { name: 'Last', genres: [ska], source },
  ]
  const ids = await saveArtists(db, drafts, by)
  assert.equal(new Set(ids).size, 1)
  assert.equal((await read(ids[0])).name, 'Last')
  assert.deepEqual(await genresOf(ids[0]), [ska])
})

// Requirement (rules): imports: races
test('two batches with the same new genres in opposite order both succeed and share them', async () => {
  const genres = Array.from({ length: 200 }, () => aName('Shared'))
  const batch = (names: string[]): ArtistDraft[] =>
    names.map((name) => ({ name: aName('X'), genres: [name] }))
  const batches = [genres, genres.toReversed(), genres.map((name) => name.toUpperCase()).toSorted()]
  const ids = await Promise.all(batches.map((names) => saveArtists(db, batch(names), by)))
  assert.equal(ids.flat().length, 600)
  const made = await db
    .selectFrom('genres')
    .select('id')
    .where(
      'key',
      'in',
      genres.map((name) => name.toLowerCase()),
    )
    .execute()
  assert.equal(made.length, 200)
  const tags = await db
    .selectFrom('artist_genres')
    .select('artist_id')
    .where(
      'genre_id',
      'in',
      made.map(({ id }) => id),
    )
    .execute()
  assert.equal(tags.length, 600)
})

// Requirement (rules): imports: races
test('two imports of the same sources at once leave each artist once, with the genres of one of them', async () => {
  const sources = Array.from({ length: 300 }, () => aName('source'))
  const [dub, ska] = [aName('Dub'), aName('Ska')]
  const drafts = (genre: string) =>
    sources.map((source) => ({ name: 'x', genres: [genre], source }))
  const [first, second] = await Promise.all([
    saveArtists(db, drafts(dub), by),
    saveArtists(db, drafts(ska).toReversed(), by),
  ])
  assert.deepEqual(first, second?.toReversed())
  const genres = new Set((await Promise.all((first ?? []).slice(0, 20).map(genresOf))).map(String))
  assert.equal(genres.size, 1)
  assert.ok(genres.has(dub) || genres.has(ska))
})

test('in a transaction that fails, nothing stays: no artist and no genre', async () => {
  const name = aName('Rolled back')
  const failing = transact(db, async (trx) => {
    await saveArtists(trx, [{ name, genres: [name] }], by)
    throw new Error('changed our mind')
  })
  await assert.rejects(failing, /changed our mind/)
  const artists = await db.selectFrom('artists').select('id').where('name', '=', name).execute()
  const genres = await db.selectFrom('genres').select('id').where('name', '=', name).execute()
  assert.deepEqual([artists, genres], [[], []])
})

test('a batch of many genres each is written in statements that stay short', async () => {
  const genres = Array.from({ length: 50 }, () => aName('Many'))
  const drafts = Array.from({ length: 1000 }, () => ({ name: 'x', genres }))
  const ids = await saveArtists(db, drafts, by)
  assert.equal((await genresOf(ids.at(-1))).length, 50)
})
