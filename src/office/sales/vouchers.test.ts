/** Voucher discounts and complimentary tickets in the figures of a festival: apart from points and from money. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { points } from '../../../test/buying.ts'
import { aGivingFestival, orderTickets } from '../../../test/vouchers.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()
const { get, post, aUser } = world
const { festivalId, manager: as, tier, voucher } = await aGivingFestival(world)

// Requirement (rules): contract §10.1: discounts apart from points
test('discounts stand apart from points and money, in sales, CSV, activity and the export', async () => {
  const ada = await aUser()
  await points(world, ada, 1_000)
  const { id } = await tier({ price_cents: 5_000 })
  const { code } = await voucher({ code: 'LESS-8', amount: 8, max_uses: 5 })
  const order = { id, quantity: 2, voucher: code, points_to_use: 1_000 }
  const { body } = await orderTickets(world, ada, order)
  await orderTickets(world, ada, { id })
  await orderTickets(world, ada, {
    id,
    voucher: code,
    processor_payment_method_id: 'pm_card_chargeDeclined',
  })
  const gift = { entity_id: id, quantity: 1, email: ada.email, reason: 'Press' }
  const given = await post(`/festivals/${festivalId}/complimentary`, gift, { as })
  const [first] = body.payments
  assert.equal((await post(`/payments/${first.id}/refund`, {}, { as })).status, 200)

  const made = { revenue: 124, refunded: 32, discounts: 16, validated: 0 }
  const { body: sales } = await get(`/festivals/${festivalId}/sales`, { as })
  assert.deepEqual({ ...sales.totals, ...made, sold: 3 }, sales.totals)
  assert.deepEqual({ ...sales.tiers[0], ...made }, sales.tiers[0])
  assert.deepEqual({ ...sales.days[0], ...made }, sales.days[0])
  const { body: day } = await get('/users/i/sales', { as })
  assert.deepEqual([day.discounts, day.revenue], [16, 124])

  const { text } = await get(`/festivals/${festivalId}/sales.csv`, { as })
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  // Payments of the same moment are ordered by id.
  rows.sort((one, other) => Number(other['discount']) - Number(one['discount']))
  rows.sort((one, other) => Number(other['points']) - Number(one['points']))
  assert.deepEqual(
    rows.map((row) => [
      row['price'],
      row['discount'],
      row['points'],
      row['amount'],
      row['voucher'],
    ]),
    [
      ['50', '8', '1000', '32', code],
      ['50', '8', '0', '42', code],
      ['50', '0', '0', '50', ''],
      ['0', '0', '0', '0', ''],
    ],
  )
  assert.deepEqual(
    rows.map((row) => row['complimentary']),
    ['', '', '', 'yes'],
  )

  const { activities } = (await get('/activity', { as })).body
  const discountOf = (payment: { id: string }) =>
    activities.find(({ payment_id }: any) => payment_id === payment.id)?.discount
  assert.deepEqual([discountOf(body.payments[1]), discountOf(given.body.payments[0])], [8, 0])
  const { payments } = (await get('/users/i/export', { as: ada })).body
  const exported = payments.map(({ discount, voucher, complimentary }: any) => [
    discount,
    voucher,
    complimentary,
  ])
  assert.deepEqual(
    exported.filter(([, , isGiven]: unknown[]) => isGiven),
    [[0, null, true]],
  )
  assert.equal(exported.filter(([off, word]: unknown[]) => off === 8 && word === code).length, 3)
})
