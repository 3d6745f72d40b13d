/** `festival doctor` reports sellers that cannot sell for real money. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withClient } from '#platform/database/client'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'
import { checkSellers, findIncompleteSellers } from './sellers.ts'

const world = await aWorld()
const { connectionString, db } = world
const find = () =>
  withClient({ connectionString }, (client) => findIncompleteSellers(client, new Date()))

test('a seller is named until it is complete and each priced ticket says its VAT', async () => {
  const { id: organizer_id } = await anOrganizer(world, { legal_name: 'Nordlys ApS' })
  const festival = await aFestival(world, { organizer_id })
  const tier = await aTier(world, { festival_id: festival.id, vat: null })
  assert.deepEqual(await find(), [`${organizer_id}: details of the seller`])
  const details = { street: 'Quay 1', city: 'Aarhus', country: 'DK', tax_number: '27/1' }
  await db
    .insertInto('sellers')
    .values({ organizer_id, ...details })
    .execute()
  assert.deepEqual(await find(), [`${organizer_id}: offers without VAT`])
  await db.updateTable('tiers').set({ price_cents: 0 }).where('id', '=', tier.id).execute()
  assert.deepEqual(await find(), [])
})

test('it is a fault only where real money is paid', () => {
  assert.equal(checkSellers([], true).ok, true)
  assert.equal(checkSellers(['a: offers without VAT'], false).ok, true)
  const { ok, detail } = checkSellers(['a: offers without VAT'], true)
  assert.deepEqual([ok, detail], [false, '1 organizer lacks what invoices need, and sells nothing'])
})
