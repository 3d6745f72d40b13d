/** Statements of what organizers are owed: equal to the report, made once, and never changed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { storeOperatorVersion } from '#catalogue/organizers'
import { syncAll } from '#office/payouts'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { steadyClock } from '../../../test/clock.ts'
import { linesIn } from '../../../test/pdf.ts'
import { aSettlement } from '../../../test/settlements.ts'
import { aStripeServer } from '../../../test/stripe-server.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { settle } from './sums.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const keys = { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' }
const stripe = await aStripeServer({ ...keys, now: () => now().getTime() })
after(stripe.close)
const world = await aWorld({
  now,
  env: {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    SELLER_NAME: 'Harbour GmbH',
    SELLER_STREET: 'Pier 3',
    SELLER_POSTCODE: '20457',
    SELLER_CITY: 'Hamburg',
    SELLER_COUNTRY: 'DE',
    SELLER_VAT_ID: 'DE136695976',
  },
})
const { app, db, get, post, put, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const thisMonth = () => now().toISOString().slice(0, 7)

/** Sets the clock to the middle of the next month. */
function nextMonth() {
  const date = now()
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 15)
  clock.ahead += next - date.getTime()
}

/** An organizer with a festival, whose tickets cost 50 euros. */
async function aSeller() {
  const { id } = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id: id })
  const tier = await aTier(world, { price_cents: 5_000, festival_id: festival.id })
  return {
    id,
    festival,
    tier,
    buy: async () => {
      const bought = { payment_type: 'ticket', entity_id: tier.id }
      const method = { processorPaymentMethodId: 'pm_card_visa' }
      const { status, body } = await post(
        '/payments',
        { ...bought, ...method },
        { as: await aUser() },
      )
      assert.equal(status, 201, JSON.stringify(body))
      return body.id as string
    },
    terms: (terms: object) => put(`/organizers/${id}/settlement-terms`, terms, { as: admin }),
    make: (month: string) => post(`/organizers/${id}/settlements`, { month }, { as: admin }),
    report: async (month: string) => {
      const { body } = await get(`/festivals/${festival.id}/report?month=${month}`, { as: admin })
      return body.totals
    },
  }
}

const refund = (payment: string, amount: number) =>
  post(`/payments/${payment}/refund`, { amount }, { as: admin })

// Requirement (rules): contract §10.12 Settlements: equal to the report of the month
test('a statement has the month’s sales, refunds and commission, and a month has one', async () => {
  const seller = await aSeller()
  await seller.terms({
    commission_percent: 5,
    commission_per_unit: 0.5,
    commission_vat_percent: 19,
  })
  const month = thisMonth()
  const [first] = [await seller.buy(), await seller.buy(), await seller.buy()]
  await refund(first ?? '', 12.34)
  const early = await seller.make(month)
  assert.deepEqual([early.status, early.body.code], [409, 'month_not_over'])
  nextMonth()
  const { status, body } = await seller.make(month)
  assert.equal(status, 201, JSON.stringify(body))
  const { sales, refunds, fees, commission, commission_vat, due, sold_count } = body
  // 5 % of 137.66 and 3 × 0.50; 19 % of that.
  assert.deepEqual(
    { sales, refunds, fees, commission, commission_vat, due, sold_count },
    {
      sales: 150,
      refunds: 12.34,
      fees: 0,
      commission: 8.38,
      commission_vat: 1.59,
      due: 127.69,
      sold_count: 3,
    },
  )
  const totals = await seller.report(month)
  assert.deepEqual([totals.amount, totals.refunded_amount], [sales, refunds])

  // Later refunds are in the next one, and other terms change nothing of before.
  await refund(first ?? '', 37.66)
  await seller.terms({ commission_percent: 10 })
  assert.deepEqual((await seller.make(month)).body, body)
  const second = thisMonth()
  nextMonth()
  const { body: next } = await seller.make(second)
  assert.deepEqual(
    [next.sales, next.refunds, next.sold_count, next.commission, next.commission_vat, next.due],
    [0, 37.66, -1, -4.27, -0.81, -32.58],
  )
  assert.deepEqual(next.terms, {
    commission_percent: 10,
    commission_per_unit: 0.5,
    commission_vat_percent: 19,
    passes_fees: false,
  })
  const [year] = body.number.split('-').slice(1)
  assert.match(next.number, new RegExp(`^S-\\d{4}-\\d{6}$`))
  assert.ok(Number(next.number.split('-')[1]) >= Number(year))
})

test('an organizer that bears the fees is settled once they are known', async () => {
  const seller = await aSeller()
  await seller.terms({ passes_fees: true })
  await seller.buy()
  const month = thisMonth()
  nextMonth()
  const early = await seller.make(month)
  assert.deepEqual([early.status, early.body.code], [409, 'payouts_not_read'])
  await syncAll({ db, now }, app.processors.all)
  const { body } = await seller.make(month)
  // 1.5 % and 25 cents, as the test server has it.
  assert.deepEqual([body.sales, body.fees, body.due], [50, 1, 49])
})

test('a festival that changes its organizer leaves its sales with the organizer that made them', async () => {
  const [old, other] = [await aSeller(), await aSeller()]
  await old.buy()
  await db
    .updateTable('festivals')
    .set({ organizer_id: other.id })
    .where('id', '=', old.festival.id)
    .execute()
  await old.buy()
  await old.buy()
  const month = thisMonth()
  nextMonth()
  assert.deepEqual(
    [(await old.make(month)).body.sales, (await other.make(month)).body.sales],
    [50, 100],
  )
})

test('two admins who press at once make one statement, and numbers have no gap', async () => {
  const sellers = await Promise.all([aSeller(), aSeller()])
  const month = thisMonth()
  nextMonth()
  const made = await Promise.all(
    [...sellers, ...sellers].map(async (seller) => (await seller.make(month)).body),
  )
  assert.equal(new Set(made.map(({ number }) => number)).size, 2)
  const { body } = await get('/settlements?limit=100', { as: admin })
  const byYear = Map.groupBy(body.settlements, ({ number }: any) => number.slice(0, 6))
  for (const all of byYear.values()) {
    const sequences = all
      .map(({ number }: any) => Number(number.slice(7)))
      .toSorted((a, b) => a - b)
    assert.deepEqual(
      sequences,
      Array.from(sequences, (_, n) => n + 1),
    )
  }
})

test('managers see the terms and statements of their organizer, and users with manage_money all', async () => {
  const seller = await aSeller()
  const manager = await aUser()
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: seller.id, user_id: manager.id })
    .execute()
  const terms = `/organizers/${seller.id}/settlement-terms`
  assert.equal((await get(terms, { as: manager })).status, 200)
  assert.equal((await put(terms, { commission_percent: 0 }, { as: manager })).status, 403)
  assert.equal((await get(`/settlements?organizer=${seller.id}`, { as: manager })).status, 200)
  assert.equal((await get('/settlements', { as: manager })).status, 403)
  const made = post(`/organizers/${seller.id}/settlements`, { month: '2020-01' }, { as: manager })
  assert.equal((await made).status, 403)
  const [stranger, accountant] = [await aUser(), await aUser()]
  assert.equal((await get(terms, { as: stranger })).status, 403)
  await db
    .insertInto('organizer_members')
    .values({ organizer_id: seller.id, user_id: accountant.id, role: 'accountant' })
    .execute()
  const { id } = await aSettlement(world, seller.id)
  const { body: all } = await get(`/settlements?organizer=${seller.id}`, { as: accountant })
  for (const as of [manager, accountant, admin])
    assert.deepEqual((await get(`/settlements/${id}`, { as })).body, all.settlements[0])
  assert.equal((await get(`/settlements/${id}`, { as: stranger })).status, 403)
  assert.equal((await get(`/settlements/${seller.festival.id}`, { as: manager })).status, 404)
  const treasurer = await aUser({ permissions: ['manage_money'] })
  assert.equal((await put(terms, { commission_percent: 3 }, { as: treasurer })).status, 200)
  assert.equal((await get('/settlements', { as: treasurer })).status, 200)
  assert.equal((await get('/organizers/none/settlement-terms', { as: treasurer })).status, 404)
})

test('amounts are rounded half away from zero, once each', () => {
  const terms = {
    commission_percent: 250,
    commission_cents: 0,
    commission_vat_percent: 2_000,
    passes_fees: false,
  }
  const of = (sales_cents: number, refunds_cents: number) => {
    const line = { festival_id: '', name: '', sold: 1, sales_cents, refunds_cents }
    const { commission_cents, commission_vat_cents } = settle([line], 0, terms)
    return [commission_cents, commission_vat_cents]
  }
  assert.deepEqual(of(1_020, 0), [26, 5])
  assert.deepEqual(of(0, 1_020), [-26, -5])
  assert.deepEqual(of(0, 0), [0, 0])
})

test('a statement is printed with both parties as they were when it was made', async () => {
  // Stores the operator as a start does.
  await storeOperatorVersion(db, world.config)
  const seller = await aSeller()
  const details = { street: 'Kai 1', postcode: '20457', city: 'Hamburg', country: 'DE' }
  const of = { ...details, vat_id: 'DE136695976' }
  await put(`/organizers/${seller.id}`, { name: 'Tide', legal_name: 'Tide ApS' }, { as: admin })
  await put(`/organizers/${seller.id}/seller`, of, { as: admin })
  const terms = { commission_percent: 10, commission_per_unit: 0.5, commission_vat_percent: 19 }
  await put(`/organizers/${seller.id}/settlement-terms`, terms, { as: admin })
  await seller.buy()
  const month = thisMonth()
  nextMonth()
  const settled = await post(`/organizers/${seller.id}/settlements`, { month }, { as: admin })
  await put(`/organizers/${seller.id}/seller`, { street: 'Kai 2' }, { as: admin })
  // The database has a clock of its own.
  await db
    .updateTable('seller_versions')
    .set({ valid_from: new Date(now().getTime() + 1) })
    .where('street', '=', 'Kai 2')
    .execute()
  const print = (as: Person) =>
    app.inject({
      url: `/settlements/${settled.body.id}/statement.pdf`,
      headers: {
        'x-f-authorization': world.client.token,
        'x-f-authentication': as.token,
      },
    })
  const { headers, rawPayload } = await print(admin)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.match(String(headers['content-disposition']), /filename="settlement-s-\d{4}-\d{6}\.pdf"$/)
  const lines = (await linesIn(rawPayload)).join(' ')
  for (const line of [
    `Settlement ${settled.body.number}`,
    'From: Harbour GmbH, Pier 3, 20457 Hamburg, DE, VAT id DE136695976',
    'For: Tide ApS, Kai 1, 20457 Hamburg, DE, VAT id DE136695976',
    `Sales of ${month}`,
    '10 % of sales less refunds, 0.50 for each of 1 units',
    '-5.50',
    '-1.05',
    'The operator owes',
    '43.45',
    seller.festival.name,
  ])
    assert.ok(lines.includes(line), `${line} is not in ${lines}`)
  assert.ok(!lines.includes('Payment'), lines)
  assert.equal((await print(await aUser())).statusCode, 403)
})
