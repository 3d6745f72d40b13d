/** Clients that generators make of `openapi.json` compile, and have the records by their names. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
import { aWorld } from './world.ts'

// TypeScript 7 has no API in JavaScript yet. Generators use that of the version which @ts-morph/common has in it.
const typescript = import.meta.resolve('@ts-morph/common/dist/typescript.js')
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? typescript : specifier, context),
})

const world = await aWorld()
const { body: description } = await world.get('/openapi.json', { client: null })
const file = join(world.folder, 'openapi.json')
await writeFile(file, JSON.stringify(description))

/** Compiles a program beside a generated client, as strictly as possible. */
async function compile(folder: string, program: string): Promise<void> {
  const path = join(world.folder, folder)
  await writeFile(join(path, 'program.ts'), program)
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  }
  const settings = { compilerOptions, include: ['.'] }
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify(settings))
  const run = promisify(execFile)('node_modules/.bin/tsc', ['-p', path])
  await run.catch(({ stdout }) => assert.fail(stdout))
}

test('openapi-typescript: types that compile', async (t) => {
  const { default: generate, astToString } = await import('openapi-typescript')
  const text = astToString(await generate(pathToFileURL(file)))
  t.diagnostic(`${Math.round(text.length / 1000)} kB`)
  await promisify(execFile)('mkdir', ['-p', join(world.folder, 'types')])
  await writeFile(join(world.folder, 'types/api.ts'), text)
  await compile(
    'types',
    `import type { components, paths } from './api'
type Schemas = components['schemas']
export const nameOf = ({ name, organizer, gigs }: Schemas['Festival']): string =>
  [name, organizer.name, ...gigs.map((gig) => gig.artist?.name ?? '')].join()
type List = paths['/festivals']['get']['responses']['200']['content']['application/json']
export const firstOf = (list: List) => (Array.isArray(list) ? list[0]?.id : list.pagination.total)
type Refused = paths['/payments']['post']['responses']['409']['content']['application/json']
export const wasSoldOut = ({ code, next_release_at }: Refused): boolean =>
  code === 'sold_out' && next_release_at !== null
`,
  )
})

// Requirement (rules): Clients that are generated from it compile
test('@hey-api/openapi-ts: a client that compiles', async (t) => {
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: file,
    output: join(world.folder, 'client'),
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  })
  const types = await readFile(join(world.folder, 'client/types.gen.ts'), 'utf8')
  t.diagnostic(`${Math.round(types.length / 1000)} kB of types`)
  await compile(
    'client',
    `import { type Festival, type FestivalPage, createPayment, listFestivals } from './index'
export async function first(): Promise<Festival | undefined> {
  const { data } = await listFestivals({ query: { page: 1 } })
  const page = data as FestivalPage | undefined
  return page?.festivals[0]
}
export async function buy(entity_id: string): Promise<string | undefined> {
  const { data, error } = await createPayment({ body: { payment_type: 'ticket', entity_id } })
  return data?.id ?? error?.code
}
`,
  )
})

/** The named records in another language, by quicktype, which works without a network. */
async function recordsIn(lang: 'python' | 'go', options: Record<string, string>): Promise<string> {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore())
  const { components } = description
  const named = ['Festival', 'Artist', 'Payment', 'Notification', 'Error', 'CreateFestivalBody']
  for (const name of named) {
    const schema = JSON.stringify({ $ref: `#/components/schemas/${name}`, components })
    await input.addSource({ name, schema })
  }
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang, rendererOptions: options })
  return lines.join('\n')
}

test('quicktype: records for Python and Go', async () => {
  const python = await recordsIn('python', { 'python-version': '3.7' })
  for (const name of ['Festival', 'Artist', 'Payment', 'Notification']) {
    assert.match(python, new RegExp(`^class ${name}:$`, 'm'))
  }
  assert.match(python, /^ {4}organizer: Organizer$/m)
  const go = await recordsIn('go', { package: 'festival' })
  assert.match(go, /^type Festival struct \{$/m)
  assert.match(go, /^type Payment struct \{$/m)
})
