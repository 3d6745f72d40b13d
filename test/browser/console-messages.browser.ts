/** Messages to people with a ticket of a festival, in the console: written, looked at, tried, sent and counted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { mailsTo } from '../mailbox.ts'
import { aWritingFestival } from '../messages.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

async function aShow() {
  const show = await aWritingFestival(site)
  const manager = await site.aPersonWith({})
  const organizer_id = show.festival.organizer_id ?? ''
  await site.db
    .insertInto('organizer_managers')
    .values({ organizer_id, user_id: manager.id })
    .execute()
  await site.db
    .updateTable('users')
    .set({ email_proven_at: new Date() })
    .where('id', '=', manager.id)
    .execute()
  return { ...show, desk: manager }
}
type Show = Awaited<ReturnType<typeof aShow>>

async function open({ desk, festival }: Show, look: Parameters<typeof site.open>[1] = {}) {
  const opened = await site.open(`/console/festivals/${festival.id}/messages`, {
    ...look,
    as: desk,
  })
  await opened.page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
  return opened
}

const drawer = (page: Page) => page.getByRole('dialog', { name: /essage/ })
const field = (page: Page, name: string) => drawer(page).getByRole('textbox', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function write(page: Page, subject: string, text: string) {
  await press(page, 'New message')
  await field(page, 'Subject').fill(subject)
  await field(page, 'Message').fill(text)
  await press(page, 'Save draft')
  await page.getByText('The draft is saved').first().waitFor()
}

// Requirement (rules): contract §10.9: the console
test('a message is written, changed, tried and sent, once it is confirmed to how many', async () => {
  const show = await aShow()
  const holders = [await show.aHolder(), await show.aHolder()]
  const { page, done } = await open(show)
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  await write(page, 'Gaets', 'Gates open at 14:00.\nhttps://harbour.example')
  await drawer(page).getByText('2 people get it now.').waitFor()
  await drawer(page).getByRole('region', { name: 'The mail' }).getByText('Gates open').waitFor()
  await field(page, 'Subject').fill('Gates')
  // What is not saved is neither shown nor sent.
  await until('no preview', async () => (await page.getByText('get it now').count()) === 0)
  await press(page, 'Save draft')
  await press(page, 'Send me a test')
  await page.getByText('The test is on its way to you').waitFor()
  await until('the test', async () => (await mailsTo(site, show.desk.email, 'Gates')).length === 1)
  await press(page, 'Send…')
  const asked = page.getByRole('dialog', { name: 'Send to 2 people?' })
  await asked.getByText('“Gates” is mailed to 2 people').waitFor()
  await asked.getByRole('button', { name: 'Send to 2 people' }).click()
  await page.getByText('The message is on its way').waitFor()
  await drawer(page).getByText('sent', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Gates.*Everyone with a ticket.*sent.*2 of 2/ }).waitFor()
  for (const { email } of holders) assert.equal((await mailsTo(site, email, 'Gates')).length, 1)
  await done()
})

test('a message to some of them says to whom; a draft is deleted; no one is written to by mistake', async () => {
  const show = await aShow()
  const { email } = await show.aHolder()
  const { page, done } = await open(show)
  await press(page, 'New message')
  await press(page, 'Save draft')
  await drawer(page).getByText('Enter a subject').waitFor()
  await drawer(page).getByText('Enter the message').waitFor()
  await field(page, 'Subject').fill('Salut')
  await field(page, 'Message').fill('Bienvenue')
  await drawer(page).getByRole('combobox', { name: 'Language' }).selectOption('Français')
  await press(page, 'Save draft')
  await drawer(page).getByText('No one gets it now.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send…' }).isDisabled())
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Salut.*Français.*draft/ }).waitFor()
  await press(page, 'Salut')
  await press(page, 'Delete draft')
  await page
    .getByRole('dialog', { name: 'Delete this draft?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('The draft is deleted').waitFor()
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  assert.deepEqual(await mailsTo(site, email, 'Salut'), [])
  await done()
})

// Requirement (rules): contract §10.9: the console
test('who may not write to them is told so', async () => {
  const show = await aShow()
  const editor = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page } = await open({ ...show, desk: editor })
  await page.getByRole('heading', { name: 'You cannot see these messages' }).waitFor()
})

for (const { name, ...look } of [
  { name: 'on a desk in the light', width: 1360 },
  { name: 'on a telephone in the dark', width: 390, dark: true },
]) {
  test(`messages are accessible ${name}`, async () => {
    const show = await aShow()
    await show.aHolder()
    const { page, done } = await open(show, look)
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await assertAccessible(page, `none, ${name}`)
    const long = 'Everything-that-you-should-know-before-the-gates-open'.repeat(2)
    await write(page, long, `${long}${long}\n\nhttps://harbour.example/${long}`)
    await drawer(page).getByText('1 person gets it now.').waitFor()
    await assertAccessible(page, `a draft, ${name}`)
    const picture = process.env['PICTURES']
    if (picture) await page.screenshot({ path: `${picture}/draft-${look.width}.png` })
    await press(page, 'Send…')
    await page.getByRole('button', { name: 'Send to 1 person' }).waitFor()
    await assertAccessible(page, `asked, ${name}`)
    await press(page, 'Send to 1 person')
    await drawer(page).getByText('sent', { exact: true }).waitFor()
    await assertAccessible(page, `sent, ${name}`)
    if (picture) await page.screenshot({ path: `${picture}/sent-${look.width}.png` })
    await page.keyboard.press('Escape')
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok((await page.evaluate<number>(wider)) <= 0)
    await assertAccessible(page, `listed, ${name}`)
    if (picture) await page.screenshot({ path: `${picture}/list-${look.width}.png` })
    await done()
  })
}
