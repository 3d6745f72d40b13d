/**
 * `npm run bench:plans`: asks every read at a million festivals and a million artists and shows what
 * each statement costs: round trips, indexes, milliseconds. A sequential scan of a large table fails.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { readConfig } from '#platform/config'
import { migrate } from '#platform/migrate'
import { startPostgres } from '#platform/postgres'
import { build } from '../src/app.ts'
import { layFloor, openPools } from '../src/serve/floor.ts'
import { makeCatalogue } from './million.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
const size = Number(values.size)
const say = (line: string) => process.stdout.write(`${line}\n`)

type Statement = { text: string; values: unknown[] }
type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }

const folder = await mkdtemp(join(tmpdir(), 'festival-bench-'))
const server = await startPostgres({ folder, durable: false })
const closing = new AsyncDisposableStack()
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
const log = pino({ level: 'silent' })
const ground = { config, connectionString: server.connectionString, log }
const pools = openPools(closing, ground)
const { requests, working } = pools
await migrate(working)
await makeCatalogue(working, size, say)

const statements: Statement[] = []
requests.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  Object.assign(client, {
    query: (...given: unknown[]) => {
      if (typeof given[0] === 'string')
        statements.push({ text: given[0], values: [given[1] ?? []].flat(1) })
      return query(...given)
    },
  })
})
const floor = await layFloor(closing, ground, pools)
const { db, access } = floor
const app = await build(floor, log)
closing.defer(() => app.close())

await db
  .insertInto('clients')
  .values({ id: 'bench', name: 'Bench', scopes: ['read_emails'] })
  .execute()
const {
  rows: [sample],
} = await working.query<Record<'user' | 'festival' | 'artist' | 'organizer', string>>(
  `select (select user_id from interests limit 1) as "user", (select id from festivals offset 777 limit 1) as festival,
          (select id from artists offset 777 limit 1) as artist, 'organizer-7' as organizer`,
)
const headers = {
  'x-f-authorization': (await access.issue(db, { clientId: 'bench' })).token,
  'x-f-authentication': (await access.issue(db, { clientId: 'bench', userId: sample?.user ?? '' }))
    .token,
}
const month = new Date().toISOString().slice(0, 7)
const city = 'min_lat=48&max_lat=49&min_lng=2&max_lng=3'
const urls = [
  '/festivals',
  '/festivals?time=upcoming',
  '/festivals?time=past',
  '/festivals?page=1000',
  '/festivals?country=country%207',
  '/festivals?time=upcoming&country=country%207',
  '/festivals?time=past&country=country%207',
  `/festivals?organizer=${sample?.organizer}`,
  '/festivals?start_time=2027-06-01&offset=40',
  '/festivals?end_time=2026-06-01',
  `/festivals/${sample?.festival}`,
  `/festivals?map=true&${city}`,
  `/festivals?map=true&${city}&time=upcoming`,
  '/festivals?map=true&min_lat=35&max_lat=60&min_lng=-10&max_lng=30',
  '/festivals?map=true&min_lat=-90&max_lat=90&min_lng=-180&max_lng=180',
  '/festivals?map=true&min_lat=-20&max_lat=-10&min_lng=179&max_lng=-179',
  '/gigs',
  '/gigs?page=500',
  `/gigs?month=${month}`,
  `/gigs?month=${month}&country=country%207`,
  `/gigs?artist=${sample?.artist}`,
  '/gigs?country=country%207',
  '/gigs/chart',
  '/artists?limit=100',
  '/artists?limit=100&offset=5000',
  `/artists/${sample?.artist}`,
  '/genres',
  '/organizers?limit=100',
  '/search?for=a',
  '/search?for=lu',
  '/search?for=lun',
  '/search?for=velvet',
  '/search?for=satellites',
  '/search?for=velvet%20foxes%2042',
  '/search?for=rock',
  '/search?for=satelites',
  '/search?for=zzzzqqqq',
  '/users?limit=100',
  '/users?role=admin',
  '/users?role=organizer',
  '/users/i',
  '/users/i/feed',
  '/users/i/feed?festivals_page=50&gigs_page=50',
  '/interest',
  '/clients',
]

const small = new Set([
  'genres',
  'organizers',
  'organizer_managers',
  'clients',
  'client_secrets',
  'tokens',
  'sign_in_failures',
  'points',
])

function walk(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(walk)]
}

async function explain({ text, values: given }: Statement): Promise<Plan[]> {
  const { rows } = await working.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) ${text}`,
    given,
  )
  return walk(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' })
}

const table: string[] = [
  '| Request | Round trips | ms, median of 5 | Indexes |',
  '|---|---|---|---|',
]
const faults: string[] = []
await db
  .updateTable('users')
  .set({ roles: ['admin'] })
  .where('id', '=', sample?.user ?? '')
  .execute()
for (const url of urls) {
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    statements.length = 0
    const began = performance.now()
    const { statusCode, body } = await app.inject({ url, headers })
    if (statusCode !== 200) faults.push(`${url} answered ${statusCode}: ${body.slice(0, 200)}`)
    if (round > 0) times.push(performance.now() - began)
  }
  const asked = [...statements]
  const nodes = (await Promise.all(asked.map(explain))).flat()
  const scans = nodes.flatMap((node) =>
    node['Node Type'].includes('Seq Scan') && !small.has(node['Relation Name'] ?? '')
      ? [node['Relation Name']]
      : [],
  )
  if (scans.length > 0) faults.push(`${url} scans ${[...new Set(scans)].join(', ')}`)
  if (asked.length > 3) faults.push(`${url} makes ${asked.length} round trips`)
  const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
  const median = times.toSorted((a, b) => a - b)[2] ?? 0
  const line = `| \`${url}\` | ${asked.length} | ${median.toFixed(1)} | ${indexes.join(', ')} |`
  table.push(line)
  say(line)
}

const heading = `# Plans at ${size} festivals, ${size} artists and ${size} gigs\n\nNode ${process.version}, PostgreSQL 18, ${availableParallelism()} cores. \`npm run bench:plans -- --size ${size}\`. Milliseconds are of this machine; indexes and round trips are not.\n\n`
await writeFile(new URL('results/plans.md', import.meta.url), `${heading}${table.join('\n')}\n`)
for (const fault of faults) say(`FAULT ${fault}`)
await closing.disposeAsync()
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = faults.length > 0 ? 1 : 0
