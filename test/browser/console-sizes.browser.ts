/** Numbers and tabs of the console on small and usual screens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { aSite } from './site.ts'

const site = await aSite()

test('an amount stays whole on a phone', async () => {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, price_cents: 1_630_340 })
  const wanted = { payment_type: 'ticket', entity_id: tier.id }
  const bought = await site.post('/payments', wanted, { as: await site.aUser() })
  assert.equal(bought.status, 201, bought.text)
  const { page, done } = await site.open(`/console/festivals/${festival.id}/sales`, {
    as: await site.aPersonWith({ roles: ['admin'] }),
    width: 390,
  })
  const amount = page.locator('.figure', { hasText: '€16,303.40' }).first()
  await amount.waitFor()
  const [lines, over] = await amount.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [range.getClientRects().length, element.scrollWidth - element.clientWidth]
  })
  assert.deepEqual([lines, over], [1, 0])
  await done()
})

test('all parts of a festival are seen at 1360 px', async () => {
  const festival = await aFestival(site)
  const { page, done } = await site.open(`/console/festivals/${festival.id}`, {
    as: await site.aPersonWith({ roles: ['admin'] }),
    width: 1360,
  })
  const tabs = page.getByRole('tablist', { name: 'Parts of the festival' }).getByRole('tab')
  await tabs.last().waitFor()
  assert.ok((await tabs.count()) >= 14)
  for (const tab of await tabs.all()) {
    const { x, width } = (await tab.boundingBox()) ?? { x: -1, width: 0 }
    assert.ok(x >= 0 && x + width <= 1360, await tab.innerText())
  }
  await done()
})
