/** Shifts: their token only sells, and their books are closed to the cent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { anotherProcess } from '../../../test/another-process.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { until } from '../../../test/until.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, aUser } = world
const elsewhere = await anotherProcess(world)
const box = await aBoxOffice(world)
const admin = await aUser({ roles: ['admin'] })
await post('/webhooks', { url: 'https://app.example/hooks' }, { as: admin })
const { festivalId, manager, tier } = box

test('cash in and out, a hand-over, and closing: the difference is kept, to the cent', async () => {
  const till = atTill(world, await aShift(world, box, { float: 50.5 }))
  const { id } = await tier({ price_cents: 1999 })
  await till.sell(id, { quantity: 3 })
  const key = newId()
  const drop = { kind: 'drop', amount: 30, reason: 'To the safe' }
  await till.post('/cash', drop, { key })
  await till.post('/cash', drop, { key })
  await till.post('/cash', { kind: 'addition', amount: 5, reason: 'Change' })
  const handed = await till.post('/hand-over', { seller: 'Ana', counted: 85 })
  assert.equal(handed.body.seller, 'Ana')
  assert.equal((await till.sell(id)).body.seller, 'Ana')
  const { books, movements } = await till.shift()
  assert.deepEqual([books.drops, books.additions, books.expected_cash], [30, 5, 105.46])
  assert.deepEqual(
    movements.map(({ kind, amount, counted, seller }: any) => [kind, amount, counted, seller]),
    [
      ['drop', 30, null, 'Bo'],
      ['addition', 5, null, 'Bo'],
      ['hand_over', null, 85, 'Ana'],
    ],
  )
  const closed = await till.close(105.4)
  const { counted, difference, closed_at } = closed.body
  assert.deepEqual([counted, difference], [105.4, -0.06], closed.text)
  const again = await post(`${till.url}/close`, { counted: 1 }, { as: manager })
  assert.deepEqual([again.body.counted, again.body.closed_at], [105.4, closed_at])
  const event = await db
    .selectFrom('outbox')
    .select('data')
    .where('type', '=', 'shift.closed')
    .executeTakeFirstOrThrow()
  const { shift }: any = event.data
  assert.deepEqual(
    [shift.id, shift.difference, shift.books],
    [closed.body.id, -0.06, closed.body.books],
  )
  assert.deepEqual(await auditLedger(db), [])
})

test('the token of a shift sells and does nothing else, and ends with the shift on every process', async () => {
  const shift = await aShift(world, box)
  const till = atTill(world, shift)
  const refused = [
    ['GET', '/users/i'],
    ['GET', `/festivals/${festivalId}/shifts`],
    ['GET', `/gate/${festivalId}/manifest`],
    ['GET', `/festivals/${festivalId}/payments`],
  ] as const
  for (const [method, url] of refused) {
    const { status } = await world.call(method, url, { headers: till.headers })
    assert.deepEqual([url, status], [url, 401])
  }
  const other = atTill(world, await aShift(world, box))
  assert.equal((await get(other.url, { headers: till.headers })).status, 404)
  const asked = { client: world.client.token, as: { token: shift.token } }
  assert.equal((await elsewhere('GET', till.url, asked)).status, 200)
  assert.equal((await till.close(100)).status, 200)
  await until('it has ended', async () => (await elsewhere('GET', till.url, asked)).status === 401)
  assert.equal((await till.sell((await tier({})).id)).status, 401)
})

test('only managers open shifts, and a till ends with the rights of the manager who opened it', async () => {
  const body = { till: 'North', seller: 'Bo', float: 0 }
  const url = `/festivals/${festivalId}/shifts`
  assert.equal((await post(url, body, { as: await aUser() })).status, 403)
  const opened = await post(url, body, { as: admin })
  const till = atTill(world, opened.body)
  assert.equal((await till.items()).status, 200)
  const manages = await get(url, { as: manager })
  assert.equal(manages.body[0].id, opened.body.id)
  assert.equal(manages.body[0].token, undefined)
  assert.equal((await till.sell((await tier({})).id)).status, 201)
  const byManager = await post(`${till.url}/sales`, {}, { as: manager })
  assert.equal(byManager.status, 400)
  const listed = await get(`/festivals/${festivalId}/gate-devices`, { as: manager })
  assert.deepEqual(listed.body, [])
})

// Requirement (rules): contract §8.5: `last_seen_at`
test('a shift says when its till was last heard of, and a manager who reads it is no till', async () => {
  const shift = await aShift(world, box)
  const seen = async () => {
    await get(`/shifts/${shift.id}`, { as: manager })
    const { body } = await get(`/festivals/${festivalId}/shifts`, { as: manager })
    return body.find(({ id }: any) => id === shift.id).last_seen_at
  }
  assert.equal(await seen(), null)
  await atTill(world, shift).shift()
  assert.ok(Date.now() - Date.parse(await seen()) < 60_000)
})

test('closing while others sell: each sale is in the books that were closed, or was refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const till = atTill(world, await aShift(world, box))
    const { id } = await tier({ price_cents: 1000, quantity: 50 })
    await till.sell(id)
    const sales = [1, 2, 3, 4].map(() => till.sell(id))
    const [closed, ...sold] = await Promise.all([till.close(0), ...sales])
    const done = sold.filter(({ status }) => status === 201).length + 1
    assert.ok(
      sold.every(
        ({ status, body: { code } }) => status === 201 || status === 401 || code === 'shift_closed',
      ),
    )
    assert.equal(closed.body.difference, -100 - 10 * done, JSON.stringify(closed.body.books))
    assert.deepEqual(await auditLedger(db), [])
  }
})
