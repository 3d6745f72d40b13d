/**
 * Every bad input gets a 4xx that names the fault, and nothing is written. Every operation with a body is
 * sent every kind of bad body; every query is sent hostile values.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { scopes } from '#core/access'
import { describedBy } from './described.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, call, post, put, get, aUser, db } = world

type Described = {
  method: string
  url: string
  needsUser: boolean
  fields: Record<string, Field>
  query: string[]
  isStream: boolean
}
type Field = { type?: string | string[]; anyOf?: unknown[] }

const operations = describe()
const admin = await aUser({ roles: ['admin'] })
// A client with every scope, so that only the input can be refused.
const { token: client } = await world.aClient([...scopes])

function describe(): Described[] {
  const { paths = {} } = describedBy(app) as { paths?: Record<string, Record<string, any>> }
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      url: template.replaceAll(/\{\w+\}/g, '01980000-0000-7000-8000-00000000dead'),
      needsUser: (operation.security ?? []).some((scheme: object) => 'user' in scheme),
      fields: operation.requestBody?.content['application/json']?.schema.properties ?? {},
      query: (operation.parameters ?? []).flatMap((p: any) => (p.in === 'query' ? [p.name] : [])),
      isStream: 'text/event-stream' in (operation.responses[200]?.content ?? {}),
    })),
  )
}

async function counts(): Promise<string> {
  const tables = [
    'users',
    'clients',
    'artists',
    'genres',
    'organizers',
    'festivals',
    'places',
    'gigs',
    'tiers',
    'interests',
    'hearts',
  ] as const
  const totals = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .executeTakeFirst(),
    ),
  )
  return JSON.stringify(totals)
}

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const json = { 'content-type': 'application/json' }

const bodies: [why: string, body: string, headers: Record<string, string>, statuses: number[]][] = [
  ['broken JSON', '{"name": ', json, [400]],
  ['trailing JSON', '{} {}', json, [400]],
  ['an array where an object belongs', '[1]', json, [400]],
  ['a string where an object belongs', '"text"', json, [400]],
  ['null where an object belongs', 'null', json, [400]],
  ['a number', '42', json, [400]],
  ['NaN', '{"name": NaN}', json, [400]],
  ['100 levels of nesting', nested(100), json, [400]],
  ['100,000 levels of nesting', '['.repeat(100_000), json, [400, 413]],
  ['a NUL byte', '{"name": "a\\u0000b"}', json, [400]],
  ['a lone surrogate', '{"name": "a\\ud800b"}', json, [400]],
  ['a NUL byte in a field name', '{"a\\u0000b": 1}', json, [400]],
  ['a key into the prototype', '{"__proto__": {"admin": true}}', json, [400]],
  ['9 MiB', `{"name": "${'x'.repeat(9 * 1024 * 1024)}"}`, json, [413]],
  [
    'an unknown content type',
    'name=a',
    { 'content-type': 'application/x-www-form-urlencoded' },
    [415],
  ],
  ['plain text', 'hello', { 'content-type': 'text/plain' }, [415]],
  ['a content type that is none', 'hello', { 'content-type': '\\\\' }, [400, 415]],
  ['no content type', 'hello', {}, [415]],
  ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }, [400, 415]],
  [
    'multipart cut in the middle',
    '--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
    { 'content-type': 'multipart/form-data; boundary=b' },
    [400, 415],
  ],
  [
    'multipart that is none',
    'nothing',
    { 'content-type': 'multipart/form-data; boundary=b' },
    [400, 415],
  ],
]

const withBody = operations.filter(
  ({ method, fields }) => method !== 'GET' && Object.keys(fields).length > 0,
)

for (const [why, body, headers, statuses] of bodies) {
  test(`refuses ${why} in every operation with a body`, async () => {
    const before = await counts()
    for (const { method, url, needsUser } of withBody) {
      const answer = await call(method, url, {
        body,
        headers,
        client,
        as: needsUser ? admin : undefined,
      })
      assert.ok(
        statuses.includes(answer.status),
        `${method} ${url}: ${answer.status} ${answer.text}`,
      )
      assert.equal(typeof answer.body.error, 'string')
    }
    assert.equal(await counts(), before)
  })
}

const wrongValues = [
  { a: 1 },
  [[]],
  1e308,
  -1,
  '',
  '\u{1F600}'.repeat(100_000),
  true,
  '2026-02-30',
  ['x', 1],
]

test('names every field of a wrong type, and writes nothing', async () => {
  for (const { method, url, needsUser, fields } of withBody) {
    for (const [name, field] of Object.entries(fields)) {
      const before = await counts()
      let succeeded = false
      for (const value of wrongValues) {
        const answer = await call(method, url, {
          body: { [name]: value },
          client,
          as: needsUser ? admin : undefined,
        })
        const told = `${method} ${url} ${name}=${JSON.stringify(value).slice(0, 40)}: ${answer.status} ${answer.text.slice(0, 200)}`
        assert.ok(answer.status < 500, told)
        if (answer.status >= 400) assert.equal(typeof answer.body.error, 'string', told)
        else succeeded = true
        const isWrong = field.type === 'string' && typeof value !== 'string'
        if (isWrong) {
          assert.equal(answer.status, 400, told)
          assert.ok(answer.body.error.includes(name) || / required/.test(answer.body.error), told)
        }
      }
      if (!succeeded) assert.equal(await counts(), before, `${method} ${url} ${name}`)
    }
  }
})

const hostile = [
  '-1',
  '0',
  '1e999',
  'Infinity',
  'NaN',
  '0x10',
  '1.5',
  '99999999999999999999999',
  '%00',
  '%ed%a0%80',
  '%27%3B--',
  '%25',
  '_',
  'true',
  '2026-13',
  '0000-00',
  '[object Object]',
  '%F0%9F%98%80',
  'a'.repeat(3_000),
  '',
]

test('answers every query parameter with every hostile value below 500', async () => {
  // The response of a stream does not end: its own tests cover it.
  const finite = operations.filter(({ method, isStream }) => method === 'GET' && !isStream)
  for (const { url, query, needsUser } of finite) {
    for (const name of query) {
      for (const value of hostile) {
        const answer = await get(`${url}?${name}=${value}`, {
          client,
          as: needsUser ? admin : undefined,
        })
        const told = `${url}?${name}=${value.slice(0, 40)}: ${answer.status} ${answer.text.slice(0, 200)}`
        assert.ok(answer.status < 500, told)
        if (answer.status >= 400) assert.equal(typeof answer.body.error, 'string', told)
      }
      const twice = await get(`${url}?${name}=1&${name}=2`, {
        client,
        as: needsUser ? admin : undefined,
      })
      assert.ok(twice.status < 500, `${url}?${name} twice: ${twice.text}`)
    }
  }
})

test('answers every path with a hostile id as not found', async () => {
  for (const { method, url, needsUser } of operations.filter(({ url }) => url.includes('dead'))) {
    for (const id of [
      '1',
      "'%3B%20drop%20table%20users",
      '%00',
      '%ed%a0%80',
      '..%2f..',
      'a'.repeat(4_000),
      '\u{1F600}',
    ]) {
      const hostileUrl = url.replaceAll('01980000-0000-7000-8000-00000000dead', id)
      const answer = await call(method, hostileUrl, {
        body: method === 'GET' ? undefined : {},
        client,
        as: needsUser ? admin : undefined,
      })
      assert.ok(
        [400, 404].includes(answer.status),
        `${method} ${hostileUrl.slice(0, 80)}: ${answer.status} ${answer.text}`,
      )
    }
  }
})

// Requirement (errors): Wrong input is answered with the field and the rule
test('names all invalid fields in one sentence', async () => {
  const { status, body } = await post(
    '/festivals',
    { name: '  ', start_time: '2026-02-30', gigs: [{ artist_id: 7 }] },
    { as: admin },
  )
  assert.equal(status, 400)
  for (const part of [
    'end_time and organizer_id are required',
    'name must not be blank',
    'start_time must be an ISO 8601 time',
    'gigs[0].artist_id must be a string or null',
  ]) {
    assert.ok(body.error.includes(part), `${body.error} lacks: ${part}`)
  }
})

test('does not accept "10" for 10, nor a number for a text', async () => {
  const base = { name: 'x', organizer_id: 'x', start_time: '2090-01-01', end_time: '2090-01-02' }
  for (const [tier, error] of [
    [{ name: 'A', price: '10', quantity: 1 }, 'tickets[0].price must be a number'],
    [{ name: 'A', price: 10, quantity: '1' }, 'tickets[0].quantity must be a whole number'],
    [{ name: 'A', price: 10, quantity: 1.5 }, 'tickets[0].quantity must be a whole number'],
    [{ name: 'A', price: 10.005, quantity: 1 }, 'tickets[0].price must have at most two decimals'],
    [{ name: 'A', price: -1, quantity: 1 }, 'tickets[0].price must be at least 0'],
    [{ name: 5, price: 1, quantity: 1 }, 'tickets[0].name must be a string'],
  ] as const) {
    const answer = await post('/festivals', { ...base, tickets: [tier] }, { as: admin })
    assert.deepEqual([answer.status, answer.body.error], [400, error])
  }
  const huge = await post(
    '/festivals',
    '{"name":"x","organizer_id":"x","start_time":"2090-01-01","end_time":"2090-01-02","tickets":[{"name":"A","price":1e999,"quantity":1}]}',
    { as: admin, headers: json },
  )
  assert.deepEqual([huge.status, huge.body.error], [400, 'tickets[0].price must be a number'])
})

test('refuses files that are not pictures, and pictures that are truncated, too large or bombs', async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  for (const [photo, status] of [
    [png.subarray(0, png.length / 2).toString('base64'), 400],
    [bomb.toString('base64'), 400],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 400],
    ['javascript:alert(1)', 400],
    [Buffer.alloc(5.5 * 1024 * 1024, 1).toString('base64'), 413],
  ] as const) {
    const answer = await post('/organizers', { id: 'no-picture', name: 'x', photo }, { as: admin })
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.body.error, /photo/)
  }
  assert.equal((await put('/organizers/no-picture', {}, { as: admin })).status, 404)
})
