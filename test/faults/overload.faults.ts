/**
 * Three times the possible load, open loop: accepted requests are answered in time, the rest is refused
 * early, memory stays bounded, and afterwards everything is as before.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { setInterval as every, setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { auditLedger } from '#shop/payments'
import { aFolder, start } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { isFull, sized } from './sized.ts'
import { type Ask, at, closedLoop, openLoop, type Tally } from './traffic.ts'
import { someVisitors } from './visitors.ts'

const world = await aWorld()
const visitors = await someVisitors(world)
const { known, unseen, purchase, signIn, search } = visitors
/**
 * More than the service works on at once, so that no request waits for a connection: the load offered is
 * not the load it can handle.
 */
const connections = sized(600, 2_000)
const env = {
  DATABASE_URL: world.connectionString,
  LOG_LEVEL: 'error',
  RESPONSE_CACHE_MB: '4',
}

const aService = async (more: Record<string, string> = {}) =>
  start(await aFolder(), [], { ...env, ...more })

let nth = 0
/** Of 100 requests two thirds are reads that are not cached; one is a sign-in. */
function mixed(): Ask {
  const turn = nth++ % 100
  if (turn === 50) return signIn()
  if (turn % 3 === 1) return purchase()
  return turn % 10 === 0 ? known() : unseen()
}

const isAccepted = (status: number) => status >= 200 && status < 300
const isRefused = (status: number) => status === 503

/** The current memory in megabytes. */
async function memoryOf({ child }: Awaited<ReturnType<typeof start>>): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${child.pid}`])
  return Math.round(Number(stdout) / 1024)
}

/** Runs while `work` does, and returns the maximum memory in each quarter of that time. */
async function peaksOf(service: Awaited<ReturnType<typeof start>>, work: Promise<unknown>) {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  const seen: number[] = []
  try {
    for await (const _ of every(500, undefined, { signal: over.signal })) {
      seen.push(await memoryOf(service))
    }
  } catch (error) {
    if (!over.signal.aborted) throw error
  }
  await done
  const size = Math.ceil(seen.length / 4)
  return [0, 1, 2, 3].map((nth) => Math.max(0, ...seen.slice(nth * size, (nth + 1) * size)))
}

/** Clients without a connection try ten times a second while `work` runs. Returns how long each waited, ms. */
async function comeAnew(work: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  const waits: Promise<number>[] = []
  while (!over.signal.aborted) {
    const began = performance.now()
    const headers = { connection: 'close' }
    const asked = fetch(`${url}/payments/config`, { headers }).then((answer) => answer.text())
    waits.push(asked.then(() => performance.now() - began))
    await pause(100)
  }
  await done
  return (await Promise.all(waits)).toSorted((a, b) => a - b)
}

/** What a client sees of an overload, and the promises that breaks. */
function judge(tally: Tally, { quiet }: { quiet: number }) {
  const accepted = tally.times(isAccepted)
  const refused = tally.times(isRefused)
  const knownOnes = tally.times((status, kind) => kind === 'known' && status === 200)
  const knownRefused = tally.times((status, kind) => kind === 'known' && isRefused(status)).length
  const early = Math.round((refused.length - tally.gaveUp) / tally.seconds)
  const strange = tally.times((status) => !isAccepted(status) && !isRefused(status)).length
  const figures = {
    asked: Math.round((accepted.length + refused.length + strange) / tally.seconds),
    accepted: Math.round(accepted.length / tally.seconds),
    'known p50': at(knownOnes, 0.5),
    'accepted p50': at(accepted, 0.5),
    'accepted p99': at(accepted, 0.99),
    'refused p50': at(refused, 0.5),
    'refused p99': at(refused, 0.99),
    gaveUp: tally.gaveUp,
    left: tally.left,
    counts: tally.counts,
  }
  const wrong = [
    strange > 0 && `${strange} answers were neither`,
    tally.left > figures.asked * tally.seconds * 0.05 && `${tally.left} found no connection free`,
    tally.unsaid > 0 && `${tally.unsaid} refusals did not say when to come back`,
    early < figures.asked / 20 && `${early} of ${figures.asked} a second were refused early`,
    figures['refused p50'] > Math.max(100, at(knownOnes, 0.5) * 1.5) &&
      'what was refused took longer than what is known',
    figures['accepted p99'] > 10_000 && 'what was accepted took too long',
    figures.accepted < quiet * 0.3 && 'hardly anything was accepted',
    knownRefused > knownOnes.length / 10 && `${knownRefused} known answers were refused`,
  ].filter((one) => one !== false)
  return { figures, wrong }
}

const service = await aService()
const { url } = service
let rate = 0

async function measure(seconds: number) {
  const tally = await closedLoop({ url, next: mixed, connections: 48, seconds })
  return tally.times(isAccepted).length / tally.seconds
}

test('three times the possible load, and afterwards all as before', async (t) => {
  await measure(1.5)
  const quiet = await measure(sized(2, 15))
  rate = quiet * 3
  const before = await memoryOf(service)
  const load = openLoop({ url, next: mixed, connections, seconds: sized(5, 300) }, () => rate)
  const [peaks, newcomers] = await Promise.all([peaksOf(service, load), comeAnew(load)])
  const { figures, wrong } = judge(await load, { quiet })
  await until(
    'the ledger at rest',
    async () => {
      return (await auditLedger(world.work, { atRest: true })).length === 0
    },
    30_000,
  )
  const again = await measure(sized(1.5, 15))
  const after = await memoryOf(service)
  t.diagnostic(JSON.stringify({ quiet: Math.round(quiet), ...figures }))
  t.diagnostic(
    `MB: ${before} before, ${peaks.join(', ')} at most in each quarter, ${after} after; ${Math.round(again)}/s again`,
  )
  const [fresh, late] = [at(newcomers, 0.5), at(newcomers, 0.99)]
  t.diagnostic(`who comes new is answered, or refused, after ${fresh} ms, p99 ${late} ms`)
  assert.deepEqual(wrong, [])
  assert.ok(fresh < 2_000, `who comes new waits for ${fresh} ms`)
  const [, second = 0, , last = 0] = peaks
  // A heap grows at first; then it stays, however long this lasts.
  if (isFull) assert.ok(last < second * 1.15 + 30 && last < 1_200, `${peaks.join(', ')} MB`)
  else assert.ok(Math.max(...peaks) < before * 1.5 + 60, `${peaks.join(', ')} MB`)
  assert.ok(again > quiet * 0.5, `${again}/s after ${quiet}/s`)
})

/** Other clients make requests now and then while one kind floods the service. */
async function flood(t: TestContext, kind: () => Ask) {
  let turn = 0
  const others = [known, unseen, purchase].filter((other) => other !== kind)
  const mixedIn = () => (turn++ % 20 === 0 ? (others[turn % others.length] ?? known)() : kind())
  const load = { url, next: mixedIn, connections, seconds: sized(1.5, 30) }
  const tally = await openLoop(load, () => Math.max(rate, 600))
  const floods = kind().kind
  const asked = tally.times((_, kind) => kind !== floods)
  const answered = tally.times((status, kind) => kind !== floods && isAccepted(status))
  const part = answered.length / asked.length
  const told = `${Math.round(part * 100)} % of others answered, p99 ${at(answered, 0.99)} ms`
  t.diagnostic(`${told}; ${JSON.stringify(tally.counts)}`)
  assert.ok(part > 0.8, told)
  assert.ok(at(answered, 0.99) < 5_000, told)
}

for (const [name, kind] of Object.entries({ searches: search, purchases: purchase, signIn })) {
  test(`a flood of ${name} leaves other requests answered`, (t) => flood(t, kind))
}

test('a service that accepts everything is detected', async (t) => {
  const planted = await aService({ BUSY_AFTER_MS: '600000' })
  const load = { url: planted.url, next: mixed, connections, seconds: 3 }
  const { figures, wrong } = judge(await openLoop(load, () => rate), { quiet: rate / 3 })
  t.diagnostic(`${wrong.join('; ')}: ${JSON.stringify(figures)}`)
  assert.ok(wrong.length > 0)
  planted.child.kill('SIGKILL')
})
