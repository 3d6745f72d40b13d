/** Small inputs that expand: none of them holds the service up. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { scopes } from '#core/access'
import { newId } from '#platform/values/ids'
import { cpuOf, isWithin } from './cpu.ts'
import { describedBy } from './described.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, call, get, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const { token: client } = await world.aClient([...scopes])
const json = { 'content-type': 'application/json' }

/** The most CPU time of one answer, ms: an attack that works takes seconds to minutes. */
const mostCpu = 3_000

async function promptly<T>(what: string, ask: () => Promise<T>): Promise<T> {
  let answer: T | undefined
  const took = await cpuOf(async () => {
    answer = await ask()
  })
  assert.ok(isWithin(mostCpu, took), `${what} took ${Math.round(took)} ms of the processor`)
  return answer as T
}

/** Returns how many characters of JSON are read while `act` runs. */
async function charactersRead(act: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON
  let count = 0
  JSON.parse = (text: string, ...rest: []) => {
    count += text.length
    return parse(text, ...rest)
  }
  try {
    await act()
  } finally {
    JSON.parse = parse
  }
  return count
}

const tooMany = 'The body must have at most 200,000 values'
const wide: [string, string][] = [
  ['a list', `[${'1,'.repeat(4_000_000)}1]`],
  ['a field that is a list', `{"client_id":[${'1,'.repeat(3_900_000)}1]}`],
  ['a list of lists', `[${'[],'.repeat(2_600_000)}[]]`],
  ['an object', `{${Array.from({ length: 700_000 }, (_, key) => `"${key}":1`).join()}}`],
  ['objects in a list', `[${'{"a":1},'.repeat(900_000)}1]`],
]
for (const [what, body] of wide) {
  // Requirement (rules): Attackers: body and JSON bombs
  test(`${what} of eight megabytes is refused before it is read`, async () => {
    const count = await charactersRead(async () => {
      const answer = await call('POST', '/artists', { as: admin, body, headers: json })
      assert.deepEqual([answer.status, answer.body.error], [400, tooMany])
    })
    // The answer alone.
    assert.ok(count < 1_000, `${count} characters read`)
  })
}

const open: [url: string, most: number, said: string][] = [
  ['/auth/client', 16 * 1024, '16 KiB'],
  ['/auth/forgot-password', 16 * 1024, '16 KiB'],
  ['/auth/reset-password', 16 * 1024, '16 KiB'],
  ['/console/session', 16 * 1024, '16 KiB'],
  ['/gate/session', 16 * 1024, '16 KiB'],
  ['/payments/webhook', 256 * 1024, '256 KiB'],
]
for (const [url, most, said] of open) {
  test(`an unauthenticated body to ${url} has at most ${said}`, async () => {
    const ask = (length: number) =>
      app.inject({
        method: 'POST',
        url,
        headers: json,
        payload: JSON.stringify({ client_id: 'x'.repeat(length - '{"client_id":""}'.length) }),
      })
    const long = await ask(most + 1)
    assert.deepEqual(
      [long.statusCode, long.json().error],
      [413, `The body must have at most ${said}`],
    )
    assert.notEqual((await ask(most)).statusCode, 413)
  })
}

test('a body sent to an unknown address is not parsed as JSON', async () => {
  const payload = `[${'[1],'.repeat(60_000)}1]`
  const ask = (url: string) => app.inject({ method: 'POST', url, headers: json, payload })
  for (const url of ['/nowhere', '/auth/nothing/at/all'])
    assert.equal((await ask(url)).statusCode, 404)
  const broken = await app.inject({ method: 'POST', url: '/nowhere', headers: json, payload: '{' })
  assert.equal(broken.statusCode, 404)
})

test('a body with the maximum number of values is checked, and one with more is refused', async () => {
  const at = (count: number) => JSON.stringify({ extra: Array.from({ length: count }, () => 1) })
  const ask = (count: number) =>
    call('POST', '/artists', { as: admin, body: at(count), headers: json })
  assert.notEqual((await ask(199_999)).body.error, tooMany)
  assert.equal((await ask(200_000)).body.error, tooMany)
})

test('of a list with only invalid entries twenty are listed, and of one that is too long none', async () => {
  const refused = async (length: number) => {
    const scopesGiven = Array.from({ length }, () => true)
    return (await post('/clients', { name: 'a', scopes: scopesGiven }, { client, as: admin })).body
  }
  const { error } = await refused(100)
  assert.match(error, /^scopes\[0\] must be one of .* and more$/)
  assert.equal(error.match(/must be one of/g)?.length, 20)
  assert.equal((await refused(199_000)).error, 'scopes must have at most 100 items')
})

test('brackets within a text do not count as values', async () => {
  const password = ',[{"\\'.repeat(100_000)
  const { status, body } = await promptly('a text of signs', () =>
    post('/auth/user', { email: 'ada@people.example', password }),
  )
  assert.deepEqual([status, body.error], [401, 'Invalid credentials'])
})

for (const [coding, pack] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a body compressed with ${coding} is not unpacked`, async () => {
    const packed = pack(Buffer.from(JSON.stringify({ client_id: 'x'.repeat(7_000_000) })))
    const { statusCode } = await promptly(coding, () =>
      app.inject({
        method: 'POST',
        url: '/auth/client',
        payload: packed,
        headers: { ...json, 'content-encoding': coding },
      }),
    )
    assert.equal(statusCode, 400)
  })
}

/** Texts on which a careless pattern backtracks for minutes. */
const pumps = (length: number) => [
  'a'.repeat(length),
  `${'a'.repeat(length)}!`,
  `${' '.repeat(length)}x`,
  `${'\t'.repeat(length)}=`,
  `a@${'a.'.repeat(length / 2)}`,
  `${'a.'.repeat(length / 2)}@`,
  '"'.repeat(length),
  `${'-'.repeat(length)}\u2013`,
  `${'0'.repeat(length)}:`,
  `http://${'a'.repeat(length)}`,
  `http://${'/?#'.repeat(length / 3)}"`,
  `data:${';base64'.repeat(length / 7)}`,
  'e\u0301'.repeat(length / 2),
  '\u{1F468}\u200D'.repeat(length / 3),
]

type Described = {
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> }
  parameters?: { in: string; name: string }[]
  responses?: Record<string, { content?: object }>
}

function operations() {
  const { paths = {} } = describedBy(app) as { paths?: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{\w+\}/g, newId()),
      fields: Object.keys(
        described.requestBody?.content['application/json']?.schema.properties ?? {},
      ),
      query: (described.parameters ?? []).filter((one) => one.in === 'query'),
      isStream: 'text/event-stream' in (described.responses?.['200']?.content ?? {}),
    })),
  )
}

// Requirement (rules): Attackers: regular-expression bombs
test('no text of a body keeps a pattern busy', async () => {
  for (const { method, url, fields } of operations()) {
    for (const text of fields.length > 0 ? pumps(100_000) : []) {
      const body = Object.fromEntries(fields.map((name) => [name, text]))
      const what = `${method} ${url} ${text.slice(0, 20)}`
      const { status } = await promptly(what, () => call(method, url, { as: admin, client, body }))
      assert.ok(status < 500, `${what}: ${status}`)
    }
  }
})

test('no text of an address keeps a pattern busy', async () => {
  for (const { url, query, method, isStream } of operations()) {
    if (method !== 'GET' || isStream) continue
    for (const text of pumps(900).map(encodeURIComponent)) {
      for (const { name } of query) {
        const what = `${url}?${name}=${text.slice(0, 20)}`
        const { status } = await promptly(what, () =>
          get(`${url}?${name}=${text}`, { as: admin, client }),
        )
        assert.ok(status < 500, `${what}: ${status}`)
      }
    }
  }
  for (const text of pumps(900).map(encodeURIComponent)) {
    const url = `/rewards/challenges/claim/${text}`
    const { status } = await promptly(url, () => post(url, undefined, { as: admin, client }))
    assert.ok([404, 429].includes(status), `${status}`)
  }
})

const here = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

/** Sends these exact bytes and returns everything received until the connection ends. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(here.port), here.hostname, () => socket.write(bytes, 'latin1'))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const head = 'POST /auth/client HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const hidden = 'GET /organizers HTTP/1.1\r\nhost: x\r\n\r\n'
for (const [why, bytes] of [
  [
    'a length and chunks',
    `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two lengths', `${head}content-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n`],
  ['a list of lengths', `${head}content-length: 0, ${hidden.length}\r\n\r\n`],
  ['a length with a sign', `${head}content-length: +2\r\n\r\n{}`],
  ['chunks by another name', `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['chunks that are not last', `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['a blank before a colon', `${head}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a header on two lines', `${head}x: y\r\n z: a\r\ncontent-length : 0\r\n\r\n`],
  ['a size of a chunk that is none', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
  ['a chunk longer than it says', `${head}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
  ['a line feed in a header', `GET /organizers HTTP/1.1\r\nhost: x\r\na: b\nc: d\r\n\r\n`],
  ['a NUL in a header', `GET /organizers HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n`],
  ['no host', 'GET /organizers HTTP/1.1\r\n\r\n'],
] as const) {
  // Requirement (rules): Attackers: header injection
  test(`no request can be hidden behind ${why}`, async () => {
    const answer = await exchange(`${bytes}${hidden}`)
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['400'], answer)
  })
}

for (const [target, place] of [
  ['http://evil.example/docs/', '/docs'],
  ['http://evil.example/guide/x/?y=1', '/guide/x?y=1'],
  ['https://evil.example//guide/x/', '/guide/x'],
  ['HTTP://me@evil.example:81/gate/', '/gate'],
  ['/guide/%2e%2e/', '/guide/%2e%2e'],
  ['//evil.example/%2e%2e/', undefined],
  ['http://here//evil.example/%2e%2e/', undefined],
  ['evil://evil.example/docs/', '/docs'],
] as const) {
  test(`${target} leads to no other host`, async () => {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
    const [, location] = /^location: (.*)\r$/im.exec(answer) ?? []
    assert.deepEqual([status, location], [place ? '308' : '404', place], answer)
  })
}
