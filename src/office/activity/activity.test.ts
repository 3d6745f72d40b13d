import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, aName } from '../../../test/catalogue.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aPayment } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld()
const { db, get, post, put, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })

async function buy(entity_id: string, card = 'pm_card_visa', payment_type = 'ticket') {
  const body = { payment_type, entity_id, processorPaymentMethodId: card }
  const as = await aUser()
  return { ...(await post('/payments', body, { as })), as }
}

async function list(as: Person, query = '') {
  const { status, body } = await get(`/activity?limit=200&${query}`, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const told = ({ activities }: any, festival?: { id: string }) =>
  activities
    .filter((one: any) => !festival || one.festival?.id === festival.id)
    .map(({ type, title, amount }: any) => [type, title, amount])

// Requirement (rules): Activity: managers watch their own festivals
test('managers read what happens at their festivals, newest first: sales, admissions, changes', async () => {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id, price_cents: 2550 })
  const sold = await buy(tier.id)
  await buy(tier.id, 'pm_card_chargeDeclined')
  await buy((await aTier(world)).id)
  const device = await aDevice(world, { festival, manager })
  const { qr_code: code } = sold.body
  await scan(world, device, anUpload(festival.id, [{ code }]))
  await scan(world, device, anUpload(festival.id, [{ code }]))
  await post(`/payments/${sold.body.id}/refund`, { amount: 5.5 }, { as: manager })
  await put(`/festivals/${festival.id}`, { venue: 'Quay' }, { as: manager })
  await post(`/festivals/${festival.id}/cancel`, {}, { as: manager })

  const read = await list(manager)
  assert.deepEqual(told(read), [
    ['festival.cancelled', festival.name, null],
    ['festival.changed', festival.name, null],
    ['payment.refunded', tier.name, 5.5],
    ['ticket.refused', `${tier.name}, already validated, North gate`, null],
    ['ticket.admitted', `${tier.name}, North gate`, null],
    ['payment.failed', tier.name, 25.5],
    ['payment.succeeded', tier.name, 25.5],
  ])
  const first = read.activities.at(-1)
  assert.deepEqual(first.festival, { id: festival.id, name: festival.name })
  assert.equal(first.payment_id, sold.body.id)
  assert.equal(read.next_after, null)
  assert.deepEqual(told(await list(admin), festival), told(read))
})

test('admins also read memberships, new festivals, and refunds the processor refused', async () => {
  const plan = await aPlan(world)
  const member = await buy(plan.id, 'pm_card_visa', 'subscription')
  const { body: organizer } = await post(
    '/organizers',
    { id: newId(), name: aName('Tarn') },
    { as: admin },
  )
  const dates = { start_time: '2099-01-01', end_time: '2099-01-02' }
  const name = aName('Fell')
  const fresh = await post(
    '/festivals',
    { name, organizer_id: organizer.id, ...dates },
    { as: admin },
  )
  await del(`/festivals/${fresh.body.id}`, { as: admin })
  const { payment_type, entity_id } = { payment_type: 'subscription', entity_id: plan.id }
  const { id } = await aPayment(world, { payment_type, entity_id })
  const event = { payment_id: id, place: 1, amount_cents: 5000, created_at: new Date() }
  const reason = 'Refund refused: expired_card'
  await db
    .insertInto('payment_events')
    .values([
      { ...event, status: 'refunding' },
      { ...event, place: 2, status: 'refunding', reason },
    ])
    .execute()
  const { activities } = await list(admin)
  const of = (test: (one: any) => boolean) => told({ activities: activities.filter(test) })
  assert.deepEqual(
    of(({ payment_id }) => [member.body.id, id].includes(payment_id)),
    [
      ['payment.refund_refused', plan.name, 50],
      ['payment.succeeded', plan.name, 10],
    ],
  )
  assert.deepEqual(
    of(({ festival }) => festival?.id === fresh.body.id),
    [
      ['festival.deleted', name, null],
      ['festival.published', name, null],
    ],
  )
})

test('a scan of a foreign ticket, or one of another festival, reveals nothing of it', async () => {
  const { festival, manager } = await aGate(world)
  const elsewhere = await buy((await aTier(world)).id)
  const device = await aDevice(world, { festival, manager })
  const codes = [{ code: 'NOTHING' }, { code: elsewhere.body.qr_code }]
  for (const one of codes) await scan(world, device, anUpload(festival.id, [one]))
  const read = await list(manager)
  assert.deepEqual(told(read), [
    ['ticket.refused', 'Unknown ticket, wrong festival, North gate', null],
    ['ticket.refused', 'Unknown ticket, invalid code, North gate', null],
  ])
  assert.deepEqual(
    read.activities.map(({ payment_id }: any) => payment_id),
    [null, null],
  )
})

test('pages follow one another without a gap, also within one millisecond', async () => {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const at = new Date('2027-07-01T18:00:00.123Z')
  const { id } = await aPayment(world, {
    payment_type: 'ticket',
    entity_id: tier.id,
    festival_id: festival.id,
  })
  const events = Array.from({ length: 7 }, (_, index) => ({
    payment_id: id,
    festival_id: festival.id,
    place: index + 1,
    status: 'succeeded',
    amount_cents: 100 * (index + 1),
    created_at: at,
  }))
  await db.insertInto('payment_events').values(events).execute()
  const change = {
    actor: 'system',
    action: 'festival.update',
    entity_type: 'festival',
    changes: '{}',
  }
  const entries = [newId(), newId()].map((id) => ({ id, at, ...change, festival_id: festival.id }))
  await db.insertInto('audit_log').values(entries).execute()
  for (const as of [manager, admin]) {
    const whole = (await list(as)).activities.filter((one: any) => one.festival?.id === festival.id)
    assert.equal(whole.length, 9)
    const read: any[] = []
    let after = whole[0].id
    while (after) {
      const { body } = await get(`/activity?limit=2&after=${after}`, { as })
      read.push(...body.activities.filter((one: any) => one.festival?.id === festival.id))
      after = body.next_after
    }
    assert.deepEqual([whole[0], ...read], whole)
  }
})

test('a user who manages nothing sees no activity, and an invalid cursor is refused', async () => {
  await aFestival(world)
  for (const rights of [{}, { permissions: ['manage_catalog'] }]) {
    const refused = await get('/activity', { as: await aUser(rights) })
    assert.deepEqual(
      [refused.status, refused.body.error],
      [403, 'Only managers of organizers and admins may read the activity'],
    )
  }
  assert.equal((await get('/activity')).status, 401)
  const whole = `1-p-${newId()}-99999999999`
  for (const after of ['1', newId(), `x-p-${newId()}-1`, `1-q-${newId()}-1`, whole]) {
    const { status, body } = await get(`/activity?after=${after}`, { as: admin })
    assert.deepEqual([status, body.error], [400, 'after is not a place in this list'], after)
  }
  for (const time of ['999999999999999', '0']) {
    assert.equal((await get(`/activity?after=${time}-p-${newId()}-1`, { as: admin })).status, 200)
  }
})

test('a page takes two statements, however long it is', async () => {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const count = async () => {
    world.statements.length = 0
    await list(manager)
    return world.statements.length
  }
  await buy(tier.id)
  await count()
  const few = await count()
  for (let bought = 0; bought < 5; bought++) await buy(tier.id)
  assert.deepEqual([few, await count()], [2, 2])
})
