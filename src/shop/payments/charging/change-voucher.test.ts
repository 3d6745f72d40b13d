/** Changing the voucher of a held order: it stays the same order and retains its hold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../../test/another-process.ts'
import { points } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aGivingFestival, orderTickets } from '../../../../test/vouchers.ts'
import { type Answer, aWorld, type Person } from '../../../../test/world.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'
import { openCheckout } from './checkout.ts'
import { sweep } from './sweep.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const { processor, charges, told } = aProcessor()
const world = await aWorld({
  parts: paidBy(processor),
  now,
  env: { HOLDS_PER_PERSON: '0', HELD_PER_NETWORK: '0' },
})
const { db, get, post, put, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const client = world.client.token
const elsewhere = await anotherProcess(world)
const { manager, url, tier, voucher, read } = await aGivingFestival(world)

const pay = (as: Person, id: string, { key = newId(), ...body }: any = {}) =>
  post(`/orders/${id}/pay`, body, { as, headers: { 'idempotency-key': key } })
const change = (as: Person, id: string, code: string | null): Promise<Answer> =>
  put(`/orders/${id}/voucher`, { voucher: code }, { as })
const there = (as: Person, id: string, code: string | null) =>
  elsewhere('PUT', `/orders/${id}/voucher`, { client, body: { voucher: code }, as })
const readOrder = async (as: Person, id: string) => (await get(`/orders/${id}`, { as })).body
const usesOf = async (id: string) => {
  const { held, used } = await read(id)
  return [held, used]
}
const stockOf = async (id: string) => {
  const row = db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id)
  const { sold, held } = await row.executeTakeFirstOrThrow()
  return [sold, held]
}
const standsRight = async () => assert.deepEqual(await auditLedger(db), [])

/** Creates a user with a hold on the last two tickets of a tier. */
async function aHold({ balance = 0, ...given }: any = {}) {
  const ada = await aUser()
  if (balance > 0) await points(world, ada, balance)
  const { id } = await tier({ price_cents: 5_000, quantity: 2, ...given.tier })
  const wanted = { id, quantity: 2, hold: true, ...given.order }
  const { status, body, text } = await orderTickets(world, ada, wanted)
  assert.equal(status, 201, text)
  return { ada, tierId: id, order: body }
}

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher
test('the order stays the same and keeps what it holds, with one voucher, another, and none', async () => {
  const { ada, tierId, order } = await aHold()
  const [half, four] = [
    await voucher({ percent: 50, max_uses: 2 }),
    await voucher({ amount: 4, max_uses: 9 }),
  ]
  const same = ({ body }: Answer) => {
    const { id, expires_at, created_at, status } = body
    const lines = body.payments.map((payment: any) => payment.id)
    assert.deepEqual(
      [id, expires_at, created_at, status, lines],
      [
        order.id,
        order.expires_at,
        order.created_at,
        'held',
        order.payments.map(({ id }: any) => id),
      ],
    )
  }
  for (const [code, amount, uses] of [
    [half.code, 50, [2, 0]],
    [half.code.toLowerCase(), 50, [2, 0]],
    [four.code, 92, [0, 2]],
    [null, 100, [0, 0]],
    [null, 100, [0, 0]],
    [half.code, 50, [2, 0]],
  ] as const) {
    const answer = await change(ada, order.id, code)
    assert.deepEqual([answer.status, answer.body.amount], [200, amount], answer.text)
    same(answer)
    assert.deepEqual([(await usesOf(half.id))[0], (await usesOf(four.id))[0]], uses)
    assert.deepEqual(await stockOf(tierId), [0, 2])
    assert.deepEqual(await readOrder(ada, order.id), answer.body)
    await standsRight()
  }
  const paid = await pay(ada, order.id)
  assert.deepEqual(
    [paid.status, paid.body.amount, paid.body.payments[0].voucher],
    [200, 50, half.code],
  )
  assert.deepEqual(await usesOf(half.id), [0, 2])
  assert.deepEqual(await stockOf(tierId), [2, 0])
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher
test('the price for which it is held stays, and what is free then is free', async () => {
  const { ada, tierId, order } = await aHold()
  await db.updateTable('tiers').set({ price_cents: 9_000 }).where('id', '=', tierId).execute()
  const { code } = await voucher({ percent: 100, max_uses: 2 })
  const { body } = await change(ada, order.id, code)
  assert.deepEqual([body.amount, body.payments[0].price, body.payments[0].discount], [0, 50, 50])
  assert.equal((await pay(ada, order.id)).body.status, 'succeeded')
  assert.ok(![...charges.keys()].includes(order.id))
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, refused
test('a refusal leaves the order as it was', async () => {
  const kept = await voucher({ percent: 10, max_uses: 9 })
  const other = await aGivingFestival(world)
  const { code: foreign } = await other.voucher({ percent: 5 })
  const later = await voucher({ percent: 5, starts_at: new Date(now().getTime() + 60_000) })
  const ended = await voucher({ percent: 5 })
  await del(`${url}/${ended.id}`, { as: manager })
  const notThis = await voucher({ percent: 5, entity_ids: [(await tier()).id] })
  const once = await voucher({ percent: 5, max_uses: 1 })
  const personal = await voucher({ percent: 5, max_uses: 9, max_per_person: 1 })
  const { ada, tierId, order } = await aHold({ order: { voucher: kept.code } })
  const before = await readOrder(ada, order.id)
  for (const [code, expected] of [
    ['NO-SUCH-CODE', { code: 'voucher_unknown' }],
    [foreign, { code: 'voucher_other_festival' }],
    [later.code, { code: 'voucher_not_started', starts_at: later.starts_at }],
    [ended.code, { code: 'voucher_ended', ends_at: (await read(ended.id)).ended_at }],
    [notThis.code, { code: 'voucher_not_applicable' }],
    [once.code, { code: 'voucher_used_up', remaining: 1, item: tierId }],
    [personal.code, { code: 'voucher_limit', item: tierId }],
  ] as const) {
    const { status, body } = await change(ada, order.id, code)
    const { error: _, request_id: __, ...said } = body
    assert.deepEqual([status, said], [409, expected], code)
    assert.deepEqual(await readOrder(ada, order.id), before)
  }
  for (const body of [{}, { voucher: 5 }, { voucher: 'x'.repeat(300) }]) {
    assert.equal((await put(`/orders/${order.id}/voucher`, body, { as: ada })).status, 400)
  }
  assert.equal((await change(await aUser(), order.id, kept.code)).status, 404)
  assert.equal((await change(ada, newId(), kept.code)).status, 404)
  assert.deepEqual(await usesOf(kept.id), [2, 0])
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher
test('what is hidden stays with a voucher that opens it', async () => {
  const opening = await voucher({ percent: 10, opens: true, max_uses: 9 })
  const better = await voucher({ percent: 30, opens: true, max_uses: 9 })
  const closed = await voucher({ percent: 50, max_uses: 9 })
  const { ada, tierId, order } = await aHold({
    tier: { hidden: true },
    order: { voucher: opening.code },
  })
  for (const code of [null, closed.code]) {
    const { status, body } = await change(ada, order.id, code)
    assert.deepEqual([status, body.item], [404, tierId])
  }
  assert.equal((await readOrder(ada, order.id)).payments[0].voucher, opening.code)
  assert.equal((await change(ada, order.id, better.code)).body.amount, 70)
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher after attempts
test('after a decline its points come back, its key tells the same, and the next attempt has the new sum', async () => {
  const { ada, order } = await aHold({ balance: 3_000 })
  const { code } = await voucher({ percent: 50, max_uses: 2 })
  const balance = async () => {
    const row = db.selectFrom('points').select('available').where('user_id', '=', ada.id)
    return (await row.executeTakeFirstOrThrow()).available
  }
  const declined = { points_to_use: 1_000 }
  told.next.push('declined')
  const key = newId()
  assert.equal((await pay(ada, order.id, { key, ...declined })).status, 402)
  assert.equal(await balance(), 2_000)
  const { body } = await change(ada, order.id, code)
  assert.deepEqual([body.status, body.amount, body.failure], ['held', 50, null])
  assert.equal(await balance(), 3_000)
  const again = await pay(ada, order.id, { key, ...declined })
  assert.deepEqual(
    [again.status, again.body.code, again.body.decline_code],
    [402, 'declined', 'insufficient_funds'],
  )
  const paid = await pay(ada, order.id, { points_to_use: 500 })
  assert.deepEqual([paid.status, paid.body.amount], [200, 45])
  await standsRight()
})

test('an attempt that waits for its buyer is given up; one that was charged has paid it', async () => {
  const { code, id } = await voucher({ percent: 50, max_uses: 20 })
  const waits = await aHold()
  told.next.push('action')
  assert.equal((await pay(waits.ada, waits.order.id)).body.status, 'requires_action')
  const changed = await change(waits.ada, waits.order.id, code)
  assert.deepEqual([changed.status, changed.body.status, changed.body.amount], [200, 'held', 50])
  assert.equal(changed.body.client_secret, null)

  const late = await aHold()
  told.next.push('action')
  await pay(late.ada, late.order.id)
  const attempt = await db
    .selectFrom('order_attempts')
    .select('id')
    .where('order_id', '=', late.order.id)
    .executeTakeFirstOrThrow()
  charges.set(attempt.id, { outcome: { state: 'succeeded' }, cents: 10_000, times: 1 })
  const { status, body } = await change(late.ada, late.order.id, code)
  assert.deepEqual([status, body.code], [409, 'not_open'])
  assert.equal((await readOrder(late.ada, late.order.id)).amount, 100)
  assert.deepEqual(await usesOf(id), [2, 0])
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, refused
test('only what is held can be changed', async () => {
  const { code } = await voucher({ percent: 50, max_uses: 9 })
  const paid = await aHold()
  await pay(paid.ada, paid.order.id)
  const { body } = await change(paid.ada, paid.order.id, code)
  assert.equal(body.code, 'not_open')
  const lapsed = await aHold()
  clock.ahead += 601_000
  const late = await change(lapsed.ada, lapsed.order.id, code)
  assert.deepEqual([late.status, late.body.code], [402, 'expired'])
  while ((await sweep(checkout)) > 0);
  const swept = await change(lapsed.ada, lapsed.order.id, code)
  assert.deepEqual([swept.status, swept.body.code], [402, 'expired'])
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, many at once
test('many wait for the last tickets while the voucher is changed: their holder keeps them', async () => {
  const { code } = await voucher({ percent: 50, max_uses: 99 })
  const others = await Promise.all(Array.from({ length: 8 }, () => aUser()))
  for (let round = 0; round < 5; round++) {
    const { ada, tierId, order } = await aHold()
    const wanted = { id: tierId, hold: true }
    const [changed, tried] = await Promise.all([
      Promise.all(
        [code, null, code].map((one, nth) => (nth % 2 ? there : change)(ada, order.id, one)),
      ),
      Promise.all(others.map((other) => orderTickets(world, other, wanted))),
    ])
    assert.deepEqual(new Set(changed.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(new Set(tried.map(({ body }) => body.code)), new Set(['sold_out']))
    assert.equal((await pay(ada, order.id)).body.status, 'succeeded')
  }
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, many at once
test('two want the last use of a voucher at once: one has it', async () => {
  for (let round = 0; round < 5; round++) {
    const { code, id } = await voucher({ percent: 50, max_uses: 2 })
    const [one, two] = [await aHold(), await aHold()]
    const answers = await Promise.all([
      change(one.ada, one.order.id, code),
      there(two.ada, two.order.id, code),
    ])
    const said = answers.map(({ status, body }) => body.code ?? status)
    assert.deepEqual(new Set(said), new Set([200, 'voucher_used_up']))
    assert.deepEqual(await usesOf(id), [2, 0])
  }
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, many at once
test('each takes the voucher of the other at once, without waiting crosswise', async () => {
  const codes = [
    await voucher({ percent: 10, max_uses: 4 }),
    await voucher({ percent: 20, max_uses: 4 }),
  ].map(({ code }) => code)
  const [one, two] = [await aHold(), await aHold()]
  for (let round = 0; round < 10; round++) {
    const [first = '', second = ''] = round % 2 ? codes : codes.toReversed()
    const answers = await Promise.all([
      change(one.ada, one.order.id, first),
      there(two.ada, two.order.id, second),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  }
  await standsRight()
})

// Requirement (rules): contract §7.13: PUT /orders/:id/voucher, many at once
test('changed and paid at once: it is paid with one of the two prices', async () => {
  const { code } = await voucher({ percent: 50, max_uses: 99 })
  for (let round = 0; round < 6; round++) {
    const { ada, order } = await aHold()
    const both = [() => pay(ada, order.id), () => there(ada, order.id, code)]
    const [paid] = await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()))
    assert.ok(paid)
    const { status, amount } = await readOrder(ada, order.id)
    assert.equal(status, 'succeeded')
    assert.ok(amount === 50 || amount === 100)
    const [attempt] = await db
      .selectFrom('order_attempts')
      .select('id')
      .where('order_id', '=', order.id)
      .execute()
    assert.equal(charges.get(attempt?.id ?? '')?.cents, amount * 100)
  }
  await standsRight()
})
