/** The gate where tickets go out and in again, with the service and without a network. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)

const said = (page: Page, title: string) =>
  page.locator('#answer-title').getByText(title, { exact: true }).waitFor()

test('a ticket goes out and in again, also without a network, and is inside once', async () => {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id, admission: 'reentry' })
  const device = await aDevice(site, gate, 'North gate 1')
  const [ticket] = await somePaidTickets(site, 1, { tier })
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await page.locator('#as-of', { hasText: ':' }).waitFor()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  const turn = (way: string) => page.getByRole('button', { name: way, exact: true }).click()
  // With one more blank it is another text: the same one is not taken twice within a moment.
  let blanks = 0
  const type = async (title: string) => {
    const code = `${ticket?.code}${' '.repeat(blanks++)}`
    await page.getByLabel('Type the code').fill(code)
    await page.getByLabel('Type the code').press('Enter')
    await said(page, title)
  }
  await type('Admitted')
  await turn('Out')
  await type('Out')
  await outage.begin()
  try {
    await turn('In')
    await type('Admitted offline')
    await type('Already used')
    await turn('Out')
    await type('Out offline')
    await page.reload()
    await page.locator('#way-out[aria-pressed="true"]').waitFor()
    await turn('In')
    await type('Admitted offline')
  } finally {
    await outage.end()
  }
  await page.locator('#unsent').getByText('0', { exact: true }).waitFor()
  const scans = await site.db
    .selectFrom('gate_passages')
    .select(['direction', 'ordinal'])
    .where('payment_id', '=', ticket?.id ?? '')
    .orderBy('at')
    .execute()
  assert.deepEqual(
    scans.map(({ direction }) => direction),
    ['in', 'out', 'in', 'out', 'in'],
  )
  const { body } = await site.get(`/gate/${gate.festival.id}/clashes`, { as: gate.manager })
  assert.deepEqual(body, [])
  await done()
})

for (const width of [390, 1360]) {
  test(`the switch takes no place from the answer, ${width} px`, async () => {
    const gate = await aRunningGate(site)
    const device = await aDevice(site, gate, 'South gate')
    const { page, done } = await site.open(`/gate#${device.token}`, { width })
    await page.getByRole('button', { name: 'Out', exact: true }).click()
    const [stage, answer, ways] = await Promise.all(
      ['#stage', '#answer', '.ways'].map((place) => page.locator(place).boundingBox()),
    )
    assert.ok(stage && answer && ways)
    assert.ok(ways.y >= stage.y + stage.height && ways.height < 80, JSON.stringify({ stage, ways }))
    if (width > 860) assert.ok(answer.x >= stage.x + stage.width && answer.y < ways.y)
    else assert.ok(answer.y >= ways.y + ways.height)
    await assertAccessible(page, `the way out, ${width} px`)
    await done()
  })
}
