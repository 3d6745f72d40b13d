/** Drafts in the console: created, published, made a draft again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aName, anOrganizer } from '../catalogue.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get, post } = site
const ada = await site.aPersonWith({})
const organizer = await anOrganizer(site)
await db
  .insertInto('organizer_managers')
  .values({ organizer_id: organizer.id, user_id: ada.id })
  .execute()

const times = { start_time: '2099-07-01T12:00:00Z', end_time: '2099-07-03T12:00:00Z' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const asked = (page: Page) => page.getByRole('dialog')
const mark = (page: Page, word: string) => page.locator('.mark', { hasText: word }).first()
const isShown = async (id: string) => (await get(`/festivals/${id}`)).status === 200

async function aDraft() {
  const body = { name: aName('Tide'), organizer_id: organizer.id, ...times, published: false }
  return (await post('/festivals', body, { as: ada })).body
}

async function enter(path: string, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as: ada })
  return opened
}

test('a draft is created, says so, and is published after a question', async () => {
  const { page, done } = await enter('/festivals?new=yes')
  const name = aName('Tide')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const [label, time] of [
    ['Begins (UTC)', '2099-07-01T12:00'],
    ['Ends (UTC)', '2099-07-03T12:00'],
  ] as const)
    await page.getByLabel(label).fill(time)
  await page.getByRole('checkbox', { name: 'Create as a draft' }).check()
  await button(page, 'Create festival').click()
  await mark(page, 'Draft').waitFor()
  await page.getByText('only its managers see it').first().waitFor()
  const id = page.url().split('/festivals/')[1]?.split('/')[0] ?? ''
  assert.equal(await isShown(id), false)
  assert.equal((await fetch(`${site.url}/guide/${id}`)).status, 404)

  await button(page, 'Publish').first().click()
  await asked(page).getByText('followers of its organizer').waitFor()
  assert.equal(await isShown(id), false)
  await asked(page).getByRole('button', { name: 'Publish' }).click()
  await mark(page, 'Upcoming').waitFor()
  await page.getByRole('link', { name: 'In the guide' }).waitFor()
  assert.equal(await isShown(id), true)
  assert.match(await (await fetch(`${site.url}/guide/${id}`)).text(), new RegExp(name))
  await done()
})

test('what no one has bought becomes a draft again; drafts have a list of their own', async () => {
  const [{ id }, other] = [await aDraft(), await aDraft()]
  await site.put(`/festivals/${id}`, { published: true }, { as: ada })
  const { page, done } = await enter(`/festivals/${id}/details`)
  await button(page, 'Unpublish').click()
  await asked(page).getByRole('button', { name: 'Unpublish' }).click()
  await mark(page, 'Draft').waitFor()
  assert.equal(await isShown(id), false)
  assert.equal(await button(page, 'Cancel festival').count(), 0)
  await page.goto(`${site.url}/console/festivals?show=drafts`)
  await page.getByRole('link', { name: other.name }).waitFor()
  assert.ok((await page.getByRole('table').locator('.mark', { hasText: 'Draft' }).count()) >= 2)
  await done()
})

test('the next edition of a festival is a draft of the same, on the same weekday a year later', async () => {
  const { id, tickets } = (
    await post(
      '/festivals',
      {
        name: `${aName('Tide')} 2099`,
        organizer_id: organizer.id,
        ...times,
        tickets: [{ name: 'Weekend', price: 129, quantity: 500 }],
      },
      { as: ada },
    )
  ).body
  const { page, done } = await enter(`/festivals/${id}/details`)
  await button(page, 'Duplicate festival').click()
  await assertAccessible(page, 'the dialog')
  assert.match(await asked(page).getByLabel('Name').inputValue(), / 2100$/)
  assert.equal(await asked(page).getByLabel('Begins on').inputValue(), '2100-06-30')
  await button(page, 'Create draft').click()
  await page.waitForURL((url) => !url.pathname.includes(id))
  await mark(page, 'Draft').waitFor()
  const next = page.url().split('/festivals/')[1]?.split('/')[0] ?? ''
  const { body } = await get(`/festivals/${next}?hidden=true`, { as: ada })
  assert.deepEqual(
    [body.start_time, body.tickets[0].name, body.tickets[0].id === tickets[0].id],
    ['2100-06-30T12:00:00.000Z', 'Weekend', false],
  )
  await done()
})

for (const look of [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }]) {
  test(`a draft is accessible: ${JSON.stringify(look)}`, async () => {
    const { id } = await aDraft()
    const { page, done } = await enter(`/festivals/${id}/details`, look)
    await button(page, 'Publish').first().waitFor()
    await assertAccessible(page, 'a draft')
    await button(page, 'Publish').first().click()
    await asked(page).getByText('followers of its organizer').waitFor()
    await assertAccessible(page, 'the question')
    await done()
  })
}
