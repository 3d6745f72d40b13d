/** The right to announce: an attacker with an account, and the notifications that followers get. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { anotherApp, anotherProcess } from '../../../../test/another-process.ts'
import { aName, anArtist, anInterest } from '../../../../test/catalogue.ts'
import { invited } from '../../../../test/invitations.ts'
import { notifyRestedAfter } from '../../../../test/rested-changes.ts'
import { until, untilBlocked } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { sendFreed } from './approved.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const otherApp = await anotherApp(world)
const staff = await aUser({ permissions: ['manage_catalog'] })

const summer = { start_time: '2027-07-01T12:00:00.000Z', end_time: '2027-07-04T00:00:00.000Z' }
const slot = '2027-07-03T18:00:00.000Z'

type SentNotice = { type: string; title: string; message: string }
const told = async (as: Person): Promise<SentNotice[]> =>
  (await get('/notifications', { as })).body.toReversed()
const typesTold = async (as: Person) => (await told(as)).map(({ type }) => type)

/** Creates an organizer of a user, not approved by staff. */
async function aStall(as: Person, name = aName('Stall')): Promise<string> {
  const id = `stall-${newId()}`
  const answer = await post('/organizers', { id, name }, { as })
  assert.deepEqual([answer.status, answer.body.approved], [201, false], answer.text)
  return id
}

const playing = (artists: string[]) => artists.map((artist_id) => ({ artist_id, start_time: slot }))

async function publish(as: Person, organizer_id: string, given: object = {}) {
  const body = { name: aName('Tide'), organizer_id, ...summer, ...given }
  const answer = await post('/festivals', body, { as })
  assert.equal(answer.status, 201, answer.text)
  await notifyRestedAfter(world, clock.now)
  return answer.body
}

/** Changes a festival, and lets the change rest. */
async function change(as: Person, id: string, body: object) {
  const answer = await put(`/festivals/${id}`, body, { as })
  await notifyRestedAfter(world, clock.now)
  return answer
}

/** Sends the notifications of rested changes, in two processes at once. */
async function notifyInTwoProcesses() {
  await Promise.all([world, otherApp].map((process) => notifyRestedAfter(process, clock.now)))
}

/** An artist with an owner and a follower. */
async function aFollowedArtist() {
  const [owner, follower] = [await aUser(), await aUser()]
  const artist = await anArtist(world, { created_by: owner.id })
  await anInterest(world, { user_id: follower.id, artist_id: artist.id })
  return { owner, follower, artist }
}

const decide = (as: Person, [artist, organizer]: [{ id: string }, string], approved: boolean) =>
  put(`/artists/${artist.id}/announcers/${organizer}`, { approved }, { as })
const approve = async (organizer: string, approved = true) => {
  const answer = await put(`/organizers/${organizer}/approved`, { approved }, { as: staff })
  assert.deepEqual([answer.status, answer.body.approved], [200, approved], answer.text)
}

async function manyFollowers(
  what: { artist_id: string } | { organizer_id: string },
  count: number,
) {
  const ids = Array.from({ length: count }, newId)
  const [column, id] =
    'artist_id' in what ? ['artist_id', what.artist_id] : ['organizer_id', what.organizer_id]
  await sql`insert into users (id, first_name, last_name) select id, 'Ada', 'Marsh' from unnest(${ids}::uuid[]) id`.execute(
    db,
  )
  await sql`
    insert into interests (id, user_id, ${sql.ref(column)})
    select gen_random_uuid(), id, ${id}::${sql.raw(column === 'artist_id' ? 'uuid' : 'text')} from unnest(${ids}::uuid[]) id`.execute(
    db,
  )
  return ids
}

/** Counts the notifications of these users, and the users that have one or more. */
async function heard(ids: string[]): Promise<{ notices: number; users: number }> {
  const { rows } = await sql<{ notices: number; users: number }>`
    select count(*)::int as notices, count(distinct user_id)::int as users
    from notifications where user_id = any (${ids}::uuid[])`.execute(db)
  return rows[0] ?? { notices: 0, users: 0 }
}

const untilHeard = (ids: string[], users: number) =>
  until(`${users} have heard`, async () => (await heard(ids)).users === users)
/** Waits until the announcement job is idle. */
const untilQuiet = () =>
  until('no job left', async () => {
    const { rows } = await sql`
      select from jobs.job where state < 'completed' and name in ('news', 'waiting-announcements')`.execute(
      db,
    )
    return rows.length === 0
  })

// Requirement (rules): contract §6 Who announces: a stranger's announcement waits
test('an unknown user who puts a followed artist on a phishing festival reaches none of its followers', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  const stranger = await aUser()
  const stall = await aStall(stranger, 'Free tickets: https://evil.example/win')
  const name = 'You have won! https://evil.example'
  const festival = await publish(stranger, stall, { gigs: playing([artist.id]), name })
  assert.deepEqual(
    festival.gigs.map(({ artist: { id } }: { artist: { id: string } }) => id),
    [artist.id],
  )
  const again = { gigs: [{ artist_id: artist.id, start_time: '2027-07-02T18:00Z' }] }
  assert.equal((await change(stranger, festival.id, again)).status, 200)
  await publish(stranger, stall, { gigs: playing([artist.id]) })
  await untilQuiet()
  assert.deepEqual(await told(follower), [])
  const [asked, ...rest] = await told(owner)
  assert.deepEqual([asked?.type, rest], ['announcement.requested', []])
  assert.equal(asked?.title, `${stall} wants to announce ${artist.name}`)
  assert.doesNotMatch(`${asked.title} ${asked.message}`, /evil|https?:/)
})

// Requirement (rules): contract §6 Who announces: approved by the creator
test('once the owner approves, followers are notified once, of the current state; later news by itself', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const festival = await publish(stranger, stall, { gigs: playing([artist.id]) })
  const listed = await get(`/artists/${artist.id}/announcers`, { as: owner })
  const { id, name, start_time } = festival
  assert.deepEqual(
    listed.body.map(({ organizer, ...rest }: { organizer: { id: string } }) => [
      organizer.id,
      rest,
    ]),
    [[stall, { approved: null, waiting: [{ id, name, start_time }] }]],
  )
  const moved = { gigs: [{ artist_id: artist.id, start_time: '2027-07-02T20:00Z' }] }
  await change(stranger, id, moved)
  assert.deepEqual(await told(follower), [])
  assert.equal((await decide(owner, [artist, stall], true)).body.approved, true)
  await until('told', async () => (await told(follower)).length > 0)
  await decide(owner, [artist, stall], true)
  await Promise.all([sendFreed(world), sendFreed(world)])
  await untilQuiet()
  const [{ type, title, message } = { type: '', title: '', message: '' }, ...rest] =
    await told(follower)
  assert.deepEqual(
    [type, title, message, rest],
    [
      'artist.announced',
      `${artist.name} at ${name}`,
      'Added to the line-up: 2 July 2027 at 20:00 UTC.',
      [],
    ],
  )
  await change(stranger, id, { gigs: [{ artist_id: artist.id, start_time: slot }] })
  assert.equal((await told(follower)).length, 2)
})

// Requirement (rules): contract §6 Who announces: refused
test('after a refusal followers are never notified, and the owner is not asked again', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const { id } = await publish(stranger, stall, { gigs: playing([artist.id]) })
  const refused = await decide(owner, [artist, stall], false)
  assert.deepEqual([refused.body.approved, refused.body.waiting], [false, []])
  await change(stranger, id, { gigs: [{ artist_id: artist.id }] })
  await change(stranger, id, { gigs: [{ artist_id: artist.id, start_time: slot }] })
  await publish(stranger, stall, { gigs: playing([artist.id]) })
  await decide(owner, [artist, stall], true)
  await sendFreed(world)
  await untilQuiet()
  assert.deepEqual(await told(follower), [])
  assert.deepEqual(await typesTold(owner), ['announcement.requested'])
})

// Requirement (rules): contract §6 Who announces: off the line-up, over, cancelled or deleted
test('gigs that are removed, over, cancelled or deleted by then are not announced', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const [off, cancelled, deleted] = [
    await publish(stranger, stall, { gigs: playing([artist.id]) }),
    await publish(stranger, stall, { gigs: playing([artist.id]) }),
    await publish(stranger, stall, { gigs: playing([artist.id]) }),
  ]
  const begin = clock.now
  const soon = { start_time: '2027-03-02T00:00Z', end_time: '2027-03-03T00:00Z' }
  await publish(stranger, stall, { ...soon, gigs: [{ artist_id: artist.id }] })
  await change(stranger, off.id, { gigs: [] })
  await post(`/festivals/${cancelled.id}/cancel`, {}, { as: stranger })
  await del(`/festivals/${deleted.id}`, { as: stranger })
  clock.now = new Date('2027-03-04T12:00:00.000Z')
  try {
    await decide(owner, [artist, stall], true)
    await sendFreed(world)
    await untilQuiet()
  } finally {
    clock.now = begin
  }
  assert.deepEqual(await told(follower), [])
  const { rows } =
    await sql`select from waiting_announcements where organizer_id = ${stall}`.execute(db)
  assert.equal(rows.length, 0)
})

// Requirement (rules): contract §6 Who announces: the creator, and who they manage with
test('the owner announces freely, and so does the manager the artist was created for', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  await publish(owner, await aStall(owner), { gigs: playing([artist.id]) })
  assert.deepEqual(await typesTold(follower), ['artist.announced'])
  const [maker, colleague, fan] = [await aUser(), await aUser(), await aUser()]
  const stall = await aStall(maker)
  await invited(world, `/organizers/${stall}/managers`, { by: maker, to: colleague })
  const made = (await post('/artists', { name: aName('Own') }, { as: maker })).body
  await anInterest(world, { user_id: fan.id, artist_id: made.id })
  await publish(colleague, stall, { gigs: playing([made.id]) })
  assert.deepEqual(await typesTold(fan), ['artist.announced'])
  assert.deepEqual(await typesTold(maker), [])
})

test('staff announce for any artist, and an approved organizer does until that is withdrawn', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  const manager = await aUser()
  const stall = await aStall(manager)
  await publish(staff, stall, { gigs: playing([artist.id]) })
  assert.equal((await told(follower)).length, 1)
  await approve(stall)
  await publish(manager, stall, { gigs: playing([artist.id]) })
  assert.equal((await told(follower)).length, 2)
  await approve(stall, false)
  await publish(manager, stall, { gigs: playing([artist.id]) })
  assert.equal((await told(follower)).length, 2)
  assert.deepEqual(await typesTold(manager), ['organizer.approved', 'organizer.approval_withdrawn'])
  assert.deepEqual(await typesTold(owner), ['announcement.requested'])
})

test('staff decide about an artist whose owner has left', async () => {
  const { owner, follower, artist } = await aFollowedArtist()
  assert.equal((await del(`/users/${owner.id}`, { as: owner })).status, 200)
  const stranger = await aUser()
  const stall = await aStall(stranger)
  await publish(stranger, stall, { gigs: playing([artist.id]) })
  assert.deepEqual(await told(follower), [])
  assert.equal((await decide(stranger, [artist, stall], true)).status, 403)
  const waiting = await get(`/artists/${artist.id}/announcers`, { as: staff })
  assert.equal(waiting.body[0].waiting.length, 1)
  assert.equal((await decide(staff, [artist, stall], true)).status, 200)
  await until('told', async () => (await told(follower)).length === 1)
})

test('a waiting announcement stays when staff change something else, and is sent when its festival moves', async () => {
  const { follower, artist } = await aFollowedArtist()
  const [stranger, manager] = [await aUser(), await aUser()]
  const [stall, good] = [await aStall(stranger), await aStall(manager)]
  await approve(good)
  const { id } = await publish(stranger, stall, { gigs: playing([artist.id]) })
  const edited = await change(staff, id, { description: 'By the water' })
  assert.equal(edited.status, 200)
  assert.deepEqual(await told(follower), [])
  await invited(world, `/organizers/${stall}/managers`, { by: stranger, to: manager })
  const moved = await change(manager, id, { organizer_id: good })
  assert.equal(moved.status, 200)
  assert.deepEqual(await typesTold(follower), ['artist.announced'])
  await approve(stall)
  await sendFreed(world)
  assert.equal((await told(follower)).length, 1)
})

test('several artists that were approved together are one notification', async () => {
  const artists = [await anArtist(world), await anArtist(world)]
  const [follower, stranger] = [await aUser(), await aUser()]
  for (const { id } of artists) await anInterest(world, { user_id: follower.id, artist_id: id })
  const stall = await aStall(stranger)
  const { name } = await publish(stranger, stall, { gigs: playing(artists.map(({ id }) => id)) })
  await approve(stall)
  await until('told', async () => (await told(follower)).length > 0)
  assert.deepEqual(
    (await told(follower)).map(({ title }) => title),
    [`2 artists you follow play at ${name}`],
  )
})

// Requirement (rules): contract §6 Who announces: ten requests a day
test('an organizer asks ten owners a day at most, also by two festivals at once', async () => {
  const artists = await Promise.all(Array.from({ length: 14 }, aFollowedArtist))
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const ids = artists.map(({ artist }) => artist.id)
  const elsewhere = await anotherProcess(world)
  const body = (part: string[]) => ({
    name: aName('Tide'),
    organizer_id: stall,
    ...summer,
    gigs: part.map((artist_id) => ({ artist_id })),
  })
  const [one, other] = await Promise.all([
    post('/festivals', body(ids.slice(0, 9)), { as: stranger }),
    elsewhere('POST', '/festivals', {
      client: world.client.token,
      as: stranger,
      body: body(ids.slice(5)),
    }),
  ])
  assert.deepEqual([one.status, other.status], [201, 201])
  await notifyInTwoProcesses()
  const owners = artists.map(({ owner }) => owner.id)
  assert.deepEqual(await heard(owners), { notices: 10, users: 10 })
  const begin = clock.now
  clock.now = new Date('2027-03-02T00:00:00.000Z')
  try {
    await publish(stranger, stall, { gigs: playing(ids) })
  } finally {
    clock.now = begin
  }
  assert.deepEqual(await heard(owners), { notices: 14, users: 14 })
})

test('an owner is asked ten times in 24 hours at most, however many organizers ask or withdraw', async () => {
  const [owner, stranger] = [await aUser(), await aUser()]
  const artists = [
    await anArtist(world, { created_by: owner.id }),
    await anArtist(world, { created_by: owner.id }),
  ]
  const gigs = playing(artists.map(({ id }) => id))
  for (let nth = 0; nth < 7; nth++) {
    const stall = await aStall(stranger, 'Win at evil。example')
    const { id } = await publish(stranger, stall, { gigs })
    if (nth % 2 === 0) continue
    assert.equal((await del(`/festivals/${id}`, { as: stranger })).status, 200)
    assert.equal((await del(`/organizers/${stall}`, { as: stranger })).status, 200)
  }
  const asked = await told(owner)
  assert.equal(asked.length, 10)
  assert.ok(asked.every(({ title }) => title.startsWith('stall-')))
  const begin = clock.now
  clock.now = new Date(begin.getTime() + 24 * 3_600_000)
  try {
    await publish(stranger, await aStall(stranger), { gigs })
  } finally {
    clock.now = begin
  }
  assert.equal((await told(owner)).length, 12)
})

// Requirement (rules): contract §6 Who announces: 100 a day, the rest once it is approved
test('a new organizer reaches at most 100 followers a day, and the rest once it is approved', async () => {
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const followers = await manyFollowers({ organizer_id: stall }, 101)
  await publish(stranger, stall)
  await untilHeard(followers, 100)
  await untilQuiet()
  await publish(stranger, stall)
  await untilQuiet()
  assert.deepEqual(await heard(followers), { notices: 100, users: 100 })
  const begin = clock.now
  clock.now = new Date('2027-03-02T00:00:00.000Z')
  try {
    await sendFreed(world)
    assert.deepEqual(await heard(followers), { notices: 100, users: 100 })
    await approve(stall)
    // Each is notified once, of either festival.
    await until('all', async () => (await heard(followers)).notices === 202)
    await untilQuiet()
    await sendFreed(world)
    assert.deepEqual(await heard(followers), { notices: 202, users: 101 })
  } finally {
    clock.now = begin
  }
})

// Requirement (rules): contract §6 Who announces: 100 a day, over processes and festivals
test("two processes at once, and an artist of the organizer's own: 100 in all", async () => {
  const stranger = await aUser()
  const stall = await aStall(stranger)
  const made = (await post('/artists', { name: aName('Own') }, { as: stranger })).body
  const [fans, followers] = [
    await manyFollowers({ artist_id: made.id }, 80),
    await manyFollowers({ organizer_id: stall }, 70),
  ]
  const elsewhere = await anotherProcess(world)
  const gigs = [{ artist_id: made.id }]
  const body = () => ({ name: aName('Tide'), organizer_id: stall, ...summer, gigs })
  const again = { client: world.client.token, as: stranger }
  await elsewhere('GET', '/notifications', again)
  await sql`insert into organizer_days (organizer_id, day) values (${stall}, '2027-03-01Z')`.execute(
    db,
  )
  // Locks an inbox that both need until both wait, for it or for the count of the day.
  await sql`insert into inboxes (user_id) select unnest(${followers}::uuid[])`.execute(db)
  const asking = await world.work.transaction().execute(async (trx) => {
    await sql`select from inboxes where user_id = any (${followers}::uuid[]) for update`.execute(
      trx,
    )
    const both = [
      post('/festivals', body(), { as: stranger }),
      elsewhere('POST', '/festivals', { ...again, body: body() }),
    ]
    await untilBlocked(world, 2)
    return { both }
  })
  const answers = await Promise.all(asking.both)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  await notifyInTwoProcesses()
  await untilQuiet()
  assert.equal((await heard([...fans, ...followers])).notices, 100)
  await approve(stall)
  await until('all', async () => (await heard([...fans, ...followers])).notices === 300)
  assert.deepEqual(await heard(fans), { notices: 160, users: 80 })
})
