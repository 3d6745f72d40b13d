/** Vouchers and complimentary tickets of a festival in the console, and its waiting list. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { until } from '../until.ts'
import { orderTickets } from '../vouchers.ts'
import { aPlaceInLine, aSoldOutTier } from '../waiting.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival with two tiers, and a manager. */
async function aShop() {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const festival = await aFestival(site, { organizer_id: organizer.id })
  const weekend = await aTier(site, {
    festival_id: festival.id,
    name: 'Weekend',
    price_cents: 8000,
  })
  await aTier(site, { festival_id: festival.id, name: 'Sunday', price_cents: 3000 })
  return { ada, festival, weekend }
}

type Shop = Awaited<ReturnType<typeof aShop>>

async function show(
  { ada, festival }: Shop,
  { tab = 'vouchers', ...look }: { tab?: string } & Parameters<typeof site.open>[1] = {},
) {
  const opened = await site.open(`/console/festivals/${festival.id}/${tab}`, { ...look, as: ada })
  return opened
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

// Requirement (rules): contract §7.14, §7.15: the console
test('a voucher with a word is made, used at its price, and ended', async () => {
  const shop = await aShop()
  const { page, done } = await show(shop)
  await page.getByRole('heading', { name: 'No vouchers yet' }).waitFor()
  await page.getByRole('button', { name: 'New voucher' }).click()
  const form = drawer(page, 'New voucher')
  await form.getByRole('button', { name: 'Create voucher' }).click()
  await form.getByText('Enter a whole number from 1 to 100').waitFor()
  await form.getByText('Enter 3 to 40 letters').waitFor()
  await form.getByRole('textbox', { name: 'Percent off' }).fill('25')
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('Early-Bird')
  await form.getByRole('textbox', { name: 'Uses of each code' }).fill('3')
  await form.getByRole('combobox', { name: 'For', exact: true }).click()
  await page.getByRole('option', { name: 'Weekend' }).click()
  await form.getByRole('button', { name: 'Create voucher' }).click()
  const row = page.getByRole('row', { name: /Early-Bird/i })
  await row.getByText('25 % off, for 1 of what is sold').waitFor()
  await row.getByText('0 of 3').waitFor()

  const order = { id: shop.weekend.id, quantity: 2, voucher: 'EARLYBIRD' }
  const { status, body } = await orderTickets(site, await site.aUser(), order)
  assert.deepEqual([status, body.amount], [201, 120])
  await page.reload()
  await row.getByText('2 of 3').waitFor()

  await row.getByRole('button', { name: /^End/ }).click()
  await page.getByRole('button', { name: 'End voucher' }).click()
  await row.getByText('Ended').waitFor()
  const late = await orderTickets(site, await site.aUser(), { ...order, quantity: 1 })
  assert.equal(late.body.code, 'voucher_ended')
  await done()
})

// Requirement (rules): contract §7.14, §7.15: the console
test('many codes are made at once and downloaded', async () => {
  const shop = await aShop()
  const { page, done } = await show(shop)
  await page.getByRole('button', { name: 'New voucher' }).click()
  const form = drawer(page, 'New voucher')
  await form.getByRole('combobox', { name: 'Discount' }).selectOption('price')
  await form.getByRole('textbox', { name: 'Price in EUR' }).fill('10')
  await form.getByRole('combobox', { name: 'Kind of code' }).selectOption('codes')
  await form.getByRole('textbox', { name: 'Number of codes' }).fill('250')
  await form.getByRole('textbox', { name: 'Name' }).fill('Press')
  await form.getByRole('button', { name: 'Create voucher' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Codes as CSV: Press' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'vouchers Press.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, 251)
  const [, code] = /^"([^"]+)"/.exec(lines[1] ?? '') ?? []
  const { body } = await orderTickets(site, await site.aUser(), {
    id: shop.weekend.id,
    voucher: code,
  })
  assert.equal(body.amount, 10)
  await done()
})

// Requirement (rules): contract §7.14, §7.15: the console
test('complimentary tickets are given by e-mail', async () => {
  const shop = await aShop()
  const { page, done } = await show(shop)
  await page.getByRole('button', { name: 'Give tickets' }).click()
  const form = drawer(page, 'Give complimentary tickets')
  await form.getByRole('button', { name: 'Give tickets' }).click()
  await form.getByText('Enter an e-mail').waitFor()
  const email = `press-${shop.festival.id}@people.example`
  await form.getByRole('combobox', { name: 'Ticket or place to sleep' }).selectOption('Sunday')
  await form.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await form.getByRole('textbox', { name: 'Reason' }).fill('Press')
  await form.getByRole('button', { name: 'Give tickets' }).click()
  await page.getByText(`The tickets are on their way to ${email}`).waitFor()
  const given = site.db.selectFrom('payments').where('given_reason', '=', 'Press')
  await until('two were given', async () => {
    const rows = await given.select('id').where('festival_id', '=', shop.festival.id).execute()
    return rows.length === 2
  })
  await done()
})

// Requirement (rules): contract §7.16: the console
test('the tickets tab says how many wait for what is sold out', async () => {
  const shop = await aShop()
  const tier = await aSoldOutTier(site, 2, { festival_id: shop.festival.id, name: 'Camping' })
  await aPlaceInLine(site, tier, { quantity: 2 })
  await aPlaceInLine(site, tier)
  const { page, done } = await show(shop, { tab: 'tickets' })
  const row = page
    .getByRole('table', { name: 'Waiting list' })
    .getByRole('row', { name: /Camping/ })
  await row.waitFor()
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), [
    'Camping',
    '2',
    '3',
    '0',
    '0',
    '0',
  ])
  await done()
})

for (const { width, dark, where } of looks) {
  test(`vouchers are accessible ${where}`, async () => {
    const shop = await aShop()
    const { page, done } = await show(shop, { width, dark })
    await page.getByRole('heading', { name: 'No vouchers yet' }).waitFor()
    await assertAccessible(page, 'empty')
    await page.getByRole('button', { name: 'New voucher' }).click()
    await drawer(page, 'New voucher').getByLabel('Percent off').fill('20')
    await assertAccessible(page, 'new voucher')
    await drawer(page, 'New voucher').getByRole('button', { name: 'Cancel' }).click()
    const url = `/festivals/${shop.festival.id}/vouchers`
    for (const voucher of [
      { code: 'EARLY-BIRD', percent: 20, max_uses: 100 },
      { name: 'Press', price: 0, codes: 500, opens: true },
      { code: 'NEXT-YEAR', amount: 5, starts_at: '2099-01-01T00:00:00Z' },
    ]) {
      assert.equal((await site.post(url, voucher, { as: shop.ada })).status, 201)
    }
    await page.reload()
    await page.getByText('NEXT-YEAR').first().waitFor()
    await assertAccessible(page, 'full')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.getByRole('button', { name: 'Give tickets' }).click()
    await drawer(page, 'Give complimentary tickets').getByLabel('E-mail').waitFor()
    await assertAccessible(page, 'complimentary')
    await done()
  })
}
