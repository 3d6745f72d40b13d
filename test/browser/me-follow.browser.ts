/** Following and sharing on pages that are the same for all visitors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aFestival, anArtist, anOrganizer } from '../catalogue.ts'
import { until } from '../until.ts'
import { expected, openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite()
const { db } = site
const followsOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('interests').selectAll().where('user_id', '=', id).execute()).map(
    ({ artist_id, organizer_id }) => artist_id ?? organizer_id,
  )

test('an organizer and an artist are followed where they are shown, and no more', async () => {
  const [organizer, artist] = [await anOrganizer(site), await anArtist(site)]
  const festival = await aFestival(site, { organizer_id: organizer.id })
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, `/guide/${festival.id}`)
  const places = [
    { path: `/guide/${festival.id}`, ...organizer },
    { path: `/organizers/${organizer.id}`, ...organizer },
    { path: `/guide/artists/${artist.id}`, ...artist },
  ]
  for (const { path, id, name } of places) {
    await page.goto(`${site.url}${path}`)
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
    const following = page.getByRole('button', { name: `You follow ${name}` })
    await following.waitFor()
    assert.equal(await following.getAttribute('aria-pressed'), 'true')
    assert.deepEqual(await followsOf(ada), [id])
    await page.reload()
    await following.click()
    await page.getByRole('button', { name: `Follow ${name}`, exact: true }).waitFor()
    assert.deepEqual(await followsOf(ada), [])
  }
  await page.getByRole('link', { name: 'My account' }).waitFor()
  await done()
})

test('without an account, following leads to signing in and back', async () => {
  const organizer = await anOrganizer(site)
  const { email } = await site.aPersonWith({})
  const { page, done } = await site.open(`/organizers/${organizer.id}`, { width: 390, expected })
  assert.equal(await page.getByRole('link', { name: 'My account' }).count(), 0)
  await page.getByRole('link', { name: `Follow ${organizer.name}` }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/organizers/${organizer.id}`)
  await page.getByRole('button', { name: `Follow ${organizer.name}` }).waitFor()
  await done()
})

test('a page is shared by its own address', async () => {
  const festival = await aFestival(site)
  const { page, done } = await site.open(`/guide/${festival.id}?x=1#tickets`, { expected })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('The link is copied.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${site.url}/guide/${festival.id}`)
  await done()
})

test('views and shares of an account count for its badges, and what nothing counts is not shown', async () => {
  const [artist, festival] = [await anArtist(site), await aFestival(site)]
  const ada = await site.aPersonWith({})
  const { page, done } = await openAs(site, ada, `/guide/artists/${artist.id}`)
  await page.getByRole('button', { name: /^Follow / }).waitFor()
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('The link is copied.').waitFor()
  const recorded = () =>
    db
      .selectFrom('reward_events')
      .select(['event_type', 'entity_id'])
      .where('user_id', '=', ada.id)
      .orderBy('event_type')
      .execute()
  await until('both are recorded', async () => (await recorded()).length === 2)
  assert.deepEqual(await recorded(), [
    { event_type: 'artist_viewed', entity_id: artist.id },
    { event_type: 'festival_shared', entity_id: festival.id },
  ])
  await page.goto(`${site.url}/me`)
  const badges = page.getByRole('list', { name: 'Badges' })
  for (const [name, progress] of [
    ['Explorer', '1 of 25'],
    ['Word of mouth', '1 of 10'],
    ['First ticket', '0 of 1'],
  ] as const)
    await badges.getByRole('listitem').filter({ hasText: name }).getByText(progress).waitFor()
  assert.equal(await badges.getByText('Critic').count(), 0)
  await done()
})

test('an organizer’s page has what comes and what is over, also without a script', async () => {
  const organizer = await anOrganizer(site, {
    description: 'Concerts by the water',
    legal_name: 'Harbour Nights ApS',
  })
  const ahead = await aFestival(site, { organizer_id: organizer.id })
  const over = await aFestival(site, {
    organizer_id: organizer.id,
    start_time: new Date('2021-07-01T12:00:00Z'),
    end_time: new Date('2021-07-03T12:00:00Z'),
  })
  const other = await aFestival(site)
  const { page, done } = await site.open(`/guide/${ahead.id}`, { javaScript: false })
  await page.locator('.facts').getByRole('link', { name: organizer.name }).click()
  await page.getByText('Concerts by the water').waitFor()
  await page.getByText('Harbour Nights ApS').waitFor()
  const names = async (title: string) =>
    page.getByRole('region', { name: title }).locator('.card h3').allTextContents()
  assert.deepEqual(await names('Coming up'), [ahead.name])
  assert.deepEqual(await names('Past festivals'), [over.name])
  assert.equal(await page.getByText(other.name).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Share' }).count(), 0)
  await done()
})
