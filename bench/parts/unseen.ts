import {
  type Calm,
  compare,
  numbersOf,
  oneRound,
  perSecondOf,
  type Results,
  ratio,
  relaxed,
} from '../contest.ts'
import { median } from '../load.ts'
import { idsOf, openReaders, type Readers, requireSame } from '../readers.ts'
import { explain } from '../reference/explain.ts'
import { atLeast, atMost, type Row } from '../row.ts'
import { attempt, type Part, type Run, scaled, within } from '../run.ts'
import { oneByOne, unseenWorks } from '../works.ts'
import { connections, sizeOf } from './reads.ts'

/** Reads that are not cached, against Express, and their latency at half the load. */
export const unseen: Part = async (run) => {
  const size = sizeOf(run)
  const known = await within(run, (own) => unseenReads(own, size))
  const charts = await attempt(run, 'chart, never asked before', () => unseenCharts(run, size))
  return [...known, ...charts].map((row) => ({ ...row, work: `${row.work}, ${size} festivals` }))
}

async function unseenReads(run: Run, size: number): Promise<Row[]> {
  const readers = await openReaders(run, size)
  if (run.scale === 'full') await explain(readers.database, size)
  const festivals = await idsOf(readers.database, size)
  const rows: Row[] = []
  for (const one of unseenWorks(size, festivals)) {
    if (run.scale === 'quick' && !one.isMain) continue
    const title = `${one.name}, never asked before`
    run.say(title)
    rows.push(...(await attempt(run, title, () => oneUnseen(run, readers, one))))
  }
  return rows
}

async function oneUnseen(
  run: Run,
  readers: Readers,
  { name, next, many }: ReturnType<typeof unseenWorks>[number],
): Promise<Row[]> {
  const { service, express, headers } = readers
  for (let times = 0; times < 3; times++) await requireSame(readers, next().path)
  // By both in turn, then evenly, and once to warm up: none is repeated.
  const requests = Math.min(1e6, Math.floor(many / (3 * (run.rounds + 1))))
  const work = { headers, ask: next, connections, requests }
  const results = await compare([service, express], work, run)
  const rate = median((results.get('service') ?? []).map(perSecondOf)) / 2
  const seconds = Math.min(run.seconds, work.requests / rate)
  const calm = await relaxed(service, work, { ...run, rate, seconds })
  const figure = ratio(results, ['service', 'Express'], perSecondOf)
  return rowsOf(name, { figure, numbers: numbersOf(results) }, calm)
}

function rowsOf(
  name: string,
  { figure, numbers }: { figure: number; numbers: string },
  { rate, p50, p99 }: Calm,
): Row[] {
  const title = `${name}, never asked before`
  const calm = `${rate.toFixed(0)} requests/s evenly, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  return [
    atLeast(`${title}: requests/s, times Express`, { figure, target: 3, unit: '×' }, numbers),
    atMost(`${title}: p99 at half the load`, { figure: p99, target: 20, unit: ' ms' }, calm),
  ]
}

/**
 * A chart has 200 answers: each round asks a new service for each of them once, half of them as fast as
 * possible, half of them evenly.
 */
async function unseenCharts(run: Run, size: number): Promise<Row[]> {
  run.say('chart, never asked before')
  const results: Results = new Map([
    ['service', []],
    ['Express', []],
  ])
  const calm: Calm[] = []
  for (let round = 0; round < (run.scale === 'full' ? run.rounds : 1); round++) {
    const chartsOfRound = async (own: Run) => chartsOf(own, await openReaders(own, size), results)
    calm.push(await within(run, chartsOfRound))
  }
  const figure = ratio(results, ['service', 'Express'], perSecondOf)
  const middle = (of: keyof Calm) => median(calm.map((one) => one[of]))
  return rowsOf(
    'chart',
    { figure, numbers: numbersOf(results) },
    { rate: middle('rate'), p50: middle('p50'), p99: middle('p99') },
  )
}

async function chartsOf(run: Run, readers: Readers, results: Results): Promise<Calm> {
  const { service, express, headers } = readers
  const limits = Array.from({ length: 200 }, (_, n) => n + 1)
  const work = (remainder: number) => ({
    headers,
    connections,
    requests: limits.length / 2,
    ask: oneByOne(limits.flatMap((n) => (n % 2 === remainder ? `/gigs/chart?limit=${n}` : []))),
  })
  // Warmed up, except for charts.
  await oneRound(
    service,
    { headers, connections, ask: { path: '/gigs' } },
    { ...run, seconds: scaled(run, { full: 1, quick: 1, check: 0.1 }) },
  )
  for (const reader of [service, express]) {
    await run.databases.rest()
    results.get(reader.name)?.push(await oneRound(reader, work(0), { ...run, seconds: 60 }))
  }
  const rate = (results.get('service')?.at(-1)?.perSecond ?? 2) / 2
  return relaxed(service, work(1), { ...run, rate, rounds: 1, seconds: limits.length / 2 / rate })
}
