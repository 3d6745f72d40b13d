/** Late charges for orders that used an offer, and the mail about an offer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { steadyClock } from '../../../test/clock.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { until } from '../../../test/until.ts'
import { addPieces, aPlaceInLine, aSoldOutTier, buyOffered, offer } from '../../../test/waiting.ts'
import { aWorld } from '../../../test/world.ts'
import { openCheckout } from '../payments/charging/checkout.ts'
import { sweep } from '../payments/charging/sweep.ts'
import { paymentContextOf } from '../payments/model/payment-context.ts'

const clock = { ahead: 0 }
const { processor, charges, told } = aProcessor()
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ parts: paidBy(processor), now })
const { db, get, post } = world
const checkout = openCheckout(paymentContextOf(world.app))

const settled = async () => {
  while ((await sweep(checkout)) > 0);
  await offer(world)
}
const statusOf = async ({ id, user }: Awaited<ReturnType<typeof aPlaceInLine>>) =>
  (await get(`/waiting-list/${id}`, { as: user })).body.status
const stockOf = ({ id }: { id: string }) =>
  db
    .selectFrom('tiers')
    .select(['sold', 'held', 'waiting'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const faults = async () =>
  (await auditLedger(db)).filter((fault) => /^(Tier|Offer|Order)/.test(fault))

/** An abandoned order with an offer, followed by its late charge. */
async function aLateCharge(meanwhile: (scene: Scene) => Promise<unknown> = async () => {}) {
  const tier = await aSoldOutTier(world, 2)
  const place = await aPlaceInLine(world, tier, { quantity: 2 })
  await addPieces(world, tier, 2)
  await offer(world)
  told.next.push('action')
  const { status, body } = await buyOffered(world, tier, { place, quantity: 2 })
  assert.deepEqual([status, body.status], [201, 'requires_action'], body.error)
  clock.ahead += 11 * 60_000
  await settled()
  assert.equal((await get(`/orders/${body.id}`, { as: place.user })).body.status, 'expired')
  assert.deepEqual([await statusOf(place), (await stockOf(tier)).held], ['offered', 2])
  await meanwhile({ tier, place })
  const outcome = { state: 'succeeded' } as const
  charges.set(body.id, { outcome, cents: 10_000, times: 1 })
  await post('/payments/webhook', { id: newId(), key: body.id, outcome }, { client: null })
  await settled()
  const order = (await get(`/orders/${body.id}`, { as: place.user })).body
  const statuses = order.payments.map((payment: { status: string }) => payment.status)
  assert.deepEqual(await faults(), [])
  return { tier, place, statuses }
}
type Scene = {
  tier: { id: string; festival_id: string }
  place: Awaited<ReturnType<typeof aPlaceInLine>>
}

test('a late charge is sold what its offer still holds', async () => {
  const { tier, place, statuses } = await aLateCharge()
  assert.deepEqual(statuses, ['succeeded', 'succeeded'])
  assert.equal(await statusOf(place), 'taken')
  assert.deepEqual(await stockOf(tier), { sold: 4, held: 0, waiting: null })
})

// Requirement (rules): contract §7.16: a charge that comes late
test('a late charge whose offer another order has used is given back', async () => {
  const { tier, place, statuses } = await aLateCharge(async ({ tier, place }) => {
    assert.equal((await buyOffered(world, tier, { place, quantity: 2 })).status, 201)
  })
  assert.deepEqual(statuses, ['refunded', 'refunded'])
  assert.equal(await statusOf(place), 'taken')
  assert.deepEqual(await stockOf(tier), { sold: 4, held: 0, waiting: null })
})

test('a late charge whose offer has lapsed is sold what is for sale to all', async () => {
  const { tier, place, statuses } = await aLateCharge(async () => {
    clock.ahead += 24 * 3_600_000
    await offer(world)
  })
  assert.deepEqual(statuses, ['succeeded', 'succeeded'])
  assert.equal(await statusOf(place), 'lapsed')
  assert.deepEqual(await stockOf(tier), { sold: 4, held: 0, waiting: null })
})

// Requirement (rules): contract §7.16, §6.5: the mail about an offer
test('an offer is told by mail, which names what a confirmed e-mail may read', async () => {
  await world.jobs.start()
  const tier = await aSoldOutTier(world, 1)
  const proven = await aPlaceInLine(world, tier)
  const other = await aPlaceInLine(world, tier)
  // Simulates an e-mail that is changed meanwhile.
  const unconfirmed = { email_proven_at: null }
  await db.updateTable('users').set(unconfirmed).where('id', '=', other.user.id).execute()
  // The jobs of the service make the offers.
  await addPieces(world, tier, 2)
  await until('both are offered', async () => (await stockOf(tier)).held === 2)
  const { name } = await db
    .selectFrom('festivals')
    .select('name')
    .where('id', '=', tier.festival_id)
    .executeTakeFirstOrThrow()
  const about = 'What you wait for is free'
  const mail = await nextMailTo(world, proven.user.email, { about })
  assert.ok(mail.includes(`1 × ${tier.name}, ${name}`), mail)
  const unproven = await nextMailTo(world, other.user.email, { about })
  assert.ok(unproven.includes(`1 × ${tier.name}, ${name}`), unproven)
  assert.match(unproven, /held for you until \d/)
})

test('the mail of an offer is in the language of its reader, with the name that the tier has there', async () => {
  await world.jobs.start()
  const translations = JSON.stringify({ de: { name: 'Wochenende' } })
  const tier = await aSoldOutTier(world, 1, { translations })
  const { user } = await aPlaceInLine(world, tier)
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', user.id).execute()
  await addPieces(world, tier, 1)
  const mail = await nextMailTo(world, user.email)
  assert.ok(mail.includes('Wochenende') && !mail.includes(tier.name), mail)
})
