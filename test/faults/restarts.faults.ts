/**
 * Two services behind a proxy, stopped with SIGTERM and started again one after the other, while people
 * read, buy and listen: no request fails, and every notification arrives at every stream once.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { notify } from '#notifications'
import { auditLedger } from '#payments'
import { newId } from '#platform/ids'
import { openReader, type Reader } from '../event-stream.ts'
import { aFolder, type Service, start } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld, type Person } from '../world.ts'
import { sized } from './sized.ts'
import { at, closedLoop, type Tally } from './traffic.ts'
import { someVisitors } from './visitors.ts'

const world = await aWorld()
const { known, unseen, purchase, rewardEvent } = await someVisitors(world)
const kinds = [known, unseen, purchase, unseen, rewardEvent]
const restarts = sized(3, 50)
const listeners = 40

const aService = async (plant?: string) =>
  start(await aFolder(), [], {
    DATABASE_CONNECTIONS: '5',
    DATABASE_URL: world.connectionString,
    SECRET_KEY: 'what all of these services share',
    LOG_LEVEL: 'fatal',
    ...(plant && { PLANT: plant, NODE_OPTIONS: '--import ./test/faults/plant.ts' }),
  })

/** Hands connections round. One that is refused goes to the next service; nothing else is tried again. */
class Proxy {
  services: Service[] = []
  url = ''
  #turn = 0
  readonly #server = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on('error', () => {})
    const places = [...this.services, ...this.services]
    this.#reach(caller, places.splice(this.#turn++ % this.services.length, this.services.length))
  })

  #reach(caller: Socket, [service, ...others]: Service[]) {
    const { port, hostname: host } = new URL(service?.url ?? '')
    const target = connect({ port: Number(port), host, allowHalfOpen: true })
    target.once('connect', () => caller.pipe(target).pipe(caller))
    target.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ECONNREFUSED' && others.length > 0) this.#reach(caller, others)
      else caller.destroy()
    })
    caller.once('close', () => target.destroy())
  }

  async open(services: Service[]): Promise<void> {
    this.services = services
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
  }
}

/** Stops a service and starts another one in its place; gives how long it took to stop, ms. */
async function renew(proxy: Proxy, nth: number, plant?: string): Promise<number> {
  const place = nth % 2
  // So that much is under way there.
  await pause(500)
  const began = performance.now()
  const old = proxy.services[place]
  proxy.services = proxy.services.toSpliced(place, 1)
  old?.child.kill('SIGTERM')
  await old?.ended
  const took = performance.now() - began
  proxy.services = proxy.services.toSpliced(place, 0, await aService(plant))
  return took
}

/** A page that listens, and comes back with the last it has heard of whenever its stream ends. */
class Listener {
  readonly heard: number[] = []
  opened = 0
  refused = 0
  current: Reader | undefined
  #isOver = false
  readonly as: Person

  constructor(as: Person) {
    this.as = as
  }

  async listen(url: string): Promise<void> {
    while (!this.#isOver) {
      const reader = await openReader(`${url}/notifications/sse`, {
        'x-f-authorization': world.client.token,
        'x-f-authentication': this.as.token,
        'last-event-id': `${this.heard.at(-1) ?? 0}`,
      }).catch(() => undefined)
      this.current = reader
      if (reader?.status !== 200) this.refused++
      else {
        this.opened++
        await reader.over
        this.heard.push(...reader.messages.map(({ id }) => id))
      }
      this.current = undefined
      if (!this.#isOver) await pause(50)
    }
  }

  get arrived(): number[] {
    return [...this.heard, ...(this.current?.messages.map(({ id }) => id) ?? [])]
  }

  close(): void {
    this.#isOver = true
    this.current?.close()
  }
}

const failed = (tally: Tally) => tally.times((status) => status !== 200 && status !== 201).length

/** Asks and listens until `work` is done; gives what the callers found. */
async function under(proxy: Proxy, work: () => Promise<void>) {
  const { url } = proxy
  const people = await Promise.all(Array.from({ length: listeners }, () => world.aUser()))
  const pages = people.map((person) => new Listener(person))
  const listening = pages.map((page) => page.listen(url))
  await until('all listen', async () => pages.every(({ current }) => current?.status === 200))
  const over = new AbortController()
  let [nth, rounds] = [0, 0]
  const tally: Tally[] = []
  const ask = async () => {
    while (!over.signal.aborted) {
      const next = () => (kinds[nth++ % kinds.length] ?? known)()
      tally.push(await closedLoop({ url, next, connections: 12, seconds: 1 }))
    }
  }
  const tell = async () => {
    for (; !over.signal.aborted; rounds++) {
      const notices = people.map(({ id: user_id }) => ({
        user_id,
        type: 'badge.unlocked',
        cause: `test:${newId()}`,
        title: 'First ticket',
        message: 'It is yours',
      }))
      await notify({ db: world.work, bus: world.bus, now: new Date() }, notices)
      await pause(40)
    }
  }
  const going = [ask(), tell()]
  await work()
  over.abort()
  await Promise.all(going)
  const all = Array.from({ length: rounds }, (_, round) => round + 1)
  const hasAll = ({ arrived }: Listener) => arrived.length >= rounds
  await until('all heard', async () => pages.every(hasAll), 15_000).catch(() => {})
  const wrong = pages.filter(({ arrived }) => arrived.join() !== all.join()).length
  for (const page of pages) page.close()
  await Promise.all(listening)
  return { tally, pages, wrong, told: rounds }
}

async function twoServices(plant?: string): Promise<Proxy> {
  const proxy = new Proxy()
  await proxy.open(await Promise.all([aService(plant), aService(plant)]))
  return proxy
}

test(`${restarts} restarts under load: no request fails, no notification is lost`, async (t) => {
  const proxy = await twoServices()
  const times: number[] = []
  const { tally, pages, wrong, told } = await under(proxy, async () => {
    for (let nth = 0; nth < restarts; nth++) times.push(await renew(proxy, nth))
  })
  const asked = tally.flatMap((one) => one.times(() => true)).toSorted((a, b) => a - b)
  const failures = tally.reduce((sum, one) => sum + failed(one), 0)
  const reopened = pages.reduce((sum, { opened }) => sum + opened - 1, 0)
  t.diagnostic(
    `${asked.length} requests, ${failures} failed, p99 ${at(asked, 0.99)} ms, at most ${at(asked, 1)} ms; ${told} notifications to each of ${listeners} streams, reopened ${reopened} times; stopped in ${times.map(Math.round)} ms`,
  )
  await Promise.all(
    proxy.services.map(({ child, ended }) => {
      child.kill('SIGTERM')
      return ended
    }),
  )
  proxy.close()
  assert.equal(failures, 0, JSON.stringify(tally.map(({ counts }) => counts)))
  assert.equal(wrong, 0, `${wrong} streams missed something`)
  assert.ok(reopened >= listeners, 'streams were to be told to come back')
  assert.deepEqual(await auditLedger(world.work), [])
})

test('services that leave what they were asked are found', async (t) => {
  const proxy = await twoServices('nodrain')
  const { tally } = await under(proxy, async () => {
    await renew(proxy, 0, 'nodrain')
  })
  const failures = tally.reduce((sum, one) => sum + failed(one), 0)
  t.diagnostic(`${failures} requests failed`)
  for (const { child } of proxy.services) child.kill('SIGKILL')
  proxy.close()
  assert.ok(failures > 0)
})
