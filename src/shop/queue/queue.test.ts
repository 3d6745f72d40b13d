/** The waiting room of a sale: setup, entering, groups, the draw, and its proof. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bytesOf, checkDraw } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import { aQueue, enterWith, solutionOf, someEntered, tick } from '../../../test/queues.ts'
import { aWorld } from '../../../test/world.ts'
import { nodeTools } from './proof/node-tools.ts'
import { createNetworks } from './work.ts'

const start = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: start }
const world = await aWorld({ now: () => clock.now, env: { QUEUE_WORK: '20' } })
const { get, post, put, del, aUser, db } = world
const minute = 60_000
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

beforeEach(() => {
  clock.now = start
})

const partsOf = async (url: string) => {
  const { body } = await get(`${url}/entries`)
  return [bytesOf(body.leaves)]
}

// Requirement (rules): contract §7.18: set up, changed, cancelled; 403, 409 `queue_open`, `queue_not_open`
test('a queue is set up by managers, read by all, changed until it opens, and cancelled', async () => {
  const queue = await aQueue(world, {
    queue: { opens_at: new Date(start.getTime() + minute).toISOString(), groups_of: 4 },
  })
  const { url, manager, body } = queue
  const { body: read, headers } = await get(url, { client: null })
  assert.equal(headers['cache-control'], 'private, max-age=1')
  assert.equal(read.status, 'announced')
  assert.deepEqual([read.groups_of, read.entered, read.draw, read.serving], [4, 0, null, 0])
  assert.equal((await put(url, body, { as: await aUser() })).status, 403)
  const early = await enterWith(world, queue, manager)
  assert.deepEqual([early.status, early.body.code], [409, 'queue_not_open'])
  const changed = await put(url, { ...body, groups_of: 2 }, { as: manager })
  assert.deepEqual([changed.status, changed.body.groups_of, changed.body.id], [200, 2, read.id])
  later(minute)
  const refused = await put(url, { ...body, groups_of: 3 }, { as: manager })
  assert.deepEqual([refused.status, refused.body.code], [409, 'queue_open'])
  const draw_at = new Date(start.getTime() + 30 * minute).toISOString()
  const moved = await put(url, { ...body, groups_of: 2, draw_at }, { as: manager })
  assert.deepEqual([moved.status, moved.body.draw_at], [200, draw_at])
  assert.equal((await del(url, { as: await aUser() })).status, 403)
  assert.equal((await del(url, { as: manager })).status, 200)
  assert.equal((await get(url)).status, 404)
  const anew = await put(url, { ...body, draw_at }, { as: manager })
  assert.notEqual(anew.body.id, read.id)
})

// Requirement (rules): contract §7.18: that of a draft; 401, 404
test('the queue of a draft is set up before it is published, and read by its managers alone', async () => {
  const { url, manager, body, festival } = await aQueue(world)
  const draft = { deleted_at: sql<Date>`'infinity'` }
  await db.updateTable('festivals').set(draft).where('id', '=', festival.id).execute()
  assert.equal((await put(url, body, { as: manager })).status, 200)
  const hidden = `${url}?hidden=true`
  const read = await get(hidden, { as: manager })
  assert.deepEqual([read.status, read.body.status], [200, 'open'])
  const statuses = await Promise.all([
    get(url),
    get(url, { as: manager }),
    get(hidden, { as: await aUser() }),
    get(`${url}/proof?hidden=true`, { as: manager }),
    get(hidden),
  ])
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [404, 404, 404, 404, 401],
  )
  later(10 * minute)
  await tick(world)
  assert.equal((await get(`${url}/proof?hidden=true`, { as: manager })).status, 200)
  assert.equal((await get(`${url}/proof`)).status, 404)
})

// Requirement (rules): contract §7.18: tiers and times, 400
test('what a queue covers are tickets of its festival, and its times follow each other', async () => {
  const { url, manager, body } = await aQueue(world)
  const other = await aQueue(world)
  const cases: [string, object][] = [
    ['tiers', { tiers: [other.tier.id] }],
    ['draw_at', { draw_at: body.opens_at }],
    ['draw_at', { opens_at: '2026-01-01', draw_at: '2026-01-02' }],
  ]
  for (const [field, wrong] of cases) {
    const { status, body: answer } = await put(url, { ...body, ...wrong }, { as: manager })
    assert.deepEqual([status, answer.fields?.[0]?.path], [400, field])
  }
})

// Requirement (rules): contract §7.18: numbers without gaps, the same again
test('numbers are dense from 0, and a user who comes again keeps theirs', async () => {
  const queue = await aQueue(world)
  const entered = await someEntered(world, queue, 40)
  const numbers = entered.map(({ number }) => number)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 40 }, (_, n) => n),
  )
  const again = await Promise.all(
    entered.slice(0, 10).map(({ user }) => enterWith(world, queue, user)),
  )
  assert.deepEqual(
    again.map(({ body }) => body.number),
    numbers.slice(0, 10),
  )
  later(1_000)
  assert.equal((await get(queue.url)).body.entered, 40)
  const own = await get(`${queue.url}/place`, { as: entered[7]?.user })
  assert.deepEqual([own.body.number, own.body.receipt], [numbers[7], entered[7]?.receipt])
  assert.equal((await get(`${queue.url}/place`, { as: await aUser() })).status, 404)
})

// Requirement (rules): contract §7.18: a confirmed e-mail, and the work
test('who enters has proven an e-mail, and done the work for this queue', async () => {
  const [queue, other] = [await aQueue(world), await aQueue(world)]
  const unproven = await enterWith(world, queue, await aUser({ isProven: false }))
  assert.deepEqual([unproven.status, unproven.body.code], [409, 'email_not_proven'])
  const as = await aUser()
  const challengeAt = async (url: string) => (await get(`${url}/challenge`, { as })).body
  const work = solutionOf(await challengeAt(queue.url))
  const wrong = [
    { ...work, number: 1_000 },
    { ...work, signature: '0'.repeat(64) },
    { ...work, salt: work.salt.replace('expires=1', 'expires=9') },
    solutionOf(await challengeAt(other.url)),
  ]
  for (const sent of wrong) {
    const { status, body } = await post(queue.url, { work: sent }, { as })
    assert.deepEqual([status, body.fields?.[0]?.path], [400, 'work'])
  }
  const stranger = await aUser()
  assert.equal((await post(queue.url, { work }, { as: stranger })).status, 400)
  assert.equal((await post(queue.url, { work }, { as })).status, 200)
  later(11 * minute)
  assert.equal((await post(queue.url, { work }, { as })).status, 400)
})

// Requirement (rules): contract §7.18: 429 `too_many_requests`
test('a network that asks often works more', async () => {
  const { url } = await aQueue(world)
  const as = await aUser()
  const ask = async () => {
    const answer = await world.app.inject({
      method: 'GET',
      url: `${url}/challenge`,
      remoteAddress: '198.51.99.7',
      headers: { 'x-f-authorization': world.client.token, 'x-f-authentication': as.token },
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  assert.equal((await ask()).maxnumber, 20)
  for (let n = 0; n < 98; n++) await ask()
  assert.equal((await ask()).maxnumber, 40)
  later(minute)
  assert.equal((await ask()).maxnumber, 20)
})

// Requirement (rules): contract §7.18: 429 `too_many_requests`
test('no network asks more than 3,000 times in a minute', () => {
  const factorOf = createNetworks()
  const ask = (network: string | null = '198.51.99.7') => factorOf(network, clock.now)
  const factors = Array.from({ length: 3_000 }, () => ask())
  assert.deepEqual([factors[98], factors[99], factors[299], factors[2_999]], [1, 2, 8, 16])
  assert.throws(ask, { status: 429, code: 'too_many_requests' })
  assert.deepEqual([ask('198.51.99.8'), ask(null)], [1, 1])
  later(minute)
  assert.equal(ask(), 1)
})

// Requirement (rules): contract §7.18: groups, 409 `group_full`, `has_group`, `queue_drawn`
test('a group has one number, which all of it are served by, until the draw', async () => {
  const queue = await aQueue(world, { queue: { groups_of: 3 } })
  const [one, two, three, four, five] = await someEntered(world, queue, 5)
  const join = (as: any, invitation: unknown) =>
    post(`${queue.url}/group`, { invitation }, { as: as.user })
  const joined = await join(two, one.invitation)
  assert.deepEqual([joined.status, joined.body.serves, joined.body.people], [200, one.number, 2])
  assert.deepEqual([joined.body.number, joined.body.invitation], [two.number, null])
  assert.equal((await join(two, one.invitation)).status, 200)
  assert.equal((await join(three, one.invitation)).body.people, 3)
  const cases: [any, unknown, number, string][] = [
    [four, one.invitation, 409, 'group_full'],
    [one, four.invitation, 409, 'has_group'],
    [four, two.invitation, 409, 'group_full'],
    [four, four.invitation, 400, 'invalid'],
    [four, `${one.number}.${'A'.repeat(22)}`, 400, 'invalid'],
    [{ user: await aUser() }, one.invitation, 404, 'not_found'],
  ]
  for (const [as, invitation, status, code] of cases) {
    const answer = await join(as, invitation)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  }
  later(10 * minute)
  await tick(world)
  const late = await join(four, five.invitation)
  assert.deepEqual([late.status, late.body.code], [409, 'queue_drawn'])
})

// Requirement (rules): contract §7.18: the draw and its proof; later numbers; 409 `queue_drawn`
test('the draw fixes the entries, and everyone can check it and their place', async () => {
  const queue = await aQueue(world, { queue: { groups_of: 2 } })
  const entered = await someEntered(world, queue, 30)
  await post(`${queue.url}/group`, { invitation: entered[3].invitation }, { as: entered[4].user })
  assert.equal((await get(`${queue.url}/proof`)).status, 404)
  later(10 * minute)
  await tick(world)
  const [late] = await someEntered(world, queue, 1)
  later(1_000)
  const { body: state } = await get(queue.url)
  assert.deepEqual([state.status, state.draw.entries, state.entered], ['serving', 30, 31])
  const { body: proof } = await get(`${queue.url}/proof`)
  const parts = await partsOf(queue.url)
  const places: (number | null)[] = []
  for (const { user } of entered) {
    const { body: mine } = await get(`${queue.url}/place`, { as: user })
    const { findings, place } = await checkDraw({ proof, parts, mine }, nodeTools)
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    )
    places.push(place)
  }
  assert.equal(places[3], places[4])
  const order = await orderOf(bytesOf(state.draw.seed), 30, nodeTools.sha256)
  assert.deepEqual(places[5], order.placeOf(entered[5].number))
  const last = await checkDraw({ proof, parts, mine: late }, nodeTools)
  assert.deepEqual([last.place, late.number], [30, 30])
  const stays = await put(queue.url, queue.body, { as: queue.manager })
  assert.equal(stays.status, 400)
  const draw_at = new Date(start.getTime() + 60 * minute).toISOString()
  const moved = await put(
    queue.url,
    { ...queue.body, groups_of: 2, draw_at },
    { as: queue.manager },
  )
  assert.deepEqual([moved.status, moved.body.code], [409, 'queue_drawn'])
})

// Requirement (rules): contract §7.18: nothing can be changed unseen
test('no entry can be altered, added or taken away unseen', async () => {
  const queue = await aQueue(world)
  const entered = await someEntered(world, queue, 25)
  later(10 * minute)
  await tick(world)
  const { body: proof } = await get(`${queue.url}/proof`)
  const [whole] = await partsOf(queue.url)
  assert.ok(whole)
  const isFound = async (part: Uint8Array<ArrayBuffer>, entries = 25) => {
    const said = { ...proof, draw: { ...proof.draw, entries } }
    const { findings } = await checkDraw({ proof: said, parts: [part] }, nodeTools)
    return findings.some(({ ok }) => !ok)
  }
  for (let n = 0; n < 100; n++) {
    const at = Math.floor(Math.random() * 25)
    const altered: Uint8Array<ArrayBuffer> = whole.slice()
    altered[at * 32 + (n % 32)] = (altered[at * 32 + (n % 32)] ?? 0) ^ (1 << (n % 8))
    assert.ok(await isFound(altered))
    const without = Uint8Array.of(...whole.subarray(0, at * 32), ...whole.subarray(at * 32 + 32))
    assert.ok(await isFound(without))
    assert.ok(await isFound(without, 24))
    const more = Uint8Array.of(...whole, ...altered.subarray(at * 32, at * 32 + 32))
    assert.ok(await isFound(more))
    assert.ok(await isFound(more, 26))
  }
  const failing = async (changed: object, mine: object) => {
    const checked = { proof: { ...proof, ...changed }, parts: [whole], mine: mine as never }
    const { findings, place } = await checkDraw(checked, nodeTools)
    assert.equal(place, null)
    return findings.filter(({ ok }) => !ok).map(({ check }) => check)
  }
  const mine = entered[3]
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x
  assert.deepEqual(await failing({ receipt_key: other }, mine), ['receipt'])
  assert.deepEqual(await failing({}, { ...mine, serves: 1_000 }), ['listed'])
  const moved = { ...mine, number: entered[4].number, receipt: entered[4].receipt }
  assert.deepEqual(await failing({}, moved), ['receipt', 'listed'])
  const seed = Buffer.alloc(32).toString('base64url')
  assert.deepEqual(await failing({ draw: { ...proof.draw, seed } }, mine), ['seed'])
  const chosen = { ...proof.draw, randomness: seed }
  assert.deepEqual(await failing({ draw: chosen }, mine), ['randomness', 'seed'])
})

// Requirement (rules): contract §7.18: no one is moved
test('the database lets no number and no place be moved', async () => {
  const queue = await aQueue(world)
  await someEntered(world, queue, 3)
  later(10 * minute)
  await tick(world)
  const entries = db.updateTable('queue_entries').where('queue_id', '=', queue.id)
  await assert.rejects(entries.set({ number: 9 }).where('number', '=', 1).execute())
  const draws = db.updateTable('queue_draws').where('queue_id', '=', queue.id)
  for (const set of [{ serving: 0 }, { entries: 4 }, { seed: Buffer.alloc(32) }]) {
    await assert.rejects(draws.set(set).execute(), /stays as it is/)
  }
})
