/** An offer from a waiting list, bought with a voucher and held first: three things that an order may hold at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aGivingFestival } from '../../../test/vouchers.ts'
import {
  addPieces,
  aPlaceInLine,
  aSoldOutTier,
  offer,
  type PlaceInLine,
} from '../../../test/waiting.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { auditLedger } from './ledger/audit.ts'

const world = await aWorld()
const { db, get, post, del } = world
const { festivalId, voucher, read } = await aGivingFestival(world)

/** Creates two offers to the first in line. */
async function twoOffered() {
  const tier = await aSoldOutTier(world, 2, { festival_id: festivalId, price_cents: 4000 })
  const place = await aPlaceInLine(world, tier, { quantity: 2 })
  await addPieces(world, tier, 2)
  await offer(world)
  return { tier, place }
}

type Wanted = { tier: { id: string }; place: PlaceInLine; code: string }
const order = ({ tier, place, code }: Wanted, given: object = {}) =>
  post(
    '/orders',
    {
      items: [{ payment_type: 'ticket', entity_id: tier.id, quantity: 2 }],
      offer: place.id,
      voucher: code,
      ...given,
    },
    { as: place.user, headers: { 'idempotency-key': newId() } },
  )
const pay = (id: string, method: string, as: Person) =>
  post(
    `/orders/${id}/pay`,
    { processor_payment_method_id: method },
    { as, headers: { 'idempotency-key': newId() } },
  )
const stockOf = ({ id }: { id: string }) =>
  db.selectFrom('tiers').select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()
const usesOf = async (id: string) => {
  const { held, used } = await read(id)
  return [held, used]
}
const statusOf = async ({ id, user }: PlaceInLine) =>
  (await get(`/waiting-list/${id}`, { as: user })).body.status
const requireExact = async () =>
  assert.deepEqual(
    // Sales that were written straight into the tables have no history.
    (await auditLedger(db)).filter((fault) => /^(Tier|Offer|Order|Voucher)/.test(fault)),
    [],
  )

// Requirement (rules): contract §7.13, §7.14, §7.16: what is offered, with a voucher, held first
test('an offer is held, given up, declined and paid, with a voucher for each of its units', async () => {
  const { tier, place } = await twoOffered()
  const { id, code } = await voucher({ percent: 50, max_uses: 2 })
  const wanted = { tier, place, code }
  const given = await order(wanted, { hold: true })
  assert.deepEqual([given.status, given.body.status, given.body.amount], [201, 'held', 40])
  assert.deepEqual(await usesOf(id), [2, 0])
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 2 })
  await requireExact()

  assert.equal((await order(wanted, { hold: true })).body.code, 'offer_used')
  assert.equal((await del(`/orders/${given.body.id}`, { as: place.user })).status, 200)
  assert.deepEqual(await usesOf(id), [0, 0])
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 2 })
  assert.equal(await statusOf(place), 'offered')
  await requireExact()

  const { body: again } = await order(wanted, { hold: true })
  const declined = await pay(again.id, 'pm_card_chargeDeclined', place.user)
  assert.deepEqual([declined.status, declined.body.code], [402, 'declined'])
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 2 })
  const paid = await pay(again.id, 'pm_card_visa', place.user)
  assert.deepEqual([paid.status, paid.body.status, paid.body.amount], [200, 'succeeded', 40])
  assert.deepEqual(await usesOf(id), [0, 2])
  assert.deepEqual(await stockOf(tier), { sold: 4, held: 0 })
  assert.equal(await statusOf(place), 'taken')
  await requireExact()
})

// Requirement (rules): contract §7.13, §7.14, §7.16: what is offered, with a voucher, held first
test('a voucher with too few uses refuses what is offered, and the offer stays', async () => {
  const { tier, place } = await twoOffered()
  const { id, code } = await voucher({ percent: 50, max_uses: 1 })
  const { status, body } = await order({ tier, place, code })
  assert.deepEqual([status, body.code, body.remaining], [409, 'voucher_used_up', 1])
  assert.deepEqual(await usesOf(id), [0, 0])
  assert.deepEqual(await stockOf(tier), { sold: 2, held: 2 })
  assert.equal(await statusOf(place), 'offered')
  await requireExact()
})
