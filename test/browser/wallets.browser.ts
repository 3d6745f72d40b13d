/** Tickets are added to wallets from `/tickets`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { missingPrograms, walletFiles } from '../wallet-files.ts'
import { buyAs, openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const skip = missingPrograms && `${missingPrograms} is not installed`
const files = skip ? undefined : walletFiles()

test('a ticket is added to Apple Wallet and Google Wallet by keyboard, in both themes', {
  skip,
}, async () => {
  const site = await aSite({ env: { ...files?.apple, ...files?.google } })
  const ada = await site.aPersonWith({})
  const { payments } = await buyAs(site, ada)
  const { page, done } = await openAs(site, ada, '/tickets')
  const apple = page.getByRole('button', { name: 'Add to Apple Wallet' }).first()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, colorScheme)
  }
  assert.equal(
    await page.getByRole('button', { name: 'Add to Apple Wallet' }).count(),
    payments.length,
  )
  const downloading = page.waitForEvent('download')
  await apple.focus()
  await page.keyboard.press('Enter')
  const download = await downloading
  assert.match(download.suggestedFilename(), /\.pkpass$/)
  const pass = await readFile(await download.path())
  assert.equal(pass.subarray(0, 2).toString(), 'PK')
  await done()

  // Google's own page is another host: what leads there is seen, and the rest is Google's.
  const second = await openAs(site, ada, '/tickets')
  const leading = second.page.waitForRequest('https://pay.google.com/gp/v/save/**')
  await second.page.getByRole('button', { name: 'Add to Google Wallet' }).first().click()
  assert.ok((await leading).url().length <= 1_800)
  await second.page.context().close()

  await site.db.updateTable('tickets').set({ validated_at: new Date() }).execute()
  const used = await openAs(site, ada, '/tickets')
  await used.page.getByRole('heading', { name: 'Tickets' }).first().waitFor()
  assert.equal(await used.page.getByRole('button', { name: /Wallet/ }).count(), 0)
  await used.done()
})

test('without keys no wallet is offered', async () => {
  const site = await aSite()
  const ada = await site.aPersonWith({})
  await buyAs(site, ada)
  const { page, done } = await openAs(site, ada, '/tickets')
  await page.locator('.pass').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /Wallet/ }).count(), 0)
  await done()
})
