/** A festival as its organizer runs it: from a draft to closed books, each step on the pages that people use for it. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditLedger } from '../../src/shop/payments/ledger/audit.ts'
import { aName } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { mailsTo } from '../mailbox.ts'
import { until } from '../until.ts'
import { aSite } from './site.ts'

const site = await aSite()
const { PICTURES } = process.env

const button = (place: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)

/** Saves a picture of the page for a person to look at, where PICTURES names a folder. */
async function picture(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** An organizer at their desk. */
async function aDesk() {
  const ada = await site.aPersonWith({})
  const proven = site.db.updateTable('users').set({ email_proven_at: new Date() })
  await proven.where('id', '=', ada.id).execute()
  const { page, done } = await site.open('/console', { as: ada })
  const tab = async (name: string) => page.getByRole('tab', { name, exact: true }).click()
  return { page, done, tab }
}

/** Creates an organizer, and a festival of theirs that runs now, as a draft. Returns its id. */
async function draft(page: Page, { organizer, name }: Record<'organizer' | 'name', string>) {
  await page.goto(`${site.url}/console/organizers`)
  await button(page, 'New organizer').first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(organizer)
  await button(page, 'Create organizer').click()
  await page.getByRole('link', { name: 'New festival' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Begins (UTC)').fill(at(-1))
  await page.getByLabel('Ends (UTC)').fill(at(48))
  await page.getByLabel('Venue').fill('North Quay')
  await page.getByRole('checkbox', { name: 'Create as a draft' }).check()
  await button(page, 'Create festival').click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
  return page.url().split('/festivals/')[1]?.split('/')[0] ?? ''
}

/** Fills in the line-up, a tier at 80 EUR with 19 % VAT, and a voucher of 25 %. */
async function fill({ page, tab }: Awaited<ReturnType<typeof aDesk>>) {
  const artist = aName('Ebb')
  await tab('Line-up')
  await page.getByRole('combobox', { name: 'Artists' }).fill(artist)
  await page.getByRole('option', { name: `New artist “${artist}”` }).click()
  await button(page, 'Add to the line-up').click()
  await page.getByRole('table', { name: 'Line-up' }).getByText(artist).waitFor()

  await tab('Tickets')
  await button(page, 'New tier').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekend')
  await page.getByRole('textbox', { name: 'Price in EUR' }).fill('80')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('100')
  await page.getByRole('combobox', { name: 'VAT', exact: true }).selectOption('rate')
  await page.getByRole('textbox', { name: 'VAT rate in %' }).fill('19')
  await button(page, 'Create tier').click()
  await page.getByText('0 sold · 0 being paid for · 100 left').waitFor()

  await tab('Vouchers')
  await button(page, 'New voucher').click()
  const form = dialog(page, 'New voucher')
  await form.getByRole('textbox', { name: 'Percent off' }).fill('25')
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('EARLY')
  await button(form, 'Create voucher').click()
  await page.getByRole('row', { name: /EARLY/ }).waitFor()
  return { artist }
}

/** A fan uses the code on the festival's page, and buys two tickets as a guest on a telephone. */
async function buy(id: string, artist: string) {
  const fan = await site.open(`/guide/${id}`, { width: 390, expected: /404/ })
  const { page } = fan
  await page.getByText(artist).first().waitFor()
  await page.getByText('I have a code').click()
  await page.getByLabel('Code').fill('EARLY')
  await page.keyboard.press('Enter')
  await page.getByText('€60.00').first().waitFor()
  for (const _ of [1, 2]) await button(page, 'One more: Weekend').click()
  await button(page, 'Buy 2 tickets · €120.00').click()
  const email = anEmail()
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Pay €120.00').click()
  await page.waitForURL(/\/tickets/)
  const [short = ''] = await page.locator('.pass code').allTextContents()
  return { ...fan, email, short }
}

/** The organizer sets up a gate in the console; a steward opens it by its link, and admits a ticket. */
async function admit({ page, tab }: Awaited<ReturnType<typeof aDesk>>, short: string) {
  await tab('Gate')
  await button(page, 'New gate device').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('North gate')
  await button(page, 'Create gate device').click()
  const shown = dialog(page, 'Set up North gate')
  const link = await shown.getByLabel('Secret').innerText()
  await shown.getByLabel('I have stored it').check()
  await button(shown, 'Done').click()
  const gate = await site.open(new URL(link).pathname + new URL(link).hash, { width: 390 })
  await button(gate.page, 'Find a ticket').click()
  await gate.page.getByLabel('Short code, name or e-mail').fill(short)
  await gate.page.keyboard.press('Enter')
  await button(gate.page, /^Admit/).click()
  await gate.page.locator('#answer-title').getByText('Admitted', { exact: true }).waitFor()
  await picture(gate.page, 'gate')
  await gate.done()
}

/** Someone of the platform approves the organizer. */
async function approve(name: string) {
  const staff = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await site.open('/console/organizers?show=waiting', { as: staff })
  await page.getByRole('link', { name }).click()
  await button(page, 'Approve').click()
  await button(page, 'Withdraw approval').waitFor()
  await done()
}

/** The organizer writes to everyone with a ticket. */
async function write({ page, tab }: Awaited<ReturnType<typeof aDesk>>) {
  await tab('Messages')
  await button(page, 'New message').click()
  const form = dialog(page, /essage/)
  await form.getByRole('textbox', { name: 'Subject' }).fill('Gates')
  await form.getByRole('textbox', { name: 'Message' }).fill('Gates open at 14:00.')
  await button(page, 'Save draft').click()
  await button(page, 'Send…').click()
  await button(page, 'Send to 1 person').click()
  await form.getByText('sent', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

test('a festival is planned, published, sold, told, admitted, refunded in part, and its books are right to the cent', async () => {
  const desk = await aDesk()
  const { page, tab } = desk
  const [organizer, name] = [aName('Quay'), aName('Harbour')]
  const id = await draft(page, { organizer, name })
  const { artist } = await fill(desk)
  await picture(page, 'vouchers')
  assert.equal((await fetch(`${site.url}/guide/${id}`)).status, 404)
  await button(page, 'Publish').first().click()
  await button(page.getByRole('dialog'), 'Publish').click()
  await page.locator('.mark', { hasText: 'On now' }).first().waitFor()

  const fan = await buy(id, artist)
  await picture(fan.page, 'fan')
  await tab('Messages')
  await page.getByText(`once staff have approved ${organizer}`).waitFor()
  await approve(organizer)
  await write(desk)
  await until('the mail', async () => (await mailsTo(site, fan.email, 'Gates')).length === 1)
  await admit(desk, fan.short)

  // The one who stayed at home gets the money back.
  await tab('Attendees')
  await page.getByRole('row', { name: /Weekend.*used.*inside/ }).waitFor()
  await picture(page, 'attendees')
  const absent = page.getByRole('row', { name: /Weekend.*valid/ })
  await absent.getByRole('button').first().click()
  await button(dialog(page, 'Weekend'), 'Refund').click()
  await button(dialog(page, 'Refund Weekend'), /^Refund €60\.00/).click()
  await page.getByText('The money is refunded').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Weekend.*refunded/ }).waitFor()

  await tab('Report')
  const vat = page.getByRole('table', { name: 'By VAT' }).locator('tbody').getByRole('row')
  await vat.getByText('19 %').waitFor()
  assert.deepEqual(await vat.getByRole('cell').allInnerTexts(), [
    '19 %',
    '2',
    '€120.00',
    '€60.00',
    '€60.00',
    '€9.58',
  ])
  await picture(page, 'report')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, /CSV/).click()])
  assert.match(await readFile(await file.path(), 'utf8'), /,19,,2,1,160,40,0,0,120,60,/)
  assert.deepEqual(await auditLedger(site.db, { atRest: true }), [])

  // Both sides agree: the fan has one ticket that was used, and one that is refunded.
  await fan.page.reload()
  assert.equal(await fan.page.locator('.pass[data-used]').count(), 1)
  await desk.done()
  await fan.done()
})
