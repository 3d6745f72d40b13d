/** Where the harness `gate-day` takes place: a festival with zones and tiers, its gates and tills, and the service they call. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { aFolder, type Service, start } from '../service-process.ts'
import { aShift } from '../till.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { Device } from './day-devices.ts'
import type { PageMessage, Setup } from './gate-day/messages.ts'
import { Proxy } from './renewals.ts'

export const secret = { SECRET_KEY: 'Zk4nV8qXw2Lm7Rt9Yb3Hc6Jd1Fg5Ps0a' }
export const float = 100

export type Size = {
  people: number
  /** how long the devices without a network are without, ms */
  hour: number
  /** how often a device is ended, ms */
  kill: number
  plant?: string
}
export type Site = Awaited<ReturnType<typeof aSite>>

/** A service behind an address that stays, which is killed and started again. */
class Host {
  kills = 0
  readonly proxy = new Proxy()
  readonly #env: Record<string, string>
  #service: Service | undefined

  constructor(world: World, plant: string | undefined) {
    this.#env = {
      ...secret,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      BUSY_AFTER_MS: '10000',
      // A few tills sell all that thousands of people buy.
      LEASED_PER_SHIFT: '0',
      COMPLIMENTARY_PER_SHIFT: '0',
      DATABASE_CONNECTIONS: '5',
      DATABASE_URL: world.connectionString,
      ...(plant && { NODE_OPTIONS: '--import ./test/faults/plant.ts', PLANT: plant }),
    }
  }

  async start(): Promise<void> {
    const first = !this.#service
    this.#service = await start(await aFolder(), [], this.#env)
    if (first) await this.proxy.open([this.#service])
    else this.proxy.services = [this.#service]
  }

  async kill(): Promise<void> {
    this.kills++
    await this.#end()
    await this.start()
  }

  async stop(): Promise<void> {
    this.proxy.close()
    await this.#end()
  }

  async #end() {
    this.#service?.child.kill('SIGKILL')
    await this.#service?.ended
  }
}

type OnMessage = (till: number, pageMessage: PageMessage) => void

/**
 * Eight gates, two of them at the camping ground, and four tills. As many tickets as `people`, of three tiers: one for each rule
 * of admission. The first two gates and tills are those that lose their network.
 */
export async function aSite(world: World, { people, hour, plant }: Size, onMessage: OnMessage) {
  const gate = await aRunningGate(world)
  const festivalId = gate.festival.id
  const capacity = Math.ceil(people / 40)
  const zone = { capacity, refuses_when_full: true }
  const url = `/festivals/${festivalId}/zones/camping`
  const { status } = await world.put(url, zone, { as: gate.manager })
  assert.equal(status, 200)
  const tier = (name: string, share: number, given: { admission: string; zones?: string[] }) =>
    aTier(world, {
      ...given,
      name,
      festival_id: festivalId,
      price_cents: 1000 + Math.round(share * 5555),
      quantity: Math.round(people * share),
    })
  const tiers = [
    await tier('Weekend', 0.6, { admission: 'reentry', zones: ['main', 'camping'] }),
    await tier('Day', 0.2, { admission: 'once' }),
    await tier('Daily', 0.2, { admission: 'once_a_day' }),
  ]
  const host = new Host(world, plant)
  await host.start()
  const folder = await aFolder()
  const always = { url: host.proxy.url, clientToken: world.client.token, isConnected: true }
  const session = ''
  const gates = await oneByOne(8, async (n) => {
    const named = { name: `Gate ${n + 1}`, zone: n < 6 ? 'main' : 'camping' }
    const { id, name, token } = await aDevice(world, gate, named)
    const device = { id, name, festival_id: festivalId, session }
    const file = join(folder, `gate-${n}`)
    const setup: Setup = { ...always, kind: 'gate', device, token, file, pace: 0 }
    return new Device(setup, { zone: named.zone, onSaid: () => undefined })
  })
  // So that all is sold before the network returns, although devices and the service are killed.
  const pace = hour / people
  const tills = await oneByOne(4, async (n) => {
    const given = { till: `Till ${n + 1}`, float }
    const { id, token } = await aShift(world, { festivalId, manager: gate.manager }, given)
    const device = { id, name: given.till, festival_id: festivalId, session }
    const file = join(folder, `till-${n}`)
    const setup: Setup = { ...always, kind: 'till', device, token, file, pace }
    const till = new Device(setup, { zone: 'main', onSaid: (said) => onMessage(n, said) })
    return Object.assign(till, { shiftId: id, token })
  })
  const devices = [...gates, ...tills]
  const areReady = async () => {
    const states = await Promise.all(devices.map((device) => device.state(true)))
    return states.every((state) => state?.isReady)
  }
  await until('all devices are set up', areReady, 120_000)
  return { world, festivalId, manager: gate.manager, tiers, capacity, host, gates, tills, devices }
}

/** Sets devices up one after the other: a busy machine refuses many at once. */
async function oneByOne<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}

/** Each till sets stock aside: those that will be without a network a fifth of all each. */
export async function takeLeases({ tiers, tills }: Site): Promise<void> {
  await Promise.all(
    tills.map(async (till, n) => {
      for (const { id: entity_id, quantity: all } of tiers) {
        for (let left = Math.ceil(all * (n < 2 ? 0.2 : 0.03)); left > 0; left -= 200) {
          await till.ask({ kind: 'lease', entity_id, quantity: Math.min(200, left) })
        }
      }
    }),
  )
  const haveAll = async () => {
    const states = await Promise.all(tills.map((till) => till.state()))
    return states.every((state) => state && state.leased >= tiers.length)
  }
  await until('tills have leases', haveAll, 60_000)
}
