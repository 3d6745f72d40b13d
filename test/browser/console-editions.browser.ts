/** The sales of a festival beside those of the edition before: chosen under Details, compared under Sales. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { daysInWords, pointsOf } from '../../pages/console/sales/editions.ts'
import { aTier } from '../buying.ts'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get } = site
const day = 86_400_000
const midday = new Date().setUTCHours(12, 0, 0, 0)
/** Midday in UTC, so many days from today. */
const at = (days: number) => new Date(midday + days * day)

/** Two editions of an organizer: 20 days from now, and 345 days ago. */
async function twoEditions(word = 'Tide') {
  const manager = await site.aPersonWith({})
  const { id: organizer_id } = await anOrganizer(site)
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const one = (days: number) =>
    aFestival(site, {
      organizer_id,
      name: aName(word),
      start_time: at(days),
      end_time: at(days + 2),
    })
  return { manager, edition: await one(20), before: await one(-345) }
}

/** Sells both, the earlier one more. */
async function sell({ edition, before }: Awaited<ReturnType<typeof twoEditions>>) {
  const [now, then] = [
    await aTier(site, { festival_id: edition.id }),
    await aTier(site, { festival_id: before.id }),
  ]
  await somePaidTickets(site, 2, { tier: now, created_at: at(-10) })
  await somePaidTickets(site, 1, { tier: now, created_at: at(0) })
  await somePaidTickets(site, 4, { tier: then, created_at: at(-345 - 25) })
  await somePaidTickets(site, 3, { tier: then, created_at: at(-345 - 5) })
}

type Look = Parameters<typeof site.open>[1]

async function enter(as: Person, path: string, look: Look = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

const compared = (page: Page) => page.getByRole('table', { name: 'Sales of both editions' })

const field = (page: Page) => page.getByRole('combobox', { name: 'Festival before this one' })

async function chooseBefore(page: Page, name: string) {
  await field(page).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Save edition before' }).click()
  await page.getByText('Saved').waitFor()
}

test('the edition before is chosen under Details, and its sales appear beside those of this one', async () => {
  const editions = await twoEditions()
  const { manager, edition, before } = editions
  const { name: other } = await aFestival(site)
  await sell(editions)
  const { page, done } = await enter(manager, `/festivals/${edition.id}/sales`)
  await page.getByRole('heading', { name: 'No edition before' }).waitFor()
  await page.getByRole('link', { name: 'Choose in Details' }).click()
  await field(page).click()
  await page.getByRole('option', { name: before.name }).waitFor()
  for (const name of [edition.name, other])
    assert.equal(await page.getByRole('option', { name }).count(), 0)
  await page.keyboard.press('Escape')
  await chooseBefore(page, before.name)
  const { body } = await get(`/festivals/${edition.id}?hidden=true`, { as: manager })
  assert.equal(body.previous_edition_id, before.id)

  await page.getByRole('tab', { name: 'Sales' }).click()
  await page
    .getByText(
      `20 days before it begins: 3 sold, €150.00 taken. ${before.name} had 4 sold and €200.00 taken then.`,
    )
    .waitFor()
  await page.locator('.recharts-line').nth(3).waitFor()
  const rowOf = async (when: string) => {
    const row = compared(page).getByRole('row', { name: new RegExp(`^${when}`) })
    return (await row.getByRole('cell').allInnerTexts()).join(' ')
  }
  assert.equal(
    await rowOf('30 days before it begins'),
    '30 days before it begins 2 0 €100.00 €0.00',
  )
  assert.equal(
    await rowOf('25 days before it begins'),
    '25 days before it begins 2 4 €100.00 €200.00',
  )
  assert.equal(await rowOf('5 days before it begins'), '5 days before it begins – 7 – €350.00')
  await done()
})

test('the edition before is taken away again', async () => {
  const { manager, edition, before } = await twoEditions()
  await db
    .updateTable('festivals')
    .set({ previous_edition_id: before.id })
    .where('id', '=', edition.id)
    .execute()
  const { page, done } = await enter(manager, `/festivals/${edition.id}/sales`)
  await page.getByRole('heading', { name: 'Neither edition has sold anything' }).waitFor()
  await page.goto(`${site.url}/console/festivals/${edition.id}/details`)
  const chosen = field(page)
  await until('the name of the edition before', async () => {
    return (await chosen.inputValue()) === before.name
  })
  await chooseBefore(page, 'None')
  const { body } = await get(`/festivals/${edition.id}?hidden=true`, { as: manager })
  assert.equal(body.previous_edition_id, null)
  await done()
})

const about = { festival_id: '', name: '', starts_at: '', time_zone: 'UTC' }
const comparison = (days_to_start: number, now: number[], before: number[] | null) => {
  const edition = (days: number[]) => ({
    ...about,
    days: days.map((one, nth) => ({ days_to_start: one, sold: nth + 1, revenue: (nth + 1) / 10 })),
  })
  const previous_edition = before && edition(before)
  return { ...about, currency: 'EUR', days_to_start, edition: edition(now), previous_edition }
}

test('both editions have a point for each day from the first sale to the start; too many become weeks', () => {
  const some = pointsOf(comparison(1, [2], [3, 0]))
  assert.deepEqual(
    some.map(({ days, now, before }) => [days, now?.sold ?? null, before.sold]),
    [
      [3, 0, 1],
      [2, 1, 1],
      [1, 1, 1],
      [0, null, 2],
    ],
  )
  const weeks = pointsOf(comparison(50, [100], [2, -2]))
  assert.deepEqual(
    weeks.map(({ days }) => days),
    [105, 98, 91, 84, 77, 70, 63, 56, 50, 49, 42, 35, 28, 21, 14, 7, 0, -7],
  )
  assert.deepEqual(
    weeks.filter(({ days }) => [105, 98, 50, 49, 7, 0, -7].includes(days)),
    [
      { days: 105, now: { sold: 0, revenue: 0 }, before: { sold: 0, revenue: 0 } },
      { days: 98, now: { sold: 1, revenue: 0.1 }, before: { sold: 0, revenue: 0 } },
      { days: 50, now: { sold: 1, revenue: 0.1 }, before: { sold: 0, revenue: 0 } },
      { days: 49, now: null, before: { sold: 0, revenue: 0 } },
      { days: 7, now: null, before: { sold: 0, revenue: 0 } },
      { days: 0, now: null, before: { sold: 1, revenue: 0.1 } },
      { days: -7, now: null, before: { sold: 2, revenue: 0.2 } },
    ],
  )
  assert.deepEqual(pointsOf(comparison(5, [], [])), [])
  assert.deepEqual(pointsOf(comparison(5, [5], null)), [])
  assert.deepEqual([1, 0, -2].map(daysInWords), [
    '1 day before it begins',
    'On the day it begins',
    '2 days after it begins',
  ])
})

for (const { width, dark, where } of looks) {
  test(`the comparison is accessible ${where}`, async () => {
    const editions = await twoEditions(`${'x'.repeat(120)} <img src=x onerror=alert(1)>`)
    const { manager, edition, before } = editions
    await sell(editions)
    const { page, done } = await enter(manager, `/festivals/${edition.id}/sales`, { dark, width })
    await page.getByRole('heading', { name: 'No edition before' }).waitFor()
    await assertAccessible(page, 'no edition before')
    await page.goto(`${site.url}/console/festivals/${edition.id}/details`)
    await chooseBefore(page, before.name)
    await assertAccessible(page, 'the choice')
    await page.goto(`${site.url}/console/festivals/${edition.id}/sales`)
    await page.locator('.recharts-line').nth(3).waitFor()
    await assertAccessible(page, 'the comparison')
    const room = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(room <= width, `nothing lies beyond the edge: ${room}`)
    await page.getByText('Compared with the edition before').scrollIntoViewIfNeeded()
    await done()
  })
}
