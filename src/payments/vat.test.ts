/** The VAT of a payment is that of what was bought, at the moment it was bought. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { aPlaceToSleep, aPlan, aTier } from '../../test/buying.ts'
import { aFestival } from '../../test/catalogue.ts'
import { aWorld } from '../../test/world.ts'

const world = await aWorld()
const { db, get, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })

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
