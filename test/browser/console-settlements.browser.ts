/** Settlement with an organizer in the console: the terms, the statement of a month, and its payment; the operator's own months. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankEnv } from '../bank/statements.ts'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { steadyClock } from '../clock.ts'
import { aSettlement } from '../settlements.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const clock = { ahead: 0 }
const site = await aSite({ env: bankEnv, now: steadyClock(() => clock.ahead) })
const { db, post } = site

/** Sets the clock to the middle of the month before. */
function monthBefore(): void {
  const now = new Date()
  clock.ahead = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15) - now.getTime()
}

/** An organizer with one sale, of 50 euros, in the month before. */
async function aSellerWithSale() {
  monthBefore()
  const { id, name } = await anOrganizer(site)
  const festival = await aFestival(site, { organizer_id: id })
  const tier = await aTier(site, { price_cents: 5_000, festival_id: festival.id })
  const bought = { payment_type: 'ticket', entity_id: tier.id }
  const method = { processorPaymentMethodId: 'pm_card_visa' }
  const { status } = await post('/payments', { ...bought, ...method }, { as: await site.aUser() })
  assert.equal(status, 201)
  clock.ahead = 0
  const account = { account_holder: 'Harbour Nights GmbH', iban: 'DE02120300000000202051' }
  await db
    .insertInto('sellers')
    .values({ organizer_id: id, ...account })
    .execute()
  return { id, name, festival }
}

for (const { width, dark, where } of looks) {
  test(`a month is settled with an organizer, and paid by a file ${where}`, async () => {
    const seller = await aSellerWithSale()
    const admin = await site.aPersonWith({ permissions: ['manage_money'] })
    const { page, done } = await site.open('/console/money/settlements', { width, dark, as: admin })
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await button('Settle a month').click()
    await page.getByRole('combobox', { name: 'Organizer' }).fill(seller.name)
    await page.getByRole('option', { name: seller.name }).click()
    await button('Terms of this organizer').click()
    const terms = page.getByRole('dialog', { name: 'What the operator keeps' })
    await terms.getByLabel('Commission', { exact: true }).fill('10')
    await assertAccessible(page, 'the terms')
    await terms.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await assertAccessible(page, 'the form')
    await button('Settle').click()
    const sheet = page.getByRole('dialog', { name: /^Settlement S-/ })
    await sheet.getByText('-€5.00').waitFor()
    await sheet.getByText('€45.00').first().waitFor()
    await assertAccessible(page, 'a statement')
    await sheet.getByRole('button', { name: 'Pay €45.00' }).click()
    await page
      .getByRole('dialog', { name: 'Pay €45.00' })
      .getByRole('button', { name: 'Pay' })
      .click()
    await sheet.getByText('In the next file').waitFor()

    await page.goto(`${site.url}/console/money/transfers`)
    await page.getByText('Waiting for the next file: 1 transfer, €45.00').waitFor()
    await post('/bank/files', {}, { as: admin })
    await page.goto(`${site.url}/console/money/settlements`)
    await page.getByText('In a file').first().waitFor()
    await assertAccessible(page, 'the statements')
    await done()
  })
}

test('a link opens a statement that is not among the first fifty', async () => {
  const { id } = await anOrganizer(site)
  const { id: oldest } = await aSettlement(site, id)
  for (let nth = 0; nth < 50; nth++) await aSettlement(site, (await anOrganizer(site)).id)
  const admin = await site.aPersonWith({ permissions: ['manage_money'] })
  const { page, done } = await site.open(`/console/money/settlements/${oldest}`, { as: admin })
  const sheet = page.getByRole('dialog', { name: /^Settlement S-2001-/ })
  await sheet.getByText(id).waitFor()
  assert.equal(await page.getByRole('table', { name: 'Settlements' }).getByText(id).count(), 0)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(/\/money\/settlements$/)
  await done()
})

test('a month of the operator is closed, and downloaded for DATEV', async () => {
  const admin = await site.aPersonWith({ permissions: ['manage_money'] })
  const { page, done } = await site.open('/console/money/months', { as: admin })
  await page.getByText('None is closed.').waitFor()
  await page.getByRole('combobox', { name: 'Month to close' }).click()
  const month = page.getByRole('option').first()
  const name = await month.innerText()
  await month.click()
  await page.getByRole('button', { name: 'Close the month' }).click()
  await page.getByText(`${name} is closed`).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: `DATEV of ${name}` }).click()
  assert.match((await file).suggestedFilename(), /^EXTF_Buchungsstapel_\d{4}-\d\d\.csv$/)
  await assertAccessible(page, 'closed months')
  await done()
})

for (const role of ['manager', 'accountant'] as const) {
  for (const { width, dark, where } of looks) {
    test(`the ${role} of an organizer reads its statements, and orders no payment, ${where}`, async () => {
      const { id } = await anOrganizer(site)
      const person = await site.aPersonWith({})
      const belongs = { organizer_id: id, user_id: person.id }
      await (role === 'manager'
        ? db.insertInto('organizer_managers').values(belongs)
        : db.insertInto('organizer_members').values({ ...belongs, role })
      ).execute()
      const settlement = await aSettlement(site, id)
      await aSettlement(site, (await anOrganizer(site)).id)
      const address = role === 'manager' ? `/console/organizers/${id}` : '/console/organizers'
      const { page, done } = await site.open(address, { width, dark, as: person })
      if (role === 'accountant') {
        await page.getByRole('heading', { name: 'Your roles' }).waitFor()
        await assertAccessible(page, 'the organizers of an accountant')
        await page.getByRole('link', { name: id }).click()
      }
      await page.getByRole('heading', { name: 'Settlements' }).waitFor()
      await page.getByRole('button', { name: 'January 2001' }).click()
      await page.waitForURL(new RegExp(`settlement=${settlement.id}$`))
      const sheet = page.getByRole('dialog', { name: /^Settlement S-2001-/ })
      await sheet.getByText('To be paid').waitFor()
      assert.equal(await sheet.getByRole('button', { name: /^Pay/ }).count(), 0)
      const file = page.waitForEvent('download')
      await sheet.getByRole('button', { name: 'Download PDF' }).click()
      assert.match((await file).suggestedFilename(), /^settlement-S-2001-\d+\.pdf$/)
      await assertAccessible(page, 'the statement of an organizer')
      await sheet.getByRole('button', { name: 'Close' }).click()
      await page.waitForURL(new RegExp(`/organizers/${id}$`))
      assert.equal(await page.getByText('January 2001').count(), 1)
      await assertAccessible(page, 'the statements of an organizer')
      await db
        .updateTable('settlements')
        .set({ refunds_cents: '10500' })
        .where('id', '=', settlement.id)
        .execute()
      await page.goto(`${site.url}/console/organizers/${id}?settlement=${settlement.id}`)
      await sheet.getByText('You owe').waitFor()
      await done()
    })
  }
}
