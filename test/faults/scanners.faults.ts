/**
 * Third-party scanners against the service, each first against a server with holes to find. They need
 * Debian's packages: apt-get install slowhttptest sqlmap wapiti.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newId } from '#platform/values/ids'
import { resolved } from '../described.ts'
import { aFolder, callAt, start } from '../service-process.ts'
import { startPlanted } from './planted-server.ts'
import { holes, injections, slowly, type Target } from './scanners.ts'
import { isFull } from './sized.ts'

const skip = isFull ? false : 'scanners take a while: npm run test:faults -- --full --only scanners'
const connections = 400
const isSlow = {
  headers: ['-H'],
  body: ['-B', '-s', '8192', '-f', 'application/json', '-t', 'POST'],
} as const

async function aPlanted() {
  const { TEST_DATABASE_URL: database } = process.env
  assert.ok(database)
  const planted = await startPlanted(database)
  after(planted.close)
  return planted.url
}

/** A running service with its demo data, and the tokens of its administrator. */
async function aService() {
  const folder = await aFolder()
  const service = await start(folder, [], { SIGN_IN_FAILURES: '1000', WRONG_CODES: '1000' })
  const lines = (await readFile(join(folder, 'first-start.env'), 'utf8')).trim().split('\n')
  const kept = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))
  const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = kept
  const client = await callAt(service.url, '/auth/client', { body: { client_id, client_secret } })
  const body = { email: kept['ADMIN_EMAIL'], password: kept['ADMIN_PASSWORD'] }
  const { token } = client.body
  const user = await callAt(service.url, '/auth/user', { token, body })
  assert.deepEqual([client.status, user.status], [200, 200])
  const headers = { 'X-F-Authorization': token, 'X-F-Authentication': user.body.token }
  return { ...service, headers }
}

const [planted, ours] = isFull ? [await aPlanted(), await aService()] : []

type TestContext = { diagnostic: (text: string) => void }

for (const [what, args] of Object.entries(isSlow)) {
  test(`slow ${what}: the planted server is held, the service closes the connection`, {
    skip,
  }, async (t: TestContext) => {
    assert.ok(planted && ours)
    const held = await slowly(`${planted}/echo`, { connections, seconds: 12, args: [...args] })
    t.diagnostic(`planted, slow ${what}: ${JSON.stringify(held)}`)
    assert.equal(held.isOver, false)
    const slow = { connections, seconds: 30, args: [...args] }
    const free = await slowly(`${ours.url}/auth/client`, slow)
    t.diagnostic(`the service, slow ${what}: ${JSON.stringify(free)}`)
    assert.deepEqual([free.isOver, free.wasAvailable], [true, true])
    assert.ok(free.seconds <= 15)
  })
}

test('slow reading: the service continues to answer others', { skip }, async (t: TestContext) => {
  assert.ok(ours)
  const args = ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3']
  const told = await slowly(`${ours.url}/search?for=a`, { connections, seconds: 20, args })
  t.diagnostic(`the service, slow reading: ${JSON.stringify(told)}`)
  assert.equal(told.wasAvailable, true)
})

type Field = { type?: string | string[]; examples?: unknown[]; default?: unknown; anyOf?: Field[] }
type Described = {
  parameters?: { in: string; name: string; schema: Field }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Field> } }> }
  responses: Record<string, { content?: object }>
}

/** A valid value for a field, so that what sqlmap adds to it gets as far as possible. */
function usual({ examples, default: byDefault, type, anyOf }: Field): unknown {
  const known = examples?.[0] ?? byDefault
  if (known !== undefined) return known
  if (anyOf?.[0]) return usual(anyOf[0])
  const kind = [type].flat()[0]
  return kind === 'integer' || kind === 'number' ? 1 : kind === 'boolean' ? true : 'a'
}

/** Every operation with a parameter or a body, with a separate entry for its path. */
async function targetsOf(url: string): Promise<Target[]> {
  const { paths: described } = resolved((await callAt(url, '/openapi.json')).body)
  const paths: [string, Record<string, Described>][] = Object.entries(described)
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !('text/event-stream' in (responses['200']?.content ?? {})))
      .flatMap(([method, described]) => targetsOfOne(url, path, { method, ...described })),
  )
}

function targetsOfOne(
  url: string,
  path: string,
  { method, parameters = [], requestBody }: Described & { method: string },
): Target[] {
  const place = url + path.replaceAll(/\{\w+\}/g, newId())
  const query = parameters.filter((one) => one.in === 'query')
  const fields = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {})
  const given = new URLSearchParams(query.map(({ name, schema }) => [name, `${usual(schema)}`]))
  const body = Object.fromEntries(fields.map(([name, field]) => [name, usual(field)]))
  const one = { method: method.toUpperCase() }
  return [
    ...(query.length > 0
      ? [{ ...one, url: `${place}?${given}`, params: query.map(({ name }) => name) }]
      : []),
    ...(fields.length > 0 ? [{ ...one, url: place, body }] : []),
    ...(path.endsWith('}') ? [{ ...one, url: `${place}*` }] : []),
  ]
}

test('sqlmap finds the planted hole, and none in any operation', {
  skip,
}, async (t: TestContext) => {
  assert.ok(planted && ours)
  const hole = { method: 'GET', url: `${planted}/search?for=pg_class`, params: ['for'] }
  assert.equal(await injections(hole, {}), 'found')
  const targets = await targetsOf(ours.url)
  const told: Record<string, string> = {}
  for (const target of targets) {
    const { method, url } = target
    const found = await injections(target, ours.headers)
    if (found !== 'none') told[`${method} ${url.replace(ours.url, '')}`] = found
  }
  t.diagnostic(`sqlmap: ${targets.length} targets, ${Object.keys(told).length} with a finding`)
  assert.deepEqual(told, {})
})

test('wapiti finds the planted holes, and none in the service', {
  skip,
}, async (t: TestContext) => {
  assert.ok(planted && ours)
  const there = await holes(planted, { seconds: 60 })
  t.diagnostic(`wapiti, planted: ${Object.keys(there).join(', ')}`)
  // It recognises no database by its errors, so it reports the answers of 500 that its SQL causes.
  assert.ok(Object.keys(there).some((kind) => /SQL|Internal Server Error/.test(kind)))
  assert.ok(Object.keys(there).some((kind) => /Cross Site Scripting/.test(kind)))
  const targets = await targetsOf(ours.url)
  const starts = targets.flatMap(({ method, url }) =>
    method === 'GET' && !url.endsWith('*') ? [url] : [],
  )
  const pages = ['/console', '/docs', '/gate'].map((page) => ours.url + page)
  const { url, headers } = ours
  const here = await holes(url, { seconds: 600, starts: [...pages, ...starts], headers })
  t.diagnostic(`wapiti, the service: ${starts.length} addresses, ${JSON.stringify(here)}`)
  assert.deepEqual(here, {})
})

test('what the scanners sent was handled, and never answered with 500', {
  skip,
}, (t: TestContext) => {
  const statuses: string[] = (ours?.output() ?? '').match(/(?<="status":)\d+/g) ?? []
  const tally = Object.entries(Object.groupBy(statuses, (status) => status))
  t.diagnostic(tally.map(([status, all = []]) => `${status}: ${all.length}`).join(', '))
  assert.ok(statuses.filter((status) => status === '200').length > 100)
  assert.ok(!statuses.includes('500'))
})
