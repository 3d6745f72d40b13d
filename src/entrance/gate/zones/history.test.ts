/** The number of people inside a zone over the day, by when they passed its gates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peopleInside } from '#common/gate/admission'
import { aTier } from '../../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../../test/gate.ts'
import { aWorld } from '../../../../test/world.ts'
import { auditLedger } from '../../../shop/payments/ledger/audit.ts'

/** 12:00 in New York, where the day of the festival has begun at 10:00Z. */
const clock = { now: new Date('2027-07-01T16:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, put, post, aUser } = world
const at = (time: string) => new Date(`2027-07-01T${time}:00.000Z`)

/** Sets up a festival in New York, with two gates that have no network, and tickets that admit again. */
async function aScene() {
  const gate = await aGate(world)
  const festival_id = gate.festival.id
  await db
    .updateTable('festivals')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', festival_id)
    .execute()
  const devices = [await aDevice(world, gate), await aDevice(world, gate, 'South gate')] as const
  const zones = ['main', 'camping']
  await put(`/festivals/${festival_id}/zones/camping`, {}, { as: gate.manager })
  const tier = await aTier(world, { festival_id, admission: 'reentry', zones })
  const aCode = async () => {
    const sold = { payment_type: 'ticket', entity_id: tier.id }
    return String((await post('/payments', sold, { as: await aUser() })).body.qr_code)
  }
  type How = { when: Date; nth?: number }
  const pass = (code: string, direction: 'in' | 'out', { when, nth = 0 }: How) => {
    const offline = { admitted_offline: true, scanned_at: when.toISOString() }
    return scan(
      world,
      devices[nth] ?? devices[0],
      anUpload(festival_id, [{ code, direction, ...offline }]),
    )
  }
  const url = `/gate/${festival_id}/inside`
  const history = async (query = '', zone = 'main') =>
    (await get(`${url}/${zone}${query}`, { as: gate.staff })).body
  return { gate, festival_id, aCode, pass, url, history }
}

// Requirement (rules): contract §8.1 Admission: inside over a day
test('each step counts who came and left by then, in the time of the festival, until now', async () => {
  clock.now = at('09:00')
  const { aCode, pass, history } = await aScene()
  const codes = [await aCode(), await aCode(), await aCode()] as const
  clock.now = at('16:05')
  // Before 06:00 there: it belongs to the day before, and is still inside.
  await pass(codes[0], 'in', { when: at('09:50') })
  await pass(codes[1], 'in', { when: at('10:15') })
  await pass(codes[2], 'in', { when: at('10:16') })
  await pass(codes[1], 'out', { when: at('15:59') })
  const { counts, ...head } = await history()
  assert.deepEqual(head, {
    zone: 'main',
    date: '2027-07-01',
    starts_at: '2027-07-01T10:00:00.000Z',
    ends_at: '2027-07-02T10:00:00.000Z',
  })
  const read = (all: { at: string; inside: number }[]) =>
    Object.fromEntries(all.map((one) => [one.at.slice(11, 16), one.inside]))
  const said = read(counts)
  assert.deepEqual(
    ['10:00', '10:15', '10:30', '15:45', '16:00', '16:05'].map((time) => said[time]),
    [1, 2, 3, 3, 2, 2],
  )
  assert.equal(counts.length, 26)
  assert.equal(read((await history('?step=5')).counts)['10:20'], 3)
  const before = await history('?date=2027-06-30')
  assert.deepEqual([before.counts.length, before.counts.at(-1).inside], [97, 1])
  assert.deepEqual((await history('?date=2027-07-02')).counts, [])
  const others = (await history('', 'camping')).counts
  assert.ok(others.every(({ inside }: any) => inside === 0))
})

test('the night in which clocks go back has an hour more', async () => {
  const { history } = await aScene()
  clock.now = new Date('2027-12-01T00:00:00.000Z')
  const { counts, starts_at, ends_at } = await history('?date=2027-11-06')
  const hours = [starts_at, ends_at].map((time: string) => time.slice(11, 16))
  assert.deepEqual([...hours, counts.length], ['10:00', '11:00', 101])
})

// Requirement (rules): contract §8.1 Admission: inside over a day, late reports and clashes
test('whatever two gates without a network report, in any order, each step agrees with the rules', async () => {
  const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  clock.now = at('09:00')
  const { aCode, pass, history, festival_id } = await aScene()
  const codes = await Promise.all(Array.from({ length: 4 }, aCode))
  clock.now = at('20:00')
  for (let nth = 0; nth < 40; nth += 1) {
    const minutes = random(10 * 60)
    const when = new Date(Number(at('10:00')) + minutes * 60_000)
    await pass(codes[random(4)] ?? '', random(2) === 0 ? 'in' : 'out', {
      when,
      nth: random(2),
    })
  }
  const passages = await db
    .selectFrom('gate_passages')
    .select(['payment_id', 'direction', 'at', 'clash'])
    .where('festival_id', '=', festival_id)
    .execute()
  assert.ok(passages.some(({ clash }) => clash))
  const { counts } = await history('?step=5')
  for (const { at: moment, inside } of counts) {
    const known = passages.filter(({ at: passed }) => passed <= new Date(moment))
    const tickets = Object.values(Object.groupBy(known, ({ payment_id }) => payment_id))
    const people = tickets.reduce(
      (sum, ticket = []) =>
        sum +
        peopleInside(
          ticket.map(({ direction, ...one }) => ({
            ...one,
            direction: direction === 'in' ? 'in' : 'out',
          })),
        ),
      0,
    )
    assert.equal(inside, people, `at ${moment}, MODEL_SEED=${seed}`)
  }
  const faults = (await auditLedger(db)).filter((fault) => fault.includes(festival_id))
  assert.deepEqual(faults, [])
})

test('all who work at the gate read it; what is no day, step or zone is refused', async () => {
  const { gate, url } = await aScene()
  const refused = async (query: string) => {
    const { status, body } = await get(`${url}/main${query}`, { as: gate.manager })
    return [status, body.error]
  }
  for (const [query, field] of [
    ['?date=2027-02-30', 'date'],
    ['?date=tomorrow', 'date'],
    ['?date=9999-12-31', 'date'],
    ['?step=1', 'step'],
  ] as const) {
    const [status, error] = await refused(query)
    assert.equal(status, 400, query)
    assert.match(error, new RegExp(field))
  }
  const latest = await get(`${url}/main?date=2999-12-31`, { as: gate.manager })
  assert.deepEqual([latest.status, latest.body.counts], [200, []])
  assert.equal((await get(`${url}/moon`, { as: gate.manager })).status, 404)
  assert.equal((await get(`${url}/main`, { as: await aUser() })).status, 403)
})
