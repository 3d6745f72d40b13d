/** The client and the API description match: every operation has its method and its types. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { createFestival } from '../client/src/index.ts'
import { printClientTypes } from '../scripts/print-client-types.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const description = world.app.swagger()

test('client/src/types.ts is what `npm run client:types` prints', () => {
  const file = readFileSync(new URL('../client/src/types.ts', import.meta.url), 'utf8')
  const isPrinted = file === printClientTypes(description)
  assert.ok(
    isPrinted,
    'the API has changed: run `npm run client:types` and look at what it changed',
  )
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
    if (typeof method !== 'function' || /\.all$|^signIn$|^signOut$|^as$/.test(name)) continue
    const answer: unknown = method(...(name.endsWith('.stream') ? [] : ['1', '2', '3']))
    const promise = Symbol.asyncIterator in Object(answer) ? Array.fromAsync(answer as []) : answer
    await assert.rejects(Promise.resolve(promise), { status: 404 }, name)
  }
  return asked
}

test('every operation has exactly one method', async () => {
  const described = Object.entries(Object(description.paths)).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const numbered = (operation: string) => {
    let count = 0
    return operation.replace(/\{\w+\}/g, () => `${++count}`)
  }
  const asked = await askEverything()
  const lacking = described.filter(
    (operation) => !(operation in uncalled) && !asked.includes(numbered(operation)),
  )
  assert.deepEqual(lacking, [], 'name a method for it in client/src/operations.ts')
  const known = new Set(described.map(numbered))
  assert.deepEqual(
    asked.filter((operation) => !known.has(operation)),
    [],
  )
  assert.equal(new Set(asked).size, asked.length, `twice: ${asked.toSorted().join(', ')}`)
})

test('the whole client is smaller than 6.5 kB', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: 'client/src/index.ts', preserveEntrySignatures: 'strict' },
    },
  })
  const [bundle] = [built].flat() as Rolldown.RolldownOutput[]
  const size = gzipSync(bundle?.output[0].code ?? '').length
  assert.ok(size > 2_000 && size < 6_500, `${size} bytes`)
})
