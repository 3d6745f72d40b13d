/** The waiting room of a sale in the console: set up, moved, entered, drawn, served and cancelled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival, anOrganizer } from '../catalogue.ts'
import { enterWith } from '../queues.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

/** No relay of drand answers there. */
const site = await aSite({ env: { QUEUE_WORK: '20', DRAND_URL: 'http://127.0.0.1:9' } })
const { db, get, post, put } = site

/** A festival in Copenhagen with two tiers, and a manager. */
async function aSale(given: Parameters<typeof aFestival>[1] = {}) {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  const managed = { organizer_id: organizer.id, user_id: ada.id }
  await db.insertInto('organizer_managers').values(managed).execute()
  const { id } = await aFestival(site, {
    organizer_id: organizer.id,
    time_zone: 'Europe/Copenhagen',
    ...given,
  })
  const weekend = await aTier(site, { festival_id: id, name: 'Weekend', position: 0 })
  const sunday = await aTier(site, { festival_id: id, name: 'Sunday', position: 1 })
  return { ada, id, url: `/festivals/${id}/queue`, weekend, sunday }
}
type Sale = Awaited<ReturnType<typeof aSale>>

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

/** A waiting room that is open, for one of the two tiers. */
async function anOpen(sale: Sale, more: object = {}) {
  const body = {
    tiers: [sale.weekend.id],
    opens_at: inDays(-1).toISOString(),
    draw_at: inDays(1).toISOString(),
    source: 'organizer',
    ...more,
  }
  const { status, body: queue } = await put(sale.url, body, { as: sale.ada })
  assert.equal(status, 200, queue.error)
  return { ...sale, body }
}

async function enter(sale: Sale, count: number) {
  for (let nth = 0; nth < count; nth++) {
    const { status } = await enterWith(site, sale, await site.aUser())
    assert.equal(status, 200)
  }
  // The service remembers for a second how many there were.
  await until('they are counted', async () => (await get(sale.url)).body.entered === count)
}

/** Hours pass: the queue is as it would be then, and the service does what is due. */
const change = (sale: Sale, set: Parameters<ReturnType<typeof updating>['set']>[0]) =>
  updating().set(set).where('festival_id', '=', sale.id).execute()
const updating = () => db.updateTable('queues')
const drawn = async (sale: Sale) => {
  await change(sale, { opens_at: inDays(-2), draw_at: inDays(-1) })
  await until('it serves', async () => (await get(sale.url)).body.serving > 0)
}

async function show(
  { ada, id }: Sale,
  look: Parameters<typeof site.open>[1] = {},
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
) {
  // Where there is no waiting room the service says 404.
  const opened = await site.open('/console', { expected: /404/, ...look })
  await prepare(opened.page)
  await site.signIn(opened.page, ada)
  await opened.page.goto(`${site.url}/console/festivals/${id}/queue`)
  return opened
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const mark = (page: Page, word: string) => page.locator('.mark', { hasText: word })
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
const buy = async ({ weekend }: Sale) => {
  const ticket = { payment_type: 'ticket', entity_id: weekend.id }
  return (await post('/payments', ticket, { as: await site.aUser() })).status
}

test('a waiting room is made: its fields say what is wrong, its times are those of the festival', async () => {
  const sale = await aSale()
  const { page, done } = await show(sale)
  await page.getByRole('heading', { name: 'No waiting room' }).waitFor()
  await button(page, 'Sell by a waiting room').click()
  const form = dialog(page, 'Sell by a waiting room')
  await form.getByText('From the moment you save').waitFor()
  const save = form.getByRole('button', { name: 'Sell by a waiting room' })
  await save.click()
  await form.getByText('Enter when it opens').waitFor()
  await form.getByText('Enter when it is drawn').waitFor()
  const [opens, draw] = ['Opens', 'Draw'].map((name) =>
    form.getByLabel(`${name} (Europe/Copenhagen)`),
  )
  await opens?.fill('2099-06-02T12:00')
  for (const [time, fault] of [
    ['2099-06-02T12:00', 'It is drawn after it has opened'],
    ['2099-06-01T12:00', 'It is drawn after it has opened'],
  ] as const) {
    await draw?.fill(time)
    await save.click()
    await form.getByText(fault).waitFor()
  }
  await draw?.fill('2099-06-02T18:00')
  await form.getByRole('textbox', { name: 'People in a group' }).fill('4')
  await save.click()
  await mark(page, 'Not open yet').waitFor()
  const { body } = await get(sale.url)
  assert.deepEqual(
    [body.opens_at, body.draw_at, body.groups_of, body.source],
    ['2099-06-02T10:00:00.000Z', '2099-06-02T16:00:00.000Z', 4, 'drand'],
  )
  assert.deepEqual(new Set(body.tiers), new Set([sale.weekend.id, sale.sunday.id]))
  assert.equal(await buy(sale), 403)
  await page.getByText('Weekend, Sunday').waitFor()
  await page.getByText(`Round ${body.round} of drand`).waitFor()
  await page.getByText('Up to 4 people').waitFor()
  await page.getByText('Not drawn yet').waitFor()
  await page.reload()
  await page.getByText('2 Jun 2099, 18:00').first().waitFor()
  await done()
})

test('while it is open the page counts who enters when it is told to, and moves the draw alone', async () => {
  const sale = await anOpen(await aSale(), { groups_of: 2 })
  const { page, done } = await show(sale, {}, (opened) => opened.clock.install())
  await mark(page, 'Open').waitFor()
  await figure(page, 'Entered').getByText('0', { exact: true }).waitFor()
  await enter(sale, 3)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/queue?')) asked.push(request.url())
  })
  await page.clock.fastForward(20_000)
  await page.evaluate('fetch("/console")')
  assert.deepEqual(asked, [], 'it said that nothing is new for half a minute')
  await page.clock.fastForward(11_000)
  await figure(page, 'Entered').getByText('3', { exact: true }).waitFor()

  await button(page, 'Change').click()
  const form = dialog(page, 'Change the waiting room')
  await form.getByText('3 people have entered, and everyone keeps their number').waitFor()
  assert.equal(await form.getByLabel(/^Opens/).count(), 0)
  assert.equal(await form.getByLabel('People in a group').count(), 0)
  await form.getByLabel('Draw (Europe/Copenhagen)').fill('2099-06-03T18:00')
  await form.getByRole('combobox', { name: 'Tickets' }).click()
  await page.getByRole('option', { name: 'Sunday' }).click()
  await form.getByLabel(/^Draw/).focus()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Weekend, Sunday').waitFor()
  await page.getByText('3 Jun 2099, 18:00').first().waitFor()
  const { body } = await get(sale.url)
  assert.deepEqual([body.draw_at, body.groups_of, body.entered], ['2099-06-03T16:00:00.000Z', 2, 3])
  assert.equal(body.tiers.length, 2)
  await done()
})

test('after the draw it is served and says how; cancelled, its numbers are void and all may buy', async () => {
  const sale = await anOpen(await aSale())
  await enter(sale, 3)
  const { page, done } = await show(sale, {}, (opened) => opened.clock.install())
  await mark(page, 'Open').waitFor()
  const pages = page.getByRole('link', { name: 'Page of the waiting room' })
  assert.equal(await pages.getAttribute('href'), `/guide/${sale.id}/queue`)
  const proof = page.getByRole('link', { name: 'Proof of the draw' })
  assert.equal(await proof.count(), 0)
  await drawn(sale)
  await page.clock.fastForward(31_000)
  await mark(page, 'Being served').waitFor()
  await figure(page, 'Had their turn').getByText('3', { exact: true }).waitFor()
  await figure(page, 'Turns a minute').getByText('3', { exact: true }).waitFor()
  await mark(page, 'As committed').waitFor()
  assert.equal(await proof.getAttribute('href'), `/guide/${sale.id}/queue/proof`)
  assert.equal(await button(page, 'Change').count(), 0)
  await page.locator('.recharts-area-curve').waitFor()
  const heard = page.getByRole('table', { name: 'Turns over time' }).getByRole('row')
  assert.match(await heard.last().innerText(), /\d\d:\d\d:\d\d\s+3$/)
  assert.match(await heard.nth(1).innerText(), /\s0$/)
  assert.equal(await buy(sale), 403)

  await button(page, 'Cancel the waiting room').click()
  const asking = dialog(page, 'Cancel the waiting room?')
  await asking.getByText('The numbers of all 3 people who have entered are void').waitFor()
  await asking.getByText('Its tickets are sold without a queue at once').waitFor()
  await asking.getByRole('button', { name: 'Back' }).click()
  assert.equal((await get(sale.url)).status, 200)
  await button(page, 'Cancel the waiting room').click()
  await asking.getByRole('button', { name: 'Cancel the waiting room' }).click()
  await page.getByRole('heading', { name: 'No waiting room' }).waitFor()
  assert.equal((await get(sale.url)).status, 404)
  assert.equal(await buy(sale), 201)
  await done()
})

test('what the service refuses is said at its field', async () => {
  const announced = { opens_at: inDays(1).toISOString(), draw_at: inDays(2).toISOString() }
  const sale = await anOpen(await aSale(), announced)
  const { page, done } = await show(sale, { expected: /40[0349]/ })
  await mark(page, 'Not open yet').waitFor()
  await button(page, 'Change').click()
  const form = dialog(page, 'Change the waiting room')
  const save = form.getByRole('button', { name: 'Save' })
  const groups = form.getByRole('textbox', { name: 'People in a group' })
  await groups.fill('5')

  await form.getByRole('combobox', { name: 'Tickets' }).click()
  await page.getByRole('option', { name: 'Sunday' }).click()
  await form.getByLabel(/^Draw/).focus()
  const archive = (archived_at: Date | null) =>
    db.updateTable('tiers').set({ archived_at }).where('id', '=', sale.sunday.id).execute()
  await archive(new Date())
  await save.click()
  await form.getByText('It must be tickets of this festival').waitFor()
  assert.equal(await form.getByRole('alert').count(), 0)
  await archive(null)

  await change(sale, { opens_at: inDays(-1) })
  await save.click()
  await form.getByText('It has opened in the meantime').waitFor()
  assert.equal((await get(sale.url)).body.groups_of, 1)
  await page.reload()
  await form.getByLabel(/^Draw/).fill('2099-06-03T18:00')
  await drawnWithout(sale)
  await save.click()
  await form.getByText('The draw has begun in the meantime').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await done()

  const bo = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const other = await show({ ...(await aSale()), ada: bo }, { expected: /40[34]/ })
  await button(other.page, 'Sell by a waiting room').click()
  const theirs = dialog(other.page, 'Sell by a waiting room')
  await theirs.getByLabel(/^Opens/).fill('2099-06-02T12:00')
  await theirs.getByLabel(/^Draw/).fill('2099-06-02T18:00')
  await theirs.getByRole('button', { name: 'Sell by a waiting room' }).click()
  await theirs.getByRole('alert').getByText('Only managers of the organizer').waitFor()
  await other.done()
})

/** Without anyone in it. */
async function drawnWithout(sale: Sale) {
  await change(sale, { opens_at: inDays(-2), draw_at: inDays(-1) })
  await until('it is drawn', async () => (await get(sale.url)).body.draw !== null)
}

test('a draw that drand keeps waiting is said to be overdue, and what follows not to be proven', async () => {
  const sale = await anOpen(await aSale(), { source: 'drand' })
  await enter(sale, 1)
  // A round that was published five minutes ago, and fixed before that.
  const { body } = await get(sale.url)
  const rounds = Math.ceil((Date.parse(body.round_at) - (Date.now() - 300_000)) / 3_000)
  await change(sale, { opens_at: inDays(-2), draw_at: inDays(-1), round: body.round - rounds })
  await until('its entries are fixed', async () => (await get(sale.url)).body.draw !== null)
  const { page, done } = await show(sale)
  await mark(page, 'Being drawn').waitFor()
  const warnings = page.getByRole('status', { name: 'Warnings' })
  await warnings.getByText('The draw is overdue').waitFor()
  await warnings.getByText(`Round ${body.round - rounds} of drand cannot be fetched`).waitFor()

  await change(sale, { round: body.round - rounds - 300 })
  await until('it is drawn', async () => (await get(sale.url)).body.draw.proven === false)
  await mark(page, 'Not proven').waitFor()
  await page.getByText(/^The entries were fixed after round \d+ of drand was published/).waitFor()
  assert.equal(await warnings.innerText(), '')
  await db
    .updateTable('queue_draws')
    .set({ committed_at: inDays(-1) })
    .where('queue_id', '=', body.id)
    .execute()
  await page.reload()
  await page.getByText(/of drand could not be fetched within 15 minutes/).waitFor()
  await done()
})

test('that of a draft is seen by its managers, and has no page yet', async () => {
  const sale = await aSale()
  assert.equal(
    (await put(`/festivals/${sale.id}`, { published: false }, { as: sale.ada })).status,
    200,
  )
  await anOpen(sale)
  assert.equal((await get(sale.url)).status, 404)
  const { page, done } = await show(sale)
  await mark(page, 'Open').waitFor()
  await page.getByText('Its page can be opened once the festival is published').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Page of the waiting room' }).count(), 0)
  await done()
})

for (const { width, dark } of [
  { width: 1360, dark: false },
  { width: 390, dark: true },
]) {
  test(`waiting rooms are accessible: ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    const sale = await aSale()
    const { page, done } = await show(sale, { width, dark })
    const check = async (where: string) => {
      await assertAccessible(page, where)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where)
    }
    await page.getByRole('heading', { name: 'No waiting room' }).waitFor()
    await check('none')
    await button(page, 'Sell by a waiting room').click()
    await dialog(page, 'Sell by a waiting room')
      .getByLabel(/^Opens/)
      .waitFor()
    await check('new')
    await anOpen(sale)
    await enter(sale, 2)
    await page.goto(`${site.url}/console/festivals/${sale.id}/queue`)
    await mark(page, 'Open').waitFor()
    await check('open')
    await button(page, 'Change').click()
    await dialog(page, 'Change the waiting room').getByRole('alert').waitFor()
    await check('change')
    await page.keyboard.press('Escape')
    await drawn(sale)
    await page.reload()
    await page.locator('.recharts-area-curve').waitFor()
    await check('served')
    await button(page, 'Cancel the waiting room').click()
    await dialog(page, 'Cancel the waiting room?').getByRole('list').waitFor()
    await check('cancel')
    await done()
  })
}
