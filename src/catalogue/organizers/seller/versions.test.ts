/** Sellers as they were at the moment of a sale. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { transact } from '#platform/database/transactions'
import { aTier } from '../../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'
import { sellersAt, storeOperatorVersion } from './versions.ts'

const world = await aWorld()
const { put, post, aUser, db } = world
const admin = await aUser({ roles: ['admin'] })

const details = {
  street: 'Kalvø Havnevej 4',
  postcode: '4793',
  city: 'Kalvø',
  country: 'DK',
  vat_id: 'DK13585628',
}

/** Returns the present moment, which is before everything that follows and after everything before. */
async function moment() {
  await setTimeout(5)
  const at = new Date()
  await setTimeout(5)
  return at
}

async function aSeller(fields: object = { legal_name: 'Nordlys ApS' }) {
  const organizer = await anOrganizer(world, fields)
  const change = (to: object) => put(`/organizers/${organizer.id}/seller`, to, { as: admin })
  const at = async (time: Date) => (await sellersAt(db, [{ seller: organizer.id, at: time }]))[0]
  return { organizer, change, at }
}

test('a sale has the seller of its moment, whatever is changed later', async () => {
  const { organizer, change, at } = await aSeller()
  await change(details)
  const first = await moment()
  await change({ city: 'Odense', iban: 'DK5000400440116243', account_holder: 'Nordlys ApS' })
  const second = await moment()
  await put(`/organizers/${organizer.id}`, { legal_name: 'Sydlys ApS' }, { as: admin })
  await put(`/organizers/${organizer.id}`, { contact_email: 'a@sydlys.example' }, { as: admin })
  const states = [await at(first), await at(second), await at(await moment())]
  assert.deepEqual(
    states.map((one) => [one?.legal_name, one?.city, one?.iban, one?.contact_email]),
    [
      ['Nordlys ApS', 'Kalvø', null, null],
      ['Nordlys ApS', 'Odense', 'DK5000400440116243', null],
      ['Sydlys ApS', 'Odense', 'DK5000400440116243', 'a@sydlys.example'],
    ],
  )
})

test('a seller that lacked something is the first one that lacks nothing; until then there is none', async () => {
  const { change, at } = await aSeller()
  const sale = await moment()
  await change({ ...details, vat_id: null })
  assert.equal(await at(sale), undefined)
  await change({ tax_number: '27/123/45678' })
  await change({ city: 'Odense' })
  assert.equal((await at(sale))?.city, 'Kalvø')
  assert.equal((await at(await moment()))?.city, 'Odense')
  await change({ street: null })
  assert.equal((await at(sale))?.city, 'Kalvø')
  assert.equal(await at(await moment()), undefined)
})

test('a change of something else is no version, and a deleted organizer keeps its own', async () => {
  const { organizer, change, at } = await aSeller()
  await change(details)
  const versions = async () => {
    const rows = db.selectFrom('seller_versions').where('organizer_id', '=', organizer.id)
    return (await rows.select('valid_from').execute()).length
  }
  const count = await versions()
  await put(`/organizers/${organizer.id}`, { description: 'By the water' }, { as: admin })
  await change({ city: 'Kalvø' })
  assert.equal(await versions(), count)
  await db.deleteFrom('organizers').where('id', '=', organizer.id).execute()
  assert.equal((await at(await moment()))?.city, 'Kalvø')
})

test('changes of both tables at once leave a version with both', async () => {
  const { organizer, change, at } = await aSeller()
  await transact(db, async (trx) => {
    await trx
      .updateTable('organizers')
      .set({ legal_name: 'Sydlys ApS' })
      .where('id', '=', organizer.id)
      .execute()
    const other = change(details)
    await setTimeout(50)
    return { other }
  }).then(({ other }) => other)
  const version = await at(await moment())
  assert.deepEqual([version?.legal_name, version?.city], ['Sydlys ApS', 'Kalvø'])
})

test('a festival that changes its organizer later leaves the seller of what was sold', async () => {
  const [first, second] = [await aSeller(), await aSeller()]
  const festival = await aFestival(world, { organizer_id: first.organizer.id })
  const tier = await aTier(world, { festival_id: festival.id })
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const { body: payment } = await post('/payments', body, { as: await aUser() })
  const { id: organizer_id } = second.organizer
  assert.equal(
    (await put(`/festivals/${festival.id}`, { organizer_id }, { as: admin })).status,
    200,
  )
  const row = db.selectFrom('payments').select('seller_id').where('id', '=', payment.id)
  assert.deepEqual(await row.execute(), [{ seller_id: first.organizer.id }])
})

test('the operator is the seller of the settings, with a version for each change at a start', async () => {
  const settings = {
    SELLER_NAME: 'Harbour Operations',
    SELLER_STREET: 'Quay 1',
    SELLER_CITY: 'Aarhus',
    SELLER_COUNTRY: 'DK',
    SELLER_TAX_NUMBER: '27/1',
  }
  const store = (more: object = {}) =>
    storeOperatorVersion(db, { ...world.config, ...settings, ...more })
  await Promise.all([store(), store()])
  const first = await moment()
  await store({ SELLER_CITY: 'Odense', SELLER_VAT_NOTE: 'No VAT is charged', SELLER_PREFIX: 'HO' })
  const now = await moment()
  const sales = [first, now].map((at) => ({ seller: '', at }))
  const states = await sellersAt(db, sales)
  assert.deepEqual(
    states.map((one) => [one?.legal_name, one?.city, one?.vat_scheme, one?.invoice_prefix]),
    [
      ['Harbour Operations', 'Aarhus', 'standard', null],
      ['Harbour Operations', 'Odense', 'exempt', 'HO'],
    ],
  )
  const rows = db.selectFrom('seller_versions').select('valid_from').where('organizer_id', '=', '')
  assert.equal((await rows.execute()).length, 2)
})
