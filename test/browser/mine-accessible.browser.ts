/** A timetable of one's own in every look: axe, nothing wider than the screen, and keys alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aLineUp, noon } from './line-up.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ now: () => noon })

async function look(page: Page, where: string) {
  await assertAccessible(page, where)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
}

for (const { width, dark, where } of looks) {
  test(`a timetable of one's own ${where}`, async () => {
    const { festival, late, tide } = await aLineUp(site)
    const { page, done } = await site.open(`/guide/${festival.id}/mine`, { width, dark })
    await page.getByText('Nothing chosen yet').waitFor()
    await look(page, 'an empty one')
    await page.goto(`${site.url}/guide/${festival.id}#timetable`)
    for (const name of ['The Lanterns', 'Ebb Trio', 'Tide & Co', 'Late Ferry']) {
      await page.getByRole('button', { name: `I want to see ${name}` }).click()
    }
    await page.getByRole('link', { name: 'My timetable (4)' }).waitFor()
    await look(page, 'the festival')
    await page.goto(`${site.url}/guide/${festival.id}?day=none#timetable`)
    await page.getByRole('button', { name: 'I want to see Still Open' }).click()
    await look(page, 'what is to be announced')
    const start_time = new Date('2099-07-02T00:30:00Z')
    await site.db.updateTable('gigs').set({ start_time }).where('id', '=', late.id).execute()
    await site.db.deleteFrom('gigs').where('id', '=', tide.id).execute()
    await page.goto(`${site.url}/guide/${festival.id}/mine`)
    await page.getByText('Time to be announced').waitFor()
    await look(page, 'the timetable')
    const link = await page.getByRole('link', { name: 'Share' }).getAttribute('href')
    await page.goto(`${site.url}${link}`)
    await look(page, 'a shared one')
    await done()
  })
}

test('with keys alone, at 400 %', async () => {
  const { festival } = await aLineUp(site)
  // 1280 px at 400 % are 320.
  const { page, done } = await site.open(`/guide/${festival.id}#timetable`, { width: 320 })
  const focused = page.locator(':focus')
  const tabTo = async (name: string) => {
    for (let nth = 0; nth < 60; nth++) {
      await page.keyboard.press('Tab')
      const text = await focused.evaluate(
        (place) => place.getAttribute('aria-label') ?? place.textContent,
      )
      if (text?.trim() === name) return
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await page.getByRole('button', { name: 'I want to see The Lanterns' }).waitFor()
  await tabTo('I want to see The Lanterns')
  await page.keyboard.press('Enter')
  await tabTo('I want to see Ebb Trio')
  await page.keyboard.press('Space')
  assert.equal(await focused.getAttribute('aria-pressed'), 'true')
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await page.getByRole('button', { name: 'Only Ebb Trio' }).waitFor()
  await tabTo('Only Ebb Trio')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'The Lanterns' }).waitFor({ state: 'detached' })
  // The button is gone: the focus goes where the page begins.
  assert.equal(await focused.textContent(), 'My timetable')
  await look(page, 'the timetable')
  await tabTo('Remove Ebb Trio')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing chosen yet').waitFor()
  await done()
})
