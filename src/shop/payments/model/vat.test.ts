/** The VAT of a payment is that of its item at the moment of purchase, once for each receipt, seller and rate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { nextMailTo } from '../../../../test/mailbox.ts'
import { aBoxOffice, aShift, atTill } from '../../../../test/till.ts'
import { aGivingFestival, orderTickets } from '../../../../test/vouchers.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { auditLedger } from '../ledger/audit.ts'
import { storeVat } from './vat-before.ts'

const world = await aWorld()
const { db, get, post, put, aUser } = world
await world.jobs.start()
const admin = await aUser({ roles: ['admin'] })

// Requirement (rules): contract §7: a payment keeps the VAT of its day
test('a payment keeps the VAT of the moment it was bought, for buyer, staff and spreadsheet', async () => {
  const ada = await aUser()
  const { id: festival_id } = await aFestival(world)
  const reduced = { rate: 9.5, exemption: null }
  const exempt = { rate: null, exemption: '=Culture' }
  const tier = await aTier(world, { festival_id, vat: reduced })
  const stay = await aPlaceToSleep(world, { festival_id, vat: exempt })
  const plan = await aPlan(world, { vat: reduced })
  const unstated = await aTier(world, { festival_id })
  const wanted = [
    ['ticket', tier.id, reduced],
    ['accommodation', stay.id, exempt],
    ['subscription', plan.id, reduced],
    ['ticket', unstated.id, null],
  ] as const
  const buy = (payment_type: string, entity_id: string) =>
    post(
      '/payments',
      { payment_type, entity_id },
      { as: ada, headers: { 'idempotency-key': entity_id } },
    )
  for (const [payment_type, entity_id, vat] of wanted) {
    const { status, body } = await buy(payment_type, entity_id)
    assert.equal(status, 201)
    assert.deepEqual(body.vat, vat)
  }
  const later = { rate: 19, exemption: null }
  await db.updateTable('tiers').set({ vat: later }).where('id', '=', tier.id).execute()
  const mine = (await get('/payments', { as: ada })).body
  const vats = (list: any[]) =>
    wanted.map(([, id]) => list.find(({ entity_id }) => entity_id === id)?.vat ?? null)
  assert.deepEqual(
    vats(mine),
    wanted.map(([, , vat]) => vat),
  )
  const one = mine.find(({ entity_id }: any) => entity_id === tier.id)
  assert.deepEqual((await get(`/payments/${one.id}`, { as: ada })).body.vat, reduced)
  const again = await buy('ticket', tier.id)
  assert.deepEqual([again.body.id, again.body.vat], [one.id, reduced])
  const refunded = await post(`/payments/${one.id}/refund`, { amount: 1 }, { as: admin })
  assert.deepEqual(refunded.body.vat, reduced)

  const sold = (await get(`/festivals/${festival_id}/payments`, { as: admin })).body.payments
  assert.deepEqual(vats(sold), [reduced, exempt, null, null])
  const all = (await get('/payments/all', { as: admin })).body.payments
  assert.deepEqual(vats(all)[2], reduced)
  const { text } = await get(`/festivals/${festival_id}/sales.csv`, { as: admin })
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  assert.deepEqual(
    rows.map(({ vat_rate, vat_exemption }) => [vat_rate, vat_exemption]),
    [
      ['9.5', ''],
      ['', "'=Culture"],
      ['', ''],
    ],
  )
  const { payments } = (await get('/users/i/export', { as: ada })).body
  assert.deepEqual(vats(payments), [reduced, exempt, reduced, null])
})

const cents = (euros: number) => Math.round(euros * 100)
const at = (rate: number) => JSON.stringify({ rate, exemption: null })
const keyed = (as: Person) => ({ as, headers: { 'idempotency-key': newId() } })
const ticketOf = (entity_id: string, quantity: number) => ({
  payment_type: 'ticket',
  entity_id,
  quantity,
})

/** Reads the VAT stored with the payments of an order, in its lines, in cents. */
async function vatOf(orderId: string) {
  const rows = await db
    .selectFrom('payments')
    .select('vat_cents')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  return rows.map(({ vat_cents }) => vat_cents)
}

const sum = (all: (number | null)[]) => all.reduce<number>((total, one) => total + (one ?? 0), 0)

/** Reads the VAT in the report of a festival: its total, and the sum of its CSV. */
async function reported(festivalId: string) {
  const { body } = await get(`/festivals/${festivalId}/report`, { as: admin })
  const { text } = await get(`/festivals/${festivalId}/report.csv`, { as: admin })
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  assert.equal(
    cents(body.totals.vat_amount),
    rows.reduce((all, row) => all + cents(Number(row['vat'])), 0),
  )
  return cents(body.totals.vat_amount)
}

for (const [count, price_cents, rate, due] of [
  [3, 1_000, 19, 479],
  [9, 999, 7, 588],
] as const) {
  // Requirement (rules): contract §10.8: mail, report and CSV print the stored VAT
  test(`the mail and the report of ${count} tickets of ${price_cents} cents at ${rate} % have ${due} cents of VAT`, async () => {
    const ada = await aUser()
    const { festivalId, tier } = await aGivingFestival(world)
    const { id } = await tier({ price_cents, vat: at(rate) })
    const { body: order } = await orderTickets(world, ada, { id, quantity: count })
    assert.equal(sum(await vatOf(order.id)), due)
    assert.equal(await reported(festivalId), due)
    const mail = await nextMailTo(world, ada.email)
    assert.match(mail, new RegExp(`VAT included: €${(due / 100).toFixed(2)} `))
    assert.deepEqual(await auditLedger(db), [])
  })
}

// Requirement (rules): contract §10.8: VAT of what is paid in the end
test('a held order has the VAT of what is paid in the end: with another voucher, and with points', async () => {
  const ada = await aUser()
  await points(world, ada, 10_000)
  const { festivalId, tier, voucher } = await aGivingFestival(world)
  const { id } = await tier({ price_cents: 1_000, vat: at(19) })
  const { code } = await voucher({ percent: 33, max_uses: 10 })
  const { body: order } = await orderTickets(world, ada, { id, quantity: 3, hold: true })
  assert.deepEqual(await vatOf(order.id), [null, null, null])
  await put(`/orders/${order.id}/voucher`, { voucher: code }, { as: ada })
  const paid = await post(`/orders/${order.id}/pay`, { points_to_use: 1_000 }, keyed(ada))
  assert.equal(paid.status, 200, paid.text)
  // 3 × 6.70 less 10.00: nothing of the first, 3.40 of the second, 6.70 of the third.
  assert.deepEqual(
    paid.body.payments.map(({ amount }: { amount: number }) => amount),
    [0, 3.4, 6.7],
  )
  assert.deepEqual(await vatOf(order.id), [0, 54, 107])
  assert.equal(await reported(festivalId), 161)
  assert.deepEqual(await auditLedger(db), [])
})

test('an order of two sellers has the VAT of each by itself, also where a festival has another organizer later', async () => {
  const ada = await aUser()
  const [one, other] = [await aGivingFestival(world), await aGivingFestival(world)]
  const [a, b] = [
    await one.tier({ price_cents: 1_000, vat: at(19) }),
    await other.tier({ price_cents: 1_000, vat: at(19) }),
  ]
  const items = [ticketOf(a.id, 2), ticketOf(b.id, 1)]
  const { body: order } = await post('/orders', { items }, keyed(ada))
  assert.deepEqual(await vatOf(order.id), [159, 160, 160])
  assert.deepEqual([await reported(one.festivalId), await reported(other.festivalId)], [319, 160])
  await sql`
    update festivals set organizer_id = (select organizer_id from festivals where id = ${one.festivalId})
    where id = ${other.festivalId}`.execute(db)
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §10.8: a till's receipt has its VAT once
test('tickets that a till sells of its lease have the VAT of their receipt', async () => {
  const box = await aBoxOffice(world)
  const { id } = await box.tier({ price_cents: 1_000, vat: at(19) })
  const till = atTill(world, await aShift(world, box))
  const asked = { payment_type: 'ticket', entity_id: id, quantity: 5 }
  const headers = { ...till.headers, 'idempotency-key': newId() }
  const { body: lease } = await post(`/festivals/${box.festivalId}/leases`, asked, { headers })
  const paymentIds = lease.tickets.map((one: { payment_id: string }) => one.payment_id)
  const sold_at = new Date().toISOString()
  const sale = { key: newId(), payment_ids: paymentIds.slice(0, 3), means: 'cash', sold_at }
  const said = await post(`/leases/${lease.id}/report`, { sales: [sale] }, till)
  assert.equal(said.body.sales[0].receipt, 1)
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'vat_cents'])
    .where('id', 'in', paymentIds)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ vat_cents }) => vat_cents),
    [159, 160, 160, null, null],
  )
  assert.equal(await reported(box.festivalId), 479)
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §10.8: what a refund gives back of the VAT
test('refunds in any parts give back the VAT of what is no longer left, and all of it in the end', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 })
  const { festivalId, tier } = await aGivingFestival(world)
  const history = fc.asyncProperty(
    fc.integer({ min: 1, max: 2_000 }),
    parts,
    async (price_cents, amounts) => {
      const ada = await aUser()
      const { id } = await tier({ price_cents, vat: at(19.5) })
      const { body: order } = await orderTickets(world, ada, { id, quantity: 2 })
      const before = await reported(festivalId)
      const [stored] = await vatOf(order.id)
      const refund = (body: object) =>
        post(`/payments/${order.payments[0].id}/refund`, body, keyed(admin))
      let [left, gone] = [price_cents, 0]
      for (const amount of amounts.filter((one) => one < price_cents)) {
        const { status } = await refund({ amount: amount / 100 })
        if (status !== 200) continue
        left -= amount
        const due = Math.floor((2 * (stored ?? 0) * left + price_cents) / (2 * price_cents))
        const now = before - (await reported(festivalId))
        assert.equal(now, (stored ?? 0) - due)
        assert.ok(now >= gone)
        gone = now
      }
      await refund({})
      assert.equal(before - (await reported(festivalId)), stored)
    },
  )
  await fc.assert(history, { numRuns: 8 })
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §10.8: payments of before keep what the report said
test('payments and refunds of the version before keep the VAT that the report has said of them', async () => {
  const ada = await aUser()
  const { festivalId, tier } = await aGivingFestival(world)
  const { id } = await tier({ price_cents: 1_000, vat: at(19) })
  const { body: order } = await orderTickets(world, ada, { id, quantity: 3 })
  const [first, second] = order.payments
  const refund = (paymentId: string, body: object) =>
    post(`/payments/${paymentId}/refund`, body, keyed(admin))
  await refund(first.id, { amount: 3.33 })
  // Written as that version writes them.
  await sql`
    update payments set vat_cents = null, seller_id = null where order_id = ${order.id}`.execute(db)
  await sql`update refunds set vat_cents = null where payment_id = ${first.id}`.execute(db)
  const before = 160 * 2 + 106
  assert.equal(await reported(festivalId), before)
  while ((await storeVat(db)) > 0);
  assert.equal(await reported(festivalId), before)
  assert.deepEqual(await vatOf(order.id), [160, 160, 160])
  assert.deepEqual(await auditLedger(db), [])
  // That version finishes a refund beside this one.
  await refund(second.id, { amount: 5 })
  await sql`update refunds set vat_cents = null where payment_id = ${second.id}`.execute(db)
  assert.equal(await storeVat(db), 1)
  assert.equal(await storeVat(db), 0)
  for (const { id: paymentId } of order.payments) await refund(paymentId, {})
  assert.equal(await reported(festivalId), 0)
  assert.deepEqual(await auditLedger(db), [])
})
