/** Invoices for companies: the details are given at the checkout, or later, by guests and accounts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { until } from '../until.ts'
import { openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const expected = /40[0-9]/
const folder = process.env['SCREENSHOTS']

/** Opens the checkout of one ticket. */
async function aCheckout(width: number) {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  const visit = await site.open(`/guide/${festival.id}`, { width, expected })
  await visit.page.getByRole('button', { name: `One more: ${tier.name}` }).click()
  await visit.page.getByRole('button', { name: /^Buy/ }).click()
  await visit.page.waitForURL(/checkout\?order=/)
  return visit
}

const pay = (page: Page) => page.getByRole('button', { name: 'Pay €50.00' }).click()
const shoot = async (page: Page, name: string) => {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Asserts that a state of a page is right, in this width. */
async function look(page: Page, where: string) {
  await assertAccessible(page, where)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
}

for (const width of [390, 1360]) {
  test(`a guest buys for a company and corrects it later, at ${width} px`, async () => {
    const { page, done } = await aCheckout(width)
    await page.getByLabel('E-mail').fill(anEmail())
    await page.getByText('Invoice for a company').click()
    await page.getByLabel('Company').fill('Nordlys ApS')
    await page.getByLabel('VAT ID').fill('DK13585628')
    await page.getByLabel('Country').selectOption('DE')
    await pay(page)
    await page.locator('#billing-street-fault', { hasText: 'This is missing.' }).waitFor()
    await look(page, 'the checkout without an address')
    await page.getByLabel('Street and number').fill('Kalvø Havnevej 4')
    await page.getByLabel('City').fill('Kalvø')
    await pay(page)
    await page.locator('#billing-vat_id-fault', { hasText: 'Check this' }).waitFor()
    await shoot(page, `checkout-${width}`)
    await page.reload()
    await until(
      'the company is filled in',
      async () => (await page.locator('[name=company]').inputValue()) === 'Nordlys ApS',
    )
    await page.getByLabel('E-mail').fill(anEmail())
    await page.getByLabel('Country').selectOption('DK')
    await pay(page)
    await page.waitForURL(/\/tickets\?order=/)
    await page.getByText('Invoice for a company').click()
    await page.locator('[name=city]:visible').waitFor()
    await until(
      'the city is filled in',
      async () => (await page.getByLabel('City').inputValue()) === 'Kalvø',
    )
    await page.getByLabel('City').fill('Odense')
    await look(page, 'the tickets')
    await shoot(page, `tickets-${width}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const order = new URL(page.url()).searchParams.get('order') ?? ''
    const row = site.db.selectFrom('order_billing').select(['company', 'city', 'country', 'vat_id'])
    assert.deepEqual(await row.where('order_id', '=', order).execute(), [
      { company: 'Nordlys ApS', city: 'Odense', country: 'DK', vat_id: 'DK13585628' },
    ])
    await done()
  })
}

test('who wants no invoice for a company sends nothing of one', async () => {
  const { page, done } = await aCheckout(390)
  await page.getByLabel('E-mail').fill(anEmail())
  const before = await site.db.selectFrom('order_billing').select('order_id').execute()
  await pay(page)
  await page.waitForURL(/\/tickets\?order=/)
  const after = await site.db.selectFrom('order_billing').select('order_id').execute()
  assert.equal(after.length, before.length)
  await done()
})

test('an account fills them in beside the order on its own page', async () => {
  const ada = await site.aPersonWith({})
  const tier = await aTier(site)
  const body = { payment_type: 'ticket', entity_id: tier.id }
  const { body: payment } = await site.post('/payments', body, { as: ada })
  const { page, done } = await openAs(site, ada, { path: '/me', expected })
  await page.locator('.orders summary').first().click()
  await page.getByText('Invoice for a company').click()
  await page.getByLabel('Company').fill('Nordlys ApS')
  await page.locator('.billing').getByRole('button', { name: 'Save' }).click()
  await page.locator(`#billing-${payment.id}-street-fault`, { hasText: 'missing' }).waitFor()
  await look(page, 'the orders of an account')
  await shoot(page, 'orders')
  await page.getByLabel('Street and number').fill('Kalvø Havnevej 4')
  await page.locator('.billing [name=city]').fill('Kalvø')
  await page.locator('.billing [name=country]').selectOption('DK')
  await page.locator('.billing').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { body: details } = await site.get(`/orders/${payment.id}/billing`, { as: ada })
  assert.deepEqual([details.company, details.country], ['Nordlys ApS', 'DK'])
  await done()
})
