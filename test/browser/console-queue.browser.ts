/** The waiting room of a sale in the console: set up, moved, entered, drawn, served and cancelled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { aSite } from './site.ts'
import {
  aSale,
  button,
  dialog,
  draw,
  enter,
  env,
  mark,
  open,
  read,
  type Sale,
  show,
} from './waiting-rooms.ts'

const site = await aSite({ env })
const { db, get, post } = site
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
const buy = async ({ weekend }: Sale) => {
  const ticket = { payment_type: 'ticket', entity_id: weekend.id }
  return (await post('/payments', ticket, { as: await site.aUser() })).status
}

test('a waiting room is made: its fields say what is wrong, its times are those of the festival', async () => {
  const sale = await aSale(site)
  const { page, done } = await show(site, sale, { as: sale.ada })
  await page.getByRole('heading', { name: 'No waiting room' }).waitFor()
  await button(page, 'Sell by a waiting room').click()
  const form = dialog(page, 'Sell by a waiting room')
  await form.getByText('From the moment you save').waitFor()
  const save = form.getByRole('button', { name: 'Sell by a waiting room' })
  await save.click()
  await form.getByText('Enter when it opens').waitFor()
  await form.getByText('Enter when it is drawn').waitFor()
  const [opens, drawn] = ['Opens', 'Draw'].map((name) =>
    form.getByLabel(`${name} (Europe/Copenhagen)`),
  )
  await opens?.fill('2099-06-02T12:00')
  for (const [time, fault] of [
    ['2099-06-02T12:00', 'It is drawn after it has opened'],
    ['2099-06-01T12:00', 'It is drawn after it has opened'],
  ] as const) {
    await drawn?.fill(time)
    await save.click()
    await form.getByText(fault).waitFor()
  }
  await drawn?.fill('2099-06-02T18:00')
  await form.getByRole('textbox', { name: 'People in a group' }).fill('4')
  await save.click()
  await mark(page, 'Not open yet').waitFor()
  const body = await read(site, sale)
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

  await button(page, 'Change').click()
  const again = dialog(page, 'Change the waiting room')
  await again.getByRole('radio', { name: 'A seed of this service' }).check()
  await again.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The hash of its seed is published already').waitFor()
  const changed = await read(site, sale)
  assert.deepEqual([changed.id, changed.source, changed.groups_of], [body.id, 'organizer', 4])
  await done()
})

test('while it is open the page counts who enters when it is told to, and moves the draw alone', async () => {
  const sale = await open(site, await aSale(site), { groups_of: 2 })
  const { page, done } = await show(site, sale, {
    as: sale.ada,
    prepare: (opened) => opened.clock.install(),
  })
  await mark(page, 'Open').waitFor()
  await figure(page, 'Entered').getByText('0', { exact: true }).waitFor()
  await enter(site, sale, 3)
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
  const body = await read(site, sale)
  assert.deepEqual([body.draw_at, body.groups_of, body.entered], ['2099-06-03T16:00:00.000Z', 2, 3])
  assert.equal(body.tiers.length, 2)
  await done()
})

test('after the draw it is served and says how; cancelled, its numbers are void and all may buy', async () => {
  const sale = await open(site, await aSale(site))
  await enter(site, sale, 3)
  const { page, done } = await show(site, sale, {
    as: sale.ada,
    prepare: (opened) => opened.clock.install(),
  })
  await mark(page, 'Open').waitFor()
  const pages = page.getByRole('link', { name: 'Page of the waiting room' })
  assert.equal(await pages.getAttribute('href'), `/guide/${sale.id}/queue`)
  const proof = page.getByRole('link', { name: 'Proof of the draw' })
  assert.equal(await proof.count(), 0)
  await draw(site, sale)
  await until('the page says so', async () => {
    await page.clock.fastForward(31_000)
    const served = mark(page, 'Being served').waitFor({ timeout: 2_000 })
    return served.then(
      () => true,
      () => false,
    )
  })
  await figure(page, 'Had their turn').getByText('3', { exact: true }).waitFor()
  await figure(page, 'Turns a minute').getByText('3', { exact: true }).waitFor()
  await mark(page, 'As committed').waitFor()
  assert.equal(await proof.getAttribute('href'), `/guide/${sale.id}/queue/proof`)
  assert.equal(await button(page, 'Change').count(), 0)
  await page.locator('.recharts-area-curve').waitFor()
  const heard = page.getByRole('table', { name: 'Turns over time' }).getByRole('row')
  assert.match(await heard.last().innerText(), /\d\d:\d\d:\d\d\s+3$/)
  assert.match(await heard.nth(1).innerText(), /\s0$/)
  const { id: queue_id } = await read(site, sale)
  const first = { queue_id, serving: 1, served_at: new Date(Date.now() - 3_600_000) }
  await db.insertInto('queue_servings').values(first).execute()
  await page.clock.fastForward(16_000)
  const times = /^(Time.*|\d\d:\d0:00\s1){6,8}\d\d:\d\d:\d\d\s3$/
  await until('its history is an hour', async () =>
    times.test((await heard.allInnerTexts()).join('')),
  )
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
