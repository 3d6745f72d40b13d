/** The waiting room of a sale in the console: refusals, a draw that is overdue, drafts, and axe. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'
import {
  aSale,
  button,
  change,
  dialog,
  draw,
  enter,
  env,
  inDays,
  mark,
  open,
  read,
  show,
} from './waiting-rooms.ts'

const site = await aSite({ env })
const { db, get, put } = site

test('what the service refuses is said at its field', async () => {
  const announced = { opens_at: inDays(1).toISOString(), draw_at: inDays(2).toISOString() }
  const sale = await open(site, await aSale(site), announced)
  const { page, done } = await show(site, sale, { as: sale.ada, expected: /40[0349]/ })
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

  await change(site, sale, { opens_at: inDays(-1) })
  await save.click()
  await form.getByText('It has opened in the meantime').waitFor()
  assert.equal((await read(site, sale)).groups_of, 1)
  await page.reload()
  await form.getByLabel(/^Draw/).fill('2099-06-03T18:00')
  await draw(site, sale)
  await save.click()
  await form.getByText('The draw has begun in the meantime').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await done()

  const bo = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const other = await show(site, await aSale(site), { as: bo, expected: /40[34]/ })
  await button(other.page, 'Sell by a waiting room').click()
  const theirs = dialog(other.page, 'Sell by a waiting room')
  await theirs.getByLabel(/^Opens/).fill('2099-06-02T12:00')
  await theirs.getByLabel(/^Draw/).fill('2099-06-02T18:00')
  await theirs.getByRole('button', { name: 'Sell by a waiting room' }).click()
  await theirs.getByRole('alert').getByText('Only managers of the organizer').waitFor()
  await other.done()
})

test('a draw that drand keeps waiting is said to be overdue, and what follows not to be proven', async () => {
  const sale = await open(site, await aSale(site), { source: 'drand' })
  await enter(site, sale, 1)
  // A round that was published five minutes ago, and fixed before that.
  const body = await read(site, sale)
  const rounds = Math.ceil((Date.parse(body.round_at) - (Date.now() - 300_000)) / 3_000)
  await draw(site, sale, { round: body.round - rounds })
  const { page, done } = await show(site, sale, { as: sale.ada })
  await mark(page, 'Being drawn').waitFor()
  const warnings = page.getByRole('status', { name: 'Warnings' })
  await warnings.getByText('The draw is overdue').waitFor()
  await warnings.getByText(`Round ${body.round - rounds} of drand cannot be fetched`).waitFor()

  await change(site, sale, { round: body.round - rounds - 300 })
  await until('it is drawn', async () => (await read(site, sale)).draw.proven === false)
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
  const sale = await aSale(site)
  assert.equal(
    (await put(`/festivals/${sale.id}`, { published: false }, { as: sale.ada })).status,
    200,
  )
  await open(site, sale)
  assert.equal((await get(sale.url)).status, 404)
  const { page, done } = await show(site, sale, { as: sale.ada })
  await mark(page, 'Open').waitFor()
  await page.getByText('Its page can be opened once the festival is published').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Page of the waiting room' }).count(), 0)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`waiting rooms are accessible ${where}`, async () => {
    const sale = await aSale(site)
    const { page, done } = await show(site, sale, { as: sale.ada, width, dark })
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
    await open(site, sale)
    await enter(site, sale, 2)
    await page.goto(`${site.url}/console/festivals/${sale.id}/queue`)
    await mark(page, 'Open').waitFor()
    await check('open')
    await button(page, 'Change').click()
    await dialog(page, 'Change the waiting room').getByRole('alert').waitFor()
    await check('change')
    await page.keyboard.press('Escape')
    await draw(site, sale)
    await page.reload()
    await page.locator('.recharts-area-curve').waitFor()
    await check('served')
    await button(page, 'Cancel the waiting room').click()
    await dialog(page, 'Cancel the waiting room?').getByRole('list').waitFor()
    await check('cancel')
    await done()
  })
}
