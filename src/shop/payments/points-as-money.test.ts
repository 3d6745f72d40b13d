/** Points are money: attempts to get some for nothing, alone and together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { auditLedger } from '#shop/payments'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aDevice, anUpload } from '../../../test/gate.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const { processor, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor) })
const { db, get, post, put, del, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const balanceOf = async (as: Person) => (await get('/rewards/points', { as })).body.balance
const levelOf = async (as: Person) => (await get('/rewards/level', { as })).body.level
const buy = async (as: Person, entity_id: string, pointsToUse = 0) => {
  const answer = await post('/payments', { payment_type: 'ticket', entity_id, pointsToUse }, { as })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const giveBack = (id: string, as: Person, body: object = {}) =>
  post(`/payments/${id}/refund`, body, { as })
const manages = (organizer_id: string, { id: user_id }: Person) =>
  db.insertInto('organizer_managers').values({ organizer_id, user_id }).execute()

/** Creates a festival of an organizer that `manager` manages, with a tier at this price. */
async function aSale(manager: Person, price_cents: number) {
  const { id: organizer_id } = await anOrganizer(world)
  await manages(organizer_id, manager)
  const festival = await aFestival(world, { organizer_id })
  return {
    organizer_id,
    festival,
    tier: await aTier(world, { festival_id: festival.id, price_cents }),
  }
}

// Requirement (rules): contract §5 free tickets, one's own festivals and oneself at the gate earn no points
test("free tickets of the user's own festivals, admitted by themselves, earn nothing", async () => {
  const mallory = await aUser()
  for (let nth = 0; nth < 5; nth++) {
    const { tier } = await aSale(mallory, 0)
    const { id } = await buy(mallory, tier.id)
    assert.equal((await put(`/payments/${id}/validate`, {}, { as: mallory })).status, 200)
  }
  assert.equal(await balanceOf(mallory), 0)
})

test('a free ticket of another organizer earns its badge, and no points', async () => {
  const ada = await aUser()
  const manager = await aUser()
  const { tier, festival } = await aSale(manager, 0)
  const device = await aDevice(world, { festival, manager })
  const { qr_code } = await buy(ada, tier.id)
  const scan = anUpload(festival.id, [{ code: qr_code }])
  const headers = { 'x-f-authentication': device.token }
  assert.equal((await post('/gate/scans', scan, { headers })).body.results[0].result, 'admitted')
  assert.equal(await balanceOf(ada), 0)
  const { body } = await get('/rewards/badges', { as: ada })
  const badge = body.find(({ name }: { name: string }) => name === 'Checked in')
  assert.equal(badge.unlocked, true)
})

// Requirement (rules): contract §5 an admission earns at most a point a euro
test('an admission is worth at most a point for each euro that stays paid', async () => {
  for (const [cents, refunded, expected] of [
    [100, 0, 1 + 1],
    [700, 0, 7 + 7],
    [5000, 0, 50 + 10],
    [5000, 4700, 3 + 3],
  ] as const) {
    const ada = await aUser()
    const { tier } = await aSale(await aUser(), cents)
    const { id } = await buy(ada, tier.id)
    if (refunded) assert.equal((await giveBack(id, admin, { amount: refunded / 100 })).status, 200)
    assert.equal((await put(`/payments/${id}/validate`, {}, { as: admin })).status, 200)
    assert.equal(await balanceOf(ada), expected, `${cents} cents`)
  }
})

test('a manager of the organizer earns nothing there, whenever that began, nor by a friend at the gate', async () => {
  const [mallory, bo] = [await aUser(), await aUser()]
  const { tier, organizer_id } = await aSale(mallory, 5000)
  const own = await buy(mallory, tier.id)
  await put(`/payments/${own.id}/validate`, {}, { as: admin })
  assert.equal(await balanceOf(mallory), 0)
  // No longer a manager at the admission, but at the purchase.
  const later = await buy(mallory, tier.id)
  await manages(organizer_id, await aUser())
  assert.equal(
    (await del(`/organizers/${organizer_id}/managers/${mallory.id}`, { as: admin })).status,
    200,
  )
  await put(`/payments/${later.id}/validate`, {}, { as: admin })
  assert.equal(await balanceOf(mallory), 0)
  // A manager by the time the processor answers.
  told.next.push('action')
  const waiting = await buy(bo, tier.id)
  await manages(organizer_id, bo)
  await post(
    '/payments/webhook',
    { id: waiting.id, key: waiting.id, outcome: { state: 'succeeded' } },
    { client: null },
  )
  assert.equal((await get(`/payments/${waiting.id}`, { as: bo })).body.status, 'succeeded')
  assert.equal(await balanceOf(bo), 0)
  const friend = await aUser()
  const bought = await buy(friend, tier.id)
  await put(`/payments/${bought.id}/validate`, {}, { as: bo })
  assert.equal(await balanceOf(friend), 50)
})

test('a user who admits their own ticket earns nothing by it', async () => {
  const { tier } = await aSale(await aUser(), 5000)
  const { id } = await buy(admin, tier.id)
  await put(`/payments/${id}/validate`, {}, { as: admin })
  assert.equal(await balanceOf(admin), 50)
})

// Requirement (rules): contract §5 every award of a purchase ends with its refund
test('points from an admission are deducted with the refund of its ticket', async () => {
  const ada = await aUser()
  const { tier } = await aSale(await aUser(), 5000)
  const { id } = await buy(ada, tier.id)
  await put(`/payments/${id}/validate`, {}, { as: admin })
  assert.equal(await balanceOf(ada), 60)
  await giveBack(id, admin, { amount: 25 })
  assert.equal(await balanceOf(ada), 30)
  assert.equal((await giveBack(id, admin)).body.kept_amount, 0)
  assert.equal(await balanceOf(ada), 0)
  const { body } = await get('/rewards/badges', { as: ada })
  assert.ok(body.every(({ unlocked }: { unlocked: boolean }) => !unlocked))
})

test('purchases earn a limited number of times a day', async () => {
  const ada = await aUser()
  const { tier } = await aSale(await aUser(), 100)
  for (let nth = 0; nth < 22; nth++) await buy(ada, tier.id)
  assert.equal(await balanceOf(ada), 20)
})

// Requirement (rules): contract §7 one cannot refund one's own payment
test('a manager cannot refund their own purchase; another manager can', async () => {
  const [mallory, bo] = [await aUser(), await aUser()]
  const { tier, organizer_id } = await aSale(mallory, 5000)
  const { id } = await buy(mallory, tier.id)
  const own = await giveBack(id, mallory)
  assert.deepEqual([own.status, own.body.code], [403, 'own_payment'])
  assert.equal((await get(`/payments/${id}/refund`, { as: mallory })).status, 403)
  const { id: admins } = await buy(admin, tier.id)
  assert.equal((await giveBack(admins, admin)).body.code, 'own_payment')
  await manages(organizer_id, bo)
  assert.equal((await giveBack(id, bo)).body.status, 'refunded')
})

// Requirement (rules): contract §7 points that are spent are kept back from a refund
test('points that are spent when their purchase is refunded are withheld, and the level drops', async () => {
  const [mallory, friend] = [await aUser(), await aUser()]
  const { tier } = await aSale(friend, 1_000_000)
  const elsewhere = await aSale(await aUser(), 10_000)
  const paid = await buy(mallory, tier.id)
  assert.deepEqual([await balanceOf(mallory), await levelOf(mallory)], [10_000, 5])
  const spent = await buy(mallory, elsewhere.tier.id, 10_000)
  assert.equal(spent.amount, 0)
  const expected = { amount: 9900, kept_amount: 100, points_taken_back: 10_000, is_full: true }
  const { body: preview } = await get(`/payments/${paid.id}/refund`, { as: friend })
  assert.deepEqual(preview, expected)
  assert.equal((await get(`/payments/${paid.id}`, { as: mallory })).body.status, 'succeeded')
  const { body } = await giveBack(paid.id, friend)
  assert.deepEqual([body.status, body.refunded_amount, body.kept_amount], ['refunded', 9900, 100])
  assert.deepEqual([await balanceOf(mallory), await levelOf(mallory)], [0, 1])
  const [newest] = (await get('/notifications', { as: mallory })).body
  assert.match(newest.message, /9900\.00 EUR is on its way back to you\. 100\.00 EUR is kept back/)
  assert.deepEqual(await auditLedger(db), [])
})

test('so are those of a partial refund; what is withheld is not refunded later', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { tier } = await aSale(bo, 10_000)
  const paid = await buy(ada, tier.id)
  await buy(ada, (await aSale(await aUser(), 100)).tier.id, 100)
  const query = await get(`/payments/${paid.id}/refund?amount=50`, { as: bo })
  const part = { amount: 49.5, kept_amount: 0.5, points_taken_back: 50, is_full: false }
  assert.deepEqual(query.body, part)
  const first = (await giveBack(paid.id, bo, { amount: 50 })).body
  assert.deepEqual(
    [first.status, first.refunded_amount, first.kept_amount],
    ['partially_refunded', 49.5, 0.5],
  )
  const tooMuch = await giveBack(paid.id, bo, { amount: 50.01 })
  assert.deepEqual([tooMuch.body.code, tooMuch.body.refundable], ['amount_too_large', 50])
  const rest = (await giveBack(paid.id, bo)).body
  assert.deepEqual([rest.status, rest.refunded_amount, rest.kept_amount], ['refunded', 99, 1])
  assert.deepEqual(await auditLedger(db), [])
})

test('points worth more than the refund leave the rest owed', async () => {
  const generous = await aWorld({ env: { POINTS_PER_EUR: '50' } })
  await sql`update reward_rules set points = 100 where event_type = 'ticket_purchased'`.execute(
    generous.db,
  )
  const [ada, boss] = [await generous.aUser(), await generous.aUser({ roles: ['admin'] })]
  const tier = await aTier(generous, { price_cents: 100 })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body: paid } = await generous.post('/payments', order, { as: ada })
  const other = {
    payment_type: 'ticket',
    entity_id: (await aTier(generous, { price_cents: 200 })).id,
  }
  await generous.post('/payments', { ...other, pointsToUse: 100 }, { as: ada })
  const { body } = await generous.post(`/payments/${paid.id}/refund`, {}, { as: boss })
  assert.deepEqual([body.status, body.refunded_amount, body.kept_amount], ['refunded', 0, 1])
  const { owed, kept } = await generous.db
    .selectFrom('points')
    .select(['owed', 'kept'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([owed, kept], [50, 50])
  assert.deepEqual(await auditLedger(generous.db), [])
})

test('a partial refund that the processor refuses leaves points and money as they were', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const { tier } = await aSale(bo, 10_000)
  const paid = await buy(ada, tier.id)
  await buy(ada, (await aSale(await aUser(), 60)).tier.id, 60)
  told.refuse = 'insufficient_funds'
  const { body } = await giveBack(paid.id, bo, { amount: 80 })
  told.refuse = undefined
  assert.deepEqual([body.status, body.refunded_amount, body.kept_amount], ['succeeded', 0, 0])
  assert.equal(await balanceOf(ada), 40)
  assert.equal((await get('/rewards/level', { as: ada })).body.points, 100)
  assert.deepEqual(await auditLedger(db), [])
})

test('a refund and a purchase with the same points at once gain nothing', async () => {
  for (let round = 0; round < 10; round++) {
    const [ada, bo] = [await aUser(), await aUser()]
    const { tier } = await aSale(bo, 10_000)
    const other = await aSale(await aUser(), 100)
    const paid = await buy(ada, tier.id)
    const order = { payment_type: 'ticket', entity_id: other.tier.id, pointsToUse: 100 }
    const [refunded, bought] = await Promise.all([
      giveBack(paid.id, bo, { amount: 99.99 }),
      post('/payments', order, { as: ada }),
    ])
    assert.equal(refunded.status, 200)
    const balance = await balanceOf(ada)
    const gained = balance + (bought.status === 201 ? 100 : 0)
    // A point is worth a cent.
    assert.equal(gained, Math.round(refunded.body.kept_amount * 100))
  }
})

test('the doctor reports points without money behind them, by organizer', async () => {
  const quiet = await aWorld()
  const ada = await quiet.aUser()
  const { id: organizer_id } = await anOrganizer(quiet)
  const festival = await aFestival(quiet, { organizer_id })
  const tier = await aTier(quiet, { festival_id: festival.id, price_cents: 10_000 })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body } = await quiet.post('/payments', order, { as: ada })
  assert.deepEqual(await auditLedger(quiet.db), [])
  const planted = [
    sql`update payments set is_own = true where id = ${body.id}`,
    sql`update payments set is_own = false where id = ${body.id}`,
    sql`update reward_events set points = 1000 where source = ${`ticket:${body.id}:validated`}`,
  ]
  await planted[0]?.execute(quiet.db)
  assert.deepEqual(await auditLedger(quiet.db), [
    `Organizer ${organizer_id}: 100 points stand against 100.00 EUR taken, 100 more than earned`,
  ])
  await planted[1]?.execute(quiet.db)
  assert.deepEqual(await auditLedger(quiet.db), [])
  await sql`
    update payments set refunded_cents = 5000, status = 'partially_refunded' where id = ${body.id}`.execute(
    quiet.db,
  )
  const fault = (await auditLedger(quiet.db)).find((one) => one.startsWith('Organizer'))
  assert.equal(
    fault,
    `Organizer ${organizer_id}: 100 points stand against 50.00 EUR taken, 50 more than earned`,
  )
})
