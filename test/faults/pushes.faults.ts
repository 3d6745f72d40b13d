/**
 * Notifications that reach browsers by push services that are healthy, busy and down, from processes that are killed with
 * SIGKILL meanwhile. A planted bug must be found: a push that is forgotten once it could not be brought.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { notify } from '#messaging/notifications'
import { createOutgoing } from '#platform/outgoing/requests'
import { aNotice } from '../notices.ts'
import { answering, aPushService, taken } from '../push-service.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { Couriers } from './couriers.ts'
import { sized } from './sized.ts'

const kills = sized(6, 100)
const killsToFind = 2
const minute = 60_000
type Service = Awaited<ReturnType<typeof aPushService>>

const worlds = new Map<string, World>()
for (const run of ['correct', 'lostpush'])
  worlds.set(run, await aWorld({ parts: { outgoing: createOutgoing({ toPrivate: true }) } }))

/** A user with a browser behind each push service. */
async function aReader(world: World, services: Service[]) {
  const as = await world.aUser()
  const browsers = services.map((service) => ({ service, ...service.aBrowser() }))
  for (const { endpoint, keys } of browsers) {
    const body = { endpoint, keys }
    const { status, text } = await world.post('/users/i/push-subscriptions', body, { as })
    assert.equal(status, 201, text)
  }
  return { as, browsers }
}

function couriersOf(world: World, plant?: string) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    DATABASE_URL: world.connectionString,
    DATA_DIR: world.folder,
    DATABASE_CONNECTIONS: '3',
    LOG_LEVEL: 'silent',
    WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true',
  }
  return Couriers.start({ count: 2, env, ...(plant && { plant }) })
}

async function run(name: string, options: { kills: number; seed: number; plant?: string }) {
  const world = worlds.get(name)
  assert.ok(world)
  const chance = chanceOf(options.seed)
  const [healthy, busy, down] = [await aPushService(), await aPushService(), await aPushService()]
  busy.answer = (response) => {
    const later = { 'retry-after': `${chance.below(90)}` }
    return chance.below(2) ? taken(response) : response.writeHead(429, later).end()
  }
  down.answer = (response) => (chance.below(2) ? response.destroy() : answering(503)(response))
  const { as, browsers } = await aReader(world, [healthy, busy, down])
  const couriers = await couriersOf(world, options.plant)
  const open = async () =>
    (await world.db.selectFrom('pushes_due').select('due_at').execute()).length
  let told = 0
  const about = { type: 'festival.cancelled', data: { festival_id: as.id } } as const
  while (couriers.kills < options.kills) {
    const notices = Array.from({ length: 1 + chance.below(20) }, () => aNotice(as, about))
    await notify({ db: world.db, bus: world.bus, now: couriers.now() }, notices)
    told += notices.length
    await pause(500 + chance.below(700))
    await couriers.kill()
    couriers.pass(chance.below(2) * minute)
  }
  for (const service of [busy, down]) service.answer = taken
  await until(
    'nothing is open',
    async () => {
      couriers.pass(10 * minute)
      await pause(500)
      return (await open()) === 0
    },
    minute,
  )
  await couriers.stop()
  const faults = browsers.flatMap(({ service, path }, nth) => {
    const took = service.to({ path }).filter(({ status }) => status === 201)
    const lost = told - new Set(took.map(({ notice }) => notice.id)).size
    return lost > 0 ? [`service ${nth} never took ${lost} of ${told}`] : []
  })
  const attempts = browsers.map(({ service }) => service.pushes.length)
  return { faults, figures: { told, kills: couriers.kills, attempts } }
}

test(`${kills} kills, and push services that are busy and down, lose no push`, async (t) => {
  const seed = anySeed()
  const { faults, figures } = await run('correct', { kills, seed })
  t.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual(faults, [])
  const [healthy = 0, busy = 0, down = 0] = figures.attempts
  assert.ok(healthy >= figures.told && busy > healthy && down > healthy, 'they were tried again')
})

test('the harness finds the planted bug lostpush', async (t) => {
  const seed = anySeed()
  const { faults } = await run('lostpush', { kills: killsToFind, seed, plant: 'lostpush' })
  t.diagnostic(`seed ${seed}: ${faults.join(', ')}`)
  assert.ok(faults.length > 0, 'it did not show')
})
