import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broadcast } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import {
  aFestival,
  aGig,
  aName,
  anArtist,
  anInterest,
  anOrganizer,
} from '../../../test/catalogue.ts'
import { notifyRestedAfter } from '../../../test/rested-changes.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const staff = await aUser({ permissions: ['manage_catalog'] })

const merge = (from: string, into: string, as = staff) =>
  post(`/artists/${from}/merge`, { into }, { as })

/** Two records of the same artist. */
async function twins() {
  const name = aName('Ebb Trio')
  const old = await anArtist(world, { name: name.toUpperCase(), source: `artists:${newId()}` })
  return { old, kept: await anArtist(world, { name }) }
}

async function mergedTwins() {
  const { old, kept } = await twins()
  assert.equal((await merge(old.id, kept.id)).status, 200)
  return { old, kept }
}

test('a merged artist gives the kept one what it lacks, and leaves it what it has', async () => {
  const { body: old } = await post(
    '/artists',
    {
      name: aName('EBB TRIO'),
      bio: 'Old',
      photo: 'https://pictures.example/old.jpg',
      audio_sharing: 'https://audio.example/old',
      genres: [aName('dub'), aName('folk')],
    },
    { as: staff },
  )
  const { body: kept } = await post(
    '/artists',
    { name: aName('Ebb Trio'), bio: 'Kept', genres: [aName('house'), old.genres[0].name] },
    { as: staff },
  )
  const { status, body } = await merge(old.id, kept.id)
  assert.equal(status, 200)
  const genres = [...kept.genres, old.genres[1]].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { photo, audio_sharing } = old
  assert.deepEqual(body, { ...kept, photo, audio_sharing, genres })
  assert.deepEqual((await get(`/artists/${kept.id}`)).body, body)
})

test('the kept artist never has more genres than it may be written with', async () => {
  const genresOf = (count: number) => Array.from({ length: count }, () => aName('genre'))
  const [{ body: old }, { body: kept }] = [
    await post('/artists', { name: 'Old', genres: genresOf(30) }, { as: staff }),
    await post('/artists', { name: 'Kept', genres: genresOf(30) }, { as: staff }),
  ]
  const { body } = await merge(old.id, kept.id)
  assert.equal(body.genres.length, 50)
  const names = new Set(body.genres.map(({ name }: { name: string }) => name))
  assert.ok(kept.genres.every(({ name }: { name: string }) => names.has(name)))
})

// Requirement (operations): Two artists that are one (addition POST /artists/:id/merge): gigs and followers
//   are moved
test('gigs and followers are moved; who followed both follows once', async () => {
  const { old, kept } = await twins()
  const festival = await aFestival(world)
  const start_time = new Date('2099-07-02T20:00:00.000Z')
  const gig = await aGig(world, { festival_id: festival.id, artist_id: old.id, start_time })
  const [ada, bo] = [await aUser(), await aUser()]
  await anInterest(world, { user_id: ada.id, artist_id: old.id })
  await anInterest(world, { user_id: bo.id, artist_id: old.id })
  const followed = await anInterest(world, { user_id: bo.id, artist_id: kept.id })
  // Requested before the merge, so that the merge has to invalidate the cached answers.
  for (const id of [old.id, kept.id]) await get(`/gigs?artist=${id}`)
  await get(`/festivals/${festival.id}`)

  await merge(old.id, kept.id)
  const { body } = await get(`/festivals/${festival.id}`)
  assert.deepEqual(body.gigs[0].artist, { id: kept.id, name: kept.name })
  assert.equal(body.gigs[0].id, gig.id)
  for (const as of [ada, bo]) {
    const { body: interests } = await get('/interest', { as })
    assert.deepEqual(
      interests.map(({ entity_id }: { entity_id: string }) => entity_id),
      [kept.id],
    )
  }
  assert.equal((await get('/interest', { as: bo })).body[0].id, followed.id)
  for (const id of [old.id, old.id.toUpperCase(), kept.id]) {
    const { body: page } = await get(`/gigs?artist=${id}`)
    assert.deepEqual([page.gigs[0]?.id, page.pagination.total], [gig.id, 1])
  }
})

test('no gigs that were answered for the old id give way to those of the kept artist', async () => {
  const { old, kept } = await twins()
  const { id: festival_id } = await aFestival(world)
  await aGig(world, { festival_id, artist_id: kept.id })
  assert.equal((await get(`/gigs?artist=${old.id}`)).body.pagination.total, 0)
  await merge(old.id, kept.id)
  assert.equal((await get(`/gigs?artist=${old.id}`)).body.pagination.total, 1)
})

// Requirement (operations): The old id of a merged artist is answered by the kept one
test('the old id is answered by the kept artist, and taken wherever an artist is named', async () => {
  const { old, kept } = await mergedTwins()
  const { body } = await get(`/artists/${old.id}`)
  assert.deepEqual([body.id, body.name], [kept.id, kept.name])
  const changed = await put(`/artists/${old.id}`, { bio: 'New' }, { as: staff })
  assert.deepEqual([changed.status, changed.body.id, changed.body.bio], [200, kept.id, 'New'])

  const ada = await aUser()
  const follow = { entity_type: 'artist', entity_id: old.id }
  const [first, again] = [
    await post('/interest', follow, { as: ada }),
    await post('/interest', follow, { as: ada }),
  ]
  assert.deepEqual([first.status, again.status, again.body.entity_id], [201, 200, kept.id])

  const organizer = await anOrganizer(world)
  const url = `/artists/${old.id}/announcers`
  const decided = await put(`${url}/${organizer.id}`, { approved: true }, { as: staff })
  assert.deepEqual([decided.status, decided.body.approved], [200, true])
  assert.equal((await get(`/artists/${kept.id}/announcers`, { as: staff })).body.length, 1)
  assert.equal((await get(url, { as: staff })).body.length, 1)

  const gigs = [{ artist_id: old.id, start_time: '2099-07-02T20:00:00Z' }]
  const festival = await aFestival(world)
  for (let sync = 0; sync < 2; sync++) {
    const { status, body: answer } = await put(`/festivals/${festival.id}`, { gigs }, { as: staff })
    assert.deepEqual([status, answer.gigs[0].artist.id], [200, kept.id])
  }
  assert.equal((await get(`/gigs?artist=${kept.id}`)).body.pagination.total, 1)
})

test('an artist is not deleted by the id of one that was merged into it', async () => {
  const { old, kept } = await mergedTwins()
  const refused = await del(`/artists/${old.id}`, { as: staff })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.artist_id],
    [409, 'merged', kept.id],
  )
  assert.equal((await del(`/artists/${kept.id}`, { as: staff })).status, 200)
  assert.equal((await get(`/artists/${old.id}`)).status, 404)
})

test('ids follow when the kept artist is merged as well', async () => {
  const { old, kept } = await mergedTwins()
  const last = await anArtist(world)
  // From one old id into another: both stand for the artists that they were merged into.
  const { old: older, kept: target } = await mergedTwins()
  await merge(kept.id, last.id)
  assert.equal((await get(`/artists/${old.id}`)).body.id, last.id)
  const { body } = await merge(last.id, older.id)
  assert.equal(body.id, target.id)
  for (const id of [old.id, kept.id, last.id]) {
    assert.equal((await get(`/artists/${id}`)).body.id, target.id)
  }
})

test('a view of the kept artist does not count again for a user who has viewed the merged one', async () => {
  const { old, kept } = await twins()
  const [ada, bo] = [await aUser(), await aUser()]
  const view = (entity_id: string, as: typeof ada) =>
    post(
      '/rewards/events',
      { event_type: 'artist_viewed', entity_type: 'artist', entity_id },
      { as },
    )
  assert.equal((await view(old.id, ada)).body.points_awarded, 1)
  await merge(old.id, kept.id)
  for (const id of [old.id, kept.id]) assert.equal((await view(id, ada)).body.points_awarded, 0)
  assert.equal((await view(old.id, bo)).body.points_awarded, 1)
  assert.equal((await view(kept.id, bo)).body.points_awarded, 0)
})

test('followers are not told again of what they were told about the merged artist', async () => {
  const { old, kept } = await twins()
  const ada = await aUser()
  await anInterest(world, { user_id: ada.id, artist_id: old.id })
  const festival = await aFestival(world)
  const gigs = [{ artist_id: old.id, start_time: '2099-07-02T20:00:00Z' }]
  await put(`/festivals/${festival.id}`, { gigs }, { as: staff })
  const told = async () => {
    await notifyRestedAfter(world, new Date())
    return (await get('/notifications', { as: ada })).body.length
  }
  assert.equal(await told(), 1)
  await merge(old.id, kept.id)
  await put(
    `/festivals/${festival.id}`,
    { gigs: [{ ...gigs[0], artist_id: kept.id }] },
    { as: staff },
  )
  assert.equal(await told(), 1)
})

test('news of an artist that is merged before they are sent reach those who followed it', async () => {
  const { old, kept } = await twins()
  const ada = await aUser()
  await anInterest(world, { user_id: ada.id, artist_id: old.id })
  await merge(old.id, kept.id)
  const about = [{ id: old.id, name: old.name, title: 'Ebb Trio plays', message: 'In summer' }]
  await broadcast(
    { ...world, now: new Date() },
    {
      type: 'artist.announced',
      data: { festival_id: newId() },
      cause: newId(),
      to: 'followers of artists',
      several: 'play',
      about,
    },
  )
  assert.equal((await get('/notifications', { as: ada })).body[0].title, 'Ebb Trio plays')
})

test('what was decided and what waits is moved; what was decided for the kept artist stays', async () => {
  const { old, kept } = await twins()
  // Not approved: otherwise the job that a decision adds may send the waiting announcements.
  const [yes, no, asking] = [
    await anOrganizer(world),
    await anOrganizer(world),
    await anOrganizer(world, { approved_at: null }),
  ]
  const decide = (artist: string, organizer: string, approved: boolean) =>
    put(`/artists/${artist}/announcers/${organizer}`, { approved }, { as: staff })
  await decide(old.id, yes.id, true)
  await decide(old.id, no.id, true)
  await decide(kept.id, no.id, false)
  const festival = await aFestival(world, { organizer_id: asking.id })
  const waiting = { festival_id: festival.id, organizer_id: asking.id, created_at: new Date() }
  await db
    .insertInto('waiting_announcements')
    .values({ ...waiting, artist_id: old.id })
    .execute()
  await merge(old.id, kept.id)
  const { body } = await get(`/artists/${kept.id}/announcers`, { as: staff })
  const decisions = new Map(
    body.map((one: { organizer: { id: string } }) => [one.organizer.id, one]),
  ) as Map<string, { approved: boolean | null; waiting: { id: string }[] }>
  assert.deepEqual(
    [yes, no, asking].map(({ id }) => decisions.get(id)?.approved),
    [true, false, null],
  )
  assert.equal(decisions.get(asking.id)?.waiting[0]?.id, festival.id)
})

test('the audit log names the merged artist and what the kept one gained', async () => {
  const { old, kept } = await twins()
  await db.updateTable('artists').set({ bio: 'Old' }).where('id', '=', old.id).execute()
  await merge(old.id, kept.id)
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'entity_id', 'changes'])
    .where('entity_id', 'in', [old.id, kept.id])
    .execute()
  const changes = {
    bio: { from: null, to: 'Old' },
    [`merged.${old.id}.name`]: { from: null, to: old.name },
  }
  assert.deepEqual(entries, [
    { action: 'artist.merge', user_id: staff.id, entity_id: kept.id, changes },
  ])
})

test('a merge that is sent again, or twice at once, is done once', async () => {
  const { old, kept } = await twins()
  const answers = await Promise.all(Array.from({ length: 4 }, () => merge(old.id, kept.id)))
  for (const { status, body } of [...answers, await merge(old.id, kept.id)])
    assert.deepEqual([status, body.id], [200, kept.id])
  const aliases = await db
    .selectFrom('artist_aliases')
    .select('id')
    .where('artist_id', '=', kept.id)
    .execute()
  assert.deepEqual(aliases, [{ id: old.id }])
})

test('of two artists that are merged into each other at once one is kept', async () => {
  const { old, kept } = await twins()
  const answers = await Promise.all([merge(old.id, kept.id), merge(kept.id, old.id)])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
  const [one, other] = [await get(`/artists/${old.id}`), await get(`/artists/${kept.id}`)]
  assert.deepEqual(one.body, other.body)
})

test('line-ups that are written while their artist is merged end with the kept one', async () => {
  for (let round = 0; round < 5; round++) {
    const { old, kept } = await twins()
    const festivals = await Promise.all(Array.from({ length: 4 }, () => aFestival(world)))
    const gigs = [{ artist_id: old.id }, { artist_id: old.id, start_time: '2099-07-02T20:00:00Z' }]
    const writes = festivals.map(({ id }) => put(`/festivals/${id}`, { gigs }, { as: staff }))
    const follower = await aUser()
    const follow = { entity_type: 'artist', entity_id: old.id }
    const answers = await Promise.all([
      ...writes.slice(0, 2),
      merge(old.id, kept.id),
      post('/interest', follow, { as: follower }),
      ...writes.slice(2),
    ])
    for (const { status, text } of answers) assert.ok([200, 201].includes(status), text)
    const { body } = await get(`/gigs?artist=${kept.id}`)
    assert.equal(body.pagination.total, 8)
    assert.equal((await get('/interest', { as: follower })).body[0].entity_id, kept.id)
  }
})

const unknown = newId()
const refusals: [why: string, from: string | null, into: unknown, status: number, error: RegExp][] =
  [
    ['an unknown artist', unknown, null, 404, /Artist not found/],
    ['an unknown kept artist', null, unknown, 400, /into is not the id of an artist/],
    ['nothing to merge into', null, undefined, 400, /into is required/],
    ['no id', null, 'ebb', 400, /into must be an id/],
  ]
for (const [why, from, into, status, error] of refusals) {
  test(`refuses ${why}`, async () => {
    const { old, kept } = await twins()
    const body = { into: into === null ? kept.id : into }
    const answer = await post(`/artists/${from ?? old.id}/merge`, body, { as: staff })
    assert.equal(answer.status, status)
    assert.match(answer.body.error, error)
  })
}

test('refuses to merge an artist into itself, under any of its ids', async () => {
  const { old, kept } = await mergedTwins()
  const same = await merge(kept.id, kept.id)
  assert.deepEqual([same.status, same.body.error], [400, 'into must be another artist'])
  const alias = await merge(kept.id, old.id)
  assert.deepEqual([alias.status, alias.body.code], [409, 'merged'])
  const other = await merge(old.id, (await anArtist(world)).id)
  assert.deepEqual([other.status, other.body.code], [409, 'merged'])
})

test('merging takes the right to both artists', async () => {
  const [ada, { old, kept }] = [await aUser(), await twins()]
  const own = await anArtist(world, { created_by: ada.id })
  assert.equal((await merge(own.id, kept.id, ada)).status, 403)
  assert.equal((await merge(old.id, own.id, ada)).status, 403)
  const second = await anArtist(world, { created_by: ada.id })
  assert.equal((await merge(own.id, second.id, ada)).status, 200)
})
