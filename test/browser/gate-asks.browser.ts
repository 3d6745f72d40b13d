/** The gate's page asks before it uses up a ticket of another day, practises, and undoes, with a network and without. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, aGate, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, title: string) =>
  page.locator('#answer-title').getByText(title, { exact: true }).waitFor()

/** A device at a gate, its page, and a ticket that it can scan by typing. */
async function enter(gate: Awaited<ReturnType<typeof aGate>>, look: object = {}) {
  const tier = await aTier(site, { festival_id: gate.festival.id })
  const device = await aDevice(site, gate, 'North gate 1')
  const [ticket] = await somePaidTickets(site, 1, { tier })
  assert.ok(ticket)
  const opened = await site.open(`/gate#${device.token}`, { expected: unanswered, ...look })
  const { page } = opened
  await page.locator('#as-of', { hasText: ':' }).waitFor()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  // With one more blank it is another text: the same one is not taken twice within a moment.
  let blanks = 0
  const scan = async () => {
    const code = `${ticket.code}${' '.repeat(blanks++)}`
    await page.getByLabel('Type the code').fill(code)
    await page.getByLabel('Type the code').press('Enter')
  }
  const outcomes = async () => {
    const scans = site.db.selectFrom('gate_scans').where('payment_id', '=', ticket.id)
    const rows = await scans.select('outcome').orderBy('received_at').execute()
    return rows.map(({ outcome }) => outcome)
  }
  return { ...opened, scan, outcomes }
}

test('a ticket of another day is asked about, and a tap admits it', async () => {
  const { page, done, scan, outcomes } = await enter(await aGate(site))
  await scan()
  await said(page, 'Not today')
  await assertAccessible(page, 'the question')
  assert.deepEqual(await outcomes(), [])
  await press(page, 'Admit anyway')
  await said(page, 'Admitted')
  assert.deepEqual(await outcomes(), ['admitted'])
  await done()
})

test('without a network the page asks as well', async () => {
  const { page, done, scan } = await enter(await aGate(site))
  await outage.begin()
  try {
    await scan()
    await said(page, 'Not today')
    await press(page, 'Admit anyway')
    await said(page, 'Admitted offline')
  } finally {
    await outage.end()
  }
  await page.locator('#unsent').getByText('0', { exact: true }).waitFor()
  await done()
})

for (const look of [{}, { width: 390 }, { dark: true }]) {
  test(`practice shows that it is none of the real thing, and leaves nothing: ${JSON.stringify(look)}`, async () => {
    const { page, done, scan, outcomes } = await enter(await aRunningGate(site), look)
    await page.getByLabel('Practice: answer as usual').check()
    await page.getByText('nothing you scan is used up').waitFor()
    await assertAccessible(page, 'practice')
    for (let nth = 0; nth < 2; nth++) {
      await scan()
      await said(page, 'Admitted')
      await press(page, 'Clear')
    }
    await page.reload()
    await page.getByText('nothing you scan is used up').waitFor()
    assert.deepEqual(await outcomes(), [])
    await page.getByText('What you scan is listed here').waitFor()
    await page.getByLabel('Practice: answer as usual').uncheck()
    await scan()
    await said(page, 'Admitted')
    assert.deepEqual(await outcomes(), ['admitted'])
    await done()
  })
}

test('a scan is undone for a reason, and the ticket admits again', async () => {
  const { page, done, scan, outcomes } = await enter(await aRunningGate(site))
  await scan()
  await said(page, 'Admitted')
  await press(page, 'Undo')
  const dialog = page.getByRole('dialog')
  await assertAccessible(page, 'the reason')
  await dialog.getByLabel('Reason').selectOption('The wrong ticket was scanned')
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await said(page, 'Undone')
  await page.waitForResponse((response) => response.url().includes('/manifest'))
  assert.deepEqual(await outcomes(), ['undone'])
  await scan()
  await said(page, 'Admitted')
  assert.deepEqual((await outcomes()).toSorted(), ['admitted', 'undone'])
  await done()
})

test('a scan without a network is undone there at once, and at the service when it is back', async () => {
  const { page, done, scan, outcomes } = await enter(await aRunningGate(site))
  await outage.begin()
  try {
    await scan()
    await said(page, 'Admitted offline')
    await press(page, 'Undo')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await said(page, 'Undone')
    await scan()
    await said(page, 'Admitted offline')
    await press(page, 'Undo')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await said(page, 'Undone')
  } finally {
    await outage.end()
  }
  await page.locator('#unsent').getByText('0', { exact: true }).waitFor()
  await until('both to be undone', async () => `${await outcomes()}` === 'undone,undone')
  await done()
})
