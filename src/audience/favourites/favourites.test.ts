import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aFestival, aGig, anArtist, aPlace } from '../../../test/catalogue.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.123Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, del, aUser } = world

const [seven, eight] = [new Date('2027-07-01T19:00:00Z'), new Date('2027-07-01T20:00:00Z')]

async function aLineUp() {
  const festival = await aFestival(world)
  const [artist, place] = [await anArtist(world), await aPlace(world, { festival_id: festival.id })]
  const at = { festival_id: festival.id, place_id: place.id, artist_id: artist.id }
  const gig = await aGig(world, { ...at, start_time: seven, end_time: eight })
  const open = await aGig(world, { festival_id: festival.id })
  return { festival, artist, place, gig, open }
}

const heartsOf = async (festival: { id: string }, as: Person) =>
  (await get(`/festivals/${festival.id}/hearts`, { as })).body.hearts

// Requirement (operations): contract §4.6 Hearts: listed with their gigs, taken back
test('a heart is listed with its gig as it is now, and taken back', async () => {
  const as = await aUser()
  const { festival, artist, place, gig, open } = await aLineUp()
  assert.deepEqual(await heartsOf(festival, as), [])
  await put(`/gigs/${open.id}/heart`, {}, { as })
  const { status, body } = await put(`/gigs/${gig.id}/heart`, {}, { as })
  const heart = {
    gig_id: gig.id,
    festival_id: festival.id,
    artist_name: artist.name,
    known_start_at: seven.toISOString(),
    keeps_clashes: false,
    created_at: clock.now.toISOString(),
  }
  assert.deepEqual([status, body], [200, heart])
  const now = {
    start_time: seven.toISOString(),
    end_time: eight.toISOString(),
    billing_text: null,
    artist: { id: artist.id, name: artist.name, photo: null },
    place: { id: place.id, name: place.name, type: place.type ?? null },
  }
  const slot = { start_time: null, end_time: null, billing_text: null }
  const toBeAnnounced = { ...slot, artist: null, place: null }
  const [first, second] = await heartsOf(festival, as)
  assert.deepEqual(first, { ...heart, gig: now })
  assert.deepEqual(
    [second.gig_id, second.known_start_at, second.gig],
    [open.id, null, toBeAnnounced],
  )
  const removed = await del(`/gigs/${gig.id}/heart`, { as })
  assert.deepEqual([removed.status, removed.body], [200, { message: 'Heart taken back' }])
  assert.equal((await heartsOf(festival, as)).length, 1)
  const again = await del(`/gigs/${gig.id}/heart`, { as })
  assert.deepEqual([again.status, again.body.error], [404, 'Heart not found'])
})

// Requirement (operations): contract §4.6 Hearts: a gig that was moved
test('a gig that is moved keeps the start that the user has seen, until they say that they have seen the new one', async () => {
  const as = await aUser()
  const { festival, gig } = await aLineUp()
  await put(`/gigs/${gig.id}/heart`, {}, { as })
  await db.updateTable('gigs').set({ start_time: eight }).where('id', '=', gig.id).execute()
  await put(`/gigs/${gig.id}/heart`, {}, { as })
  const [moved] = await heartsOf(festival, as)
  assert.deepEqual(
    [moved.known_start_at, moved.gig.start_time],
    [seven.toISOString(), eight.toISOString()],
  )
  await put(`/gigs/${gig.id}/heart`, { known_start_at: '2027-07-01T22:00:00+02:00' }, { as })
  assert.equal((await heartsOf(festival, as))[0].known_start_at, eight.toISOString())
})

// Requirement (operations): contract §4.6 Hearts: a gig that was cancelled
test('a gig that has left the festival stays, as cancelled, and can be let go', async () => {
  const as = await aUser()
  const { festival, artist, gig } = await aLineUp()
  await put(`/gigs/${gig.id}/heart`, {}, { as })
  await db.deleteFrom('gigs').where('id', '=', gig.id).execute()
  const [heart] = await heartsOf(festival, as)
  assert.deepEqual(
    [heart.gig, heart.artist_name, heart.known_start_at],
    [null, artist.name, seven.toISOString()],
  )
  await del(`/gigs/${gig.id}/heart`, { as })
  assert.deepEqual(await heartsOf(festival, as), [])
})

// Requirement (operations): contract §4.6 Hearts: what is given is changed
test('what is given is changed, all else stays', async () => {
  const as = await aUser()
  const { festival, gig } = await aLineUp()
  const states: [given: object, start: string | null, keeps: boolean][] = [
    [{ known_start_at: '2027-07-01T18:00:00Z' }, '2027-07-01T18:00:00.000Z', false],
    [{ keeps_clashes: true }, '2027-07-01T18:00:00.000Z', true],
    [{ known_start_at: null }, null, true],
    [{ keeps_clashes: false, known_start_at: '2027-07-02' }, '2027-07-02T00:00:00.000Z', false],
    [{}, '2027-07-02T00:00:00.000Z', false],
  ]
  for (const [given, start, keeps] of states) {
    const { body } = await put(`/gigs/${gig.id}/heart`, given, { as })
    assert.deepEqual(
      [body.known_start_at, body.keeps_clashes],
      [start, keeps],
      JSON.stringify(given),
    )
    const [heart] = await heartsOf(festival, as)
    assert.deepEqual([heart.known_start_at, heart.keeps_clashes], [start, keeps])
  }
})

test('each user has their own hearts', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { festival, gig } = await aLineUp()
  await put(`/gigs/${gig.id}/heart`, {}, { as: ada })
  assert.deepEqual(await heartsOf(festival, bo), [])
  assert.equal((await del(`/gigs/${gig.id}/heart`, { as: bo })).status, 404)
  assert.equal((await heartsOf(festival, ada)).length, 1)
})

test('ten requests at once make one heart', async () => {
  const as = await aUser()
  const { festival, gig } = await aLineUp()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => put(`/gigs/${gig.id}/heart`, {}, { as })),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await heartsOf(festival, as)).length, 1)
})

// Requirement (operations): contract §4.6 Hearts: at most 300
test('of the last two that there is room for at once, one is given', async () => {
  const as = await aUser()
  const { festival, gig, open } = await aLineUp()
  const made = { user_id: as.id, festival_id: festival.id, created_at: clock.now }
  const others = Array.from({ length: 299 }, () => ({ ...made, gig_id: newId() }))
  await db.insertInto('hearts').values(others).execute()
  const answers = await Promise.all(
    [gig, open].map(({ id }) => put(`/gigs/${id}/heart`, {}, { as })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const refused = answers.find(({ status }) => status === 409)
  assert.deepEqual(
    [refused?.body.code, refused?.body.error],
    ['too_many', 'There are already 300 hearts at this festival: remove one first'],
  )
  const mine = (await heartsOf(festival, as)).find((heart: { gig: unknown }) => heart.gig)
  const again = await put(`/gigs/${mine.gig_id}/heart`, { keeps_clashes: true }, { as })
  assert.deepEqual([again.status, again.body.keeps_clashes], [200, true])
})

const refusals: [why: string, id: string | undefined, body: unknown, status: number][] = [
  ['an unknown gig', newId(), {}, 404],
  ['nonsense for an id', 'nonsense', {}, 404],
  ['no time', undefined, { known_start_at: 'tomorrow' }, 400],
  ['no boolean', undefined, { keeps_clashes: 'maybe' }, 400],
  ['no object', undefined, [], 400],
]

for (const [why, id, body, status] of refusals) {
  test(`refuses ${why}, and writes nothing`, async () => {
    const as = await aUser()
    const { festival, gig } = await aLineUp()
    const answer = await put(`/gigs/${id ?? gig.id}/heart`, body, { as })
    assert.equal(answer.status, status)
    assert.deepEqual(await heartsOf(festival, as), [])
  })
}

test('a deleted festival has no hearts, and its gigs get none', async () => {
  const as = await aUser()
  const { festival, gig } = await aLineUp()
  await put(`/gigs/${gig.id}/heart`, {}, { as })
  await db
    .updateTable('festivals')
    .set({ deleted_at: clock.now })
    .where('id', '=', festival.id)
    .execute()
  assert.equal((await get(`/festivals/${festival.id}/hearts`, { as })).status, 404)
  assert.equal((await put(`/gigs/${gig.id}/heart`, {}, { as })).status, 404)
  assert.equal((await get(`/festivals/${newId()}/hearts`, { as })).status, 404)
})

// Requirement (operations): contract §4.6 Hearts: erased with the account
test('an erased account has no hearts', async () => {
  const as = await aUser()
  const { gig } = await aLineUp()
  await put(`/gigs/${gig.id}/heart`, {}, { as })
  await del(`/users/${as.id}`, { as })
  const left = await db.selectFrom('hearts').selectAll().where('user_id', '=', as.id).execute()
  assert.deepEqual(left, [])
})

test('it needs a user', async () => {
  const { festival, gig } = await aLineUp()
  for (const answer of [
    await get(`/festivals/${festival.id}/hearts`),
    await put(`/gigs/${gig.id}/heart`, {}),
    await del(`/gigs/${gig.id}/heart`),
  ]) {
    assert.deepEqual([answer.status, answer.body.error], [401, 'Missing the user header'])
  }
})
