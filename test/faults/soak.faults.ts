/**
 * Days of a festival service, one every two minutes: quiet nights, reads in the morning, sales and
 * admissions in the evening, streams that come and go. Night after night it holds no more than before.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openReader } from '../event-stream.ts'
import { aFolder } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import type { Resources } from './measured.ts'
import { sized } from './sized.ts'
import { type Ask, openLoop } from './traffic.ts'
import { someVisitors } from './visitors.ts'

const world = await aWorld()
const visitors = await someVisitors(world)
const { known, unseen, search, purchase, signIn, validation, rewardEvent, change } = visitors
/** A day in seconds, the requests per second at noon, and the streams of an evening. */
const [day, noon, streams] = [sized(2, 120), sized(300, 200), 30]
/** How many bytes a request may leave behind: collections are never exactly the same. */
const most = sized(5_000, 30)
const fewFiles = 8

async function aService(plant?: string) {
  const { PATH = '' } = process.env
  const execArgv = ['--expose-gc', '--import', './test/faults/measured.ts']
  const child = fork('src/main.ts', [], {
    execArgv: [...execArgv, ...(plant ? ['--import', './test/faults/plant.ts'] : [])],
    env: {
      PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: await aFolder(),
      DATABASE_URL: world.connectionString,
      LOG_LEVEL: 'error',
      RESPONSE_CACHE_MB: '1',
      ...(plant && { PLANT: plant }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await until('ready', async () => output.includes('Ready in'), 60_000)
  const [, port] = /http:\/\/localhost:(\d+)/.exec(output) ?? []
  return { child, url: `http://127.0.0.1:${port}` }
}
type Service = Awaited<ReturnType<typeof aService>>

async function heldBy({ child }: Service): Promise<Resources> {
  child.send('?')
  const [held] = await once(child, 'message')
  return held
}

let nth = 0
const asks = {
  morning: [known, known, unseen, unseen, search, rewardEvent, signIn],
  evening: [known, unseen, purchase, purchase, validation, validation, rewardEvent, change],
}
const longest = 35
/** The kinds of requests; sign-ins are rare, since they cost more than all the rest. */
function askOf(second: number): Ask {
  const kinds = second % day < day / 2 ? asks.morning : asks.evening
  const kind = kinds[nth++ % kinds.length] ?? known
  return kind === signIn && nth % longest !== 0 ? known() : kind()
}

/**
 * A day with its streams; at night there are no clients. Returns the number of requests, and anything
 * unexpected.
 */
async function live({ url }: Service) {
  const began = performance.now()
  const next = () => askOf((performance.now() - began) / 1000)
  const loads = openLoop({ url, next, connections: 100, seconds: day }, (second) => {
    return noon * Math.sin((Math.PI * second) / day) ** 2
  })
  const person = await world.aUser()
  const headers = {
    'x-f-authorization': world.client.token,
    'x-f-authentication': person.token,
  }
  const address = `${url}/notifications/sse`
  const readers = []
  for (let stream = 0; stream < streams; stream++) {
    const reader = await openReader(address, headers)
    if (stream % 2 === 0) reader.close()
    else readers.push(reader)
  }
  const tally = await loads
  for (const reader of readers) reader.close()
  const strange = Object.entries(tally.counts).filter(([name]) => !/ (20[01]|503)$/.test(name))
  const refused = tally.times((status) => status === 503).length
  return { asked: tally.times(() => true).length, refused, strange }
}

/** Connections of the service to PostgreSQL. */
async function connections(): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from pg_stat_activity
    where datname = current_database() and application_name like 'festival%'`.execute(world.work)
  return rows[0]?.many ?? 0
}

const sockets = ({ handles }: Resources) => handles['TCPSocketWrap'] ?? 0

/** There are no more requests, and the earlier ones are finished. */
async function night(service: Service, first?: Resources): Promise<Resources> {
  let held = await heldBy(service)
  const isCalm = async () => {
    held = await heldBy(service)
    return first === undefined || sockets(held) <= sockets(first) + fewFiles
  }
  await until('night', isCalm, 20_000).catch(() => {})
  return held
}

async function soak(days: number, plant?: string) {
  const service = await aService(plant)
  const before = await night(service)
  // What is cached on purpose is there after the first days.
  await live(service)
  await live(service)
  const first = await night(service, before)
  const linked = await connections()
  let [asked, refused] = [0, 0]
  const strange: unknown[] = []
  for (let nth = 0; nth < days; nth++) {
    const lived = await live(service)
    asked += lived.asked
    refused += lived.refused
    strange.push(...lived.strange)
  }
  const last = await night(service, before)
  const more = (await connections()) - linked
  service.child.kill('SIGKILL')
  return { asked, refused, strange, first, last, more, left: (last.heap - first.heap) / asked }
}

const inMegabytes = ({ heap }: Resources) => `${(heap / 1024 / 1024).toFixed(1)} MB`
const toldOf = ({ asked, refused, first, last, left }: Awaited<ReturnType<typeof soak>>) =>
  `${asked} requests, ${refused} refused, ${inMegabytes(first)} then ${inMegabytes(last)}: ${Math.round(left)} bytes left by each; ${JSON.stringify({ first, last })}`

test('day after day it holds no more than before', async (t) => {
  const report = await soak(sized(2, 13))
  t.diagnostic(toldOf(report))
  const { strange, first, last, more, left } = report
  assert.deepEqual(strange, [])
  assert.ok(left < most, `${left} bytes a request`)
  assert.ok(last.files <= first.files + fewFiles, `${first.files} files, then ${last.files}`)
  assert.ok(sockets(last) <= sockets(first) + fewFiles)
  assert.ok(more <= fewFiles, `${more} connections more`)
})

test('a service that keeps its requests is detected', async (t) => {
  const report = await soak(1, 'leak')
  t.diagnostic(toldOf(report))
  assert.ok(report.left > most, `${report.left} bytes a request`)
})
