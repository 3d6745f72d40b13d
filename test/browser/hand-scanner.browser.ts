/** Hand scanners of every keyboard layout, wherever the focus is: at the gate, and at the till's refunds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { testCode } from '../../pages/gate/scanner-report.ts'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { aBoxOffice, aShift } from '../till.ts'
import { until } from '../until.ts'
import { aHandScanner } from './hand-scanner.ts'
import { layoutNames } from './keyboard-layouts.ts'
import { aSite } from './site.ts'

const site = await aSite()
/** Tickets scanned with each layout; the drill with a real keyboard has fifty. */
const perLayout = 6

/** A gate with a device and paid tickets, and a scanner at its page. */
async function aManned(count: number) {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id })
  const device = await aDevice(site, gate, 'North gate 1')
  const tickets = await somePaidTickets(site, count, { tier })
  const opened = await site.open(`/gate#${device.token}`)
  await opened.page.locator('#line', { hasText: 'Online' }).waitFor()
  const scan = await aHandScanner(opened.page)
  return { ...opened, device, scan, codes: tickets.map(({ code }) => code) }
}

const counted = (page: Page, count: number) =>
  page.locator('#today').getByText(`${count}`, { exact: true }).waitFor()

/** The device decides by itself where a loaded machine answers late. */
const isAdmitted = (page: Page) =>
  page
    .locator('#answer-title')
    .getByText(/^Admitted/)
    .waitFor()

for (const layout of layoutNames) {
  test(`tickets are admitted with the keyboard layout ${layout}, with prefixes and suffixes`, async () => {
    const { page, scan, codes, done } = await aManned(perLayout)
    const settings = [
      {},
      { before: ']Q1' },
      { before: 'A7', after: '#' },
      { end: 'Tab', stx: true },
      { end: null },
      { before: ']Q1', after: '#', end: null },
    ] as const
    for (const [index, code] of codes.entries()) {
      const { before, after, ...given } = {
        before: '',
        after: '',
        ...settings[index % settings.length],
      }
      await scan(`${before}${code}${after}`, { layout, ...given })
      await counted(page, index + 1)
      await isAdmitted(page)
    }
    assert.equal(await page.locator('#last [data-result="admitted"]').count(), perLayout)
    assert.equal(await page.getByLabel('Type the code').inputValue(), '')
    await done()
  })
}

test('a scan counts wherever the focus is, and presses nothing', async () => {
  const { page, scan, codes, done } = await aManned(6)
  const [sound, practice] = [page.getByLabel('Sound and vibration'), page.locator('#practice')]
  // A code with blanks would turn the box that has the focus on and off.
  await sound.click()
  await sound.click()
  await scan(codes[0] ?? '', { layout: 'de' })
  await counted(page, 1)
  await page.getByRole('button', { name: 'Out', exact: true }).focus()
  await scan(codes[1] ?? '', { layout: 'fr', end: 'Tab' })
  await counted(page, 2)
  await page.getByRole('button', { name: 'Find a ticket' }).click()
  await page.locator('#find-text').fill('Mar')
  await scan(codes[2] ?? '', { layout: 'se' })
  await counted(page, 3)
  assert.equal(await page.locator('#find').isVisible(), false)
  await page.getByRole('button', { name: 'Find a ticket' }).click()
  await page.locator('#find').getByRole('button', { name: 'Close' }).focus()
  await scan(codes[3] ?? '', { layout: 'ch' })
  await counted(page, 4)
  await page.getByRole('button', { name: 'Remove the set-up' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).focus()
  await scan(codes[4] ?? '', { layout: 'be' })
  await counted(page, 5)
  await isAdmitted(page)
  await page.getByLabel('Type the code').fill('half a')
  await scan(codes[5] ?? '', { layout: 'it' })
  await counted(page, 6)
  assert.equal(await page.getByLabel('Type the code').inputValue(), 'half a')
  assert.deepEqual([await sound.isChecked(), await practice.isChecked()], [true, false])
  assert.equal(await page.locator('#way-in').getAttribute('aria-pressed'), 'true')
  assert.equal(await page.locator('#last [data-result="admitted"]').count(), 6)
  await done()
})

test('scans that follow each other at once all count', async () => {
  const { page, scan, codes, done } = await aManned(5)
  for (const code of codes) await scan(code, { layout: 'es' })
  await counted(page, 5)
  assert.equal(await page.locator('#last [data-result="admitted"]').count(), 5)
  await done()
})

test('the set-up token is scanned', async () => {
  const { device, done: end } = await aManned(0)
  await end()
  const { page, done } = await site.open('/gate')
  await page.getByRole('heading', { name: 'Set this device up' }).waitFor()
  const scan = await aHandScanner(page)
  await scan(`]Q1${site.url}/gate#${device.token}`, { layout: 'de' })
  await page.locator('#device', { hasText: 'North gate 1' }).waitFor()
  await done()
})

test('at the till a scan opens the refund of the ticket, and stays out of other fields', async () => {
  const { festivalId, manager } = await aBoxOffice(site)
  const tier = await aTier(site, { festival_id: festivalId, quantity: 9, price_cents: 5_000 })
  const [ticket] = await somePaidTickets(site, 1, { tier })
  const { token } = await aShift(site, { festivalId, manager })
  const { page, done } = await site.open('/box-office')
  await page.getByRole('heading', { name: 'Set this till up' }).waitFor()
  const scan = await aHandScanner(page)
  await scan(token, { layout: 'fr' })
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByLabel('Reason').fill('Rain')
  await scan(ticket?.code ?? '', { layout: 'de' })
  const code = page.getByLabel('Short code or payment id')
  await until('the code is in its field', async () => (await code.inputValue()) !== '')
  assert.equal(await code.inputValue(), ticket?.id)
  assert.equal(await page.getByLabel('Reason').inputValue(), 'Rain')
  await code.fill('')
  await page.getByRole('button', { name: 'Last sales' }).click()
  await scan(ticket?.code ?? '', { layout: 'no', end: null })
  await code.waitFor()
  assert.equal(await code.inputValue(), ticket?.id)
  await done()
})

test('the page to test a scanner says what arrives, and admits nothing', async () => {
  const { page, scan, codes, done } = await aManned(1)
  await page.getByRole('button', { name: 'Test your scanner' }).click()
  const report = page.locator('#scanner-said')
  await scan(`]Q1${testCode}#`, { layout: 'de' })
  await report.getByText('the page reads the keys').waitFor()
  await report.getByText('German or Austrian', { exact: true }).waitFor()
  await report.getByText(']Q1', { exact: true }).waitFor()
  await report.getByText('#, Enter', { exact: true }).waitFor()
  await scan(codes[0] ?? '', { layout: 'us', end: null })
  await report.getByText('This scanner works here. There is nothing to set.').waitFor()
  await page.locator('#scanner-test').getByRole('button', { name: 'Close' }).click()
  assert.equal(await page.locator('#today').innerText(), '0')
  await scan(codes[0] ?? '')
  await isAdmitted(page)
  await done()
})
