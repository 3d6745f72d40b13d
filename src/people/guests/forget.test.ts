/** Guests that no account has taken over are erased. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forgetLimitedEmails } from '#shop/payments'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aGuest } from '../../../test/guests.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { deleteOldGuests } from './forget.ts'

const begin = new Date('2027-03-01T12:00:00.000Z')
const clock = { now: begin }
const world = await aWorld({ now: () => clock.now })
const { app, db, post } = world
const day = 86_400_000
const after = (days: number) => {
  clock.now = new Date(begin.getTime() + days * day)
}

async function remembered(guests: Person[]): Promise<boolean[]> {
  const rows = await db.selectFrom('users').select(['id', 'email', 'first_name']).execute()
  return guests.map(({ id, email, firstName }) =>
    rows.some((row) => row.id === id && row.email === email && row.first_name === firstName),
  )
}

/** A tier of a festival that ends this many days after the beginning. */
async function aTierUntil(days: number, more = {}) {
  const end_time = new Date(begin.getTime() + days * day)
  const festival = await aFestival(world, { start_time: begin, end_time })
  return aTier(world, { festival_id: festival.id, ...more })
}

// Requirement (rules): contract §2.9: a guest that no account takes over is forgotten
test('a guest is forgotten 180 days after the last festival, one without a purchase after 7', async () => {
  const [soon, late] = [await aTierUntil(10), await aTierUntil(40)]
  const guests = [
    await aGuest(world),
    await aGuest(world),
    await aGuest(world),
    await aGuest(world),
  ]
  const [none, declined, one, both] = guests
  const buy = (as: Person | undefined, { id: entity_id }: { id: string }, more = {}) =>
    post('/payments', { payment_type: 'ticket', entity_id, ...more }, { as })
  const refused = { processorPaymentMethodId: 'pm_card_chargeDeclined' }
  assert.equal((await buy(declined, late, refused)).status, 402)
  for (const [as, tier] of [
    [one, soon],
    [both, soon],
    [both, late],
  ] as const) {
    assert.equal((await buy(as, tier)).status, 201)
  }
  assert.ok(none)
  for (const [days, expected] of [
    [6.9, [true, true, true, true]],
    [7.1, [false, false, true, true]],
    [189.9, [false, false, true, true]],
    [190.1, [false, false, false, true]],
    [219.9, [false, false, false, true]],
    [220.1, [false, false, false, false]],
  ] as const) {
    after(days)
    await deleteOldGuests(app)
    assert.deepEqual([days, await remembered(guests)], [days, expected])
  }
  const { rows } = await sql<{ payments: number; erased: number }>`
    select (select count(*)::int from payments) as payments,
           (select count(*)::int from users where is_guest and erased_at is not null) as erased`.execute(
    db,
  )
  assert.deepEqual(rows[0], { payments: 4, erased: 4 }, 'what was paid stays, without a name')
})

test('the hash of an e-mail that bought something limited is forgotten after a day', async () => {
  after(300)
  const tier = await aTierUntil(400, { max_per_person: 1 })
  const as = await aGuest(world)
  await post('/payments', { payment_type: 'ticket', entity_id: tier.id }, { as })
  const count = async () => (await db.selectFrom('limited_emails').selectAll().execute()).length
  assert.equal(await count(), 1)
  after(300.9)
  await forgetLimitedEmails(db, clock.now)
  assert.equal(await count(), 1)
  after(301)
  await forgetLimitedEmails(db, clock.now)
  assert.equal(await count(), 0)
})
