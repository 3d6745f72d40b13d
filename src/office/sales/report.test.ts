/** The report of a festival by month: the time and the kind that each booking counts under (docs/contract, section 10.8). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { aPlaceToSleep, aPlan, points } from '../../../test/buying.ts'
import { linesIn } from '../../../test/pdf.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld, type Person } from '../../../test/world.ts'
import { openCheckout } from '../../shop/payments/charging/checkout.ts'
import { sweep } from '../../shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../shop/payments/model/payment-context.ts'

const clock = { at: new Date('2099-03-10T12:00:00.000Z') }
const { processor, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor), now: () => clock.at })
const { app, db, get, post, aUser } = world
const admin = await aUser({ roles: ['admin'] })

const vatOf = (rate: number) => JSON.stringify({ rate, exemption: null })

/** A festival in New York, four hours behind UTC in summer, with tickets at two rates and a stay that is exempt. */
async function aSale(festival: object = {}) {
  clock.at = new Date('2099-03-10T12:00:00.000Z')
  const box = await aBoxOffice(world)
  const { festivalId, manager, tier } = box
  await db
    .updateTable('festivals')
    .set({ time_zone: 'America/New_York', name: 'Tide', ...festival })
    .where('id', '=', festivalId)
    .execute()
  const ticket = await tier({ price_cents: 11_900, vat: vatOf(19) })
  const programme = await tier({ price_cents: 1070, vat: vatOf(7) })
  const stay = await aPlaceToSleep(world, {
    festival_id: festivalId,
    vat: JSON.stringify({ rate: null, exemption: '=1+1' }),
  })
  const report = async (month?: string, as: Person = manager): Promise<any> => {
    const query = month ? `?month=${month}` : ''
    const { status, body, text } = await get(`/festivals/${festivalId}/report${query}`, { as })
    assert.equal(status, 200, text)
    return body
  }
  return { ...box, ticket, programme, stay, report }
}

const item = (entity_id: string, payment_type = 'ticket') => ({ payment_type, entity_id })
const keyed = (as: Person) => ({ as, headers: { 'idempotency-key': newId() } })
async function order(as: Person, body: object) {
  const answer = await post('/orders', body, keyed(as))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const refund = async (id: string, body: object = {}) =>
  assert.equal((await post(`/payments/${id}/refund`, body, { as: admin })).status, 200)
const hear = (event: object) =>
  app.inject({
    method: 'POST',
    url: '/payments/webhook',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id: `evt_${newId()}`, outcome: { state: 'succeeded' }, ...event }),
  })

/** Returns the VAT that is left by the columns of an export. */
async function vatLeftIn(path: string): Promise<number> {
  const { text } = await get(path, { as: admin })
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  const cents = (row: Record<string, string>, column: string) =>
    Math.round(Number(row[column]) * 100)
  return (
    rows.reduce((sum, row) => sum + cents(row, 'vat_amount') - cents(row, 'refunded_vat'), 0) / 100
  )
}

/** Returns the sums that are not zero. */
const sumsOf = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => /_count|amount/.test(name) && value !== 0),
  )

// Requirement (rules): contract §10.8: GET /festivals/:id/report, by month
test('a sale counts in the month in which it was paid, a refund in that in which it was given back, where the festival is', async () => {
  const { ticket, programme, voucher, report, festivalId } = await aSale()
  const ada = await aUser()
  await points(world, ada, 1000)
  const { code } = await voucher({ percent: 50, entity_ids: [ticket.id] })
  // In New York it is still March, in UTC already April.
  clock.at = new Date('2099-04-01T03:58:00.000Z')
  const items = [item(ticket.id), item(programme.id)]
  const held = await order(ada, { items, voucher: code, hold: true })
  clock.at = new Date('2099-04-01T04:02:00.000Z')
  const paid = await post(`/orders/${held.id}/pay`, { points_to_use: 1000 }, keyed(ada))
  assert.equal(paid.status, 200, paid.text)
  const { payments } = await order(ada, { items: [item(programme.id)] })
  clock.at = new Date('2099-05-01T03:59:00.000Z')
  await refund(payments[0].id, { amount: 5 })
  clock.at = new Date('2099-05-01T04:00:00.000Z')
  await refund(payments[0].id)

  const april = await report('2099-04')
  assert.equal(april.time_zone, 'America/New_York')
  assert.deepEqual(sumsOf(april.totals), {
    sold_count: 3,
    gross_amount: 140.4,
    discount_amount: 59.5,
    points_amount: 10,
    amount: 70.9,
    refunded_amount: 5,
    net_amount: 65.9,
    // 19 percent are in 49.50 EUR, 7 in 10.70 and in the rest of another 10.70.
    vat_amount: 8.97,
  })
  assert.deepEqual(
    april.vat.map((row: any) => [row.vat, sumsOf(row)]),
    [
      [
        { rate: 19, exemption: null },
        {
          sold_count: 1,
          gross_amount: 119,
          discount_amount: 59.5,
          points_amount: 10,
          amount: 49.5,
          net_amount: 49.5,
          vat_amount: 7.9,
        },
      ],
      [
        { rate: 7, exemption: null },
        {
          sold_count: 2,
          gross_amount: 21.4,
          amount: 21.4,
          refunded_amount: 5,
          net_amount: 16.4,
          vat_amount: 1.07,
        },
      ],
    ],
  )
  const may = { returned_count: 1, refunded_amount: 5.7, net_amount: -5.7, vat_amount: -0.37 }
  const { totals, months } = await report()
  const exports = [`/festivals/${festivalId}/sales.csv`, `/festivals/${festivalId}/payments.csv`]
  for (const path of exports) assert.equal(await vatLeftIn(path), totals.vat_amount, path)
  assert.deepEqual(
    months.map(({ month, ...row }: any) => [month, sumsOf(row)]),
    [
      ['2099-04', sumsOf(april.totals)],
      ['2099-05', may],
    ],
  )
  assert.deepEqual([totals.sold_count, totals.net_amount, totals.vat_amount], [3, 60.2, 8.6])
  assert.deepEqual(sumsOf((await report('2099-03')).totals), {})
  const { body } = await get(`/festivals/${festivalId}/sales`, { as: admin })
  assert.deepEqual([body.totals.revenue, body.totals.refunded], [70.9, 10.7])
})

// Requirement (rules): contract §10.8: means
test('each means has what was paid with it: points their worth, whichever means took the rest', async () => {
  const sale = await aSale()
  const { festivalId, ticket, programme, stay, manager, tier, report } = sale
  const [ada, free] = [await aUser(), await tier({ price_cents: 0 })]
  await points(world, ada, 12_000)
  const { payments } = await order(ada, {
    items: [item(ticket.id), item(programme.id)],
    points_to_use: 12_000,
  })
  assert.deepEqual(
    payments.map(({ amount }: any) => amount),
    [0, 9.7],
  )
  await order(ada, { items: [item(free.id), item(stay.id, 'accommodation')] })
  const till = atTill(world, await aShift(world, sale))
  await till.sell(programme.id, { quantity: 2 })
  const { body: waiting } = await till.sell(programme.id, { means: 'terminal' })
  await till.conclude(waiting.id, { result: 'paid' })
  // Units set aside are no sale before their till reports one, weeks later.
  const lease = await post(
    `/festivals/${festivalId}/leases`,
    { ...item(programme.id), quantity: 2 },
    { headers: { ...till.headers, 'idempotency-key': newId() } },
  )
  const gift = { entity_id: ticket.id, quantity: 3, email: ada.email, reason: 'Press' }
  await post(`/festivals/${festivalId}/complimentary`, gift, { as: manager })
  await refund(payments[0].id)
  const meansOf = ({ means }: any) =>
    means.map((row: any) => [
      row.means,
      row.processor,
      row.sold_count,
      row.returned_count,
      row.amount,
      row.refunded_amount,
    ])
  const march = [
    ['card', 'simulated', 2, 0, 99.7, 0],
    ['cash', null, 2, 0, 21.4, 0],
    ['complimentary', null, 3, 0, 0, 0],
    ['free', null, 1, 0, 0, 0],
    ['points', null, 1, 1, 120, 119],
    ['terminal', null, 1, 0, 10.7, 0],
  ]
  const byName = (rows: any[]) => rows.toSorted((a, b) => a[0].localeCompare(b[0]))
  assert.deepEqual(byName(meansOf(await report('2099-03'))), march)
  clock.at = new Date('2099-04-02T12:00:00.000Z')
  const [{ payment_id }] = lease.body.tickets
  const sales = [
    { key: newId(), payment_ids: [payment_id], means: 'cash', sold_at: clock.at.toISOString() },
  ]
  await post(`/leases/${lease.body.id}/report`, { sales }, { headers: till.headers })
  await till.post('/refunds', { payment_id, reason: 'Ill' })
  assert.deepEqual(meansOf(await report('2099-04')), [['cash', null, 1, 1, 10.7, 10.7]])
  const { types } = await report()
  assert.deepEqual(
    types.map(({ payment_type, sold_count }: any) => [payment_type, sold_count]),
    [
      ['ticket', 10],
      ['accommodation', 1],
    ],
  )
})

// Requirement (rules): contract §10.8: the processor of earlier payments
test('who took the money of earlier payments is known where it was real', async () => {
  const { ticket, report } = await aSale()
  for (const livemode of [true, false]) {
    const { id } = await order(await aUser(), { items: [item(ticket.id)] })
    await db.updateTable('orders').set({ processor: null, livemode }).where('id', '=', id).execute()
  }
  const { means } = await report()
  assert.deepEqual(
    means.map(({ processor: who, sold_count }: any) => [who, sold_count]),
    [
      ['stripe', 1],
      [null, 1],
    ],
  )
})

// Requirement (rules): contract §10.8: kept_amount, disputes
test('what its buyer gave back, and what a dispute took, is told apart', async () => {
  const { ticket, report } = await aSale({ refund_until_days: 1, refund_percent: 80 })
  const ada = await aUser()
  await points(world, ada, 900)
  const buy = (more: object = {}) => order(ada, { items: [item(ticket.id)], ...more })
  const given = await buy({ points_to_use: 900 })
  const [lost, won] = [await buy(), await buy()]
  const [{ id }] = given.payments
  assert.equal((await post(`/payments/${id}/cancel`, undefined, { as: ada })).status, 200)
  const dispute = { id: 'dp_lost', cents: 10_000, reason: 'fraudulent', status: 'open' }
  await hear({ key: lost.id, dispute })
  await hear({ key: won.id, dispute: { ...dispute, id: 'dp_won', cents: 11_900 } })
  assert.deepEqual(sumsOf((await report('2099-03')).totals), {
    sold_count: 3,
    returned_count: 1,
    gross_amount: 357,
    points_amount: 9,
    points_returned_amount: 7.2,
    amount: 348,
    refunded_amount: 88,
    kept_amount: 22,
    net_amount: 260,
    vat_amount: 41.51,
    disputed_amount: 219,
  })
  clock.at = new Date('2099-04-10T12:00:00.000Z')
  await hear({ key: lost.id, dispute: { ...dispute, status: 'lost' } })
  await hear({ key: won.id, dispute: { ...dispute, id: 'dp_won', cents: 11_900, status: 'won' } })
  assert.deepEqual(sumsOf((await report('2099-04')).totals), {
    returned_count: 1,
    refunded_amount: 100,
    charged_back_amount: 100,
    kept_amount: 19,
    net_amount: -100,
    vat_amount: -15.97,
    disputes_won_amount: 119,
  })
  assert.deepEqual(await auditLedger(db), [])
})

// Requirement (rules): contract §10.8: a charge that came too late
test('a charge that came too late is taken, and counts as given back when it is', async () => {
  const { tier, report } = await aSale()
  const last = await tier({ quantity: 1 })
  told.next.push('action')
  const { id } = await order(await aUser(), { items: [item(last.id)] })
  clock.at = new Date('2099-03-31T12:00:00.000Z')
  const checkout = openCheckout(paymentContextOf(app))
  processor.cancelCharge = async () => 'cancelled'
  await sweep(checkout)
  await order(await aUser(), { items: [item(last.id)] })
  await hear({ key: id })
  const late = { sold_count: 2, gross_amount: 100, amount: 100, net_amount: 100 }
  assert.deepEqual(sumsOf((await report()).totals), late)
  clock.at = new Date('2099-04-01T12:00:00.000Z')
  await sweep(checkout)
  const { months } = await report()
  assert.deepEqual(
    months.map(({ month, ...row }: any) => [month, sumsOf(row)]),
    [
      ['2099-03', late],
      ['2099-04', { returned_count: 1, refunded_amount: 50, net_amount: -50 }],
    ],
  )
})

// Requirement (rules): contract §10.8: memberships, several festivals
test('memberships, and what other festivals sell in the same order, are not in it', async () => {
  const { ticket, report } = await aSale()
  const other = await aSale()
  const ada = await aUser()
  await order(ada, {
    items: [
      item(ticket.id),
      item(other.programme.id),
      item((await aPlan(world)).id, 'subscription'),
    ],
  })
  assert.deepEqual(
    [(await report()).totals.amount, (await other.report()).totals.amount],
    [119, 10.7],
  )
})

// Requirement (rules): contract §10.8: money by an unknown method
test('money by a method that is not known is under other, and not under card', async () => {
  const { festivalId, ticket, report } = await aSale()
  const { id } = await order(await aUser(), { items: [item(ticket.id)] })
  await db.updateTable('orders').set({ means: 'barter' }).where('id', '=', id).execute()
  const { means } = await report()
  assert.deepEqual(
    means.map((row: any) => [row.means, row.processor, row.sold_count, row.amount]),
    [['other', null, 1, 119]],
  )
  const manager = await aUser({ roles: ['admin'] })
  const { status } = await get(`/festivals/${festivalId}/report.pdf`, { as: manager })
  assert.equal(status, 200)
})

// Requirement (rules): contract §10.8: GET /festivals/:id/report.csv
test('the CSV has a row for each month, kind, means and VAT, and no cell is a formula', async () => {
  const { festivalId, stay, programme, report } = await aSale()
  await order(await aUser(), { items: [item(stay.id, 'accommodation')] })
  clock.at = new Date('2099-04-10T12:00:00.000Z')
  await order(await aUser(), { items: [item(programme.id)] })
  const { text, headers } = await get(`/festivals/${festivalId}/report.csv`, { as: admin })
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="report-tide.csv"')
  assert.equal(
    text,
    [
      '\ufeff"month","type","means","processor","vat_rate","vat_exemption","sold","returned","gross","discount","points","points_returned","amount","refunded","charged_back","kept","net","vat","disputed","disputes_won","return_top_up"',
      `"2099-03","accommodation","card","simulated",,"'=1+1",1,0,90,0,0,0,90,0,0,0,90,0,0,0,0`,
      '"2099-04","ticket","card","simulated",7,,1,0,10.7,0,0,0,10.7,0,0,0,10.7,0.7,0,0,0',
      '',
    ].join('\r\n'),
  )
  const path = `/festivals/${festivalId}/report.csv?month=2099-04`
  const april = await get(path, { as: admin })
  assert.equal(
    april.headers['content-disposition'],
    'attachment; filename="report-tide-2099-04.csv"',
  )
  const rows = parse(april.text, { bom: true, columns: true }) as Record<string, string>[]
  assert.deepEqual(
    rows.map(({ amount }) => Number(amount)),
    [(await report('2099-04')).totals.amount],
  )
})

// Requirement (rules): contract §10.8: GET /festivals/:id/report.pdf
test('the PDF has the same sums, in any script', async () => {
  const { festivalId, ticket, stay, voucher } = await aSale({ name: 'Прилив' })
  const { code } = await voucher({ percent: 10, max_uses: 2 })
  const items = [item(ticket.id), item(stay.id, 'accommodation')]
  await order(await aUser(), { items, voucher: code })
  const { token } = admin
  const answer = await app.inject({
    url: `/festivals/${festivalId}/report.pdf?month=2099-03`,
    headers: { 'x-f-authorization': world.client.token, 'x-f-authentication': token },
  })
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="report-2099-03.pdf"')
  const lines = (await linesIn(answer.rawPayload)).join(' ')
  for (const line of ['Report: Прилив', 'Month 2099-03', '209.00', '-20.90', '188.10', '17.10'])
    assert.ok(lines.includes(line), `${line} is not in ${lines}`)
  for (const line of ['19 %', '=1+1', 'Card (simulated)', 'Accommodations'])
    assert.ok(lines.includes(line), `${line} is not in ${lines}`)
})

// Requirement (rules): contract §10.8: managers and admins, a deleted festival too
test('managers of the organizer and admins read it, of a deleted festival too; others do not', async () => {
  const { festivalId, manager, report } = await aSale()
  const elsewhere = await aSale()
  const refused: [Person, number][] = [
    [elsewhere.manager, 403],
    [await aUser({ permissions: ['manage_catalog', 'manage_users'] }), 403],
    [await aUser(), 403],
  ]
  for (const ending of ['', '.csv', '.pdf']) {
    const path = `/festivals/${festivalId}/report${ending}`
    for (const [as, status] of refused) assert.equal((await get(path, { as })).status, status)
    assert.equal((await get(path)).status, 401)
    assert.equal((await get(`/festivals/${newId()}/report${ending}`, { as: admin })).status, 404)
    const { status, body } = await get(`${path}?month=2099-13`, { as: admin })
    assert.deepEqual([status, body.fields[0].path], [400, 'month'])
  }
  await db
    .updateTable('festivals')
    .set({ deleted_at: clock.at })
    .where('id', '=', festivalId)
    .execute()
  for (const as of [manager, admin]) assert.deepEqual((await report(undefined, as)).months, [])
})

test('what was paid and has no step counts when it was bought, so that no cent is missing', async () => {
  const { ticket, report } = await aSale()
  await aPaidTicket(world, { tier: ticket, created_at: new Date('2099-02-01T04:59:00.000Z') })
  const { months } = await report()
  assert.deepEqual(
    months.map(({ month, amount }: any) => [month, amount]),
    [['2099-01', 50]],
  )
})
