/** The sales of a festival: figures, charts, days and the spreadsheet. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { bucketsOf, rangeIn } from '../../pages/console/sales/days.ts'
import { aPlaceToSleep, aTier } from '../buying.ts'
import { aName } from '../catalogue.ts'
import { aDevice, aGate, anUpload, scan } from '../gate.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const { processor, told } = aProcessor()
const site = await aSite({ parts: paidBy(processor) })
const { db, get, post, aUser } = site
const admin = await site.aPersonWith({ roles: ['admin'] })
const day = 86_400_000

/** A festival that sells, a manager, and its gate. */
async function aSeller(name = aName('Weekend')) {
  const gate = await aGate(site)
  const manager = await site.aPersonWith({})
  const { organizer_id } = await db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', gate.festival.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer_id ?? '', user_id: manager.id })
    .execute()
  const tier = await aTier(site, { festival_id: gate.festival.id, name, quantity: 20 })
  return { ...gate, manager, tier }
}

type Look = Parameters<typeof site.open>[1]

async function enter(as: Person, path: string, look: Look = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

const buy = async (entity_id: string) => {
  const answer = await post(
    '/payments',
    { payment_type: 'ticket', entity_id },
    { as: await aUser() },
  )
  return answer.body
}

/** The figures at the top, by name. */
async function figuresOf(page: Page): Promise<Record<string, string>> {
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Total' }) })
  const [names, values] = [section.locator('dt'), section.locator('dt + dd')]
  const texts = await values.allInnerTexts()
  return Object.fromEntries(
    (await names.allInnerTexts()).map((name, at) => [name, texts[at] ?? '']),
  )
}

async function showsFigures(page: Page, expected: Record<string, string>) {
  await until(`the figures ${JSON.stringify(expected)}`, async () => {
    const shown = await figuresOf(page)
    return Object.entries(expected).every(([name, value]) => shown[name] === value)
  })
}

test('the figures agree with the API while it sells, admits and refunds', async () => {
  const { festival, manager, tier } = await aSeller()
  const bought = await buy(tier.id)
  told.next.push('action')
  await buy(tier.id)
  const { page, done } = await enter(manager, `/sales/${festival.id}`)
  await page.getByText('live', { exact: true }).waitFor()
  await showsFigures(page, { Sold: '1', Held: '1', Remaining: '18', Revenue: '€50.00' })

  // The page updates without a reload.
  const second = await buy(tier.id)
  await showsFigures(page, { Sold: '2', Revenue: '€100.00', Admitted: '0' })
  const device = await aDevice(site, { festival, manager })
  await scan(site, device, anUpload(festival.id, [{ code: second.qr_code }]))
  await showsFigures(page, { Admitted: '1' })
  await post(`/payments/${bought.id}/refund`, {}, { as: admin })
  await showsFigures(page, { Sold: '1', Refunded: '€50.00' })

  const { body } = await get(`/festivals/${festival.id}/sales`, { as: manager })
  const { sold, held, remaining, revenue, refunded, validated } = body.totals
  assert.deepEqual([sold, held, remaining, revenue, refunded, validated], [1, 1, 18, 100, 50, 1])
  const row = page.getByRole('table', { name: 'Offers' }).getByRole('row', { name: tier.name })
  const cells = await row.getByRole('cell').allInnerTexts()
  assert.equal(cells.slice(1).join(' '), '€50.00 1 1 18 €100.00 €50.00 1')
  await done()
})

test('a range narrows the days, not the totals, and the address keeps it', async () => {
  const { festival, manager, tier } = await aSeller()
  const at = (days: number) => new Date(Date.now() - days * day)
  await somePaidTickets(site, 2, { tier, created_at: at(0) })
  await somePaidTickets(site, 3, { tier, created_at: at(20) })
  const { page, done } = await enter(manager, `/sales/${festival.id}`)
  await page.getByText('In this period: 5 sold, €250.00 taken').waitFor()
  await page.getByText('7 days').click()
  await page.getByText('In this period: 2 sold, €100.00 taken').waitFor()
  await page.getByText('Table', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Sales by day' }).getByRole('row')
  assert.equal(await rows.count(), 2)
  await page.reload()
  await page.getByText('In this period: 2 sold').waitFor()
  await page.goBack()
  await page.getByText('In this period: 5 sold').waitFor()

  const date = at(20).toISOString().slice(0, 10)
  await page.getByLabel('To (UTC)').fill(date)
  await page.getByText('In this period: 3 sold').waitFor()
  await page.getByLabel('From (UTC)').fill(at(10).toISOString().slice(0, 10))
  await page.getByText('Before the first day').waitFor()
  assert.equal((await figuresOf(page))['Sold'], '5')
  await done()
})

test('the spreadsheet is saved, and has every payment', async () => {
  const { festival, manager, tier } = await aSeller('=cmd|"x" <script>')
  const { id } = await buy(tier.id)
  const { page, done } = await enter(manager, `/festivals/${festival.id}/sales`)
  await page.getByRole('table', { name: 'Offers' }).getByText('=cmd|"x" <script>').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  assert.equal(file.suggestedFilename(), `sales ${festival.name}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  const { text: sent } = await get(`/festivals/${festival.id}/sales.csv`, { as: manager })
  assert.equal(text.replace(/^\uFEFF/, ''), sent.replace(/^\uFEFF/, ''))
  assert.ok(text.includes(id))
  await done()
})

test('a festival is chosen with the keyboard, and its sales are opened', async () => {
  const { festival, manager } = await aSeller()
  const { page, done } = await enter(manager, '/sales')
  const open = page.getByRole('button', { name: festival.name })
  await open.waitFor()
  await page.getByRole('searchbox').press('Tab')
  const focused = page.locator('*:focus')
  for (let tabs = 0; tabs < 8 && (await focused.innerText()) !== festival.name; tabs++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: festival.name, level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'By offer' }).waitFor()
  await done()
})

test('other users cannot see the sales', async () => {
  const [{ festival }, { manager }] = [await aSeller(), await aSeller()]
  const { page, done } = await enter(manager, `/sales/${festival.id}`, {
    expected: /status of 403/,
  })
  await page.getByRole('heading', { name: 'You cannot see these sales' }).waitFor()
  await done()
})

test('a user who manages nothing has neither sales nor payments', async () => {
  const { page, done } = await enter(await site.aPersonWith({}), '/sales')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  const menu = page.getByRole('navigation')
  assert.equal(await menu.getByRole('link', { name: /Sales|Payments/ }).count(), 0)
  await done()
})

test('days without sales are included; too many become weeks', () => {
  const made = { sold: 1, revenue: 0.1, discounts: 0.2, refunded: 0, validated: 0 }
  const none = { sold: 0, revenue: 0, discounts: 0, refunded: 0, validated: 0 }
  assert.deepEqual(
    bucketsOf([
      { date: '2027-02-27', ...made },
      { date: '2027-03-01', ...made },
    ]),
    [
      { from: '2027-02-27', to: '2027-02-27', ...made },
      { from: '2027-02-28', to: '2027-02-28', ...none },
      { from: '2027-03-01', to: '2027-03-01', ...made },
    ],
  )
  // 6 January 2027 is a Wednesday, the 10th a Sunday.
  const weeks = bucketsOf([
    { date: '2027-01-06', ...made },
    { date: '2027-01-10', ...made, revenue: 0.2 },
    { date: '2027-05-03', ...made },
  ])
  const both = { ...made, sold: 2, revenue: 0.3, discounts: 0.4 }
  assert.deepEqual(weeks[0], { from: '2027-01-04', to: '2027-01-10', ...both })
  assert.deepEqual(weeks.at(-1), { from: '2027-05-03', to: '2027-05-09', ...made })
  assert.equal(weeks.length, 18)
  assert.deepEqual(bucketsOf([]), [])
})

test('an invalid range in the address shows all days', () => {
  const now = Date.parse('2027-03-01T23:59:59.000Z')
  const range = (text: string) => {
    const values = new URLSearchParams(text)
    return rangeIn({ get: (name) => values.get(name) ?? '' }, now)
  }
  assert.deepEqual(range('days=7'), { from: '2027-02-23', to: '2027-03-01' })
  assert.deepEqual(range('from=2027-02-01&to=2027-02-28'), { from: '2027-02-01', to: '2027-02-28' })
  assert.deepEqual(range('from=2027-02-01&to=2027-01-01'), { from: '2027-02-01' })
  for (const text of ['', 'days=-1', 'days=1e9', 'days=x', 'from=2027-02-30', 'to=soon']) {
    assert.deepEqual(range(text), {}, text)
  }
})

for (const { width, dark, where } of looks) {
  test(`sales are accessible ${where}`, async () => {
    const name = `${'x'.repeat(180)} <img src=x onerror=alert(1)> \u202Eabc`
    const { festival, manager, tier } = await aSeller(name)
    const tent = await aPlaceToSleep(site, { festival_id: festival.id })
    await somePaidTickets(site, 2, { tier, created_at: new Date() })
    const empty = await aSeller()
    const { page, done } = await enter(manager, '/sales', { dark, width })
    await page.getByRole('button', { name: festival.name }).waitFor()
    await assertAccessible(page, 'the festivals')
    await page.goto(`${site.url}/console/sales/${festival.id}`)
    await page.getByRole('button', { name: 'Download CSV' }).waitFor()
    await page.locator('.recharts-surface').nth(2).waitFor()
    await page.getByText(tent.name).first().waitFor()
    await assertAccessible(page, 'the books as charts')
    const room = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(room <= width, `nothing lies beyond the edge: ${room}`)
    await page.getByText('Table', { exact: true }).click()
    await assertAccessible(page, 'the books as a table')
    await site.signIn(page, empty.manager)
    await page.goto(`${site.url}/console/festivals/${empty.festival.id}/sales`)
    await page.getByRole('heading', { name: 'No sales in this period' }).waitFor()
    await assertAccessible(page, 'the books of nothing')
    await done()
  })
}
