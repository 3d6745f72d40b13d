/** Clients that read, buy and listen while the services are stopped and started again. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { notify } from '#messaging/notifications'
import { auditLedger } from '#shop/payments'
import { openReader, type Reader } from '../event-stream.ts'
import { aNotice } from '../notices.ts'
import { aFolder, type Service, start } from '../service-process.ts'
import { until } from '../until.ts'
import type { Person, World } from '../world.ts'
import { at, closedLoop, type Tally } from './traffic.ts'
import type { Visitors } from './visitors.ts'

/** The number of open streams. */
const listeners = 40

/** A service on the world's database; `env` has its settings, and `PLANT` names a bug to plant. */
export async function aService(world: World, env: Record<string, string> = {}): Promise<Service> {
  return start(await aFolder(), [], {
    DATABASE_CONNECTIONS: '5',
    DATABASE_URL: world.connectionString,
    SECRET_KEY: 'what all of these services share',
    LOG_LEVEL: 'fatal',
    // On a slow machine requests wait: early refusals are tested by another harness.
    BUSY_AFTER_MS: '10000',
    ...env,
    ...(env['PLANT'] && { NODE_OPTIONS: '--import ./test/faults/plant.ts' }),
  })
}

/** Asks a service to stop; returns how long it took, ms. */
export async function stop({ child, ended }: Service): Promise<number> {
  const began = performance.now()
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  return performance.now() - began
}

/** Distributes connections to services, and does not retry one that was accepted. */
export class Proxy {
  services: Service[] = []
  url = ''
  /** whether a refused connection goes to the next service */
  readonly #isForgiving: boolean
  #turn = 0
  readonly #server = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on('error', () => {})
    const places = [...this.services, ...this.services]
    this.#reach(caller, places.splice(this.#turn++ % this.services.length, this.services.length))
  })

  constructor(isForgiving = true) {
    this.#isForgiving = isForgiving
  }

  #reach(caller: Socket, [service, ...others]: Service[]) {
    const { port, hostname: host } = new URL(service?.url ?? '')
    const target = connect({ port: Number(port), host, allowHalfOpen: true })
    target.once('connect', () => caller.pipe(target).pipe(caller))
    target.once('error', (error: Error & { code?: string }) => {
      const isRefused = error.code === 'ECONNREFUSED' && this.#isForgiving
      if (isRefused && others.length > 0) this.#reach(caller, others)
      else caller.destroy()
    })
    caller.once('close', () => target.destroy())
  }

  async open(services: Service[]): Promise<this> {
    this.services = services
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** From now on no connection goes to this service. */
  leaveOut(service: Service): void {
    this.services = this.services.filter((one) => one !== service)
  }

  close(): void {
    this.#server.close()
  }
}

/** A page that listens, and reconnects with the last id it received whenever its stream ends. */
class Listener {
  readonly heard: number[] = []
  opened = 0
  refused = 0
  current: Reader | undefined
  #isOver = false
  readonly #headers: Record<string, string>

  constructor(world: World, as: Person) {
    this.#headers = {
      'x-f-authorization': world.client.token,
      'x-f-authentication': as.token,
    }
  }

  async listen(url: string): Promise<void> {
    while (!this.#isOver) {
      const reader = await openReader(`${url}/notifications/sse`, {
        ...this.#headers,
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

type Scene = { world: World; visitors: Visitors; url: string }

/** The result: the load, the streams, and how often each of them got each notification. */
type Outcome = { tally: Tally[]; pages: Listener[]; told: number }

/** Reads and listens until `work` is done; returns what the callers saw. */
export async function under(
  { world, visitors, url }: Scene,
  work: () => Promise<void>,
): Promise<Outcome> {
  const { known, unseen, purchase, rewardEvent, points } = visitors
  const kinds = [known, unseen, purchase, points, unseen, rewardEvent]
  const people = await Promise.all(Array.from({ length: listeners }, () => world.aUser()))
  const pages = people.map((person) => new Listener(world, person))
  const listening = pages.map((page) => page.listen(url))
  await until('all listen', async () => pages.every(({ current }) => current?.status === 200))
  const over = new AbortController()
  let [nth, told] = [0, 0]
  const tally: Tally[] = []
  const ask = async () => {
    while (!over.signal.aborted) {
      const next = () => (kinds[nth++ % kinds.length] ?? known)()
      tally.push(await closedLoop({ url, next, connections: 12, seconds: 1 }))
    }
  }
  const tell = async () => {
    for (; !over.signal.aborted; told++) {
      const notices = people.map((user) => aNotice(user))
      await notify({ db: world.work, bus: world.bus, now: new Date() }, notices)
      await pause(40)
    }
  }
  const going = [ask(), tell()]
  await work()
  over.abort()
  await Promise.all(going)
  const hasAll = ({ arrived }: Listener) => arrived.length >= told
  await until('all heard', async () => pages.every(hasAll), 15_000).catch(() => {})
  for (const page of pages) page.close()
  await Promise.all(listening)
  return { tally, pages, told }
}

/** Returns the kinds of requests that failed, each with its status: `purchase 503`. */
export const failedKinds = ({ tally }: Outcome): string[] =>
  [...new Set(tally.flatMap(({ counts }) => Object.keys(counts)))].filter(
    (kind) => !/ 20[01]$/.test(kind),
  )

/** How often requests were answered with something other than 200 or 201, by status; 0 for no answer. */
function failuresBy({ tally }: Outcome): Record<string, number> {
  const failures: Record<string, number> = {}
  for (const [what, count] of tally.flatMap(({ counts }) => Object.entries(counts))) {
    const status = what.split(' ')[1] ?? ''
    if (status !== '200' && status !== '201') failures[status] = (failures[status] ?? 0) + count
  }
  return failures
}

/** How many requests were not answered, or with an error. */
export const failuresIn = (outcome: Outcome): number =>
  Object.values(failuresBy(outcome)).reduce((sum, count) => sum + count, 0)

/** The result in one sentence. */
export function summaryOf(outcome: Outcome): string {
  const { tally, pages, told } = outcome
  const asked = tally.flatMap((one) => one.times(() => true)).toSorted((a, b) => a - b)
  const reopened = pages.reduce((sum, { opened }) => sum + opened - 1, 0)
  return `${asked.length} requests, ${failuresIn(outcome)} failed ${JSON.stringify(failuresBy(outcome))}, p99 ${at(asked, 0.99)} ms, at most ${at(asked, 1)} ms; ${told} notifications to each of ${listeners} streams, reopened ${reopened} times`
}

/**
 * @throws when more requests failed than may, a stream missed something or got it twice, or the ledger is
 * wrong
 */
export async function assertNothingLost(
  world: World,
  outcome: Outcome,
  { failed = 0 }: { failed?: number } = {},
): Promise<void> {
  const { pages, told } = outcome
  assert.ok(failuresIn(outcome) <= failed, JSON.stringify(failuresBy(outcome)))
  const all = Array.from({ length: told }, (_, round) => round + 1).join()
  const wrong = pages.filter(({ arrived }) => arrived.join() !== all).length
  assert.equal(wrong, 0, `${wrong} streams missed something`)
  const reopened = pages.reduce((sum, { opened }) => sum + opened - 1, 0)
  assert.ok(reopened >= listeners, 'streams were to be told to come back')
  assert.deepEqual(await auditLedger(world.work), [])
}
