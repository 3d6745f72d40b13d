import type { Plan, Ran, Stage } from './stage.ts'

/** One operation of the service. `before` is not measured; `expect` is the status, by default 200. */
export type Operation = {
  name: string
  run: (round: number) => Promise<{ statusCode: number; body: string } | undefined>
  before?: (round: number) => Promise<unknown>
  expect?: number
}

/** As often as PostgreSQL plans a statement with its values, before it may use a generic plan. */
const warm = 6
const measured = 5
const mostRoundTripsOfARead = 3

export type Measured = {
  name: string
  roundTrips: number
  ms: number
  msInDatabase: number
  pages: number
  indexes: string[]
  faults: string[]
}

/** Repeats an operation, and once more with its plans logged. */
export async function measure(
  { watch, working }: Pick<Stage, 'watch' | 'working'>,
  { name, run, before, expect = 200 }: Operation,
): Promise<Measured> {
  const faults: string[] = []
  const times: number[] = []
  const once = async (round: number) => {
    const began = performance.now()
    const answer = await run(round)
    times.push(performance.now() - began)
    const status = answer?.statusCode ?? expect
    if (status !== expect) faults.push(`${name} answered ${status}: ${answer?.body.slice(0, 300)}`)
  }
  for (let round = 0; round < warm + measured; round++) {
    await before?.(round)
    await once(round)
  }
  await before?.(warm + measured)
  const { roundTrips, ran } = await watch(() => once(warm + measured))
  const nodes = ran.flatMap(({ plan }) => walk(plan))
  const scanned = new Set(nodes.filter(isScan).map((node) => node['Relation Name'] ?? ''))
  const large = await largeOf(working, [...scanned])
  if (large.length > 0) faults.push(`${name} scans ${large.join(', ')}`)
  const most = Math.max(0, ...nodes.map(passedOver))
  if (most > few) faults.push(`${name} passes over ${most} rows of an index`)
  const ms = times.slice(warm, warm + measured).toSorted((a, b) => a - b)[2] ?? 0
  return {
    name,
    roundTrips,
    ms,
    msInDatabase: sum(ran, (one) => one.ms),
    pages: sum(ran, ({ plan }) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']),
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    faults,
  }
}

/** A list makes at most three round trips. */
export function tooManyRoundTrips({ name, roundTrips }: Measured): string[] {
  return roundTrips > mostRoundTripsOfARead ? [`${name} makes ${roundTrips} round trips`] : []
}

const sum = (ran: Ran[], of: (one: Ran) => number) => ran.reduce((total, one) => total + of(one), 0)

const isScan = (node: Plan) => node['Node Type'].includes('Seq Scan')

/** Rows that a walk of an index reads and does not want, in all its loops. */
const passedOver = (node: Plan) =>
  isScan(node) ? 0 : (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']

function walk(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(walk)]
}

/** A table that is read by a sequential scan may not be larger than this, and no walk of an index passes over more rows. */
const few = 20_000

async function largeOf(pool: Stage['working'], tables: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ relname: string }>(
    'select relname from pg_class where relname = any ($1) and reltuples > $2 order by 1',
    [tables, few],
  )
  return rows.map(({ relname }) => relname)
}
