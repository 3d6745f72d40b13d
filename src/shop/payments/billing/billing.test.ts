/** The buyer's details on documents of an order (docs/contract, section 7.10). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aGuest } from '../../../../test/guests.ts'
import { aWorld, type Person } from '../../../../test/world.ts'
import { forgetUnpaidBilling } from './billing.ts'

const world = await aWorld()
const { get, post, put, del, aUser, db } = world

const company = {
  company: 'Nordlys ApS',
  street: 'Kalvø Havnevej 4',
  postcode: '4793',
  city: 'Kalvø',
  country: 'DK',
  vat_id: 'DK13585628',
}
const empty = {
  company: null,
  name: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  vat_id: null,
  order_reference: null,
  leitweg_id: null,
}

/** A tier, its festival and a manager of it. */
async function aShop(fields: object = {}) {
  const [manager, organizer] = [await aUser(), await anOrganizer(world)]
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id, ...fields })
  return { tier, manager, festival, organizer }
}

const bodyFor = (tier: { id: string }, more: object = {}) => ({
  items: [{ payment_type: 'ticket', entity_id: tier.id }],
  ...more,
})
const buy = (as: Person, body: object, key: string = newId()) =>
  post('/orders', body, { as, headers: { 'idempotency-key': key } })
const billingOf = async (id: string, as: Person) =>
  (await get(`/orders/${id}/billing`, { as })).body

/** Bought tickets with details of a company. */
async function bought(more: object = {}) {
  const shop = await aShop()
  const buyer = await aUser()
  const order = await buy(buyer, bodyFor(shop.tier, { billing: company, ...more }))
  assert.equal(order.status, 201, order.text)
  return { ...shop, buyer, id: order.body.id as string }
}

test('an order has the details it was bought with, an ordinary one none and no row', async () => {
  const { id, buyer, tier } = await bought()
  assert.deepEqual(await billingOf(id, buyer), { ...empty, ...company })
  const usual = await buy(buyer, bodyFor(tier, { billing: { company: null } }))
  assert.deepEqual(await billingOf(usual.body.id, buyer), empty)
  const rows = db.selectFrom('order_billing').select('order_id')
  assert.deepEqual(await rows.where('order_id', '=', usual.body.id).execute(), [])
})

test('a retry gets the same order, and one with other details is refused', async () => {
  const [{ tier }, buyer, key] = [await aShop(), await aUser(), newId()]
  const body = bodyFor(tier, { billing: { ...company, vat_id: 'dk 13 58 56 28' } })
  const first = await buy(buyer, body, key)
  const again = await buy(buyer, bodyFor(tier, { billing: company }), key)
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  const other = await buy(buyer, bodyFor(tier, { billing: { ...company, city: 'Odense' } }), key)
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
})

test('a refused order leaves no details behind', async () => {
  const [{ tier }, buyer] = [await aShop({ quantity: 0 }), await aUser()]
  const before = await db.selectFrom('order_billing').selectAll().execute()
  assert.equal((await buy(buyer, bodyFor(tier, { billing: company }))).status, 409)
  assert.equal((await db.selectFrom('order_billing').selectAll().execute()).length, before.length)
})

const refusals: [string, object, string][] = [
  ['a company without its street', { ...company, street: null }, 'street'],
  ['a company without its city', { ...company, city: null }, 'city'],
  ['a company without its country', { ...company, country: null, vat_id: null }, 'country'],
  ['a VAT id with a wrong digit', { ...company, vat_id: 'DK13585629' }, 'vat_id'],
  ['a VAT id of another country', { ...company, country: 'DE' }, 'vat_id'],
  ['a VAT id without a company', { vat_id: 'DK13585628' }, 'company'],
  ['a VAT id of a person without address', { name: 'Ada', vat_id: 'DK13585628' }, 'street'],
  [
    'a Leitweg-ID with wrong check digits',
    { ...company, leitweg_id: '04011000-12345-04' },
    'leitweg_id',
  ],
  ['a Leitweg-ID without the authority', { leitweg_id: '04011000-12345-03' }, 'company'],
  ['a company of blanks', { ...company, company: ' ' }, 'company'],
]
for (const [name, billing, field] of refusals) {
  test(`${name} is refused by its field, at checkout and later`, async () => {
    const { id, buyer, tier } = await bought({ billing: null })
    const first = await buy(buyer, bodyFor(tier, { billing }))
    assert.deepEqual([first.status, first.body.fields[0].path], [400, `billing.${field}`])
    const later = await put(`/orders/${id}/billing`, billing, { as: buyer })
    assert.deepEqual([later.status, later.body.fields[0].path], [400, field])
    assert.deepEqual(await billingOf(id, buyer), empty)
  })
}

test('Greek and Northern Irish VAT ids have a prefix that is no country', async () => {
  const { id, buyer } = await bought()
  for (const [vat_id, country] of [
    ['EL094019245', 'GR'],
    ['XI980780684', 'GB'],
  ])
    assert.equal(
      (await put(`/orders/${id}/billing`, { vat_id, country }, { as: buyer })).status,
      200,
    )
})

test('a guest fills them in later, field by field, and clears them', async () => {
  const { tier } = await aShop()
  const guest = await aGuest(world)
  const { body: payment } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier.id },
    { as: guest },
  )
  const url = `/orders/${payment.id}/billing`
  assert.equal((await put(url, { name: 'Ada Marsh' }, { as: guest })).status, 200)
  const { body } = await put(url, { order_reference: 'PO-4711' }, { as: guest })
  assert.deepEqual(body, { ...empty, name: 'Ada Marsh', order_reference: 'PO-4711' })
  const cleared = { name: null, order_reference: null }
  assert.deepEqual((await put(url, cleared, { as: guest })).body, empty)
})

test('a change that changes nothing leaves the time of the last change', async () => {
  const { id, buyer } = await bought()
  const changedAt = () =>
    db.selectFrom('order_billing').select('changed_at').where('order_id', '=', id).execute()
  const before = await changedAt()
  await put(`/orders/${id}/billing`, company, { as: buyer })
  assert.deepEqual(await changedAt(), before)
})

test('managers read and change them, which the audit log notes by field; others do not know the order', async () => {
  const { id, manager } = await bought()
  const url = `/orders/${id}/billing`
  assert.equal((await get(url, { as: manager })).body.company, company.company)
  assert.equal((await put(url, { company: 'Sydlys ApS' }, { as: manager })).status, 200)
  const entry = db.selectFrom('audit_log').select(['action', 'user_id', 'changes'])
  assert.deepEqual(await entry.where('entity_id', '=', id).execute(), [
    {
      action: 'order.set_billing',
      user_id: manager.id,
      changes: { 'billing.company': { from: null, to: null } },
    },
  ])
  const stranger = await aUser()
  assert.equal((await get(url, { as: stranger })).status, 404)
  assert.equal((await put(url, { city: 'Odense' }, { as: stranger })).status, 404)
})

test('erasing a buyer keeps the details of a paid order, and deletes those of one that is not', async () => {
  const { id, buyer, tier } = await bought()
  const held = await buy(buyer, bodyFor(tier, { hold: true, billing: company }))
  assert.equal((await del(`/users/${buyer.id}`, { as: buyer })).status, 200)
  const rows = db.selectFrom('order_billing').select('order_id')
  const left = await rows.where('order_id', 'in', [id, held.body.id]).execute()
  assert.deepEqual(left, [{ order_id: id }])
})

test('details of an order that was never paid are deleted after 30 days', async () => {
  const { tier } = await aShop()
  const buyer = await aUser()
  const { body } = await buy(buyer, bodyFor(tier, { hold: true, billing: company }))
  await del(`/orders/${body.id}`, { as: buyer })
  const rows = () =>
    db.selectFrom('order_billing').select('order_id').where('order_id', '=', body.id).execute()
  const days = (count: number) => new Date(world.now().getTime() + count * 86_400_000)
  await forgetUnpaidBilling(db, days(29))
  assert.equal((await rows()).length, 1)
  await forgetUnpaidBilling(db, days(31))
  assert.deepEqual(await rows(), [])
})
