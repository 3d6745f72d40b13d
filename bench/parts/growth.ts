import { compare, numbersOf, ratio, type Work } from '../contest.ts'
import { at } from '../load.ts'
import { idsOf, openReaders, type Readers } from '../readers.ts'
import { atMost, type Row } from '../row.ts'
import { attempt, type Part, type Run, scaled } from '../run.ts'
import { anywhere, namesOf, searchesFor, unseenWorks } from '../works.ts'

const nothing = { path: '/' }

type Grown = { size: number; readers: Readers; works: Map<string, Work['ask']> }

/** What becomes slower, and uses more memory, as the catalogue grows: no request is repeated. */
export const growth: Part = async (run) => {
  if (run.sizes.length < 2) throw new Error('It compares the first and last of two sizes or more')
  const catalogues: Grown[] = []
  for (const size of run.sizes) catalogues.push(await grownTo(run, size))
  const rows: Row[] = []
  for (const name of catalogues[0]?.works.keys() ?? []) {
    run.say(`${name} at ${run.sizes.join(', ')}`)
    rows.push(...(await attempt(run, name, async () => [await slower(run, catalogues, name)])))
  }
  return [...rows, await larger(catalogues)]
}

async function grownTo(run: Run, size: number): Promise<Grown> {
  const readers = await openReaders(run, size)
  const names = await namesOf(readers.database)
  const unseen = unseenWorks(size, await idsOf(readers.database, 100_000))
  const nextOf = (name: string) => unseen.find((one) => one.name === name)?.next ?? nothing
  const works = new Map<string, Work['ask']>([
    ['single', nextOf('single')],
    ['list', nextOf('list')],
    ['map of a city', () => ({ path: anywhere('city') })],
    ['search', searchesFor(names)],
  ])
  return { size, readers, works }
}

/** One connection: latency, not throughput. */
async function slower(run: Run, catalogues: Grown[], name: string): Promise<Row> {
  const contestants = catalogues.map(({ size, readers: { service, headers }, works }) => ({
    ...service,
    name: `${size}`,
    own: { headers, ask: works.get(name) ?? nothing },
  }))
  // The same number at all sizes, and few enough that none is repeated at the smallest size.
  const requests = Math.floor((run.sizes[0] ?? 0) / (run.rounds + 1))
  const work = { headers: {}, ask: nothing, connections: 1, requests }
  const results = await compare(contestants, work, {
    ...run,
    seconds: scaled(run, { full: 5, quick: 5, check: 1 }),
  })
  const [smallest = '', largest = ''] = [run.sizes[0], run.sizes.at(-1)].map(String)
  const figure = ratio(results, [largest, smallest], ({ times }) => at(times, 0.5))
  const title = `${name}: p50 at ${largest}, times that at ${smallest}`
  return atMost(title, { figure, target: 2, unit: '×' }, numbersOf(results))
}

/** The memory of the processes after all that. */
async function larger(catalogues: Grown[]): Promise<Row> {
  const used = await Promise.all(
    catalogues.map(async ({ size, readers }) => ({
      size,
      rss: (await readers.service.server.usage()).rss,
    })),
  )
  const [smallest, largest] = [used[0], used.at(-1)]
  const figure = (largest?.rss ?? Number.NaN) / (smallest?.rss ?? Number.NaN)
  const detail = used.map(({ size, rss }) => `${size}: ${(rss / 1e6).toFixed(0)} MB`).join(', ')
  const work = `memory of the process at ${largest?.size}, times that at ${smallest?.size}`
  return atMost(work, { figure, target: 1.5, unit: '×' }, detail)
}
