/** The box office with a network: sales, the card terminal, refunds, the shift; what a lost answer and a reload leave. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { sellerDetails } from '../documents.ts'
import { aDevice, aGate } from '../gate.ts'
import { aBoxOffice, aShift } from '../till.ts'
import { looks } from './looks.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)
const refused = /status of (401|409)/

/** A till whose festival sells a weekend for 50 EUR and a Friday for 20. */
async function aTill(look: Parameters<typeof site.open>[1] = {}) {
  const { festivalId, manager } = await aBoxOffice(site)
  const offer = { festival_id: festivalId, quantity: 100 }
  const weekend = await aTier(site, { ...offer, name: 'Weekend', price_cents: 5_000 })
  await aTier(site, { ...offer, name: 'Friday', price_cents: 2_000 })
  const { id, token } = await aShift(site, { festivalId, manager })
  const opened = await site.open(`/box-office#${token}`, look)
  await opened.page.locator('#items').getByText('Weekend').waitFor()
  const shift = async () => (await site.get(`/shifts/${id}`, { as: manager })).body
  return { ...opened, id, token, manager, weekend, shift }
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

/** The sale in the page's own form, not the part of the page of the same name. */
const sell = (page: Page) =>
  page.locator('#cash-form').getByRole('button', { name: 'Sell' }).click()

test('a sale in cash: the sum, the change, a receipt, codes, paper, and the next one', async () => {
  const { page, context, shift, done } = await aTill({ width: 390 })
  assert.equal(page.url(), `${site.url}/box-office`)
  await press(page, 'One Weekend more')
  await press(page, 'One Weekend more')
  await press(page, 'One Friday more')
  await press(page, 'One Friday more')
  await press(page, 'One Friday less')
  assert.equal(await page.locator('#total').innerText(), '€120.00')
  await press(page, 'Cash')
  await page.getByLabel('Handed over, in euros').fill('100')
  await sell(page)
  await page.getByText('That is €20.00 too little.').waitFor()
  await press(page, '€200.00')
  assert.equal(await page.locator('#change').innerText(), '€80.00')
  await sell(page)
  await title(page, 'Sold: receipt 1')
  await page.locator('#sold-change', { hasText: 'Change €80.00' }).waitFor()
  assert.equal(await page.locator('#sold-tickets li').count(), 3)
  assert.match(await page.locator('.code').first().innerText(), /^\w{4}-\w{4}-\w{2}$/)
  const printed = page.waitForResponse(/tickets\.pdf\?paper=80mm/)
  const paper = context.waitForEvent('page')
  await press(page, 'Print 80 mm')
  assert.equal((await printed).headers()['content-type'], 'application/pdf')
  await (await paper).close()
  await press(page, 'Next sale')
  assert.equal(await page.locator('#total').innerText(), '€0.00')
  assert.equal((await shift()).books.cash.amount, 120)
  await press(page, 'Last sales')
  await press(page, /^Show again: Receipt 1/)
  await title(page, 'Sold: receipt 1')
  await done()
})

for (const { width, dark, where } of looks) {
  test(`a company gets the invoice of its sale, to print ${where}`, async () => {
    const { page, context, weekend, done } = await aTill({ width, dark, expected: /status of 400/ })
    const { organizer_id } = await site.db
      .selectFrom('festivals')
      .select('organizer_id')
      .where('id', '=', weekend.festival_id)
      .executeTakeFirstOrThrow()
    const seller = { ...sellerDetails, organizer_id: organizer_id ?? '', invoice_prefix: 'BO' }
    await site.db.insertInto('sellers').values(seller).execute()
    await site.db
      .updateTable('organizers')
      .set({ legal_name: 'Harbour Nights ApS' })
      .where('id', '=', seller.organizer_id)
      .execute()
    await press(page, 'One Weekend more')
    await press(page, 'Cash')
    await sell(page)
    await page.getByText('Invoice for a company').click()
    for (const [label, value] of [
      ['Company', 'Tide GmbH'],
      ['Street and number', 'Am Kai 1'],
      ['City', 'Kiel'],
      ['Country, two letters, such as DK', 'de'],
      ['VAT id, if it has one', 'DK1'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await press(page, 'Issue the invoice')
    await page.locator('#invoice-fault', { hasText: /vat_id/ }).waitFor()
    await page.getByLabel('VAT id, if it has one').fill('')
    await press(page, 'Issue the invoice')
    await page.getByText(/^Invoice BO-\d{4}-000001$/).waitFor()
    await assertAccessible(page, 'the invoice')
    const printed = page.waitForResponse(/invoice\.pdf/)
    const paper = context.waitForEvent('page')
    await press(page, 'Print the invoice')
    assert.equal((await printed).headers()['content-type'], 'application/pdf')
    await (await paper).close()
    await press(page, 'Next sale')
    await done()
  })
}

test('a card is declined, then cash; another is given up; a third is paid', async () => {
  const { page, shift, done } = await aTill()
  await press(page, 'One Weekend more')
  await press(page, 'Card')
  await title(page, 'Waiting for the card terminal')
  // The sale waits on after a reload.
  await page.reload()
  await title(page, 'Waiting for the card terminal')
  await press(page, 'Declined')
  await title(page, 'The card was declined')
  await press(page, 'Pay in cash')
  await page.getByLabel('Handed over, in euros').fill('60')
  await sell(page)
  await page.locator('#sold-change', { hasText: 'Change €10.00' }).waitFor()
  await press(page, 'Next sale')
  for (const way of ['Declined', 'Paid']) {
    await press(page, 'One Friday more')
    await press(page, 'Card')
    await press(page, way)
    if (way === 'Declined') await press(page, 'Give up the sale')
    else await title(page, 'Sold: receipt 2')
  }
  const { books, receipts } = await shift()
  assert.deepEqual([books.cash.amount, books.terminal.amount, receipts], [50, 20, 2])
  await done()
})

test('complimentary with its reason, let in now; refunded by the short code, once', async () => {
  const { page, shift, done } = await aTill({ expected: refused })
  await press(page, 'One Friday more')
  await page.getByText('E-mail, let in now').click()
  await page.getByLabel('Let in now').check()
  await press(page, 'Free')
  await page.getByLabel('Why does it cost nothing?').fill('Press')
  await press(page, 'Give out')
  await page.getByText('Friday · let in').waitFor()
  await press(page, 'Next sale')
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await sell(page)
  await title(page, 'Sold: receipt 2')
  const code = await page.locator('.code').innerText()
  await press(page, 'Refund')
  for (const said of [/^Refunded €50.00. Hand it over in cash/, /Nothing was booked/]) {
    await page.getByLabel('Short code or payment id').fill(code.toLowerCase())
    await page.getByLabel('Reason').fill('Rain')
    await page.locator('#refund-form').getByRole('button').click()
    await page.getByText(said).waitFor()
  }
  assert.equal((await shift()).books.refunded_cash, 50)
  await done()
})

test('a double click sells once', async () => {
  const { page, shift, done } = await aTill()
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await page.locator('#cash-form').getByRole('button', { name: 'Sell' }).dblclick()
  await title(page, 'Sold: receipt 1')
  assert.deepEqual((await shift()).receipts, 1)
  await done()
})

test('an answer that is lost: the page says what is so, and sends the same key after a reload', async () => {
  const { page, shift, done } = await aTill({ expected: unanswered })
  const keys = new Set<string | undefined>()
  await page.route('**/sales', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  })
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await sell(page)
  await page.getByText('Hand out nothing for it yet').waitFor()
  assert.equal((await shift()).receipts, 1)
  await page.unroute('**/sales')
  page.on('request', (request) => {
    if (request.url().endsWith('/sales')) keys.add(request.headers()['idempotency-key'])
  })
  await page.reload()
  await title(page, 'Sold: receipt 1')
  assert.deepEqual([(await shift()).receipts, keys.size], [1, 1])
  await done()
})

test('the network is gone before the request: it is sent when it returns, and booked once', async () => {
  const { page, shift, done } = await aTill({ expected: unanswered })
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await outage.begin()
  try {
    await sell(page)
    await page.getByText('Hand out nothing for it yet').waitFor()
  } finally {
    await outage.end()
  }
  await title(page, 'Sold: receipt 1')
  assert.equal((await shift()).receipts, 1)
  await done()
})

test('gone on without an answer: a sale that was booked is taken back', async () => {
  const { page, shift, done } = await aTill({ expected: unanswered })
  await page.route('**/sales', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await sell(page)
  await press(page, 'Go on without it')
  await page.unroute('**/sales')
  await page.getByText('receipt 1 was booked and is taken back').waitFor()
  const { books } = await shift()
  assert.deepEqual([books.cash.amount, books.refunded_cash, books.expected_cash], [50, 50, 100])
  await done()
})

test('the shift: cash out, handed over, closed with a difference that is said before', async () => {
  const { page, shift, done } = await aTill({ expected: refused })
  await press(page, 'One Weekend more')
  await press(page, 'Cash')
  await sell(page)
  await press(page, 'Shift')
  await page.getByLabel('Amount, in euros').fill('70')
  await page.getByLabel('Why', { exact: true }).fill('To the safe')
  await press(page, 'Note it')
  await page.getByText('Taken out: €70.00, To the safe').waitFor()
  await page.getByLabel('Who sells from now on').fill('Ana')
  await page.getByLabel('Cash in the drawer, as both counted it').fill('80')
  await page.locator('#hand-form').getByRole('button').click()
  await title(page, 'North till: Ana')
  await page.getByLabel('Cash in the drawer, counted').fill('79,50')
  await press(page, 'Close the shift')
  await page.getByText('€0.50 less than booked. Press again to close.').waitFor()
  await press(page, 'Close the shift')
  await title(page, 'The shift is closed')
  await page.locator('#closed').getByText('€0.50 less than booked.').waitFor()
  assert.equal((await shift()).difference, -0.5)
  await press(page, 'Done')
  await title(page, 'Set this till up')
  await page.reload()
  await title(page, 'Set this till up')
  await done()
})

test('the books are shown at the end, also where another request hears first that the shift is closed', async () => {
  const { page, done } = await aTill({ expected: refused })
  await page.route('**/shifts/*/close', async (route) => {
    const response = await route.fetch()
    const heard = page.waitForResponse((answer) => answer.status() === 401)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await heard
    await route.fulfill({ response })
  })
  await press(page, 'Shift')
  await page.getByLabel('Cash in the drawer, counted').fill('100')
  await press(page, 'Close the shift')
  await title(page, 'The shift is closed')
  await page.locator('#closed').getByText('Counted').waitFor()
  await done()
})

test('a link of a shift that has ended, and one of a gate, set nothing up', async () => {
  const { token, id, manager, done } = await aTill({ expected: refused })
  await site.post(`/shifts/${id}/close`, { counted: 100 }, { as: manager })
  const { page, done: end } = await site.open(`/box-office#${token}`, { expected: refused })
  await page.getByText('This link is no longer valid.').waitFor()
  const gate = await aDevice(site, await aGate(site))
  const answer = await page.request.post(`${site.url}/box-office/session`, {
    data: { token: gate.token },
  })
  assert.equal(answer.status(), 401)
  await end()
  await done()
})

test('with the keyboard alone: choose, pay, next', async () => {
  const { page, done } = await aTill()
  await page.getByRole('button', { name: 'One Weekend more' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cash', exact: true }).focus()
  await page.keyboard.press('Enter')
  // The amount has the focus.
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  await title(page, 'Sold: receipt 1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'One Weekend more' }).waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`it is accessible ${where}`, async () => {
    const { page, done } = await aTill({ width, dark })
    const pictures = process.env['TILL_PICTURES']
    const look = async (state: string) => {
      await assertAccessible(page, state)
      const wider = 'document.documentElement.scrollWidth - innerWidth'
      assert.equal(await page.evaluate(wider), 0, state)
      const path = `${pictures}/${state}-${width}-${dark ? 'dark' : 'light'}.png`
      if (pictures) await page.screenshot({ path, fullPage: true })
    }
    await look('sell')
    await press(page, 'One Weekend more')
    await press(page, 'Cash')
    await look('cash')
    await press(page, 'Back')
    await press(page, 'Card')
    await title(page, 'Waiting for the card terminal')
    await look('terminal')
    await press(page, 'Declined')
    await look('declined')
    await press(page, 'Try the card again')
    await press(page, 'Paid')
    await title(page, 'Sold: receipt 1')
    await look('sold')
    for (const view of ['Last sales', 'Refund', 'Shift', 'Offline']) {
      await press(page, view)
      await look(view)
    }
    await done()
  })
}
