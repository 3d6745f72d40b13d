/** Buying with vouchers: the cost, the uses that it takes, and when they come back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../../test/another-process.ts'
import { aPlaceToSleep, points } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { aGuest, anEmail } from '../../../../test/guests.ts'
import { aProcessor, paidBy } from '../../../../test/processor.ts'
import { aGivingFestival, orderTickets } from '../../../../test/vouchers.ts'
import { type Answer, aWorld, type Person } from '../../../../test/world.ts'
import { openCheckout } from '../charging/checkout.ts'
import { sweep } from '../charging/sweep.ts'
import { auditLedger } from '../ledger/audit.ts'
import { paymentContextOf } from '../model/payment-context.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const { processor, charges, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post, put, del, aUser } = world
const checkout = openCheckout(paymentContextOf(world.app))
const elsewhere = await anotherProcess(world)
const { festivalId, manager, url, tier, voucher, read } = await aGivingFestival(world)

type Wanted = Parameters<typeof orderTickets>[2]
const order = (as: Person, wanted: Wanted): Promise<Answer> => orderTickets(world, as, wanted)
const usesOf = async (id: string) => {
  const { held, used } = await read(id)
  return [held, used]
}
const moneyOf = ({ body }: Answer) =>
  body.payments.map(({ price, discount, points_used, amount }: any) => [
    price,
    discount,
    points_used,
    amount,
  ])

// Requirement (rules): contract §7.14: POST /orders with voucher
test('price, then the voucher for each unit, then points, then the amount', async () => {
  const ada = await aUser()
  await points(world, ada, 2_000)
  const { id } = await tier({ price_cents: 1_999 })
  const { id: third } = await voucher({ code: 'THIRD', percent: 33, max_uses: 9 })
  // 33 % of 19.99 are 6.5967: 6.60 off, to the buyer’s favour.
  const bought = await order(ada, { id, quantity: 2, voucher: 'th-ird', points_to_use: 1_500 })
  assert.equal(bought.status, 201, bought.text)
  assert.deepEqual(moneyOf(bought), [
    [19.99, 6.6, 1339, 0],
    [19.99, 6.6, 161, 11.78],
  ])
  assert.equal(bought.body.amount, 11.78)
  assert.deepEqual(
    bought.body.payments.map((payment: any) => payment.voucher),
    ['THIRD', 'THIRD'],
  )
  assert.deepEqual(charges.get(bought.body.id)?.cents, 1178)
  assert.deepEqual(await usesOf(third), [0, 2])
  const much = await order(ada, { id, voucher: 'THIRD', points_to_use: 1_340 })
  assert.deepEqual([much.status, much.body.fields[0].path], [400, 'points_to_use'])
  for (const [amount, status] of [
    [13.39, 201],
    [19.99, 409],
  ] as const) {
    const { body, ...answer } = await order(ada, { id, voucher: 'THIRD', amount })
    assert.equal(answer.status, status, answer.text)
    if (status === 409) assert.deepEqual([body.code, body.price], ['price_changed', 13.39])
  }
})

test('what each kind of discount takes off, and never more than the price', async () => {
  const ada = await aUser()
  const [dear, cheap] = [await tier({ price_cents: 5_000 }), await tier({ price_cents: 300 })]
  for (const [given, ofDear, ofCheap] of [
    [{ percent: 100 }, 50, 3],
    [{ percent: 1 }, 0.5, 0.03],
    [{ amount: 10 }, 10, 3],
    [{ price: 20 }, 30, 0],
    [{ price: 0 }, 50, 3],
  ] as const) {
    const { code } = await voucher({ ...given, max_uses: 2 })
    const items = [dear, cheap].map(({ id }) => ({ payment_type: 'ticket', entity_id: id }))
    const { body, text } = await post(
      '/orders',
      { items, voucher: code },
      { as: ada, headers: { 'idempotency-key': newId() } },
    )
    const discounts = body.payments?.map(({ discount }: any) => discount)
    assert.deepEqual(discounts, [ofDear, ofCheap], `${JSON.stringify(given)}: ${text}`)
  }
  assert.deepEqual(await auditLedger(db), [])
})

test('what it gives nothing for is bought at its price, and has no use of it', async () => {
  const ada = await aUser()
  const [one, other] = [await tier(), await tier()]
  const bed = await aPlaceToSleep(world, { festival_id: festivalId })
  const made = await voucher({ percent: 50, entity_ids: [one.id], max_uses: 2 })
  const items = [
    { payment_type: 'ticket', entity_id: one.id, quantity: 2 },
    { payment_type: 'ticket', entity_id: other.id },
    { payment_type: 'accommodation', entity_id: bed.id },
  ]
  const { body } = await post(
    '/orders',
    { items, voucher: made.code },
    { as: ada, headers: { 'idempotency-key': newId() } },
  )
  assert.deepEqual(
    body.payments.map(({ discount, voucher }: any) => [discount, voucher]),
    [
      [25, made.code],
      [25, made.code],
      [0, null],
      [0, null],
    ],
  )
  assert.deepEqual(await usesOf(made.id), [0, 2])
})

// Requirement (rules): contract §7.14: refusals
test('a refusal has its own code, holds nothing and charges nothing', async () => {
  const ada = await aUser()
  const { id } = await tier()
  const other = await aGivingFestival(world)
  const foreign = await other.voucher({ percent: 5 })
  const later = await voucher({ percent: 5, starts_at: new Date(now().getTime() + 60_000) })
  const before = await voucher({ percent: 5, ends_at: new Date(now().getTime() - 60_000) })
  const ended = await voucher({ percent: 5 })
  await del(`${url}/${ended.id}`, { as: manager })
  const notThis = await voucher({ percent: 5, entity_ids: [(await tier()).id] })
  const once = await voucher({ percent: 5, max_uses: 3 })
  const personal = await voucher({ percent: 5, max_uses: 9, max_per_person: 1 })
  const charged = charges.size
  for (const [voucher, expected] of [
    ['NO-SUCH-CODE', { code: 'voucher_unknown' }],
    ['- -', { code: 'voucher_unknown' }],
    [foreign.code, { code: 'voucher_other_festival' }],
    [later.code, { code: 'voucher_not_started', starts_at: later.starts_at }],
    [before.code, { code: 'voucher_ended', ends_at: before.ends_at }],
    [ended.code, { code: 'voucher_ended', ends_at: (await read(ended.id)).ended_at }],
    [notThis.code, { code: 'voucher_not_applicable' }],
    [once.code, { code: 'voucher_used_up', item: id, remaining: 3 }],
    [personal.code, { code: 'voucher_limit', item: id }],
  ] as const) {
    const { status, body } = await order(ada, { id, quantity: 4, voucher })
    const { error, ...facts } = body
    assert.deepEqual([status, facts], [409, expected], error)
  }
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([sold, held, charges.size], [0, 0, charged])
  for (const { id } of [once, personal]) assert.deepEqual(await usesOf(id), [0, 0])
  const rows = await db.selectFrom('payments').select('id').where('entity_id', '=', id).execute()
  assert.deepEqual(rows, [])
})

test('a hidden tier is bought with a voucher that opens it, and is unknown otherwise', async () => {
  const ada = await aUser()
  const [secret, other, open] = [
    await tier({ hidden: true }),
    await tier({ hidden: true }),
    await tier(),
  ]
  const opens = await voucher({ opens: true, entity_ids: [secret.id, open.id], max_uses: 9 })
  const discount = await voucher({ percent: 10, max_uses: 9 })
  const later = await voucher({ opens: true, starts_at: new Date(now().getTime() + 60_000) })
  for (const [{ id }, voucher, status, code] of [
    [secret, undefined, 404, 'not_found'],
    [secret, discount.code, 404, 'not_found'],
    [secret, 'NO-SUCH-CODE', 404, 'not_found'],
    [other, opens.code, 404, 'not_found'],
    [secret, later.code, 409, 'voucher_not_started'],
    [open, opens.code, 409, 'voucher_not_applicable'],
    [secret, opens.code, 201, undefined],
  ] as const) {
    const answer = await order(ada, { id, ...(voucher && { voucher }) })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
  assert.deepEqual(await usesOf(opens.id), [0, 1])
  const single = { payment_type: 'ticket', entity_id: secret.id }
  assert.equal((await post('/payments', single, { as: ada })).status, 404)
  const lists = await get(`/festivals/${festivalId}`)
  assert.ok(!lists.text.includes(secret.id), 'still hidden')
})

// Requirement (rules): contract §7.14: uses are free again
test('a use is held while it is paid, and comes back when it is not', async () => {
  const ada = await aUser()
  const { id } = await tier()
  const made = await voucher({ percent: 10, max_uses: 3 })
  const buy = (quantity = 1) => order(ada, { id, quantity, voucher: made.code })
  told.next.push('declined')
  assert.equal((await buy(3)).status, 402)
  assert.deepEqual(await usesOf(made.id), [0, 0])
  told.next.push('action')
  const waiting = await buy(2)
  assert.deepEqual([waiting.body.status, await usesOf(made.id)], ['requires_action', [2, 0]])
  const refused = await buy(2)
  assert.deepEqual([refused.body.code, refused.body.remaining], ['voucher_used_up', 1])
  clock.ahead += 11 * 60_000
  while ((await sweep(checkout)) > 0);
  assert.deepEqual(await usesOf(made.id), [0, 0], 'expired')
  const { body } = await buy(2)
  assert.deepEqual(await usesOf(made.id), [0, 2])
  const [first, second] = body.payments
  const refund = (payment: string, asked: object) =>
    post(`/payments/${payment}/refund`, asked, { as: manager })
  assert.equal((await refund(first.id, { amount: 10 })).body.status, 'partially_refunded')
  assert.deepEqual(await usesOf(made.id), [0, 2], 'a part is no end')
  const rest = await refund(first.id, {})
  assert.deepEqual([rest.body.refunded_amount, await usesOf(made.id)], [45, [0, 1]])
  assert.equal((await refund(second.id, {})).body.refunded_amount, 45, 'what was paid')
  assert.deepEqual(await usesOf(made.id), [0, 0])
  assert.deepEqual(await auditLedger(db), [])
})

test('a late charge whose voucher is used up meanwhile is given back', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { id } = await tier()
  const made = await voucher({ percent: 10, max_uses: 1 })
  told.next.push('action')
  const late = await order(ada, { id, voucher: made.code })
  clock.ahead += 11 * 60_000
  while ((await sweep(checkout)) > 0);
  assert.equal((await order(bo, { id, voucher: made.code })).status, 201)
  const outcome = { state: 'succeeded' } as const
  charges.set(late.body.id, { outcome, cents: 4_500, times: 1 })
  await post('/payments/webhook', { id: newId(), key: late.body.id, outcome }, { client: null })
  while ((await sweep(checkout)) > 0);
  const { body } = await get(`/orders/${late.body.id}`, { as: ada })
  assert.equal(body.payments[0].status, 'refunded')
  assert.deepEqual(await usesOf(made.id), [0, 1])
  assert.deepEqual(await auditLedger(db), [])
})

test('uses cannot be made fewer than there are, and what was bought stays', async () => {
  const ada = await aUser()
  const { id } = await tier()
  const made = await voucher({ percent: 10, max_uses: 5 })
  const { body } = await order(ada, { id, quantity: 3, voucher: made.code })
  const few = await put(`${url}/${made.id}`, { max_uses: 2 }, { as: manager })
  assert.deepEqual([few.status, few.body.code], [409, 'below_used'])
  await put(`${url}/${made.id}`, { max_uses: 3, percent: 90 }, { as: manager })
  assert.equal((await order(ada, { id, voucher: made.code })).body.code, 'voucher_used_up')
  const { payments } = (await get(`/orders/${body.id}`, { as: ada })).body
  assert.deepEqual(
    payments.map(({ discount }: any) => discount),
    [5, 5, 5],
  )
  await put(`${url}/${made.id}`, { max_uses: null }, { as: manager })
  assert.equal((await order(ada, { id, voucher: made.code })).body.amount, 5)
})

test('what becomes of the vouchers of a tier that is taken off the offer', async () => {
  const ada = await aUser()
  const [gone, kept] = [await tier(), await tier()]
  const made = await voucher({ percent: 10, entity_ids: [gone.id, kept.id], max_uses: 9 })
  told.next.push('action')
  const open = await order(ada, { id: gone.id, voucher: made.code })
  await del(`/festivals/${festivalId}/tiers/${gone.id}`, { as: manager })
  const check = await get(`${url}/check?code=${made.code}`, { as: ada })
  assert.deepEqual(
    check.body.items.map(({ entity_id }: any) => entity_id),
    [kept.id],
  )
  const refused = await order(ada, { id: gone.id, voucher: made.code })
  assert.equal(refused.body.code, 'not_on_sale')
  const outcome = { state: 'succeeded' }
  await post('/payments/webhook', { id: newId(), key: open.body.id, outcome }, { client: null })
  assert.deepEqual(await usesOf(made.id), [0, 1], 'what was begun is paid')
  assert.equal((await order(ada, { id: kept.id, voucher: made.code })).status, 201)
})

test('a person is an account or an e-mail, however many guests it has', async () => {
  const { id } = await tier()
  const made = await voucher({ percent: 10, max_uses: 99, max_per_person: 3 })
  const email = anEmail()
  const guests = [await aGuest(world, { email }), await aGuest(world, { email })]
  const statuses: unknown[] = []
  for (const as of [...guests, ...guests]) {
    const { status, body } = await order(as, { id, quantity: 1, voucher: made.code })
    statuses.push(body.code ?? status)
  }
  assert.deepEqual(statuses, [201, 201, 201, 'voucher_limit'])
  assert.equal((await order(await aUser(), { id, voucher: made.code })).status, 201)
})

test('who holds as one person and pays as another has no more uses of a voucher', async () => {
  const { id } = await tier()
  const made = await voucher({ percent: 10, max_uses: 99, max_per_person: 2 })
  const email = anEmail()
  const held = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const as = await aGuest(world, { email: anEmail() })
      const { status, body } = await order(as, { id, voucher: made.code, hold: true })
      assert.equal(status, 201)
      return { as, url: `/orders/${body.id}/pay` }
    }),
  )
  const pay = ({ as, url: to }: (typeof held)[number], body = {}) =>
    post(to, body, { as, headers: { 'idempotency-key': newId() } })
  const paid = await Promise.all(held.map((one) => pay(one, { email })))
  const statuses = paid.map(({ status, body }) =>
    status === 200 ? status : [body.code, body.item],
  )
  const refused = ['voucher_limit', id]
  assert.deepEqual(
    statuses.toSorted((a) => (a === 200 ? -1 : 1)),
    [200, 200, refused, refused],
  )
  assert.deepEqual(await usesOf(made.id), [2, 2])
  const waits = held.find((_, n) => paid[n]?.status === 409)
  assert.ok(waits)
  await put('/auth/guest', { email }, { as: waits.as })
  assert.equal((await pay(waits)).body.code, 'voucher_limit', 'nor with an e-mail of before')
  assert.equal((await pay(waits, { email: anEmail() })).status, 200, 'another person may')
})

test('with its key it is one order, and another voucher is another body', async () => {
  const ada = await aUser()
  const { id } = await tier()
  const [made, other] = [
    await voucher({ percent: 10, max_uses: 2 }),
    await voucher({ percent: 20 }),
  ]
  const key = newId()
  const first = await order(ada, { id, key, voucher: made.code })
  const again = await order(ada, { id, key, voucher: made.code.toLowerCase() })
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  for (const voucher of [other.code, null]) {
    const refused = await order(ada, { id, key, voucher })
    assert.equal(refused.body.code, 'idempotency_key_reused')
  }
  assert.deepEqual(await usesOf(made.id), [0, 1])
})

test('who gets nothing takes no use from those behind', async () => {
  const { id } = await tier({ quantity: 10 })
  const made = await voucher({ percent: 10, max_uses: 4 })
  const wanted = [3, 3, 3, 1, 3, 1, 1]
  const buyers = await Promise.all(wanted.map(() => aUser()))
  const answers = await Promise.all(
    buyers.map((as, nth) => order(as, { id, quantity: wanted[nth] ?? 1, voucher: made.code })),
  )
  const sold = answers.flatMap(({ status, body }) => (status === 201 ? body.payments : []))
  assert.equal(sold.length, 4)
  assert.deepEqual(await usesOf(made.id), [0, 4])
})

for (const where of ['one process', 'two processes']) {
  test(`200 buyers at once, 20 uses, ${where}`, async () => {
    const { id } = await tier({ quantity: 500 })
    const made = await voucher({ percent: 50, max_uses: 20 })
    const buyers = await Promise.all(Array.from({ length: 200 }, () => aUser()))
    const body = {
      items: [{ payment_type: 'ticket', entity_id: id }],
      voucher: made.code,
    }
    const answers = await Promise.all(
      buyers.map((as, nth) =>
        where === 'one process' || nth % 2 === 0
          ? order(as, { id, voucher: made.code })
          : elsewhere('POST', '/orders', {
              client: world.client.token,
              as,
              body,
              headers: { 'idempotency-key': newId() },
            }),
      ),
    )
    const codes = Map.groupBy(answers, ({ body }) => body.code ?? body.status)
    assert.deepEqual(Object.fromEntries([...codes].map(([code, { length }]) => [code, length])), {
      succeeded: 20,
      voucher_used_up: 180,
    })
    assert.deepEqual(await usesOf(made.id), [0, 20])
    assert.deepEqual(await auditLedger(db), [])
  })
}

test('50 orders of one person at once, 4 uses for each', async () => {
  const ada = await aUser()
  const { id } = await tier()
  const made = await voucher({ percent: 50, max_uses: null, max_per_person: 4 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => order(ada, { id, voucher: made.code })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 4)
  assert.deepEqual(await usesOf(made.id), [0, 4])
})
