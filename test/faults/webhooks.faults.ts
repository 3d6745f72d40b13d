/**
 * Events delivered to receivers that are healthy, slow, lying and down for an hour, by processes that are
 * killed with SIGKILL meanwhile. A planted bug must be found: a delivery that counts before it was made.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { publish } from '#core/domain-events'
import { createOutgoing } from '#platform/outgoing/requests'
import { aReceiver, type Received, well } from '../receiver.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { Couriers } from './couriers.ts'
import { quantile } from './figures.ts'
import { sized } from './sized.ts'

const kills = sized(6, 200)
const killsToFind = 6
const [second, minute] = [1_000, 60_000]
const type = 'organizer.updated'

const worlds = new Map<string, World>()
for (const run of ['correct', 'earlydone', 'hanging']) {
  const parts = { outgoing: createOutgoing({ toPrivate: true }) }
  worlds.set(run, await aWorld({ parts }))
}

/** What a lying receiver does with an accepted request. */
const lies: Parameters<typeof aReceiver>[0][] = [
  (response) => response.writeHead(500).end('broken'),
  (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  (response) => response.destroy(),
  (response) => response.socket?.end('no HTTP at all\r\n\r\n'),
  (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('cut')
    setImmediate(() => response.destroy())
  },
  well,
]

async function stage(name: string, options: { count: number; plant?: string }) {
  const world = worlds.get(name)
  assert.ok(world)
  const as = await world.aUser({ roles: ['admin'] })
  const listen = async (url: string) => {
    const { status, text } = await world.post('/webhooks', { url, events: [type] }, { as })
    assert.equal(status, 201, text)
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    DATABASE_URL: world.connectionString,
    DATA_DIR: world.folder,
    DATABASE_CONNECTIONS: '3',
    LOG_LEVEL: 'silent',
    WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
  }
  const couriers = await Couriers.start({ ...options, env })
  after(() => couriers.stop())
  const sent = new Map<string, number>()
  const say = async (count: number) => {
    const names = Array.from({ length: count }, (_, n) => `event ${sent.size + n}.`)
    const events = names.map((name) => ({
      type,
      organizer_id: null,
      data: { organizer: { id: 'tarn', name } },
    }))
    await publish({ db: world.db, now: couriers.now() }, events)
    for (const name of names) sent.set(name, performance.now())
  }
  return { world, listen, couriers, sent, say }
}

const nameOf = ({ data }: Received): string => data.organizer.name

/** What a receiver got again although it had answered 2xx and no lease had ended in between. */
function unexplained(received: Received[], breaks: number[]): string[] {
  const first = new Map<string, Received>()
  return received.flatMap((one) => {
    const before = first.get(one.id)
    first.set(one.id, one)
    if (!before) return []
    const isExplained = breaks.some((time) => time > before.at && time < one.at)
    return isExplained ? [] : [`${nameOf(one)} came twice`]
  })
}

/** Messages that differ from an earlier one with the same id. */
function changed(received: Received[]): string[] {
  const texts = new Map<string, string>()
  return received.flatMap(({ id, text }) => {
    const before = texts.get(id) ?? text
    texts.set(id, before)
    return before === text ? [] : [`${id} has changed`]
  })
}

async function run(name: string, options: { kills: number; seed: number; plant?: string }) {
  const chance = chanceOf(options.seed)
  const healthy = await aReceiver()
  const slow = await aReceiver(async (response) => {
    await pause(chance.below(600))
    response.writeHead(204).end()
  })
  const lying = await aReceiver(async (...all) => {
    await pause(chance.below(800))
    chance.one(lies)?.(...all)
  })
  const down = await aReceiver(async (response) => {
    await pause(chance.below(800))
    response.destroy()
  })
  const all = { healthy, slow, lying, down }
  const { world, listen, couriers, sent, say } = await stage(name, { count: 2, ...options })
  for (const { url } of Object.values(all)) await listen(url)
  while (couriers.kills < options.kills) {
    await say(1 + chance.below(30))
    await pause(chance.below(700))
    await couriers.kill()
    couriers.pass(chance.below(20) * minute)
  }
  // An hour at least has passed for the one that was down.
  couriers.pass(60 * minute)
  for (const receiver of [lying, down]) receiver.answer = well
  slow.answer = well
  const open = async () => {
    const { length } = await world.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .execute()
    const unspread = await world.db
      .selectFrom('outbox')
      .select('id')
      .where('is_spread', '=', false)
      .execute()
    return length + unspread.length
  }
  for (let hours = 0; hours < 80 && (await open()) > 0; hours++) {
    couriers.pass(60 * minute)
    await pause(second)
  }
  await until('nothing is open', async () => (await open()) === 0, 60 * second)
  await couriers.stop()
  const faults = Object.entries(all).flatMap(([who, { received }]) => {
    const taken = received.filter(({ status }) => status >= 200 && status < 300)
    const heard = new Set(taken.map(nameOf))
    const lost = [...sent.keys()].filter((one) => !heard.has(one))
    const doubled =
      who === 'healthy' || who === 'slow' ? unexplained(received, couriers.breaks) : []
    return [...lost.map((one) => `${who} lost ${one}`), ...doubled, ...changed(received)]
  })
  const times = Object.entries(all).map(([who, { received }]) => [who, received.length])
  return {
    faults,
    figures: { events: sent.size, kills: couriers.kills, ...Object.fromEntries(times) },
  }
}

test(`${kills} kills, and receivers that are slow, lying and down, lose no event and double none`, async (t) => {
  const seed = anySeed()
  const { faults, figures } = await run('correct', { kills, seed })
  t.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual(faults, [])
})

test('kills find the planted bug earlydone', async (t) => {
  const seed = anySeed()
  const { faults } = await run('earlydone', { kills: killsToFind, seed, plant: 'earlydone' })
  t.diagnostic(`seed ${seed}: ${faults[0]}, and ${faults.length - 1} more`)
  assert.ok(faults.length > 0, `${killsToFind} kills did not show it`)
})

test('a receiver that hangs delays no other', async (t) => {
  const healthy = await aReceiver()
  const hanging = await aReceiver(() => {})
  const { listen, couriers, sent, say } = await stage('hanging', { count: 2 })
  const latencies = async (rounds: number) => {
    const known = sent.size
    for (let round = 0; round < rounds; round++) {
      await say(5)
      await pause(200)
    }
    const names = [...sent.keys()].slice(known)
    const heardAt = () => new Map(healthy.received.toReversed().map((one) => [nameOf(one), one.at]))
    const haveAllCome = async () => {
      const heard = heardAt()
      return names.every((name) => heard.has(name))
    }
    await until('all have come', haveAllCome, 120 * second)
    const heard = heardAt()
    return names.map((name) => (heard.get(name) ?? 0) - (sent.get(name) ?? 0))
  }
  await listen(healthy.url)
  await latencies(5)
  const alone = await latencies(sized(40, 400))
  await listen(hanging.url)
  await say(50)
  const beside = await latencies(sized(40, 400))
  await couriers.stop()
  assert.ok(hanging.received.length >= 8)
  const [p50, p99] = [quantile(beside), quantile(beside, 0.99)]
  t.diagnostic(
    `ms from the event to the receiver: ${p50} (p99 ${p99}); with none that hangs ${quantile(alone)} (p99 ${quantile(alone, 0.99)})`,
  )
  // The service polls every half second; the other receiver hangs for 15 seconds.
  assert.ok(p99 < 5 * second, `${p99} ms`)
})
