import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import {
  aFestival,
  aGig,
  aName,
  anArtist,
  anInterest,
  anOrganizer,
} from '../../../../test/catalogue.ts'
import { notifyRestedAfter } from '../../../../test/rested-changes.ts'
import { aPayment } from '../../../../test/sales.ts'
import { until } from '../../../../test/until.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { saveFestivals } from '../index.ts'
import { remind } from './notification-triggers.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, bus, jobs, get, post, put, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const [start_time, end_time] = ['2027-07-01T12:00:00.000Z', '2027-07-04T00:00:00.000Z']
const slot = '2027-07-03T18:00:00.000Z'

/** The notifications of a user, oldest first. */
async function told(as: Person): Promise<{ type: string; title: string; message: string }[]> {
  const { body } = await get('/notifications', { as })
  return body.toReversed()
}
/** Notifications about festivals, without refunds: a sweep sends the latter whenever it reaches them. */
const typesTold = async (as: Person) =>
  (await told(as)).flatMap(({ type }) => (type.startsWith('payment.') ? [] : type))
const messagesTold = async (as: Person) => (await told(as)).map(({ message }) => message)

async function aFollower(what: { artist_id: string } | { organizer_id: string }): Promise<Person> {
  const user = await aUser()
  await anInterest(world, { user_id: user.id, ...what })
  return user
}

/** A user with a ticket. */
async function aHolder(festival_id: string): Promise<Person> {
  const user = await aUser()
  await aPayment(world, {
    user_id: user.id,
    payment_type: 'ticket',
    entity_id: newId(),
    festival_id,
  })
  return user
}

async function create(given: object = {}) {
  const organizer_id = (await anOrganizer(world)).id
  const body = { name: aName('Tide'), organizer_id, start_time, end_time, ...given }
  const answer = await post('/festivals', body, { as: admin })
  assert.equal(answer.status, 201, answer.text)
  await notifyRestedAfter(world, clock.now)
  return answer.body
}

async function edit(id: string, body: object) {
  const answer = await put(`/festivals/${id}`, body, { as: admin })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Changes a festival, and lets the change rest. */
async function change(id: string, body: object) {
  const changed = await edit(id, body)
  await notifyRestedAfter(world, clock.now)
  return changed
}

// Requirement (rules): contract §6 a followed organizer publishes
test('followers of an organizer are notified of a festival it publishes, once', async () => {
  const organizer = await anOrganizer(world)
  const [follower, stranger] = [await aFollower({ organizer_id: organizer.id }), await aUser()]
  const { id, name } = await create({ organizer_id: organizer.id })
  const [{ type, title, message } = { type: '', title: '', message: '' }, ...rest] =
    await told(follower)
  assert.deepEqual(
    [type, title, message, rest],
    [
      'festival.published',
      `${organizer.name} has announced ${name}`,
      '1 July 2027 to 4 July 2027.',
      [],
    ],
  )
  await change(id, { description: 'Three nights' })
  assert.equal((await told(follower)).length, 1)
  assert.deepEqual(await told(stranger), [])
})

test('a festival that moves is published by its new organizer, and on its return not again', async () => {
  const [from, to] = [await anOrganizer(world), await anOrganizer(world)]
  const [before, after] = [
    await aFollower({ organizer_id: from.id }),
    await aFollower({ organizer_id: to.id }),
  ]
  const { id } = await create({ organizer_id: from.id })
  await change(id, { organizer_id: to.id })
  await change(id, { organizer_id: from.id })
  for (const follower of [before, after])
    assert.deepEqual(await typesTold(follower), ['festival.published'])
})

test('a replay of a creation sends no notification', async () => {
  const organizer_id = (await anOrganizer(world)).id
  const follower = await aFollower({ organizer_id })
  const body = { name: 'Tide', organizer_id, start_time, end_time }
  const headers = { 'idempotency-key': newId() }
  for (let times = 0; times < 2; times++) await post('/festivals', body, { as: admin, headers })
  assert.equal((await told(follower)).length, 1)
})

// Requirement (rules): contract §6 a followed artist is added or gets a time
test('followers of an artist are notified when it is added, and when it gets a time, or another one', async () => {
  const artist = await anArtist(world)
  const follower = await aFollower({ artist_id: artist.id })
  const gig = { artist_id: artist.id }
  const { id, gigs, name } = await create({ gigs: [gig] })
  const steps: [gigs: object[], message: string | undefined][] = [
    [[{ ...gig, id: gigs[0].id }], undefined],
    [[{ ...gig, start_time: slot }], 'Plays: 3 July 2027 at 18:00 UTC.'],
    [[{ ...gig, start_time: slot }], undefined],
    [[], undefined],
    [[{ ...gig, start_time: slot }], undefined],
    [[{ ...gig, start_time: '2027-07-03T19:00Z' }], 'Plays: 3 July 2027 at 19:00 UTC.'],
    [[{ ...gig }], undefined],
    [[{ ...gig, start_time: '2027-07-03T19:00Z' }], undefined],
    [[{ ...gig, start_time: slot }], 'Plays: 3 July 2027 at 18:00 UTC.'],
  ]
  const expected = ['Added to the line-up. The time is still to be announced.']
  assert.deepEqual(await messagesTold(follower), expected)
  for (const [lineUp, message] of steps) {
    await change(id, { gigs: lineUp })
    if (message) expected.push(message)
    assert.deepEqual(await messagesTold(follower), expected)
  }
  const titles = (await told(follower)).map(({ title }) => title)
  assert.deepEqual(new Set(titles), new Set([`${artist.name} at ${name}`]))
})

test('another billing, and being made a headliner, is told to neither followers nor holders', async () => {
  const artist = await anArtist(world)
  const follower = await aFollower({ artist_id: artist.id })
  const { id, gigs } = await create({ gigs: [{ artist_id: artist.id, start_time: slot }] })
  const holder = await aHolder(id)
  const before = [await typesTold(follower), await typesTold(holder)]
  const billed = gigs.map((gig: object) => ({ ...gig, headliner: true, billing: 3 }))
  assert.equal((await change(id, { gigs: billed })).gigs[0].billing, 3)
  assert.deepEqual([await typesTold(follower), await typesTold(holder)], before)
  const moved = billed.map((gig: object) => ({ ...gig, start_time: '2027-07-03T19:00Z' }))
  await change(id, { gigs: moved })
  assert.equal((await typesTold(follower)).length, (before[0]?.length ?? 0) + 1)
})

test('several followed artists of one change are one notification', async () => {
  const artists = [await anArtist(world), await anArtist(world), await anArtist(world)]
  const [both, one] = [await aUser(), await aUser()]
  for (const { id: artist_id } of artists.slice(0, 2))
    await anInterest(world, { user_id: both.id, artist_id })
  await anInterest(world, { user_id: one.id, artist_id: artists[2]?.id ?? null })
  const { name } = await create({
    gigs: artists.map(({ id }) => ({ artist_id: id, start_time: slot })),
  })
  const named = artists
    .slice(0, 2)
    .map((artist) => artist.name)
    .toSorted()
  assert.deepEqual(
    (await told(both)).map(({ title, message }) => [title, message]),
    [[`2 artists you follow play at ${name}`, `${named.join(' and ')}.`]],
  )
  assert.deepEqual(await messagesTold(one), ['Added to the line-up: 3 July 2027 at 18:00 UTC.'])
})

test('only followers at that moment are notified', async () => {
  const artist = await anArtist(world)
  const follower = await aFollower({ artist_id: artist.id })
  await db.deleteFrom('interests').where('user_id', '=', follower.id).execute()
  const { id } = await create({ gigs: [{ artist_id: artist.id }] })
  const late = await aFollower({ artist_id: artist.id })
  await change(id, { name: aName('Ebb') })
  assert.deepEqual(await told(follower), [])
  assert.deepEqual(await told(late), [])
})

test('a line-up written back as it was read, and an imported one, send no notification', async () => {
  const artist = await anArtist(world)
  const follower = await aFollower({ artist_id: artist.id })
  const festival = await aFestival(world)
  await aGig(world, { festival_id: festival.id, artist_id: artist.id, start_time: new Date(slot) })
  const { body } = await get(`/festivals/${festival.id}`)
  await change(festival.id, { gigs: body.gigs })
  assert.deepEqual(await told(follower), [])
})

// Requirement (rules): contract §6 imports notify no users
test('imports send no notifications', async () => {
  const [artist, organizer] = [await anArtist(world), await anOrganizer(world)]
  const followers = [
    await aFollower({ artist_id: artist.id }),
    await aFollower({ organizer_id: organizer.id }),
  ]
  const draft = {
    source: newId(),
    organizer_id: organizer.id,
    name: 'Tide',
    start_time: new Date(start_time),
    end_time: new Date(end_time),
    gigs: [{ artist_id: artist.id, place: null, start_time: new Date(slot), end_time: null }],
  }
  const [id = ''] = await saveFestivals(db, [draft], clock.now)
  const holder = await aHolder(id)
  await saveFestivals(db, [{ ...draft, venue: 'Quay' }], clock.now)
  for (const user of [...followers, holder]) assert.deepEqual(await told(user), [])
})

// Requirement (rules): contract §6 a festival changes its time or place
test('holders are notified of a new time or place, and of each further one', async () => {
  const { id, name } = await create({ venue: 'Park', country: 'Denmark' })
  const [holder, stranger] = [await aHolder(id), await aUser()]
  await change(id, { description: 'Bring boots', venue: 'Park', start_time, gigs: [] })
  assert.deepEqual(await told(holder), [])
  await change(id, { venue: 'Quay' })
  await change(id, { venue: 'Park' })
  await change(id, { end_time: '2027-07-05T00:00:00Z' })
  await change(id, { coordinates: { lat: 55, lng: 12 } })
  await change(id, { coordinates: { lat: 55, lng: 12 } })
  await change(id, { country: 'Sweden' })
  assert.deepEqual(await messagesTold(holder), [
    'New place: Quay, Denmark.',
    'New place: Park, Denmark.',
    'New time: 1 July 2027 at 12:00 UTC to 5 July 2027 at 00:00 UTC.',
    'The place on the map has moved.',
    'New place: Park, Sweden.',
  ])
  const [{ type, title } = { type: '', title: '' }] = await told(holder)
  assert.deepEqual([type, title], ['festival.changed', `${name} has changed`])
  assert.deepEqual(await told(stranger), [])
})

test('a refused request sends no notification', async () => {
  const { id } = await create({ tickets: [{ name: 'Weekend', price: 80, quantity: 5 }] })
  const holder = await aHolder(id)
  await sql`update tiers set sold = 3 where festival_id = ${id}`.execute(db)
  const tickets = [{ name: 'Weekend', price: 80, quantity: 2 }]
  const refused = await put(`/festivals/${id}`, { venue: 'Quay', tickets }, { as: admin })
  assert.equal(refused.status, 409)
  assert.deepEqual(await told(holder), [])
})

// Requirement (rules): contract §6 festivals that are over notify no users
test('festivals that are over or cancelled send no notifications', async () => {
  const artist = await anArtist(world)
  const organizer_id = (await anOrganizer(world)).id
  const followers = [await aFollower({ artist_id: artist.id }), await aFollower({ organizer_id })]
  const past = { start_time: '2027-02-01T12:00Z', end_time: '2027-02-03T12:00Z' }
  const over = await create({ ...past, organizer_id, gigs: [{ artist_id: artist.id }] })
  const holder = await aHolder(over.id)
  await change(over.id, { venue: 'Quay' })
  const cancelled = await aFestival(world, { cancelled_at: clock.now, organizer_id })
  const [other] = [await aHolder(cancelled.id)]
  await change(cancelled.id, { venue: 'Quay', gigs: [{ artist_id: artist.id }] })
  for (const user of [...followers, holder, other]) assert.deepEqual(await told(user), [])
})

test('more than 100 holders are notified by a job', async () => {
  await jobs.start()
  const { id } = await create()
  const users = Array.from({ length: 130 }, newId)
  await sql`insert into users (id, first_name, last_name) select id, 'Ada', 'Marsh' from unnest(${users}::uuid[]) id`.execute(
    db,
  )
  await sql`
    with ordered as (
      insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
        lease_until, hold_until, is_fenced, created_at, touched_at)
      select gen_random_uuid(), id, 'payments', id::text, '', 0, 'succeeded', false, now(), now(), true, now(), now()
      from unnest(${users}::uuid[]) id returning id, user_id
    )
    insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used,
      amount_cents, status, hold_until, created_at)
    select id, id, 1, user_id, 'ticket', gen_random_uuid(), ${id}, 0, 0, 0, 'succeeded', now(), now()
    from ordered`.execute(db)
  await post(`/festivals/${id}/cancel`, {}, { as: admin })
  // A cancellation must not delete the list of recipients.
  await sql`
    insert into refunds (id, payment_id, idempotency_key, amount_cents, is_full, created_at, lease_until)
    select gen_random_uuid(), id, 'cancelled', 0, true, ${clock.now}, ${clock.now} from payments where festival_id = ${id}`.execute(
    db,
  )
  await sql`update payments set status = 'refunded' where festival_id = ${id}`.execute(db)
  await until('all holders', async () => {
    const { rows } =
      await sql`select from notifications where user_id = any (${users}::uuid[])`.execute(db)
    return rows.length === 130
  })
})

const remindAll = () => remind({ db, bus, jobs, now: clock.now })

// Requirement (rules): contract §6 a festival starts within 24 h
test('holders are reminded once within the day before, late buyers as well', async () => {
  const { id, name } = await create({ venue: 'Quay' })
  const early = await aHolder(id)
  const begin = clock.now
  const hours = (before: number) => new Date(Date.parse(start_time) - before * 3_600_000)
  try {
    clock.now = new Date(hours(24).getTime() - 1)
    await remindAll()
    assert.deepEqual(await told(early), [])
    clock.now = hours(24)
    await remindAll()
    await remindAll()
    const late = await aHolder(id)
    clock.now = hours(2)
    await remindAll()
    for (const holder of [early, late]) {
      const reminders = await told(holder)
      assert.deepEqual(
        reminders.map(({ type, title, message }) => [type, title, message]),
        [['festival.reminder', `${name} begins soon`, '1 July 2027 at 12:00 UTC, Quay.']],
      )
    }
    const later = await aHolder(id)
    clock.now = hours(0)
    await remindAll()
    assert.deepEqual(await told(later), [])
  } finally {
    clock.now = begin
  }
})

test('the day before is one of the festival, also where clocks change in between', async () => {
  const begin = clock.now
  const remindAt = async (time: number) => {
    clock.now = new Date(time)
    await remindAll()
    clock.now = begin
  }
  for (const [start, hours, message] of [
    ['2027-03-28T12:00Z', 23, '28 March 2027 at 14:00 CEST'],
    ['2027-10-31T12:00Z', 25, '31 October 2027 at 13:00 CET'],
  ] as const) {
    const times = { start_time: start, end_time: '2027-12-01T00:00Z' }
    const holder = await aHolder((await create({ time_zone: 'Europe/Copenhagen', ...times })).id)
    const due = Date.parse(start) - hours * 3_600_000
    await remindAt(due - 1)
    assert.deepEqual(await told(holder), [])
    await remindAt(due)
    const [reminder] = await told(holder)
    assert.ok(reminder?.message.startsWith(message), `${reminder?.message}`)
  }
})

test('no reminder for a cancelled or deleted festival; a new one for a postponed one', async () => {
  const begin = clock.now
  const soon = { start_time: '2027-03-02T06:00Z', end_time: '2027-03-04T06:00Z' }
  const [off, gone, later] = [await create(soon), await create(soon), await create(soon)]
  const holders = [await aHolder(off.id), await aHolder(gone.id), await aHolder(later.id)]
  await post(`/festivals/${off.id}/cancel`, {}, { as: admin })
  await del(`/festivals/${gone.id}`, { as: admin })
  await remindAll()
  await change(later.id, { start_time: '2027-03-03T06:00Z' })
  clock.now = new Date('2027-03-02T12:00Z')
  try {
    await remindAll()
  } finally {
    clock.now = begin
  }
  const [first, second, third] = await Promise.all(holders.map(typesTold))
  assert.deepEqual([first, second], [['festival.cancelled'], ['festival.cancelled']])
  assert.deepEqual(third, ['festival.reminder', 'festival.changed', 'festival.reminder'])
})

test('a change that notifies nobody reads once what was announced, whatever the line-up', async () => {
  const artists = await Promise.all(Array.from({ length: 30 }, () => anArtist(world)))
  const { id } = await create({ gigs: artists.map((artist) => ({ artist_id: artist.id })) })
  const before = world.statements.length
  await change(id, { description: 'Bring boots' })
  const isLook = (text: string) => text.includes('announcements')
  assert.equal(world.statements.slice(before).filter(isLook).length, 1)
})
