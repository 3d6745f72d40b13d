/** The client's stream: the connection breaks in every way, and no message is lost or doubled. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { notify } from '#messaging/notifications'
import { createFestival, type StreamOptions } from '../client/src/index.ts'
import { aTier } from './buying.ts'
import { aNotice } from './notices.ts'
import { type Fate, unreliable } from './unreliable.ts'
import { until } from './until.ts'
import { aWorld, type Person } from './world.ts'

const world = await aWorld()
const service = await world.app.listen({ port: 0, host: '127.0.0.1' })

const clientOf = ({ token }: Person, baseUrl: string) =>
  createFestival({ baseUrl, clientToken: world.client.token, userToken: token })

/** Sends the user this many notifications, and returns their titles. */
async function tell(user: Person, titles: string[]) {
  for (const title of titles)
    await notify({ db: world.db, bus: world.bus, now: new Date() }, [aNotice(user, { title })])
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `News ${from + index}`)

/**
 * A network where `pass` decides about each piece on the nth connection; undefined cuts it. The service
 * tells readers to come back after 3 s; a test does not wait for that.
 */
async function lines(pass: (piece: string, line: number) => string | undefined) {
  let standing = 0
  const network = await unreliable(service, (_, line) => ({
    pass: (piece) => {
      const passed = pass(piece.replace('retry: 3000', 'retry: 20'), line)
      // The first id marks the position of the connection.
      if (passed?.includes('id: ')) standing++
      return passed
    },
  }))
  return { ...network, untilStanding: () => until('a line', async () => standing > 0) }
}

const stops = new Set<AbortController>()
after(() => {
  for (const stop of stops) stop.abort()
})

/** Reads until the signal aborts. */
function read(person: Person, url: string, options: StreamOptions = {}) {
  const stop = new AbortController()
  stops.add(stop)
  const titles: string[] = []
  const reading = async () => {
    const stream = clientOf(person, url).notifications.stream({ signal: stop.signal, ...options })
    for await (const { title } of stream) titles.push(title)
  }
  const over = reading()
  return {
    titles,
    over,
    untilRead: (count: number) => until(`${count} read`, async () => titles.length >= count),
    stop: () => {
      stop.abort()
      return over
    },
  }
}

// Requirement (rules): The stream: Last-Event-ID brings what was missed, once and in order
test('over a connection that is cut again and again every message comes once, and in order', async () => {
  const person = await world.aUser()
  let [left, on] = [0, 0]
  const { url, asked, open, untilStanding } = await lines((piece, line) => {
    if (line !== on) [left, on] = [5, line]
    if (piece.includes('data: ')) left--
    return left < 0 ? undefined : piece
  })
  const reader = read(person, url)
  await untilStanding()
  for (const title of numbered(1, 60)) {
    await tell(person, [title])
    await pause(1)
  }
  await reader.untilRead(60)
  await reader.stop()
  assert.deepEqual(reader.titles, numbered(1, 60))
  assert.ok(asked.length > 2, `${asked.length} lines`)
  await until('the line is closed', async () => open() === 0)
})

test('a message of which half has arrived is sent again', async () => {
  const person = await world.aUser()
  let isCut = false
  const { url, asked, untilStanding } = await lines((piece, line) => {
    if (line > 1 || !piece.includes('News 2')) return isCut && line === 1 ? undefined : piece
    isCut = true
    return piece.slice(0, piece.indexOf('News 2'))
  })
  const reader = read(person, url, { silence: 1_000 })
  await untilStanding()
  await tell(person, numbered(1, 1))
  await reader.untilRead(1)
  await tell(person, numbered(2, 2))
  await until('half of it', async () => isCut)
  await tell(person, numbered(3, 3))
  await reader.untilRead(3)
  await reader.stop()
  assert.deepEqual(reader.titles, numbered(1, 3))
  assert.ok(asked.length >= 2)
})

// Requirement (rules): The stream: what happens before the first message is not lost when the line is cut
test('what happens while there is no connection comes later, even if nothing came before', async () => {
  const person = await world.aUser()
  await tell(person, ['Long ago'])
  let isShut = false
  const { url, asked, untilStanding } = await lines((piece) => (isShut ? undefined : piece))
  const reader = read(person, url)
  await untilStanding()
  isShut = true
  await tell(person, numbered(1, 1))
  await until('lines that are cut', async () => asked.length > 2)
  await tell(person, numbered(2, 2))
  isShut = false
  await reader.untilRead(2)
  await reader.stop()
  assert.deepEqual(reader.titles, numbered(1, 2))
})

test('a silent connection is given up', async () => {
  const person = await world.aUser()
  let isDead = false
  const { url, asked, untilStanding } = await lines((piece, line) =>
    isDead && line === 1 ? '' : piece,
  )
  const reader = read(person, url, { silence: 300 })
  await untilStanding()
  isDead = true
  await tell(person, numbered(1, 1))
  await reader.untilRead(1)
  await reader.stop()
  assert.deepEqual(reader.titles, numbered(1, 1))
  assert.ok(asked.length >= 2)
})

test('a connection stays open while the reader takes longer than the timeout for silence', async () => {
  const person = await world.aUser()
  const { url, asked, untilStanding } = await lines((piece) => piece)
  const stop = new AbortController()
  stops.add(stop)
  const stream = clientOf(person, url).notifications.stream({ signal: stop.signal, silence: 4_000 })
  const first = stream.next()
  await untilStanding()
  await tell(person, numbered(1, 1))
  const { value } = await first
  assert.equal(value?.title, 'News 1')
  await pause(4_050)
  await tell(person, numbered(2, 2))
  const second = await stream.next()
  assert.equal(second.value?.title, 'News 2')
  stop.abort()
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
  assert.equal(asked.length, 1)
})

test('it goes on after the message it is given', async () => {
  const person = await world.aUser()
  await tell(person, numbered(1, 3))
  const reader = read(person, service, { lastEventId: '1' })
  await reader.untilRead(2)
  await reader.stop()
  assert.deepEqual(reader.titles, numbered(2, 3))
})

test('it ends with its signal at any time, and leaves no connection open', async () => {
  const person = await world.aUser()
  const { url, asked, open, untilStanding } = await lines((piece) => piece)
  const reader = read(person, url)
  await untilStanding()
  await reader.stop()
  await until('it is closed', async () => open() === 0)
  await read(person, url, { signal: AbortSignal.abort() }).over
  assert.equal(asked.length, 1)

  const broken = await unreliable(service, () => 'cut')
  const waiting = read(person, broken.url)
  await until('a try', async () => broken.asked.length > 0)
  await waiting.stop()
  assert.deepEqual(waiting.titles, [])

  await tell(person, numbered(1, 1))
  const stream = clientOf(person, url).notifications.stream({ lastEventId: '0' })
  for await (const { title } of stream) {
    assert.equal(title, 'News 1')
    break
  }
  await until('the loop that was left has closed it', async () => open() === 0)
})

test('where reconnecting is of no use it says so', async () => {
  const person = await world.aUser()
  const { url, untilStanding } = await lines((piece) => piece)
  const reader = read(person, url)
  await untilStanding()
  await world.access.endUser(world.db, person.id)
  await assert.rejects(reader.over, {
    name: 'FestivalError',
    status: 401,
    message: 'Invalid token',
  })
  const forbidden = await unreliable(service, () => ({ status: 403, body: '{"error":"No"}' }))
  await assert.rejects(read(person, forbidden.url).over, { status: 403, message: 'No' })
})

test('a service that is full or away is called again', async () => {
  const person = await world.aUser()
  await tell(person, numbered(1, 1))
  const fates: Fate[] = [
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 429, headers: { 'retry-after': '1' } },
    'cut',
  ]
  const { url, asked } = await unreliable(service, (_, count) => fates[count - 1])
  const reader = read(person, url, { lastEventId: '0', retry: 20 })
  await reader.untilRead(1)
  await reader.stop()
  assert.equal(asked.length, 4)
})

test('messages after the last id come again with the same ids, and are passed on once', async () => {
  const person = await world.aUser()
  const bodies = [
    'id: 1~s\n\ndata: {"id":"a"}\n\ndata: {"id":"b"}\n\n',
    'id: 1~s\n\ndata: {"id":"a"}\n\ndata: {"id":"b"}\n\nid: 2~c\ndata: {"id":"c"}\n\n',
    'id: 2~c\n\ndata: {"id":"d"}\n\n',
  ]
  const { url, asked } = await unreliable(service, (_, count) => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: bodies[count - 1] ?? '',
  }))
  const stop = new AbortController()
  stops.add(stop)
  const came: string[] = []
  const stream = clientOf(person, url).activity.stream({ signal: stop.signal, retry: 20 })
  for await (const { id } of stream) {
    came.push(id)
    if (id === 'd') stop.abort()
  }
  assert.deepEqual(came, ['a', 'b', 'c', 'd'])
  assert.deepEqual(
    asked.map(({ headers }) => headers['last-event-id']),
    [undefined, '1~s', '2~c'],
  )
})

test('an administrator watches what happens', async () => {
  const admin = await world.aUser({ roles: ['admin'] })
  const { url, untilStanding } = await lines((piece) => piece)
  const stop = new AbortController()
  stops.add(stop)
  const stream = clientOf(admin, url).activity.stream({ signal: stop.signal })
  const first = stream.next()
  await untilStanding()
  const tier = await aTier(world)
  const buyer = await world.aUser()
  const { id } = await clientOf(buyer, service).payments.create({
    payment_type: 'ticket',
    entity_id: tier.id,
  })
  const { value } = await first
  assert.deepEqual([value?.type, value?.payment_id, value?.amount], ['payment.succeeded', id, 50])
  await stream.return(undefined)
})
