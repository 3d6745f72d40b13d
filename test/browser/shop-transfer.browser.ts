/** Paying by bank transfer: the choice at the checkout, the account to transfer to, and the order's end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { languageCodes } from '#platform/values/reader-languages'
import { statementOf } from '../bank/statements.ts'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const env = { BANK_HOLDER: 'Harbour Nights ApS', BANK_IBAN: 'DE89370400440532013000' }
const site = await aSite({ env })
const folder = process.env['SCREENSHOTS']
const admin = await site.aUser({ roles: ['admin'] })

/** A fan at the checkout of two tickets of a festival in Copenhagen. */
async function aCheckout(width: number) {
  const ada = await site.aPersonWith({})
  const festival = await aFestival(site, { time_zone: 'Europe/Copenhagen' })
  const tier = await aTier(site, { festival_id: festival.id })
  const path = `/checkout?festival=${festival.id}&items=${tier.id}:2`
  const visit = await openAs(site, ada, { path, width })
  await visit.page.waitForURL(/checkout\?order=/)
  return { ...visit, ada, festival }
}

/** Chooses the language of the pages. */
const speak = (page: Page, value: string) =>
  page.context().addCookies([{ name: 'festival_language', value, url: site.url }])

for (const width of [390, 1360]) {
  test(`a fan chooses a transfer, sees the account, and gets the tickets, at ${width} px`, async () => {
    const { page, ada, done } = await aCheckout(width)
    const look = async (where: string) => {
      await assertAccessible(page, where)
      const beyond = Number(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      )
      assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
      if (folder) await page.screenshot({ path: `${folder}/${where}-${width}.png`, fullPage: true })
    }
    await page.getByRole('button', { name: 'Pay €100.00' }).waitFor()
    await page.getByLabel('Bank transfer').check()
    assert.equal(await page.locator('#outcomes').isVisible(), false)
    await look('choice')
    await page.getByRole('button', { name: 'Order and transfer €100.00' }).click()
    const transfer = page.getByRole('region', { name: 'Pay by bank transfer' })
    await transfer.getByText('DE89 3704 0044 0532 0130 00').waitFor()
    await transfer.getByRole('img', { name: 'QR code for your banking application' }).waitFor()
    await look('transfer')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await transfer.getByRole('button', { name: 'Copy the IBAN' }).click()
    await transfer.getByText('Copied.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), env.BANK_IBAN)

    const { body } = await site.get('/orders', { as: ada })
    const [order] = body.orders
    const { reference, pay_until } = order.awaiting_payment
    await transfer.getByText(reference).waitFor()
    const clock = new Date(pay_until).toLocaleTimeString('en-GB', {
      timeZone: 'Europe/Copenhagen',
      hour: '2-digit',
      minute: '2-digit',
    })
    assert.ok((await transfer.innerText()).includes(clock), 'the time of the festival')
    for (const path of ['/tickets', '/me']) {
      await page.goto(`${site.url}${path}`)
      await transfer.getByText(reference).waitFor()
      await look(path.slice(1))
    }
    await page.goto(`${site.url}/checkout?order=${order.id}`)
    await transfer.waitFor()
    const file = statementOf([
      { cents: 10_000, bankReference: order.id, transactions: [{ lines: [reference] }] },
    ]).toString('base64')
    const booked = await site.post('/bank/statements', { file }, { as: admin })
    assert.equal(booked.body.booked, 1)
    await page.waitForURL(/\/tickets\?order=/, { timeout: 60_000 })
    await page.locator('.qr').first().waitFor()
    assert.equal(await transfer.count(), 0)
    await done()
  })
}

test('the order is given up in a dialog that warns, and can be read in every language', async () => {
  const { page, ada, festival, done } = await aCheckout(390)
  await page.getByLabel('Bank transfer').check()
  await page.getByRole('button', { name: 'Order and transfer' }).click()
  await page.locator('#transfer').waitFor()
  for (const language of languageCodes) {
    await speak(page, language)
    await page.goto(`${site.url}/tickets`)
    await page.locator('#transfer').waitFor()
    await assertAccessible(page, language)
    const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    assert.ok(beyond <= 0, `${language} is ${beyond} px too wide`)
  }
  const { body } = await site.get('/orders', { as: ada })
  await speak(page, 'en')
  await page.goto(`${site.url}/checkout?order=${body.orders[0].id}`)
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByText('do not cancel').waitFor()
  await assertAccessible(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Cancel this order' }).click()
  await page.waitForURL(new RegExp(`/guide/${festival.id}`))
  const after = await site.get('/orders', { as: ada })
  assert.equal(after.body.orders[0].status, 'expired')
  await done()
})
