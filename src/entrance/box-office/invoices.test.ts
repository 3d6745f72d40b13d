/** Invoices for sales of tills, on request: their callers, their content, and refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { steadyClock } from '../../../test/clock.ts'
import { documentsOf, plainFiles, sellerDetails } from '../../../test/documents.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'
import { workOnDocuments } from '../../shop/documents/work.ts'

const clock = { ahead: 0 }
const now = steadyClock(() => clock.ahead)
const world = await aWorld({ now })
const { app, db, get, post, put, aUser } = world
const work = workOnDocuments(app, plainFiles)

async function issueAll() {
  do clock.ahead += 1_000
  while ((await work()) > 0)
}

const vat = JSON.stringify({ rate: 25, exemption: null })
const company = { company: 'Tide GmbH', street: 'Am Kai 1', city: 'Kiel', country: 'DE' }

/** A till of a complete seller, with a tier at 50 EUR. */
async function aTill() {
  const box = await aBoxOffice(world)
  const festival = db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', box.festivalId)
  const { organizer_id } = await festival.executeTakeFirstOrThrow()
  const seller = organizer_id ?? ''
  await db
    .updateTable('organizers')
    .set({ legal_name: 'Harbour Nights ApS' })
    .where('id', '=', seller)
    .execute()
  await db
    .insertInto('sellers')
    .values({ ...sellerDetails, organizer_id: seller, invoice_prefix: 'TI' })
    .execute()
  const till = atTill(world, await aShift(world, box))
  const { id: tier } = await box.tier({ vat, price_cents: 5_000 })
  const invoiceOf = (paymentId: string, body: object = company, headers: object = till.headers) =>
    post(`/payments/${paymentId}/invoice`, body, { headers: { ...headers } })
  const documents = () => documentsOf(world, seller)
  return { ...box, seller, till, tier, invoiceOf, documents }
}

/** Sells tickets for cash, and returns the ids of their payments. */
async function soldBy({ till, tier }: Awaited<ReturnType<typeof aTill>>, quantity = 1) {
  const { body, text, status } = await till.sell(tier, { quantity })
  assert.equal(status, 201, text)
  return body.tickets.map((ticket: { payment_id: string }) => ticket.payment_id) as string[]
}

test('a till requests the invoice of its sale once: it names the receipt; a refund has a credit note', async () => {
  const office = await aTill()
  const { till, invoiceOf, documents, manager } = office
  const [first = '', second = ''] = await soldBy(office, 2)
  const asked = await invoiceOf(first)
  assert.equal(asked.status, 200, asked.text)
  assert.deepEqual([asked.body.number, asked.body.document_id], [null, null])
  const pdf = `/payments/${second}/invoice.pdf`
  assert.equal((await get(pdf, { headers: till.headers })).status, 404)
  await issueAll()
  const [invoice, ...none] = await documents()
  assert.deepEqual(none, [])
  assert.ok(invoice)
  const day = now().toISOString().slice(0, 10)
  const { receipt, payment, buyer, lines } = invoice.data as any
  assert.deepEqual(
    [receipt, payment.means, payment.paidCents, buyer.company, lines[0].units, lines[0].vatCents],
    [`1, North till, ${day}`, 'cash', 10_000, 'Tide GmbH', 2, 2_000],
  )
  const again = await invoiceOf(second)
  assert.deepEqual(again.body, {
    order_id: invoice.order_id,
    document_id: invoice.id,
    number: invoice.number,
  })
  const byManager = await post(`/payments/${first}/invoice`, company, { as: manager })
  assert.deepEqual(byManager.body, again.body)
  assert.equal((await get(pdf, { headers: till.headers })).text, `%PDF ${invoice.number}`)
  await till.post('/refunds', { payment_id: first, reason: 'Rain' })
  await issueAll()
  const [, note, ...more] = await documents()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [note?.kind, note?.gross_cents, note?.corrects],
    ['credit_note', 5_000, invoice.id],
  )
  const { body } = await get(`/orders/${invoice.order_id}/documents`, { as: manager })
  assert.equal(body.documents.length, 2)
  assert.deepEqual(await auditLedger(db), [])
})

test('what was given back before has a credit note at once; other details make a new invoice', async () => {
  const office = await aTill()
  const { till, invoiceOf, documents } = office
  const [first = '', second = ''] = await soldBy(office, 2)
  await till.post('/refunds', { payment_id: first, reason: 'Rain' })
  await issueAll()
  assert.deepEqual(await documents(), [])
  assert.equal((await invoiceOf(second)).status, 200)
  await issueAll()
  await invoiceOf(second, { company: 'Ebb GmbH' })
  await issueAll()
  const issued = await documents()
  assert.deepEqual(
    issued.map(({ kind, reason, gross_cents }) => [kind, reason, gross_cents]),
    [
      ['invoice', 'sale', 10_000],
      ['credit_note', 'refund', 5_000],
      ['credit_note', 'changed', 5_000],
      ['invoice', 'changed', 5_000],
    ],
  )
  assert.equal((await invoiceOf(second, {})).body.number, issued[3]?.number)
  assert.equal((issued[3]?.data as any)?.buyer.company, 'Ebb GmbH')
  assert.deepEqual(await auditLedger(db), [])
})

test('leased tickets that were sold at once have one invoice, and each refund reduces it', async () => {
  const office = await aTill()
  const { till, tier, festivalId, invoiceOf, documents } = office
  const wanted = { payment_type: 'ticket', entity_id: tier, quantity: 3 }
  const headers = { ...till.headers, 'idempotency-key': newId() }
  const { body: lease } = await post(`/festivals/${festivalId}/leases`, wanted, { headers })
  const payment_ids: string[] = lease.tickets.map((one: { payment_id: string }) => one.payment_id)
  const sale = { key: newId(), payment_ids, means: 'terminal', sold_at: now().toISOString() }
  const said = await post(`/leases/${lease.id}/report`, { sales: [sale] }, till)
  assert.equal(said.body.sales[0].receipt, 1, said.text)
  const [one, two] = [await invoiceOf(payment_ids[2] ?? ''), await invoiceOf(payment_ids[0] ?? '')]
  assert.deepEqual(two.body, one.body)
  await issueAll()
  await till.post('/refunds', { payment_id: payment_ids[1], reason: 'Rain' })
  await issueAll()
  assert.deepEqual(
    (await documents()).map(({ kind, gross_cents }) => [kind, gross_cents]),
    [
      ['invoice', 15_000],
      ['credit_note', 5_000],
    ],
  )
  assert.deepEqual(await auditLedger(db), [])
})

test('a sale that is not paid, cost nothing or is given back has no invoice, nor has one without a buyer', async () => {
  const office = await aTill()
  const { till, tier, invoiceOf, documents } = office
  const idOf = ({ body }: { body: any }): string => body.tickets[0].payment_id
  const waiting = idOf(await till.sell(tier, { means: 'terminal' }))
  const free = idOf(await till.sell(tier, { means: 'complimentary', reason: 'Press' }))
  const [given = '', good = ''] = [...(await soldBy(office)), ...(await soldBy(office))]
  await till.post('/refunds', { payment_id: given, reason: 'Rain' })
  for (const [id, body, ...refused] of [
    [waiting, company, 409, 'not_succeeded'],
    [free, company, 409, 'no_invoice'],
    [given, company, 409, 'no_invoice'],
    [good, {}, 400, 'invalid'],
    [good, { company: 'Tide GmbH' }, 400, 'invalid'],
  ] as const) {
    const answer = await invoiceOf(id, body)
    assert.deepEqual([answer.status, answer.body.code], refused, answer.text)
  }
  const { body: bought } = await post(
    '/payments',
    { payment_type: 'ticket', entity_id: tier },
    { as: await aUser() },
  )
  assert.equal((await invoiceOf(bought.id)).status, 404)
  const other = await aTill()
  assert.equal((await other.invoiceOf(good)).status, 404)
  assert.equal(
    (await post(`/payments/${good}/invoice`, company, { as: other.manager })).status,
    403,
  )
  await issueAll()
  assert.ok((await documents()).every(({ order_id }) => order_id === bought.order_id))
})

test('once the month of the sale is closed none is issued, and one that is there stays', async () => {
  const office = await aTill()
  const { manager, documents } = office
  const [late = '', early = ''] = [...(await soldBy(office)), ...(await soldBy(office))]
  const ask = (id: string, body: object, as = manager) =>
    post(`/payments/${id}/invoice`, body, { as })
  await ask(early, company)
  await issueAll()
  const [invoice] = await documents()
  const month = invoice?.issued_on.slice(0, 7) ?? ''
  clock.ahead += 40 * 86_400_000
  const admin = await aUser({ roles: ['admin'] })
  const url = `/organizers/${office.seller}/closed-months`
  assert.equal((await post(url, { month }, { as: admin })).status, 200)
  for (const [id, body] of [
    [late, company],
    [early, { company: 'Ebb GmbH' }],
  ] as const) {
    const answer = await ask(id, body, admin)
    assert.deepEqual([answer.status, answer.body.code], [409, 'month_closed'], answer.text)
  }
  assert.equal((await ask(early, company, admin)).body.number, invoice?.number)
  const changed = await put(
    `/orders/${invoice?.order_id}/billing`,
    { company: 'Ebb' },
    { as: admin },
  )
  assert.equal(changed.body.code, 'month_closed')
})
