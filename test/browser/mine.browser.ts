/** A timetable of one's own: hearts of visitors and accounts, clashes, gigs that move, and what is shared. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { aLineUp, noon } from './line-up.ts'
import { aSite } from './site.ts'

const clock = { now: noon }
const site = await aSite({
  now: () => clock.now,
  env: { PUBLIC_URL: 'http://festival.example' },
})
const expected = /40[0-9]|50[0-9]|ERR_|Failed to load/

const heart = (page: Page, name: string) =>
  page.getByRole('button', { name: `I want to see ${name}` })

/** Hearts are laid over the timetable when it is near. */
const toTimes = (page: Page) => page.locator('#mine').scrollIntoViewIfNeeded()

async function want(page: Page, names: string[]) {
  await toTimes(page)
  for (const name of names) {
    await heart(page, name).click()
    const given = `.heart[aria-label$="${name}"][aria-pressed="true"]:not([data-busy])`
    await page.locator(given).waitFor()
  }
}

const wanted = (page: Page) =>
  page
    .locator('.heart[aria-pressed="true"]')
    .evaluateAll((hearts) => hearts.map((one) => one.getAttribute('aria-label')))

/** What the API says that an account wants to see. */
async function heartsOf(festival: { id: string }, as: Person) {
  const { body } = await site.get(`/festivals/${festival.id}/hearts`, { as })
  return body.hearts as {
    gig_id: string
    known_start_at: string
    keeps_clashes: boolean
  }[]
}

const idsOf = async (festival: { id: string }, as: Person) =>
  (await heartsOf(festival, as)).map(({ gig_id }) => gig_id).toSorted()

async function signInByPassword(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
}

test('hearts of a visitor stay in the browser, and join the account that they sign in to with six digits', async () => {
  const { festival, lanterns, tide } = await aLineUp(site)
  const address = `/guide/${festival.id}`
  const { page, done } = await site.open(address, { width: 390, expected })
  await want(page, ['The Lanterns', 'Tide & Co'])
  await page.getByText('This timetable is kept in this browser alone.').waitFor()
  await page.reload()
  await toTimes(page)
  await page.getByRole('link', { name: 'My timetable (2)' }).waitFor()
  assert.deepEqual(await wanted(page), ['I want to see The Lanterns', 'I want to see Tide & Co'])
  await page.getByRole('link', { name: 'My timetable (2)' }).click()
  await page.getByRole('link', { name: 'The Lanterns' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  const email = anEmail()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  const mail = await nextMailTo(site, email, { about: 'Your sign-in code' })
  const digits = /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''
  await page.getByLabel('Six digits').fill(digits)
  await page.keyboard.press('Enter')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Marsh')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/mine$/)
  await page.getByRole('link', { name: 'Tide & Co' }).waitFor()
  assert.equal(await page.getByText('kept in this browser alone').count(), 0)
  const hearts = await site.db
    .selectFrom('hearts')
    .innerJoin('users', 'users.id', 'hearts.user_id')
    .select('gig_id')
    .where('email', '=', email)
    .execute()
  const ids = hearts.map(({ gig_id }) => gig_id).toSorted()
  assert.deepEqual(ids, [lanterns.id, tide.id].toSorted())
  assert.equal(await page.evaluate(`localStorage.getItem('festival-hearts')`), '{}')
  await done()
})

test('hearts of an account are in every browser, and join what it has already', async () => {
  const person = await site.aPersonWith({})
  const { festival, lanterns, ebb, late } = await aLineUp(site)
  const before = '2099-07-01T15:00:00.000Z'
  await site.put(`/gigs/${ebb.id}/heart`, { known_start_at: before }, { as: person })
  const { page, done } = await site.open(`/guide/${festival.id}`, { expected })
  await want(page, ['The Lanterns', 'Ebb Trio'])
  await page.goto(`${site.url}/sign-in?next=/guide/${festival.id}`)
  await signInByPassword(page, person.email)
  await toTimes(page)
  await page.getByRole('link', { name: 'My timetable (2)' }).waitFor()
  const joined = await heartsOf(festival, person)
  assert.deepEqual(
    joined.map(({ gig_id, known_start_at }) => [gig_id, known_start_at]),
    [
      [lanterns.id, lanterns.start_time?.toISOString()],
      [ebb.id, before],
    ],
  )
  await want(page, ['Late Ferry'])
  await done()
  const other = await site.open(`/sign-in?next=/guide/${festival.id}`, { width: 390, expected })
  await signInByPassword(other.page, person.email)
  await toTimes(other.page)
  await other.page.getByRole('link', { name: 'My timetable (3)' }).waitFor()
  await heart(other.page, 'The Lanterns').click()
  await other.page.getByRole('link', { name: 'My timetable (2)' }).waitFor()
  await other.page.getByRole('link', { name: 'My timetable (2)' }).click()
  await other.page.getByText('Moved: was 17:00, now 18:30').waitFor()
  assert.deepEqual(await idsOf(festival, person), [ebb.id, late.id].toSorted())
  await other.done()
})

test('nothing is lost when hearts cannot join the account at once', async () => {
  const person = await site.aPersonWith({})
  const { festival, lanterns, tide } = await aLineUp(site)
  const { page, done } = await site.open(`/guide/${festival.id}`, { expected })
  await want(page, ['The Lanterns', 'Tide & Co'])
  // The first is written, but its answer is lost; the second never arrives.
  let sent = 0
  await page.route('**/gigs/*/heart', async (route) => {
    if (++sent === 1) await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(`${site.url}/sign-in?next=/guide/${festival.id}/mine`)
  await signInByPassword(page, person.email)
  await page.getByText('is not in your account yet').waitFor()
  assert.equal((await idsOf(festival, person)).length, 1)
  await page.unroute('**/gigs/*/heart')
  await page.reload()
  await page.getByRole('link', { name: 'Tide & Co' }).waitFor()
  await page.getByRole('link', { name: 'The Lanterns' }).waitFor()
  assert.deepEqual(await idsOf(festival, person), [lanterns.id, tide.id].toSorted())
  assert.equal(await page.evaluate(`localStorage.getItem('festival-hearts')`), '{}')
  await done()
})

test('a heart that is refused or not answered is taken back, and it is said', async () => {
  const person = await site.aPersonWith({})
  const { festival } = await aLineUp(site)
  const { page, done } = await site.open(`/sign-in?next=/guide/${festival.id}`, { expected })
  await signInByPassword(page, person.email)
  await toTimes(page)
  await heart(page, 'The Lanterns').waitFor()
  await page.route('**/gigs/*/heart', (route) => route.abort('connectionreset'))
  await heart(page, 'The Lanterns').click()
  await page.getByText('That did not work. Check your connection').waitFor()
  assert.deepEqual(await wanted(page), [])
  await page.unroute('**/gigs/*/heart')
  await want(page, ['The Lanterns'])
  await done()
})

test('a heart is given although the page is left at once', async () => {
  const person = await site.aPersonWith({})
  const { festival, lanterns } = await aLineUp(site)
  const { page, done } = await site.open(`/sign-in?next=/guide/${festival.id}`, { expected })
  await signInByPassword(page, person.email)
  await toTimes(page)
  await heart(page, 'The Lanterns').waitFor()
  await page.evaluate(`{
    document.querySelector('.heart[aria-label$="The Lanterns"]').click()
    location.assign('/guide/${festival.id}/mine')
  }`)
  await page.getByRole('heading', { name: 'My timetable' }).waitFor()
  await until('the heart is noted', async () =>
    (await idsOf(festival, person)).includes(lanterns.id),
  )
  await page.reload()
  await page.getByRole('link', { name: 'The Lanterns' }).waitFor()
  await done()
})

for (const who of ['a visitor', 'an account'] as const) {
  test(`${who} settles a clash by one of two, or keeps both`, async () => {
    const person = await site.aPersonWith({})
    const { festival, ebb } = await aLineUp(site)
    const next = `/guide/${festival.id}`
    const isVisitor = who === 'a visitor'
    const start = isVisitor ? next : `/sign-in?next=${next}`
    const { page, done } = await site.open(start, { width: 390, expected })
    if (!isVisitor) await signInByPassword(page, person.email)
    await want(page, ['The Lanterns', 'Ebb Trio', 'Late Ferry'])
    await page.goto(`${site.url}${next}/mine`)
    const clash = page.getByText('The Lanterns and Ebb Trio clash from 18:30 to 19:00.')
    await page.getByRole('button', { name: 'Keep both' }).click()
    await clash.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'Ebb Trio' }).waitFor()
    assert.equal(await clash.count(), 0)
    await page.getByRole('button', { name: 'Remove The Lanterns' }).click()
    await page.getByRole('link', { name: 'The Lanterns' }).waitFor({ state: 'detached' })
    await page.goto(`${site.url}${next}`)
    await want(page, ['The Lanterns'])
    await page.goto(`${site.url}${next}/mine`)
    await clash.waitFor()
    await page.getByRole('button', { name: 'Only Ebb Trio' }).click()
    await clash.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('link', { name: 'The Lanterns' }).count(), 0)
    if (!isVisitor) assert.ok((await idsOf(festival, person)).includes(ebb.id))
    await done()
  })
}

test('a visitor is told what was moved and what was cancelled, and lets it go', async () => {
  const { festival, lanterns, tide } = await aLineUp(site)
  const { page, done } = await site.open(`/guide/${festival.id}`, { width: 390, expected })
  await want(page, ['The Lanterns', 'Tide & Co'])
  const start_time = new Date('2099-07-01T19:15:00Z')
  const moved = { start_time, end_time: new Date('2099-07-01T20:00:00Z') }
  await site.db.updateTable('gigs').set(moved).where('id', '=', lanterns.id).execute()
  await site.db.deleteFrom('gigs').where('id', '=', tide.id).execute()
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await page.getByText('Moved: was 18:00, now 21:15').waitFor()
  const gone = page.locator('.chosen[data-off]')
  assert.match(`${await gone.textContent()}`, /19:40\s*Tide & Co\s*Cancelled/)
  await page.getByRole('button', { name: 'Got it: The Lanterns was moved' }).click()
  await page.getByText('Moved:').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove Tide & Co' }).click()
  await gone.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'The Lanterns' }).waitFor()
  assert.equal(await page.locator('.chosen').count(), 1)
  assert.equal(await page.getByText('Moved:').count(), 0)
  await done()
})

test('what is next follows the clock of the service, in the festival’s own time', async () => {
  const { festival } = await aLineUp(site)
  const { page, done } = await site.open(`/guide/${festival.id}`, {
    timeZone: 'America/Los_Angeles',
    expected,
  })
  await want(page, ['The Lanterns', 'Tide & Co'])
  await page.clock.install()
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await page.getByText('Next: The Lanterns (Pier), 18:00, in 2 h.').waitFor()
  await page.clock.runFor('02:30:00')
  await page
    .getByText(
      'Now: The Lanterns (Pier), until 19:00. Next: Tide & Co (Pier), 19:40, in 1 h 10 min.',
    )
    .waitFor()
  await page.clock.runFor('03:00:00')
  await page.locator('#next').waitFor({ state: 'hidden' })
  await done()
})

test('a shared link shows the selection to a stranger, who changes nothing, and the calendar has it alone', async () => {
  const { festival, lanterns, late } = await aLineUp(site)
  const { page, done } = await site.open(`/guide/${festival.id}`, { expected })
  await want(page, ['The Lanterns', 'Late Ferry'])
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await page.getByRole('link', { name: 'Share' }).click()
  await page.getByText('The link is copied.').waitFor()
  const link = String(await page.evaluate('navigator.clipboard.readText()'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to your calendar' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const events = ICAL.Component.fromString(text).getAllSubcomponents('vevent')
  const told = events.map((event) => {
    const time = event.getFirstPropertyValue('dtstart')
    assert.ok(time instanceof ICAL.Time)
    return [event.getFirstPropertyValue('uid'), time.zone?.tzid, time.toUnixTime() * 1000]
  })
  assert.deepEqual(
    told,
    [lanterns, late].map(({ id, start_time }) => [
      `gig-${id}@festival`,
      'UTC',
      start_time?.getTime(),
    ]),
  )
  await done()

  for (const javaScript of [true, false]) {
    const stranger = await site.open(link, { width: 390, javaScript })
    await stranger.page.getByRole('heading', { name: 'A selection of gigs' }).waitFor()
    const names = await stranger.page.locator('.chosen .who').allTextContents()
    assert.deepEqual(names, ['The Lanterns', 'Late Ferry'])
    assert.equal(await stranger.page.locator('.mine button').count(), 0)
    await stranger.page.getByRole('link', { name: 'Make your own timetable' }).click()
    await stranger.page.getByText('Nothing chosen yet').waitFor()
    await stranger.done()
  }
})

test('who has signed out leaves nothing of the account in the browser', async () => {
  const person = await site.aPersonWith({})
  const { festival } = await aLineUp(site)
  const { page, done } = await site.open(`/sign-in?next=/guide/${festival.id}`, { expected })
  await signInByPassword(page, person.email)
  await want(page, ['The Lanterns'])
  await page.goto(`${site.url}/tickets`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  // Only the page of a stranger offers it.
  await page.locator('.empty').getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goto(`${site.url}/guide/${festival.id}/mine`)
  await page.getByText('Nothing chosen yet').waitFor()
  assert.equal(await page.evaluate(`localStorage.getItem('festival-hearts')`), null)
  await done()
})

test('what other programs have written into the browser’s memory is no error', async () => {
  const { festival } = await aLineUp(site)
  const other = await aFestival(site)
  const { page, done } = await site.open(`/guide/${other.id}`, { expected })
  for (const text of ['{', '7', 'null', '[]', '{"a":7}']) {
    await page.evaluate(`localStorage.setItem('festival-hearts', ${JSON.stringify(text)})`)
    await page.goto(`${site.url}/guide/${festival.id}`)
    await want(page, ['The Lanterns'])
    await page.getByRole('link', { name: 'My timetable (1)' }).waitFor()
  }
  await done()
})
