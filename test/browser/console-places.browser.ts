/** The places of a festival on the console's map: added, dragged, deleted, by mouse and by keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { aFestival, aGig, anArtist, anOrganizer, aPlace } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A festival with three places on the map, one off it, and a manager. */
async function aGround({ isBare = false } = {}) {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await site.db.insertInto('organizer_managers').values(managed).execute()
  const { id: festival_id } = await aFestival(site, { organizer_id: organizer.id })
  const put = (
    position: number,
    name: string,
    [type, coordinates]: [type: string, coordinates?: string],
  ) => aPlace(site, { festival_id, name, type, coordinates: coordinates ?? null, position })
  const places = isBare
    ? []
    : [
        await put(0, 'Harbour stage', ['stage', '(12.08,55.62)']),
        await put(1, 'Quay', ['stage', '(12.084,55.621)']),
        await put(2, 'Noodles', ['food', '(12.082,55.6195)']),
        await put(3, 'Lost & found', ['info']),
      ]
  const [harbour] = places
  const read = async () => (await site.get(`/festivals/${festival_id}`)).body
  return { ada, festival_id, harbour, read, path: `/festivals/${festival_id}` }
}

type Grounds = Awaited<ReturnType<typeof aGround>>

async function show({ ada, path }: Grounds, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console${path}/places`, { ...look, as: ada })
  await opened.page.getByRole('button', { name: 'Undo' }).waitFor()
  return opened
}

const map = (page: Page) => page.getByRole('region', { name: 'Map of the places' })
const pin = (page: Page, name: string) => map(page).getByRole('button', { name, exact: true })
const told = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).waitFor()

async function middleOf(found: Locator) {
  await found.scrollIntoViewIfNeeded()
  const box = await found.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Metres per pixel, by the scale that the map shows. */
async function metresOf(page: Page): Promise<number> {
  const words = (await map(page).locator('.place-metres').first().textContent()) ?? ''
  const scale = (await map(page).locator('.place-scale').getAttribute('d')) ?? ''
  const [from = 0, to = 0] = [/M([\d.]+)/, /H([\d.]+)/].map((end) => Number(end.exec(scale)?.[1]))
  const [, length, unit] = /^([\d.]+) (k?m)$/.exec(words) ?? []
  return (Number(length) * (unit === 'km' ? 1000 : 1)) / (to - from)
}

const degree = 111_319.49
const near = (found: number, wanted: number, slack: number) =>
  assert.ok(Math.abs(found - wanted) <= slack, `${found} is not ${wanted}`)

test('a pin is dragged as far as the scale says; ids stay, and the move is undone', async () => {
  const ground = await aGround()
  const before = await ground.read()
  const { page, done } = await show(ground)
  const metres = await metresOf(page)
  const { x, y } = await middleOf(pin(page, 'Harbour stage'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y - 40, { steps: 5 })
  await page.mouse.up()
  await told(page, /^Harbour stage moved by /)
  assert.equal(await page.getByRole('dialog').count(), 0)
  const after = await ground.read()
  assert.deepEqual(
    after.places.map(({ id }: any) => id),
    before.places.map(({ id }: any) => id),
  )
  const [{ coordinates: to }, ...others] = after.places
  const [{ coordinates: from }, ...same] = before.places
  assert.deepEqual(others, same)
  near((to.lat - from.lat) * degree, 40 * metres, 2)
  near((to.lng - from.lng) * degree * Math.cos((from.lat * Math.PI) / 180), 60 * metres, 2)

  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await told(page, /^Undone/)
  assert.deepEqual((await ground.read()).places, before.places)
  await done()
})

test('Escape cancels a drag; a click opens the place', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const { x, y } = await middleOf(pin(page, 'Quay'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 80, y + 30, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  assert.equal(await page.getByRole('dialog').count(), 0)
  const back = await middleOf(pin(page, 'Quay'))
  near(back.x, x, 1)
  await page.mouse.click(x, y)
  await page.getByRole('dialog', { name: 'Quay' }).waitFor()
  assert.deepEqual((await ground.read()).places[1].coordinates, { lat: 55.621, lng: 12.084 })
  await done()
})

test('a place is added by a click into the map, and by pasted coordinates', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const metres = await metresOf(page)
  const { x, y } = await middleOf(pin(page, 'Noodles'))
  await page.mouse.click(x + 50, y - 50)
  const drawer = page.getByRole('dialog', { name: 'New place' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Beach bar')
  await drawer.getByRole('combobox', { name: 'Type' }).fill('drink')
  await drawer.getByRole('button', { name: 'Add place' }).click()
  await pin(page, 'Beach bar').waitFor()
  await drawer.waitFor({ state: 'detached' })
  const [bar] = (await ground.read()).places.slice(-1)
  assert.deepEqual([bar.name, bar.type], ['Beach bar', 'drink'])
  near((bar.coordinates.lat - 55.6195) * degree, 50 * metres, 2)

  await page.getByRole('button', { name: 'Add place' }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Gate A')
  await drawer.getByRole('textbox', { name: 'Latitude' }).fill('95, 12.0811')
  await drawer.getByRole('button', { name: 'Add place' }).click()
  await drawer.getByText('A number from −90 to 90').waitFor()
  await drawer.getByRole('textbox', { name: 'Latitude' }).fill('55.6201, 12.0811')
  assert.equal(await drawer.getByRole('textbox', { name: 'Longitude' }).inputValue(), '12.0811')
  await drawer.getByRole('button', { name: 'Add place' }).click()
  await pin(page, 'Gate A').waitFor()
  await drawer.waitFor({ state: 'detached' })
  const [gate] = (await ground.read()).places.slice(-1)
  assert.deepEqual([gate.type, gate.coordinates], ['stage', { lat: 55.6201, lng: 12.0811 }])
  await done()
})

test('with the keyboard: arrows move a pin by metres, written once; a place off the map is put on it', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url())
  })
  await map(page).focus()
  await page.keyboard.press('Tab')
  await pin(page, 'Harbour stage').and(page.locator(':focus')).waitFor()
  for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await told(page, /^Harbour stage moved to 55\.62009/)
  assert.equal(writes.length, 1)
  const [harbour] = (await ground.read()).places
  near((harbour.coordinates.lat - 55.62) * degree, 10, 0.2)
  near((harbour.coordinates.lng - 12.08) * degree * Math.cos((55.62 * Math.PI) / 180), 50, 0.2)
  await page.keyboard.press('Control+z')
  await told(page, /^Undone/)
  assert.deepEqual((await ground.read()).places[0].coordinates, { lat: 55.62, lng: 12.08 })

  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Harbour stage' })
  await drawer.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Harbour main')
  await page.keyboard.press('Enter')
  await told(page, 'Harbour main is changed')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Put on the map: Lost & found' }).focus()
  await page.keyboard.press('Enter')
  await told(page, 'Lost & found is on the map')
  await pin(page, 'Lost & found').waitFor()
  const { places } = await ground.read()
  assert.equal(places[0].name, 'Harbour main')
  near(places[3].coordinates.lat, 55.62025, 0.0005)
  await done()
})

test('the map is zoomed by buttons, keys and the wheel with Ctrl, and panned', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const first = await metresOf(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const closer = await metresOf(page)
  near(first / closer, 1.6, 0.1)
  await map(page).focus()
  await page.keyboard.press('-')
  near((await metresOf(page)) / first, 1, 0.05)

  const { x, y } = await middleOf(pin(page, 'Quay'))
  await page.mouse.move(x, y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await until('the map to zoom', async () => (await metresOf(page)) < first * 0.7)
  const there = await middleOf(pin(page, 'Quay'))
  near(Math.hypot(there.x - x, there.y - y), 0, 2)

  await page.mouse.move(x - 150, y + 60)
  await page.mouse.down()
  await page.mouse.move(x - 190, y + 90, { steps: 4 })
  await page.mouse.up()
  const drawn = await middleOf(pin(page, 'Quay'))
  near(drawn.x - there.x, -40, 1)
  near(drawn.y - there.y, 30, 1)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: 'Show all places' }).click()
  near((await metresOf(page)) / first, 1, 0.05)
  await done()
})

test('deleting a stage first says what happens to its gigs, which stay without one', async () => {
  const ground = await aGround()
  const artist = await anArtist(site)
  const gig = await aGig(site, {
    festival_id: ground.festival_id,
    artist_id: artist.id,
    place_id: ground.harbour?.id ?? null,
    start_time: new Date('2099-07-01T18:00:00Z'),
  })
  const { page, done } = await show(ground)
  await page.getByRole('list', { name: 'Places', exact: true }).getByText('stage · 1 gig').waitFor()
  await pin(page, 'Harbour stage').click()
  await page.getByRole('button', { name: 'Delete place' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Harbour stage?' })
  await question.getByText(`${artist.name}, 1 Jul 2099, 18:00 UTC`).waitFor()
  await question.getByText('No stage yet').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await pin(page, 'Harbour stage').waitFor({ state: 'detached' })
  const { places, gigs } = await ground.read()
  assert.deepEqual(
    places.map(({ name }: any) => name),
    ['Quay', 'Noodles', 'Lost & found'],
  )
  assert.deepEqual(
    gigs.map(({ id, place_id, start_time }: any) => [id, place_id, start_time]),
    [[gig.id, null, '2099-07-01T18:00:00.000Z']],
  )
  await done()
})

test('the order of the places is that of the list; what others changed meanwhile stays', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const { places } = await ground.read()
  const theirs = places.map((place: any) =>
    place.name === 'Noodles' ? { ...place, name: 'Noodles & rice' } : place,
  )
  await site.put(ground.path, { places: theirs }, { as: ground.ada })
  await page.getByRole('button', { name: 'Move Quay up' }).click()
  await until('the order', async () => (await ground.read()).places[0].name === 'Quay')
  assert.deepEqual(
    (await ground.read()).places.map(({ name }: any) => name),
    ['Quay', 'Harbour stage', 'Noodles & rice', 'Lost & found'],
  )
  await page.getByRole('button', { name: 'Noodles & rice' }).first().waitFor()

  const [, harbour] = (await ground.read()).places
  const moved = (await ground.read()).places.map((place: any) =>
    place.id === harbour.id ? { ...place, coordinates: { lat: 55.6205, lng: 12.0805 } } : place,
  )
  await site.put(ground.path, { places: moved }, { as: ground.ada })
  await pin(page, 'Harbour stage').focus()
  await page.keyboard.press('ArrowUp')
  await told(page, 'Another user has changed it in the meantime. The current version is shown.')
  await page.getByText('55.620500, 12.080500').waitFor()
  await done()
})

test('without any place the first one starts the map', async () => {
  const ground = await aGround({ isBare: true })
  const { page, done } = await show(ground)
  await page.getByRole('heading', { name: 'No places yet' }).waitFor()
  assert.equal(await map(page).count(), 0)
  await page.getByRole('button', { name: 'Add place' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New place' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('<img src=x onerror=alert(1)>')
  await drawer.getByRole('textbox', { name: 'Latitude' }).fill('-16.5, 179.9999')
  await drawer.getByRole('button', { name: 'Add place' }).click()
  await pin(page, '<img src=x onerror=alert(1)>').focus()
  // Across the antimeridian.
  await page.keyboard.press('Shift+ArrowRight')
  await told(page, /-179\.99963/)
  assert.equal((await ground.read()).places[0].coordinates.lng, -179.999632)
  await done()
})

test('a site plan is chosen, described in two languages, shown in the guide and removed', async () => {
  const ground = await aGround()
  const { page, done } = await show(ground)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const background = { r: 120, g: 180, b: 90 }
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = page.waitForEvent('filechooser')
  await button('Choose a picture').click()
  await (await picture).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer })
  await page.getByRole('textbox', { name: 'What it shows' }).fill('The stage is in the north')
  await button('Save site plan').click()
  await told(page, 'Site plan saved')
  assert.ok(await button('Save site plan').isDisabled())
  const { site_plan, places } = await ground.read()
  assert.match(site_plan, /webp$/)
  assert.equal(places.length, 4)

  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('combobox', { name: 'Add a language' }).fill('German (de)')
  await page.getByRole('option', { name: 'German (de)' }).click()
  const german = page.getByRole('textbox', { name: 'What the site plan shows in German' })
  await german.fill('Die Bühne ist im Norden')
  await button('Save languages').click()
  await told(page, 'Saved')

  const readers = [
    { look: { width: 1360 }, language: 'en', name: 'The stage is in the north' },
    { look: { width: 390, dark: true }, language: 'de', name: 'Die Bühne ist im Norden' },
  ]
  for (const { look, language, name } of readers) {
    const guide = await site.open('/', look)
    await guide.page.setExtraHTTPHeaders({ 'accept-language': language })
    await guide.page.goto(`${site.url}/guide/${ground.festival_id}`)
    const plan = guide.page.getByRole('img', { name })
    const heightOf = async () => (await plan.boundingBox())?.height
    const before = await heightOf()
    await plan.scrollIntoViewIfNeeded()
    await until('the picture is there', () =>
      plan.evaluate((node) => (node as HTMLImageElement).naturalWidth === 900),
    )
    assert.equal(await heightOf(), before)
    await assertAccessible(guide.page, `the plan, ${look.width} px`)
    const link = guide.page.getByRole('link', { name })
    assert.equal(
      new URL((await link.getAttribute('href')) ?? '', site.url).pathname,
      new URL(site_plan).pathname,
    )
    await guide.done()
  }

  await page.getByRole('tab', { name: 'Places' }).click()
  await button('Remove').click()
  await button('Save site plan').click()
  await until('it is removed', async () => (await ground.read()).site_plan === null)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`every state is accessible ${where}`, async () => {
    const [bare, ground] = [await aGround({ isBare: true }), await aGround()]
    await aPlace(site, {
      festival_id: ground.festival_id,
      name: 'W'.repeat(200),
      type: 'שער',
      coordinates: '(12.0801,55.62)',
      position: 9,
    })
    const empty = await show(bare, { width, dark })
    await empty.page.getByRole('heading', { name: 'No places yet' }).waitFor()
    await assertAccessible(empty.page, 'empty')
    await empty.done()

    const { page, done } = await show(ground, { width, dark })
    await pin(page, 'Quay').waitFor()
    await assertAccessible(page, 'map')
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await pin(page, 'Quay').focus()
    await page.keyboard.press('ArrowLeft')
    await told(page, /moved/)
    await assertAccessible(page, 'moved')
    await pin(page, 'Quay').click()
    await page.getByRole('dialog', { name: 'Quay' }).waitFor()
    await assertAccessible(page, 'drawer')
    await page.getByRole('button', { name: 'Delete place' }).click()
    await page
      .getByRole('dialog', { name: /^Delete .*\?$/ })
      .getByRole('button', { name: 'Delete' })
      .waitFor()
    await assertAccessible(page, 'question')
    await done()
  })
}
