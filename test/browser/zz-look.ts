import { launch } from './chromium.ts'
import { aSite } from './site.ts'
import { test } from 'node:test'
import { openAs, buyAs } from './fans.ts'
import { aSoldOutTier, aPlaceInLine, addPieces, offer } from '../waiting.ts'
import { aTransfer } from '../transfers.ts'
import { aFestival, anArtist, anOrganizer } from '../catalogue.ts'
void launch
const site = await aSite()
test('look', async () => {
  const ada = await site.aPersonWith({})
  const bo = await site.aPersonWith({})
  const org = await anOrganizer(site, { description: 'Concerts by the water, since 1998.' })
  const fest = await aFestival(site, { name: 'Harbour Nights', venue: 'Kalvø Pier', country: 'Denmark', organizer_id: org.id, refund_until_days: 14, refund_percent: 80 })
  const a = await buyAs(site, ada, { festival_id: fest.id, name: 'Weekend' })
  const b = await buyAs(site, bo, { festival_id: fest.id, name: 'Friday' })
  await aTransfer(site, { ...b.payments[0]!, festival_id: fest.id, user_id: bo.id }, ada)
  const c = await buyAs(site, ada, { festival_id: fest.id, name: 'Saturday' })
  await aTransfer(site, { ...c.payments[0]!, festival_id: fest.id, user_id: ada.id }, bo)
  const tier = await aSoldOutTier(site, 2, { festival_id: fest.id, name: 'Camping' })
  await aPlaceInLine(site, tier, { as: ada, quantity: 2 })
  const t2 = await aSoldOutTier(site, 2, { festival_id: fest.id, name: 'Backstage' })
  await aPlaceInLine(site, t2, { as: ada, quantity: 1 })
  await addPieces(site, tier, 2)
  await offer(site)
  for (const [width, dark] of [[390, false], [1360, true]] as const) {
    const { page } = await openAs(site, ada, { path: '/tickets', width, dark, expected: /.*/ })
    for (const s of await page.getByText('You cannot go?').all()) await s.click()
    await page.screenshot({ path: `/tmp/me-look/tickets-${width}.png`, fullPage: true })
    await page.getByRole('button', { name: 'Hand on' }).first().click()
    await page.screenshot({ path: `/tmp/me-look/dialog-${width}.png` })
    await page.goto(`${site.url}/guide/${fest.id}`)
    await page.getByRole('button', { name: /Follow/ }).waitFor()
    await page.screenshot({ path: `/tmp/me-look/festival-${width}.png`, fullPage: true })
    await page.goto(`${site.url}/organizers/${org.id}`)
    await page.getByRole('button', { name: /Follow/ }).waitFor()
    await page.screenshot({ path: `/tmp/me-look/organizer-${width}.png`, fullPage: true })
    await page.context().close()
  }
})
