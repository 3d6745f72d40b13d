/** Sales of tills: the same stock and ledger as the shop, and the books of their shifts. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/values/ids'
import { auditLedger } from '#shop/payments'
import { sellFrom } from '../../../pages/box-office/lease.ts'
import { aPostOffice } from '../../../test/post-office.ts'
import { aBoxOffice, aShift, atTill } from '../../../test/till.ts'
import { aWorld } from '../../../test/world.ts'
import { openCheckout } from '../../shop/payments/charging/checkout.ts'
import { sweep } from '../../shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../shop/payments/model/payment-context.ts'

const clock = { now: new Date() }
const office = await aPostOffice()
after(() => void office.close())
const world = await aWorld({
  now: () => clock.now,
  env: { PUBLIC_URL: 'https://festival.example', SMTP_URL: office.url() },
})
const { db, post, app } = world
await world.jobs.start()
const box = await aBoxOffice(world)
const { manager, tier, voucher } = box
const aTill = async (given = {}) => atTill(world, await aShift(world, box, given))

async function stockOf(id: string) {
  const { sold, held } = await db
    .selectFrom('tiers')
    .select(['sold', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [sold, held]
}
const byText = (a: string, b: string) => a.localeCompare(b)
const isBalanced = async () => assert.deepEqual(await auditLedger(db), [])

test('cash: sold at once, with change, codes, a dense receipt and the books of the shift', async () => {
  const till = await aTill()
  const { id, name } = await tier({ price_cents: 2550 })
  const sale = await till.sell(id, { quantity: 2, tendered: 60 })
  assert.equal(sale.status, 201, sale.text)
  const { status, receipt, amount, tendered, change, seller, tickets } = sale.body
  assert.deepEqual(
    [status, receipt, amount, tendered, change, seller],
    ['paid', 1, 51, 60, 9, 'Bo'],
  )
  assert.deepEqual(
    tickets.map((ticket: any) => [ticket.name, ticket.price, ticket.admitted]),
    [
      [name, 25.5, false],
      [name, 25.5, false],
    ],
  )
  assert.ok(tickets.every(({ code, short_code }: any) => code && short_code))
  assert.equal((await till.sell(id)).body.receipt, 2)
  const { books, receipts } = await till.shift()
  assert.deepEqual(
    [receipts, books.cash, books.expected_cash],
    [2, { count: 2, amount: 76.5 }, 176.5],
  )
  assert.deepEqual(await stockOf(id), [3, 0])
  await isBalanced()
})

test('a sale that is sent again sells once; with another body its key is refused', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 1000 })
  const key = newId()
  const answers = await Promise.all([1, 2, 3].map(() => till.sell(id, {}, { key })))
  const good = answers.filter(({ status }) => status === 201)
  assert.ok(good.length > 0)
  const again = await till.sell(id, {}, { key })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.body.id, good[0]?.body.id)
  assert.equal((await till.sell(id, { quantity: 2 }, { key })).body.code, 'idempotency_key_reused')
  assert.deepEqual(await stockOf(id), [1, 0])
  assert.equal((await till.shift()).books.cash.count, 1)
})

test('two tills, the last ticket: one sells it, the other is refused and has sold nothing', async () => {
  const [one, other] = [await aTill(), await aTill()]
  const { id } = await tier({ quantity: 1, price_cents: 1000 })
  const answers = await Promise.all([one.sell(id), other.sell(id), one.sell(id), other.sell(id)])
  const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body.code))
  assert.deepEqual(codes.map(String).toSorted(byText), ['201', 'sold_out', 'sold_out', 'sold_out'])
  assert.deepEqual(await stockOf(id), [1, 0])
  const counts = [(await one.shift()).books.cash.count, (await other.shift()).books.cash.count]
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    [0, 1],
  )
  await isBalanced()
})

test('several of which one is sold out: nothing is sold, and the refusal names it', async () => {
  const till = await aTill()
  const [full, last] = [await tier({}), await tier({ quantity: 1 })]
  const items = [
    { payment_type: 'ticket', entity_id: full.id, quantity: 2 },
    { payment_type: 'ticket', entity_id: last.id, quantity: 2 },
  ]
  const { status, body } = await till.post('/sales', { items, means: 'cash' })
  assert.deepEqual([status, body.code, body.item], [409, 'sold_out', last.id])
  assert.deepEqual(
    [await stockOf(full.id), await stockOf(last.id)],
    [
      [0, 0],
      [0, 0],
    ],
  )
})

test('terminal: held while it runs, then paid, in cash after all, or free again', async () => {
  const till = await aTill()
  const { id } = await tier({ quantity: 3, price_cents: 1000 })
  const sales = await Promise.all([1, 2, 3].map(() => till.sell(id, { means: 'terminal' })))
  const [paid, cash, failed] = sales.map(({ body }) => body)
  assert.deepEqual([paid.status, paid.receipt, paid.tickets[0].code], ['waiting', null, null])
  assert.deepEqual(await stockOf(id), [0, 3])
  assert.equal((await till.sell(id)).body.code, 'sold_out')
  assert.equal((await till.close(100)).body.code, 'sale_open')
  const done = await till.conclude(paid.id, { result: 'paid' })
  assert.deepEqual([done.body.status, done.body.receipt], ['paid', 1])
  assert.deepEqual((await till.conclude(paid.id, { result: 'paid' })).body, done.body)
  const short = { result: 'paid', means: 'cash', tendered: 5 }
  assert.equal((await till.conclude(cash.id, short)).body.code, 'tendered_too_little')
  const inCash = await till.conclude(cash.id, { ...short, tendered: 20 })
  assert.deepEqual([inCash.body.means, inCash.body.change], ['cash', 10])
  const nothing = await till.conclude(failed.id, { result: 'failed' })
  assert.deepEqual([nothing.body.status, nothing.body.receipt], ['failed', null])
  assert.equal((await till.conclude(paid.id, { result: 'failed' })).body.code, 'not_open')
  assert.deepEqual(await stockOf(id), [2, 0])
  const { books } = await till.shift()
  assert.deepEqual([books.cash.amount, books.terminal.amount], [10, 10])
  await isBalanced()
})

test('a terminal that says nothing: the sale lapses, and one that it took after all is sold or refused', async () => {
  const till = await aTill()
  const { id } = await tier({ quantity: 1, price_cents: 1000 })
  const late = (await till.sell(id, { means: 'terminal' })).body
  const sweeper = openCheckout(paymentContextOf(app))
  clock.now = new Date(clock.now.getTime() + 11 * 60_000)
  while ((await sweep(sweeper)) > 0);
  assert.equal((await till.get(`/sales/${late.id}`)).body.status, 'failed')
  assert.deepEqual(await stockOf(id), [0, 0])
  assert.equal((await till.sell(id)).status, 201)
  assert.equal((await till.conclude(late.id, { result: 'paid' })).body.code, 'sold_out')
  await db.updateTable('tiers').set({ quantity: 2 }).where('id', '=', id).execute()
  assert.equal((await till.conclude(late.id, { result: 'paid' })).body.status, 'paid')
  assert.deepEqual(await stockOf(id), [2, 0])
  await isBalanced()
})

test('complimentary needs a reason; hidden tiers and many are sold, a closed window is not', async () => {
  const till = await aTill()
  const free = await tier({ price_cents: 5000 })
  const asked = { means: 'complimentary', quantity: 2 }
  assert.equal((await till.sell(free.id, asked)).status, 400)
  const given = await till.sell(free.id, { ...asked, reason: 'Press' })
  assert.deepEqual([given.body.status, given.body.amount, given.body.receipt], ['paid', 0, 1])
  const hidden = await tier({ hidden: true, max_per_order: 1, max_per_person: 1, price_cents: 100 })
  assert.equal((await till.sell(hidden.id, { quantity: 10 })).body.amount, 10)
  const over = await tier({ end_time: new Date('2020-01-01') })
  assert.equal((await till.sell(over.id)).body.code, 'not_on_sale')
  const { items } = (await till.items()).body
  const byId = new Map<string, any>(items.map((item: any) => [item.entity_id, item]))
  assert.deepEqual(
    [byId.get(hidden.id)?.hidden, byId.get(over.id)?.on_sale, byId.get(free.id)?.remaining],
    [
      true,
      false,
      (
        await db
          .selectFrom('tiers')
          .select('quantity')
          .where('id', '=', free.id)
          .executeTakeFirstOrThrow()
      ).quantity - 2,
    ],
  )
  await isBalanced()
})

test('a voucher takes its discount, and tickets are mailed where an e-mail is said', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 4000 })
  const { code } = await voucher({ percent: 50 })
  const { email } = await world.aUser()
  const sale = await till.sell(id, { voucher: code, email })
  assert.equal(sale.body.amount, 20, sale.text)
  assert.equal((await office.next(email)).attachments.length, 1)
  assert.equal((await till.sell(id, { voucher: 'NOSUCH' })).body.code, 'voucher_unknown')
  await isBalanced()
})

test('what a till knows of a buyer is in their export, and goes with their account', async () => {
  const till = await aTill()
  const { id } = await tier({})
  const buyer = await world.aUser()
  const { email } = buyer
  const [{ payment_id }] = (await till.sell(id, { email })).body.tickets
  await office.next(email)
  const { text } = await world.get('/users/i/export', { as: buyer })
  assert.ok(text.includes(payment_id) && text.includes(email))
  const knows = async () => {
    const found: string[] = []
    for (const table of ['users', 'orders', 'payments', 'till_sales', 'till_refunds', 'tickets']) {
      const { rows } = await sql`
        select from ${sql.table(table)} t where t::text ilike ${`%${email}%`}`.execute(db)
      if (rows.length > 0) found.push(table)
    }
    return found
  }
  assert.deepEqual(await knows(), ['users'])
  assert.equal((await world.del(`/users/${buyer.id}`, { as: buyer })).status, 200)
  assert.deepEqual(await knows(), [])
})

test('admitted at once: the gate has let the holder in, and refuses the ticket afterwards', async () => {
  const till = await aTill()
  const { id } = await tier({})
  const key = newId()
  const sale = await till.sell(id, { admit: true }, { key })
  const [ticket] = sale.body.tickets
  assert.equal(ticket.admitted, true)
  await till.sell(id, { admit: true }, { key })
  const again = await world.put(`/payments/${ticket.payment_id}/validate`, {}, { as: manager })
  assert.equal(again.body.code, 'already_validated')
  const scans = await db
    .selectFrom('gate_scans')
    .select('outcome')
    .where('payment_id', '=', ticket.payment_id)
    .execute()
  assert.equal(scans.filter(({ outcome }) => outcome === 'admitted').length, 1)
})

test('a refund at the door ends the ticket, frees its stock and takes the cash out of the drawer', async () => {
  const [till, other] = [await aTill(), await aTill()]
  const { id } = await tier({ price_cents: 3000 })
  const sale = (await till.sell(id)).body
  const asked = { payment_id: sale.tickets[0].payment_id, reason: 'Rain' }
  const key = newId()
  const refunded = await other.post('/refunds', asked, { key })
  assert.deepEqual(
    [refunded.status, refunded.body.amount, refunded.body.means],
    [201, 30, 'cash'],
    refunded.text,
  )
  assert.deepEqual((await other.post('/refunds', asked, { key })).body, refunded.body)
  assert.equal((await other.post('/refunds', asked)).body.code, 'already_refunded')
  assert.deepEqual(await stockOf(id), [0, 0])
  assert.equal((await other.shift()).books.expected_cash, 70)
  const [shown] = (await till.get(`/sales/${sale.id}`)).body.tickets
  assert.deepEqual([shown.code, shown.refunded], [null, true])
  const online = { payment_id: newId(), reason: 'Rain' }
  assert.equal((await till.post('/refunds', online)).status, 404)
  await isBalanced()
})

// Requirement (rules): contract §8.5 a holder whose ticket is given back at a till has left
test('a holder whose ticket is given back at a till is not inside any more', async () => {
  const till = await aTill()
  const { id } = await tier({})
  const inside = async () => {
    const { body } = await world.get(`/gate/${box.festivalId}/inside`, { as: manager })
    return body[0].inside
  }
  const before = await inside()
  const { body } = await till.sell(id, { quantity: 2, admit: true })
  assert.equal(await inside(), before + 2)
  clock.now = new Date(clock.now.getTime() + 1000)
  const [{ payment_id }] = body.tickets
  const refunded = await till.post('/refunds', { payment_id, reason: 'Rain' })
  assert.equal(refunded.status, 201, refunded.text)
  assert.equal(await inside(), before + 1)
})

test('what was paid at a till is given back there alone: staff elsewhere are asked to look at it', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 3000 })
  const [{ payment_id }] = (await till.sell(id)).body.tickets
  await post(`/payments/${payment_id}/refund`, { reason: 'Rain' }, { as: manager })
  const { needs_review } = await db
    .selectFrom('payments')
    .select('needs_review')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  assert.match(needs_review ?? '', /box office/)
  const refunded = await till.post('/refunds', { payment_id, reason: 'Rain' })
  assert.deepEqual([refunded.status, refunded.body.amount], [201, 30], refunded.text)
  await isBalanced()
})

// Requirement (rules): contract §8.5 a till pays a refund once
test('a till pays a refund once, also with a key that staff have used for it before', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 1000 })
  const [{ payment_id }] = (await till.sell(id)).body.tickets
  const [key, asked] = [newId(), { payment_id, reason: 'Rain' }]
  const options = { as: manager, headers: { 'idempotency-key': key } }
  await post(`/payments/${payment_id}/refund`, { reason: 'Rain' }, options)
  const paid = await till.post('/refunds', asked, { key })
  assert.deepEqual([paid.status, paid.body.amount], [201, 10], paid.text)
  for (const other of [key, newId()]) {
    const { status, body } = await (await aTill()).post('/refunds', asked, { key: other })
    assert.deepEqual([status, body.code], [409, 'already_refunded'])
  }
  assert.equal((await till.post('/refunds', asked)).body.code, 'already_refunded')
  assert.equal((await till.shift()).books.refunded_cash, 10)
  await isBalanced()
})

test('a refund that its till asks for again a week later is answered from its books, and paid once', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 1000 })
  const [{ payment_id }] = (await till.sell(id)).body.tickets
  const [key, asked] = [newId(), { payment_id, reason: 'Rain' }]
  const paid = await till.post('/refunds', asked, { key })
  await sql`delete from idempotency_keys`.execute(db)
  const again = await till.post('/refunds', asked, { key })
  assert.deepEqual([again.status, again.body], [201, paid.body], again.text)
  assert.equal((await till.shift()).books.refunded_cash, 10)
})

test('the ledger names a shift that gave back more than its refunds, and the refund that never was', async () => {
  const till = await aTill()
  const { id } = await tier({ price_cents: 1000 })
  const [{ payment_id }] = (await till.sell(id)).body.tickets
  await till.post('/refunds', { payment_id, reason: 'Rain' })
  await sql`
    insert into till_refunds (id, shift_id, payment_id, means, amount_cents, seller, at)
    select ${newId()}::uuid, shift_id, payment_id, means, amount_cents, seller, at
    from till_refunds where payment_id = ${payment_id}`.execute(db)
  const faults = await auditLedger(db)
  await sql`
    delete from till_refunds t where payment_id = ${payment_id}
    and not exists (select from refunds where id = t.id)`.execute(db)
  assert.ok(
    faults.some((fault) => /in no books|but none in the ledger/.test(fault)),
    `${faults}`,
  )
  const { id: shift } = await till.shift()
  assert.ok(faults.includes(`Shift ${shift} gave back 2000 cents, but its refunds are of 1000`))
})

test('a sale says the VAT of its receipt, and a lease the rate, by which the till computes the same without a network', async () => {
  const till = await aTill()
  const vat = { rate: 19, exemption: null }
  const { id } = await tier({ price_cents: 1_000, quantity: 9, vat: JSON.stringify(vat) })
  const { body: sale } = await till.sell(id, { quantity: 3 })
  assert.deepEqual(sale.vat, [{ rate: 19, amount: 30, vat_amount: 4.79 }])
  const waiting = await till.sell(id, { means: 'terminal' })
  assert.deepEqual(waiting.body.vat, [])
  await till.conclude(waiting.body.id, { result: 'failed' })
  const leasing = { payment_type: 'ticket', entity_id: id, quantity: 4 }
  const headers = { ...till.headers, 'idempotency-key': newId() }
  const { body: lease } = await post(`/festivals/${box.festivalId}/leases`, leasing, { headers })
  assert.deepEqual(lease.vat, vat)
  const known = { name: 'Weekend', price: 10, remaining: 9, hidden: false, on_sale: true }
  const item = { ...known, payment_type: 'ticket', entity_id: id } as const
  const offline = sellFrom([{ ...lease, unsent: [] }], {
    lines: [{ item, quantity: 3 }],
    means: 'cash',
    at: new Date(),
    key: newId(),
  })
  assert.deepEqual(offline?.sale.vat, [{ rate: 19, vat_amount: 4.79 }])
})

test('the tickets of a sale are printed on rolls and on A6', async () => {
  const till = await aTill()
  const sale = (await till.sell((await tier({})).id, { quantity: 2 })).body
  const boxes = { '80mm': '[0 0 226.77', '58mm': '[0 0 164.4', a6: '[0 0 298 420]' }
  for (const [paper, box] of Object.entries(boxes)) {
    const printed = await till.get(`/sales/${sale.id}/tickets.pdf?paper=${paper}`)
    assert.equal(printed.headers['content-type'], 'application/pdf')
    assert.equal(printed.text.split(`/MediaBox ${box}`).length - 1, 2, paper)
  }
})
