/** The gate with a camera that plays films of tickets: with and without the service. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, anUpload, aRunningGate, scan } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { launch } from './chromium.ts'
import { film } from './film.ts'
import { outageOf, unanswered } from './outage.ts'
import { aSite, assertAccessible, open } from './site.ts'

const site = await aSite()
const outage = outageOf(site)

async function aManned() {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id, name: 'Weekend' })
  const device = await aDevice(site, gate, 'North gate 1')
  const [ticket] = await somePaidTickets(site, 1, { tier })
  return { ...gate, device, code: ticket?.code ?? '' }
}

/** A page whose camera plays a film. */
async function watching(
  scenes: Parameters<typeof film>[1],
  look: Parameters<typeof open>[2] & { token: string },
) {
  const browser = await launch(await film(join(site.folder, `${look.token}.mjpeg`), scenes))
  after(() => browser.close())
  const opened = await open({ browser, base: site.url }, '/gate', look)
  await opened.context.grantPermissions(['camera'])
  await opened.page.goto(`${site.url}/gate#${look.token}`)
  await opened.page.locator('#as-of', { hasText: ':' }).waitFor()
  return opened
}

const start = (page: Page) => page.getByRole('button', { name: 'Start scanning' }).click()
const said = async (page: Page, title: string) => {
  await page.locator('#answer-title').getByText(title, { exact: true }).waitFor()
  return page.locator('#answer').innerText()
}

test('a filmed ticket is admitted, shown again it is used, and a forged one is refused', async () => {
  const { device, code } = await aManned()
  const forged = `${code.slice(0, -1)}${code.endsWith('0') ? 1 : 0}`
  const scenes = [
    { code, seconds: 1.5 },
    { code: null, seconds: 3 },
    { code: forged, seconds: 1.5 },
    { code: null, seconds: 1.5 },
  ]
  const { page, done } = await watching(scenes, { token: device.token, width: 390 })
  await start(page)
  assert.match(await said(page, 'Admitted'), /Weekend/)
  await assertAccessible(page, 'scanning')
  assert.match(await said(page, 'Refused'), /Forged: this ticket is not genuine/)
  assert.match(await said(page, 'Already used'), /Used \d\d:\d\d, at this gate/)
  const [, second] = await page.locator('#last > li').allInnerTexts()
  assert.match(second ?? '', /Forged/)
  await page.getByRole('button', { name: 'Stop' }).click()
  assert.equal(await page.locator('#video').evaluate((video: any) => video.srcObject), null)
  await done()
})

test('a filmed set-up code makes the browser a device', async () => {
  const { device } = await aManned()
  // A QR code in another encoding: a link has other characters than a ticket.
  const link = `${site.url}/gate#${device.token}`
  const scenes = [{ code: link, seconds: 2 }]
  const browser = await launch(await film(join(site.folder, 'link.mjpeg'), scenes))
  after(() => browser.close())
  const { page, context, done } = await open({ browser, base: site.url }, '/gate')
  await context.grantPermissions(['camera'])
  await page.getByRole('button', { name: 'Scan the set-up code' }).click()
  await page.locator('#device', { hasText: 'North gate 1' }).waitFor()
  await page.getByRole('button', { name: 'Start scanning' }).waitFor()
  await done()
})

for (const dark of [false, true]) {
  test(`without the service, after a reload: it admits, and learns later that another gate did too, ${dark ? 'dark' : 'light'}`, async () => {
    const { device, code, festival, manager } = await aManned()
    const other = await aDevice(site, { festival, manager }, 'South gate')
    const scenes = [
      { code: null, seconds: 1 },
      { code, seconds: 1.5 },
      { code: null, seconds: 3.5 },
    ]
    const look = { token: device.token, width: dark ? 390 : 1360, dark, expected: unanswered }
    const { page, done } = await watching(scenes, look)
    await page.evaluate('navigator.serviceWorker.ready')
    await outage.begin()
    try {
      await scan(site, other, anUpload(festival.id, [{ code }]))
      await page.reload()
      await page.locator('#line', { hasText: 'Offline' }).waitFor()
      await start(page)
      assert.match(await said(page, 'Admitted offline'), /Weekend/)
      await assertAccessible(page, 'offline')
      assert.equal(await page.locator('#unsent').innerText(), '1')
      assert.match(await said(page, 'Already used'), /at this gate/)
    } finally {
      await outage.end()
    }
    await page.locator('#line', { hasText: 'Online' }).waitFor()
    await page
      .locator('#clash-list')
      .getByText(/^Weekend admitted twice: South gate \d\d:\d\d, this gate \d\d:\d\d$/)
      .waitFor()
    assert.equal(await page.locator('#unsent').innerText(), '0')
    await assertAccessible(page, 'a clash')
    const { body } = await site.get(`/gate/${festival.id}/clashes`, { as: manager })
    assert.deepEqual(
      body.map(({ first, again }: any) => [first.gate, again.gate]),
      [['South gate', 'North gate 1']],
    )
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.locator('#clashes').waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator('#line', { hasText: 'Online' }).waitFor()
    assert.equal(await page.locator('#clashes').isVisible(), false)
    await done()
  })
}
