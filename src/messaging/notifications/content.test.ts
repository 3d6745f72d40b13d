import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aFestival, anArtist, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { aPayment } from '../../../test/sales.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { fanOut } from './content.ts'
import { type Broadcast, broadcast } from './index.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, bus, jobs, get, put, aUser } = world
await jobs.start()

const at = () => ({ db, bus, jobs, now: clock.now })
const text = { title: 'Harbour has announced Tide', message: '1 July 2027.' }

const toFollowersOf = (id: string): Broadcast => ({
  type: 'festival.published',
  data: { festival_id: newId(), organizer_id: id },
  cause: `test:${newId()}`,
  to: 'followers of an organizer',
  about: [{ id, name: 'Tide', ...text }],
})

const textsOf = async (as: Person) =>
  (await get('/notifications', { as })).body.map(({ title, message }: typeof text) => ({
    title,
    message,
  }))

/** Followers of the organizer: `count` users, created in one statement each. */
async function followersOf(organizerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await sql`insert into users (id, first_name, last_name) select id, 'Ada', 'Marsh' from unnest(${ids}::uuid[]) id`.execute(
    db,
  )
  await sql`
    insert into interests (id, user_id, organizer_id)
    select gen_random_uuid(), id, ${organizerId} from unnest(${ids}::uuid[]) id`.execute(db)
  return ids
}

/** Returns numbers of users by their number of notifications: `{1: 3000}` is one for each of 3,000. */
async function toldTimes(cause: string, ids: string[]): Promise<Record<number, number>> {
  const { rows } = await sql<{ times: number; users: number }>`
    select times, count(*)::int as users from (
      select count(n.user_id)::int as times from unnest(${ids}::uuid[]) u (user_id)
      left join notifications n on n.user_id = u.user_id and n.cause = ${cause} group by u.user_id
    ) t group by times`.execute(db)
  return Object.fromEntries(rows.map(({ times, users }) => [times, users]))
}

test('followers of an organizer are notified in the transaction; no other user, none suspended or erased', async () => {
  const [{ id }, { id: elsewhere }] = [await anOrganizer(world), await anOrganizer(world)]
  const [ada, bo, gone, out] = [await aUser(), await aUser(), await aUser(), await aUser()]
  for (const { id: user_id } of [ada, gone, out])
    await anInterest(world, { user_id, organizer_id: id })
  await anInterest(world, { user_id: bo.id, organizer_id: elsewhere })
  await db.updateTable('users').set({ suspended_at: clock.now }).where('id', '=', out.id).execute()
  await db.updateTable('users').set({ erased_at: clock.now }).where('id', '=', gone.id).execute()
  const news = toFollowersOf(id)
  await broadcast(at(), news)
  assert.deepEqual(await textsOf(ada), [text])
  assert.deepEqual(await textsOf(bo), [])
  assert.deepEqual(await toldTimes(news.cause, [out.id, gone.id]), { 0: 2 })
})

test('a follower of one of several artists reads its name, a follower of more reads their number', async () => {
  const artists = await Promise.all(Array.from({ length: 13 }, () => anArtist(world)))
  const [one, three, all, none] = [await aUser(), await aUser(), await aUser(), await aUser()]
  const german = await aUser()
  await put(`/users/${german.id}`, { language: 'de' }, { as: german })
  const follow = ({ id: user_id }: Person, which: number[]) =>
    Promise.all(which.map((n) => anInterest(world, { user_id, artist_id: artists[n]?.id ?? null })))
  await follow(one, [2])
  await follow(three, [0, 1, 12])
  await follow(all, [...artists.keys()])
  await follow(german, [3, 4])
  await follow(none, [])
  const about = artists.map(({ id }, n) => ({
    id,
    name: `A${n}`,
    title: `T${n}`,
    message: `M${n}`,
  }))
  const festival_id = newId()
  await broadcast(at(), {
    type: 'artist.announced',
    data: { festival_id },
    cause: `test:${newId()}`,
    to: 'followers of artists',
    festival: 'Tide',
    about,
  })
  assert.deepEqual(await textsOf(one), [{ title: 'T2', message: 'M2' }])
  assert.deepEqual(await textsOf(three), [
    { title: '3 artists you follow play at Tide', message: 'A0, A1 and A12.' },
  ])
  assert.deepEqual(await textsOf(all), [
    {
      title: '13 artists you follow play at Tide',
      message: 'A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 and 3 more.',
    },
  ])
  assert.deepEqual(await textsOf(none), [])
  assert.deepEqual(await textsOf(german), [
    { title: '2 Künstler, denen Sie folgen, spielen bei Tide', message: 'A3 und A4.' },
  ])
  const [notification] = (await get('/notifications', { as: three })).body
  const artist_ids = [0, 1, 12].map((n) => about[n]?.id)
  assert.deepEqual(notification.data, { festival_id, artist_ids })
})

test('holders are users who have paid for a ticket or an accommodation, and still have it', async () => {
  const { id: festival_id } = await aFestival(world)
  const sale = (given: object) =>
    aPayment(world, { payment_type: 'ticket', entity_id: newId(), festival_id, ...given })
  const before = new Date(clock.now.getTime() - 60_000)
  const refund = (payment_id: string, created_at: Date) =>
    db
      .insertInto('refunds')
      .values({
        id: newId(),
        payment_id,
        idempotency_key: newId(),
        amount_cents: 5000,
        is_full: true,
        created_at,
        lease_until: created_at,
      })
      .execute()
  const told = [
    await sale({}),
    await sale({ payment_type: 'accommodation' }),
    await sale({ status: 'partially_refunded' }),
  ]
  const twice = await sale({ user_id: told[0]?.user_id })
  // A holder that is refunded because of the news was a holder when it was sent.
  const since = await sale({ status: 'refunding' })
  await refund(since.id, clock.now)
  const earlier = await sale({ status: 'refunded' })
  await refund(earlier.id, before)
  const untold = [earlier]
  for (const status of ['pending', 'requires_action', 'failed', 'expired'])
    untold.push(await sale({ status }))
  untold.push(await sale({ festival_id: (await aFestival(world)).id }))
  const news: Broadcast = {
    type: 'festival.changed',
    data: { festival_id },
    cause: `test:${newId()}`,
    to: 'holders of a festival',
    about: [{ id: festival_id, name: 'Tide', ...text }],
    at: clock.now.toISOString(),
  }
  await broadcast(at(), news)
  const idsOf = (sales: { user_id: string }[]) => sales.map(({ user_id }) => user_id)
  assert.deepEqual(await toldTimes(news.cause, idsOf([...told, since])), { 1: 4 })
  assert.equal(twice.user_id, told[0]?.user_id)
  assert.deepEqual(await toldTimes(news.cause, idsOf(untold)), { 0: 6 })
})

// Requirement (rules): contract §6 up to 100 at once, more by jobs
test('100 are all notified at once, of 101 none: a job notifies them', async () => {
  const [few, many] = [await anOrganizer(world), await anOrganizer(world)]
  const [ids, more] = [await followersOf(few.id, 100), await followersOf(many.id, 101)]
  const [first, second] = [toFollowersOf(few.id), toFollowersOf(many.id)]
  await broadcast(at(), first)
  assert.deepEqual(await toldTimes(first.cause, ids), { 1: 100 })
  await db.transaction().execute(async (trx) => {
    await broadcast({ ...at(), db: trx }, second)
    assert.deepEqual(await toldTimes(second.cause, more), { 0: 101 })
  })
  await until('the job', async () => (await toldTimes(second.cause, more))[1] === 101)
})

test('3,000 followers are each notified once', async () => {
  const { id } = await anOrganizer(world)
  const ids = await followersOf(id, 3_000)
  const news = toFollowersOf(id)
  await broadcast(at(), news)
  await until('the job', async () => (await toldTimes(news.cause, ids))[1] === 3_000)
})

test('the rest is left to the next job, and a job that runs twice, or two at once, notify each user once', async () => {
  const { id } = await anOrganizer(world)
  const ids = await followersOf(id, 95)
  const news = toFollowersOf(id)
  const size = { page: 10, pages: 3 }
  await fanOut(world, { news }, size)
  // The next job has its own, larger pages: the remaining 65 fit into one of them.
  await until('the next job', async () => (await toldTimes(news.cause, ids))[1] === 95)
  await Promise.all([fanOut(world, { news }, size), fanOut(world, { news })])
  assert.deepEqual(await toldTimes(news.cause, ids), { 1: 95 })
})

test('two jobs at once notify each user once', async () => {
  const { id } = await anOrganizer(world)
  const ids = await followersOf(id, 300)
  const news = toFollowersOf(id)
  const size = { page: 7, pages: 100 }
  await Promise.all([fanOut(world, { news }, size), fanOut(world, { news }, size)])
  assert.deepEqual(await toldTimes(news.cause, ids), { 1: 300 })
})

test('a job that dies half-way is continued where it stopped', async () => {
  const { id } = await anOrganizer(world)
  const ids = await followersOf(id, 60)
  const news = toFollowersOf(id)
  let pages = 0
  const dying = () => {
    if (++pages === 4) throw new Error('died')
    return clock.now
  }
  const size = { page: 10, pages: 100 }
  await assert.rejects(fanOut({ ...world, now: dying }, { news }, size), /died/)
  assert.deepEqual(await toldTimes(news.cause, ids), { 0: 30, 1: 30 })
  await fanOut(world, { news }, size)
  assert.deepEqual(await toldTimes(news.cause, ids), { 1: 60 })
})

test('while a job waits for its turn no second one is added for the same cause and page', async () => {
  const { id } = await anOrganizer(world)
  const ids = await followersOf(id, 101)
  const [once, other] = [toFollowersOf(id), toFollowersOf(id)]
  const jobsFor = async (trx: typeof db, { cause }: Broadcast) => {
    const { rows } = await sql`
      select from jobs.job where name = 'news' and data -> 'news' ->> 'cause' = ${cause}`.execute(
      trx,
    )
    return rows.length
  }
  await db.transaction().execute(async (trx) => {
    for (const news of [once, once, other]) await broadcast({ ...at(), db: trx }, news)
    assert.deepEqual([await jobsFor(trx, once), await jobsFor(trx, other)], [1, 1])
  })
  await until('the job', async () => (await toldTimes(once.cause, ids))[1] === 101)
  // A finished job is no obstacle: another one finds later followers.
  const late = await followersOf(id, 1)
  await broadcast(at(), once)
  await until('the next job', async () => (await toldTimes(once.cause, late))[1] === 1)
})
