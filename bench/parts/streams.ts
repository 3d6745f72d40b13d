/**
 * Live streams, each of a different user, on one process: the cost of each, and how soon all of them, and
 * one of them, get a notification. Readers and sender are other processes on the same database.
 */
import { type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { type Notice, notify } from '#messaging/notifications'
import { newId } from '#platform/values/ids'
import { run } from '../databases.ts'
import { at, median } from '../load.ts'
import { atMost, printed, type Row } from '../row.ts'
import { type Part, type Run, scaled } from '../run.ts'
import { clock } from './clock.ts'
import type { Report } from './stream-readers.ts'
import { ask, open, openStage, organizer, type Stage } from './stream-stage.ts'

export const streams: Part = async (run) => {
  const stage = await openStage(run, scaled(run, { full: 10_000, quick: 2_000, check: 100 }))
  const size = `${stage.users.length.toLocaleString('en')} streams`
  const held = await hold(stage, run)
  const rest = await atRest(stage, scaled(run, { full: resting, quick: resting, check: 1 }))
  run.say('telling one user at a time')
  const single = await publishToOne(stage, scaled(run, { full: 500, quick: 100, check: 10 }))
  run.say('notifying all at once')
  const all = await inRounds(run, () => publishToAll(stage))
  run.say('publishing a festival')
  const news = await inRounds(run, () => publish(stage))
  const { p50, p99, longest } = single
  return [
    atMost(`${size}, each`, { figure: held.kilobytes, target: 25, unit: ' KB' }, held.detail),
    printed(`${size}: the loop at most blocked while they open`, `${held.blocked.toFixed(0)} ms`),
    printed(`${size} at rest: CPU`, `${rest.cpu.toFixed(1)} % of a core`, rest.detail),
    atMost(
      'a notification of one user among them, p99',
      { figure: p99, target: 20, unit: ' ms' },
      `p50 ${p50.toFixed(1)} ms, longest ${longest.toFixed(1)} ms, from the commit in another process`,
    ),
    ...reached('all of them told in one transaction', all),
    ...reached('all of them told of a festival, from its answer', news),
  ]
}

function reached(work: string, { last, first, blocked, cpu }: StreamTimes): Row[] {
  const detail = `the first after ${first.toFixed(0)} ms, ${cpu.toFixed(0)} ms of CPU`
  return [
    atMost(work, { figure: last, target: 500, unit: ' ms' }, detail),
    atMost(`${work}: the loop at most blocked`, { figure: blocked, target: 50, unit: ' ms' }),
  ]
}

/** Opens the streams: a few first to warm up, which are closed again, then all. */
async function hold(stage: Stage, { say }: Run) {
  const { service, users } = stage
  await open(stage, Math.min(500, users.length))
  for (const child of stage.children) child.send({ close: true })
  await wait(1_000)
  const before = await service.usage('collect')
  say(`opening ${users.length} streams`)
  const began = performance.now()
  await open(stage, users.length)
  const seconds = (performance.now() - began) / 1000
  await wait(1_000)
  const opened = await service.usage()
  const collected = await service.usage('collect')
  const [raw, net] = [opened, collected].map(
    ({ rss }) => (rss - before.rss) / 1000 / users.length,
  ) as [number, number]
  return {
    kilobytes: raw,
    blocked: opened.delay.longest,
    detail: `${net.toFixed(1)} KB after a collection of garbage; opened in ${seconds.toFixed(1)} s`,
  }
}

/** Seconds. PostgreSQL updates a connection's statistics at most ten seconds after it became idle. */
const resting = 11

async function atRest({ service, database }: Stage, restSeconds: number) {
  await wait(restSeconds * 1000)
  const [before, ran] = [await service.usage(), await statements(database)]
  await wait(restSeconds * 1000)
  const [after, running] = [await service.usage(), await statements(database)]
  return {
    cpu: (after.cpu - before.cpu) / restSeconds / 10_000,
    detail: `${((running - ran) / restSeconds).toFixed(0)} transactions a second; the loop at most blocked ${after.delay.longest.toFixed(0)} ms`,
  }
}

async function statements(database: string): Promise<number> {
  const [row] = await run<{ many: number }>(
    database,
    'select xact_commit::int as many from pg_stat_database where datname = current_database()',
  )
  return row?.many ?? 0
}

const noticeOf = (user_id: string, title: string): Notice => ({
  user_id,
  type: 'badge.unlocked',
  data: { badge_id: newId() },
  cause: title,
  title,
  message:
    'Summer Parade 2027, from Friday 4 June to Sunday 6 June 2027 at Harbour Field, Hamburg.',
})

/** One after the other, evenly, whether the last has arrived or not. */
async function publishToOne({ db, bus, users, children }: Stage, count: number) {
  const committed = new Map<string, number>()
  for (let n = 0; n < count; n++) {
    const user = users[(n * 7919) % users.length] ?? ''
    const title = `one ${n}`
    await notify({ db, bus, now: new Date() }, [noticeOf(user, title)])
    committed.set(title, clock())
    await wait(15)
  }
  const arrivals = await arrived(children, { count, title: 'one ' })
  const times = arrivals
    .map(({ title, at }) => at - (committed.get(title) ?? Number.NaN))
    .toSorted((a, b) => a - b)
  return { p50: at(times, 0.5), p99: at(times, 0.99), longest: at(times, 1) }
}

type StreamTimes = { last: number; first: number; blocked: number; cpu: number }

async function publishToAll(stage: Stage): Promise<StreamTimes> {
  const { db, bus, users } = stage
  const title = newId()
  const notices = users.map((user) => noticeOf(user, title))
  const before = await stage.service.usage()
  await notify({ db, bus, now: new Date() }, notices)
  return measure(stage, { before: before.cpu, since: clock(), title })
}

async function publish(stage: Stage): Promise<StreamTimes> {
  const { service, headers } = stage
  const name = newId()
  const before = await service.usage()
  const answer = await fetch(`${service.url}/festivals`, {
    method: 'POST',
    headers: { ...headers[0], 'content-type': 'application/json' },
    body: JSON.stringify(festivalOf(name)),
  })
  const since = clock()
  if (answer.status !== 201) throw new Error(`A festival was not made: ${await answer.text()}`)
  return measure(stage, { before: before.cpu, since, title: name })
}

const festivalOf = (name: string) => ({
  organizer_id: organizer,
  name,
  description: 'Summer',
  venue: 'Harbour Field',
  address: 'Quay 1',
  country: 'Germany',
  start_time: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  end_time: new Date(Date.now() + 32 * 86_400_000).toISOString(),
  coordinates: { lat: 53.5, lng: 10 },
})

type Cause = { before: number; since: number; title: string }

async function measure(
  { service, users, children }: Stage,
  { before, since, title }: Cause,
): Promise<StreamTimes> {
  const arrivals = await arrived(children, { count: users.length, title })
  const times = arrivals.map((arrival) => arrival.at - since).toSorted((a, b) => a - b)
  const { cpu, delay } = await service.usage()
  return {
    first: times[0] ?? Number.NaN,
    last: times.at(-1) ?? Number.NaN,
    blocked: delay.longest,
    cpu: (cpu - before) / 1000,
  }
}

/** Waits until this many notifications with this title have arrived, at most one per reader. */
async function arrived(
  children: ChildProcess[],
  { count, title }: { count: number; title: string },
): Promise<Report['arrivals']> {
  const found: Report['arrivals'] = []
  let streams = 0
  for (const until = clock() + 20_000; clock() < until; await wait(200)) {
    streams = 0
    for (const child of children) {
      const { arrivals, open } = await ask<Report>(child, { tell: true })
      streams += open
      found.push(...arrivals.filter((arrival) => arrival.title.includes(title)))
    }
    if (found.length === count) return found
  }
  throw new Error(
    `${found.length} of ${count} notifications have come, ${streams} streams are still open`,
  )
}

/** The median of each figure. */
async function inRounds({ rounds }: Run, tell: () => Promise<StreamTimes>): Promise<StreamTimes> {
  const ran: StreamTimes[] = []
  for (let round = 0; round < rounds; round++) {
    ran.push(await tell())
    await wait(1_000)
  }
  const of = (name: keyof StreamTimes) => median(ran.map((told) => told[name]))
  return { last: of('last'), first: of('first'), blocked: of('blocked'), cpu: of('cpu') }
}
