/** Scans that ask first, practice scans, and undone scans. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload } from '../../../test/gate.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const minute = 60_000
const clock = { now: new Date('2027-07-01T20:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, aUser } = world
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

type Device = { id: string; token: string }
const as = ({ token }: Device) => ({ headers: { 'x-f-authentication': token } })

/** Sets up a festival that begins tomorrow, with a tier, a ticket of it and a device. */
async function aStage({ admission = 'once' }: { admission?: 'once' | 'reentry' } = {}) {
  const start_time = new Date(clock.now.getTime() + 24 * 60 * minute)
  const end_time = new Date(start_time.getTime() + 48 * 60 * minute)
  const gate = await aGate(world)
  const festival_id = gate.festival.id
  const set = { start_time, end_time, time_zone: 'Europe/Copenhagen' }
  await db.updateTable('festivals').set(set).where('id', '=', festival_id).execute()
  const tier = await aTier(world, { festival_id, admission })
  const { id, code, user_id } = await aPaidTicket(world, { tier })
  const device = await aDevice(world, gate)
  return { gate, festival_id, device, tier, id, code, user_id }
}
type Stage = Awaited<ReturnType<typeof aStage>>

async function scanned({ festival_id, device, code }: Stage, scan: object = {}, body: object = {}) {
  const upload = { ...anUpload(festival_id, [{ code, ...scan }]), ...body }
  const answer = await post('/gate/scans', upload, as(device))
  assert.equal(answer.status, 200, answer.text)
  const [result] = answer.body.results
  return { ...result, nonce: upload.scans[0]?.nonce }
}

const outcomeOf = ({ result, code }: { result: string; code: string | null }) => [result, code]

async function scansOf({ id }: Stage) {
  const scans = db.selectFrom('gate_scans').where('payment_id', '=', id)
  return (await scans.select('outcome').orderBy('received_at').execute()).map((one) => one.outcome)
}

async function isUsed({ festival_id, device, id }: Stage) {
  const { body } = await get(`/gate/${festival_id}/manifest`, as(device))
  const ticket = body.tickets.find((one: any) => one.payment_id === id)
  return ticket !== undefined && (ticket.validated_at !== null || ticket.passages.length > 0)
}

test('a ticket of another day is asked about, and is admitted by the same scan without the question', async () => {
  const stage = await aStage()
  const asked = await scanned(stage, { ask_first: true })
  assert.deepEqual(outcomeOf(asked), ['ask', 'another_day'])
  assert.deepEqual([asked.payment_id, asked.tier.id], [stage.id, stage.tier.id])
  assert.deepEqual([await isUsed(stage), await scansOf(stage)], [false, []])
  const { nonce } = asked
  assert.deepEqual(outcomeOf(await scanned(stage, { nonce })), ['admitted', null])
  assert.deepEqual(await scansOf(stage), ['admitted'])
  // Its answer stays, even if the scan now asks first.
  assert.deepEqual(outcomeOf(await scanned(stage, { nonce, ask_first: true })), ['admitted', null])
})

test('on its day, and on the way out, a gate that asks first is not asked', async () => {
  const stage = await aStage({ admission: 'reentry' })
  const out = { ask_first: true, direction: 'out' }
  assert.deepEqual(outcomeOf(await scanned(stage, out)), ['admitted', null])
  later(24 * 60 * minute)
  assert.deepEqual(outcomeOf(await scanned(stage, { ask_first: true })), ['admitted', null])
})

test('what was admitted without a network is not asked about', async () => {
  const stage = await aStage()
  const offline = { ask_first: true, admitted_offline: true, scanned_at: clock.now.toISOString() }
  assert.deepEqual(outcomeOf(await scanned(stage, offline)), ['admitted', null])
})

test('practice answers as otherwise, and changes nothing', async () => {
  const stage = await aStage()
  const practice = { practice: true }
  for (let nth = 0; nth < 2; nth++) {
    assert.deepEqual(outcomeOf(await scanned(stage, {}, practice)), ['admitted', null])
  }
  assert.deepEqual([await isUsed(stage), await scansOf(stage)], [false, []])
  const earned = db.selectFrom('reward_events').where('user_id', '=', stage.user_id)
  const validated = earned.where('event_type', '=', 'ticket_validated').select('id')
  assert.deepEqual(await validated.execute(), [])
  await scanned(stage)
  assert.deepEqual(outcomeOf(await scanned(stage, {}, practice)), [
    'already_validated',
    'already_validated',
  ])
  assert.deepEqual(await scansOf(stage), ['admitted'])
})

const reason = 'The holder did not go in'
type Way = { headers: Record<string, string> } | { as: Person }
function undo({ festival_id, id, device }: Stage, body: object, way: Way = as(device)) {
  return post(`/gate/${festival_id}/undo`, { payment_id: id, reason, ...body }, way)
}

test('a scan is undone: the ticket admits again at every gate, and earns once', async () => {
  const stage = await aStage()
  const { nonce } = await scanned(stage)
  assert.equal(await isUsed(stage), true)
  const undone = await undo(stage, { nonce })
  assert.equal(undone.status, 200, undone.text)
  assert.equal((await undo(stage, { nonce })).status, 200, 'again is no error')
  assert.deepEqual([await isUsed(stage), await scansOf(stage)], [false, ['undone']])
  const other = await aDevice(world, stage.gate, 'South gate')
  assert.deepEqual(outcomeOf(await scanned({ ...stage, device: other })), ['admitted', null])
  const rewards = db.selectFrom('reward_events').where('user_id', '=', stage.user_id)
  const earned = rewards.where('event_type', '=', 'ticket_validated').select('id')
  assert.equal((await earned.execute()).length, 1)
  const { body: audit } = await get('/audit?action=ticket.undo_scan', {
    as: await aUser({ roles: ['admin'] }),
  })
  const entry = audit.entries.find((one: any) => one.entity_id === stage.id)
  assert.deepEqual([entry.actor.device_id, entry.changes.reason.to], [stage.device.id, reason])
})

test('of a ticket with re-entry the way out is undone, and then the way in', async () => {
  const stage = await aStage({ admission: 'reentry' })
  const first = await scanned(stage)
  later(1_000)
  const left = await scanned(stage, { direction: 'out' })
  assert.equal((await undo(stage, { nonce: first.nonce })).body.code, 'passed_since')
  assert.equal((await undo(stage, { nonce: left.nonce })).status, 200)
  assert.deepEqual(outcomeOf(await scanned(stage)), ['already_validated', 'already_validated'])
  assert.equal((await undo(stage, { nonce: first.nonce })).status, 200)
  assert.deepEqual(outcomeOf(await scanned(stage)), ['admitted', null])
})

// Requirement (rules): contract §8.1 Admission: undoing across zones
test('of a ticket that has passed in another zone since, the first admission is not undone', async () => {
  const stage = await aStage()
  const { festival_id, gate, id, tier } = stage
  const named = await put(`/festivals/${festival_id}/zones/backstage`, {}, { as: gate.manager })
  assert.equal(named.status, 200, named.text)
  const zones = ['main', 'backstage']
  await db.updateTable('tiers').set({ zones }).where('id', '=', tier.id).execute()
  const first = await scanned(stage)
  later(1_000)
  const within = await aDevice(world, gate, { name: 'Backstage', zone: 'backstage' })
  const inner = { ...stage, device: within }
  const { nonce } = await scanned(inner)
  const refused = await undo(stage, { nonce: first.nonce })
  assert.deepEqual([refused.status, refused.body.code], [409, 'passed_since'])
  const used = db.selectFrom('tickets').select('validated_at').where('payment_id', '=', id)
  assert.notEqual((await used.executeTakeFirstOrThrow()).validated_at, null)
  assert.equal((await undo(inner, { nonce })).status, 200)
  assert.equal((await undo(stage, { nonce: first.nonce })).status, 200)
  assert.equal((await used.executeTakeFirstOrThrow()).validated_at, null)
})

test('two gates that undo and admit at the same moment leave the ticket used or not, and never twice', async () => {
  for (let round = 0; round < 5; round++) {
    const stage = await aStage()
    const { nonce } = await scanned(stage)
    const [undone, again] = await Promise.all([undo(stage, { nonce }), scanned(stage)])
    assert.equal(undone.status, 200, undone.text)
    const admitted = (await scansOf(stage)).filter((outcome) => outcome === 'admitted')
    assert.equal(admitted.length, again.result === 'admitted' ? 1 : 0)
  }
})

test('managers undo what others have scanned, by when it was', async () => {
  const stage = await aStage()
  await scanned(stage)
  const at = clock.now.toISOString()
  assert.equal((await undo(stage, { at }, { as: stage.gate.manager })).status, 200)
  assert.equal(await isUsed(stage), false)
})

for (const [what, expected, act] of [
  [
    'after two minutes',
    [409, 'undo_over'],
    async (stage: Stage) => {
      const { nonce } = await scanned(stage)
      later(2 * minute + 1)
      return undo(stage, { nonce })
    },
  ],
  [
    'of another device',
    [404, 'not_found'],
    async (stage: Stage) => {
      const { nonce } = await scanned(stage)
      const other = await aDevice(world, stage.gate, 'South gate')
      return undo(stage, { nonce }, as(other))
    },
  ],
  [
    'that was refused',
    [409, 'not_passed'],
    async (stage: Stage) => {
      await scanned(stage)
      const { nonce } = await scanned(stage)
      return undo(stage, { nonce })
    },
  ],
  ['that never was', [404, 'not_found'], (stage: Stage) => undo(stage, { nonce: 'none' })],
  ['without its name', [400, 'invalid'], (stage: Stage) => undo(stage, {})],
  [
    'without a reason',
    [400, 'invalid'],
    (stage: Stage) => undo(stage, { nonce: 'none', reason: ' ' }),
  ],
] as const) {
  test(`a scan ${what} is not undone`, async () => {
    const { status, body } = await act(await aStage())
    assert.deepEqual([status, body.code], expected)
  })
}
