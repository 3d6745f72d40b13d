import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#identity/clients'
import { notify } from '#messaging/notifications'
import { transact } from '#platform/database/transactions'
import { newSecret } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { anotherApp } from '../../../test/another-process.ts'
import { openReader, type Reader, untilArrived } from '../../../test/event-stream.ts'
import { aNotice as shortNotice } from '../../../test/notices.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-03-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now, env: { STREAMS_PER_USER: '3', STREAMS: '40' } })
await world.jobs.start()
const { db, bus, get, post, put, aUser } = world
const listen = { port: 0, host: '127.0.0.1' }
const here = await world.app.listen(listen)
const other = await anotherApp(world)
const there = await other.listen(listen)

const headersOf = ({ token }: Pick<Person, 'token'>, client = world.client.token) => ({
  'x-f-authorization': client,
  'x-f-authentication': token,
})

const open = (as: Person, { url = here, query = '', headers = {} } = {}): Promise<Reader> =>
  openReader(`${url}/notifications/sse${query}`, { ...headersOf(as), ...headers })

const aNotice = (as: Pick<Person, 'id'>, given: Parameters<typeof shortNotice>[1] = {}) =>
  shortNotice(as, {
    message: 'Line one\nline two: "quoted", ünï\u2028 \u{1F3AA}',
    ...given,
  })

const tell = (as: Pick<Person, 'id'>, count = 1, app = world.app) =>
  notify(
    { db: app.db, bus: app.bus, now: clock.now },
    Array.from({ length: count }, () => aNotice(as)),
  )

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n)

// Requirement (rules): contract §6 headers and retry at once
test('a stream says at once when to reconnect, and that it must not be cached or buffered', async () => {
  const reader = await open(await aUser())
  assert.equal(reader.status, 200)
  const { headers } = reader
  assert.equal(headers['content-type'], 'text/event-stream')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.ok(headers['x-request-id'])
  await until('retry', async () => reader.retry() === 3000)
  reader.close()
})

// Requirement (events): Each message's data is a JSON notification object
test('a message is unnamed, its data the notification as in the list, its id the number', async () => {
  const as = await aUser()
  const reader = await open(as)
  await tell(as, 3)
  assert.deepEqual(await untilArrived(reader, 3), [1, 2, 3])
  // The world checks the list against its schema.
  const { body } = await get('/notifications', { as })
  assert.deepEqual(
    reader.messages.map(({ data }) => data),
    body.toReversed(),
  )
  assert.ok(reader.messages.every(({ event }) => event === undefined))
  reader.close()
})

test('without Last-Event-ID only what comes from now on arrives', async () => {
  const as = await aUser()
  await tell(as, 2)
  for (const asked of [
    {},
    { query: '?last_event_id=' },
    { query: '?last_event_id=nonsense', headers: { 'last-event-id': '-1' } },
  ]) {
    const reader = await open(as, asked)
    const before = (await get('/notifications?limit=1000', { as })).body.length
    await tell(as)
    assert.deepEqual(await untilArrived(reader, 1), [before + 1])
    reader.close()
  }
})

// Requirement (rules): contract §6 Last-Event-ID replays
test('Last-Event-ID brings what was missed, in order, then continues', async () => {
  const as = await aUser()
  await tell(as, 130)
  const byHeader = await open(as, { headers: { 'last-event-id': '3' } })
  assert.deepEqual(await untilArrived(byHeader, 127), upTo(130, 4))
  const byQuery = await open(as, { query: '?last_event_id=128' })
  assert.deepEqual(await untilArrived(byQuery, 2), [129, 130])
  // A browser that reconnects sends the header, and the address is still its first one.
  const both = await open(as, { query: '?last_event_id=1', headers: { 'last-event-id': '129' } })
  assert.deepEqual(await untilArrived(both, 1), [130])
  await tell(as, 2)
  assert.deepEqual(await untilArrived(byHeader, 129), upTo(132, 4))
  assert.deepEqual(await untilArrived(byQuery, 4), upTo(132, 129))
  assert.deepEqual(await untilArrived(both, 3), upTo(132, 130))
  for (const reader of [byHeader, byQuery, both]) reader.close()
})

test('a number that is not reached yet, as after a restored backup, is taken as the newest', async () => {
  const as = await aUser()
  await tell(as, 2)
  const reader = await open(as, { headers: { 'last-event-id': '999999999' } })
  await tell(as)
  assert.deepEqual(await untilArrived(reader, 1), [3])
  reader.close()
})

test('nothing is lost or doubled between missed and new messages', async () => {
  const as = await aUser()
  await tell(as, 200)
  let told = 200
  const telling = async () => {
    while (told < 400) {
      await tell(as)
      told++
    }
  }
  const going = telling()
  const readers = await Promise.all([
    open(as, { query: '?last_event_id=0' }),
    open(as, { query: '?last_event_id=0' }),
    open(as, { query: '?last_event_id=150', url: there }),
  ])
  await going
  const [first, second, third] = await Promise.all(
    readers.map((reader, index) => untilArrived(reader, index === 2 ? 250 : 400)),
  )
  assert.deepEqual(first, upTo(400))
  assert.deepEqual(second, upTo(400))
  assert.deepEqual(third, upTo(400, 151))
  for (const reader of readers) reader.close()
})

// Requirement (rules): contract §6 numbers in commit order
test('many transactions on two processes number one inbox without gaps, and streams see all in order', async () => {
  const as = await aUser()
  const readers = [await open(as), await open(as, { url: there })]
  const doomed = new Error('undone')
  await Promise.all(
    upTo(60).map(async (n) => {
      const { db: own } = n % 2 ? world.app : other
      const change = transact(own, async (trx) => {
        const app = n % 2 ? world.app : other
        await notify({ db: trx, bus: app.bus, now: clock.now }, [aNotice(as), aNotice(as)])
        if (n % 5 === 0) throw doomed
      })
      await change.catch((error: unknown) => assert.equal(error, doomed))
    }),
  )
  for (const reader of readers) {
    assert.deepEqual(await untilArrived(reader, 96), upTo(96))
    reader.close()
  }
})

// Requirement (events): The stream of the authenticated user
test("all streams of a user, on every process, get a notification; other users' do not", async () => {
  const [as, other] = [await aUser(), await aUser()]
  const readers = [await open(as), await open(as), await open(as, { url: there })]
  const stranger = await open(other)
  await tell(as)
  for (const reader of readers) assert.deepEqual(await untilArrived(reader, 1), [1])
  await tell(other)
  await untilArrived(stranger, 1)
  for (const reader of [...readers, stranger]) reader.close()
})

test('one read serves all streams of a user, and a burst of hints', async () => {
  const users = await Promise.all(upTo(5).map(() => aUser()))
  const readers = await Promise.all(users.flatMap((as) => upTo(3).map(() => open(as))))
  const isReading = (text: string) => text.includes('notifications_after')
  const before = world.statements.filter(isReading).length
  await notify(
    { db, bus, now: clock.now },
    users.flatMap((as) => upTo(20).map(() => aNotice(as))),
  )
  for (const reader of readers) await untilArrived(reader, 20)
  // A stream may poll by itself meanwhile, for its heartbeat.
  assert.ok(world.statements.filter(isReading).length - before <= 6)
  for (const reader of readers) reader.close()
})

async function cutTheLines() {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'festival bus' and datname = current_database()`.execute(db)
}

test('a stream polls by itself when the bus was silent', async () => {
  const as = await aUser()
  const readers = [await open(as), await open(as, { url: there })]
  for (let round = 1; round <= 3; round++) {
    // Written without the bus of either process: no hint of it will arrive.
    await notify({ db, bus: { hint: () => {} } as never, now: clock.now }, [aNotice(as)])
    await cutTheLines()
    for (const reader of readers) assert.deepEqual(await untilArrived(reader, round), upTo(round))
    await until('the lines', async () => bus.isHeard() && other.bus.isHeard())
  }
  for (const reader of readers) reader.close()
})

test('a look that fails is tried again half a second later, without another hint', async () => {
  const as = await aUser()
  const reader = await open(as)
  const rename = (from: string, to: string) =>
    sql`alter function ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db)
  const failed = () => world.lines.filter((line) => line.includes('"msg":"streams"')).length
  await rename('notifications_after', 'notifications_away')
  try {
    await tell(as)
    await until('the failure', async () => failed() > 0)
  } finally {
    await rename('notifications_away', 'notifications_after')
  }
  assert.deepEqual(await untilArrived(reader, 1), [1])
  reader.close()
})

const isOver = (reader: Reader) => until('the end', async () => reader.isOver())

// Requirement (rules): contract §6 ends when the token ends
test('logout ends the streams of that token alone, on every process', async () => {
  const as = await aUser()
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: as.id })
  const ending = [await open(as), await open(as, { url: there })]
  const staying = await open({ ...as, token })
  await post('/auth/logout', undefined, { as })
  for (const reader of ending) await isOver(reader)
  await tell(as)
  await untilArrived(staying, 1)
  assert.equal(staying.isOver(), false)
  assert.equal((await open(as)).status, 401)
  staying.close()
})

test('a new password ends the streams of the other tokens', async () => {
  const [email, password] = [`${newId()}@people.example`, 'correct horse battery']
  await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const signIn = async () => (await post('/auth/user', { email, password })).body
  const [old, current] = [await signIn(), await signIn()]
  const [ending, staying] = [await open(old, { url: there }), await open(current)]
  const body = { currentPassword: password, newPassword: 'another horse battery' }
  await put('/auth/change-password', body, { as: current })
  await isOver(ending)
  assert.equal(staying.isOver(), false)
  staying.close()
})

test('suspending a user, and erasing an account, end their streams', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const [suspended, erased] = [await aUser(), await aUser()]
  const readers = [await open(suspended, { url: there }), await open(erased)]
  await put(`/users/${suspended.id}/suspended`, { suspended: true }, { as: admin })
  await world.del(`/users/${erased.id}`, { as: erased })
  for (const reader of readers) await isOver(reader)
})

test('a new role ends the earlier streams, with their tokens; a removed one ends none', async () => {
  const [admin, as] = [await aUser({ roles: ['admin'] }), await aUser()]
  const before = await open(as)
  await put(`/users/${as.id}/roles`, { roles: ['admin'] }, { as: admin })
  await isOver(before)
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: as.id })
  const reader = await open({ ...as, token })
  await put(`/users/${as.id}/roles`, { roles: [] }, { as: admin })
  await tell(as)
  await untilArrived(reader, 1)
  assert.equal(reader.isOver(), false)
  reader.close()
})

test('the end of a client ends the streams opened with its token, whichever user they belong to', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const as = await aUser()
  const { id, client_secret } = await createClient(db, { name: 'Shop' })
  const { body } = await post('/auth/client', { client_id: id, client_secret }, { client: null })
  const reader = await openReader(`${there}/notifications/sse`, headersOf(as, body.token))
  const staying = await open(as)
  await world.del(`/clients/${id}`, { as: admin })
  await isOver(reader)
  assert.equal(staying.isOver(), false)
  staying.close()
})

test('a stream ends when its token runs out', async () => {
  const as = await aUser()
  await db
    .updateTable('tokens')
    .set({ expires_at: new Date(clock.now.getTime() + 60_000) })
    .where('user_id', '=', as.id)
    .execute()
  const reader = await open(as)
  await tell(as)
  await untilArrived(reader, 1)
  clock.now = new Date(clock.now.getTime() + 59_999)
  await tell(as)
  await untilArrived(reader, 2)
  assert.equal(reader.isOver(), false)
  clock.now = new Date(clock.now.getTime() + 1)
  await isOver(reader)
})

test('a token that ends while the bus is cut ends its streams all the same', async () => {
  const as = await aUser()
  const readers = [await open(as), await open(as, { url: there })]
  await cutTheLines()
  await db.deleteFrom('tokens').where('user_id', '=', as.id).execute()
  for (const reader of readers) await isOver(reader)
})

// Requirement (rules): contract §6 ticket: single use, 30 s
test('a ticket opens the stream once, without headers, for the session that requested it', async () => {
  const as = await aUser()
  await tell(as, 2)
  const { status, body } = await post('/notifications/sse-ticket', undefined, { as })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['ticket'])
  const url = `${there}/notifications/sse?ticket=${body.ticket}`
  const reader = await openReader(`${url}&last_event_id=1`)
  assert.deepEqual([reader.status, await untilArrived(reader, 1)], [200, [2]])
  const again = await openReader(url)
  assert.equal(again.status, 401)
  await until('the answer', async () => again.text() !== '')
  assert.deepEqual(JSON.parse(again.text()), { error: 'Invalid ticket', code: 'unauthorized' })
  await tell(as)
  await untilArrived(reader, 2)
  await post('/auth/logout', undefined, { as })
  await isOver(reader)
})

test('of many uses of one ticket at once, one succeeds', async () => {
  const { body } = await post('/notifications/sse-ticket', undefined, { as: await aUser() })
  const readers = await Promise.all(
    upTo(10).map((n) =>
      openReader(`${n % 2 ? here : there}/notifications/sse?ticket=${body.ticket}`),
    ),
  )
  const statuses = readers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, ...upTo(9).map(() => 401)])
  for (const reader of readers) reader.close()
})

// Requirement (rules): contract §6 ticket: single use, 30 s
test('a ticket lives 30 seconds, is stored as a hash, and is deleted when it is not used', async () => {
  const as = await aUser()
  const { body: late } = await post('/notifications/sse-ticket', undefined, { as })
  const { body: ended } = await post('/notifications/sse-ticket', undefined, { as })
  const dump = await sql`select t::text as row from stream_tickets t`.execute(db)
  assert.ok(!JSON.stringify(dump.rows).includes(late.ticket))
  clock.now = new Date(clock.now.getTime() + 30_000)
  assert.equal((await openReader(`${here}/notifications/sse?ticket=${late.ticket}`)).status, 401)
  const { body: revoked } = await post('/notifications/sse-ticket', undefined, { as })
  await post('/auth/logout', undefined, { as })
  for (const ticket of [
    ended.ticket,
    revoked.ticket,
    newSecret('fst_stream'),
    'nonsense',
    as.token,
    'a&ticket=b',
    '%00',
  ]) {
    const answer = await openReader(`${here}/notifications/sse?ticket=${ticket}`)
    assert.equal(answer.status, 401, ticket)
  }
  // Beside valid headers an invalid ticket is still invalid; an empty one counts as none.
  const bo = await aUser()
  assert.equal((await open(bo, { query: '?ticket=nonsense' })).status, 401)
  const reader = await open(bo, { query: '?ticket=' })
  assert.equal(reader.status, 200)
  reader.close()
})

// Requirement (rules): Attackers: stream exhaustion per user
// Requirement (rules): Stream exhaustion per user and in all
test('a user has a limited number of streams at once; one that is closed makes room', async () => {
  const as = await aUser()
  const answers = await Promise.all(upTo(12).map(() => open(as)))
  const [opened, refused] = [
    answers.filter(({ status }) => status === 200),
    answers.filter(({ status }) => status === 429),
  ]
  assert.deepEqual([opened.length, refused.length], [3, 9])
  assert.ok(refused.every(({ headers }) => headers['retry-after'] === '3'))
  const [first, ...rest] = opened
  first?.close()
  await until('room', async () => {
    const reader = await open(as)
    if (reader.status === 200) rest.push(reader)
    return reader.status === 200
  })
  for (const reader of rest) reader.close()
})

test('the streams of a user are counted over all processes, but not those of one that has died', async () => {
  const as = await aUser()
  const third = await anotherApp(world)
  const url = await third.listen(listen)
  const readers = [await open(as), await open(as, { url: there }), await open(as, { url })]
  assert.deepEqual(
    readers.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const at of [here, there, url]) assert.equal((await open(as, { url: at })).status, 429)
  // Like a process that dies: its connection is gone, and it reports nothing.
  await third.bus.close()
  await until('room', async () => {
    const reader = await open(as)
    if (reader.status === 200) readers.push(reader)
    return reader.status === 200
  })
  for (const at of [here, there]) assert.equal((await open(as, { url: at })).status, 429)
  for (const reader of readers) reader.close()
})

test('a process whose line was cut counts again as soon as it is back', async () => {
  const as = await aUser()
  const readers = [await open(as, { url: there }), await open(as, { url: there })]
  const isBack = new Promise<void>((resolve) => other.bus.onReturn(resolve))
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and ((classid::bigint << 32) | objid::bigint)::text = ${other.bus.lock}`.execute(
    db,
  )
  // While it is gone, only the streams of other processes count.
  readers.push(...(await Promise.all(upTo(3).map(() => open(as)))))
  await isBack
  await until('counted', async () => (await open(as)).status === 429)
  for (const reader of readers) reader.close()
})

test('what a user closes is not counted any more, and leaves no row', async () => {
  const as = await aUser()
  const readers = await Promise.all(upTo(3).map(() => open(as)))
  for (const reader of readers) reader.close()
  await until('no row', async () => {
    const rows = await db.selectFrom('live_streams').where('user_id', '=', as.id).execute()
    return rows.length === 0
  })
})

// Requirement (rules): Attackers: stream exhaustion in all
// Requirement (rules): Stream exhaustion per user and in all
test('a process has a limited number of streams at once', async () => {
  const url = await (await anotherApp(world)).listen(listen)
  const users = await Promise.all(upTo(45).map(() => aUser()))
  const readers = await Promise.all(users.map((as) => open(as, { url })))
  const refused = readers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 5)
  for (const { status, headers } of refused) {
    assert.deepEqual([status, headers['retry-after']], [503, '3'])
  }
  for (const reader of readers) reader.close()
  await until('room', async () => {
    const reader = await open(users[44] ?? (await aUser()), { url })
    reader.close()
    return reader.status === 200
  })
})

// Requirement (rules): contract §6 a slow reader is cut off
test('a reader that does not read is cut off, and loses nothing when it reconnects', async () => {
  const as = await aUser()
  const [slow, quick, third] = [await open(as), await open(as), await open(as)]
  slow.pause()
  let told = 0
  await until('cut off', async () => {
    const notices = upTo(40).map(() => aNotice(as, { message: '\u{1F3AA}'.repeat(2_000) }))
    await notify({ db, bus, now: clock.now }, notices)
    told += notices.length
    await untilArrived(quick, told)
    // There is room for another one: it no longer counts.
    const fourth = await open(as)
    fourth.close()
    return fourth.status === 200
  })
  slow.resume()
  await until('the end', async () => slow.isOver())
  const last = slow.messages.at(-1)?.id ?? 0
  assert.ok(last < told)
  assert.deepEqual(
    slow.messages.map(({ id }) => id),
    upTo(last),
  )
  const back = await open(as, { headers: { 'last-event-id': `${last}` } })
  assert.deepEqual(await untilArrived(back, told - last), upTo(told, last + 1))
  for (const reader of [quick, third, back]) reader.close()
})

// Requirement (rules): contract §6 a comment every 10 s
test('every stream has comments, each in its turn', async () => {
  const users = await Promise.all(upTo(10).map(() => aUser()))
  const readers = await Promise.all(
    users.flatMap((as) => [open(as, { url: there }), open(as, { url: there })]),
  )
  const beaten = () => readers.filter((reader) => reader.comments() > 0).length
  await until('the first', async () => beaten() > 0)
  assert.ok(beaten() < readers.length)
  await until('all', async () => beaten() === readers.length)
  // Each stream has one turn in twenty ticks.
  assert.ok(readers.every((reader) => reader.comments() <= 2))
  assert.ok(readers.every((reader) => !reader.isOver()))
  for (const reader of readers) reader.close()
})

test('a process that stops ends its streams at once and accepts no new ones; they continue elsewhere', async () => {
  const as = await aUser()
  const third = await anotherApp(world)
  const url = await third.listen(listen)
  const readers = [await open(as, { url }), await open(as, { url })]
  readers[0]?.pause()
  await third.close()
  await isOver(readers[1] as Reader)
  await tell(as)
  const back = await open(as, { url: there, headers: { 'last-event-id': '0' } })
  assert.deepEqual(await untilArrived(back, 1), [1])
  back.close()
})
