/** Notifications that reach a browser, through a push service that reads its messages. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { type Notice, notify } from '#messaging/notifications'
import { createOutgoing } from '#platform/outgoing/requests'
import { createVault } from '#platform/secrets/vault'
import { newId } from '#platform/values/ids'
import { aNotice } from '../../../test/notices.ts'
import { answering, aPushService, taken } from '../../../test/push-service.ts'
import { until } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { type Context, PushCourier } from './courier.ts'
import { pushKey } from './keys.ts'

const begin = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: begin }
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: 'https://festival.example' },
  parts: { outgoing: createOutgoing({ toPrivate: true, patience: 600_000 }) },
})
const { db, app, get, post, del, aUser } = world
const service = await aPushService()
const address = '/users/i/push-subscriptions'

async function send(more: Partial<Context> = {}, stopping = new AbortController().signal) {
  const courier = new PushCourier({ ...world, log: app.log, now: () => clock.now, ...more })
  await courier.look(stopping)
  await courier.settled()
}
const tell = (as: Person, more: Partial<Notice> = {}) =>
  notify({ db, bus: world.bus, now: clock.now }, [aNotice(as, { cause: newId(), ...more })])
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
const open = async () => (await db.selectFrom('pushes_due').selectAll().execute()).length

async function subscribed(as: Person) {
  const { path, ...body } = service.aBrowser()
  const answer = await post(address, body, { as })
  assert.equal(answer.status, 201, answer.text)
  return { path, body, id: answer.body.id, read: () => service.to({ path }) }
}

test.beforeEach(() => {
  service.answer = taken
})

// Requirement (rules): contract §6.6 Web Push: to each browser, encrypted and signed
test('a notification reaches each browser of its user, encrypted for it and signed by the service', async () => {
  const as = await aUser()
  const browsers = [await subscribed(as), await subscribed(as)]
  const other = await subscribed(await aUser())
  const notice = aNotice(as, { title: 'Gates are open', message: 'Come in: ♥' })
  await notify({ db, bus: world.bus, now: clock.now }, [notice])
  later(30)
  await send()
  const { body: key } = await get(address, { as })
  const [told] = (await get('/notifications', { as })).body
  for (const { read } of browsers) {
    const [push, ...more] = read()
    assert.deepEqual(more, [])
    assert.deepEqual(push?.notice, {
      id: told.id,
      type: notice.type,
      title: notice.title,
      message: notice.message,
      language: 'en',
      data: notice.data,
    })
    assert.deepEqual(push?.claims, {
      aud: service.url,
      exp: clock.now.getTime() / 1000 + 12 * 3_600,
      sub: 'https://festival.example',
    })
    assert.equal(push?.key, key.application_server_key)
    const { ttl, urgency, 'content-encoding': coding } = push?.headers ?? {}
    assert.deepEqual([ttl, urgency, coding], [`${6 * 3_600 - 30}`, 'normal', 'aes128gcm'])
  }
  assert.deepEqual(other.read(), [])
  await send()
  assert.deepEqual([browsers[0]?.read().length, await open()], [1, 0])
})

// Requirement (rules): contract §6.6 Web Push: short enough, its TTL
test('what a user acts on soon is urgent, and the longest texts fit', async () => {
  const as = await aUser()
  const { read } = await subscribed(as)
  const [title, message] = ['\u0001'.repeat(500), '\u{1F3AA}'.repeat(2_000)]
  const artist_ids = Array.from({ length: 200 }, newId)
  const waiting = { festival_id: newId(), waiting_entry_id: newId() }
  await tell(as, { type: 'waiting_list.offered', data: waiting, title, message })
  const data = { festival_id: newId(), artist_ids }
  await tell(as, { type: 'artist.announced', data })
  await send()
  const [urgent, usual] = read().toSorted((a, b) => (a.notice.type < b.notice.type ? 1 : -1))
  assert.deepEqual([urgent?.headers['urgency'], urgent?.headers['ttl']], ['high', '21600'])
  assert.deepEqual([urgent?.notice.title.length, urgent?.notice.message.length], [200, 300])
  assert.deepEqual([usual?.headers['urgency'], usual?.headers['ttl']], ['normal', '86400'])
  assert.deepEqual(usual?.notice.data, { festival_id: data.festival_id })
})

// Requirement (rules): contract §6.6 Web Push: not read yet
test('what was read meanwhile is not shown', async () => {
  const as = await aUser()
  const { read } = await subscribed(as)
  await tell(as)
  await world.put('/notifications/read-all', undefined, { as })
  await send()
  assert.deepEqual([read(), await open()], [[], 0])
})

for (const status of [404, 410]) {
  // Requirement (rules): contract §6.6 Web Push: 404 and 410 end it
  test(`a push service that answers ${status} ends the subscription`, async () => {
    const as = await aUser()
    const { read } = await subscribed(as)
    await tell(as)
    await tell(as)
    service.answer = answering(status)
    await send()
    assert.deepEqual((await get(address, { as })).body.subscriptions, [])
    service.answer = taken
    await tell(as)
    later(3_600)
    await send()
    assert.deepEqual([read().length, await open()], [2, 0], 'both were under way')
  })
}

for (const [what, answer] of [
  ['429', answering(429)],
  ['503', answering(503)],
  ['a cut connection', (response) => response.destroy()],
] as [string, typeof taken][]) {
  // Requirement (rules): contract §6.6 Web Push: tried again
  test(`after ${what} it is tried again, later each time, while it is worth showing`, async () => {
    const as = await aUser()
    const { read } = await subscribed(as)
    await tell(as)
    service.answer = answer
    const tries: number[] = []
    for (const seconds of [0, 29, 1, 119, 1, 479, 1, 1_919, 1, 7_679, 1]) {
      later(seconds)
      await send()
      tries.push(read().length)
    }
    assert.deepEqual(tries, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
    assert.equal(await open(), 0, 'the next one would be too late')
    assert.equal((await get(address, { as })).body.subscriptions.length, 1)
  })
}

for (const [status, asked] of [
  [429, '600'],
  [503, 'the date'],
] as const) {
  // Requirement (rules): contract §6.6 Web Push: `Retry-After`
  test(`after ${status} with Retry-After, ${asked}, it is tried again no earlier, and not at all when that is too late`, async () => {
    const as = await aUser()
    const { read } = await subscribed(as)
    const answer = (seconds: number) => {
      const date = new Date(clock.now.getTime() + seconds * 1000).toUTCString()
      const after = asked === 'the date' ? date : `${seconds}`
      service.answer = (response) => response.writeHead(status, { 'retry-after': after }).end()
    }
    await tell(as)
    answer(600)
    await send()
    later(598)
    await send()
    assert.equal(read().length, 1)
    later(2)
    answer(5)
    await send()
    assert.equal(read().length, 2)
    later(119)
    await send()
    assert.equal(read().length, 2, 'less than the wait of this try changes nothing')
    later(1)
    answer(86_400)
    await send()
    assert.deepEqual([read().length, await open()], [3, 0], 'too late to be worth showing')
  })
}

for (const status of [302, 400, 403, 413]) {
  // Requirement (rules): contract §6.6 Web Push: any other answer
  test(`a push that is answered ${status} is not sent again, and the next one is`, async () => {
    const as = await aUser()
    const { read } = await subscribed(as)
    await tell(as)
    service.answer = answering(status)
    await send()
    service.answer = taken
    later(86_400)
    await send()
    assert.deepEqual([read().length, await open()], [1, 0])
    await tell(as)
    await send()
    assert.equal(read().length, 2)
  })
}

// Requirement (rules): contract §6.6 Web Push: slow and lying push services
test('a push service that says yes without end, or nothing at all, holds up no other', async () => {
  const [slow, quick] = [await aUser(), await aUser()]
  const silent = await aPushService()
  silent.answer = () => {}
  const lying = await aPushService()
  lying.answer = (response) => response.writeHead(201).write('so ')
  for (const other of [silent, lying]) {
    const { path: _path, ...body } = other.aBrowser()
    await post(address, body, { as: slow })
  }
  const { read } = await subscribed(quick)
  await tell(slow)
  await tell(quick)
  let isSending = true
  const stopping = new AbortController()
  const sending = send({}, stopping.signal).finally(() => {
    isSending = false
  })
  await until('the push to the other', async () => read().length === 1)
  assert.ok(isSending)
  stopping.abort()
  await sending
  later(60)
  await send({ config: { ...world.config, TIMEOUT_SCALE: 1 } })
  assert.deepEqual([silent.pushes.length, await open()], [2, 1])
  await db.deleteFrom('pushes_due').execute()
})

test('of more than go at once all are sent, though some get no answer until all are', async () => {
  const as = await aUser()
  const silent = await aPushService()
  const unanswered: ServerResponse[] = []
  silent.answer = (response) => unanswered.push(response)
  const { path: _path, ...body } = silent.aBrowser()
  await post(address, body, { as })
  const { read } = await subscribed(as)
  for (let many = 0; many < 60; many++) await tell(as)
  const sending = send()
  await until('all', async () => read().length === 60 && unanswered.length === 60)
  for (const response of unanswered) response.destroy()
  await sending
  assert.deepEqual([read().length, silent.pushes.length, await open()], [60, 60, 60])
  await db.deleteFrom('pushes_due').execute()
})

// Requirement (rules): contract §6.6 Web Push: at least once
test('two processes share what is due, and one that dies leaves it to others', async () => {
  const as = await aUser()
  const { read } = await subscribed(as)
  for (let many = 0; many < 60; many++) await tell(as)
  await Promise.all([send(), send()])
  assert.equal(read().length, 60)
  assert.equal(new Set(read().map(({ notice }) => notice.id)).size, 60)
  await tell(as)
  const dying = new AbortController()
  service.answer = () => dying.abort()
  await send({}, dying.signal)
  assert.equal(await open(), 1, 'it was cut off')
  service.answer = taken
  await send()
  assert.deepEqual([read().length, await open()], [62, 0])
})

// Requirement (rules): contract §6.6 Web Push: ends with the session
test('a subscription ends with its session, and with the account', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const browsers = [await subscribed(ada), await subscribed(bo)]
  await tell(ada)
  await tell(bo)
  await post('/auth/logout', {}, { as: ada })
  await del(`/users/${bo.id}`, { as: bo })
  await send()
  assert.deepEqual([browsers.map(({ read }) => read().length), await open()], [[0, 0], 0])
  const rows = await db.selectFrom('push_subscriptions').select('user_id').execute()
  assert.deepEqual(
    rows.filter(({ user_id }) => [ada.id, bo.id].includes(user_id)),
    [],
  )
})

// Requirement (rules): contract §6.6 Web Push: an endpoint of another user
test('a browser that another user signs in to shows nothing of the one before', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { body, read, id } = await subscribed(ada)
  const again = await post(address, body, { as: ada })
  assert.deepEqual([again.status, again.body.id], [201, id], 'again: nothing changes')
  await tell(ada)
  assert.equal((await post(address, body, { as: bo })).status, 201)
  await tell(ada)
  await tell(bo, { title: 'for Bo' })
  await send()
  assert.deepEqual(
    read().map(({ notice }) => notice.title),
    ['for Bo'],
  )
  assert.deepEqual((await get(address, { as: ada })).body.subscriptions, [])
})

// Requirement (rules): contract §6.6 Web Push: listed and ended
test('the browsers of a user are listed and ended, and no other has them', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { id, read } = await subscribed(ada)
  const expected = [{ id, service: new URL(service.url).host, created_at: clock.now.toISOString() }]
  assert.deepEqual((await get(address, { as: ada })).body.subscriptions, expected)
  assert.equal((await del(`${address}/${id}`, { as: bo })).status, 404)
  assert.equal((await del(`${address}/${id}`, { as: ada })).status, 200)
  assert.equal((await del(`${address}/${id}`, { as: ada })).status, 404)
  await tell(ada)
  await send()
  assert.deepEqual(read(), [])
})

// Requirement (rules): contract §6.6 Web Push: at most 20
test('a user has at most 20 browsers, also of two at once', async () => {
  const as = await aUser()
  for (let many = 0; many < 19; many++) await subscribed(as)
  const answers = await Promise.all(
    [service.aBrowser(), service.aBrowser()].map(({ path: _path, ...body }) =>
      post(address, body, { as }),
    ),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  assert.deepEqual(statuses, new Set([201, 409]))
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'too_many')
})

const { path: _path, ...fine } = service.aBrowser()
const flipped = Buffer.from(fine.keys.p256dh, 'base64url')
flipped.writeUInt8(flipped.readUInt8(64) ^ 1, 64)
const refusals: [why: string, body: object, field: string][] = [
  ['no key', { ...fine, keys: { auth: fine.keys.auth } }, 'keys.p256dh'],
  [
    'a point off the curve',
    { ...fine, keys: { ...fine.keys, p256dh: flipped.toString('base64url') } },
    'keys.p256dh',
  ],
  ['a short secret', { ...fine, keys: { ...fine.keys, auth: 'AAAA' } }, 'keys.auth'],
  ['no address', { ...fine, endpoint: 'here' }, 'endpoint'],
  ['another scheme', { ...fine, endpoint: 'ftp://push.example/x' }, 'endpoint'],
]
for (const [why, body, field] of refusals) {
  test(`refuses ${why}`, async () => {
    const answer = await post(address, body, { as: await aUser() })
    assert.deepEqual([answer.status, answer.body.fields?.[0]?.path], [400, field])
  })
}

// Requirement (rules): contract §6.6 Web Push: no private address
test('a private address is refused when it is given, and reached by nothing that is there already', async () => {
  const strict = await aWorld({ now: () => clock.now })
  const as = await strict.aUser()
  for (const endpoint of ['https://127.0.0.1/send', 'https://[::1]/send', 'http://push.example/']) {
    const { status, body } = await strict.post(address, { ...fine, endpoint }, { as })
    assert.deepEqual([status, body.fields[0].path], [400, 'endpoint'], endpoint)
  }
  const made = await strict.post(address, { ...fine, endpoint: 'https://9.9.9.9/send' }, { as })
  assert.equal(made.status, 201)
  // Like a name that is public when it is given, and private later.
  await strict.db
    .updateTable('push_subscriptions')
    .set({ endpoint: fine.endpoint.replace('http:', 'https:') })
    .execute()
  await notify({ db: strict.db, bus: strict.bus, now: clock.now }, [aNotice(as)])
  const before = service.pushes.length
  await send({ ...strict, log: strict.app.log })
  assert.equal(service.pushes.length, before)
  const [due] = await strict.db.selectFrom('pushes_due').select('tries').execute()
  assert.equal(due?.tries, 1, 'it was tried, and refused before a connection')
})

test('with another SECRET_KEY there is a new key, and what the old one was for is ended', async () => {
  const as = await aUser()
  const { read } = await subscribed(as)
  const before = (await get(address, { as })).body.application_server_key
  await tell(as)
  const vault = createVault('another secret key of 32 characters')
  const after = await pushKey({ db, vault, now: clock.now })
  assert.notEqual(after.publicKey.toString('base64url'), before)
  assert.equal((await pushKey({ db, vault, now: clock.now })).id, after.id, 'made once')
  await send({ vault })
  assert.deepEqual([read(), await open()], [[], 0])
  assert.deepEqual((await get(address, { as })).body.subscriptions, [])
})
