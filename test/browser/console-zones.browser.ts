/** A festival's own time in the console: read and typed in its zone, on a device in another one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival, aGig, anArtist, anOrganizer, aPlace } from '../catalogue.ts'
import { until } from '../until.ts'
import { aSite } from './site.ts'

const site = await aSite()
const far = { timeZone: 'Pacific/Auckland' }

/** A festival in New York round one night, with a manager, a stage and gigs that begin at these instants. */
async function aNight(night: string, ...starts: string[]) {
  return aNightIn('America/New_York', night, ...starts)
}

/** The same in another time zone. */
async function aNightIn(time_zone: string, night: string, ...starts: string[]) {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const noon = new Date(`${night}T16:00:00Z`)
  const { id } = await aFestival(site, {
    organizer_id: organizer.id,
    time_zone,
    start_time: noon,
    end_time: new Date(noon.getTime() + 48 * 3_600_000),
  })
  const { id: place_id } = await aPlace(site, { festival_id: id, name: 'Pier' })
  const gigs: string[] = []
  for (const start of starts) {
    const start_time = new Date(start)
    const end_time = new Date(start_time.getTime() + 3_600_000)
    const { id: artist_id } = await anArtist(site)
    const gig = { festival_id: id, artist_id, place_id, start_time, end_time }
    gigs.push((await aGig(site, gig)).id)
  }
  const startOf = async (gig: string | undefined) => {
    const { body } = await site.get(`/festivals/${id}`)
    return body.gigs.find((one: { id: string }) => one.id === gig)?.start_time
  }
  return { ada, id, gigs, startOf }
}

async function show({ ada, id }: Awaited<ReturnType<typeof aNight>>, tab: string) {
  const opened = await site.open(`/console/festivals/${id}/${tab}`, { ...far, as: ada })
  return opened
}

const begins = (night: Awaited<ReturnType<typeof aNight>>, gig: string | undefined, time: string) =>
  until(`it begins at ${time}`, async () => (await night.startOf(gig)) === time)

const block = (page: Page, id: string | undefined) => page.locator(`button[data-gig="${id}"]`)
const hoursOf = (page: Page) => page.locator('.tt-hours span').allTextContents()

test('the timetable is told, typed and moved in the time of the festival', async () => {
  const night = await aNight('2099-07-01', '2099-07-02T02:00:00Z', '2099-07-02T05:30:00Z')
  const [evening, late] = night.gigs
  const { page, done } = await show(night, 'timetable')
  await block(page, evening).getByText('22:00 – 23:00').waitFor()
  // After midnight there, and of the same evening.
  await block(page, late).getByText('01:30 – 02:30').waitFor()
  await page.getByText('Wed 1 Jul').first().waitFor()
  assert.equal((await hoursOf(page)).length, 24)

  await block(page, evening).focus()
  await page.keyboard.press('ArrowDown')
  await begins(night, evening, '2099-07-02T02:05:00.000Z')
  await page.keyboard.press('PageDown')
  await begins(night, evening, '2099-07-03T02:05:00.000Z')

  await block(page, evening).click()
  const field = page.getByLabel('Begins (America/New_York)')
  assert.equal(await field.inputValue(), '2099-07-02T22:05')
  await field.fill('2099-07-01T20:00')
  await page.getByLabel('Ends (America/New_York)').fill('2099-07-01T21:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await begins(night, evening, '2099-07-02T00:00:00.000Z')
  await done()
})

test('a night in which clocks go back has 25 hours, and a gig of its second 01:30 is an hour lower', async () => {
  // At 06:00Z on 1 November 2026, 02:00 becomes 01:00 there.
  const night = await aNight('2026-10-31', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z')
  const { page, done } = await show(night, 'timetable?day=2026-10-31')
  const [first, second] = night.gigs
  await block(page, second).waitFor()
  const hours = await hoursOf(page)
  assert.deepEqual(
    [hours.length, hours.filter((hour) => hour === '01:00').length, hours[0], hours.at(-1)],
    [25, 2, '06:00', '05:00'],
  )
  const boxes = await Promise.all([first, second].map((id) => block(page, id).boundingBox()))
  const canvas = await page.locator('[data-canvas]').boundingBox()
  assert.ok(canvas && boxes[0] && boxes[1])
  const anHour = canvas.height / 25
  assert.ok(Math.abs(boxes[1].y - boxes[0].y - anHour) < 2, JSON.stringify(boxes))
  // A day later it is 01:30 there again.
  await block(page, second).focus()
  await page.keyboard.press('PageDown')
  await begins(night, second, '2026-11-02T06:30:00.000Z')
  await done()
})

test('a night in which clocks go forward has 23 hours, and a drop lands where it is shown', async () => {
  // At 07:00Z on 14 March 2027, 02:00 becomes 03:00 there.
  const night = await aNight('2027-03-13', '2027-03-14T05:30:00Z')
  const { page, done } = await show(night, 'timetable?day=2027-03-13')
  const [gig] = night.gigs
  await block(page, gig).waitFor()
  const hours = await hoursOf(page)
  assert.deepEqual([hours.length, hours.indexOf('02:00'), hours.at(-1)], [23, -1, '05:00'])
  const board = page.locator('.tt-board')
  await board.scrollIntoViewIfNeeded()
  await board.evaluate((node) => node.scrollTo(0, node.scrollHeight))
  const [from, canvas] = [await block(page, gig).boundingBox(), page.locator('[data-canvas]')]
  const box = await canvas.boundingBox()
  assert.ok(from && box)
  await page.mouse.move(from.x + from.width / 2, from.y + 6)
  await page.mouse.down()
  // 03:30 is 20.5 of 23 hours after 06:00.
  await page.mouse.move(from.x + from.width / 2, box.y + (20.5 / 23) * box.height + 6, { steps: 6 })
  await page.mouse.up()
  await begins(night, gig, '2027-03-14T07:30:00.000Z')
  await block(page, gig).getByText('03:30 – 04:30').waitFor()
  await done()
})

test('a new festival has the zone of the device, and keeps the hours typed when another is chosen', async () => {
  const night = await aNight('2099-07-01')
  const { page, done } = await show(night, 'details')
  await page.goto(`${site.url}/console/festivals?new=yes`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Pier nights')
  await page.getByLabel('Begins (Pacific/Auckland)').fill('2099-08-01T18:00')
  await page.getByLabel('Ends (Pacific/Auckland)').fill('2099-08-03T23:00')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  assert.equal(await page.getByLabel('Begins (Europe/Lisbon)').inputValue(), '2099-08-01T18:00')
  await page.getByRole('button', { name: 'Create festival' }).click()
  await page.getByText('1 Aug 2099, 18:00 – 3 Aug 2099, 23:00 Europe/Lisbon').waitFor()
  const made = page.url().split('/').at(-1)
  const { body } = await site.get(`/festivals/${made}`)
  assert.deepEqual(
    [body.time_zone, body.start_time, body.end_time],
    ['Europe/Lisbon', '2099-08-01T17:00:00.000Z', '2099-08-03T22:00:00.000Z'],
  )
  await done()
})

test('of a festival that exists another zone moves no time; vouchers are typed in it', async () => {
  const night = await aNight('2099-07-01')
  const { page, done } = await show(night, 'details')
  const field = page.getByLabel('Begins (America/New_York)')
  assert.equal(await field.inputValue(), '2099-07-01T12:00')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('chicago')
  await page.getByRole('option', { name: 'America/Chicago' }).click()
  assert.equal(await page.getByLabel('Begins (America/Chicago)').inputValue(), '2099-07-01T11:00')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('1 Jul 2099, 11:00 – 3 Jul 2099, 11:00 America/Chicago').waitFor()
  const { body } = await site.get(`/festivals/${night.id}`)
  assert.equal(body.start_time, '2099-07-01T16:00:00.000Z')
  await page.goto(`${site.url}/console/festivals/${night.id}/vouchers?new=voucher`)
  await page.getByRole('textbox', { name: 'Percent off' }).fill('25')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('Early-Bird')
  await page.getByLabel('Valid until (America/Chicago)').fill('2099-06-01T20:00')
  await page.getByRole('button', { name: 'Create voucher' }).click()
  await page.getByText('Valid until 1 Jun 2099, 20:00').waitFor()
  const made = await site.get(`/festivals/${night.id}/vouchers`, { as: night.ada })
  assert.equal(made.body.vouchers[0].ends_at, '2099-06-02T01:00:00.000Z')
  await done()
})

/** What a browser itself makes of an instant, by zone data of its own: Chromium 153 has 2026a. */
const clockOf = (page: Page, at: string, timeZone: string) =>
  page.evaluate(
    ([time, zone]) =>
      new Date(time ?? '').toLocaleTimeString('en-GB', {
        timeZone: zone ?? '',
        timeStyle: 'short',
      }),
    [at, timeZone],
  )

for (const [zone, day, at, shown] of [
  ['America/Winnipeg', '2027-02-10', '2027-02-11T01:30:00Z', '20:30'],
  ['Africa/Casablanca', '2027-06-25', '2027-06-26T05:30:00Z', '05:30'],
] as const) {
  test(`console and guide tell ${zone} as the service does, whatever the browser knows of it`, async () => {
    const night = await aNightIn(zone, day, at)
    const { page, done } = await show(night, `timetable?day=${day}`)
    // A browser with the data of today proves nothing: then this test needs another zone.
    assert.notEqual(await clockOf(page, at, zone), shown)
    await block(page, night.gigs[0]).getByText(`${shown} – `).waitFor()
    await block(page, night.gigs[0]).click()
    const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime()
    const field = page.getByLabel(`Begins (${zone})`)
    assert.equal(await field.inputValue(), local.toString({ smallestUnit: 'minute' }))
    await page.goto(`${site.url}/guide/${night.id}?day=${day}`)
    await page.getByRole('time').getByText(shown, { exact: true }).waitFor()
    await done()
  })
}

test('a time zone is found by its present and by its former name', async () => {
  const night = await aNight('2099-07-01')
  const { page, done } = await show(night, 'details')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  for (const [typed, name] of [
    ['kyiv', 'Europe/Kyiv'],
    ['Kiev', 'Europe/Kyiv'],
    ['calcutta', 'Asia/Kolkata'],
    ['kolkata', 'Asia/Kolkata'],
    ['saigon', 'Asia/Ho_Chi_Minh'],
    ['ho chi', 'Asia/Ho_Chi_Minh'],
  ] as const) {
    await zone.fill(typed)
    await page.getByRole('option', { name, exact: true }).waitFor()
  }
  await page.getByRole('option', { name: 'Asia/Ho_Chi_Minh' }).click()
  await page.getByRole('button', { name: 'Save details' }).click()
  await until('it is stored', async () => {
    const { body } = await site.get(`/festivals/${night.id}`)
    return body.time_zone === 'Asia/Ho_Chi_Minh'
  })
  await done()
})
