import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aWorld } from '../../../test/world.ts'

const clock = { now: new Date('2027-07-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, post, aUser } = world
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

type Rule = { admission?: string; payment_type?: 'ticket' | 'accommodation' }

/** Sets up a festival in London, a gate with two devices, and a ticket with this admission rule. */
async function aScene({ admission = 'once', payment_type = 'ticket' }: Rule = {}) {
  clock.now = new Date('2027-07-01T12:00:00.000Z')
  const gate = await aGate(world)
  const festival_id = gate.festival.id
  const [north, south] = [await aDevice(world, gate), await aDevice(world, gate, 'South gate')]
  await db
    .updateTable('festivals')
    .set({ time_zone: 'Europe/London' })
    .where('id', '=', festival_id)
    .execute()
  const sells = payment_type === 'ticket' ? aTier : aPlaceToSleep
  const { id: entity_id } = await sells(world, { festival_id, admission })
  const buyer = await aUser()
  const { body } = await post('/payments', { payment_type, entity_id }, { as: buyer })
  const pass = async (
    direction: 'in' | 'out',
    {
      by = north,
      ...how
    }: Partial<Parameters<typeof anUpload>[1][number]> & { by?: typeof north } = {},
  ) => {
    const upload = anUpload(festival_id, [{ code: body.qr_code, direction, ...how }])
    const [result] = await scan(world, by, upload)
    return result
  }
  const manifest = async () => {
    const headers = { 'x-f-authentication': north.token }
    return (await get(`/gate/${festival_id}/manifest`, { headers })).body
  }
  return {
    gate,
    festival_id,
    id: String(body.id),
    code: String(body.qr_code),
    buyer,
    pass,
    manifest,
    south,
  }
}

const outcomesOf = async (id: string) => {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from gate_scans where payment_id = ${id} order by received_at, id`.execute(db)
  return rows.map(({ outcome }) => outcome)
}

// Requirement (rules): contract §8.1 Admission: `reentry`
test('a ticket with re-entry goes out and in again, one person at a time; it is used once', async () => {
  const { id, pass, south, gate, manifest } = await aScene({ admission: 'reentry' })
  const first = clock.now.toISOString()
  const results: any[] = []
  for (const [direction, by] of [
    ['in'],
    ['in', south],
    ['out', south],
    ['in', south],
    ['in'],
  ] as const) {
    results.push(await pass(direction, by && { by }))
    later(10)
  }
  assert.deepEqual(
    results.map(({ result, code, direction }) => [result, code, direction]),
    [
      ['admitted', null, 'in'],
      ['already_validated', 'already_validated', 'in'],
      ['admitted', null, 'out'],
      ['admitted', null, 'in'],
      ['already_validated', 'already_validated', 'in'],
    ],
  )
  assert.deepEqual([...new Set(results.map(({ validated_at }) => validated_at))], [first])
  assert.deepEqual(await outcomesOf(id), [
    'admitted',
    'already_validated',
    'left',
    'readmitted',
    'already_validated',
  ])
  const [ticket] = (await manifest()).tickets
  assert.deepEqual(
    ticket.passages.map(({ direction }: any) => direction),
    ['in', 'out', 'in'],
  )
  const { body } = await get(`/gate/${gate.festival.id}/clashes`, { as: gate.manager })
  assert.deepEqual(body, [])
  const events =
    await sql`select from reward_events where source = ${`ticket:${id}:validated`}`.execute(db)
  assert.equal(events.rows.length, 1)
})

test('a person admits again by the payment, after the way out; the first time stays', async () => {
  const { id, pass, gate } = await aScene({ admission: 'reentry' })
  const validate = () => put(`/payments/${id}/validate`, {}, { as: gate.staff })
  const first = await validate()
  later(10)
  assert.deepEqual([(await validate()).status, (await pass('out')).result], [409, 'admitted'])
  later(10)
  const again = await validate()
  assert.deepEqual([again.status, again.body.validated_at], [200, first.body.validated_at])
})

// Requirement (rules): contract §8.1 Admission: `once_a_day`
test('a ticket for each day admits once until 06:00 where the festival is', async () => {
  const { pass } = await aScene({ admission: 'once_a_day' })
  const results: string[] = []
  // 13:00; 05:59 and 06:00 of the next day, in London.
  for (const minutes of [0, 16 * 60 + 59, 1, 60]) {
    later(minutes)
    results.push((await pass('in')).result)
  }
  assert.deepEqual(results, ['admitted', 'already_validated', 'admitted', 'already_validated'])
})

test('a place to sleep may let its guest in again too', async () => {
  const { pass } = await aScene({ admission: 'reentry', payment_type: 'accommodation' })
  const results: string[] = []
  for (const direction of ['in', 'out', 'in'] as const) {
    results.push((await pass(direction)).result)
    later(10)
  }
  assert.deepEqual(results, ['admitted', 'admitted', 'admitted'])
})

// Requirement (rules): contract §8.1 Admission: passages that are heard of late
test('what was let in offline twice is a clash, and a way out that is heard of late is none', async () => {
  const { pass, south, gate } = await aScene({ admission: 'reentry' })
  const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000).toISOString()
  const [entered, left, between, returned] = [at(10), at(20), at(15), at(30)]
  later(60)
  const offline = (scanned_at: string, by?: typeof south) => {
    return { scanned_at, admitted_offline: true, ...(by && { by }) }
  }
  assert.equal((await pass('in', offline(entered))).clash, false)
  assert.equal((await pass('out', offline(left, south))).clash, false)
  assert.equal((await pass('in', offline(between, south))).clash, true)
  assert.equal((await pass('in', offline(returned))).clash, false)
  const { body } = await get(`/gate/${gate.festival.id}/clashes`, { as: gate.manager })
  assert.deepEqual(
    body.map(({ code, again }: any) => [code, again.at]),
    [['already_validated', between]],
  )
})

/** In at ten past, out at twenty past, in again at half past; the service receives the way out last. */
async function heardLate({ pass, south }: Awaited<ReturnType<typeof aScene>>) {
  const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000).toISOString()
  const [entered, left, returned] = [at(10), at(20), at(30)]
  later(60)
  const offline = (scanned_at: string) => ({ scanned_at, admitted_offline: true })
  assert.equal((await pass('in', offline(entered))).clash, false)
  assert.equal((await pass('in', { ...offline(returned), by: south })).clash, true)
  assert.equal((await pass('out', offline(left))).clash, false)
}

test('a way out that is heard of last explains the way in after it, which is no clash then', async () => {
  const scene = await aScene({ admission: 'reentry' })
  const { id, pass, gate, festival_id, manifest } = scene
  await heardLate(scene)
  const clashes = async () => (await get(`/gate/${festival_id}/clashes`, { as: gate.manager })).body
  assert.deepEqual(await clashes(), [])
  assert.deepEqual(await outcomesOf(id), ['admitted', 'readmitted', 'left'])
  const [ticket] = (await manifest()).tickets
  assert.deepEqual(
    ticket.passages.map(({ direction }: any) => direction),
    ['in', 'out', 'in'],
  )
  assert.equal((await pass('in')).code, 'already_validated')
  assert.equal((await pass('out')).result, 'admitted')
  assert.equal((await pass('in')).result, 'admitted')
  assert.deepEqual(await clashes(), [])
})

test('a ticket that admits once clashes all the same', async () => {
  const scene = await aScene({ admission: 'once' })
  await heardLate(scene)
  const { body } = await get(`/gate/${scene.festival_id}/clashes`, { as: scene.gate.manager })
  assert.equal(body.length, 1)
})

test('the same scan out again gets the same answer, and is one passage', async () => {
  const { id, pass } = await aScene({ admission: 'reentry' })
  await pass('in')
  later(10)
  const [once, again] = [await pass('out', { nonce: 'n' }), await pass('out', { nonce: 'n' })]
  assert.deepEqual(again, once)
  const { rows } = await sql`select from gate_passages where payment_id = ${id}`.execute(db)
  assert.equal(rows.length, 2)
})

test('a holder is let out by name', async () => {
  const { id, pass, gate, festival_id, buyer } = await aScene({ admission: 'reentry' })
  await pass('in')
  later(10)
  const { first_name, last_name } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const said = { payment_id: id, name: `${first_name} ${last_name}`, nonce: 'n', direction: 'out' }
  const { body } = await post(`/gate/${festival_id}/admit`, said, { as: gate.staff })
  assert.deepEqual([body.result, body.direction], ['admitted', 'out'])
})

test('a ticket that was used before there were passages is inside', async () => {
  const { id, pass } = await aScene({ admission: 'reentry' })
  await db
    .updateTable('tickets')
    .set({ validated_at: clock.now })
    .where('payment_id', '=', id)
    .execute()
  later(10)
  assert.equal((await pass('in')).result, 'already_validated')
  assert.equal((await pass('out')).result, 'admitted')
  later(10)
  assert.equal((await pass('in')).result, 'admitted')
  assert.deepEqual(await outcomesOf(id), ['already_validated', 'left', 'readmitted'])
})

test('the console tells of re-entries and ways out as such', async () => {
  const { pass, festival_id } = await aScene({ admission: 'reentry' })
  for (const direction of ['in', 'out', 'in'] as const) {
    await pass(direction)
    later(10)
  }
  const admin = await aUser({ roles: ['admin'] })
  const { body } = await get('/activity?limit=200', { as: admin })
  const types = body.activities
    .filter(({ type, festival }: any) => festival?.id === festival_id && type.startsWith('ticket'))
    .map(({ type }: any) => type)
  assert.deepEqual(types, ['ticket.admitted', 'ticket.left', 'ticket.admitted'])
})

test('a refusal names the gate of the way in that it met, not of the very first one', async () => {
  const { pass, south, gate, id } = await aScene({ admission: 'reentry' })
  await pass('in')
  later(10)
  await pass('out')
  later(10)
  await pass('in', { by: south })
  const at = clock.now.toISOString()
  later(10)
  assert.deepEqual((await pass('in')).first, { at, gate: 'South gate' })
  const { status, body } = await put(`/payments/${id}/validate`, {}, { as: gate.staff })
  assert.deepEqual([status, body.validated_at, body.gate], [409, at, 'South gate'])
  await pass('in', { admitted_offline: true, scanned_at: clock.now.toISOString() })
  const clashes = await get(`/gate/${gate.festival.id}/clashes`, { as: gate.manager })
  assert.deepEqual(clashes.body[0].first, { at, gate: 'South gate', by: null })
})

test('however often its holder goes out, a gate hears that the day of a ticket is used up', async () => {
  const { pass, manifest } = await aScene({ admission: 'once_a_day' })
  await pass('in')
  for (let times = 0; times < 21; times++) {
    later(1)
    await pass('out')
  }
  const { passages } = (await manifest()).tickets[0]
  const ways = passages.map(({ direction }: { direction: string }) => direction)
  assert.deepEqual(ways, ['in', ...Array.from({ length: 10 }, () => 'out')])
})
