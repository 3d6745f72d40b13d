/**
 * Slow clients: headers and bodies that come byte by byte, answers that are not read. Their connections are
 * closed, and other clients are answered meanwhile. They close nothing by themselves, so a connection
 * counts as closed only when the service has nothing left of it. The limits of streams, for a user and in
 * all, are tested by src/messaging/notifications/streams.test.ts.
 */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { aFestival } from '../catalogue.ts'
import { aFolder, start } from '../service-process.ts'
import { aWorld } from '../world.ts'
import { sized } from './sized.ts'
import { at, openLoop } from './traffic.ts'

const world = await aWorld()
const description = 'x'.repeat(5_000)
await Promise.all(Array.from({ length: 20 }, () => aFestival(world, { description })))
const many = sized(400, 2_000)
/**
 * More readers than the system buffers for: the service stops in the middle of an answer, for half a
 * minute.
 */
const stalling = sized(0, 100)
const [patience, readersPatience] = [15_000, sized(15_000, 40_000)]

const env = { DATABASE_URL: world.connectionString, LOG_LEVEL: 'error' }
const [service, careless] = await Promise.all([
  start(await aFolder(), [], env),
  start(await aFolder(), [], {
    ...env,
    PLANT: 'nohurry',
    NODE_OPTIONS: '--import ./test/faults/plant.ts',
  }),
])

type Slow = { closed: Promise<number>; isClosed: () => boolean; socket: Socket }

/** Opens a connection and sends something at once; `closed` resolves with the ms until it was closed. */
function dial(url: string, first: string): Slow {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(first)
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.once('close', () => resolve(performance.now() - began))
  return { closed: promise, isClosed: () => socket.destroyed, socket }
}

/** Sends a little every so many ms, until it is closed. */
function drip(slow: Slow, every: number, text = '\r\n'): Slow {
  const timer = setInterval(() => slow.socket.write(text), every)
  void slow.closed.then(() => clearInterval(timer))
  return slow
}

const ground = 'HTTP/1.1\r\nhost: slow\r\n'
const posting = 'content-type: application/json\r\ncontent-length: 4096\r\n'
const reading = (slow: Slow, text: string) => {
  slow.socket.resume()
  return drip(slow, 500, text)
}
const kinds = {
  'slow headers': (url: string) =>
    reading(dial(url, `GET /payments/config ${ground}`), 'x-a: b\r\n'),
  'slow bodies': (url: string) =>
    reading(dial(url, `POST /auth/client ${ground}${posting}\r\n`), ' '),
  'slow readers': (url: string, pages = 1) => {
    const page = `GET /festivals?limit=100 ${ground}x-f-authorization: ${world.client.token}\r\n\r\n`
    return dial(url, page.repeat(pages))
  },
}

/** Opens this many, some hundreds a second. */
async function times(count: number, make: () => Slow): Promise<Slow[]> {
  const made: Slow[] = []
  while (made.length < count) {
    made.push(make())
    if (made.length % 50 === 0) await wait(200)
  }
  return made
}

/** After how many ms the last of them was closed; never, if one is still open after `patience`. */
async function lastOf(slow: Slow[], patience: number): Promise<number> {
  const late = wait(patience, [Number.POSITIVE_INFINITY], { ref: false })
  const all = await Promise.race([Promise.all(slow.map(({ closed }) => closed)), late])
  return Math.round(Math.max(...all))
}

/** An unread socket does not notice its end: writing once more is answered with a reset. */
const knock = (slow: Slow) => drip(slow, 100)

test(`${many} of each kind are closed, and others are answered meanwhile`, async (t) => {
  const { url } = service
  const token = { 'x-f-authorization': world.client.token }
  let nth = 0
  const next = () => ({ kind: 'probe', path: `/festivals?limit=1&n=${nth++}`, headers: token })
  const probes = openLoop({ url, next, connections: 20, seconds: sized(12.5, 35) }, () => 40)
  const [headers, bodies, readers, stalled, held] = await Promise.all([
    times(many, () => kinds['slow headers'](url)),
    times(many, () => kinds['slow bodies'](url)),
    times(many, () => kinds['slow readers'](url)),
    times(stalling, () => kinds['slow readers'](url, 200)),
    times(20, () => kinds['slow headers'](careless.url)),
  ])
  const closedAt = await Promise.all([lastOf(headers, patience), lastOf(bodies, patience)])
  const tally = await probes
  const found = tally.times((status) => status === 200)
  for (const reader of [...readers, ...stalled]) knock(reader)
  const readersAt = await lastOf([...readers, ...stalled], readersPatience)
  t.diagnostic(
    `closed after ms: headers ${closedAt[0]}, bodies ${closedAt[1]}, readers ${readersAt}; probes p50 ${at(found, 0.5)} p99 ${at(found, 0.99)} ms, ${JSON.stringify(tally.counts)}`,
  )
  const stillHeld = held.filter(({ isClosed }) => !isClosed()).length
  for (const { socket } of [...headers, ...bodies, ...readers, ...stalled, ...held])
    socket.destroy()
  assert.ok(Math.max(...closedAt) <= patience, `closed after ${closedAt} ms`)
  assert.ok(readersAt <= readersPatience, `readers closed after ${readersAt} ms`)
  assert.equal(found.length, nth)
  assert.ok(at(found, 0.99) < 1_000, `p99 ${at(found, 0.99)} ms`)
  assert.equal(stillHeld, held.length, 'the service that never looks was to hold them all')
})
