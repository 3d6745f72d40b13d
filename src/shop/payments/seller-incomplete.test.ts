/** For real money nothing is sold that no invoice could be made out for (docs/contract, section 7.1). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeOperatorVersion } from '#catalogue/organizers'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const live = {
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_PUBLIC_KEY: 'pk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
}
const world = await aWorld({ env: live })
const { get, post, put, aUser, db } = world
const admin = await aUser({ roles: ['admin'] })

const details = { street: 'Quay 1', city: 'Aarhus', country: 'DK', vat_id: 'DK13585628' }
const vat = JSON.stringify({ rate: 25, exemption: null })

/** Holds one unit, which charges nothing, and returns the status and the reason of a refusal. */
async function hold(payment_type: string, { id: entity_id }: { id: string }) {
  const body = { items: [{ payment_type, entity_id }], hold: true }
  const headers = { 'idempotency-key': newId() }
  const answer = await post('/orders', body, { as: await aUser(), headers })
  return [answer.status, answer.body.reason ?? null]
}
const refused = [409, 'seller_incomplete']
const sold = [201, null]

async function aShop() {
  const organizer = await anOrganizer(world, { legal_name: 'Nordlys ApS' })
  const festival = await aFestival(world, { organizer_id: organizer.id })
  const given = { festival_id: festival.id, vat }
  const [tier, place] = [await aTier(world, given), await aPlaceToSleep(world, given)]
  const setSeller = (change: object) =>
    put(`/organizers/${organizer.id}/seller`, change, { as: admin })
  return { festival, tier, place, setSeller }
}

test('tickets and accommodations are sold once the seller has what invoices need', async () => {
  const { festival, tier, place, setSeller } = await aShop()
  const status = async () => (await get(`/festivals/${festival.id}/availability`)).body[0].status
  assert.deepEqual(
    [await hold('ticket', tier), await hold('accommodation', place), await status()],
    [refused, refused, 'closed'],
  )
  await setSeller({ ...details, vat_id: null })
  assert.deepEqual(await hold('ticket', tier), refused)
  await setSeller({ tax_number: '27/1' })
  assert.deepEqual(
    [await hold('ticket', tier), await hold('accommodation', place), await status()],
    [sold, sold, 'on_sale'],
  )
})

test('an offer says its VAT, unless the seller is exempt; what is free needs nothing', async () => {
  const { festival, setSeller } = await aShop()
  const free = await aTier(world, { festival_id: festival.id, price_cents: 0, vat: null })
  const silent = await aTier(world, { festival_id: festival.id, vat: null })
  assert.deepEqual(await hold('ticket', free), sold)
  await setSeller(details)
  assert.deepEqual(await hold('ticket', silent), refused)
  await setSeller({ vat_scheme: 'exempt', vat_note: 'No VAT is charged' })
  assert.deepEqual(await hold('ticket', silent), sold)
})

test('memberships are sold once the settings say who the operator is', async () => {
  const plan = await aPlan(world, { vat })
  assert.deepEqual(await hold('subscription', plan), refused)
  await storeOperatorVersion(db, {
    ...world.config,
    SELLER_NAME: 'Harbour Operations',
    SELLER_STREET: 'Quay 1',
    SELLER_CITY: 'Aarhus',
    SELLER_COUNTRY: 'DK',
    SELLER_TAX_NUMBER: '27/1',
  })
  assert.deepEqual(await hold('subscription', plan), sold)
})
