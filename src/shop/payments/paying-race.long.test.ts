/** Paying, giving up and lapsing of a held order at the same moment, in two processes: exactly one of them happens. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { idempotencyKeyOf } from '#platform/http/requests/idempotency'
import { newId } from '#platform/values/ids'
import { anotherProcess } from '../../../test/another-process.ts'
import { aTier } from '../../../test/buying.ts'
import { steadyClock } from '../../../test/clock.ts'
import { untilBlocked } from '../../../test/until.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from './charging/checkout.ts'
import { sweep } from './charging/sweep.ts'
import { auditLedger } from './ledger/audit.ts'
import { paymentContextOf } from './model/payment-context.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ now })
const { app, client, db, get, post, aUser } = world
const elsewhere = await anotherProcess(world)
const checkout = openCheckout(paymentContextOf(app))

const rounds = 20
const tier = await aTier(world, { quantity: 2 * rounds + 100 })

async function aHold() {
  const ada = await aUser()
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }]
  const headers = { 'idempotency-key': newId() }
  const { body } = await post('/orders', { items, hold: true }, { as: ada, headers })
  return { ada, id: body.id as string }
}

type Asked = { as: Person; id: string; method?: string; key?: string }

const there = (method: 'POST' | 'DELETE', path: string, { as, body, key }: any) =>
  elsewhere(method, path, {
    client: client.token,
    as,
    ...(body && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const bodyOf = (method: string | undefined) => ({
  processor_payment_method_id: method ?? 'pm_card_visa',
})
const payHere = ({ as, id, method, key = newId() }: Asked) =>
  post(`/orders/${id}/pay`, bodyOf(method), { as, headers: { 'idempotency-key': key } })
const payThere = ({ as, id, method, key = newId() }: Asked) =>
  there('POST', `/orders/${id}/pay`, { as, key, body: bodyOf(method) })

/** The charges of an order that have taken money. */
async function takenFor(id: string) {
  const charges = db
    .selectFrom('simulated_charges as c')
    .innerJoin('order_attempts as a', 'a.id', 'c.key')
    .select('c.key')
    .where('a.order_id', '=', id)
    .where('c.reason', 'is', null)
    .where('c.is_cancelled', '=', false)
  return (await charges.execute()).length
}
const statusOf = async (as: Person, id: string): Promise<string> =>
  (await get(`/orders/${id}`, { as })).body.status

async function soldAndHeld() {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', tier.id)
    .executeTakeFirstOrThrow()
  return { sold, held }
}

// Requirement (rules): Paid twice, given up and over at the same moment: money is taken once
test('paid twice at once, by requests of two keys: charged once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ada: as, id } = await aHold()
    const method = round % 2 === 0 ? 'pm_card_chargeDeclined' : 'pm_card_visa'
    const answers = await Promise.all([
      payHere({ as, id, method }),
      payThere({ as, id }),
      payHere({ as, id }),
      payThere({ as, id, method }),
    ])
    for (const { status, body } of answers)
      assert.ok([200, 402, 409].includes(status), JSON.stringify(body))
    if ((await statusOf(as, id)) === 'held') assert.equal((await payHere({ as, id })).status, 200)
    assert.equal(await statusOf(as, id), 'succeeded')
    assert.equal(await takenFor(id), 1)
  }
  assert.deepEqual(await auditLedger(db), [])
})

test('the same request at both: one attempt', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ada: as, id } = await aHold()
    const same = { as, id, key: newId() }
    const answers = await Promise.all([payHere(same), payThere(same)])
    assert.ok(answers.some(({ status }) => status === 200))
    for (const { status, body } of answers)
      assert.ok(status === 200 || body.code === 'in_progress', JSON.stringify(body))
    const attempts = db.selectFrom('order_attempts').select('id').where('order_id', '=', id)
    assert.equal((await attempts.execute()).length, 1)
  }
})

test('a request that waits for the order finds what the same request has done meanwhile', async () => {
  const { ada: as, id } = await aHold()
  const key = newId()
  const door = await world.work.startTransaction().execute()
  await sql`select from orders where id = ${id} for update`.execute(door)
  const waiting = payThere({ as, id, key })
  await untilBlocked(world, 1)
  const request_hash = hash('sha256', JSON.stringify(['pm_card_visa', 0, null]), 'buffer')
  const attempt = { id: newId(), order_id: id, request_hash, begun_at: now() }
  await door
    .insertInto('order_attempts')
    .values({ ...attempt, idempotency_key: idempotencyKeyOf({ 'idempotency-key': key }) ?? '' })
    .execute()
  await sql`
    update orders set charge_id = ${attempt.id}, failure = 'expired_card' where id = ${id}`.execute(
    door,
  )
  await door.commit().execute()
  const { status, body } = await waiting
  assert.deepEqual([status, body.code, body.decline_code], [402, 'declined', 'expired_card'])
  assert.equal(await takenFor(id), 0)
})

// Requirement (rules): Paid twice, given up and over at the same moment: money is taken once
test('paid and given up at once: either it is paid, or it is free and no money was taken', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const { ada: as, id } = await aHold()
    const before = await soldAndHeld()
    // The call that gives up is first, in the middle or last.
    const calls = [() => payHere({ as, id }), () => payThere({ as, id })]
    const abandon = () => there('DELETE', `/orders/${id}`, { as })
    const place = round % 3
    const all = await Promise.all(calls.toSpliced(place, 0, abandon).map((call) => call()))
    const given = all[place]
    const status = await statusOf(as, id)
    seen.add(status)
    const { sold } = await soldAndHeld()
    assert.ok(status === 'succeeded' || status === 'expired', status)
    assert.equal(await takenFor(id), status === 'succeeded' ? 1 : 0)
    assert.equal(sold - before.sold, status === 'succeeded' ? 2 : 0)
    assert.equal(given?.status === 200, status === 'expired', JSON.stringify(given))
  }
  assert.deepEqual(await auditLedger(db), [])
  assert.deepEqual(seen, new Set(['succeeded', 'expired']))
})

// Requirement (rules): Paid twice, given up and over at the same moment: money is taken once
test('paid at the end of its hold: either it is paid, or it has lapsed and no money was taken', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ada: as, id } = await aHold()
    const paying = payThere({ as, id })
    const early = payHere({ as, id })
    clock.ahead += 601_000
    await Promise.all([paying, early, sweep(checkout), sweep(checkout)])
    while ((await sweep(checkout)) > 0);
    clock.ahead += 16_000
    while ((await sweep(checkout)) > 0);
    const status = await statusOf(as, id)
    assert.ok(status === 'succeeded' || status === 'expired', status)
    assert.equal(await takenFor(id), status === 'succeeded' ? 1 : 0)
  }
  assert.deepEqual((await soldAndHeld()).held, 0)
  assert.deepEqual(await auditLedger(db), [])
})
