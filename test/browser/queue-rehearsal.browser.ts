/** Staff rehearse a waiting room: begun, drawn, served and ended in the console, and seen as fans will see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openAs } from './fans.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'
import { aSale, button, enter, env, inDays, open, read, show } from './waiting-rooms.ts'

const site = await aSite({ env })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()
const times = { opens_at: inDays(1).toISOString(), draw_at: inDays(2).toISOString() }

async function look(page: Page, name: string) {
  const { LOOK } = process.env
  if (LOOK) await page.screenshot({ path: `${LOOK}/${name}.png`, fullPage: true })
  await assertAccessible(page, name)
}

// Requirement (rules): contract §9 A rehearsal in the console and in the guide
test('a rehearsal is begun, entered, drawn, served and ended', async () => {
  const sale = await open(site, await aSale(site), times)
  const { page: desk, done } = await show(site, sale, { as: sale.ada })
  const { page, done: closed } = await openAs(site, sale.ada, `/guide/${sale.id}/queue#rehearsal`)
  await page.getByText('There is no rehearsal for this account').waitFor()

  await desk.getByLabel('Numbers').fill('200')
  await button(desk, 'Begin a rehearsal').click()
  await button(desk, 'Draw now').waitFor()
  await page.reload()
  await page.getByText('This is a rehearsal').waitFor()
  await page.getByRole('button', { name: 'Take a number' }).click()
  await heading(page, 'You are in')
  await page.getByText('Your number: 201').waitFor()
  await look(desk, 'rehearsal-desk-open')
  await button(desk, 'Draw now').click()
  await desk.getByText('not proven').waitFor()
  await heading(page, 'You are in line')
  await look(page, 'rehearsal-fan-line')
  await desk.getByLabel('Turns').fill('201')
  await button(desk, 'Give turns').click()
  await heading(page, 'It is your turn')
  assert.ok(await page.locator('#proof').isHidden())
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /queue/.test(key)),
  )
  assert.deepEqual(kept, [])
  await desk.getByText('of 201').waitFor()
  await look(desk, 'rehearsal-desk-served')
  assert.deepEqual((await read(site, sale)).entered, 0)

  await button(desk, 'End the rehearsal').click()
  await button(desk, 'Begin a rehearsal').waitFor()
  await page.getByText('There is no rehearsal for this account').waitFor()
  await done()
  await closed()
})

test('once it is open, no rehearsal is begun', async () => {
  const sale = await open(site, await aSale(site))
  await enter(site, sale, 1)
  const { page, done } = await show(site, sale, { as: sale.ada })
  await page.getByText('numbers taken').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Rehearsal' }).count(), 0)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`a rehearsal is accessible ${where}`, async () => {
    const sale = await open(site, await aSale(site), times)
    const rehearsal = `${sale.url}/rehearsal`
    const { page, done } = await show(site, sale, { as: sale.ada, width, dark })
    await button(page, 'Begin a rehearsal').waitFor()
    await look(page, `rehearsal-desk-none-${width}-${dark}`)
    assert.equal((await site.post(rehearsal, { entries: 50 }, { as: sale.ada })).status, 200)
    assert.equal((await site.put(rehearsal, { serving: 7 }, { as: sale.ada })).status, 200)
    await page.reload()
    await button(page, 'Give turns').waitFor()
    await look(page, `rehearsal-desk-${width}-${dark}`)
    await done()
    const path = `/guide/${sale.id}/queue#rehearsal`
    const fan = await openAs(site, sale.ada, { path, width, dark })
    await fan.page.getByText('This is a rehearsal').waitFor()
    await look(fan.page, `rehearsal-fan-${width}-${dark}`)
    await fan.done()
  })
}
