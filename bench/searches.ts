/**
 * `npm run bench:search -- --names FILE`: searches for real names, as they are and with one typing error each, and shows
 * how many are among the first three results. FILE has a name a line, up to a tab. `--against FOLDER` searches beside the
 * build of another checkout, by texts that were never asked before, and compares their times; `--size` is the number of
 * festivals.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { nameKey, plain } from '#platform/values/names'
import { openDatabases, run as query, withPool } from './databases.ts'
import { fill } from './fill.ts'
import { failOnHang } from './hang.ts'
import { machine } from './machine.ts'
import { catalogue } from './million.ts'
import { misspelt, pick, randomFrom } from './search/typing-errors.ts'
import { here } from './server.ts'
import { startService } from './service.ts'

const { values } = parseArgs({
  options: {
    names: { type: 'string' },
    against: { type: 'string' },
    size: { type: 'string', default: '100000' },
  },
})
if (values.names === undefined) throw new Error('--names FILE')
const names = (await readFile(values.names, 'utf8'))
  .split('\n')
  .slice(1)
  .flatMap((line) => line.split('\t')[0]?.trim() || [])
const say = (line: string) => process.stdout.write(`${line}\n`)
const random = randomFrom(20_261_129)

/** Kinds of texts, each never asked before. */
const kinds: Record<string, () => string> = {
  'a whole name': () => pick(random, names),
  'a beginning': () => pick(random, names).slice(0, 3 + Math.floor(random() * 6)),
  'a typing error': () => misspelt(pick(random, names), random),
  'words in another order': () => pick(random, names).split(' ').toReversed().join(' '),
  'two words of two names': () =>
    [pick(random, names), pick(random, names)].map((name) => name.split(' ')[0]).join(' '),
  'a festival': () => `${pick(random, ['velvet', 'lunar', 'iron', 'golden'])} festival ${number()}`,
  'two letters': () => pick(random, names).slice(0, 2),
  'common words': () =>
    `${pick(random, ['velvet', 'lunar', 'iron', 'golden', 'wild'])} ${pick(random, ['foxes', 'harbour', 'wolves', 'tide'])} ${number() % 100}`,
}

const number = () => Math.floor(random() * Number(values.size))

await using closing = new AsyncDisposableStack()
closing.defer(failOnHang)
const databases = await openDatabases(say)
closing.defer(() => databases.close())
const builds = [...(values.against === undefined ? [] : [resolve(values.against)]), here]
const services = await open()
say(await machine(databases))
await findMisspelt(500)
await compareTimes(150)

type Service = { build: string; url: string }

/** Fills a database by the first build, and starts every build on a copy, which the later one brings up to date. */
async function open(): Promise<Service[]> {
  const database = await databases.create()
  await using starting = new AsyncDisposableStack()
  await startService({ databases, closing: starting }, { database, root: builds[0] ?? here })
  await starting.disposeAsync()
  await withPool(database, async (pool) => {
    await fill(pool, catalogue, { size: Number(values.size), say })
    await addNames(pool)
    await pool.query('vacuum analyze')
  })
  const opened: Service[] = []
  for (const build of builds) {
    const copy = await databases.create(database)
    const { url } = await startService({ databases, closing }, { database: copy, root: build })
    if (build === here) await untilRenewed(copy)
    await withPool(copy, (pool) => pool.query('vacuum analyze'))
    opened.push({ build: build === here ? 'this build' : build, url })
  }
  return opened
}

/** Adds artists as the version before search names had joined words would have. */
async function addNames(pool: pg.Pool) {
  for (let from = 0; from < names.length; from += 5_000) {
    const some = names.slice(from, from + 5_000)
    await pool.query(
      `insert into artists (id, name, search_name)
      select gen_random_uuid(), * from unnest($1::text[], $2::text[])`,
      [some, some.map(plain)],
    )
  }
}

/** Waits until the jobs have written the search names of artists and the search texts of festivals. */
async function untilRenewed(database: string) {
  const left = `
    select 1 where exists (select from festivals where search_text is null)
      or exists (select from artists where strpos(search_name, E'\\t ') = 0)`
  while ((await query(database, left)).length > 0) await wait(1_000)
}

type Found = { artists: { name: string }[]; festivals: { name: string }[] }

async function search(
  { build, url }: Service,
  text: string,
): Promise<{ found: Found; ms: number }> {
  const began = performance.now()
  const answer = await fetch(`${url}/search?for=${encodeURIComponent(text)}`)
  const found = (await answer.json()) as Found
  const ms = performance.now() - began
  if (answer.ok) return { found, ms }
  // A statement that took longer than its limit: found nothing, and in the times it counts as it is.
  if (answer.status !== 503) throw new Error(`${answer.status} for ${text}`)
  say(`${build}: 503 for ${text}`)
  return { found: { artists: [], festivals: [] }, ms }
}

/** Searches for names as they are, and with one error each. */
async function findMisspelt(many: number) {
  const asked = Array.from({ length: many }, () => pick(random, names)).filter(
    (name) => name.length <= 200,
  )
  const errors = asked.map((name) => misspelt(name, random))
  for (const service of services) {
    const placesOf = async (texts: string[]) => {
      const places: number[] = []
      for (const [nth, text] of texts.entries()) {
        const { artists } = (await search(service, text)).found
        const key = nameKey(asked[nth] ?? '')
        places.push(artists.findIndex(({ name }) => nameKey(name) === key))
      }
      return places
    }
    const exact = await placesOf(asked)
    const forgiven = await placesOf(errors)
    const among = (places: number[], first: number) =>
      `${places.filter((place) => place >= 0 && place < first).length} of ${places.length}`
    say(`${service.build}: ${among(exact, 1)} exact names first`)
    say(`${service.build}: ${among(forgiven, 3)} with a typing error among the first three`)
    const missed = errors.flatMap((text, nth) =>
      (forgiven[nth] ?? -1) < 0 || (forgiven[nth] ?? 0) > 2 ? [`${text} for ${asked[nth]}`] : [],
    )
    say(`  missed: ${missed.join(', ')}`)
  }
}

/** Asks every build for the same texts in turn, one at a time. */
async function compareTimes(many: number) {
  const all = new Map(services.map(({ build }) => [build, [] as number[]]))
  for (const [kind, next] of Object.entries(kinds)) {
    const texts = [...new Set(Array.from({ length: many }, next))].filter(
      (text) => text.trim() !== '',
    )
    const times = new Map(services.map(({ build }) => [build, [] as number[]]))
    for (const [nth, text] of texts.entries()) {
      const order = nth % 2 === 0 ? services : services.toReversed()
      for (const service of order) {
        const { ms } = await search(service, text.slice(0, 200))
        times.get(service.build)?.push(ms)
        all.get(service.build)?.push(ms)
      }
    }
    report(kind, times)
  }
  report('all kinds', all)
}

function report(kind: string, times: Map<string, number[]>) {
  for (const [build, each] of times) {
    const sorted = each.toSorted((one, other) => one - other)
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
    say(`${kind}: ${build}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
  }
}
