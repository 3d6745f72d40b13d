/** Payments, points and events: the exported functions of the module, many at a time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  lockBalances,
  recordServerEvents,
  reservePoints,
  returnPoints,
  reverseEvents,
  settlePoints,
} from '#audience/rewards'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now, env: { DATABASE_CONNECTIONS: '6' } })
const { get, db, bus, aUser } = world
const at = { db, bus, now }

const purchase = ({ id }: { id: string }, euros: number, source = `payment:${newId()}`) => ({
  user_id: id,
  event_type: 'ticket_purchased',
  entity_type: 'ticket',
  entity_id: newId(),
  source,
  euros,
  isOwn: false,
})
const validation = ({ id }: Person, festival: string) => ({
  user_id: id,
  event_type: 'ticket_validated',
  entity_type: 'festival',
  entity_id: festival,
  source: `ticket:${newId()}:validated`,
  euros: 50,
  isOwn: false,
})
const paid = ({ id }: Person, points: number) => ({ payment_id: newId(), user_id: id, points })
const refund = (source: string, keepCents: number, ofCents: number) => ({
  source,
  key: `refund:${newId()}`,
  refund: newId(),
  isWhole: keepCents === 0,
  keepCents,
  ofCents,
  mostKept: 0,
})

/** A user with this many earned points, with the event they came from. */
async function aBuyer(points: number) {
  const user = await aUser()
  const event = purchase(user, points)
  await recordServerEvents(at, [event])
  return { ...user, source: event.source }
}

async function stateOf({ id }: Person, database: Database = db) {
  type Row = Record<'available' | 'reserved' | 'earned' | 'owed' | 'sum' | 'short', number>
  const { rows } = await sql<Row>`
    select available, reserved, earned, owed, sum, short
    from points, lateral (
      select coalesce(sum(delta), 0)::int as sum, coalesce(sum(shortfall), 0)::int as short
      from point_entries e where e.user_id = points.user_id) e
    where user_id = ${id}`.execute(database)
  const [row] = rows
  assert.ok(row)
  const { sum, short, owed, ...state } = row
  assert.equal(sum, state.available + state.reserved, 'the ledger differs from the balance')
  assert.equal(short, owed, 'the ledger differs from what is owed')
  return owed > 0 ? { ...state, owed } : state
}
const pointsOf = async (as: Person) => (await get('/rewards/points', { as })).body
const levelOf = async (as: Person) => (await get('/rewards/level', { as })).body
async function badgeOf(as: Person, name: string) {
  const { body } = await get('/rewards/badges', { as })
  return body.find((badge: { name: string }) => badge.name === name)
}
async function toldOf(as: Person) {
  const { body } = await get('/notifications', { as })
  return body.map(({ type, title }: { type: string; title: string }) => `${type}: ${title}`)
}

// Requirement (rules): contract §5 a purchase earns 1 point per full EUR
test('a purchase earns a point per full euro, with any payments in a batch', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const again = purchase(ada, 20)
  await recordServerEvents(at, [purchase(ada, 89.99), purchase(bo, 0.99), again, again])
  await recordServerEvents(at, [again, purchase(ada, 1)])
  assert.deepEqual(await stateOf(ada), { available: 110, reserved: 0, earned: 110 })
  assert.deepEqual(await stateOf(bo), { available: 0, reserved: 0, earned: 0 })
  assert.equal((await badgeOf(bo, 'First ticket')).unlocked, true)
})

test("an admission at the user's own festival does not keep a later one in the batch from counting", async () => {
  const ada = await aUser()
  const festival = newId()
  const own = { ...validation(ada, festival), isOwn: true }
  await recordServerEvents(at, [own, validation(ada, festival), validation(ada, festival)])
  assert.deepEqual(await stateOf(ada), { available: 10, reserved: 0, earned: 10 })
})

test('an event without a rule is stored, without points', async () => {
  const ada = await aUser()
  await recordServerEvents(at, [{ ...purchase(ada, 50), event_type: 'programme_bought' }])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 0 })
})

test('an empty batch does nothing', async () => {
  await recordServerEvents(at, [])
  await reverseEvents(at, [])
  await settlePoints(at, [])
  await returnPoints(at, [])
  assert.equal((await reservePoints(db, [])).size, 0)
})

test('points are reserved in the order of the payments, while there are enough', async () => {
  const [ada, bo] = [await aBuyer(100), await aBuyer(10)]
  const wanted = [paid(ada, 80), paid(bo, 10), paid(ada, 30), paid(ada, 20), paid(bo, 1)]
  const [first, second, , fourth] = wanted
  const got = await reservePoints(db, wanted)
  assert.deepEqual(got, new Set([first, second, fourth].map((one) => one?.payment_id)))
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 100, earned: 100 })
  assert.deepEqual(await pointsOf(ada), { balance: 100, total_earned: 100, total_spent: 0 })
  const penniless = await aUser()
  assert.equal((await reservePoints(db, [paid(penniless, 1)])).size, 0)
})

test('reserved points are spent once, or available again; a refund returns them once', async () => {
  const ada = await aBuyer(100)
  const [spent, released] = [paid(ada, 60), paid(ada, 30)]
  await reservePoints(db, [spent, released])
  const settled = [
    { ...spent, spent: true },
    { ...released, spent: false },
  ]
  await settlePoints(at, settled)
  assert.deepEqual(await stateOf(ada), { available: 40, reserved: 0, earned: 100 })
  await settlePoints(at, [{ ...spent, spent: true }])
  assert.deepEqual(await pointsOf(ada), { balance: 40, total_earned: 100, total_spent: 60 })
  await returnPoints(at, [spent, spent])
  await returnPoints(at, [spent])
  assert.deepEqual(await pointsOf(ada), { balance: 100, total_earned: 100, total_spent: 0 })
  assert.deepEqual(await stateOf(ada), { available: 100, reserved: 0, earned: 100 })
})

test('of eight payments with the same points at once, as many get them as there are', async () => {
  const ada = await aBuyer(100)
  const got = await Promise.all(Array.from({ length: 8 }, () => reservePoints(db, [paid(ada, 30)])))
  assert.equal(got.filter(({ size }) => size === 1).length, 3)
  assert.deepEqual(await stateOf(ada), { available: 10, reserved: 90, earned: 100 })
})

test('two batches with the same users in opposite order do not block each other', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => aBuyer(1000)))
  const batches = Array.from({ length: 12 }, (_, index) =>
    (index % 2 ? users : users.toReversed()).map((user) => paid(user, 10)),
  )
  // In a transaction of the caller, where a deadlock is not retried.
  await Promise.all(
    batches.map((batch) =>
      db.transaction().execute(async (trx) => {
        const within = { ...at, db: trx }
        await reservePoints(trx, batch)
        await settlePoints(
          within,
          batch.map((one) => ({ ...one, spent: true })),
        )
        await recordServerEvents(
          within,
          batch.map(({ user_id: id }) => purchase({ id }, 5)),
        )
      }),
    ),
  )
  for (const user of users) {
    assert.deepEqual(await stateOf(user), { available: 940, reserved: 0, earned: 1060 })
  }
})

test('the second transaction waits, and sees what the first wrote', async () => {
  const ada = await aBuyer(50)
  const [first, second] = [paid(ada, 40), paid(ada, 40)]
  let waiting: Promise<Set<string>> = Promise.resolve(new Set())
  await db.transaction().execute(async (trx) => {
    await lockBalances(trx, [ada.id])
    assert.equal((await reservePoints(trx, [first])).size, 1)
    waiting = reservePoints(db, [second])
    await untilBlocked(world, 1)
  })
  assert.equal((await waiting).size, 0)
})

test('a partial refund deducts points in proportion, a full one the rest, each key once', async () => {
  const ada = await aBuyer(89)
  const [half, most, whole] = [
    refund(ada.source, 4450, 8900),
    refund(ada.source, 1000, 8900),
    refund(ada.source, 0, 8900),
  ]
  await reverseEvents(at, [half])
  assert.equal((await stateOf(ada)).available, 44)
  await reverseEvents(at, [half])
  assert.equal((await stateOf(ada)).available, 44)
  await reverseEvents(at, [most, whole, whole])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 0 })
  assert.deepEqual(await pointsOf(ada), { balance: 0, total_earned: 0, total_spent: 0 })
  const entries = await db
    .selectFrom('point_entries')
    .select(['source', 'delta', 'shortfall'])
    .where('user_id', '=', ada.id)
    .where('kind', '=', 'reversed')
    .orderBy('delta')
    .execute()
  assert.deepEqual(entries, [
    { source: half.key, delta: -45, shortfall: 0 },
    { source: most.key, delta: -34, shortfall: 0 },
    { source: whole.key, delta: -10, shortfall: 0 },
  ])
})

// Requirement (rules): contract §5 a reversal takes at most the balance and notes the shortfall
test('a reversal deducts at most what is available and records the shortfall', async () => {
  const ada = await aBuyer(100)
  const [spent, held] = [paid(ada, 70), paid(ada, 20)]
  await reservePoints(db, [spent, held])
  await settlePoints(at, [{ ...spent, spent: true }])
  const other = purchase(ada, 5)
  await recordServerEvents(at, [other])
  const whole = refund(ada.source, 0, 10_000)
  await reverseEvents(at, [whole, refund(other.source, 0, 500)])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 20, earned: 90, owed: 90 })
  assert.deepEqual(await pointsOf(ada), { balance: 20, total_earned: 90, total_spent: 70 })
  const { delta, shortfall } = await db
    .selectFrom('point_entries')
    .select(['delta', 'shortfall'])
    .where('source', '=', whole.key)
    .executeTakeFirstOrThrow()
  assert.deepEqual([delta, shortfall], [-15, 85])
})

// Requirement (rules): contract §5 what a reversal could not take stays owed, and points that come back pay
//   it first
test('points returned by a refund first pay what reversals could not deduct', async () => {
  const [ada, bo] = [await aBuyer(100), await aBuyer(100)]
  const payments = [paid(ada, 60), paid(bo, 10), paid(ada, 40)]
  const [first, second, third] = payments
  assert.ok(first && second && third)
  await reservePoints(db, payments)
  await settlePoints(
    at,
    payments.map((one) => ({ ...one, spent: true })),
  )
  await reverseEvents(at, [refund(ada.source, 2000, 10_000)])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 100, owed: 80 })
  await returnPoints(at, [first, second, third])
  await returnPoints(at, [third])
  assert.deepEqual(await stateOf(ada), { available: 20, reserved: 0, earned: 20 })
  assert.deepEqual(await pointsOf(ada), { balance: 20, total_earned: 20, total_spent: 0 })
  assert.deepEqual(await stateOf(bo), { available: 100, reserved: 0, earned: 100 })
  const entries = await db
    .selectFrom('point_entries')
    .select(['kind', 'delta', 'shortfall', 'source'])
    .where('user_id', '=', ada.id)
    .where('source', 'like', '%returned%')
    .orderBy('delta')
    .execute()
  const source = (payment_id: string) => `payment:${payment_id}:returned`
  const [one, other] = [source(first.payment_id), source(third.payment_id)]
  assert.deepEqual(entries, [
    { kind: 'reversed', delta: -60, shortfall: -60, source: `${one}:owed` },
    { kind: 'reversed', delta: -20, shortfall: -20, source: `${other}:owed` },
    { kind: 'returned', delta: 40, shortfall: 0, source: other },
    { kind: 'returned', delta: 60, shortfall: 0, source: one },
  ])
})

test('so do points of a failed purchase, each payment once', async () => {
  const ada = await aBuyer(100)
  const late = paid(ada, 70)
  const release = { ...late, spent: false }
  await reservePoints(db, [late])
  await reverseEvents(at, [refund(ada.source, 0, 10_000)])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 70, earned: 70, owed: 70 })
  await settlePoints(at, [release])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 0 })
  const other = purchase(ada, 90)
  await recordServerEvents(at, [other])
  const spent = paid(ada, 20)
  await reservePoints(db, [late, spent])
  await settlePoints(at, [{ ...spent, spent: true }])
  await reverseEvents(at, [refund(other.source, 0, 9000)])
  // Its entry exists already: the points it could pay stay owed.
  await settlePoints(at, [release])
  assert.deepEqual(await stateOf(ada), { available: 70, reserved: 0, earned: 90, owed: 90 })
})

test('a late purchase whose points were returned once pays again when it is refunded', async () => {
  const ada = await aBuyer(70)
  const late = paid(ada, 70)
  await reservePoints(db, [late])
  await reverseEvents(at, [refund(ada.source, 0, 7000)])
  await settlePoints(at, [{ ...late, spent: false }])
  const other = purchase(ada, 70)
  await recordServerEvents(at, [other])
  await reservePoints(db, [late])
  await settlePoints(at, [{ ...late, spent: true }])
  await reverseEvents(at, [refund(other.source, 0, 7000)])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 70, owed: 70 })
  await returnPoints(at, [late])
  assert.deepEqual(await stateOf(ada), { available: 0, reserved: 0, earned: 0 })
})

test('points earned later do not pay what is owed', async () => {
  const ada = await aBuyer(50)
  const spent = paid(ada, 50)
  await reservePoints(db, [spent])
  await settlePoints(at, [{ ...spent, spent: true }])
  await reverseEvents(at, [refund(ada.source, 0, 5000)])
  await recordServerEvents(at, [purchase(ada, 30)])
  assert.deepEqual(await stateOf(ada), { available: 30, reserved: 0, earned: 80, owed: 50 })
  await returnPoints(at, [spent])
  assert.deepEqual(await stateOf(ada), { available: 30, reserved: 0, earned: 30 })
})

test('a free purchase is reversed as a whole, and not in part', async () => {
  const ada = await aUser()
  const free = purchase(ada, 0)
  await recordServerEvents(at, [free])
  await reverseEvents(at, [{ ...refund(free.source, 0, 0), isWhole: false }])
  assert.equal((await badgeOf(ada, 'First ticket')).unlocked, true)
  await reverseEvents(at, [refund(free.source, 0, 0)])
  assert.equal((await badgeOf(ada, 'First ticket')).unlocked, false)
})

// Requirement (states): Badge unlocked flips by recording an event
test('a badge unlocks at its target, and locks again when a payment is refunded in full', async () => {
  const ada = await aBuyer(10)
  const unlocked = await badgeOf(ada, 'First ticket')
  assert.deepEqual(unlocked.progress, { current: 1, target: 1, percentage: 100 })
  assert.equal(unlocked.unlocked, true)
  await reverseEvents(at, [refund(ada.source, 500, 1000)])
  assert.equal((await badgeOf(ada, 'First ticket')).unlocked, true)
  const whole = refund(ada.source, 0, 1000)
  await reverseEvents(at, [whole, { ...whole, key: newId() }])
  assert.deepEqual(await badgeOf(ada, 'First ticket'), {
    ...unlocked,
    progress: { current: 0, target: 1, percentage: 0 },
    unlocked: false,
  })
  await recordServerEvents(at, [purchase(ada, 0)])
  assert.equal((await badgeOf(ada, 'First ticket')).unlocked, true)
})

test('five festivals make a regular, however many tickets they took', async () => {
  const ada = await aUser()
  const festivals = Array.from({ length: 5 }, newId)
  const four = festivals.slice(0, 4).flatMap((id) => [validation(ada, id), validation(ada, id)])
  await recordServerEvents(at, four)
  const { progress, unlocked } = await badgeOf(ada, 'Festival regular')
  assert.deepEqual([progress.current, progress.percentage, unlocked], [4, 80, false])
  await recordServerEvents(
    at,
    festivals.map((id) => validation(ada, id)),
  )
  const after = await badgeOf(ada, 'Festival regular')
  assert.deepEqual([after.progress.current, after.unlocked], [5, true])
  assert.equal((await stateOf(ada)).earned, 50)
  await recordServerEvents(at, [validation(ada, newId())])
  assert.deepEqual(await badgeOf(ada, 'Festival regular'), after)
})

test('an event reversed in full no longer blocks another one with its entity', async () => {
  const ada = await aUser()
  const festival = newId()
  const [first, second, third] = [1, 2, 3].map(() => validation(ada, festival))
  assert.ok(first && second && third)
  await recordServerEvents(at, [first, second])
  assert.equal((await stateOf(ada)).earned, 10)
  await reverseEvents(at, [refund(first.source, 0, 100)])
  assert.equal((await badgeOf(ada, 'Checked in')).unlocked, false)
  await recordServerEvents(at, [third])
  assert.equal((await stateOf(ada)).earned, 10)
  assert.equal((await badgeOf(ada, 'Checked in')).unlocked, true)
})

// Requirement (records): Level: level, points, next_level_points, benefits
test('levels follow from earned points, not from what is left, and are lost by a reversal', async () => {
  const ada = await aBuyer(499)
  const levels = async () => {
    const { level, points, next_level_points, benefits } = await levelOf(ada)
    const active = benefits.filter((benefit: { active: boolean }) => benefit.active)
    return [level, points, next_level_points, active.length]
  }
  assert.deepEqual(await levels(), [2, 499, 500, 1])
  const spent = paid(ada, 499)
  await reservePoints(db, [spent])
  await settlePoints(at, [{ ...spent, spent: true }])
  const [one, lots] = [purchase(ada, 1), purchase(ada, 6000)]
  await recordServerEvents(at, [one])
  assert.deepEqual(await levels(), [3, 500, 1500, 2])
  await reverseEvents(at, [refund(one.source, 0, 100)])
  assert.deepEqual(await levels(), [2, 499, 500, 1])
  await recordServerEvents(at, [lots])
  assert.deepEqual(await levels(), [5, 6499, 0, 4])
})

// Requirement (rules): contract §5 a badge or level reached is told once
test('a user is notified once of a badge, and of the highest level reached', async () => {
  const ada = await aUser()
  const first = purchase(ada, 600)
  await recordServerEvents(at, [first])
  const told = ['badge.unlocked: Badge unlocked: First ticket', 'level.reached: Level 3 reached']
  assert.deepEqual((await toldOf(ada)).toSorted(), told)
  await reverseEvents(at, [refund(first.source, 0, 60_000)])
  await recordServerEvents(at, [purchase(ada, 600)])
  assert.deepEqual((await toldOf(ada)).toSorted(), told)
})

test('a transaction that is rolled back leaves nothing', async () => {
  const ada = await aBuyer(10)
  const giveUp = new Error('given up')
  const attempt = db.transaction().execute(async (trx) => {
    await recordServerEvents({ ...at, db: trx }, [purchase(ada, 500)])
    await reservePoints(trx, [paid(ada, 400)])
    throw giveUp
  })
  await assert.rejects(attempt, giveUp)
  assert.deepEqual(await stateOf(ada), { available: 10, reserved: 0, earned: 10 })
  assert.equal((await toldOf(ada)).length, 1)
})
