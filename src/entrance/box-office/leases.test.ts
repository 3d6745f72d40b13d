/** Leases: stock that a till sets aside. Gates admit its signed tickets, and each is sold once, however often it is reported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aDevice, anUpload, scan } from '../../../test/gate.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date() }
const world = await aWorld({ now: () => clock.now })
const { db, get, post } = world
const box = await aBoxOffice(world)
const { festivalId, manager, tier } = box
const gate = await aDevice(world, { festival: { id: festivalId }, manager })

async function stockOf(id: string) {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}

/** Opens a till with a lease of a tier of its own. */
async function aLease(quantity: number, given: object = {}) {
  const sold = await tier({ quantity: 10, price_cents: 2000, ...given })
  const till = atTill(world, await aShift(world, box))
  const key = newId()
  const take = () =>
    post(
      `/festivals/${festivalId}/leases`,
      { payment_type: 'ticket', entity_id: sold.id, quantity },
      { headers: { ...till.headers, 'idempotency-key': key } },
    )
  const taken = await take()
  assert.equal(taken.status, 201, taken.text)
  const { id, tickets } = taken.body
  const report = (body: object) => post(`/leases/${id}/report`, body, { headers: till.headers })
  const sale = (nth: number[], more = {}) => ({
    key: newId(),
    payment_ids: nth.map((one) => tickets[one].payment_id),
    means: 'cash',
    sold_at: clock.now.toISOString(),
    ...more,
  })
  const writeOff = () => post(`/leases/${id}/write-off`, { reason: 'Stolen' }, { as: manager })
  return { id, till, tier: sold, lease: taken.body, tickets, take, report, sale, writeOff }
}

const scanned = async ({ code }: { code: string }, given = {}) =>
  (await scan(world, gate, anUpload(festivalId, [{ code, ...given }])))[0]
const isBalanced = async () => {
  assert.deepEqual(await auditLedger(db, { atRest: true }), [])
}

test('a lease takes stock, once for its key, and sells by a report that may come twice', async () => {
  const { id, till, tier: sold, lease, tickets, take, report, sale } = await aLease(4)
  assert.deepEqual([lease.state, lease.price, tickets.length], ['open', 20, 4])
  assert.equal((await take()).body.id, id)
  assert.deepEqual(await stockOf(sold.id), [0, 4])
  await isBalanced()
  assert.equal((await till.close(100)).body.code, 'lease_open')
  const body = { sales: [sale([0, 1], { tendered: 50 }), sale([2], { means: 'terminal' })] }
  const answers = await Promise.all([report(body), report(body), report(body)])
  for (const { body: said } of answers) {
    assert.deepEqual(
      said.sales.map(({ receipt, refused }: any) => [receipt, refused]),
      [
        [1, null],
        [2, null],
      ],
    )
  }
  const { books } = await till.shift()
  assert.deepEqual([books.cash, books.terminal.amount], [{ count: 1, amount: 40 }, 20])
  assert.deepEqual(await stockOf(sold.id), [3, 1])
  const done = await report({ sales: [], done: true })
  const { state, sold: count, returned } = done.body.lease
  assert.deepEqual([state, count, returned], ['reported', 3, 1])
  assert.deepEqual(await stockOf(sold.id), [3, 0])
  assert.equal((await till.close(140)).body.difference, 0)
  await isBalanced()
})

test('a gate admits a leased ticket before its sale is heard of, and not one that was given back', async () => {
  const { tier: sold, till, tickets, report, sale } = await aLease(3)
  assert.equal((await scanned(tickets[0])).result, 'admitted')
  assert.equal((await scanned(tickets[0])).code, 'already_validated')
  const said = await report({ sales: [sale([0])] })
  assert.equal(said.body.sales[0].receipt, 1)
  // A gate has admitted this one, and the till does not report it as sold.
  assert.equal((await scanned(tickets[1])).result, 'admitted')
  await report({ sales: [], done: true })
  assert.deepEqual(await stockOf(sold.id), [2, 0])
  assert.equal((await till.shift()).books.cash.amount, 40)
  assert.equal((await scanned(tickets[2])).code, 'revoked')
  const offline = await scanned(tickets[2], { admitted_offline: true })
  assert.deepEqual([offline.code, offline.clash], ['revoked', true])
  await isBalanced()
})

test('what cannot be booked is refused by itself: sold twice, of another lease, too little cash', async () => {
  const { till, tickets, report, sale } = await aLease(3)
  const other = await aLease(1)
  const foreign = sale([0], { payment_ids: [other.tickets[0].payment_id] })
  const said = await report({
    sales: [sale([0]), sale([0, 1]), foreign, sale([1], { tendered: 10 }), sale([1])],
  })
  assert.deepEqual(
    said.body.sales.map(({ receipt, refused }: any) => receipt ?? refused),
    [1, 'not_leased', 'not_leased', 'tendered_too_little', 2],
  )
  assert.equal((await till.shift()).books.cash.amount, 40)
  const stranger = { sales: [sale([2])] }
  const asOther = await post(`/leases/${other.id}/report`, stranger, { headers: till.headers })
  assert.equal(asOther.status, 404)
  assert.ok(tickets[2])
  await isBalanced()
})

test('a clock that is off: a sale counts from its lease at the earliest, and now at the latest', async () => {
  const { report, sale, lease } = await aLease(2)
  clock.now = new Date(clock.now.getTime() + 60_000)
  const early = sale([0], { sold_at: '2020-01-01T00:00:00Z' })
  const late = sale([1], { sold_at: '2090-01-01T00:00:00Z' })
  await report({ sales: [early, late] })
  const rows = await db
    .selectFrom('till_sales')
    .select(['key', 'sold_at'])
    .where('key', 'in', [early.key, late.key])
    .orderBy('receipt')
    .execute()
  assert.deepEqual(
    rows.map(({ sold_at }) => sold_at),
    [new Date(lease.created_at), clock.now],
  )
})

test('written off by a manager: the stock is free, the rest is revoked, and a later report books nothing', async () => {
  const { id, till, tier: sold, tickets, report, sale, writeOff } = await aLease(3)
  await report({ sales: [sale([0])] })
  await scanned(tickets[1])
  const off = await writeOff()
  assert.deepEqual(
    [off.body.state, off.body.sold, off.body.returned, off.body.reason],
    ['written_off', 2, 1, 'Stolen'],
    off.text,
  )
  assert.deepEqual((await writeOff()).body, off.body)
  assert.deepEqual(await stockOf(sold.id), [2, 0])
  const late = await report({ sales: [sale([2])], done: true })
  assert.deepEqual(late.body.sales[0].refused, 'lease_over')
  assert.equal((await scanned(tickets[2], { admitted_offline: true })).clash, true)
  const listed = (await get(`/festivals/${festivalId}/leases`, { as: manager })).body
  assert.equal(listed.find((one: any) => one.id === id).state, 'written_off')
  assert.equal((await till.shift()).books.cash.amount, 40)
  await isBalanced()
})

test('report and write-off at once, twice each: every ticket is sold or free, and the books say so', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { till, tier: sold, report, sale, writeOff } = await aLease(4)
    const body = { sales: [sale([0]), sale([1, 2])] }
    await Promise.all([report(body), writeOff(), report(body), writeOff()])
    const [count = 0, held] = await stockOf(sold.id)
    assert.equal(held, 0)
    assert.equal((await till.shift()).books.cash.amount, 20 * count)
    await isBalanced()
  }
})

test('a lease is of what is there, and no more than that', async () => {
  const { till, tier: sold } = await aLease(8)
  const asked = { payment_type: 'ticket', entity_id: sold.id, quantity: 3 }
  const headers = { ...till.headers, 'idempotency-key': newId() }
  const refused = await post(`/festivals/${festivalId}/leases`, asked, { headers })
  assert.deepEqual([refused.status, refused.body.code], [409, 'sold_out'])
  assert.deepEqual(await stockOf(sold.id), [0, 8])
})

// Requirement (rules): contract §8.6 keys of tills and of the service are apart
test('no key of a till meets those of the service: its lease ends, and each sale has a receipt of its own', async () => {
  const { id, till, tier: sold, tickets, report, sale } = await aLease(3)
  const atCounter = (await till.sell(sold.id)).body
  const keys = [`admitted:${id}`, atCounter.id]
  const sales = keys.map((key, nth) => ({ ...sale([nth]), key }))
  const { body: said } = await report({ sales })
  assert.deepEqual(
    said.sales.map(({ receipt }: any) => receipt),
    [2, 3],
  )
  assert.equal((await scanned(tickets[2])).result, 'admitted')
  const done = await report({ sales, done: true })
  assert.deepEqual([done.status, done.body.lease?.state], [200, 'reported'], done.text)
  const { books, receipts } = await till.shift()
  assert.deepEqual([receipts, books.cash], [4, { count: 4, amount: 80 }])
  await isBalanced()
})
