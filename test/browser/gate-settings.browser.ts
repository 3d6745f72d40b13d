/** How a device looks and sounds is set on it, and stays when the page is loaded again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'
import { storedIn } from './stored.ts'

const site = await aSite()

async function aDesk(look: Parameters<typeof site.open>[1]) {
  const gate = await aRunningGate(site)
  const device = await aDevice(site, gate, 'North gate 1')
  const opened = await site.open(`/gate#${device.token}`, look)
  await opened.page.locator('#line', { hasText: 'Online' }).waitFor()
  return { ...opened, gate }
}

/** Sets it, and waits until the device has stored it. */
async function set(page: Page, name: string, value = true) {
  const control = page.getByRole('checkbox', { name })
  await control.setChecked(value)
  const row = JSON.stringify({ name: await control.getAttribute('id'), value })
  await until('it is stored', async () => JSON.stringify(await storedIn(page)).includes(row))
}

for (const [dark, width] of [
  [true, 390],
  [false, 1360],
] as const) {
  const look = `${dark ? 'dark' : 'light'}, ${width} px`
  test(`in the sun everything is black on white, also before and after a scan, ${look}`, async () => {
    const { page, gate, done } = await aDesk({ dark, width })
    await set(page, 'High contrast')
    await page.reload()
    const contrast = page.getByRole('checkbox', { name: 'High contrast' })
    await page.locator('#line', { hasText: 'Online' }).waitFor()
    assert.ok(await contrast.isChecked())
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      const quiet = getComputedStyle(document.querySelector('.quiet') ?? document.body).color
      return [color, quiet, backgroundColor]
    })
    assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    await assertAccessible(page, `ready, ${look}`)
    const tier = await aTier(site, { festival_id: gate.festival.id })
    const [ticket] = await somePaidTickets(site, 1, { tier })
    for (const title of ['Admitted', 'Already used']) {
      const code = `${ticket?.code}${title === 'Admitted' ? '' : ' '}`
      await page.getByLabel('Type the code').fill(code)
      await page.getByLabel('Type the code').press('Enter')
      await page.locator('#answer-title').getByText(title, { exact: true }).waitFor()
      await assertAccessible(page, `${title}, ${look}`)
    }
    await done()
  })
}

test('on a wide screen the answer and its buttons are where the left hand is, and go back', async () => {
  const { page, done } = await aDesk({ width: 1360 })
  const isLeft = async () => {
    const [answer, stage] = [page.locator('#answer'), page.locator('#stage')]
    const [mine, camera] = [await answer.boundingBox(), await stage.boundingBox()]
    assert.ok(mine && camera)
    return mine.x + mine.width <= camera.x
  }
  assert.equal(await isLeft(), false)
  await set(page, 'Buttons for the left hand')
  assert.equal(await isLeft(), true)
  await page.reload()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  assert.equal(await isLeft(), true)
  await page.getByRole('checkbox', { name: 'Buttons for the left hand' }).uncheck()
  assert.equal(await isLeft(), false)
  await done()
})

test('a device that was silenced stays silent', async () => {
  const { page, done } = await aDesk({ width: 390 })
  await set(page, 'Sound and vibration', false)
  await page.reload()
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Sound and vibration' }).isChecked(), false)
  await done()
})
