/** Months of the operator, the seller of memberships: closed and exported like months of organizers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeOperatorVersion } from '#catalogue/organizers'
import { aPlan } from '../../../../test/buying.ts'
import { steadyClock } from '../../../../test/clock.ts'
import { plainFiles } from '../../../../test/documents.ts'
import { aWorld } from '../../../../test/world.ts'
import { workOnDocuments } from '../work.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const env = {
  SELLER_NAME: 'Festival Services GmbH',
  SELLER_STREET: 'Am Kai 1',
  SELLER_CITY: 'Kiel',
  SELLER_COUNTRY: 'DE',
  SELLER_TAX_NUMBER: '20/123/45678',
  SELLER_PREFIX: 'FS',
  DATEV_CONSULTANT: '29098',
  DATEV_CLIENT: '55003',
  DATEV_DEBTOR: '10000',
  DATEV_REVENUE: '19=4400',
}
const world = await aWorld({ now, env })
const { app, get, post, put, aUser } = world
await storeOperatorVersion(app.db, world.config)
const work = workOnDocuments(app, plainFiles)

async function issueAll() {
  while ((await work()) > 0);
}

const aTreasurer = () => aUser({ permissions: ['manage_money'] })

/** A membership that is bought and documented, and the month of its invoice. */
async function aSoldMembership() {
  const vat = JSON.stringify({ rate: 19, exemption: null })
  const plan = await aPlan(world, { vat })
  const buyer = await aUser()
  const bought = { payment_type: 'subscription', entity_id: plan.id }
  const { body: payment } = await post('/payments', bought, { as: buyer })
  await issueAll()
  const { body } = await get(`/orders/${payment.order_id}/documents`, { as: buyer })
  const [document] = body.documents
  return { buyer, document, month: document.issued_on.slice(0, 7) }
}

test('a month of the operator is closed once, and exported for DATEV; details of its buyers do not change any more', async () => {
  const { buyer, document, month } = await aSoldMembership()
  assert.deepEqual(document.seller, { id: null, name: 'Festival Services GmbH' })
  const [months, datev] = ['/operator/closed-months', `/operator/datev.csv?month=${month}`]
  const early = await post(months, { month }, { as: await aTreasurer() })
  assert.deepEqual([early.status, early.body.code], [409, 'month_not_over'])
  const open = await get(datev, { as: await aTreasurer() })
  assert.deepEqual([open.status, open.body.code], [409, 'month_not_closed'])
  clock.ahead += 40 * 86_400_000
  const closed = await post(months, { month }, { as: await aTreasurer() })
  assert.equal(closed.status, 200, closed.text)
  const again = await post(months, { month }, { as: await aUser({ roles: ['admin'] }) })
  assert.deepEqual(again.body, closed.body)
  const list = await get(months, { as: await aTreasurer() })
  assert.deepEqual(list.body, { months: [closed.body] })
  const file = await get(datev, { as: await aTreasurer() })
  assert.equal(file.status, 200, file.text)
  const [, , row = '', ...more] = file.text.split('\r\n')
  assert.ok(row.startsWith('10,00;"S";"EUR";') && row.includes(`"${document.number}"`), row)
  assert.deepEqual(more, [''])
  const details = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }
  const late = await put(`/orders/${document.order_id}/billing`, details, { as: buyer })
  assert.deepEqual([late.status, late.body.code], [409, 'month_closed'])
})
