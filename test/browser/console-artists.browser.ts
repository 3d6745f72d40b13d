/** Artists in the console: found, made, changed, deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival, aGig, aName, anArtist } from '../catalogue.ts'
import { notifyRestedAfter } from '../rested-changes.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { get, post } = site

async function enter(
  as: { email: string },
  path: string,
  look: Parameters<typeof site.open>[1] = {},
) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const rows = (page: Page) => page.getByRole('table', { name: 'Artists' }).getByRole('row')

test('the owner of an artist lets one organizer announce it, and refuses another', async () => {
  await site.jobs.start()
  const ada = await site.aPersonWith({})
  const artist = await anArtist(site, { created_by: ada.id })
  const stranger = await site.aUser()
  const asking: string[] = []
  for (const word of ['Quay', 'Scam']) {
    const id = aName(word).toLowerCase().replace(' ', '-')
    await post('/organizers', { id, name: aName(word) }, { as: stranger })
    const gigs = [{ artist_id: artist.id }]
    const given = { name: aName('Tide'), start_time: '2099-07-01', end_time: '2099-07-02' }
    await post('/festivals', { ...given, organizer_id: id, gigs }, { as: stranger })
    asking.push(id)
  }
  await notifyRestedAfter(site, new Date())
  const { page, done } = await enter(ada, '/artists')
  await page.getByRole('searchbox').fill(artist.name)
  await button(page, artist.name).click()
  await button(page, 'Who may announce this artist').click()
  await page.getByText('waiting for your decision').first().waitFor()
  await assertAccessible(page, 'announcers')
  await page.getByRole('button', { name: /^Allow Quay/ }).click()
  await page.getByText(`${asking[0]} · may announce`).waitFor()
  await page.getByRole('button', { name: /^Refuse Scam/ }).click()
  await page.getByText(`${asking[1]} · refused`).waitFor()
  const { body } = await get(`/artists/${artist.id}/announcers`, { as: ada })
  const decided = new Map(
    body.map(({ organizer, approved }: { organizer: { id: string }; approved: boolean }) => [
      organizer.id,
      approved,
    ]),
  )
  assert.deepEqual(
    asking.map((id) => decided.get(id)),
    [true, false],
  )
  await done()
})

test('an artist is made with genres and links, found by its genre, changed, and deleted', async () => {
  const ada = await site.aPersonWith({})
  const [name, genre, known] = [aName('Ebb Trio'), aName('tide'), aName('drone')]
  await post('/artists', { name: aName('Other'), genres: [known] }, { as: ada })
  const { page, done } = await enter(ada, '/artists')
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('heading', { name: 'No artists found' }).waitFor()
  await button(page, 'New artist').last().click()
  // A new artist starts with the search text as its name.
  assert.equal(await box(page, 'Name').inputValue(), name)
  const genres = page.getByRole('combobox', { name: 'Genres' })
  await genres.fill(genre)
  await genres.press('Enter')
  await genres.fill(known.slice(0, 9))
  await page.getByRole('option', { name: known }).click()
  await box(page, 'Bio').fill('<b>Three</b> brothers')
  await box(page, 'Music streaming').fill('javascript:alert(1)')
  await button(page, 'Create artist').click()
  await page.getByText('Start with https:// or http://').waitFor()
  await box(page, 'Music streaming').fill('https://music.example/ebb')
  await button(page, 'Create artist').click()
  await button(page, name).waitFor()
  await page.getByText('<b>Three</b> brothers').waitFor()

  await page.getByRole('searchbox').fill(genre)
  await button(page, name).click()
  await box(page, 'Name').and(page.locator(':focus')).waitFor()
  await box(page, 'Name').fill(`${name} II`)
  await button(page, 'Save').click()
  await button(page, `${name} II`).waitFor()
  const { artists } = (await get(`/search?for=${encodeURIComponent(genre)}`)).body
  const { body: saved } = await get(`/artists/${artists[0].id}`)
  assert.deepEqual(saved, {
    ...saved,
    name: `${name} II`,
    bio: '<b>Three</b> brothers',
    music_streaming: 'https://music.example/ebb',
    audio_sharing: null,
  })
  assert.deepEqual(saved.genres.map(({ name }: any) => name).toSorted(), [genre, known].toSorted())

  const festival = await aFestival(site)
  const gig = await aGig(site, { festival_id: festival.id, artist_id: saved.id })
  await button(page, `${name} II`).click()
  await button(page, 'Delete artist').click()
  await page.getByRole('dialog').getByText('its slots stay there without a name').waitFor()
  await button(page, 'Delete').click()
  await page.getByRole('heading', { name: 'No artists found' }).waitFor()
  const { gigs } = (await get(`/festivals/${festival.id}`)).body
  assert.deepEqual([gigs[0].id, gigs[0].artist], [gig.id, null])
  await done()
})

test('an artist of another user is shown, and a change of it refused in words', async () => {
  const artist = await anArtist(site)
  const { page, done } = await enter(await site.aPersonWith({}), `/artists?edit=${artist.id}`, {
    expected: /403/,
  })
  await box(page, 'Name').fill('Mine now')
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('Could not save').waitFor()
  assert.equal((await get(`/artists/${artist.id}`)).body.name, artist.name)
  await done()
})

test('the list is read page by page, forth and back', async () => {
  for (let made = 0; made < 60; made++) await anArtist(site)
  const { page, done } = await enter(await site.aPersonWith({}), '/artists')
  await until('a page', async () => (await rows(page).count()) === 26)
  assert.equal(await button(page, 'Previous').isDisabled(), true)
  const first = await rows(page).nth(1).textContent()
  await button(page, 'Next').click()
  await page.getByText('Page 2').waitFor()
  await until('others', async () => (await rows(page).nth(1).textContent()) !== first)
  await page.reload()
  await page.getByText('Page 2').waitFor()
  await page.goBack()
  await until('the first ones', async () => (await rows(page).nth(1).textContent()) === first)
  await done()
})

test('an artist is created with the keyboard alone', async () => {
  const name = aName('Keys')
  const { page, done } = await enter(await site.aPersonWith({}), '/artists')
  await button(page, 'New artist').focus()
  await page.keyboard.press('Enter')
  await box(page, 'Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('ambient')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Plays')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`${name} is created`).waitFor()
  const { artists } = (await get(`/search?for=${encodeURIComponent(name)}`)).body
  assert.deepEqual([artists[0].bio, artists[0].genres[0].name], ['Plays', 'ambient'])
  await done()
})

const artist = await anArtist(site, { name: `A ${'x'.repeat(190)}`, bio: 'y'.repeat(300) })

for (const { width, dark, where } of looks) {
  test(`artists are accessible ${where}`, async () => {
    const ada = await site.aPersonWith({})
    const { page, done } = await enter(ada, '/artists', { dark, width })
    for (const [path, text] of [
      ['', artist.name],
      ['?q=nothing+like+it', 'No artists found'],
      ['?new=yes', 'Or drop one here'],
      [`?edit=${artist.id}`, 'Or drop one here'],
    ] as const) {
      await page.goto(`${site.url}/console/artists${path}`)
      await page.getByText(text).first().waitFor()
      await assertAccessible(page, path)
    }
    await button(page, 'Delete artist').click()
    await page.getByRole('dialog').getByText('It leaves every festival').waitFor()
    await assertAccessible(page, 'deleting')
    await done()
  })
}
