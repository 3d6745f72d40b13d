import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, aName, anOrganizer } from '../catalogue.ts'
import { aPaidTicket } from '../sales.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const soon = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A festival in two weeks, with a tier on sale, and a manager of its organizer. */
async function aSale({ quantity = 10 } = {}) {
  const organizer = await anOrganizer(site)
  const given = { organizer_id: organizer.id, start_time: soon(14), end_time: soon(16) }
  const festival = await aFestival(site, given)
  const tier = await aTier(site, { festival_id: festival.id, quantity })
  const manager = await site.aPersonWith({})
  await site.db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  return { festival, tier, manager }
}

/** Buys a ticket of it through the API, and returns the amount. */
async function buy({ id }: { id: string }, as?: Person): Promise<string> {
  const buyer = as ?? (await site.aUser())
  const payment = {
    payment_type: 'ticket',
    entity_id: id,
    processorPaymentMethodId: 'pm_card_visa',
  }
  const { status, body } = await site.post('/payments', payment, { as: buyer })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const isLive = (page: Page) => page.getByRole('status').getByText('live', { exact: true }).waitFor()

async function enter(as: Person, path: string, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  await isLive(opened.page)
  return opened
}

test('a sale appears on the open overview by itself, with the figures it changes', async () => {
  const { festival, tier, manager } = await aSale()
  const { page, done } = await enter(manager, '/')
  await page.getByText('0 of 10 sold').waitFor()
  await page.getByText('in 14 d').waitFor()
  const figure = (title: string) =>
    page.locator('dl > div').filter({ hasText: title }).getByRole('definition')
  assert.equal(await figure('Sold today').innerText(), '0')
  await buy(tier)
  const activity = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Activity' }) })
  await activity.getByText(`Sold ${tier.name}`).first().waitFor()
  await page.getByText('1 of 10 sold').waitFor()
  await until('figures', async () => (await figure('Sold today').innerText()) === '1')
  assert.equal(await figure('Revenue today').innerText(), '€50.00')
  // Announced to screen readers.
  const heard = page.locator('[aria-live=polite]').filter({ hasText: `Sold ${tier.name}` })
  assert.match(await heard.first().innerText(), new RegExp(festival.name))
  await done()
})

test('today adds up all festivals of a manager, not only those that the overview lists', async () => {
  const { festival, tier, manager } = await aSale()
  const others = await aSale()
  for (const days of [3, 4, 5, 6, 7, 8, 9])
    await aFestival(site, {
      organizer_id: festival.organizer_id,
      start_time: soon(days),
      end_time: soon(days),
    })
  const past = await aFestival(site, {
    organizer_id: festival.organizer_id,
    start_time: soon(-9),
    end_time: soon(-7),
  })
  await aPaidTicket(site, { tier: await aTier(site, { festival_id: past.id }) })
  await buy(others.tier)
  await buy(tier)
  const returned = await buy(tier)
  const { status } = await site.post(`/payments/${returned}/refund`, {}, { as: manager })
  assert.equal(status, 200)
  const { page, done } = await enter(manager, '/')
  const listed = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Coming up' }) })
  assert.equal(await listed.getByText(festival.name).count(), 0)
  const figures = page.locator('dl').first().getByRole('definition')
  await until('figures', async () => (await figures.first().innerText()) === '2')
  assert.deepEqual(await figures.allInnerTexts(), ['2', '€150.00', '€50.00', '0'])
  await done()
})

test('a manager sees the activity of their festivals, and no other', async () => {
  const [mine, others] = [await aSale(), await aSale()]
  await buy(others.tier)
  const { page, done } = await enter(mine.manager, '/activity')
  await buy(others.tier)
  await buy(mine.tier)
  await page.getByText(`Sold ${mine.tier.name}`).first().waitFor()
  assert.equal(await page.getByText(others.tier.name).count(), 0)
  await page.goto(`${site.url}/console`)
  await page.getByRole('link', { name: mine.festival.name }).first().waitFor()
  assert.equal(await page.getByText(others.festival.name).count(), 0)
  await done()
})

test('payments, the gate and changes are told apart, and the filter stays in the address', async () => {
  const { festival, tier, manager } = await aSale()
  const bought = await buy(tier)
  assert.equal((await site.put(`/payments/${bought}/validate`, {}, { as: manager })).status, 200)
  const change = await site.put(
    `/festivals/${festival.id}`,
    { venue: 'South Quay' },
    { as: manager },
  )
  assert.equal(change.status, 200)
  const { page, done } = await enter(manager, '/activity')
  const items = page.locator('.activity')
  const told = async () => (await items.allInnerTexts()).map((text) => text.split('\n')[0])
  await until('all three', async () => (await items.count()) === 3)
  assert.deepEqual(await told(), ['Festival changed', `Admitted ${tier.name}`, `Sold ${tier.name}`])
  await page.getByLabel('Kinds').getByText('Gate').click()
  await until('one', async () => (await items.count()) === 1)
  await page.getByLabel('Kinds').getByText('Payments').click()
  await until('two', async () => (await items.count()) === 2)
  await page.reload()
  await until('two again', async () => (await items.count()) === 2)
  await page.goBack()
  await until('one again', async () => (await items.count()) === 1)
  await page.getByLabel('Festival, tier or gate').fill('something else')
  await page.getByRole('heading', { name: 'No matching activity' }).waitFor()
  await done()
})

test('a paused stream stops, counts what comes, and resumes', async () => {
  const { tier, manager } = await aSale()
  await buy(tier)
  const { page, done } = await enter(manager, '/activity')
  const items = page.locator('.activity')
  await until('the first', async () => (await items.count()) === 1)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await buy(tier)
  await buy(tier)
  await page.getByRole('button', { name: 'Resume, 2 new' }).waitFor()
  assert.equal(await items.count(), 1)
  await page.getByRole('button', { name: 'Resume, 2 new' }).press('Enter')
  await until('all', async () => (await items.count()) === 3)
  await done()
})

test('older activity is loaded on request, each once', async () => {
  const { tier, manager } = await aSale({ quantity: 100 })
  const buyer = await site.aUser()
  for (let sold = 0; sold < 55; sold++) await buy(tier, buyer)
  const { page, done } = await enter(manager, '/activity')
  const items = page.locator('.activity')
  await until('a page', async () => (await items.count()) === 50)
  await buy(tier, buyer)
  await until('one more', async () => (await items.count()) === 51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByText('There is nothing older.').waitFor()
  assert.equal(await items.count(), 56)
  await done()
})

test('a cut connection is shown, is restored by itself, and nothing is lost', async () => {
  const { tier, manager } = await aSale()
  const { page, done } = await enter(manager, '/activity', {
    expected: /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_\w+|EMPTY_RESPONSE|NETWORK_\w+)/,
  })
  site.app.server.closeAllConnections()
  await page.getByText('disconnected, reconnecting').waitFor()
  await buy(tier)
  await page.getByRole('status').getByText('live', { exact: true }).waitFor()
  await page.getByText(`Sold ${tier.name}`).first().waitFor()
  assert.equal(await page.locator('.activity').count(), 1)
  await done()
})

test('what happens before the connection is open is not missed', async () => {
  const { tier, manager } = await aSale()
  const { promise: isSold, resolve: goOn } = Promise.withResolvers<void>()
  const connectLate = (page: Page) =>
    page.route('**/activity/sse', async (route) => {
      await isSold
      await route.continue()
    })
  const { page, done } = await site.open('/console/activity', { as: manager, prepare: connectLate })
  await page.getByRole('heading', { name: 'No activity yet' }).waitFor()
  await page.getByText('connecting').waitFor()
  await buy(tier)
  goOn()
  await page.getByText(`Sold ${tier.name}`).first().waitFor()
  await done()
})

test('a refund is shown, and names are shown as text', async () => {
  const { festival, manager } = await aSale()
  const name = '<img src=x onerror=alert(1)>"'
  const tier = await aTier(site, { festival_id: festival.id, name })
  const bought = await buy(tier)
  const { page, done } = await enter(manager, '/activity')
  await page.getByText(`Sold ${name}`).first().waitFor()
  assert.equal((await site.post(`/payments/${bought}/refund`, {}, { as: manager })).status, 200)
  await page.getByText(`Refunded ${name}`).first().waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`overview and activity are accessible ${where}`, async () => {
    const { festival, tier, manager } = await aSale()
    const { page, done } = await enter(manager, '/activity', { width, dark })
    await page.getByRole('heading', { name: 'No activity yet' }).waitFor()
    await assertAccessible(page, 'nothing yet')
    await aPaidTicket(site, { tier })
    const bought = await buy(tier)
    await site.put(`/payments/${bought}/validate`, {}, { as: manager })
    await site.put(`/festivals/${festival.id}`, { name: aName('x'.repeat(180)) }, { as: manager })
    await page.getByText('Festival changed', { exact: true }).waitFor()
    await page.getByLabel('Kinds').getByText('Gate').click()
    await assertAccessible(page, 'activity')
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out of the activity')
    await page.goto(`${site.url}/console/`)
    await isLive(page)
    await page.getByText('2 of 10 sold').waitFor()
    await assertAccessible(page, 'overview')
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out of the overview')
    await done()
  })
}
