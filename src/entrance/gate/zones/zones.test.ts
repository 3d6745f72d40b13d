import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aTier } from '../../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../../test/gate.ts'
import { aWorld } from '../../../../test/world.ts'
import { auditLedger } from '../../../shop/payments/ledger/audit.ts'

const clock = { now: new Date('2027-07-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, post, aUser } = world
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

type Terms = { admission?: string; zones?: string[] }
type Zone = { capacity?: number; refuses_when_full?: boolean }

/** Sets up a festival with gates to `main` and `camping`, and a tier that admits to both by re-entry. */
async function aScene({ admission = 'reentry', zones = ['main', 'camping'] }: Terms = {}) {
  const gate = await aGate(world)
  const festival_id = gate.festival.id
  const setZone = (name: string, zone: Zone = {}) =>
    put(`/festivals/${festival_id}/zones/${name}`, zone, { as: gate.manager })
  assert.equal((await setZone('camping')).status, 200)
  const main = await aDevice(world, gate)
  const camping = await aDevice(world, gate, { name: 'Camping gate', zone: 'camping' })
  const tier = await aTier(world, { festival_id, admission, zones })
  const aCode = async () => {
    const sold = { payment_type: 'ticket', entity_id: tier.id }
    const { body } = await post('/payments', sold, { as: await aUser() })
    return { id: String(body.id), code: String(body.qr_code) }
  }
  type How = Partial<Parameters<typeof anUpload>[1][number]> & { by?: typeof main }
  const pass = async (code: string, direction: 'in' | 'out', { by = main, ...how }: How = {}) => {
    const [result] = await scan(world, by, anUpload(festival_id, [{ code, direction, ...how }]))
    return result
  }
  const inside = async () => {
    const headers = { 'x-f-authentication': main.token }
    const { body } = await get(`/gate/${festival_id}/inside`, { headers })
    return Object.fromEntries(body.map((zone: any) => [zone.name, zone.inside]))
  }
  return { gate, festival_id, setZone, main, camping, tier, aCode, pass, inside }
}

/** Returns the differences between the counts and the passages. */
async function faults(festival_id: string) {
  return (await auditLedger(db)).filter((fault) => fault.includes(festival_id))
}

// Requirement (rules): contract §8.1 Admission: zones of a festival
test('managers name zones, and all at the gate read how many are inside', async () => {
  const { gate, festival_id, setZone, main } = await aScene()
  const zone = { name: 'backstage', capacity: 10, refuses_when_full: true }
  const { status, body } = await setZone('backstage', zone)
  assert.deepEqual([status, body], [200, { ...zone, inside: 0, state: 'open' }])
  assert.equal((await setZone('backstage', { capacity: 12 })).body.refuses_when_full, false)
  const url = `/gate/${festival_id}/inside`
  const asDevice = { headers: { 'x-f-authentication': main.token } }
  for (const caller of [{ as: gate.manager }, { as: gate.staff }, asDevice]) {
    const read = await get(url, caller)
    assert.deepEqual(
      read.body.map(({ name, capacity }: any) => [name, capacity]),
      [
        ['main', null],
        ['backstage', 12],
        ['camping', null],
      ],
    )
  }
  assert.equal((await get(url, { as: await aUser() })).status, 403)
})

test('what is no zone is refused, as are too many', async () => {
  const { gate, festival_id, setZone } = await aScene()
  for (const [name, zone, field] of [
    ['Back stage', {}, 'zone'],
    ['backstage', { refuses_when_full: true }, 'capacity'],
    ['backstage', { capacity: 0 }, 'capacity'],
  ] as const) {
    const { status, body } = await setZone(name, zone)
    assert.equal(status, 400)
    assert.match(body.error, new RegExp(field))
  }
  const devices = `/festivals/${festival_id}/gate-devices`
  const unknown = await post(devices, { name: 'Gate', zone: 'moon' }, { as: gate.manager })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid'])
  const asked = Array.from({ length: 20 }, (_, nth) => setZone(`zone-${nth}`))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  // `main` and `camping` count towards the limit of twenty.
  assert.equal(statuses.filter((status) => status === 200).length, 18)
  assert.equal((await setZone('main', { capacity: 5 })).status, 200)
  const staff = await put(`/festivals/${festival_id}/zones/main`, {}, { as: gate.staff })
  assert.equal(staff.status, 403)
})

// Requirement (rules): contract §8.1 Admission: the rule of other zones
test('zones count by themselves, and a ticket is admitted for the first time once', async () => {
  const { aCode, pass, camping, inside, festival_id } = await aScene({ admission: 'once' })
  const { id, code } = await aCode()
  const said: unknown[] = []
  for (const [direction, by] of [
    ['in', camping],
    ['in', camping],
    ['in'],
    ['in'],
    ['out', camping],
    ['in', camping],
    ['out'],
    ['in'],
  ] as const) {
    const { result, zone } = await pass(code, direction, by && { by })
    said.push([zone, direction, result])
    later(10)
  }
  assert.deepEqual(said, [
    ['camping', 'in', 'admitted'],
    ['camping', 'in', 'already_validated'],
    ['main', 'in', 'admitted'],
    ['main', 'in', 'already_validated'],
    ['camping', 'out', 'admitted'],
    ['camping', 'in', 'admitted'],
    ['main', 'out', 'admitted'],
    // Admits once at `main`; within it, the holder comes and goes.
    ['main', 'in', 'already_validated'],
  ])
  assert.deepEqual(await inside(), { main: 0, camping: 1 })
  assert.deepEqual(await faults(festival_id), [])
  const { rows } = await sql`
    select from gate_scans where payment_id = ${id} and outcome = 'admitted'`.execute(db)
  assert.equal(rows.length, 1)
})

// Requirement (rules): contract §8.1 Admission: `wrong_zone`
test('a ticket does not admit to a zone that its tier does not name, by code, name or payment', async () => {
  const { aCode, pass, camping, gate, inside } = await aScene({ zones: ['camping'] })
  const { id, code } = await aCode()
  const { result, code: why } = await pass(code, 'in')
  assert.deepEqual([result, why], ['refused', 'wrong_zone'])
  const { status, body } = await put(`/payments/${id}/validate`, {}, { as: gate.staff })
  assert.deepEqual([status, body.code], [409, 'wrong_zone'])
  assert.equal((await pass(code, 'in', { by: camping })).result, 'admitted')
  assert.deepEqual(await inside(), { main: 0, camping: 1 })
})

// Requirement (rules): contract §8.1 Admission: the manifest of a zone
test('a gate hears of the tickets as in its own zone, and one of the version before as at main', async () => {
  const { aCode, pass, camping, main, festival_id } = await aScene()
  const { code } = await aCode()
  await pass(code, 'in', { by: camping })
  const at = clock.now.toISOString()
  later(10)
  const read = async ({ token }: typeof main) => {
    const headers = { 'x-f-authentication': token }
    const { body } = await get(`/gate/${festival_id}/manifest`, { headers })
    const [{ validated_at, passages }] = body.tickets
    return [body.zone, body.tiers[0].zones, validated_at, passages]
  }
  const zones = ['main', 'camping']
  assert.deepEqual(await read(camping), ['camping', zones, at, [{ direction: 'in', at }]])
  assert.deepEqual(await read(main), ['main', zones, null, []])
  await pass(code, 'in')
  const second = clock.now.toISOString()
  assert.deepEqual(await read(main), ['main', zones, second, [{ direction: 'in', at: second }]])
})

// Requirement (rules): contract §8.1 Admission: inside, by corrected time
test('what gates without a network report late is counted by when it was, not by when it was heard', async () => {
  const { aCode, pass, inside, festival_id } = await aScene()
  const { code } = await aCode()
  const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000).toISOString()
  const [entered, left, returned] = [at(10), at(20), at(30)]
  later(60)
  const offline = (scanned_at: string) => ({ scanned_at, admitted_offline: true })
  const counts: unknown[] = []
  for (const [direction, when] of [
    ['in', returned],
    ['out', left],
    ['in', entered],
  ] as const) {
    assert.equal((await pass(code, direction, offline(when))).clash, false)
    counts.push((await inside())['main'])
  }
  assert.deepEqual(counts, [1, 1, 1])
  assert.equal((await pass(code, 'out')).result, 'admitted')
  assert.deepEqual(await inside(), { main: 0, camping: 0 })
  assert.deepEqual(await faults(festival_id), [])
})

// Requirement (rules): contract §8.1 Admission: inside, clashes
test('a copy that was let in offline is inside until as many have left', async () => {
  const { aCode, pass, inside, festival_id } = await aScene()
  const { code } = await aCode()
  await pass(code, 'in')
  later(10)
  const copy = { nonce: 'copy', scanned_at: clock.now.toISOString() }
  // The answer is lost on its way, and the gate decides without it.
  assert.equal((await pass(code, 'in', copy)).result, 'already_validated')
  assert.equal((await inside())['main'], 1)
  const upload = { ...copy, admitted_offline: true }
  assert.equal((await pass(code, 'in', upload)).clash, true)
  assert.equal((await pass(code, 'in', upload)).clash, true)
  assert.equal((await inside())['main'], 2)
  assert.deepEqual(await faults(festival_id), [])
  later(10)
  await pass(code, 'out')
  assert.equal((await inside())['main'], 1)
  later(10)
  await pass(code, 'out')
  assert.equal((await inside())['main'], 0)
  assert.deepEqual(await faults(festival_id), [])
})

// Requirement (rules): contract §8.1 Admission: `nearly_full`, `full`
test('a zone warns from 90 percent, and one that refuses lets in for those who leave', async () => {
  const { aCode, pass, setZone, gate, festival_id } = await aScene()
  await setZone('main', { capacity: 10, refuses_when_full: true })
  const codes = await Promise.all(Array.from({ length: 12 }, async () => (await aCode()).code))
  const states: string[] = []
  for (const code of codes.slice(0, 10)) {
    assert.equal((await pass(code, 'in')).result, 'admitted')
    const { body } = await get(`/gate/${festival_id}/inside`, { as: gate.staff })
    states.push(body[0].state)
  }
  assert.deepEqual(states, [...Array.from({ length: 8 }, () => 'open'), 'nearly_full', 'full'])
  const [first = '', next = '', last = ''] = [codes[0], codes[10], codes[11]]
  const refused = await pass(next, 'in')
  assert.deepEqual([refused.result, refused.code], ['refused', 'full'])
  const offline = { admitted_offline: true, scanned_at: clock.now.toISOString() }
  assert.deepEqual((await pass(last, 'in', offline)).clash, false)
  later(1)
  await pass(first, 'out')
  assert.equal((await pass(next, 'in')).code, 'full')
  await pass(last, 'out')
  assert.equal((await pass(next, 'in')).result, 'admitted')
  assert.deepEqual(await faults(festival_id), [])
})

// Requirement (rules): contract §8.1 Admission: `full` under a rush
test('of many who come at once, exactly as many are let in as there is room for', async () => {
  const { aCode, pass, setZone, inside, gate, festival_id, camping } = await aScene()
  await setZone('main', { capacity: 5, refuses_when_full: true })
  const south = await aDevice(world, gate, 'South gate')
  const codes = await Promise.all(Array.from({ length: 12 }, async () => (await aCode()).code))
  // Uploads of several scans do not share a transaction with single ones.
  const pairs = codes.slice(6).map((code) => ({ code, direction: 'in' as const }))
  const results = await Promise.all([
    ...codes.slice(0, 6).flatMap((code) => [pass(code, 'in'), pass(code, 'in', { by: camping })]),
    scan(world, south, anUpload(festival_id, pairs.slice(0, 3))),
    scan(world, south, anUpload(festival_id, pairs.slice(3))),
  ])
  const said = results.flat().filter(({ zone }: any) => zone === 'main')
  const admitted = said.filter(({ result }: any) => result === 'admitted')
  assert.deepEqual([said.length, admitted.length], [12, 5])
  assert.deepEqual(await inside(), { main: 5, camping: 6 })
  assert.deepEqual(await faults(festival_id), [])
})

test('a count that differs from the passages is a fault', async () => {
  const { aCode, pass, festival_id } = await aScene()
  await pass((await aCode()).code, 'in')
  await sql`update gate_zones set inside = 4 where festival_id = ${festival_id} and zone = 'main'`.execute(
    db,
  )
  assert.deepEqual(await faults(festival_id), [
    `Zone main of festival ${festival_id}: 4 inside, but its passages leave 1`,
  ])
})
