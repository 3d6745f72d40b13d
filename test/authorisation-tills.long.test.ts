/**
 * The token of a till (docs/contract, section 8.5) on every operation of the description: it sells and does nothing else, it
 * ends with its shift, and what a stolen till leased is written off.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aStage, askerOf, operationsOf } from './authorisation/calls.ts'
import { outcomeOf } from './authorisation/policies.ts'
import { hashes } from './authorisation/rows.ts'
import { aScene } from './authorisation/scene.ts'
import { staffOperations } from './authorisation/staff-operations.ts'
import { aDevice, anUpload, scan } from './gate.ts'
import { aBoxOffice, aShift, atTill } from './till.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { all, ofUsers } = operationsOf(world)
const stage = await aStage(world)
const ask = askerOf(world)
const selling = [...staffOperations.tills, ...staffOperations.tillBooks]

// Requirement (rules): contract §8.5 a till's token sells
test('beyond what every application may, it sells', () => {
  const opened = all.filter(
    (one) => outcomeOf(one, 'till') === 'in' && outcomeOf(one, 'client') !== 'in',
  )
  assert.deepEqual(opened.toSorted(), selling.toSorted())
})

// Requirement (rules): contract §8.5 and does nothing else
test('every other operation refuses it, and nothing changes', async () => {
  const scene = await aScene(stage)
  const before = await hashes(world)
  const others = ofUsers.filter((operation) => !selling.includes(operation))
  assert.ok(others.length > 100)
  const differences: string[] = []
  for (const operation of others) {
    const { status, body } = await ask(operation, scene, scene.callers.till)
    if (status !== 401) differences.push(`${operation}: ${status} ${body.code}`)
  }
  assert.deepEqual(differences, [])
  assert.deepEqual(await hashes(world), before)
})

// Requirement (rules): contract §8.5 it ends with the shift
test('once its shift is closed every operation refuses it, and nothing changes', async () => {
  const scene = await aScene(stage)
  const url = `/shifts/${scene.till.id}/close`
  const closed = await world.post(url, { counted: 0 }, { as: scene.people.manager })
  assert.equal(closed.status, 200, closed.text)
  const before = await hashes(world)
  const differences: string[] = []
  for (const operation of ofUsers) {
    const { status, body } = await ask(operation, scene, scene.callers.till)
    if (status !== 401) differences.push(`${operation}: ${status} ${body.code}`)
  }
  assert.deepEqual(differences, [])
  assert.deepEqual(await hashes(world), before)
})

// Requirement (rules): contract §8.6 what a stolen till leased is written off
test('what a stolen till leased admits until it is written off, and its drawer is short by it', async () => {
  const box = await aBoxOffice(world)
  const { festivalId, manager } = box
  const tier = await box.tier({ quantity: 10, price_cents: 2000 })
  const [shift, gate] = [
    await aShift(world, box),
    await aDevice(world, { festival: { id: festivalId }, manager }),
  ]
  const till = atTill(world, shift)
  const lease = (quantity: number) =>
    world.post(
      `/festivals/${festivalId}/leases`,
      { payment_type: 'ticket', entity_id: tier.id, quantity },
      { headers: { ...till.headers, 'idempotency-key': newId() } },
    )
  const { id, tickets } = (await lease(3)).body
  const results = async (codes: string[]) => {
    const upload = anUpload(
      festivalId,
      codes.map((code) => ({ code })),
    )
    return (await scan(world, gate, upload)).map(({ result, code }) => code ?? result)
  }
  const [sold, ...rest] = tickets.map(({ code }: { code: string }) => code)
  const forged = `${sold.slice(0, -3)}${sold.slice(-3) === '000' ? '111' : '000'}`
  // Sold on by the thief, twice, and with a code of their own.
  assert.deepEqual(await results([sold, sold, forged]), [
    'admitted',
    'already_validated',
    'invalid_code',
  ])

  const reason = { reason: 'Stolen' }
  const off = await world.post(`/leases/${id}/write-off`, reason, { as: manager })
  assert.deepEqual([off.body.sold, off.body.returned], [1, 2], off.text)
  const { body: closed } = await world.post(`${till.url}/close`, { counted: 100 }, { as: manager })
  // The drawer is short by what was admitted, and by nothing else.
  assert.equal(closed.difference, -20)
  assert.deepEqual(await results(rest), ['revoked', 'revoked'])
  const manifest = (await world.get(`/gate/${festivalId}/manifest`, {
    headers: { 'x-f-authentication': gate.token },
  })) as { body: { tickets: { payment_id: string; revoked: boolean }[] } }
  const revoked = manifest.body.tickets.filter((one) => one.revoked).map((one) => one.payment_id)
  const left = tickets.slice(1).map(({ payment_id }: { payment_id: string }) => payment_id)
  assert.deepEqual(revoked.toSorted(), left.toSorted())
  assert.deepEqual([(await lease(1)).status, (await till.sell(tier.id)).status], [401, 401])
  const stock = await world.db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', tier.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(stock, { sold: 1, held: 0 })
})
