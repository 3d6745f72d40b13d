import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aPaidTicket, aPayment, someBookings, somePaidTickets } from '../../../../test/sales.ts'
import { aWorld, lenient } from '../../../../test/world.ts'

const world = await aWorld()
const { db, get, aUser } = world
const ids = (records: { id: string }[]) => records.map(({ id }) => id)

/** Creates a festival with a tier, and a manager to list its payments. */
async function aSale() {
  const organizer = await anOrganizer(world)
  const manager = await aUser()
  const membership = { organizer_id: organizer.id, user_id: manager.id }
  await db.insertInto('organizer_managers').values(membership).execute()
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  const list = async (query = '', as = manager) => {
    const { status, body } = await get(`/festivals/${festival.id}/payments?${query}`, { as })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return { festival, tier, manager, list }
}

test('managers read the buyers and items of payments, newest first, and nothing that admits', async () => {
  const { festival, tier, list } = await aSale()
  const buyer = await aUser({ firstName: 'Bo', lastName: 'Ebb' })
  const used = await aPaidTicket(world, { tier, user_id: buyer.id, points_used: 10 })
  const at = new Date('2027-07-01T18:00:00.000Z')
  await db
    .updateTable('tickets')
    .set({ validated_at: at, validated_by: buyer.id })
    .where('payment_id', '=', used.id)
    .execute()
  const stay = await aPlaceToSleep(world, { festival_id: festival.id })
  const [booking] = await someBookings(world, 1, stay)
  const failed = await aPayment(world, {
    payment_type: 'ticket',
    entity_id: tier.id,
    festival_id: festival.id,
    status: 'failed',
    failure: 'insufficient_funds',
    client_secret: 'pi_secret',
  })
  await aPaidTicket(world)

  const { payments, next_after } = await list()
  assert.deepEqual([ids(payments), next_after], [[failed.id, booking?.id, used.id], null])
  assert.deepEqual(payments[2], {
    id: used.id,
    order_id: used.id,
    order_number: null,
    processor_id: null,
    line: 1,
    status: 'succeeded',
    amount: 50,
    currency: 'EUR',
    payment_type: 'ticket',
    entity_id: tier.id,
    entity_name: tier.name,
    festival: { id: festival.id, name: festival.name },
    buyer: { id: buyer.id, firstName: 'Bo', lastName: 'Ebb', guest: false, email: null },
    discount: 0,
    voucher: null,
    points_used: 10,
    refunded_amount: 0,
    kept_amount: 0,
    failure: null,
    needs_review: null,
    createdAt: used.created_at.toISOString(),
    is_validated: true,
    validated_at: at.toISOString(),
    validated_by: buyer.id,
    vat: null,
    vat_amount: null,
    refunded_vat: 0,
    holder: null,
    transfer_id: null,
  })
  assert.deepEqual(
    [payments[0].failure, payments[0].status, payments[1].entity_name],
    ['insufficient_funds', 'failed', stay.name],
  )
})

test('a list is filtered by status, by type, and to one payment by its id or its ticket', async () => {
  const { festival, tier, list } = await aSale()
  const [sold, refunded] = [await aPaidTicket(world, { tier }), await aPaidTicket(world, { tier })]
  await db
    .updateTable('payments')
    .set({ status: 'refunded', refunded_cents: 5000 })
    .where('id', '=', refunded.id)
    .execute()
  const stay = await aPlaceToSleep(world, { festival_id: festival.id })
  const [booking] = await someBookings(world, 1, stay)
  const elsewhere = await aPaidTicket(world)
  const code = encodeURIComponent(sold.code)
  for (const [query, expected] of [
    ['status=succeeded', [booking?.id, sold.id]],
    ['status=refunded', [refunded.id]],
    ['status=failed', []],
    ['type=ticket', [refunded.id, sold.id]],
    ['type=accommodation', [booking?.id]],
    ['type=accommodation&status=refunded', []],
    ['type=subscription', []],
    ['type=ticket&status=succeeded', [sold.id]],
    [`q=${sold.id.toUpperCase()}`, [sold.id]],
    [`q=${code}`, [sold.id]],
    [`q=${encodeURIComponent(` ${sold.code.toLowerCase()}\n`)}`, [sold.id]],
    [`q=${code}&status=refunded`, []],
    [`q=${elsewhere.id}`, []],
    [`q=${encodeURIComponent(elsewhere.code)}`, []],
    ['q=6BF', []],
    [`q=${newId()}`, []],
  ] as const) {
    assert.deepEqual([query, ids((await list(query)).payments)], [query, expected])
  }
})

test('pages follow one another without a gap, whatever is bought meanwhile', async () => {
  const { tier, list } = await aSale()
  const sold = await somePaidTickets(world, 5, { tier })
  const first = await list('limit=2')
  await aPaidTicket(world, { tier })
  const second = await list(`limit=2&after=${first.next_after}`)
  const third = await list(`limit=2&after=${second.next_after}`)
  const read = [first, second, third].flatMap(({ payments }) => ids(payments))
  assert.deepEqual(read, ids(sold).toSorted().toReversed())
  assert.equal(third.next_after, null)
  assert.equal((await list('limit=1000')).payments.length, 6)
})

test('a payment of an erased account stays, without a name', async () => {
  const { tier, list } = await aSale()
  const ada = await aUser()
  const sold = await aPaidTicket(world, { tier, user_id: ada.id })
  await world.del(`/users/${ada.id}`, { as: ada })
  const [payment] = (await list(`q=${sold.id}`)).payments
  assert.deepEqual(payment.buyer, {
    id: ada.id,
    firstName: '',
    lastName: '',
    guest: false,
    email: null,
  })
})

// Requirement (rules): Payments of a festival are for its managers and admins
test('only managers and admins read the payments of a festival, deleted ones too', async () => {
  const { festival, tier, manager } = await aSale()
  const buyer = await aUser({ permissions: ['manage_catalog'] })
  await aPaidTicket(world, { tier, user_id: buyer.id })
  const address = `/festivals/${festival.id}/payments`
  const admin = await aUser({ roles: ['admin'] })
  const refused = await get(address, { as: buyer })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [
      403,
      'Only managers of the organizer, its accountants, its sales staff and admins may see its payments',
    ],
  )
  assert.equal((await get(address, { as: admin })).body.payments.length, 1)
  assert.equal((await get(address)).status, 401)
  for (const id of [newId(), 'none']) {
    const unknown = await get(`/festivals/${id}/payments`, { as: admin })
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'Festival not found'])
  }
  await world.del(`/festivals/${festival.id}`, { as: manager })
  assert.equal((await get(address, { as: manager })).body.payments.length, 1)
})

// Requirement (rules): An unknown filter finds nothing; a place that is none is 400
test('an unknown status or type finds nothing, and an invalid cursor is refused by name', async () => {
  const { festival, tier, manager } = await aSale()
  await aPaidTicket(world, { tier })
  const admin = await aUser({ roles: ['admin'] })
  for (const [address, as] of [
    [`/festivals/${festival.id}/payments`, manager],
    ['/payments/all', admin],
  ] as const) {
    for (const query of ['status=lost', 'status=', 'type=drink', "status='", 'status=Succeeded']) {
      const { status, body } = await get(`${address}?${query}`, { as, headers: lenient })
      assert.deepEqual([status, body.payments, body.next_after], [200, [], null], query)
    }
    for (const after of ['nothing', '', '1', `${newId()}0`]) {
      const { status, body } = await get(`${address}?after=${after}`, { as })
      assert.deepEqual([status, body.error], [400, 'after is not a place in this list'], after)
    }
    const upper = await get(`${address}?after=${newId().toUpperCase()}`, { as })
    assert.equal(upper.status, 200)
  }
})

test('admins read all payments, memberships too, or those of one festival', async () => {
  const admin = await aUser({ roles: ['admin'] })
  const buyer = await aUser()
  const plan = await aPlan(world)
  const membership = await aPayment(world, {
    payment_type: 'subscription',
    entity_id: plan.id,
    user_id: buyer.id,
  })
  const ticket = await aPaidTicket(world, { user_id: buyer.id })
  const list = async (query: string) => (await get(`/payments/all?${query}`, { as: admin })).body
  const { payments } = await list('type=subscription&limit=200')
  const found = payments.find(({ id }: { id: string }) => id === membership.id)
  assert.deepEqual([found.entity_name, found.festival], [plan.name, null])
  assert.deepEqual(ids((await list(`q=${membership.id}`)).payments), [membership.id])
  const newest = ids((await list('limit=200&status=succeeded')).payments)
  assert.deepEqual(newest, newest.toSorted().toReversed())
  assert.ok(newest.includes(ticket.id) && newest.includes(membership.id))
  const ofOne = await list(`festival=${ticket.tier.festival_id}`)
  assert.deepEqual(ids(ofOne.payments), [ticket.id])
  const refused = await get('/payments/all', { as: buyer })
  assert.deepEqual([refused.status, refused.body.error], [403, 'Only admins may see all payments'])
})

test('a page takes as many statements, however long it is', async () => {
  const { tier, list } = await aSale()
  const count = async () => {
    world.statements.length = 0
    await list('limit=200')
    return world.statements.length
  }
  await somePaidTickets(world, 1, { tier })
  await count()
  const few = await count()
  await somePaidTickets(world, 20, { tier })
  assert.equal(await count(), few)
})
