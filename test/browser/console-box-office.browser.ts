/** The box office of a festival in the console: shifts with their books, and what tills have set aside. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '#platform/values/ids'
import { aTier } from '../buying.ts'
import { aGate } from '../gate.ts'
import { aShift, atTill } from '../till.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival with a manager, and tickets for 20 EUR. */
async function aHouse() {
  const { festival } = await aGate(site)
  const ada = await site.aPersonWith({})
  const managed = { organizer_id: festival.organizer_id ?? '', user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const festival_id = festival.id
  const tier = await aTier(site, { festival_id, name: 'Friday', price_cents: 2_000, quantity: 100 })
  const open = (given = {}) => aShift(site, { festivalId: festival_id, manager: ada }, given)
  return { ada, festival_id, tier, open }
}

type House = Awaited<ReturnType<typeof aHouse>>

async function show(
  { ada, festival_id }: House,
  look: Parameters<typeof site.open>[1] = {},
  query = '',
) {
  const opened = await site.open(`/console/festivals/${festival_id}/box-office${query}`, {
    ...look,
    as: ada,
  })
  await opened.page.getByRole('heading', { name: 'Shifts', exact: true }).waitFor()
  return opened
}

/** Three tickets that a till has set aside, of which it has reported one as sold in cash. */
async function aLease({ festival_id, tier }: House, shift: { id: string; token: string }) {
  const { headers } = atTill(site, shift)
  const asked = { payment_type: 'ticket', entity_id: tier.id, quantity: 3 }
  const taken = await site.post(`/festivals/${festival_id}/leases`, asked, {
    headers: { ...headers, 'idempotency-key': newId() },
  })
  const { id, tickets } = taken.body
  const sale = { key: 'one', payment_ids: [tickets[0].payment_id], means: 'cash' }
  const sales = [{ ...sale, sold_at: new Date().toISOString() }]
  await site.post(`/leases/${id}/report`, { sales }, { headers })
  return { id, tickets }
}

const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name })
const told = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).waitFor()

test('with the keyboard alone a shift is opened; its link sets up a till, which the console notices', async () => {
  const house = await aHouse()
  const { page, context, done } = await show(house)
  await page.getByRole('heading', { name: 'No shifts yet' }).waitFor()
  await page.getByRole('button', { name: 'Open a shift' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Till' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Enter who sells').waitFor()
  await page.getByText('Enter an amount; 0 is none').waitFor()
  await page.getByRole('textbox', { name: 'Till' }).focus()
  await page.keyboard.type('North till')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bo Quay')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100,50')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Set up North till' })
  await shown.getByRole('img', { name: 'QR code that sets up North till' }).waitFor()
  await shown.getByRole('status').getByText('Waiting for the device').waitFor()
  const link = await shown.getByLabel('Secret').innerText()
  assert.match(link, new RegExp(`^${site.url}/box-office#fst_till_\\w+$`))

  const till = await context.newPage()
  await till.goto(link)
  await till.locator('#items').getByText('Friday').waitFor()
  await shown.getByRole('status').getByText('North till is set up').waitFor()
  await till.close()

  await shown.getByLabel('I have stored it').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shown.waitFor({ state: 'detached' })
  const row = rowOf(page, /North till/)
  assert.match(await row.innerText(), /Bo Quay[\s\S]*Active[\s\S]*€100\.50/)
  assert.equal((await page.content()).includes('fst_till_'), false)
  await done()
})

test('the list has open shifts first and follows the till; a shift opens its books', async () => {
  const house = await aHouse()
  const open = await house.open({ till: 'North till', float: 100 })
  const closed = await house.open({ till: 'South till', float: 50 })
  await atTill(site, closed).close(49.5)
  const { page, done } = await show(house)
  const rows = page.getByRole('table', { name: 'Shifts' }).getByRole('row')
  await rows.nth(2).waitFor()
  assert.match(await rows.nth(1).innerText(), /North till[\s\S]*Not set up yet/)
  assert.match(await rows.nth(2).innerText(), /South till[\s\S]*Closed[\s\S]*€49\.50[\s\S]*−€0\.50/)

  const till = atTill(site, open)
  await till.sell(house.tier.id, { quantity: 2 })
  const { body: card } = await till.sell(house.tier.id, { means: 'terminal' })
  await till.conclude(card.id, { result: 'paid' })
  const free = await till.sell(house.tier.id, { means: 'complimentary', reason: 'Press' })
  assert.equal(free.status, 201, free.text)
  const { body: returned } = await till.sell(house.tier.id)
  const back = { payment_id: returned.tickets[0].payment_id, reason: 'Rain' }
  assert.equal((await till.post('/refunds', back)).status, 201)
  await till.post('/cash', { kind: 'drop', amount: 30, reason: 'To the safe' })
  await until('the sales', async () => (await rows.nth(1).innerText()).includes('€110.00'))
  await rows.nth(1).getByRole('button', { name: 'North till', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'North till' })
  const books = await drawer.innerText()
  for (const line of [
    /Cash, 2 sales\s*€60\.00/,
    /Card, 1 sale\s*€20\.00/,
    /Complimentary\s*1 sale/,
    /Refunded in cash\s*-€20\.00/,
    /Taken out\s*-€30\.00/,
    /Must be in the drawer\s*€110\.00/,
    /To the safe · Bo/,
  ]) {
    assert.match(books, line)
  }
  await page.reload()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '')
  await done()
})

test('a manager closes a shift with a count, after what it has set aside is written off', async () => {
  const house = await aHouse()
  const shift = await house.open({ float: 100 })
  const { tickets } = await aLease(house, shift)
  const { page, done } = await show(house, { expected: /status of 409/ })
  const close = page.getByRole('button', { name: 'Close the shift of North till' })
  await close.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Close the shift of North till' })
  const counted = drawer.getByLabel('Counted cash, in euros')
  await counted.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await drawer.getByText('Enter an amount; 0 is none').waitFor()
  await page.keyboard.type('119')
  await drawer.getByText('€1.00 less than booked.').waitFor()
  await page.keyboard.press('Enter')
  await told(page, 'Stock is leased')
  await page.keyboard.press('Escape')
  await close.and(page.locator(':focus')).waitFor()

  const row = page
    .getByRole('table', { name: 'Set aside for offline sales' })
    .getByRole('row')
    .nth(1)
  assert.match(await row.innerText(), /Friday\s+North till\s+Selling\s+3\s+1\s+0\s+2\s/)
  await row.getByRole('button', { name: 'Write off Friday of North till' }).focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Write off Friday of North till?' })
  await asked.getByText(/^2 tickets that the till has not reported/).waitFor()
  await asked.getByLabel('Reason').and(page.locator(':focus')).waitFor()
  await asked.getByRole('button', { name: 'Write off' }).click()
  await asked.getByText('Enter why').waitFor()
  await asked.getByLabel('Reason').fill('The till fell into the harbour')
  await asked.getByRole('button', { name: 'Write off' }).click()
  await told(page, 'Written off: its tickets are on sale again')
  await row.getByText('Written off').waitFor()
  assert.match(await row.innerText(), /harbour[\s\S]*3\s+1\s+2\s+0\s/)
  const revoked = await site.db
    .selectFrom('tickets')
    .select('payment_id')
    .where('revoked_at', 'is not', null)
    .where(
      'payment_id',
      'in',
      tickets.map(({ payment_id }: any) => payment_id),
    )
    .execute()
  assert.equal(revoked.length, 2)

  await close.click()
  await counted.fill('119')
  await page.keyboard.press('Enter')
  await told(page, 'The shift of North till is closed')
  const shiftRow = rowOf(page, /North till Bo/)
  assert.match(await shiftRow.innerText(), /Closed[\s\S]*€119\.00[\s\S]*−€1\.00/)
  assert.equal((await atTill(site, shift).items()).status, 401)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`the box office is accessible ${where}`, async () => {
    const [empty, house] = [await aHouse(), await aHouse()]
    const nothing = await show(empty, { width, dark })
    await nothing.page.getByText('No tickets are set aside.').waitFor()
    await assertAccessible(nothing.page, 'empty')
    await nothing.page.getByRole('button', { name: 'Open a shift' }).click()
    await nothing.page.getByRole('textbox', { name: 'Till' }).fill('East till')
    await nothing.page.getByRole('textbox', { name: 'Seller' }).fill('Cy')
    await nothing.page.getByLabel('Cash in the drawer, in euros').fill('0')
    await assertAccessible(nothing.page, 'new shift')
    await nothing.page.getByRole('button', { name: 'Open shift' }).click()
    await nothing.page.getByRole('img', { name: /QR code/ }).waitFor()
    await assertAccessible(nothing.page, 'code')
    await nothing.done()

    const shift = await house.open({ float: 100 })
    await atTill(site, shift).post('/cash', { kind: 'drop', amount: 30, reason: 'To the safe' })
    await aLease(house, shift)
    await atTill(site, await house.open({ till: 'South till' })).close(99)
    const { page, done } = await show(house, { width, dark })
    await page.getByText('Still out').waitFor()
    await assertAccessible(page, 'full')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.getByRole('button', { name: 'North till', exact: true }).click()
    await page.getByRole('heading', { name: 'Cash moved and hand-overs' }).waitFor()
    await assertAccessible(page, 'books')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close the shift of North till' }).click()
    await page.getByLabel('Counted cash, in euros').fill('80')
    await assertAccessible(page, 'closing')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Write off/ }).click()
    await page.getByLabel('Reason').fill('Stolen')
    await assertAccessible(page, 'writing off')
    await done()
  })
}
