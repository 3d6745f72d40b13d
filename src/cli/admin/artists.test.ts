import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFestival, aGig, anArtist, anInterest } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { describeMerges, mergeDuplicates } from './artists.ts'
import { findDuplicates } from './duplicates.ts'

const world = await aWorld()
const { db, get, aUser } = world

/** Artists of these names, in their order. */
const artistsOf = async (...names: string[]) => {
  const artists = []
  for (const name of names) artists.push(await anArtist(world, { name }))
  return artists
}

const groupOf = async (name: string) => {
  const groups = await findDuplicates(db)
  return groups.find(({ artists }) => artists.some((artist) => artist.name === name))
}

const forms: [why: string, one: string, other: string][] = [
  ['case', 'Slipway', 'SLIPWAY'],
  ['accents', 'Mårsk', 'Marsk'],
  ['blanks', 'Flood Gate', 'Floodgate'],
  ['punctuation', 'Rip-Tide', 'Rip Tide!'],
  ['a leading "the"', 'The Groynes', 'Groynes'],
]
for (const [why, one, other] of forms) {
  test(`names that differ in ${why} are a group`, async () => {
    const [first, second] = await artistsOf(one, other)
    const group = await groupOf(one)
    const ids = new Set(group?.artists.map(({ id }) => id))
    assert.deepEqual(ids, new Set([first?.id, second?.id]))
    assert.equal(group?.doubt, null)
  })
}

const different: [one: string, other: string][] = [
  ['7', '7!'],
  ['!!!', '???'],
  ['The The', 'The Tide Clock'],
  ['Bollard', 'Bollards'],
]
for (const [one, other] of different) {
  test(`"${one}" and "${other}" are two artists`, async () => {
    await artistsOf(one, other)
    assert.equal(await groupOf(one), undefined)
  })
}

test('the artist with most gigs and followers is kept, with those of all', async () => {
  const [first, second] = await artistsOf('Sea Wall', 'SEA WALL')
  assert.ok(first && second)
  const { id: festival_id } = await aFestival(world)
  await aGig(world, { festival_id, artist_id: second.id })
  const [ada, bo] = [await aUser(), await aUser()]
  await anInterest(world, { user_id: ada.id, artist_id: second.id })
  await anInterest(world, { user_id: bo.id, artist_id: first.id })
  const kept = { id: second.id, name: 'SEA WALL', gigs: 1, followers: 1 }
  const merged = [{ id: first.id, name: 'Sea Wall', gigs: 0, followers: 1 }]

  const dry = await mergeDuplicates(world, 'the sea-wall', { dryRun: true })
  assert.deepEqual(dry.merges, [{ kept, merged }])
  assert.deepEqual(describeMerges(dry), [
    `${kept.id}  SEA WALL  1 gig, 1 follower (kept)`,
    `  ${first.id}  Sea Wall  0 gigs, 1 follower`,
    '1 artist would be merged into 1',
  ])
  assert.equal((await get(`/artists/${first.id}`)).body.id, first.id)

  assert.deepEqual((await mergeDuplicates(world, 'Sea Wall', {})).merges, dry.merges)
  assert.equal((await get(`/artists/${first.id}`)).body.id, second.id)
  assert.equal(await groupOf('SEA WALL'), undefined)
  const entry = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('entity_id', '=', second.id)
    .executeTakeFirst()
  assert.deepEqual(entry, { actor: 'system', action: 'artist.merge' })
})

test('--into says which artist is kept', async () => {
  const [first, second] = await artistsOf('Breakwater', 'BREAKWATER')
  assert.ok(first && second)
  const other = mergeDuplicates(world, 'Breakwater', { into: (await anArtist(world)).id })
  await assert.rejects(other, /--into must be the id of an artist of the group: /)
  const { merges } = await mergeDuplicates(world, 'Breakwater', { into: second.id })
  assert.equal(merges[0]?.kept.id, second.id)
  assert.equal((await get(`/artists/${first.id}`)).body.id, second.id)
})

test('--all merges what is certain, and leaves the rest with the reason', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  await anArtist(world, { name: 'Kelp', created_by: ada.id })
  await anArtist(world, { name: 'KELP', created_by: bo.id })
  await anArtist(world, { name: 'Dune', audio_sharing: 'https://audio.example/a' })
  await anArtist(world, { name: 'DUNE', audio_sharing: 'https://audio.example/b' })
  const [one, other] = await artistsOf('Marram', 'MARRAM')
  const { id: festival_id } = await aFestival(world)
  for (const artist of [one, other])
    await aGig(world, { festival_id, artist_id: artist?.id ?? null })
  const three = await artistsOf('Tidal', 'TIDAL', 'The Tidal')

  const report = await mergeDuplicates(world, undefined, { all: true })
  const ids = new Set(three.map(({ id }) => id))
  const tidal = report.merges.find(({ kept }) => ids.has(kept.id))
  assert.equal(tidal?.merged.length, 2)
  const reasons = new Map(
    report.left.map(({ artists, doubt }) => [artists[0].name.toLowerCase(), doubt]),
  )
  assert.deepEqual(
    ['kelp', 'dune', 'marram'].map((name) => reasons.get(name)),
    ['different users created them', 'their links differ', 'they play at the same festival'],
  )
  assert.deepEqual((await mergeDuplicates(world, undefined, { all: true })).merges, [])
  assert.equal((await mergeDuplicates(world, 'Kelp', {})).merges.length, 1)
})

test('one group or all: nothing else is merged', async () => {
  const which = /^CommandError: Give a name of the group to merge, with or without --into, or --all/
  await assert.rejects(mergeDuplicates(world, undefined, {}), which)
  await assert.rejects(mergeDuplicates(world, 'Kelp', { all: true }), which)
  await assert.rejects(mergeDuplicates(world, 'Nothing Like It', {}), /no other artist like/)
})
