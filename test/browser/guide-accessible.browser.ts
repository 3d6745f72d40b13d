/** Every page of the guide in every state: axe finds nothing, light and dark, narrow and wide. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchName } from '#platform/values/names'
import { aPlaceToSleep, aPlan, aTier } from '../buying.ts'
import { aFestival, aGig, anArtist, aPlace } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const [hour, day] = [3_600_000, 86_400_000]
const now = Date.now()
const around = (from: number, until: number) => ({
  start_time: new Date(now + from),
  end_time: new Date(now + until),
})

const full = await aFestival(site, {
  ...around(-hour, day),
  name: 'Harbour Nights',
  description: 'Three nights by the water.',
  venue: 'Kalvø Pier',
  country: 'Denmark',
  location: '(12.6,55.7)',
})
const festival_id = full.id
const stages = await Promise.all(
  ['Pier', 'Boathouse', 'Bar'].map((name, position) =>
    aPlace(site, {
      festival_id,
      name,
      position,
      coordinates: `(12.60${position},55.7)`,
      type: position < 2 ? 'stage' : 'drink',
    }),
  ),
)
const artist = await anArtist(site, {
  name: 'The Lanterns',
  bio: 'Three brothers.',
  music_streaming: 'https://music.example/x',
})
const genre = await site.db
  .insertInto('genres')
  .values({
    id: crypto.randomUUID(),
    name: 'lantern folk',
    key: 'lantern folk',
    search_name: searchName('lantern folk'),
  })
  .returning('id')
  .executeTakeFirstOrThrow()
await site.db
  .insertInto('artist_genres')
  .values({ artist_id: artist.id, genre_id: genre.id })
  .execute()
for (const [index, place] of stages.slice(0, 2).entries()) {
  await aGig(site, {
    festival_id,
    artist_id: artist.id,
    place_id: place.id,
    ...around(-hour / 2 + index * hour, hour / 2 + index * hour),
  })
  await aGig(site, {
    festival_id,
    artist_id: artist.id,
    place_id: place.id,
    ...around(index * hour + 3 * hour, index * hour + 3.3 * hour),
  })
}
await aGig(site, { festival_id, artist_id: artist.id })
const star = await anArtist(site, { name: 'Ebb Trio' })
await aGig(site, { festival_id, artist_id: star.id, headliner: true, billing: 1 })
await aTier(site, { festival_id, name: 'Open', position: 0 })
await aTier(site, { festival_id, name: 'Gone', quantity: 0, position: 1 })
await aTier(site, { festival_id, name: 'Later', start_time: new Date(now + day), position: 2 })
await aTier(site, { festival_id, name: 'Closed', end_time: new Date(now - day), position: 3 })
await aPlaceToSleep(site, {
  festival_id,
  name: 'Tent',
  description: 'By the lake',
  amenities: ['power'],
})
await aPlaceToSleep(site, { festival_id, name: 'Cabin', quantity: 0 })
await aPlan(site, { description: 'A seat by the fire' })
const bare = await aFestival(site, { name: 'Bare', country: 'Spain', location: '(-3.7,40.4)' })
const cancelled = await aFestival(site, {
  name: 'Cancelled',
  cancelled_at: new Date(now),
  country: 'Spain',
  location: '(-3.7,40.4)',
})
const over = await aFestival(site, {
  name: 'Over',
  ...around(-3 * day, -2 * day),
  country: 'Spain',
})
const unknown = await anArtist(site, { name: 'Unknown' })
for (let index = 0; index < 13; index++)
  await aFestival(site, { name: `Night ${index}`, country: 'Norway' })

const pages: [name: string, path: string][] = [
  ['the list', '/'],
  ['its second page', '/?page=2'],
  ['past festivals', '/?time=past'],
  ['a country with nothing', '/?country=Nowhere'],
  ['a page too far', '/?page=99'],
  ['what was found', '/?for=lantern'],
  ['what was found by place', '/?for=denmark'],
  ['nothing found', '/?for=zzzzqqqq'],
  ['a festival that is on', `/guide/${full.id}`],
  ['one with nothing yet', `/guide/${bare.id}`],
  ['a cancelled one', `/guide/${cancelled.id}`],
  ['one that is over', `/guide/${over.id}`],
  ['an artist', `/guide/artists/${artist.id}`],
  ['an artist with nothing', `/guide/artists/${unknown.id}`],
  ['nothing', '/guide/unknown'],
]

for (const [name, path] of pages) {
  test(`${name} is accessible`, async () => {
    for (const { width, dark } of looks) {
      const { page, done } = await site.open(path, { width, dark, expected: /404/ })
      await page.evaluate("localStorage.setItem('festival-developer', 'on')")
      await page.reload()
      if (path === '/') await page.locator('.point, .cluster').first().waitFor()
      const calls = page.locator('.calls summary')
      if ((await calls.count()) > 0) await calls.click()
      await assertAccessible(page, `${name}, ${width}, ${dark ? 'dark' : 'light'}`)
      await done()
    }
  })
}

test('the open search, and the map with its list, are accessible', async () => {
  for (const { width, dark } of looks) {
    const { page, done } = await site.open('/', { width, dark })
    await page.getByRole('button', { name: /festivals near/ }).click()
    await page.locator('.map-panel a').first().waitFor()
    await page.getByRole('combobox', { name: 'Search' }).fill('lantern')
    await page.locator('[role=option]').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await assertAccessible(page, `open, ${width}, ${dark}`)
    await done()
  }
})

test('a visitor can skip to the content, and reaches everything by Tab', async () => {
  const { page, done } = await site.open(`/guide/${full.id}`)
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.match((await page.locator(':focus').getAttribute('href')) ?? '', /^\/organizers\//)
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Add to your calendar')
  const reached: string[] = []
  while (reached.at(-1) !== 'API reference' && reached.length < 60) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    reached.push((await focused.getAttribute('aria-label')) ?? `${await focused.textContent()}`)
  }
  for (const name of ['The Lanterns', 'API reference']) assert.ok(reached.includes(name), name)
  assert.ok(reached.some((name) => name.endsWith('by time and stage')))
  await done()
})

test('touch targets are large enough', async () => {
  for (const path of ['/', `/guide/${full.id}`, `/guide/artists/${artist.id}`]) {
    const { page, done } = await site.open(path, { width: 390 })
    const small = await page.locator('a, button, select, input, summary').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isInText =
          element.closest('h3, .who, .name') !== null || element.classList.contains('skip')
        return width === 0 || isInText || height >= 43.5
          ? []
          : [`${element.outerHTML.slice(0, 80)} ${height}`]
      }),
    )
    assert.deepEqual(small, [])
    await done()
  }
})

test('a closed guide says so, accessibly', async () => {
  const other = await aSite()
  const before = await other.open('/')
  await before.done()
  const closed = { suspended_at: new Date() }
  await other.db.updateTable('clients').set(closed).where('id', '=', 'guide').execute()
  await other.access.endClient(other.db, 'guide')
  for (const dark of [false, true]) {
    const { page, done } = await other.open('/guide/unknown', { dark, expected: /503|404/ })
    await until('it is closed', async () => (await page.goto(other.url))?.status() === 503)
    assert.equal(await page.getByRole('heading').textContent(), 'The guide is closed')
    await assertAccessible(page, 'closed')
    await done()
  }
})
