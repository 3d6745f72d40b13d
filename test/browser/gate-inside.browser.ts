/** The gate's page says how many are inside its zone, and of when that is without a network. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aDevice, anUpload, aRunningGate, scan } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const outage = outageOf(site)

/** A festival that is on, whose camping ground has a gate on this page and another beside it. */
async function aCamping(capacity: number) {
  const gate = await aRunningGate(site)
  const festival_id = gate.festival.id
  const body = { capacity }
  await site.put(`/festivals/${festival_id}/zones/camping`, body, { as: gate.manager })
  const zones = ['main', 'camping']
  const tier = await aTier(site, { festival_id, admission: 'reentry', zones })
  const codes = (await somePaidTickets(site, 4, { tier })).map(({ code }) => code)
  const at = (name: string) => aDevice(site, gate, { name, zone: 'camping' })
  return { festival_id, codes, here: await at('Tent gate'), beside: await at('Car gate') }
}

for (const { width, dark } of [
  { width: 390, dark: true },
  { width: 1360, dark: false },
]) {
  test(`who is inside follows each scan, and is kept without a network: ${width} px`, async () => {
    const { festival_id, codes, here, beside } = await aCamping(2_000)
    const look = { width, dark, expected: unanswered }
    const { page, done } = await site.open(`/gate#${here.token}`, look)
    const inside = page.locator('#inside')
    await inside.getByText('Inside camping: 0 of 2,000', { exact: true }).waitFor()
    await page.evaluate('navigator.serviceWorker.ready')
    const type = async (nth: number) => {
      await page.getByLabel('Type the code').fill(codes[nth] ?? '')
      await page.getByLabel('Type the code').press('Enter')
    }
    await scan(site, beside, anUpload(festival_id, [{ code: codes[0] ?? '' }]))
    await type(1)
    await inside.getByText('Inside camping: 2 of 2,000', { exact: true }).waitFor()
    await assertAccessible(page, 'inside')
    await outage.begin()
    try {
      await type(2)
      await page.locator('#answer-title').getByText('Admitted offline').waitFor()
      await inside.getByText(/^Inside camping: 2 of 2,000, as of \d\d:\d\d/).waitFor()
      await page.reload()
      await inside.getByText(/^Inside camping: 2 of 2,000, as of \d\d:\d\d/).waitFor()
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    } finally {
      await outage.end()
    }
    await inside.getByText('Inside camping: 3 of 2,000', { exact: true }).waitFor()
    await done()
  })
}

test('a gate says that its zone is nearly full, and full', async () => {
  const { codes, here } = await aCamping(1)
  const { page, done } = await site.open(`/gate#${here.token}`)
  const inside = page.locator('#inside')
  await inside.getByText('Inside camping: 0 of 1', { exact: true }).waitFor()
  await page.getByLabel('Type the code').fill(codes[0] ?? '')
  await page.getByLabel('Type the code').press('Enter')
  await inside.getByText('Inside camping: 1 of 1 · full', { exact: true }).waitFor()
  await done()
})
