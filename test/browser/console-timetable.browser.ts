/** The timetable of the console: gigs dragged by mouse, finger and keys, and changes by others meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { apply, Edits, withEdits } from '../../pages/console/festivals/edits.ts'
import { aFestival, aGig, aName, anArtist, anOrganizer, aPlace } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival of three days with two stages, a manager, and gigs on its first evening. */
async function aTimetable() {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const { id: festival_id, name } = await aFestival(site, { organizer_id: organizer.id })
  const harbour = await aPlace(site, { festival_id, name: 'Harbour stage' })
  const quay = await aPlace(site, { festival_id, name: 'Quay', position: 1 })
  await aPlace(site, { festival_id, name: 'Toilets', type: 'toilet', position: 2 })
  /** A gig on the first day, by the clock. */
  const play = async (from: string, to: string | null, place: { id: string } | null = harbour) => {
    const { id: artist_id, name } = await anArtist(site)
    const at = (time: string) => new Date(`2099-07-01T${time}:00.000Z`)
    const times = { start_time: at(from), end_time: to === null ? null : at(to) }
    const gig = await aGig(site, { festival_id, artist_id, place_id: place?.id ?? null, ...times })
    return { id: gig.id, name, artist_id }
  }
  const wait = async () => {
    const { id: artist_id, name } = await anArtist(site)
    const gig = await aGig(site, { festival_id, artist_id })
    return { id: gig.id, name, artist_id }
  }
  /** The gig as the API reads it: `Harbour stage 18:00–19:00`. */
  const read = async ({ id }: { id: string }) => {
    const { body } = await site.get(`/festivals/${festival_id}`)
    const gig = body.gigs.find((one: any) => one.id === id)
    const place = body.places.find((one: any) => one.id === gig?.place_id)
    const clock = (time: string | null) => time?.slice(time.startsWith('2099-07-01') ? 11 : 5, 16)
    return gig && `${place?.name ?? '–'} ${clock(gig.start_time)}–${clock(gig.end_time)}`
  }
  return {
    ada,
    festival_id,
    name,
    harbour,
    quay,
    play,
    wait,
    read,
    path: `/festivals/${festival_id}`,
  }
}

type Timetable = Awaited<ReturnType<typeof aTimetable>>
type Look = Parameters<typeof site.open>[1]

async function show({ ada, path }: Timetable, look: Look = {}, query = '') {
  const opened = await site.open(`/console${path}/timetable${query}`, { ...look, as: ada })
  await opened.page.getByRole('button', { name: 'New slot' }).waitFor()
  return opened
}

const isFocused = (gig: Locator) => gig.evaluate((node) => node.matches(':focus'))
const block = (page: Page, { id }: { id: string }) => page.locator(`button[data-gig="${id}"]`)
const tray = (page: Page) => page.getByRole('region', { name: /^To be announced/ })
const told = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).waitFor()

/** Where a time (minutes after 06:00) of a column is on the screen. */
async function spot(page: Page, column: number, minutes: number) {
  const canvas = page.locator('[data-canvas]')
  await page.locator('.tt-board').scrollIntoViewIfNeeded()
  const [box, columns] = [await canvas.boundingBox(), await canvas.getAttribute('data-columns')]
  assert.ok(box)
  const x = box.x + ((column + 0.5) / Number(columns)) * box.width
  return { x, y: box.y + (minutes / 1440) * box.height }
}

const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours - 6) * 60 + minutes
}

/** Grabs a gig five minutes below its start. */
async function take(page: Page, gig: Locator) {
  await page.locator('.tt-board').scrollIntoViewIfNeeded()
  const box = await gig.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width / 2, box.y + 6)
  await page.mouse.down()
}

async function drop(page: Page, to: { x: number; y: number }) {
  await page.mouse.move(to.x, to.y + 6, { steps: 6 })
  await page.mouse.up()
}

test('the button that takes a change back is whole, however long the message beside it', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:15')
  const name = 'The Orchestra of the Northern Lighthouse Keepers and their Friends from the Islands'
  await site.db.updateTable('artists').set({ name }).where('id', '=', gig.artist_id).execute()
  const { page, done } = await show(table)
  await take(page, block(page, gig))
  await drop(page, await spot(page, 1, at('20:37')))
  const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const label = undo.locator('.mantine-Button-label')
  const cut = await label.evaluate((node) => node.scrollWidth - node.clientWidth)
  assert.equal(cut, 0)
  await done()
})

test('a gig is dragged by mouse to another stage and time; the move is undone', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:15')
  const { page, done } = await show(table)
  await take(page, block(page, gig))
  const to = await spot(page, 1, at('20:37'))
  await page.mouse.move(to.x, to.y + 6, { steps: 6 })
  await page.locator('.tt-ghost').getByText('20:35 – 21:50').waitFor()
  assert.equal(await table.read(gig), 'Harbour stage 18:00–19:15')
  await page.mouse.up()
  await told(page, `${gig.name}: Moved to 20:35, Quay`)
  assert.equal(await table.read(gig), 'Quay 20:35–21:50')
  assert.equal(await page.getByRole('dialog').count(), 0)

  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await told(page, /^Undone/)
  assert.equal(await table.read(gig), 'Harbour stage 18:00–19:15')
  await block(page, gig).getByText('18:00 – 19:15').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled())
  await done()
})

test('its lower edge is dragged to another end; Escape cancels it', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const { page, done } = await show(table)
  const edge = async () => {
    const box = await block(page, gig).boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height)
    await page.mouse.down()
  }
  await spot(page, 0, 0)
  await edge()
  const end = await spot(page, 0, at('20:11'))
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.locator('.tt-ghost').getByText('18:00 – 20:10').waitFor()
  await page.mouse.up()
  await told(page, /Ends at 20:10, Harbour stage/)
  assert.equal(await table.read(gig), 'Harbour stage 18:00–20:10')

  await take(page, block(page, gig))
  const away = await spot(page, 1, at('19:00'))
  await page.mouse.move(away.x, away.y, { steps: 5 })
  await page.locator('.tt-ghost').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.tt-ghost').waitFor({ state: 'detached' })
  await page.mouse.up()
  await block(page, gig).getByText('18:00 – 20:10').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await table.read(gig), 'Harbour stage 18:00–20:10')
  await done()
})

test('gigs to be announced are dragged from their tray, back again, and to another day', async () => {
  const table = await aTimetable()
  const gig = await table.wait()
  const { page, done } = await show(table)
  await page.getByRole('button', { name: gig.name }).hover()
  await page.mouse.down()
  await drop(page, await spot(page, 0, at('15:30')))
  await told(page, /Moved to Wed 1 Jul, 15:35, Harbour stage/)
  assert.equal(await table.read(gig), 'Harbour stage 15:35–16:35')

  await take(page, block(page, gig))
  const friday = await page.getByRole('tab', { name: 'Fri 3 Jul' }).boundingBox()
  assert.ok(friday)
  await drop(page, { x: friday.x + 10, y: friday.y })
  await told(page, /Moved to Fri 3 Jul, 15:35, Harbour stage/)
  assert.equal(await table.read(gig), 'Harbour stage 07-03T15:35–07-03T16:35')

  await page.getByRole('tab', { name: 'Fri 3 Jul' }).click()
  await take(page, block(page, gig))
  const box = await page.locator('.tt-tray').boundingBox()
  assert.ok(box)
  await drop(page, { x: box.x + 20, y: box.y + 20 })
  await told(page, /Taken off the timetable/)
  assert.equal(await table.read(gig), 'Harbour stage undefined–undefined')
  await tray(page).getByRole('button', { name: gig.name }).waitFor()
  await done()
})

test('with the keyboard: arrows, Shift, Alt and days, announced, written once, undone', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const { page, done } = await show(table)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url())
  })
  await page.getByRole('region', { name: 'Timetable of Wednesday 1 July 2099' }).focus()
  await page.keyboard.press('Tab')
  assert.ok(await isFocused(block(page, gig)))
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowRight', 'Alt+ArrowDown']) {
    await page.keyboard.press(key)
  }
  const status = page.locator('[role=status]', { hasText: 'Ends at 19:40, Quay' })
  await status.waitFor({ state: 'attached' })
  await told(page, /Ends at 19:40, Quay/)
  assert.equal(await table.read(gig), 'Quay 18:35–19:40')
  assert.equal(writes.length, 1)

  await page.keyboard.press('PageDown')
  await page.getByRole('tab', { name: 'Thu 2 Jul', selected: true }).waitFor()
  await told(page, /Moved to Thu 2 Jul, 18:35, Quay/)
  assert.equal(await table.read(gig), 'Quay 07-02T18:35–07-02T19:40')
  assert.ok(await isFocused(block(page, gig)))
  await page.keyboard.press('Delete')
  await told(page, /Taken off the timetable/)
  assert.ok(await isFocused(block(page, gig)))
  await page.keyboard.press('Control+z')
  await told(page, /^Undone/)
  assert.equal(await table.read(gig), 'Quay 07-02T18:35–07-02T19:40')
  await done()
})

test('Enter opens the fields; another artist, stage and time are saved together', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const other = await anArtist(site)
  const { page, done } = await show(table)
  await block(page, gig).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: gig.name })
  await drawer.getByRole('combobox', { name: 'Artist' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await drawer.getByRole('combobox', { name: 'Stage' }).click()
  await page.getByRole('option', { name: 'Quay' }).click()
  await drawer.getByLabel('Begins (UTC)').fill('2099-07-01T20:07')
  await drawer.getByLabel('Ends (UTC)').fill('2099-07-01T20:00')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('It ends before it begins').waitFor()
  await drawer.getByLabel('Ends (UTC)').fill('2099-07-01T21:02')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await told(page, /Moved to 20:07, Quay/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await block(page, gig).getByText(other.name).waitFor()
  assert.equal(await table.read(gig), 'Quay 20:07–21:02')
  await done()
})

test('a click into the board creates a slot there; a gig is removed after a confirmation', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const { page, done } = await show(table)
  const free = await spot(page, 1, at('18:31'))
  await page.mouse.click(free.x, free.y)
  const drawer = page.getByRole('dialog', { name: 'New slot' })
  assert.equal(await drawer.getByLabel('Begins (UTC)').inputValue(), '2099-07-01T18:30')
  assert.equal(await drawer.getByRole('combobox', { name: 'Stage' }).inputValue(), 'Quay')
  await drawer.getByRole('button', { name: 'Add to the timetable' }).click()
  await page.getByRole('button', { name: /^Open slot/ }).waitFor()

  await block(page, gig).click()
  await page.getByRole('button', { name: 'Remove this gig' }).click()
  await page
    .getByRole('dialog', { name: /^Remove .*\?$/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await block(page, gig).waitFor({ state: 'detached' })
  const { body } = await site.get(table.path)
  assert.deepEqual(
    body.gigs.map((one: any) => [one.artist, one.place_id, one.start_time, one.end_time]),
    [[null, table.quay.id, '2099-07-01T18:30:00.000Z', '2099-07-01T19:30:00.000Z']],
  )
  await done()
})

test('what another user changed in between stays, and is never overwritten', async () => {
  const table = await aTimetable()
  const [mine, theirs] = [await table.play('18:00', '19:00'), await table.play('20:00', '21:00')]
  const { page, done } = await show(table)
  const change = async (id: string, times: object) => {
    const { body } = await site.get(table.path)
    const gigs = body.gigs.map((gig: any) => (gig.id === id ? { ...gig, ...times } : gig))
    assert.equal((await site.put(table.path, { gigs }, { as: table.ada })).status, 200)
  }
  const late = { start_time: '2099-07-01T22:00:00Z', end_time: '2099-07-01T23:00:00Z' }
  await change(theirs.id, late)
  await take(page, block(page, mine))
  await drop(page, await spot(page, 1, at('18:30')))
  await told(page, /Moved to 18:30, Quay/)
  assert.equal(await table.read(mine), 'Quay 18:30–19:30')
  assert.equal(await table.read(theirs), 'Harbour stage 22:00–23:00')
  await block(page, theirs).getByText('22:00 – 23:00').waitFor()

  // The same gig: the other change stays, and is shown.
  await change(mine.id, late)
  await block(page, mine).focus()
  await page.keyboard.press('ArrowUp')
  await told(page, 'Another user has changed it in the meantime. The current version is shown.')
  await block(page, mine).getByText('22:00 – 23:00').waitFor()
  assert.equal(await table.read(mine), 'Quay 22:00–23:00')

  const { body } = await site.get(table.path)
  const gigs = body.gigs.filter(({ id }: any) => id !== mine.id)
  await site.put(table.path, { gigs }, { as: table.ada })
  await block(page, mine).focus()
  await page.keyboard.press('ArrowUp')
  await told(page, 'Another user has deleted it in the meantime.')
  await block(page, mine).waitFor({ state: 'detached' })
  await done()
})

test('overlaps are marked: on a stage, and of an artist on two', async () => {
  const table = await aTimetable()
  const [one, other] = [await table.play('18:00', '19:00'), await table.play('18:45', '20:00')]
  await aGig(site, {
    festival_id: table.festival_id,
    artist_id: one.artist_id,
    place_id: table.quay.id,
    start_time: new Date('2099-07-01T18:30:00Z'),
    end_time: new Date('2099-07-01T18:50:00Z'),
  })
  const apart = await table.play('20:00', '21:00')
  const { page, done } = await show(table)
  await block(page, one).getByText(`Overlaps ${other.name}`).waitFor()
  await block(page, one).getByText('Plays on Quay at the same time').waitFor()
  await block(page, other).getByText(`Overlaps ${one.name}`).waitFor()
  assert.equal(await block(page, apart).getAttribute('data-fault'), null)
  const [first, second] = [
    await block(page, one).boundingBox(),
    await block(page, other).boundingBox(),
  ]
  assert.ok(first && second && first.x + first.width <= second.x + 1)
  await done()
})

test('a night belongs to the evening it began on; other places have a column on request', async () => {
  const table = await aTimetable()
  const night = await aGig(site, {
    festival_id: table.festival_id,
    start_time: new Date('2099-07-02T05:55:00Z'),
    end_time: new Date('2099-07-02T07:00:00Z'),
  })
  const { page, done } = await show(table, {}, '?day=2099-07-01')
  await block(page, night).waitFor()
  assert.equal(await page.locator('.tt-head', { hasText: 'Toilets' }).count(), 0)
  await page.getByRole('switch', { name: 'All places' }).click()
  await page.locator('.tt-head', { hasText: 'Toilets' }).waitFor()
  await page.getByRole('tab', { name: 'Thu 2 Jul' }).click()
  await block(page, night).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('tab', { name: 'Thu 2 Jul', selected: true }).waitFor()
  await page.locator('.tt-head', { hasText: 'Toilets' }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Wed 1 Jul', selected: true }).waitFor()
  await done()
})

test('during the festival the page opens on the current day, with a line at the current time', async () => {
  const table = await aTimetable()
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  await site.db
    .updateTable('festivals')
    .set({ start_time: days(-2), end_time: days(2) })
    .where('id', '=', table.festival_id)
    .execute()
  const { page, done } = await show(table)
  const line = page.locator('.tt-now')
  await line.waitFor()
  const [hours = 0, minutes = 0] = `${await line.getAttribute('data-time')}`.split(':').map(Number)
  const passed = (hours * 60 + minutes - 6 * 60 + 1440) % 1440
  const [at, canvas] = [await line.boundingBox(), await page.locator('.tt-canvas').boundingBox()]
  assert.ok(at && canvas)
  const shown = ((at.y - canvas.y) / canvas.height) * 1440
  assert.ok(Math.abs(shown - passed) <= 2, `${shown} is not ${passed}`)
  await page.getByRole('tab', { selected: true }).getByText(/\d/).waitFor()
  await done()
})

test('a finger scrolls, and lifts a gig when it rests on it', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const { page, context, done } = await show(table, { width: 1024 })
  const touch = await context.newCDPSession(page)
  const finger = async (type: string, point?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: point ? [point] : [],
    })
  await spot(page, 0, 0)
  const box = await block(page, gig).boundingBox()
  assert.ok(box)
  const from = { x: box.x + 40, y: box.y + 6 }
  await finger('touchStart', from)
  await page.locator('[data-dragging=gig]').waitFor()
  const to = await spot(page, 1, at('19:02'))
  await finger('touchMove', { x: to.x, y: to.y })
  await finger('touchMove', { x: to.x, y: to.y + 6 })
  await finger('touchEnd')
  await told(page, /Moved to 19:00, Quay/)
  assert.equal(await table.read(gig), 'Quay 19:00–20:00')

  const board = page.locator('.tt-board')
  const scrolled = () => board.evaluate((node) => node.scrollTop)
  const before = await scrolled()
  const again = await block(page, gig).boundingBox()
  assert.ok(again)
  await finger('touchStart', { x: again.x + 40, y: again.y + 40 })
  for (let y = 30; y > -40; y -= 10) await finger('touchMove', { x: again.x + 40, y: again.y + y })
  await finger('touchEnd')
  await until('the board to scroll', async () => (await scrolled()) > before)
  assert.equal(await table.read(gig), 'Quay 19:00–20:00')
  await done()
})

test('a phone lists the day by time, and opens the fields', async () => {
  const table = await aTimetable()
  const [late, early] = [
    await table.play('21:00', null),
    await table.play('18:00', '19:00', table.quay),
  ]
  const waiting = await table.wait()
  const { page, done } = await show(table, { width: 390 })
  const rows = page.getByRole('list', { name: 'Timetable of Wednesday 1 July 2099' })
  await rows.waitFor()
  assert.deepEqual(
    (await rows.getByRole('button').allInnerTexts()).map((row) => row.split('\n').join(' · ')),
    [`18:00 – 19:00 · ${early.name} · Quay`, `21:00 · ${late.name} · Harbour stage`],
  )
  await page.getByRole('button', { name: waiting.name }).tap()
  const drawer = page.getByRole('dialog', { name: waiting.name })
  await drawer.getByLabel('Begins (UTC)').fill('2099-07-01T19:30')
  await drawer.getByRole('button', { name: 'Save' }).tap()
  await told(page, /Moved to Wed 1 Jul, 19:30, No stage yet/)
  await rows.getByText(waiting.name).waitFor()
  assert.equal(await table.read(waiting), '– 19:30–undefined')
  await done()
})

test('a festival of many days has them in a list, and steps from day to day', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  await site.db
    .updateTable('festivals')
    .set({ end_time: new Date('2099-08-20T00:00:00Z') })
    .where('id', '=', table.festival_id)
    .execute()
  const { page, done } = await show(table)
  await block(page, gig).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Wed 1 Jul' }).count(), 0)
  assert.ok(await page.getByRole('button', { name: 'The day before' }).isDisabled())
  await page.getByRole('button', { name: 'The day after' }).click()
  await block(page, gig).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Day' }).click()
  await page.getByRole('option', { name: 'Wed 1 Jul' }).click()
  await block(page, gig).waitFor()
  await page.getByRole('option', { name: 'Wed 1 Jul' }).waitFor({ state: 'detached' })
  await assertAccessible(page, 'many days')
  await done()
})

test('a change that does not reach the service is reported, and reverted', async () => {
  const table = await aTimetable()
  const gig = await table.play('18:00', '19:00')
  const { page, done } = await show(table, { expected: /ERR_FAILED/ })
  await page.route(`**${table.path}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await block(page, gig).focus()
  await page.keyboard.press('ArrowDown')
  await block(page, gig).getByText('18:05 – 19:05').waitFor()
  await told(page, 'This could not be done')
  await assertAccessible(page, 'what went wrong')
  await block(page, gig).getByText('18:00 – 19:00').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled())
  await done()
})

test('changes of one record are written one after the other, and a waiting change is undone unwritten', async () => {
  const written: unknown[] = []
  let isFree = () => {}
  const free = new Promise<void>((resolve) => {
    isFree = resolve
  })
  const edits = new Edits<{ id: string; at: number }>({
    write: async ({ from, to }) => {
      await free
      written.push([from.at, to.at])
    },
    onDone: () => {},
    onFail: assert.fail,
  })
  const edit = (from: number, to: number) => ({
    id: 'a',
    from: { at: from },
    to: { at: to },
    words: '',
  })
  const first = edits.now(edit(0, 1))
  edits.later(edit(1, 2))
  edits.later(edit(2, 3))
  assert.deepEqual(withEdits([{ id: 'a', at: 0 }], edits.state.waiting), [{ id: 'a', at: 3 }])
  assert.deepEqual((await edits.undo())?.to, { at: 3 })
  edits.later(edit(1, 5))
  edits.later(edit(5, 1))
  edits.flush()
  const last = edits.now(edit(1, 9))
  isFree()
  await Promise.all([first, last])
  assert.deepEqual(written, [
    [0, 1],
    [1, 9],
  ])
  await edits.undo()
  assert.deepEqual(written.at(-1), [9, 1])
  assert.throws(() => apply([{ id: 'a', at: 4 }], edit(3, 5)), /Another user has changed/)
  assert.throws(() => apply<{ id: string; at: number }>([], edit(3, 5)), /Another user has deleted/)
})

test('names are shown as text', async () => {
  const table = await aTimetable()
  const names = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    `"'&amp;`,
    'שלום עולם',
    'W'.repeat(200),
  ]
  for (const [n, name] of names.entries()) {
    const { id: artist_id } = await anArtist(site, { name })
    const start_time = new Date(`2099-07-01T${14 + n}:00:00Z`)
    await aGig(site, { festival_id: table.festival_id, artist_id, start_time })
  }
  await aPlace(site, { festival_id: table.festival_id, name: aName('<b>'), position: 5 })
  for (const width of [1360, 390]) {
    const { page, done } = await show(table, { width })
    for (const name of names) await page.locator('.tt-name', { hasText: name }).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await done()
  }
})

for (const { width, dark, where } of looks) {
  test(`every state is accessible ${where}`, async () => {
    const [empty, table] = [await aTimetable(), await aTimetable()]
    const gig = await table.play('18:00', '19:00')
    await table.play('18:30', '19:30')
    await table.play('18:00', '18:10', null)
    for (let n = 0; n < 10; n++) await table.wait()
    const nothing = await show(empty, { width, dark })
    await nothing.page.getByRole('heading', { name: 'No gigs yet' }).waitFor()
    await assertAccessible(nothing.page, 'empty')
    await nothing.done()

    const { page, done } = await show(table, { width, dark })
    await assertAccessible(page, 'board')
    await block(page, gig).focus()
    await page.keyboard.press('ArrowDown')
    await told(page, /Moved/)
    await assertAccessible(page, 'moved')
    await block(page, gig).click()
    await page.getByRole('dialog', { name: gig.name }).waitFor()
    await assertAccessible(page, 'drawer')
    await page.getByRole('button', { name: 'Remove this gig' }).click()
    await page
      .getByRole('dialog', { name: /^Remove .*\?$/ })
      .getByRole('button', { name: 'Remove' })
      .waitFor()
    await assertAccessible(page, 'question')
    await done()
  })
}
