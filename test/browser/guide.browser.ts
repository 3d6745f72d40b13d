/** The guide as a visitor uses it: with a mouse, with keys alone, on a phone, and without script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPlaceToSleep, aPlan, aTier } from '../buying.ts'
import { aFestival, aGig, aName, anArtist, aPlace } from '../catalogue.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { aSite } from './site.ts'

const [minute, hour] = [60_000, 3_600_000]
/** Two in the afternoon, UTC, so that a time seven hours away is on the same day. */
const afternoon = new Date(new Date().setUTCHours(14, 0, 0, 0)).getTime() - Date.now()
const clock = () => new Date(Date.now() + afternoon)
const site = await aSite({ now: clock })

/** Festivals in a country of their own, separate from other tests. */
async function aCountry(count: number, places: string[] = []) {
  const country = aName('Land')
  const festivals = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      aFestival(site, {
        country,
        name: aName(`Night ${index + 1}`),
        location: places[index] ?? null,
        start_time: new Date(Date.UTC(2099, 6, 1 + index, 12)),
        end_time: new Date(Date.UTC(2099, 6, 2 + index, 12)),
      }),
    ),
  )
  return { country, festivals, path: `/?country=${encodeURIComponent(country)}` }
}

const search = (page: Page) =>
  page.getByRole('combobox', { name: 'Search artists, festivals, places and genres' })
const titles = (page: Page) => page.locator('.card h3').allTextContents()

test('the map shows festivals as links, and those at one place as a number to zoom in on', async () => {
  const places = ['(12.6,55.7)', '(13.3,55.8)', '(-3.7,40.4)', '(18.9,69.6)']
  const { path, festivals } = await aCountry(4, places)
  const { page, done } = await site.open(path)
  const madrid = page.getByRole('link', { name: `${festivals[2]?.name}, ` })
  await madrid.waitFor()
  assert.equal(await page.locator('.point').count(), 2)
  await page.getByRole('button', { name: /^2 festivals near/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `${festivals[0]?.name}, ` }).waitFor()
  assert.equal(await page.locator('.cluster').count(), 0)
  assert.equal(await page.locator(':focus').textContent(), 'Show all')
  await page.keyboard.press('Enter')
  await madrid.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/guide/${festivals[2]?.id}`)
  await done()
})

test('festivals at exactly one place are listed by the map', async () => {
  const { path, festivals } = await aCountry(3, ['(12.6,55.7)', '(12.6,55.7)', '(-3.7,40.4)'])
  const { page, done } = await site.open(path, { width: 390 })
  await page.getByRole('button', { name: /^2 festivals near/ }).tap()
  const links = page.locator('.map-panel a')
  assert.deepEqual(
    new Set(await links.allTextContents()),
    new Set([festivals[0]?.name, festivals[1]?.name]),
  )
  await page.getByRole('button', { name: 'Show all' }).tap()
  assert.equal(await links.count(), 0)
  await done()
})

test('the choice is in the address: the back button returns to it', async () => {
  const { country, path, festivals } = await aCountry(14, ['(12.6,55.7)'])
  const { page, done } = await site.open('/')
  await page.getByLabel('Country').selectOption(country)
  await page.waitForURL(/country=/)
  const names = festivals.map(({ name }) => name)
  assert.deepEqual(await titles(page), names.slice(0, 12))
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  assert.deepEqual(await titles(page), names.slice(12))
  await page.getByRole('link', { name: 'Past' }).click()
  await page.waitForURL(/time=past/)
  await page.getByText(`No festival is over yet in ${country}`).waitFor()
  await page.goBack()
  await page.goBack()
  assert.deepEqual(await titles(page), names.slice(0, 12))
  assert.equal(await page.getByLabel('Country').inputValue(), country)
  await page.goto(`${site.url}${path}&page=2`)
  assert.deepEqual(await titles(page), names.slice(12))
  await done()
})

test('the search is used with keys alone', async () => {
  const word = aName('Lantern').replace(' ', '')
  const festival = await aFestival(site, { name: `${word} Fields`, venue: 'Kalvø Pier' })
  const artist = await anArtist(site, { name: `${word} <img src=x onerror=alert(1)>` })
  const { page, done } = await site.open('/')
  const box = search(page)
  await box.focus()
  await page.keyboard.type(word.toLowerCase(), { delay: 5 })
  const options = page.locator('[role=option]')
  const found = () => page.locator('[role=option] .name').allTextContents()
  // What the first letters find may be shown before.
  await until('both', async () => `${await found()}` === `${[festival.name, artist.name]}`)
  assert.equal(await box.getAttribute('aria-expanded'), 'true')
  const chosen = () => page.locator('[role=option][aria-selected=true] .name').allTextContents()
  assert.deepEqual(await chosen(), [])
  const steps: [key: string, name: string[]][] = [
    ['ArrowDown', [festival.name]],
    ['ArrowDown', [artist.name]],
    ['ArrowDown', []],
    ['ArrowUp', [artist.name]],
    ['ArrowUp', [festival.name]],
  ]
  for (const [key, names] of steps) {
    await page.keyboard.press(key)
    assert.deepEqual(await chosen(), names)
  }
  const active = await box.getAttribute('aria-activedescendant')
  assert.equal(await page.locator(`#${active} .name`).textContent(), festival.name)
  await page.keyboard.press('Escape')
  assert.equal(await options.count(), 0)
  assert.equal(await box.inputValue(), word.toLowerCase())
  await page.keyboard.press('ArrowDown')
  await options.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/guide/artists/${artist.id}`)
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), artist.name)
  await done()
})

test('the search finds festivals by country and venue, as typed and as a page', async () => {
  const word = aName('Kalvø').replace(' ', '')
  const festival = await aFestival(site, { venue: `${word} Pier`, country: 'Denmark' })
  const { page, done } = await site.open('/')
  await search(page).fill(`denmark ${word.replace('ø', 'o').toLowerCase()}`)
  const places = page.getByRole('option').filter({ hasText: festival.name })
  await places.waitFor()
  assert.match((await places.textContent()) ?? '', new RegExp(`${word} Pier · Denmark$`))
  await page.keyboard.press('Enter')
  await page.waitForURL(/for=/)
  await page.getByRole('heading', { name: 'Festivals' }).waitFor()
  await page.getByRole('link', { name: festival.name }).click()
  await page.waitForURL(`${site.url}/guide/${festival.id}`)
  await done()
})

test('keys are explained where there are keys, and not on a phone', async () => {
  const word = aName('Gale').replace(' ', '')
  await anArtist(site, { name: word })
  for (const [width, words] of [
    [390, '1 found.'],
    [1360, '1 found. Arrows choose, Enter opens.'],
  ] as const) {
    const { page, done } = await site.open('/', { width })
    await search(page).fill(word)
    await page.locator('[role=option]').waitFor()
    assert.equal(await page.locator('.found-box [role=status]').textContent(), words)
    await done()
  }
})

test('a cancelled festival says why, and offers nothing to add, buy or book', async () => {
  const cancelled_reason = 'A storm is coming.'
  const festival = await aFestival(site, { cancelled_at: new Date(), cancelled_reason })
  await aTier(site, { festival_id: festival.id })
  await aPlaceToSleep(site, { festival_id: festival.id })
  await aPlan(site)
  const { page, done } = await site.open(`/guide/${festival.id}`, { width: 390 })
  await page.getByText('This festival does not take place.').waitFor()
  await page.getByText(cancelled_reason).waitFor()
  assert.equal(await page.locator('main .button, main button, .tier').count(), 0)
  await done()
})

/** The brightness of a colour as WCAG computes it, of `rgb(90, 52, 214)`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the chosen tab stands out, in light and dark', async () => {
  for (const dark of [false, true]) {
    const { page, done } = await site.open('/', { dark })
    const colourOf = async (selector: string) =>
      luminance(
        await page
          .locator(selector)
          .evaluate((element) => getComputedStyle(element).backgroundColor),
      )
    const [tab, strip] = [await colourOf('.tabs [aria-current]'), await colourOf('.tabs')]
    const contrast = (Math.max(tab, strip) + 0.05) / (Math.min(tab, strip) + 0.05)
    assert.ok(contrast >= 3, `${contrast} to 1`)
    await done()
  }
})

test('Enter without a choice shows all results, and a genre does too', async () => {
  const word = aName('Gale').replace(' ', '')
  await anArtist(site, { name: `${word} Trio` })
  const { page, done } = await site.open('/')
  await search(page).fill(word)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`for=${word}`))
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), `Results for “${word}”`)
  await page.getByRole('link', { name: `${word} Trio` }).click()
  await page.waitForURL(/artists/)
  await done()
})

test('a search that finds nothing, or fails, says so', async () => {
  const { page, done } = await site.open('/', { expected: /500/ })
  await search(page).fill('zzzzqqqq')
  await page.getByText('Nothing found for “zzzzqqqq”.').waitFor()
  await page.route('**/search?*', (route) => route.fulfill({ status: 500, json: { error: 'x' } }))
  await search(page).fill('zzzz')
  await page.getByText('Search is not available right now.').waitFor()
  await done()
})

/** A festival today with three stages, past midnight, and one gig to be announced. */
async function aNight() {
  const now = clock().getTime()
  const festival = await aFestival(site, {
    name: aName('Harbour'),
    description: 'Three nights by the water.',
    start_time: new Date(now - 5 * hour),
    end_time: new Date(now + 30 * hour),
  })
  const festival_id = festival.id
  const artists = await Promise.all(
    ['Lanterns', 'Ferry', 'Wren', 'Ghost'].map((name) => anArtist(site, { name: aName(name) })),
  )
  const stages = await Promise.all(
    ['Pier', 'Boathouse'].map((name, position) =>
      aPlace(site, { festival_id, name, position, coordinates: `(12.${position},55.7)` }),
    ),
  )
  const play = (artist: number, stage: number, from: number) =>
    aGig(site, {
      festival_id,
      artist_id: artists[artist]?.id ?? null,
      place_id: stages[stage]?.id ?? null,
      start_time: new Date(now + from),
      end_time: new Date(now + from + hour),
    })
  await Promise.all([play(0, 0, -30 * minute), play(1, 1, 40 * minute), play(2, 0, 7 * hour)])
  await aGig(site, { festival_id, artist_id: artists[3]?.id ?? null })
  return { festival, artists: artists.map(({ name }) => name) }
}

test('who plays now follows the clock', async () => {
  const { festival, artists } = await aNight()
  const { page, done } = await site.open('/guide/unknown', { expected: /404/ })
  await page.clock.install()
  await page.goto(`${site.url}/guide/${festival.id}`)
  const note = page.locator('#playing')
  assert.equal(await note.textContent(), `Now playing: ${artists[0]} (Pier)`)
  assert.equal(await page.locator('.slot[data-on] .who').textContent(), artists[0])
  await page.clock.fastForward(65 * minute)
  await page.getByText(`Now playing: ${artists[1]} (Boathouse)`).waitFor()
  assert.equal(await page.locator('.slot[data-on] .who').textContent(), artists[1])
  await page.clock.fastForward(2 * hour)
  await note.waitFor({ state: 'hidden' })
  await done()
})

test('availability counts down on the open page', async () => {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, quantity: 3 })
  const { page, done } = await site.open('/guide/unknown', { expected: /404/ })
  await page.clock.install()
  await page.goto(`${site.url}/guide/${festival.id}`)
  const left = page.locator(`[data-tier="${tier.id}"] .left`)
  assert.equal(await left.textContent(), '3 left')
  await somePaidTickets(site, 2, { tier })
  await page.clock.runFor(6_000)
  await left.filter({ hasText: '1 left' }).waitFor()
  await somePaidTickets(site, 1, { tier })
  await page.clock.runFor(6_000)
  await left.filter({ hasText: 'Sold out' }).waitFor()
  assert.equal(await page.locator('[data-live] .tier').getAttribute('data-status'), 'sold_out')
  await done()
})

test('a page that was open for long gets a new session by itself', async () => {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, quantity: 3 })
  const { page, done } = await site.open('/guide/unknown', { expected: /404|401/ })
  await page.clock.install()
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.context().clearCookies()
  await somePaidTickets(site, 1, { tier })
  await page.clock.runFor(6_000)
  await page.locator('.left', { hasText: '2 left' }).waitFor()
  await done()
})

test('while the service is away a page says so, and continues when it is back', async () => {
  const festival = await aFestival(site)
  await aTier(site, { festival_id: festival.id, quantity: 3 })
  const { page, done } = await site.open('/guide/unknown', { expected: /404|500/ })
  await page.clock.install()
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.route('**/availability', (route) =>
    route.fulfill({ status: 500, json: { error: 'x' } }),
  )
  await page.clock.runFor(6_000)
  await page.getByText('Availability may have changed').waitFor()
  await page.unroute('**/availability')
  await page.clock.runFor(11_000)
  await page.locator('#freshness', { hasText: /^$/ }).waitFor({ state: 'attached' })
  await done()
})

test('a card says when nothing is left, and the price of the cheapest available ticket', async () => {
  const { path, festivals } = await aCountry(2)
  const [first = '', second = ''] = festivals.map(({ id }) => id)
  await aTier(site, { festival_id: first, quantity: 0 })
  await aTier(site, { festival_id: second, quantity: 0, price_cents: 1000 })
  await aTier(site, { festival_id: second, quantity: 5, price_cents: 9000, position: 1 })
  const { page, done } = await site.open(path)
  await page.locator('.price').first().scrollIntoViewIfNeeded()
  await page.locator(`[data-offer="${first}"]`, { hasText: 'Sold out' }).waitFor()
  await page.locator(`[data-offer="${second}"]`, { hasText: /^€90.00$/ }).waitFor()
  await done()
})

test('nothing is wider than the screen, on a small phone and with a name of 200 letters', async () => {
  const long = 'Ø'.repeat(200)
  const { festival } = await aNight()
  const country = aName('Land')
  const wide = await aFestival(site, {
    name: long,
    venue: long,
    description: long,
    address: long,
    country,
  })
  const artist = await anArtist(site, { name: long, bio: long })
  const place = await aPlace(site, { festival_id: wide.id, name: long, type: long })
  await aGig(site, {
    festival_id: wide.id,
    artist_id: artist.id,
    place_id: place.id,
    start_time: new Date('2099-07-01T20:00:00Z'),
  })
  await aTier(site, { festival_id: wide.id, name: long, price_cents: 100_000_000 })
  const paths = [
    '/',
    `/?country=${encodeURIComponent(country)}`,
    `/?for=${encodeURIComponent(long)}`,
    `/guide/${festival.id}`,
    `/guide/${wide.id}`,
    `/guide/artists/${artist.id}`,
    '/guide/unknown',
  ]
  for (const width of [320, 390, 800, 1360]) {
    for (const path of paths) {
      const { page, done } = await site.open(path, { width, expected: /404/ })
      const beyond = Number(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      )
      assert.ok(beyond <= 0, `${path} at ${width} is ${beyond} px too wide`)
      await done()
    }
  }
})

test('on a phone the header of the site leaves two thirds of the first screen to the page', async () => {
  const { festival } = await aNight()
  for (const path of ['/', `/guide/${festival.id}`]) {
    const { page, done } = await site.open(path, { width: 390 })
    const header = await page.locator('header').first().boundingBox()
    const screen = page.viewportSize()
    assert.ok(header && screen && header.height < screen.height / 3, `${path}: ${header?.height}`)
    await done()
  }
})

test('on a phone the timetable is a list by time, on a wide screen a board of stages', async () => {
  const { festival, artists } = await aNight()
  const path = `/guide/${festival.id}`
  const telephone = await site.open(path, { width: 390 })
  const names = await telephone.page.locator('.slot .who').allTextContents()
  assert.deepEqual(names, artists.slice(0, 3))
  const tops = await telephone.page
    .locator('.slot')
    .evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().top))
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  )
  assert.ok(await telephone.page.locator('.slot .stage').first().isVisible())
  await telephone.done()
  const desk = await site.open(path)
  const boxes = await desk.page
    .locator('.slot')
    .evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().left))
  assert.equal(new Set(boxes.map(Math.round)).size, 2)
  await desk.page.getByRole('link', { name: 'To be announced' }).click()
  await desk.page.getByRole('heading', { name: 'Still to be announced' }).waitFor()
  assert.deepEqual(await desk.page.locator('.day .artists li').count(), 1)
  await desk.done()
})

test('without script everything can be read, and the forms work', async () => {
  const { festival, artists } = await aNight()
  const tier = await aTier(site, { festival_id: festival.id, quantity: 12 })
  const { country, festivals } = await aCountry(1, ['(12,55)'])
  const { page, done } = await site.open('/', { javaScript: false })
  assert.equal(await page.locator('.map').isVisible(), false)
  await page.getByLabel('Country').selectOption(country)
  await page.getByRole('button', { name: 'Show' }).click()
  assert.deepEqual(await titles(page), [festivals[0]?.name])
  await page.getByLabel('Search artists, festivals, places and genres').fill(festival.name)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: festival.name }).click()
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), festival.name)
  await page.getByText(`Now playing: ${artists[0]} (Pier)`).waitFor()
  assert.equal(await page.locator('.left').textContent(), '12 left')
  await page.getByText(tier.name).waitFor()
  await page
    .getByRole('link', { name: artists[0] ?? '' })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Plays next' }).waitFor()
  await done()
})

test('its calendar can be downloaded', async () => {
  const { festival } = await aNight()
  const { page, done } = await site.open(`/guide/${festival.id}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to your calendar' }).click()
  assert.match((await coming).suggestedFilename(), /\.ics$/)
  await done()
})

test('the list loads less than 60 kB of script, fonts first, and nothing moves', async () => {
  const { path } = await aCountry(6, ['(12.6,55.7)', '(-3.7,40.4)'])
  const { page, done } = await site.open('/guide/unknown', { expected: /404/ })
  // As text: tests have no types of the browser.
  await page.addInitScript(`
    globalThis.moved = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await page.goto(site.url + path)
  await page.locator('.point').first().waitFor()
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming
      return { name, size: encodedBodySize }
    }),
  )
  const scripts = entries.filter(({ name }) => name.endsWith('.js'))
  const named = scripts.map(({ name }) => /(\w+(?:-public)?)-[\w-]{8}\.js$/.exec(name)?.[1])
  assert.deepEqual(
    named.toSorted((a = '', b = '') => a.localeCompare(b)),
    ['en-public', 'index', 'map', 'numbers', 'rows'],
  )
  const bytes = scripts.reduce((sum, { size }) => sum + size, 0)
  assert.ok(bytes > 0 && bytes < 37_000, `${bytes} bytes of script`)
  assert.equal(entries.filter(({ name }) => name.endsWith('.woff2')).length, 1)
  assert.ok(Number(await page.evaluate('globalThis.moved')) < 0.02)
  await done()
})
