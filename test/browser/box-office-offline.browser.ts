/** The box office without a network: it sells from a lease, and reports every sale once, in order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { scanPicture } from '../scanner.ts'
import { aBoxOffice, aShift } from '../till.ts'
import { until } from '../until.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

/** A till that has set three weekends aside. */
async function aPreparedTill() {
  const { festivalId, manager } = await aBoxOffice(site)
  const given = { festival_id: festivalId, name: 'Weekend', price_cents: 5_000, quantity: 10 }
  const tier = await aTier(site, given)
  const { id, token } = await aShift(site, { festivalId, manager })
  const opened = await site.open(`/box-office#${token}`, { width: 390, expected: unanswered })
  const { page } = opened
  await page.evaluate('navigator.serviceWorker.ready')
  await press(page, 'Offline')
  await page.getByLabel('How many').fill('3')
  await press(page, 'Set aside')
  await page.getByText(/^Weekend: 3 left, 0 not reported, sold here until/).waitFor()
  await press(page, 'Sell')
  const shift = async () => (await site.get(`/shifts/${id}`, { as: manager })).body
  const leases = async () =>
    (await site.get(`/festivals/${festivalId}/leases`, { as: manager })).body
  return { ...opened, tier, shift, leases }
}

const isOffline = (page: Page) =>
  page.locator('#items').getByText('prepared for working offline').waitFor()

test('sold from a lease: the code on the screen, kept over a reload, reported once, the rest given back', async () => {
  const { page, shift, leases, done } = await aPreparedTill()
  await outage.begin()
  try {
    await page.reload()
    await isOffline(page)
    await press(page, 'One Weekend more')
    await press(page, 'One Weekend more')
    await press(page, 'Cash')
    await page.getByLabel('Handed over, in euros').fill('200')
    await page.locator('#cash-form').getByRole('button', { name: 'Sell' }).dblclick()
    await title(page, 'Sold without a network')
    await page.locator('#sold-change', { hasText: 'Change €100.00' }).waitFor()
    const codes = page.getByRole('img', { name: /^Code of ticket/ })
    await codes.nth(1).waitFor()
    await assertAccessible(page, 'sold without a network')
    const [read] = await scanPicture(await codes.first().screenshot({ scale: 'css' }))
    const found = await site.db
      .selectFrom('tickets')
      .select('payment_id')
      .where('code', '=', read?.text ?? '')
      .execute()
    assert.equal(found.length, 1)
    await page.reload()
    await title(page, 'Sold without a network')
    await page.getByText('1 sale is stored here').waitFor()
    await press(page, 'Next sale')
    await isOffline(page)
    // The card terminal has a network of its own.
    await press(page, 'One Weekend more')
    await press(page, 'Card')
    await press(page, 'Paid')
    await title(page, 'Sold without a network')
    await press(page, 'Next sale')
    await page.getByText('0 prepared for working offline').waitFor()
    assert.ok(await page.getByRole('button', { name: 'One Weekend more' }).isDisabled())
  } finally {
    await outage.end()
  }
  await until('both are booked', async () => (await shift()).receipts === 2)
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  const { books } = await shift()
  assert.deepEqual([books.cash.amount, books.terminal.amount], [100, 50])
  await press(page, 'Last sales')
  await page
    .getByText(/^Receipt 1 · Cash · €100.00 · 2 tickets · sold without a network$/)
    .waitFor()
  await page.getByText(/^Receipt 2 · Card/).waitFor()
  await press(page, 'Offline')
  await press(page, 'Give back Weekend')
  await until('the lease is over', async () => (await leases())[0].state === 'reported')
  await done()
})

test('a lease that is over sells no more', async () => {
  const { page, done } = await aPreparedTill()
  await outage.begin()
  try {
    await isOffline(page)
    await page.clock.install({ time: Date.now() + 13 * 3_600_000 })
    await page.reload()
    await page.getByText('0 prepared for working offline').waitFor()
    assert.ok(await page.getByRole('button', { name: 'One Weekend more' }).isDisabled())
  } finally {
    await outage.end()
  }
  await done()
})
