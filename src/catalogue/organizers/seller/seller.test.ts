/** The seller of an organizer, for invoices and transfers (docs/contract, section 4.2). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anOrganizer } from '../../../../test/catalogue.ts'
import { aWorld } from '../../../../test/world.ts'

const world = await aWorld()
const { get, put, aUser, db } = world

async function aSeller(fields: object = {}) {
  const [manager, organizer] = [await aUser(), await anOrganizer(world, fields)]
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  return { manager, url: `/organizers/${organizer.id}/seller` }
}

const address = { street: 'Kalvø Havnevej 4', postcode: '4793', city: 'Kalvø', country: 'DK' }
const account = {
  account_holder: 'Harbour Nights ApS',
  iban: 'DK5000400440116243',
  bic: 'NDEADKKK',
}
const empty = {
  street: null,
  postcode: null,
  city: null,
  country: null,
  vat_id: null,
  tax_number: null,
  vat_scheme: 'standard',
  vat_note: null,
  account_holder: null,
  iban: null,
  bic: null,
  invoice_prefix: null,
  contact_phone: null,
}

test('a manager fills in the seller field by field, and is told what documents still need', async () => {
  const { manager, url } = await aSeller({ legal_name: null })
  const before = await get(url, { as: manager })
  const all = ['legal_name', 'street', 'city', 'country', 'vat_id']
  assert.deepEqual(before.body, { ...empty, missing: all })
  const first = await put(url, address, { as: manager })
  assert.deepEqual(first.body, { ...empty, ...address, missing: ['legal_name', 'vat_id'] })
  const change = {
    vat_id: 'dk 13 58 56 28',
    ...account,
    iban: 'dk50 0040 0440 1162 43',
    invoice_prefix: 'HN',
    contact_phone: '+45 86 12 34 56',
  }
  const second = await put(url, change, { as: manager })
  assert.deepEqual(second.body, {
    ...empty,
    ...address,
    ...account,
    vat_id: 'DK13585628',
    invoice_prefix: 'HN',
    contact_phone: '+45 86 12 34 56',
    missing: ['legal_name'],
  })
  const cleared = await put(url, { vat_id: null, tax_number: '27/123/45678' }, { as: manager })
  assert.deepEqual([cleared.body.vat_id, cleared.body.missing], [null, ['legal_name']])
})

test('a small business has to say why it charges no VAT', async () => {
  const { manager, url } = await aSeller()
  const refused = await put(url, { vat_scheme: 'exempt' }, { as: manager })
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'vat_note'])
  const vat_note = 'No VAT is charged under section 19 UStG'
  assert.equal((await put(url, { vat_scheme: 'exempt', vat_note }, { as: manager })).status, 200)
  const without = await put(url, { vat_note: null }, { as: manager })
  assert.equal(without.status, 400)
  assert.equal((await get(url, { as: manager })).body.vat_note, vat_note)
})

const refusals: [string, object, string][] = [
  ['a VAT id with a wrong digit', { vat_id: 'DE123456789' }, 'vat_id'],
  ['an IBAN with a wrong digit', { ...account, iban: 'DK5000400440116244' }, 'iban'],
  ['a BIC of six characters', { ...account, bic: 'NDEADK' }, 'bic'],
  ['an account without its holder', { iban: account.iban }, 'account_holder'],
  ['a bank without an account', { bic: account.bic }, 'iban'],
  ['a country by its name', { country: 'Denmark' }, 'country'],
  ['a prefix in small letters', { invoice_prefix: 'hn' }, 'invoice_prefix'],
  ['a telephone number without digits', { contact_phone: 'call us' }, 'contact_phone'],
  ['a street of blanks', { street: ' ' }, 'street'],
]
for (const [name, change, field] of refusals) {
  test(`${name} is refused, and nothing is written`, async () => {
    const { manager, url } = await aSeller()
    const { status, body } = await put(url, change, { as: manager })
    assert.deepEqual([status, body.fields[0].path], [400, field])
    assert.deepEqual((await get(url, { as: manager })).body.iban, null)
  })
}

test('admins see and change it; other users and catalogue staff do not, an unknown organizer has none', async () => {
  const { url } = await aSeller()
  const admin = await aUser({ roles: ['admin'] })
  assert.equal((await put(url, address, { as: admin })).body.city, 'Kalvø')
  for (const as of [await aUser(), await aUser({ permissions: ['manage_catalog'] })]) {
    assert.equal((await get(url, { as })).status, 403)
    assert.equal((await put(url, address, { as })).status, 403)
  }
  assert.equal((await get('/organizers/none/seller', { as: admin })).status, 404)
})
