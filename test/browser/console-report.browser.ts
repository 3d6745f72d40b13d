/** The report of a festival in the console: months, tables, and the files for an accountant. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep } from '../buying.ts'
import { linesIn } from '../pdf.ts'
import { aGivingFestival, orderTickets } from '../vouchers.ts'
import { aSite, assertAccessible } from './site.ts'

const clock = { ahead: 0 }
const site = await aSite({ now: () => new Date(Date.now() + clock.ahead) })
const { db, post, aUser } = site
const admin = await aUser({ roles: ['admin'] })

/** A festival that sold at two rates in two months, and gave one ticket back in the second one; with its manager. */
async function aSeller() {
  const { festivalId, tier, voucher } = await aGivingFestival(site)
  const manager = await site.aPersonWith({})
  const festival = await db
    .selectFrom('festivals')
    .selectAll()
    .where('id', '=', festivalId)
    .executeTakeFirstOrThrow()
  const managed = { organizer_id: festival.organizer_id ?? '', user_id: manager.id }
  await db.insertInto('organizer_managers').values(managed).execute()
  return { festival, festivalId, manager, tier, voucher }
}

/** Sells 30 days ago, and refunds now: two months, whichever day it is. Returns them. */
async function sell({ festivalId, tier, voucher }: Awaited<ReturnType<typeof aSeller>>) {
  const ticket = await tier({ vat: JSON.stringify({ rate: 19, exemption: null }) })
  const exemption = 'Exempt from VAT under section 4 no. 20 UStG'
  const stay = await aPlaceToSleep(site, {
    festival_id: festivalId,
    vat: JSON.stringify({ rate: null, exemption }),
  })
  const { code } = await voucher({ percent: 20, max_uses: 10, entity_ids: [ticket.id] })
  clock.ahead = -32 * 86_400_000
  const before = new Date(Date.now() + clock.ahead).toISOString().slice(0, 7)
  const ada = await aUser()
  const { body } = await orderTickets(site, ada, { id: ticket.id, quantity: 2, voucher: code })
  await post(
    '/orders',
    { items: [{ payment_type: 'accommodation', entity_id: stay.id }] },
    { as: ada, headers: { 'idempotency-key': newId() } },
  )
  clock.ahead = 0
  await post(`/payments/${body.payments[0].id}/refund`, {}, { as: admin })
  return { before, now: new Date().toISOString().slice(0, 7) }
}

async function show(
  { manager, festivalId }: Awaited<ReturnType<typeof aSeller>>,
  look: Parameters<typeof site.open>[1] = {},
) {
  const opened = await site.open(`/console/festivals/${festivalId}/report`, {
    ...look,
    as: manager,
  })
  return opened
}

const cellsOf = async (page: Page, table: string) => {
  const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row')
  const all = await rows.all()
  return Promise.all(
    all.map(async (row) => (await row.getByRole('cell').allInnerTexts()).join(' | ')),
  )
}

async function saved(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const inWords = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

// Requirement (rules): contract §10.8: the console
test('a manager reads the report of all months and of one, and saves it as CSV and PDF', async () => {
  const seller = await aSeller()
  const { before, now } = await sell(seller)
  const { page, done } = await show(seller)
  await page.getByRole('table', { name: 'By month' }).waitFor()
  assert.deepEqual(await cellsOf(page, 'By VAT'), [
    '19 % | 2 | €80.00 | €40.00 | €40.00 | €6.39',
    'Exempt from VAT under section 4 no. 20 UStG | 1 | €90.00 | €0.00 | €90.00 | €0.00',
  ])
  assert.deepEqual(await cellsOf(page, 'By means of payment'), [
    'Card (simulated) | 3 | 1 | €170.00 | €40.00',
  ])
  assert.deepEqual(await cellsOf(page, 'By month'), [
    `${inWords(before)} | 3 | €170.00 | €0.00 | €170.00 | €12.77`,
    `${inWords(now)} | 0 | €0.00 | €40.00 | -€40.00 | -€6.38`,
  ])

  await page.getByRole('button', { name: inWords(before) }).click()
  await page.getByRole('definition').getByText('0 returned', { exact: true }).waitFor()
  assert.match(page.url(), new RegExp(`month=${before}$`))
  await page.reload()
  await page.getByRole('table', { name: 'By kind' }).waitFor()
  assert.deepEqual(await cellsOf(page, 'By kind'), [
    'Tickets | 2 | €80.00 | €0.00 | €80.00 | €12.77',
    'Accommodations | 1 | €90.00 | €0.00 | €90.00 | €0.00',
  ])
  const csv = await saved(page, 'Download CSV')
  assert.equal(csv.name, `report ${seller.festival.name} ${before}.csv`)
  const lines = csv.bytes.toString().trim().split('\r\n')
  assert.equal(lines.length, 3)
  assert.ok(lines.slice(1).every((line) => line.startsWith(`"${before}"`)))
  // The form that is chosen once is that of the next export, also on other pages.
  for (const [form, extension, start] of [
    ['CSV for German, French, Spanish, Italian Excel (;)', 'csv', '\ufeff'],
    ['Excel (.xlsx)', 'xlsx', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Form of the file' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: form, exact: true }).click(),
    ])
    const name = `report ${seller.festival.name} ${before}.${extension}`
    assert.equal(file.suggestedFilename(), name)
    assert.ok((await readFile(await file.path(), 'utf8')).startsWith(start), form)
  }
  await page.reload()
  const again = await saved(page, 'Download Excel')
  assert.equal(again.bytes.subarray(0, 2).toString(), 'PK')
  const pdf = await saved(page, 'Download PDF')
  assert.equal(pdf.name, `report ${seller.festival.name} ${before}.pdf`)
  assert.ok((await linesIn(pdf.bytes)).join(' ').includes('170.00'))

  await page.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: inWords(now) }).click()
  await page.getByRole('definition').getByText('1 returned', { exact: true }).waitFor()
  await done()
})

test('who may not see the report is told so', async () => {
  const seller = await aSeller()
  const editor = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await show({ ...seller, manager: editor }, { expected: /403/ })
  await page.getByRole('heading', { name: 'You cannot see this report' }).waitFor()
  await done()
})

for (const { name, ...look } of [
  { name: 'on a desk in the light', width: 1360 },
  { name: 'on a telephone in the dark', width: 390, dark: true },
]) {
  test(`the report is accessible ${name}`, async () => {
    const seller = await aSeller()
    const empty = await show(seller, look)
    await empty.page.getByRole('heading', { name: 'Nothing was sold yet' }).waitFor()
    await assertAccessible(empty.page, `nothing, ${name}`)
    await empty.done()
    await sell(seller)
    const { page, done } = await show(seller, look)
    await page.getByRole('heading', { name: 'By month' }).waitFor()
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok((await page.evaluate<number>(wider)) <= 0)
    await assertAccessible(page, name)
    await done()
  })
}
