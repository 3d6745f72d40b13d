/** The client and the API description match: every operation has its method and its types. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { createFestival, type ErrorCode, type FestivalError } from '../client/src/index.ts'
import { operations } from '../client/src/operations.ts'
import { printClientTypes, printGroups } from '../scripts/print-client-types.ts'
import { errorCodes, fieldCodes } from '../src/api/openapi/error-codes.ts'
import { describedBy } from './described.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const description = world.app.swagger()
const written = describedBy(world.app) as typeof description

const read = (name: string) =>
  readFileSync(new URL(`../client/src/${name}.ts`, import.meta.url), 'utf8')

test('its types and its methods are what `npm run client:types` prints', () => {
  const isPrinted =
    read('types') === printClientTypes(description) && read('groups') === printGroups(description)
  assert.ok(
    isPrinted,
    'the API has changed: run `npm run client:types` and look at what it changed',
  )
})

// Requirement (rules): The client: codes of errors and fields are typed, open to later ones
test('codes of errors and fields are unions of what the service answers, and open to later ones', () => {
  const known: Record<ErrorCode, string> = errorCodes
  const rules: Record<FestivalError['fields'][number]['code'], string> = fieldCodes
  const later: FestivalError['code'] = 'a_code_of_a_later_version'
  // @ts-expect-error: a code that the service does not know
  const unknown: ErrorCode = later
  assert.ok('sold_out' in known && 'too_long' in rules && !(unknown in known))
})

/** Operations without a method in the client, and why. */
const uncalled: Record<string, string> = {
  'POST /payments/webhook': 'the payment processor calls it',
}

/** Calls every method with ids 1, 2, … and returns the requests. */
async function askEverything(): Promise<string[]> {
  const asked: string[] = []
  const client = createFestival({
    baseUrl: 'http://festival.example',
    fetch: async (...given) => {
      const { method, url } = new Request(...given)
      asked.push(`${method} ${new URL(url).pathname}`)
      return Response.json({ error: 'Not found' }, { status: 404 })
    },
  })
  const methods = Object.entries(client).flatMap(([group, value]): [string, unknown][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([name, method]) => [`${group}.${name}`, method])
      : [[group, value]],
  )
  for (const [name, method] of methods) {
    // These are built on the others.
    if (typeof method !== 'function' || /\.all$|^signIn|^signOut$|^as$/.test(name)) continue
    const answer: unknown = method(...(name.endsWith('.stream') ? [] : ['1', '2', '3']))
    const promise = Symbol.asyncIterator in Object(answer) ? Array.fromAsync(answer as []) : answer
    await assert.rejects(Promise.resolve(promise), { status: 404 }, name)
  }
  return asked
}

// Requirement (rules): The client: every operation has a method
test('every operation has exactly one method', async () => {
  const keys = described.map(({ key }) => key)
  const numbered = (operation: string) => {
    let count = 0
    return operation.replace(/\{\w+\}/g, () => `${++count}`)
  }
  const asked = await askEverything()
  const lacking = keys.filter(
    (operation) => !(operation in uncalled) && !asked.includes(numbered(operation)),
  )
  assert.deepEqual(lacking, [], 'name a method for it in client/src/operations.ts')
  const known = new Set(keys.map(numbered))
  assert.deepEqual(
    asked.filter((operation) => !known.has(operation)),
    [],
  )
  assert.equal(new Set(asked).size, asked.length, `twice: ${asked.toSorted().join(', ')}`)
})

const described = Object.entries(Object(written.paths)).flatMap(([path, methods]) =>
  Object.entries(Object(methods)).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${path}`,
    parameters: (Object(operation).parameters ?? []) as { in: string; name: string }[],
  })),
)
/** Lists that are read in parts: they take a page, an offset or a cursor. */
const lists = described
  .filter(({ key }) => key.startsWith('GET ') && !key.endsWith('/sse'))
  .map(({ key, parameters }) => ({
    key,
    takes: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  }))
  .filter(({ takes }) => ['page', 'offset', 'before', 'after'].some((name) => takes.includes(name)))

/** Lists without an iterator, and why. */
const withoutIterator: Record<string, string> = {
  'GET /festivals/{id}/day': 'a page has parts of days, in which gigs are by stage',
}

/** Answers any list of 205 items in the form that its parameters have, and notes what was asked. */
function aList(takes: string[]) {
  const items = Array.from({ length: 205 }, (_, index) => ({ id: `${index}` }))
  const asked: string[][] = []
  const send: typeof fetch = async (...given) => {
    const { searchParams: query } = new URL(new Request(...given).url)
    asked.push([...query.keys()])
    const limit = Number(query.get('limit'))
    const page = Number(query.get('page') ?? 1)
    const cursor = takes.includes('after') ? 'after' : 'before'
    const from = Number(query.get('offset') ?? query.get(cursor) ?? (page - 1) * limit)
    const part = items.slice(from, from + limit)
    const hasMore = from + limit < items.length
    const next = { [`next_${cursor}`]: hasMore ? `${from + limit}` : null }
    const pagination = { page, hasMore }
    if (takes.includes('page'))
      return Response.json({ part, pagination, ...(takes.includes('after') && next) })
    return Response.json(takes.includes('offset') ? part : { part, ...next })
  }
  return { items, asked, send }
}

/** The names of an operation's methods, such as `festivals.list`. */
const methodsOf = (key: string) =>
  Object.entries(operations).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, [known]]) => (known === key ? [[group, name]] : [])),
  )

// Requirement (rules): The client: every list can be iterated to its end
test('every list has an iterator that reads it to its end, in the form that the description names', async () => {
  assert.ok(lists.length > 20)
  for (const { key, takes } of lists) {
    if (key in withoutIterator) continue
    const { items, asked, send } = aList(takes)
    const client: any = createFestival({ baseUrl: 'http://festival.example', fetch: send })
    const [[group = '', name = ''] = []] = methodsOf(key)
    const { all } = client[group][name]
    assert.ok(all, `${key} has no iterator: give its form in client/src/operations.ts`)
    const ids = [...key.matchAll(/\{/g)].map(() => 'id')
    assert.deepEqual(await Array.fromAsync(all(...ids)), items, key)
    const unknown = asked.flat().filter((name) => !takes.includes(name))
    assert.deepEqual([asked.length, unknown], [3, []], key)
    if (name === 'list') assert.equal(client[group].all, all, `${group}.all`)
  }
})

test('an iterator reads as many items at once as it is told, and goes on with `after` where there is one', async () => {
  for (const takes of [['page'], ['page', 'after'], ['offset'], ['before'], ['after']]) {
    const { items, asked, send } = aList(takes)
    const { gigs, users, audit }: any = createFestival({
      baseUrl: 'http://festival.example',
      fetch: send,
    })
    const { all } = { page: gigs, offset: users }[takes[0] ?? ''] ?? audit
    assert.deepEqual(await Array.fromAsync(all({ limit: 50 })), items)
    assert.equal(asked.length, 5)
    const goesOn = asked.slice(1).every((query) => query.includes('after'))
    assert.equal(goesOn, takes.includes('after'), `${takes}`)
  }
})

/** The size of a module as an application gets it, in bytes: without what it imports from `external`. */
async function sizeOf(entry: string, external: string[]): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', external },
    },
  })
  const [bundle] = [built].flat() as Rolldown.RolldownOutput[]
  const code = bundle?.output.map((part) => ('code' in part ? part.code : '')).join('')
  return gzipSync(code ?? '').length
}

// Requirement (rules): The client: less than 9 kB, its hooks less than 3 kB
test('the whole client is smaller than 9 kB, and the hooks smaller than 3 kB, as the README says', async () => {
  const readme = readFileSync(new URL('../client/README.md', import.meta.url), 'utf8')
  assert.match(readme, /Less than 9 kB.*less than 3 kB/s)
  const sizes = [
    await sizeOf('client/src/index.ts', []),
    await sizeOf('client/src/react/index.ts', ['react']),
  ] as const
  assert.ok(sizes[0] > 2_000 && sizes[0] < 9_000, `${sizes[0]} bytes`)
  assert.ok(sizes[1] > 1_000 && sizes[1] < 3_000, `${sizes[1]} bytes`)
})
