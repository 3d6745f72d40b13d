/** Short slices of the same work on each of three services in turn. */
import { type Contestant, oneRound, type Work } from '../contest.ts'
import { type Run, scaled } from '../run.ts'
import type { Rounds } from './judge.ts'
import { cpuOfPostgres } from './postgres-cpu.ts'

/** The earlier build, the same build in a second process, and this one. */
export type Three = Record<keyof Rounds, Contestant>
const roles = ['old', 'again', 'next'] as const

/** The work of one service; `many` is how many requests it has, where there is an end. */
export type Compared = { name: string; many?: number; workOf: () => Work }

/** Seconds, and microseconds of CPU of the service and PostgreSQL, per request. */
export type Measured = { time: Rounds; cpu: Rounds }

type Sum = { requests: number; seconds: number; cpu: number }
const emptySums = (): Record<keyof Rounds, Sum> => ({
  old: { requests: 0, seconds: 0, cpu: 0 },
  again: { requests: 0, seconds: 0, cpu: 0 },
  next: { requests: 0, seconds: 0, cpu: 0 },
})

/**
 * Every slice is the same number of requests, so none is cut off, and about a third of a second: a disturbance that
 * lasts longer meets all three. Each slice begins with another of them.
 */
export async function measureRounds(run: Run, three: Three, compared: Compared): Promise<Measured> {
  const { rounds } = run
  const slices = scaled(run, { full: 6, quick: 2, check: 1 })
  const measured: Measured = { time: emptyRounds(), cpu: emptyRounds() }
  const works = { old: compared.workOf(), again: compared.workOf(), next: compared.workOf() }
  const most = Math.floor((compared.many ?? Number.POSITIVE_INFINITY) / (rounds * slices + 1))
  const requests = await warmUp(run, { three, works, most })
  for (let round = 0; round < rounds; round++) {
    const sums = emptySums()
    for (let slice = 0; slice < slices; slice++) {
      for (const role of rotated(round * slices + slice)) {
        await run.databases.rest()
        add(sums[role], await oneSlice(run, three[role], { ...works[role], requests }))
      }
    }
    for (const role of roles) {
      measured.time[role].push(sums[role].seconds / sums[role].requests)
      measured.cpu[role].push(sums[role].cpu / sums[role].requests)
    }
  }
  return measured
}

const emptyRounds = (): Rounds => ({ old: [], again: [], next: [] })

const rotated = (by: number) => [...roles.slice(by % 3), ...roles.slice(0, by % 3)]

/** Compiles the hot code of each, and returns how many requests a slice has. */
async function warmUp(
  run: Run,
  { three, works, most }: { three: Three; works: Record<keyof Rounds, Work>; most: number },
): Promise<number> {
  const seconds = scaled(run, { full: 2, quick: 1, check: 0.1 })
  const slice = scaled(run, { full: 0.3, quick: 0.3, check: 0.02 })
  const rates: number[] = []
  for (const role of roles) {
    await run.databases.rest()
    const work = { ...works[role], ...(Number.isFinite(most) && { requests: most }) }
    rates.push((await oneRound(three[role], work, { ...run, seconds })).perSecond)
  }
  const { connections } = works.old
  return Math.min(most, Math.max(2 * connections, Math.round((rates[0] ?? 0) * slice)))
}

/** No slice takes so long; it only ends a service that no longer answers, seconds. */
const longest = 60

async function oneSlice(run: Run, contestant: Contestant, work: Work): Promise<Sum> {
  const before = await cpuOfPostgres(run.databases.folder)
  const { requests, perSecond, cpu } = await oneRound(contestant, work, {
    ...run,
    seconds: longest,
  })
  const after = await cpuOfPostgres(run.databases.folder)
  return { requests, seconds: requests / perSecond, cpu: cpu * requests + after - before }
}

function add(sum: Sum, { requests, seconds, cpu }: Sum): void {
  sum.requests += requests
  sum.seconds += seconds
  sum.cpu += cpu
}
