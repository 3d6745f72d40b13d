/** What an operation does not know: named in `x-ignored`, or refused in a strict request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scopes } from '#core/access'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aFestival, anOrganizer } from './catalogue.ts'
import { describedBy } from './described.ts'
import { exampleOf } from './example-of.ts'
import { type Operation, readOperations } from './fuzz/operations.ts'
import { settled } from './fuzz/pool.ts'
import { valid } from './fuzz/values.ts'
import { aWorld, lenient } from './world.ts'

const world = await aWorld()
const { get, post, put, call, db, aUser } = world
const admin = await aUser({ roles: ['admin'] })
const { token: client } = await world.aClient([...scopes])
const organizer = await anOrganizer(world)
const festival = await aFestival(world)
const tier = await aTier(world)
const buy = { payment_type: 'ticket', entity_id: tier.id }
const slug = () => `org-${newId()}`
const long = 'x'.repeat(300)

/** Each with what the answer says that it ignored, and the fields that a strict request is refused with. */
const requests: [what: string, method: string, url: string, body: unknown, ignored: string[]][] = [
  ['nothing unknown', 'POST', '/payments', buy, []],
  ['no body', 'PUT', `/organizers/${organizer.id}`, undefined, []],
  [
    'a field that is meant for another',
    'POST',
    '/payments',
    { ...buy, payment_method: 'pm_card_visa', points_to_use: 0 },
    [
      'payment_method (did you mean processorPaymentMethodId?)',
      'points_to_use (did you mean pointsToUse?)',
    ],
  ],
  [
    'fields of items, and of records in them',
    'PUT',
    `/festivals/${festival.id}`,
    {
      tickets: [
        { name: 'Day', price: 1, quantity: 1 },
        { name: 'Day 2', price: 1, prise: 2, quantity: 1 },
      ],
      places: [{ name: 'Quay', coordinates: { lat: 1, lng: 2, height: 3 } }],
    },
    ['tickets[1].prise (did you mean price?)', 'places[0].coordinates.height'],
  ],
  [
    'a field of one of two forms in neither',
    'PUT',
    `/festivals/${festival.id}`,
    { coordinates: { location: { coordinates: [1, 2], kind: 'Point' }, lat: 3, x: 1 } },
    ['coordinates.location.kind', 'coordinates.x'],
  ],
  [
    'several artists, with fields of one of them',
    'POST',
    '/artists',
    { artists: [{ name: 'Ebb', nmae: 'Flow' }], bio: 'of one artist' },
    ['artists[0].nmae (did you mean name?)'],
  ],
  ['a body where none is taken', 'PUT', '/notifications/read-all', { before: 1 }, ['before']],
  ['free fields', 'POST', '/rewards/events', { event_type: 'a', metadata: { free: { x: 1 } } }, []],
  [
    'a parameter',
    'GET',
    '/festivals?cuntry=Denmark&limit=1',
    undefined,
    ['cuntry (did you mean country?)'],
  ],
  ['parameters, one of them twice', 'GET', '/gigs?b=1&a=2&b=3&&=4', undefined, ['b', 'a']],
  ['a parameter where there are none', 'GET', '/payments/config?x', undefined, ['x']],
  ['a parameter of a change', 'PUT', '/notifications/read-all?all=1', {}, ['all']],
  ['a parameter and a field', 'POST', '/payments?x=1', { ...buy, y: 1 }, ['x', 'y']],
  ['an earlier name of a parameter', 'GET', `/audit?before=${newId()}&limit=1`, undefined, []],
  [
    'an earlier name of a field, beside a misspelt present one',
    'POST',
    '/accommodations',
    {
      festival_id: festival.id,
      name: 'Tent',
      price: 9,
      quantity: 1,
      check_in: '2027-07-01T12:00:00Z',
      checkOutAt: null,
    },
    ['checkOutAt (did you mean check_out_at?)'],
  ],
  [
    'an earlier name of a field',
    'POST',
    '/accommodations',
    { festival_id: festival.id, name: 'Hut', price: 9, quantity: 1, check_in: null },
    [],
  ],
  [
    'a misspelt parameter beside those of places and more',
    'GET',
    '/festivals?near=55.62,12.08&radius=5&expand=followed&radius_km=1',
    undefined,
    ['radius_km (did you mean radius?)'],
  ],
  [
    'names that cannot stand in a header',
    'GET',
    '/genres?a%2C%20b=1&%22(c)%22=2&%E2%82%AC=3&a%0D%0Ab%3A=4&%zz=5',
    undefined,
    ['a%2C%20b', '%22%28c%29%22', '%E2%82%AC', 'a%0D%0Ab:', '%25zz'],
  ],
  [
    'a field without a name',
    'POST',
    '/organizers',
    { id: slug(), name: 'Quay', '': 1 },
    ['%22%22'],
  ],
  ['a long name', 'GET', `/genres?${long}=1`, undefined, [`${'x'.repeat(80)}...`]],
  [
    'more than twenty',
    'POST',
    '/organizers',
    {
      id: slug(),
      name: 'Quay',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`zz${n}`, n])),
    },
    [...Array.from({ length: 20 }, (_, n) => `zz${n}`), '...'],
  ],
]

for (const [what, method, url, body, ignored] of requests) {
  // Requirement (rules): contract §1 unknown fields and parameters are named in x-ignored, of bodies at any
  //   depth, queries and forms
  test(`${what}: it is ignored and named`, async () => {
    const answer = await call(method, url, { body, as: admin, headers: lenient })
    assert.ok(answer.status < 300, answer.text)
    const said = answer.headers['x-ignored']
    assert.deepEqual(said === undefined ? [] : `${said}`.split(', '), ignored)
    assert.equal(answer.headers['preference-applied'], undefined)
  })

  test(`${what}: a strict request is ${ignored.length > 0 ? 'refused' : 'answered'}`, async () => {
    const answer = await call(method, url, { body, as: admin })
    assert.equal(answer.headers['preference-applied'], 'handling=strict')
    assert.equal(answer.headers['x-ignored'], undefined)
    assert.equal(answer.status >= 400, ignored.length > 0, answer.text)
    // What is unknown of the address is refused before the body is read.
    const some = answer.body.fields?.length ?? 0
    assert.equal(some, method === 'POST' && url.includes('?') ? 1 : Math.min(ignored.length, 20))
  })
}

// Requirement (rules): contract §1 strict requests: 400 with the code unknown, and the field that was meant
test('a strict refusal names each field, with its code and the field that was meant', async () => {
  const before = await get('/payments', { as: admin })
  const { status, body } = await post(
    '/payments',
    { ...buy, payment_method: 'x', x: 1 },
    { as: admin },
  )
  const [meant, message] = [
    'processorPaymentMethodId',
    'payment_method is not known; did you mean ',
  ]
  assert.deepEqual(
    [status, body],
    [
      400,
      {
        error: `payment_method (did you mean ${meant}?) and x are not known`,
        code: 'invalid',
        fields: [
          { path: 'payment_method', code: 'unknown', message: `${message}${meant}?` },
          { path: 'x', code: 'unknown', message: 'x is not known' },
        ],
      },
    ],
  )
  const one = await post('/payments', { ...buy, payment_method: 'x' }, { as: admin })
  assert.equal(one.body.error, `${message}${meant}?`)
  assert.deepEqual((await get('/payments', { as: admin })).body, before.body, 'nothing is bought')
})

test('a misspelt field is named beside the one that is therefore missing', async () => {
  const given = { id: slug(), nmae: 'Quay' }
  const error = 'name is required, nmae is not known; did you mean name?'
  const strict = await post('/organizers', given, { as: admin })
  assert.deepEqual([strict.status, strict.body.error], [400, error])
  assert.deepEqual(
    strict.body.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
    [
      ['name', 'required'],
      ['nmae', 'unknown'],
    ],
  )
  const other = await post('/organizers', given, { as: admin, headers: lenient })
  assert.deepEqual([other.body.error, other.body.fields.length], ['name is required', 1])
  assert.equal(other.headers['x-ignored'], 'nmae (did you mean name?)')
  const login = await post('/auth/user', { mail: 'a', password: 'b' })
  assert.match(
    login.body.error,
    /^email and password are required, mail is not known; did you mean/,
  )
})

test('a caller without a token is told that alone, and so is one without the right', async () => {
  assert.equal((await get('/festivals?x=1', { client: null })).status, 401)
  const ada = await aUser()
  const users = await get('/users/all?x=1', { as: ada })
  assert.deepEqual([users.status, users.body.code], [403, 'missing_permission'])
})

// Requirement (rules): contract §1 of a form as of JSON
test('a form is read like JSON', async () => {
  const form = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(
        ([name, text]) =>
          `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      )
      .join('') + '--b--\r\n'
  const send = (id: string, headers: Record<string, string>) =>
    call('POST', '/organizers', {
      as: admin,
      body: form({ id, name: 'Quay', descripton: 'By the water', logo: 'none' }),
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
    })
  const [kept, refused] = [await send(slug(), lenient), await send(slug(), {})]
  assert.equal(kept.status, 201)
  const names = 'descripton (did you mean description?), logo'
  assert.equal(kept.headers['x-ignored'], names)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [400, 'descripton (did you mean description?) and logo are not known'],
  )
})

// Requirement (rules): contract §1 answers that are kept: what one caller is told of its address is not sent
//   to others
test('cached or new, GET, HEAD and 304 name what they ignore, and strict requests are refused', async () => {
  const [plain, odd] = ['/organizers?limit=3', '/organizers?limit=3&sort=name']
  const { headers } = await get(plain)
  for (let round = 0; round < 3; round++) {
    for (const method of ['GET', 'HEAD']) {
      const ignoring = await call(method, odd, { headers: lenient })
      assert.deepEqual([ignoring.status, ignoring.headers['x-ignored']], [200, 'sort'])
      assert.equal((await call(method, plain)).headers['x-ignored'], undefined)
      assert.equal((await call(method, odd)).status, 400)
    }
    const etag = { 'if-none-match': `${headers['etag']}` }
    const same = await get(odd, { headers: { ...lenient, ...etag } })
    assert.deepEqual([same.status, same.headers['x-ignored']], [304, 'sort'])
    assert.equal((await get(odd, { headers: etag })).status, 400)
    assert.equal((await get(plain, { headers: etag })).status, 304)
  }
})

for (const url of [
  '/payments?status=bogus',
  '/payments/all?status=bogus',
  '/payments/all?type=bogus',
  `/festivals/${festival.id}/payments?type=Ticket`,
  '/users/all?role=owner',
  '/users?role=admin,owner',
  '/users?role=,',
  '/webhooks/ID/deliveries?status=lost',
  '/webhooks/ID/deliveries?type=payment.made',
]) {
  // Requirement (rules): contract §1 strict requests: a filter whose value finds nothing by definition
  test(`${url} finds nothing, and is 400 in a strict request`, async () => {
    const { body: webhook } = await post(
      '/webhooks',
      { url: 'https://app.example/' },
      { as: admin },
    )
    const address = url.replace('ID', webhook.id)
    const found = await get(address, { as: admin, client, headers: lenient })
    assert.equal(found.status, 200)
    const { status, body } = await get(address, { as: admin, client })
    const [, name = ''] = /\?(\w+)/.exec(url) ?? []
    assert.deepEqual([status, body.fields[0].path, body.fields[0].code], [400, name, 'not_one_of'])
    assert.match(body.error, new RegExp(`^${name} must be one of `))
  })
}

test('filters with values that are known, and an empty list of them, are taken', async () => {
  for (const url of [
    '/payments?status=succeeded',
    '/payments/all?type=ticket&status=refunded',
    '/users/all?role=admin',
    '/users?role=organizer,%20admin',
    '/users?role=',
  ]) {
    assert.equal((await get(url, { as: admin })).status, 200, url)
  }
})

test('a browser on another origin may read what was ignored', async () => {
  const { headers } = await get('/organizers', { headers: { origin: 'https://app.example' } })
  const exposed = `${headers['access-control-expose-headers']}`.split(', ')
  assert.ok(exposed.includes('x-ignored') && exposed.includes('preference-applied'))
  assert.match(`${headers['vary']}`, /prefer/)
})

test('pages and files, which are no operations, take any parameter', async () => {
  for (const url of ['/openapi.json?x=1', '/guide?utm_source=mail']) {
    const answer = await get(url, { client: null })
    assert.notEqual(answer.status, 400, url)
    assert.equal(answer.headers['x-ignored'], undefined)
  }
})

const operations = readOperations(describedBy(world.app))
const addressOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, newId())

// Requirement (rules): contract §1 strict requests: a record may be written back as it was read
test('a record that was read may be written back as it is', async () => {
  const { paths = {} }: { paths?: Record<string, any> } = describedBy(world.app)
  const written = operations.filter(({ method, body }) => method === 'PUT' && body)
  const both = written.filter(({ path }) => paths[path].get)
  assert.ok(both.length >= 6, `${both.length} records`)
  for (const operation of both) {
    const answer = paths[operation.path].get.responses[200].content['application/json'].schema
    const read = exampleOf(answer, () => ({}))
    assert.ok(Object.keys(Object(read)).length > 0, operation.name)
    const url = addressOf(operation)
    const { body, headers } = await put(url, read, { as: admin, client })
    const unknown = body.fields?.filter(({ code }: { code: string }) => code === 'unknown') ?? []
    assert.deepEqual(unknown, [], operation.name)
    assert.equal(headers['preference-applied'], 'handling=strict', operation.name)
  }
  const { id: _, ...real } = (await get(`/festivals/${festival.id}`)).body
  assert.ok('rank' in real && 'organizer' in real)
  assert.equal((await put(`/festivals/${festival.id}`, real, { as: admin })).status, 200)
})

/** Every record in a value that may have further fields, with its path. */
function recordsIn(value: unknown, path = ''): [path: string, record: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  // The fields of metadata and of what a browser adds to a passkey are free, and the names of translations.
  const isFree = isList || /(^|\.)translations$/.test(path)
  const own: [string, Record<string, unknown>][] = isFree ? [] : [[path, { ...value }]]
  const within = Object.entries(value).filter(
    ([name]) => !['metadata', 'clientExtensionResults'].includes(name),
  )
  return own.concat(
    within.flatMap(([name, inner]) =>
      recordsIn(inner, isList ? `${path}[${name}]` : path ? `${path}.${name}` : name),
    ),
  )
}

/** The value with a field more in the record at a path. */
function withField(value: unknown, added: { at: string; name: string }, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((item, index) => withField(item, added, `${path}[${index}]`))
  }
  const copy = Object.entries(value).map(([field, inner]) => [
    field,
    withField(inner, added, path ? `${path}.${field}` : field),
  ])
  return Object.fromEntries(path === added.at ? [...copy, [added.name, 1]] : copy)
}

const bodies = operations.flatMap((operation) => {
  const { body, method } = operation
  return body && method !== 'GET' ? [{ operation, body }] : []
})

// Requirement (rules): contract §1 strict requests: every operation with a body, at any depth
test('of random bodies with further fields exactly these are refused', async () => {
  assert.ok(bodies.length > 40, `${bodies.length} operations with a body`)
  for (const { operation, body } of bodies) {
    const more = fc.array(fc.tuple(fc.nat(30), fc.stringMatching(/^zz[a-z]{3,8}$/)), {
      minLength: 1,
      maxLength: 5,
    })
    const property = fc.asyncProperty(valid(body), more, async (value, fields) => {
      let given = settled(value, ({ kind }) => (kind === 'emails' ? 'ada@a.example' : newId()))
      // A body that names a prototype is refused as a whole.
      if (
        recordsIn(given).length === 0 ||
        /"(?:__proto__|constructor)"/.test(JSON.stringify(given))
      )
        return
      const added = fields.map(([place, name]) => {
        const records = recordsIn(given)
        const [path] = records[place % records.length] ?? ['']
        given = withField(given, { at: path, name })
        return path ? `${path}.${name}` : name
      })
      const options = { as: admin, client, body: given }
      const answer = await call(operation.method, addressOf(operation), options)
      const faults: { path: string; code: string }[] = answer.body.fields
      const named = faults.flatMap(({ path, code }) => (code === 'unknown' ? [path] : []))
      assert.deepEqual(
        [answer.status, named.toSorted()],
        [400, [...new Set(added)].toSorted()],
        `${operation.name} ${JSON.stringify(given)}`,
      )
    })
    await fc.assert(property, { numRuns: 15 })
  }
})

// Requirement (rules): contract §1 strict requests: nothing is done
test('nothing is written by a strict request that is refused', async () => {
  const id = slug()
  const key = { 'idempotency-key': newId() }
  const refused = await post('/organizers', { id, name: 'Quay', x: 1 }, { as: admin, headers: key })
  assert.equal(refused.status, 400)
  const row = await db.selectFrom('organizers').select('id').where('id', '=', id).execute()
  assert.deepEqual(row, [])
  const again = await post('/organizers', { id, name: 'Quay' }, { as: admin, headers: key })
  assert.equal(again.status, 201, 'the key is free')
})
