/** `GET /users/i/feed` as a home screen: one request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aFestival, anInterest, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

let clock = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => clock })
const { get, aUser, db, statements } = world
const day = 86_400_000
const at = (ms: number) => new Date(clock.getTime() + ms)

/** Moves the clock past everything created before. */
function aNewMonth() {
  clock = at(20 * day)
}

type Fed = { name: string; followed: boolean }

async function feed(query: string, as: Parameters<typeof get>[1]) {
  const { status, body } = await get(`/users/i/feed?${query}`, as)
  assert.equal(status, 200, JSON.stringify(body))
  const names = body.festivals.map(({ name }: Fed) => name)
  return { ...body, names, total: body.festivalsPagination.total }
}

// Requirement (operations): contract §4.8: festivals_time: upcoming, running or current
test('festivals_time lists upcoming festivals, running ones, or running and then upcoming ones', async () => {
  aNewMonth()
  const ada = await aUser()
  const { id: organizer_id } = await anOrganizer(world)
  const festival = (name: string, [start, end]: [number, number], more = {}) =>
    aFestival(world, { name, start_time: at(start), end_time: at(end), ...more })
  await festival('over', [-day, -1])
  await festival('ends now', [-2, 0])
  await festival('on', [-1, day])
  await festival('starts now', [0, day])
  await festival('soon', [1, 2])
  await festival('followed on', [-1, 3], { organizer_id })
  await festival('followed soon', [2, 3], { organizer_id })
  await anInterest(world, { user_id: ada.id, organizer_id })
  const cases = {
    '': ['followed soon', 'starts now', 'soon'],
    'festivals_time=upcoming': ['followed soon', 'starts now', 'soon'],
    'festivals_time=running': ['followed on', 'ends now', 'on'],
    'festivals_time=current': [
      'followed on',
      'followed soon',
      'ends now',
      'on',
      'starts now',
      'soon',
    ],
  }
  for (const [query, expected] of Object.entries(cases)) {
    const { names, total } = await feed(query, { as: ada })
    assert.deepEqual([names, total], [expected, expected.length], query)
    const pages: string[] = []
    for (let page = 1; page <= expected.length; page++) {
      const one = await feed(`${query}&festivals_limit=1&festivals_page=${page}`, { as: ada })
      pages.push(...one.names)
    }
    assert.deepEqual(pages, expected, `${query}, page by page`)
  }
})

test('the totals turn over when a festival begins and when one ends', async () => {
  aNewMonth()
  const ada = await aUser()
  await aFestival(world, { start_time: at(-1), end_time: at(10) })
  await aFestival(world, { start_time: at(20), end_time: at(30) })
  const base = clock
  const totals = async (ms: number) => {
    clock = new Date(base.getTime() + ms)
    return Promise.all(
      ['upcoming', 'running', 'current'].map(async (time) => {
        const { names, total } = await feed(`festivals_time=${time}`, { as: ada })
        assert.equal(names.length, total, time)
        return total
      }),
    )
  }
  assert.deepEqual(await totals(0), [1, 1, 2])
  assert.deepEqual(await totals(10), [1, 1, 2])
  assert.deepEqual(await totals(11), [1, 0, 1])
  assert.deepEqual(await totals(20), [1, 0, 1])
  assert.deepEqual(await totals(21), [0, 1, 1])
  assert.deepEqual(await totals(31), [0, 0, 0])
})

// Requirement (operations): contract §4.8: expand=me,unread beside the feed
test('expand=me,unread puts the account, its points and the number of unread notifications beside', async () => {
  aNewMonth()
  const ada = await aUser()
  const plain = await get('/users/i/feed', { as: ada })
  const account = (await get('/users/i', { as: ada })).body
  await sql`insert into inboxes (user_id, last) values (${ada.id}, 3) on conflict (user_id) do update set last = 3`.execute(
    db,
  )
  await sql`
    insert into notifications (id, user_id, number, title, message, type, cause, created_at, read)
    select gen_random_uuid(), ${ada.id}, n, 'Tide', 'High', 'artist.announced', n::text, ${clock}, n = 1 from generate_series(1, 3) n`.execute(
    db,
  )
  const before = statements.length
  await get('/users/i/feed', { as: ada })
  const between = statements.length
  const { body } = await get('/users/i/feed?expand=me,unread', { as: ada })
  assert.equal(statements.length - between, between - before + 2, 'one for each part')
  const { me, unread_count, ...feed } = body
  assert.deepEqual(feed, plain.body)
  assert.equal(unread_count, 2)
  const {
    level: _,
    badges: __,
    permissions: ___,
    interests: ____,
    subscription: _____,
    organizer_roles: ______,
    ...own
  } = account
  assert.deepEqual(me, own)
  assert.equal(me.firstName, ada.firstName)
})

test('an unknown festivals_time or word of expand is 400', async () => {
  const ada = await aUser()
  for (const [query, error] of [
    ['festivals_time=past', 'festivals_time must be one of upcoming, running, current'],
    ['expand=friends', 'expand[0] must be one of me, unread'],
  ]) {
    const { status, body } = await get(`/users/i/feed?${query}`, { as: ada })
    assert.deepEqual([status, body.error], [400, error])
  }
})
