/** Over a socket: cached answers bypass the framework, without a visible difference. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Memory } from '#platform/sync/memory'
import { newId } from '#platform/values/ids'
import { aName } from '../../../../test/catalogue.ts'
import { aWorld, type World } from '../../../../test/world.ts'

async function aListening(env: Record<string, string> = {}) {
  const world = await aWorld({ env })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        const asked = request(
          {
            port,
            path,
            headers: { 'x-f-authorization': world.client.token, ...headers },
          },
          (answer) => {
            const { statusCode: status = 0, headers: got } = answer
            answer
              .toArray()
              .then(
                (parts) => resolve({ status, headers: got, body: Buffer.concat(parts) }),
                reject,
              )
          },
        )
        asked.on('error', reject).end()
      },
    )
  return { world, get }
}

async function aGenre({ db }: World) {
  const name = aName('Polka')
  await db
    .insertInto('genres')
    .values({ id: newId(), name, key: name, search_name: name })
    .execute()
  return name
}

const { world, get } = await aListening()

/** The log lines of a route, which both ways write. */
const linesOf = (route: string) =>
  world.lines.map((line) => JSON.parse(line)).filter((line) => line.route === route)

const without = ({ 'x-request-id': _id, date: _date, ...headers }: Record<string, unknown>) =>
  headers

// Requirement (rules): Answers from memory are sent before the framework runs, without a visible difference
test('the same bytes and headers are sent either way, and a log line', async (t) => {
  await aGenre(world)
  await world.bus.settled()
  const admitted = t.mock.method(world.access, 'admit')
  const answers = [await get('/genres'), await get('/genres'), await get('/genres')]
  assert.equal(admitted.mock.callCount(), 2, 'only the first two went through the framework')
  const first = answers[0] ?? assert.fail()
  for (const { headers, body } of answers) {
    assert.deepEqual(without(headers), without(first.headers))
    assert.deepEqual(body, first.body)
  }
  const ids = new Set(answers.map(({ headers }) => headers['x-request-id']))
  const lines = linesOf('/genres').filter(({ reqId }) => ids.has(reqId))
  assert.deepEqual([ids.size, lines.length], [3, 3])
  assert.equal(new Set(lines.map((line) => `${Object.keys(line).toSorted()}`)).size, 1)
})

test('no token, a wrong one, another kind and one that has ended are refused', async () => {
  await get('/genres')
  await get('/genres')
  const { token } = await world.aClient()
  const person = await world.aUser()
  assert.equal((await get('/genres', { 'x-f-authorization': token })).status, 200)
  assert.equal((await get('/genres', { 'x-f-authorization': token })).status, 200)
  for (const wrong of ['', 'fst_client_x', person.token, `${token}x`]) {
    const refused = await get('/genres', { 'x-f-authorization': wrong })
    assert.equal(refused.status, 401, wrong)
  }
  const [, id] =
    /"client":"([^"]+)"/.exec(world.lines.findLast((l) => l.includes('"status":200')) ?? '') ?? []
  await world.access.endClient(world.db, `${id}`)
  assert.equal((await get('/genres', { 'x-f-authorization': token })).status, 401)
})

test('changes are seen at once, and conditional requests are compared', async () => {
  for (let round = 0; round < 5; round++) {
    const name = await aGenre(world)
    await world.bus.settled()
    for (let ask = 0; ask < 3; ask++) assert.ok(`${(await get('/genres')).body}`.includes(name))
  }
  const { headers } = await get('/genres')
  const same = await get('/genres', { 'if-none-match': `${headers['etag']}` })
  assert.deepEqual([same.status, same.body.length], [304, 0])
  const named = await get('/genres', { 'x-request-id': 'mine' })
  assert.equal(named.headers['x-request-id'], 'mine')
})

test('where only some origins may call, an answer for one is not sent to another', async () => {
  const { world: strict, get: ask } = await aListening({ CORS_ORIGINS: 'https://app.example' })
  await aGenre(strict)
  await strict.bus.settled()
  for (let round = 0; round < 3; round++) {
    const app = await ask('/genres', { origin: 'https://app.example' })
    assert.equal(app.headers['access-control-allow-origin'], 'https://app.example')
    assert.equal((await ask('/genres')).headers['access-control-allow-origin'], undefined)
    const other = await ask('/genres', { origin: 'https://evil.example' })
    assert.notEqual(other.headers['access-control-allow-origin'], 'https://evil.example')
  }
})

test('a publishable client gets an answer at its own origins alone', async (t) => {
  const { id, token } = await world.aClient([])
  const shop = 'https://shop.example'
  const kind = { kind: 'publishable', origins: [shop] }
  await world.db.updateTable('clients').set(kind).where('id', '=', id).execute()
  const ask = (origin: object) => get('/genres', { 'x-f-authorization': token, ...origin })
  await ask({ origin: shop })
  await ask({ origin: shop })
  const admitted = t.mock.method(world.access, 'admit')
  assert.equal((await ask({ origin: shop })).status, 200)
  assert.equal(admitted.mock.callCount(), 0, 'it is sent past the framework')
  for (const wrong of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    assert.equal((await ask(wrong)).status, 403)
  }
})

// Requirement (rules): contract §1 answers that are kept: what one caller is told of its address is not sent
//   to others
test('strict requests take the fast path too, unless something is unknown', async (t) => {
  const strict = { prefer: 'handling=strict' }
  const admitted = t.mock.method(world.access, 'admit')
  /** Returns the status, the ignored names, whether the request was strict, and whether the framework answered. */
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const before = admitted.mock.callCount()
    const { status, headers: said } = await get(path, headers)
    const wasSlow = admitted.mock.callCount() > before
    return [status, said['x-ignored'], said['preference-applied'], wasSlow ? 'slow' : 'fast']
  }
  const path = '/genres?limit=7'
  // The second caller decides the answer that the third one gets.
  for (const headers of [strict, strict, undefined]) await ask(path, headers)
  const applied = 'handling=strict'
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await ask(path), [200, undefined, undefined, 'fast'])
    assert.deepEqual(await ask(path, strict), [200, undefined, applied, 'fast'])
    assert.deepEqual(await ask(path, { prefer: 'return=minimal, handling=strict' }), [
      200,
      undefined,
      applied,
      'slow',
    ])
    assert.deepEqual(await ask(`${path}&limits=2`), [
      200,
      'limits (did you mean limit?)',
      undefined,
      'slow',
    ])
    assert.deepEqual(await ask(`${path}&limits=2`, strict), [400, undefined, applied, 'slow'])
  }
})

test('what one caller is told of its address is not sent to others', async () => {
  const path = '/genres?limit=8'
  for (const odd of ['&x=1', '&x=1', '&y=1']) {
    assert.equal((await get(`${path}${odd}`)).headers['x-ignored'], odd.slice(1, 2))
  }
  for (let ask = 0; ask < 3; ask++) {
    assert.equal((await get(path)).headers['x-ignored'], undefined)
  }
})

test('an answer that needs a signed-in user is not sent to a client alone', async () => {
  const person = await world.aUser()
  const signedIn = { 'x-f-authentication': person.token }
  for (let ask = 0; ask < 3; ask++)
    assert.equal((await get('/subscriptions', signedIn)).status, 200)
  for (const wrong of [{}, { 'x-f-authentication': world.client.token }]) {
    assert.equal((await get('/subscriptions', wrong)).status, 401)
  }
})

test('a request looks up each key once, whether it is known or not', async (t) => {
  const lookUps = t.mock.method(Memory.prototype, 'peek')
  for (const page of [1, 60]) {
    const path = `/festivals?page=${page}&country=${newId()}`
    for (const kind of ['a miss', 'a second request', 'a repeated one', 'a comparison']) {
      const before = lookUps.mock.callCount()
      const compared = kind === 'a comparison' ? { 'if-none-match': 'W/"x"' } : undefined
      assert.equal((await get(path, compared)).status, 200)
      const keys = lookUps.mock.calls.slice(before).map(({ arguments: [key] }) => key)
      assert.deepEqual(keys, [...new Set(keys)], `${kind} of page ${page}`)
    }
  }
})
