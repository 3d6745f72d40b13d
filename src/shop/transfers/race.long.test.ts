/** Only one of several concurrent actions on a ticket happens: accept, take back, decline, scan, refund, another offer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLedger } from '#shop/payments'
import { aTier } from '../../../test/buying.ts'
import { aDevice, aGate, anUpload, scan } from '../../../test/gate.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const world = await aWorld({ env: { DATABASE_CONNECTIONS: '8' } })
const { db, get, post, del, aUser } = world
await world.jobs.start()

const gate = await aGate(world)
const device = await aDevice(world, gate)
const admin = await aUser({ roles: ['admin'] })
const rounds = 25
await db
  .updateTable('festivals')
  .set({ start_time: new Date('2099-07-01'), end_time: new Date('2099-07-04') })
  .where('id', '=', gate.festival.id)
  .execute()
const tier = await aTier(world, { festival_id: gate.festival.id, quantity: 1_000 })

/** Offers a ticket that a new user has bought to another new user. */
async function anOffer() {
  const [buyer, to] = [await aUser(), await aUser()]
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body: bought } = await post('/payments', order, { as: buyer })
  const { body } = await post(`/payments/${bought.id}/transfer`, { email: to.email }, { as: buyer })
  return { buyer, to, id: String(body.id), paymentId: String(bought.id), code: bought.qr_code }
}

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

const accept = (id: string, as: Person) => post(`/transfers/${id}/accept`, {}, { as })
const scanned = async (code: string) => {
  const [result] = await scan(world, device, anUpload(gate.festival.id, [{ code }]))
  return result
}
const heldBy = async (as: Person) => (await get('/tickets', { as })).body.tickets

/** Runs a race many times; counts how often each result occurs. */
async function race(run: () => Promise<string>): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const result = await run()
    seen.set(result, (seen.get(result) ?? 0) + 1)
  }
  return seen
}

test('of two accepts at once, one succeeds', async () => {
  const seen = await race(async () => {
    const { to, id, code } = await anOffer()
    const answers = await Promise.all([accept(id, to), accept(id, to), accept(id, to)])
    const statuses = statusesOf(answers)
    assert.deepEqual(statuses, [200, 409, 409])
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual([...new Set(refused.map(({ body }) => body.code))], ['transfer_ended'])
    const [held, ...others] = await heldBy(to)
    assert.deepEqual(others, [])
    assert.equal((await scanned(code)).code, 'transferred')
    assert.equal((await scanned(held.qr_code)).result, 'admitted')
    return 'one'
  })
  assert.deepEqual([...seen], [['one', rounds]])
})

test('of accept and take-back at once, one succeeds, and one code is good', async () => {
  const seen = await race(async () => {
    const { buyer, to, id, code } = await anOffer()
    const answers = await Promise.all([accept(id, to), del(`/transfers/${id}`, { as: buyer })])
    assert.deepEqual(statusesOf(answers), [200, 409])
    const isGiven = (await heldBy(to)).length === 1
    assert.equal((await heldBy(buyer)).length, isGiven ? 0 : 1)
    assert.equal((await scanned(code)).result, isGiven ? 'refused' : 'admitted')
    return isGiven ? 'accepted' : 'taken back'
  })
  assert.equal(
    [...seen.values()].reduce((sum, count) => sum + count),
    rounds,
  )
})

// Requirement (rules): contract §7.8 Handing on: of several at once, one
test('of accept and a scan of the old code at once, exactly one succeeds', async () => {
  const seen = await race(async () => {
    const { to, id, code } = await anOffer()
    const [accepted, old] = await Promise.all([accept(id, to), scanned(code)])
    if (accepted.status === 200) {
      assert.deepEqual([old.result, old.code], ['refused', 'transferred'])
      assert.equal((await scanned(accepted.body.qr_code)).result, 'admitted')
      return 'accepted'
    }
    assert.deepEqual([accepted.body.code, old.result], ['already_validated', 'admitted'])
    return 'scanned'
  })
  assert.equal(
    [...seen.values()].reduce((sum, count) => sum + count),
    rounds,
  )
})

test('accept and a refund at once leave no good code to anyone', async () => {
  await race(async () => {
    const { to, id, paymentId, code } = await anOffer()
    const [accepted, refunded] = await Promise.all([
      accept(id, to),
      post(`/payments/${paymentId}/refund`, {}, { as: admin }),
    ])
    assert.equal(refunded.status, 200, refunded.text)
    assert.ok([200, 409].includes(accepted.status), accepted.text)
    assert.equal((await scanned(code)).result, 'refused')
    if (accepted.status === 200) {
      assert.equal((await scanned(accepted.body.qr_code)).code, 'refunded')
    }
    assert.deepEqual(await heldBy(to), [])
    return `${accepted.status}`
  })
})

test('what an accept answers is read before its commit, so that no refund comes between', async () => {
  const { to, id } = await anOffer()
  world.statements.length = 0
  assert.equal((await accept(id, to)).status, 200)
  assert.equal(world.statements.at(-1), 'commit')
})

test('of two offers of one ticket at once, one is made', async () => {
  const [buyer, to] = [await aUser(), await aUser()]
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { body: bought } = await post('/payments', order, { as: buyer })
  const offer = () => post(`/payments/${bought.id}/transfer`, { email: to.email }, { as: buyer })
  const answers = await Promise.all([offer(), offer(), offer()])
  assert.deepEqual(statusesOf(answers), [201, 409, 409])
})

test('afterwards every ticket has one holder and one good revision', async () => {
  assert.deepEqual(await auditLedger(db), [])
})
