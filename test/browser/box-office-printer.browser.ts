/** The printer of a till: set up once by USB, a serial port or the network, then a sale is printed without a dialog. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aNetworkPrinter } from '../network-printer.ts'
import { printed } from '../receipt-printer.ts'
import { scanPicture } from '../scanner.ts'
import { aBoxOffice, aShift } from '../till.ts'
import { until } from '../until.ts'
import { emulatePrinters } from './emulated-printers.ts'
import { aSite, assertAccessible } from './site.ts'

const networkPrinter = await aNetworkPrinter()
const site = await aSite({ env: networkPrinter.env })

/** A till with emulated printers at its ports, at the part of the page where one is set up. */
async function aTill(look: Parameters<typeof site.open>[1] = {}) {
  const { festivalId, manager } = await aBoxOffice(site)
  const name = 'มหานคร مهرجان Ødegård'
  await aTier(site, { festival_id: festivalId, quantity: 100, name, price_cents: 5_000 })
  const { token } = await aShift(site, { festivalId, manager })
  const opened = await site.open(`/box-office#${token}`, look)
  await opened.page.addInitScript(emulatePrinters)
  await opened.page.evaluate(emulatePrinters)
  await opened.page.locator('#items').getByText(name).waitFor()
  return { ...opened, name }
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
/** Changes the emulated printer. */
const change = (page: Page, state: Partial<Window['printer']>) =>
  page.evaluate((given) => void Object.assign(window.printer, given), state)
/** Returns what the emulated printer received, and empties it. */
const takeBytes = async (page: Page) =>
  Buffer.from(await page.evaluate(() => window.printer.bytes.splice(0)))

async function setUp(page: Page, kind: string, language = 'escpos') {
  await press(page, 'Shift')
  if (await page.getByRole('button', { name: 'Set up a printer' }).isVisible())
    await press(page, 'Set up a printer')
  await page.getByLabel('How is it connected?').selectOption(kind)
  await page.getByLabel('Kind of printer').selectOption(language)
  await press(page, 'Choose it and print a test')
}

/** Sells a ticket, and returns its code. */
async function sell(page: Page, name: string): Promise<string> {
  await press(page, 'Sell')
  await press(page, `One ${name} more`)
  await press(page, 'Cash')
  const sold = page.waitForResponse(/\/sales$/)
  await page.locator('#cash-form').getByRole('button', { name: 'Sell' }).click()
  return (await (await sold).json()).tickets[0].code
}

for (const width of [390, 1360]) {
  test(`by USB at ${width} px: a test page, then a sale, also after a reload`, async () => {
    const { page, name, done } = await aTill({ width })
    await setUp(page, 'usb')
    await page.getByText('The test was sent.').waitFor()
    await page.getByText('Till printer · 80 mm · ESC/POS').waitFor()
    const [test] = await printed(await takeBytes(page), 'escpos')
    assert.equal((await scanPicture(test ?? Buffer.alloc(0)))[0]?.text, 'TEST')
    await assertAccessible(page, `printer at ${width}`)
    await picture(page, `till-${width}`)
    const code = await sell(page, name)
    await press(page, 'Print tickets')
    await until(
      'the sale is printed',
      async () => (await page.evaluate(() => window.printer.closed)) === 2,
    )
    const [paper = Buffer.alloc(0)] = await printed(await takeBytes(page), 'escpos')
    assert.equal((await scanPicture(paper))[0]?.text, code)
    await picture(page, `sold-${width}`)
    if (pictures) await writeFile(`${pictures}/paper-${width}.png`, paper)
    await page.reload()
    await title(page, 'Sold: receipt 1')
    await press(page, 'Print tickets')
    await until(
      'it is printed again',
      async () => (await page.evaluate(() => window.printer.closed)) === 1,
    )
    assert.ok((await takeBytes(page)).length > 0)
    await done()
  })
}

test('a printer that is unplugged, empty or taken is told to the seller, and the sale is printed again', async () => {
  const { page, name, done } = await aTill()
  await setUp(page, 'usb', 'star')
  await page.getByText('The test was sent.').waitFor()
  await takeBytes(page)
  const code = await sell(page, name)
  for (const [state, fault] of [
    [{ isEmpty: true }, 'The printer has no paper. Put in a roll and close it.'],
    [{ breaksAfter: 3 }, 'The printer was disconnected while it printed.'],
    [{ isTaken: true }, 'Another page or program uses the printer.'],
    [{ isThere: false }, 'The printer is not connected.'],
  ] as const) {
    await change(page, { isEmpty: false, breaksAfter: -1, isTaken: false, isThere: true, ...state })
    await press(page, 'Print tickets')
    await page.locator('#notices').getByText(fault).waitFor()
  }
  await takeBytes(page)
  await change(page, { isThere: true })
  await press(page, 'Next sale')
  await press(page, 'Last sales')
  await press(page, /^Show again: Receipt 1/)
  await press(page, 'Print tickets')
  await page.locator('#paper').waitFor({ state: 'detached' })
  await until('the whole ticket is printed', async () => {
    const bytes = await page.evaluate(() => window.printer.bytes.slice())
    return bytes.length > 4 && bytes.slice(-4).join() === '27,42,114,66'
  })
  const [paper] = await printed(await takeBytes(page), 'star')
  assert.equal((await scanPicture(paper ?? Buffer.alloc(0)))[0]?.text, code)
  await done()
})

test('at a serial port, and none chosen', async () => {
  const { page, done } = await aTill()
  await change(page, { isThere: false })
  await setUp(page, 'serial', 'starprnt')
  await page.getByText('No printer was chosen.').waitFor()
  await change(page, { isThere: true })
  await setUp(page, 'serial', 'starprnt')
  await page.getByText('Serial port · 80 mm · StarPRNT').waitFor()
  assert.equal((await printed(await takeBytes(page), 'starprnt')).length, 1)
  await press(page, 'Forget this printer')
  await page.getByText('None is set up.').waitFor()
  await done()
})

test('in the network: one that works, and one that is off', async () => {
  const { page, name, done } = await aTill({ expected: /status of 409/ })
  await setUp(page, 'network:North door')
  await page.getByText('The printer North door does not answer: switch it on').waitFor()
  await setUp(page, 'network:bar')
  await page.getByText('bar · 80 mm · ESC/POS').waitFor()
  networkPrinter.received.length = 0
  const code = await sell(page, name)
  const print = page.waitForResponse(/\/prints$/)
  await press(page, 'Print tickets')
  assert.equal((await print).status(), 200)
  const [paper] = await printed(Buffer.concat(networkPrinter.received), 'escpos')
  assert.equal((await scanPicture(paper ?? Buffer.alloc(0)))[0]?.text, code)
  await done()
})

/** A folder for pictures to look at. */
const pictures = process.env['TILL_PICTURES']
async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}
