/** Bank transfers from checkout to pain.001: bought, booked from a statement, given back, and booked again. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type MadeEntry, statementOf } from '../bank/statements.ts'
import { aTier } from '../buying.ts'
import { openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const env = { BANK_HOLDER: 'Harbour Nights ApS', BANK_IBAN: 'DE89370400440532013000' }
const site = await aSite({ env })
const folder = process.env['SCREENSHOTS']
const payer = { name: 'Ada Lovelace', iban: 'GB29NWBK60161331926819' }

async function upload(page: Page, name: string, entries: MadeEntry[]) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a statement' }).click()
  const buffer = entries.length > 0 ? statementOf(entries) : Buffer.from('no statement')
  await (await chosen).setFiles({ name, mimeType: 'application/xml', buffer })
}

/** Confirms the dialog that a button opens. */
async function confirm(page: Page, title: string, button: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await assertAccessible(page, title)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

// Requirement (rules): contract §4.4: transfer_days
test('a festival says how many days its orders wait for a transfer, and the checkout shows it', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const tier = await aTier(site)
  const { page, done } = await site.open(`/console/festivals/${tier.festival_id}/tickets`, {
    as: admin,
    width: 390,
    dark: true,
  })
  const days = page.getByRole('textbox', { name: 'Days to pay' })
  await days.fill('2')
  await page.getByRole('button', { name: 'Save days' }).click()
  await page.getByText('Enter 3 to 30 days').waitFor()
  await assertAccessible(page, 'days to pay')
  await days.fill('14')
  await page.getByRole('button', { name: 'Save days' }).click()
  await page.getByText('Saved').waitFor()
  await done()
  const path = `/checkout?festival=${tier.festival_id}&items=${tier.id}:1`
  const fan = await openAs(site, await site.aPersonWith({}), path)
  await fan.page.getByText('transfer the money within 14 days').waitFor()
  await fan.page.waitForURL(/order=/)
  await fan.page.reload()
  await fan.page.getByText('transfer the money within 14 days').waitFor()
  await fan.done()
})

for (const width of [1360, 390]) {
  test(`two tickets are paid by transfer, and one is given back, at ${width} px`, async () => {
    const look = async (page: Page, where: string) => {
      await assertAccessible(page, where)
      if (folder) await page.screenshot({ path: `${folder}/${where}-${width}.png`, fullPage: true })
    }
    const ada = await site.aPersonWith({})
    const admin = await site.aPersonWith({ roles: ['admin'] })
    const tier = await aTier(site)
    const path = `/checkout?festival=${tier.festival_id}&items=${tier.id}:2`
    const fan = await openAs(site, ada, { path, width })
    await fan.page.getByLabel('Bank transfer').check()
    await fan.page.getByRole('button', { name: 'Order and transfer €100.00' }).click()
    const region = fan.page.getByRole('region', { name: 'Pay by bank transfer' })
    await region.waitFor()
    const { body } = await site.get('/orders', { as: ada })
    const [order] = body.orders
    const line = `Tickets ${order.awaiting_payment.reference}`

    const { page, done } = await site.open('/console/money/transfers', {
      as: admin,
      width,
      expected: /400/,
    })
    await upload(page, 'letter.xml', [])
    await page.getByText('letter.xml was not imported').waitFor()
    const paid = { cents: 10_000, bankReference: `P${width}` }
    const stray = { cents: 1_250, bankReference: `S${width}` }
    await upload(page, 'march.xml', [
      { ...paid, transactions: [{ ...payer, lines: [line] }] },
      { ...stray, transactions: [{ ...payer, lines: ['Beer'] }] },
    ])
    await page.getByText('march.xml: 2 entries').waitFor()
    await page.getByText('Booked: 1', { exact: true }).waitFor()
    await page.getByText('Names no order').first().waitFor()
    await look(page, 'console-open')
    await page.getByRole('button', { name: 'Give back: €12.50 from Ada Lovelace' }).click()
    await confirm(page, 'Give back: €12.50', 'Give back')
    await page.getByText('Nothing to decide').waitFor()

    await fan.page.waitForURL(/\/tickets\?order=/, { timeout: 60_000 })
    await fan.page.locator('.qr').first().waitFor()
    await assertAccessible(fan.page, 'the tickets')
    const { body: tickets } = await site.get(`/orders/${order.id}`, { as: ada })
    const [first] = tickets.payments
    const key = { 'idempotency-key': `refund-${width}-of-a-ticket` }
    const refund = await site.post(`/payments/${first.id}/refund`, {}, { as: admin, headers: key })
    assert.equal(refund.body.status, 'refunding')

    await page.reload()
    await page.getByText('2 transfers, €62.50').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Make a file' }).click()
    await confirm(page, 'Make a file for the bank', 'Make and download')
    const content = await readFile(await (await saved).path(), 'utf8')
    assert.match(content, /pain\.001\.001\.09/)
    assert.match(content, new RegExp(payer.iban))
    await page.getByRole('button', { name: 'Mark as handed in' }).click()
    await confirm(page, 'Mark as handed in', 'Mark as handed in')
    await page.getByText('Handed in', { exact: true }).first().waitFor()
    await look(page, 'console-files')

    const sent = [...content.matchAll(/<EndToEndId>(\w+)<\/EndToEndId>/g)].map(([, id = '']) => id)
    const amounts = [...content.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, sum]) =>
      Math.round(Number(sum) * 100),
    )
    await upload(
      page,
      'april.xml',
      sent.map((endToEndId, n) => {
        const cents = -(amounts[n] ?? 0)
        return {
          cents,
          bankReference: `R${width}${n}`,
          transactions: [{ ...payer, endToEndId }],
        }
      }),
    )
    await page.getByText('Booked: 2', { exact: true }).waitFor()
    await page.getByText('2 of 2 done').first().waitFor()
    const { body: after } = await site.get(`/payments/${first.id}`, { as: ada })
    assert.equal(after.status, 'refunded')
    await fan.done()
    await done()
  })
}
