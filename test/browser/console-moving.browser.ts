/** New dates of a festival under Details: the console shows what moves with it, and asks before it writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPlaceToSleep, aTier } from '../buying.ts'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get } = site
const at = (time: string) => new Date(`${time}:00.000Z`)

/** A festival in March with a tier and a tent, and its manager at its details. */
async function aFestivalInMarch(look: Parameters<typeof site.open>[1] = {}) {
  const manager = await site.aPersonWith({})
  const { id: organizer_id } = await anOrganizer(site)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const { id } = await aFestival(site, {
    organizer_id,
    name: aName('Tide'),
    time_zone: 'Europe/Berlin',
    start_time: at('2099-03-20T17:00'),
    end_time: at('2099-03-22T22:00'),
  })
  await aTier(site, { festival_id: id, valid_until: at('2099-03-23T02:00') })
  await aPlaceToSleep(site, { festival_id: id, check_in: at('2099-03-20T11:00') })
  const opened = await site.open(`/console/festivals/${id}/details`, { ...look, as: manager })
  return { ...opened, id }
}

const begins = (page: Page) => page.getByLabel('Begins (Europe/Berlin)')
const ends = (page: Page) => page.getByLabel('Ends (Europe/Berlin)')
const button = (page: Page, name: string) => page.getByRole('button', { name })
const datesOf = async (id: string) => {
  const { body } = await get(`/festivals/${id}`)
  return [body.start_time, body.end_time, body.tickets[0].valid_until].map((time) =>
    time.slice(0, 16),
  )
}

for (const look of [{}, { width: 390, dark: true }] as const) {
  test(`new dates move tickets and stays along, after the console has shown which (${JSON.stringify(look)})`, async () => {
    const { page, id, done } = await aFestivalInMarch(look)
    await begins(page).fill('2099-06-19T18:00')
    assert.equal(await ends(page).inputValue(), '2099-06-21T23:00', 'it stays as long as it was')
    await button(page, 'Save details').click()
    const dialog = page.getByRole('dialog', { name: 'New dates' })
    await dialog.getByText('When tickets admit: 1 tier').waitFor()
    await dialog.getByText('Check-in and check-out: 1 accommodation').waitFor()
    await assertAccessible(page, 'the dialog of new dates')
    await button(page, 'Save new dates').click()
    await page.getByText('Saved').waitFor()
    assert.deepEqual(await datesOf(id), [
      '2099-06-19T16:00',
      '2099-06-21T21:00',
      '2099-06-22T01:00',
    ])
    await done()
  })
}

test('new dates alone leave tickets as they are', async () => {
  const { page, id, done } = await aFestivalInMarch()
  await begins(page).fill('2099-06-19T18:00')
  await button(page, 'Save details').click()
  await page.getByRole('radio', { name: 'Nothing: I enter the other dates myself' }).check()
  await button(page, 'Save new dates').click()
  await page.getByText('Saved').waitFor()
  assert.deepEqual(await datesOf(id), ['2099-06-19T16:00', '2099-06-21T21:00', '2099-03-23T02:00'])
  await done()
})
