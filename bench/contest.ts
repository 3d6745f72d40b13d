/** Several servers under the same load, in turn, round after round. */
import { at, closedLoop, type Load, type Loaded, median, openLoop } from './load.ts'
import { short } from './row.ts'
import type { Run } from './run.ts'
import type { Server } from './server.ts'

/** `own` has the settings for this one only. */
export type Contestant = { name: string; url: string; server: Server; own?: Partial<Work> }

/** One round of one server; `cpu` is that of its process, microseconds per request. */
export type Round = Loaded & { cpu: number }

/** All rounds of each contestant, by name. */
export type Results = Map<string, Round[]>

type How = Pick<Run, 'scale' | 'rounds' | 'seconds' | 'databases'>
/** The load, the same for all; each contestant has its own address. */
export type Work = Omit<Load, 'url' | 'seconds'>

/** Warm-up rounds: a new server is slow until its hot code is compiled. */
export const warming = 2

/** A check has few connections, so that a busy machine answers all of them in time. */
const mostInCheck = 4

const connectionsOf = ({ connections }: Work, { scale }: Pick<Run, 'scale'>) =>
  scale === 'check' ? Math.min(connections, mostInCheck) : connections

/** Closed loop: one round each to warm up, then the measured rounds. */
export async function compare(contestants: Contestant[], work: Work, how: How): Promise<Results> {
  const { rounds, seconds, databases } = how
  const results: Results = new Map(contestants.map(({ name }) => [name, []]))
  for (const contestant of contestants) {
    await databases.rest()
    await oneRound(contestant, work, { ...how, seconds: warming * seconds })
  }
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      // A request cut off at the end of a round is still running: the next round must not pay for it.
      await databases.rest()
      results.get(contestant.name)?.push(await oneRound(contestant, work, how))
    }
  }
  return results
}

/** A round of one of them. */
export async function oneRound(
  { url, server, own }: Contestant,
  work: Work,
  how: Pick<Run, 'scale' | 'seconds'>,
): Promise<Round> {
  const { seconds } = how
  const merged = { ...work, ...own }
  const connections = connectionsOf(merged, how)
  const before = await server.usage()
  const loaded = await closedLoop({ ...merged, connections, url, seconds })
  const after = await server.usage()
  return { ...loaded, cpu: (after.cpu - before.cpu) / loaded.requests }
}

export type Calm = { rate: number; p50: number; p99: number }

/** Open loop at half the rate of the closed one: the median of the rounds' 50th and 99th percentile, ms. */
export async function relaxed(
  { url }: Contestant,
  work: Work,
  how: How & { rate: number },
): Promise<Calm> {
  const { rate, rounds, seconds, databases } = how
  const times: number[][] = []
  for (let round = 0; round < rounds; round++) {
    await databases.rest()
    times.push(
      (await openLoop({ ...work, connections: connectionsOf(work, how), url, seconds }, rate))
        .times,
    )
  }
  const part = (of: number) => median(times.map((sorted) => at(sorted, of)))
  return { rate, p50: part(0.5), p99: part(0.99) }
}

/** The median of the rounds' ratios: fluctuations within a round affect both. */
export function ratio(
  results: Results,
  [one, other]: [string, string],
  of: (round: Round) => number,
) {
  const others = results.get(other) ?? []
  return median(
    (results.get(one) ?? []).flatMap((round, index) => {
      const beside = others[index]
      return beside ? of(round) / of(beside) : []
    }),
  )
}

export const cpuOf = ({ cpu }: Round): number => cpu
export const perSecondOf = ({ perSecond }: Round): number => perSecond

/** The medians of each contestant, in words. */
export function numbersOf(results: Results): string {
  return [...results]
    .map(([name, rounds]) => {
      const middle = (of: (round: Round) => number) => short(median(rounds.map(of)))
      return [
        `${name} ${middle(perSecondOf)}/s`,
        `${middle(cpuOf)} µs CPU`,
        `p50 ${middle(({ times }) => at(times, 0.5))} ms`,
        `p99 ${middle(({ times }) => at(times, 0.99))} ms`,
        `${middle(({ bytes }) => bytes)} bytes`,
      ].join(', ')
    })
    .join('; ')
}
