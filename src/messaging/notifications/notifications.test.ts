import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Notice, notify } from '#messaging/notifications'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { aNotice } from '../../../test/notices.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.123Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, del, aUser } = world

const at = () => ({ db, bus: world.bus, now: clock.now })

const titlesOf = async (as: Person, query = '') =>
  (await get(`/notifications${query}`, { as })).body.map(({ title }: Notice) => title)

async function numbersOf({ id }: Pick<Person, 'id'>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from notifications where user_id = ${id} order by number`.execute(db)
  return rows.map(({ number }) => number)
}

// Requirement (records): Notification: the fields
test('a notification has the fields of the contract, and is unread', async () => {
  const as = await aUser()
  const notice = aNotice(as)
  await notify(at(), [notice])
  const { status, body } = await get('/notifications', { as })
  assert.equal(status, 200)
  const [{ id, ...rest }] = body
  assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/)
  assert.deepEqual(
    [rest],
    [
      {
        title: 'First ticket',
        message: 'It is yours',
        type: 'badge.unlocked',
        data: notice.data,
        language: 'en',
        read: false,
        createdAt: '2027-03-01T12:00:00.123Z',
      },
    ],
  )
})

// Requirement (operations): GET /notifications: limit, offset, unread; array
// Requirement (limits): GET /notifications: limit 50, offset 0
test('they are listed newest first, 50 by default and 1,000 at most, whole or in part', async () => {
  const as = await aUser()
  const notices = Array.from({ length: 1_003 }, (_, n) => aNotice(as, { title: `${n + 1}` }))
  await notify(at(), notices)
  const newest = notices.map(({ title }) => title).toReversed()
  assert.deepEqual(await titlesOf(as), newest.slice(0, 50))
  assert.deepEqual(await titlesOf(as, '?limit=7&offset=3'), newest.slice(3, 10))
  assert.deepEqual(await titlesOf(as, '?limit=5000'), newest.slice(0, 1_000))
  assert.deepEqual(await titlesOf(as, '?offset=1003'), [])
})

for (const [query, error] of [
  ['limit=0', 'limit must be at least 1'],
  ['limit=x', 'limit must be a whole number'],
  ['offset=-1', 'offset must be at least 0'],
  ['unread=yes', 'unread must be true or false'],
] as const) {
  test(`refuses ${query}`, async () => {
    const { status, body } = await get(`/notifications?${query}`, { as: await aUser() })
    assert.deepEqual([status, body.error], [400, error])
  })
}

// Requirement (states): Notification read: PUT /notifications/:id/read, of the authenticated user, {id, read}
// Requirement (operations): PUT /notifications/:id/read: {id, read}
test('one is marked as read, also repeatedly, and unread=true leaves it out', async () => {
  const as = await aUser()
  await notify(at(), [aNotice(as, { title: 'first' }), aNotice(as, { title: 'second' })])
  const [second] = (await get('/notifications', { as })).body
  for (let times = 0; times < 2; times++) {
    const { status, body } = await put(`/notifications/${second.id}/read`, undefined, { as })
    assert.deepEqual([status, body], [200, { id: second.id, read: true, unread_count: 1 }])
  }
  assert.deepEqual(await titlesOf(as, '?unread=true'), ['first'])
  assert.deepEqual(await titlesOf(as, '?unread=1'), ['first'])
  for (const query of ['', '?unread=false', '?unread=0']) {
    assert.deepEqual(await titlesOf(as, query), ['second', 'first'])
  }
  assert.deepEqual(
    (await get('/notifications', { as })).body.map(({ read }: { read: boolean }) => read),
    [true, false],
  )
})

// Requirement (rules): contract §6.1 Notifications: the unread count
test('unread ones are counted in one statement, for the user alone', async () => {
  const [as, other] = [await aUser(), await aUser()]
  const countOf = async (user: Person) =>
    (await get('/notifications/unread', { as: user })).body.count
  assert.equal(await countOf(as), 0)
  await notify(at(), [aNotice(as), aNotice(as), aNotice(other)])
  world.statements.length = 0
  assert.equal(await countOf(as), 2)
  assert.equal(world.statements.length, 1)
  const [{ id }] = (await get('/notifications', { as })).body
  await put(`/notifications/${id}/read`, undefined, { as })
  assert.deepEqual([await countOf(as), await countOf(other)], [1, 1])
  await put('/notifications/read-all', undefined, { as })
  assert.equal(await countOf(as), 0)
})

// Requirement (rules): contract §6.1 Notifications: at most 10,000 are counted
test('of very many unread ones ten thousand are counted', async () => {
  const as = await aUser()
  await notify(at(), [aNotice(as)])
  await sql`
    insert into notifications (user_id, number, id, type, cause, title, message, created_at)
    select ${as.id}, n, gen_random_uuid(), 'level.reached', 'many ' || n, 'x', 'x', now()
    from generate_series(2, 10500) n`.execute(db)
  assert.equal((await get('/notifications/unread', { as })).body.count, 10_000)
  const [{ id }] = (await get('/notifications', { as })).body
  const { body } = await put(`/notifications/${id}/read`, undefined, { as })
  assert.equal(body.unread_count, 10_000)
})

// Requirement (states): Notifications of user: PUT /notifications/read-all, a count of those affected
// Requirement (operations): PUT /notifications/read-all: {message, count}
test('all are marked as read, and those that were not are counted', async () => {
  const [as, other] = [await aUser(), await aUser()]
  await notify(at(), [aNotice(as), aNotice(as), aNotice(as), aNotice(other)])
  const [{ id }] = (await get('/notifications', { as })).body
  await put(`/notifications/${id}/read`, undefined, { as })
  const { status, body } = await put('/notifications/read-all', undefined, { as })
  assert.deepEqual([status, body], [200, { message: '2 notifications marked as read', count: 2 }])
  assert.deepEqual((await put('/notifications/read-all', {}, { as })).body, {
    message: '0 notifications marked as read',
    count: 0,
  })
  assert.deepEqual(await titlesOf(as, '?unread=true'), [])
  assert.equal((await titlesOf(other, '?unread=true')).length, 1)
})

// Requirement (states): Notification read: of the authenticated user
test("another user's notification is not found", async () => {
  const [as, other] = [await aUser(), await aUser()]
  await notify(at(), [aNotice(as)])
  const [{ id }] = (await get('/notifications', { as })).body
  assert.deepEqual((await get('/notifications', { as: other })).body, [])
  for (const unknown of [id, newId(), 'nonsense', '1']) {
    const { status, body } = await put(`/notifications/${unknown}/read`, undefined, { as: other })
    assert.deepEqual([status, body.error], [404, 'Notification not found'])
  }
  assert.equal((await titlesOf(as, '?unread=true')).length, 1)
})

// Requirement (operations): GET /notifications/sse: headers C, U
test('it needs a client and a user', async () => {
  const as = await aUser()
  const calls = [
    ['GET', '/notifications'],
    ['PUT', `/notifications/${newId()}/read`],
    ['PUT', '/notifications/read-all'],
    ['POST', '/notifications/sse-ticket'],
    ['GET', '/notifications/sse'],
  ] as const
  for (const [method, url] of calls) {
    const without = await world.call(method, url, { as, client: null })
    assert.deepEqual([without.status, without.body.error], [401, 'Missing the service header'])
    const alone = await world.call(method, url)
    assert.deepEqual([alone.status, alone.body.error], [401, 'Missing the user header'])
  }
})

// Requirement (rules): contract §6 each cause reaches a user once
test('each event reaches a user once, however often it is sent, and a repeated one uses no number', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const cause = `test:${newId()}`
  await notify(at(), [
    aNotice(ada, { cause, title: 'first' }),
    aNotice(ada, { cause, title: 'again' }),
    aNotice(bo, { cause, title: 'of Bo' }),
  ])
  await notify(at(), [aNotice(ada, { cause, title: 'later' }), aNotice(ada, { title: 'other' })])
  assert.deepEqual(await titlesOf(ada), ['other', 'first'])
  assert.deepEqual(await titlesOf(bo), ['of Bo'])
  assert.deepEqual(await numbersOf(ada), [1, 2])
})

test('of one event in many transactions at once one counts', async () => {
  const [as, cause] = [await aUser(), `test:${newId()}`]
  await Promise.all(Array.from({ length: 12 }, () => notify(at(), [aNotice(as, { cause })])))
  assert.deepEqual(await numbersOf(as), [1])
})

test('a rolled back notification is in no inbox, and leaves no gap in its numbers', async () => {
  const as = await aUser()
  await notify(at(), [aNotice(as)])
  const undone = transact(db, async (trx) => {
    await notify({ ...at(), db: trx }, [aNotice(as), aNotice(as)])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await notify(at(), [aNotice(as)])
  assert.deepEqual(await numbersOf(as), [1, 2])
})

test('transactions that notify the same users in opposite order wait for each other in turn', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  const rounds = Array.from({ length: 20 }, (_, round) => {
    const notices = users.map((user) => aNotice(user))
    // Not through transact(), which would run the loser of a deadlock again.
    return db.transaction().execute(async (trx) => {
      await notify({ ...at(), db: trx }, round % 2 ? notices.toReversed() : notices)
    })
  })
  await Promise.all(rounds)
  const expected = Array.from({ length: 20 }, (_, n) => n + 1)
  for (const user of users) assert.deepEqual(await numbersOf(user), expected)
})

test('any number takes two statements', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser()))
  for (const many of [1, 20]) {
    await transact(db, async (trx) => {
      const before = world.statements.length
      await notify(
        { ...at(), db: trx },
        users.slice(0, many).flatMap((user) => [aNotice(user), aNotice(user)]),
      )
      assert.equal(world.statements.length - before, 2)
    })
  }
  await notify(at(), [])
})

test('erasing an account empties its inbox, and nothing is added any more', async () => {
  const as = await aUser()
  await notify(at(), [aNotice(as)])
  assert.equal((await del(`/users/${as.id}`, { as })).status, 200)
  assert.deepEqual(await numbersOf(as), [])
  await notify(at(), [aNotice(as)])
  assert.deepEqual(await numbersOf(as), [])
})

test('a notification written while an account is erased does not outlive it, in either order', async () => {
  for (const isKnown of [false, true]) {
    for (const isErasedFirst of [false, true]) {
      const as = await aUser()
      if (isKnown) await notify(at(), [aNotice(as)])
      const tell = () => notify(at(), [aNotice(as)])
      const erase = () => del(`/users/${as.id}`, { as })
      let second: Promise<unknown> = Promise.resolve()
      await transact(db, async (trx) => {
        if (isErasedFirst) {
          const erased_at = clock.now
          await trx.updateTable('users').set({ erased_at }).where('id', '=', as.id).execute()
        } else {
          await notify({ ...at(), db: trx }, [aNotice(as)])
        }
        second = isErasedFirst ? tell() : erase()
        await untilBlocked(world, 1)
      })
      await second
      assert.deepEqual(await numbersOf(as), [], `${isKnown} ${isErasedFirst}`)
    }
  }
})

test('every read takes one statement', async () => {
  const as = await aUser()
  await notify(at(), [aNotice(as)])
  const [{ id }] = (await get('/notifications', { as })).body
  const before = world.statements.length
  await get('/notifications?unread=true', { as })
  await put(`/notifications/${id}/read`, undefined, { as })
  await put('/notifications/read-all', undefined, { as })
  assert.equal(world.statements.length - before, 3)
})
