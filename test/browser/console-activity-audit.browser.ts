import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { amount, letter } from '#messaging/mail'
import { searchName } from '#platform/values/names'
import { aTier } from '../buying.ts'
import { aFestival, aName } from '../catalogue.ts'
import { aNamed } from '../gate.ts'
import { aPaidTicket } from '../sales.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** An admin who signs in to the console; `open` opens a page of it. */
async function anAdminAt(path: string, look: Parameters<typeof site.open>[1] = {}) {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const opened = await site.open(`/console${path}`, { ...look, as: admin })
  const visit = (path: string) => opened.page.goto(`${site.url}/console${path}`)
  return { ...opened, admin, visit }
}

/** What the entries of the log say, without their times and values. */
const toldIn = (entries: Locator) => entries.locator('p.wraps').allInnerTexts()

test('a change is told in a sentence, as it was and as it became', async () => {
  const name = aName('Fell')
  const festival = await aFestival(site, { name, venue: 'North Quay' })
  const { page, admin, visit, done } = await anAdminAt('/audit')
  const change = { venue: 'South Quay', description: '<script>alert(1)</script>' }
  assert.equal((await site.put(`/festivals/${festival.id}`, change, { as: admin })).status, 200)
  await visit(`/audit?entity_type=festival&entity_id=${festival.id}`)
  const entry = page.getByRole('list', { name: 'Changes' }).locator('> li')
  await entry.getByText(`Ada Marsh changed the festival ${name}`).waitFor()
  const venue = entry.locator('.audit-change').filter({ hasText: /^venue/ })
  assert.deepEqual(
    [await venue.locator('del').innerText(), await venue.locator('ins').innerText()],
    ['North Quay', 'South Quay'],
  )
  await entry.getByText('<script>alert(1)</script>').waitFor()
  await entry.getByRole('button', { name: 'Related to: Changed a festival' }).click()
  await entry.getByRole('button', { name: 'All changes by this person' }).click()
  await page.waitForURL(/actor=/)
  await entry.getByText('Ada Marsh changed').waitFor()
  assert.equal(await entry.count(), 1)
  const links = entry.getByRole('link')
  assert.equal(await links.count(), 1)
  assert.equal(await links.innerText(), `the festival ${name}`)
  assert.equal(await links.getAttribute('href'), `/console/festivals/${festival.id}`)
  await done()
})

test('a day is told as a story: people, records and festivals by name, what follows as one', async () => {
  const name = aName('Fell')
  const festival = await aFestival(site, { name, venue: 'A' })
  const { page, visit, done } = await anAdminAt('/audit')
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const as = { as: admin }
  const colleague = await site.aUser()
  const at = `/festivals/${festival.id}`
  for (const venue of ['B', 'C', 'D']) await site.put(at, { venue }, as)
  await site.post(`${at}/gate-devices`, { name: 'North' }, as)
  await site.put(`/users/${colleague.id}/permissions`, { permissions: ['manage_rewards'] }, as)
  const organizer = { id: aName('tarn').replace(' ', '-'), name: 'Tarn' }
  await site.post('/organizers', organizer, as)
  await site.del(`/organizers/${organizer.id}`, as)
  await site.put(`/users/${admin.id}/permissions`, { permissions: ['manage_rewards'] }, as)
  await visit(`/audit?show=all&actor=${admin.id}`)
  await page
    .getByRole('heading', { name: /^(Today|Yesterday), \w+,? \d+ \w+ \d{4}$/ })
    .first()
    .waitFor()
  const entries = page.getByRole('list', { name: 'Changes' }).locator('> li')
  const story = [
    'Ada Marsh changed the permissions of their own account',
    'Ada Marsh deleted the organizer Tarn',
    'Ada Marsh created the organizer Tarn',
    'Ada Marsh changed the permissions of Ada Marsh',
    `Ada Marsh added the gate device North to ${name}`,
    `Ada Marsh changed the festival ${name}, 3 times`,
  ]
  await until('the story', async () => `${await toldIn(entries)}` === `${story}`)
  const sum = entries.last().locator('.audit-change')
  assert.deepEqual(
    [await sum.locator('del').allInnerTexts(), await sum.locator('ins').allInnerTexts()],
    [['A'], ['D']],
  )
  await entries.last().getByRole('button', { name: 'Show each of the 3 changes' }).press('Enter')
  await until('each', async () => (await entries.count()) === story.length + 2)
  assert.deepEqual((await entries.locator('ins').allInnerTexts()).slice(-3), ['D', 'C', 'B'])
  await done()
})

test('people in a change are shown by name', async () => {
  const { page, admin, visit, done } = await anAdminAt('/audit')
  const holder = await aNamed(site, 'Ida', 'Nyholm')
  const ticket = await aPaidTicket(site, { user_id: holder.id })
  const to = { email: 'bo@people.example' }
  const offer = await site.post(`/payments/${ticket.id}/transfer`, to, { as: admin })
  assert.equal(offer.status, 201, offer.text)
  await visit(`/audit?show=all&entity_id=${offer.body.id}`)
  const entry = page.getByRole('list', { name: 'Changes' }).locator('> li')
  for (const [field, name] of [
    ['from user', 'Ida Nyholm'],
    ['offered by', 'Ada Marsh'],
  ]) {
    const change = entry.locator('.audit-change').filter({ hasText: new RegExp(`^${field}`) })
    await change
      .locator('ins')
      .getByText(name ?? '')
      .waitFor()
  }
  await done()
})

test('the log is narrowed by person, kind and days, and the address keeps it', async () => {
  const [festival, other] = [await aFestival(site), await aFestival(site)]
  const { page, admin, visit, done } = await anAdminAt('/audit')
  const colleague = await site.aPersonWith({ roles: ['admin'] })
  await site.db
    .updateTable('users')
    .set({ first_name: 'Bo', search_name: searchName('Bo Marsh') })
    .where('id', '=', colleague.id)
    .execute()
  await site.put(`/festivals/${festival.id}`, { venue: 'A' }, { as: admin })
  await site.put(`/festivals/${other.id}`, { venue: 'B' }, { as: colleague })
  await site.put(
    `/users/${colleague.id}/permissions`,
    { permissions: ['manage_rewards'] },
    { as: admin },
  )
  await visit('/audit?show=all')
  const entries = page.getByRole('list', { name: 'Changes' }).locator('> li')
  await page.getByRole('combobox', { name: 'Person' }).fill(colleague.email)
  await page.getByRole('option', { name: new RegExp(colleague.email) }).click()
  await until('one change', async () => (await entries.count()) === 1)
  await entries.getByText('changed the festival').waitFor()
  await page.reload()
  await until('one change still', async () => (await entries.count()) === 1)
  // The person is read beside the changes.
  const person = page.getByRole('combobox', { name: 'Person' })
  await until('the person', async () => (await person.inputValue()).startsWith('Bo Marsh'))

  await visit(`/audit?show=all&actor=${admin.id}`)
  await until('two changes', async () => (await entries.count()) === 2)
  await page.getByRole('combobox', { name: 'Kind of record' }).click()
  await page.getByRole('option', { name: 'People' }).click()
  await until('one of a person', async () => (await entries.count()) === 1)
  await entries.getByText('changed the permissions of').waitFor()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('To (UTC)').fill(today)
  await until('today counts', async () => (await entries.count()) === 1)
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await page.getByRole('heading', { name: 'No matching changes' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await entries.first().waitFor()
  assert.equal(new URL(page.url()).search, '?show=all')
  await done()
})

test('money and rights come first, with times as people read them', async () => {
  const { page, admin, visit, done } = await anAdminAt('/audit')
  const festival = await aFestival(site, { venue: 'North Quay' })
  await site.put(`/festivals/${festival.id}`, { venue: 'South Quay' }, { as: admin })
  const { id } = await site.aUser()
  const permissions = { permissions: ['manage_rewards'] }
  await site.put(`/users/${id}/permissions`, permissions, { as: admin })
  await site.post(`/festivals/${festival.id}/cancel`, {}, { as: admin })
  const entries = page.getByRole('list', { name: 'Changes' }).locator('> li')
  const verbs = async () =>
    (await toldIn(entries)).map((text) => /^Ada Marsh (\w+ the \w+)/.exec(text)?.[1])
  await visit(`/audit?actor=${admin.id}`)
  await entries.first().waitFor()
  const [cancelled, permitted] = ['cancelled the festival', 'changed the permissions']
  await until('both', async () => `${await verbs()}` === `${[cancelled, permitted]}`)
  for (const [choice, shown] of [
    ['Money', [cancelled]],
    ['Rights', [permitted]],
    ['Everything', [cancelled, permitted, 'changed the festival']],
  ] as const) {
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
    await until(choice, async () => `${await verbs()}` === `${shown}`)
  }
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const day = ago(0).toISOString().slice(0, 10)
  const times = entries.locator('time')
  assert.match(await times.first().innerText(), /^\d\d:\d\d$/)
  assert.match((await times.first().getAttribute('title')) ?? '', /^\d{4}-\d\d-\d\d [\d:]{8} UTC$/)
  // The log cannot be changed in the database: the service's answer is told as older.
  await page.route(
    ({ pathname }) => pathname === '/audit',
    async (route) => {
      const answer = await (await route.fetch()).json()
      const told = [`${day}T00:00:00.000Z`, ago(1).toISOString(), '2020-03-01T14:05:06.000Z']
      answer.entries.forEach((entry: { at: string }, index: number) => {
        entry.at = told[index] ?? entry.at
      })
      await route.fulfill({ json: answer })
    },
  )
  await page.reload()
  const days = page.locator('main h2')
  await until(
    'older days',
    async () => (await days.allInnerTexts())[2]?.replace(/^Sunday,? /, '') === '1 March 2020',
  )
  const [today, yesterday] = await days.allInnerTexts()
  // Around midnight it may be a day later by now.
  assert.match(`${today}`, /^(Today|Yesterday), /)
  assert.match(`${yesterday}`, /^Yesterday, |^\w+,? \d/)
  assert.equal(await times.last().innerText(), '14:05')
  await done()
})

test('older changes are loaded on request, and many of one entry opened', async () => {
  const festivals = [await aFestival(site), await aFestival(site)] as const
  const [festival] = festivals
  const { page, admin, visit, done } = await anAdminAt('/audit')
  // In turn, so that they are told one by one.
  for (let place = 0; place < 52; place++) {
    const { id } = place % 2 ? festivals[0] : festivals[1]
    await site.put(`/festivals/${id}`, { venue: `Quay ${place}` }, { as: admin })
  }
  await visit(`/audit?show=all&actor=${admin.id}`)
  const entries = page.getByRole('list', { name: 'Changes' }).locator('> li')
  await until('a page', async () => (await entries.count()) === 50)
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await until('all', async () => (await entries.count()) === 52)
  await page.getByText('Quay 0', { exact: true }).first().waitFor()

  const tickets = Array.from({ length: 3 }, () => ({ name: aName('Tier'), price: 10, quantity: 5 }))
  await site.put(`/festivals/${festival.id}`, { tickets }, { as: admin })
  await visit(`/audit?entity_id=${festival.id}`)
  await entries
    .first()
    .getByRole('button', { name: /^Show \d+ more$/ })
    .click()
  for (const { name } of tickets) await entries.first().getByText(name).waitFor()
  await done()
})

test('caught mail is read as text, the newest at once', async () => {
  const { page, done } = await anAdminAt('/mail')
  const to = `${aName('ada').replace(' ', '')}@people.example`
  await site.mailer.send({ to, subject: 'First', text: 'one' })
  await page.getByRole('navigation', { name: 'Caught mail' }).getByText('First').waitFor()
  const subject = '<img src=x onerror=alert(1)>'
  await site.mailer.send({ to, subject, text: 'Dear <b>Ada</b>,\n\n  your code: 1234' })
  await page.getByRole('button', { name: 'Open the newest' }).click()
  await page.getByRole('heading', { name: subject }).waitFor()
  const text = await page.getByRole('article').locator('pre').innerText()
  assert.equal(text.trimEnd(), 'Dear <b>Ada</b>,\n\n  your code: 1234')
  await page.reload()
  await page.getByRole('heading', { name: subject }).waitFor()
  await page.getByRole('link', { name: /First/ }).first().press('Enter')
  await page.getByRole('heading', { name: 'First' }).waitFor()
  await done()
})

/** The frame of a mail refuses its scripts, and those with which the checker of accessibility looks in. */
const noScript = /Blocked script execution in 'about:srcdoc'/
/** The same, and a picture that it does not load. */
const noScriptOrPicture =
  /Blocked script execution in 'about:srcdoc'|directive: "default-src 'none'"|logo\.svg csp$/

test('caught mail is shown as its recipient sees it: the page, or the text, and no script of it runs', async () => {
  const { page, done } = await anAdminAt('/mail', { expected: noScriptOrPicture })
  const to = `${aName('ada').replace(' ', '')}@people.example`
  const params = { token: 'fst_reset_1', email: to, minutes: amount(60) }
  const mail = letter({ ...site.config, PUBLIC_URL: 'https://x.example' }, 'resetPassword', {
    to,
    language: null,
    params,
  })
  const hostile = mail.html?.replace(
    '</main>',
    '<script>parent.document.title = "x"</script><img src="/console/logo.svg" alt=""></main>',
  )
  await site.mailer.send({ ...mail, ...(hostile && { html: hostile }) })
  await page.getByRole('button', { name: 'Open the newest' }).click()
  const sheet = page.frameLocator('iframe[title="Mail"]')
  const button = sheet.getByRole('link', { name: 'Choose a new password' })
  await button.waitFor()
  const background = 'getComputedStyle(document.querySelector("a")).backgroundColor'
  const [, frame] = page.frames()
  assert.equal(await frame?.evaluate(background), 'rgb(90, 52, 214)', 'its styles are applied')
  assert.notEqual(await page.title(), 'x')
  const shown = 'document.querySelector("img").naturalWidth'
  assert.equal(await frame?.evaluate(shown), 0, 'no picture is loaded')
  await page.getByText('Text', { exact: true }).click()
  const text = await page.getByRole('article').locator('pre').innerText()
  assert.equal(text.trimEnd(), mail.text.trimEnd())
  await done()
})

test('what is attached to a mail is downloaded, byte for byte', async () => {
  const { page, done } = await anAdminAt('/mail')
  const content = Buffer.from(Array.from({ length: 3_000 }, (_, at) => at % 256))
  const file = { filename: 'ticket-1.pdf', contentType: 'application/pdf', content }
  const mail = { to: 'ada@people.example', subject: 'Your ticket', text: 'It is attached.' }
  await site.mailer.send({ ...mail, attachments: [file] })
  await page.getByRole('button', { name: 'Open the newest' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ticket-1.pdf · 3 kB' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'ticket-1.pdf')
  assert.deepEqual(await readFile(await download.path()), content)
  await done()
})

test('where mail is sent there is no mail page, and the console does not request one', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  // The session of a service with SMTP_URL; that the API then refuses mail has its own test.
  const withSmtp = (page: Page) =>
    page.route('**/console/session', async (route) => {
      const session = await (await route.fetch()).json()
      await route.fulfill({ json: { ...session, catches_mail: false } })
    })
  const { page, done } = await site.open('/console/mail', { as: admin, prepare: withSmtp })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Mail' }).count(), 0)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`audit and mail are accessible ${where}`, async () => {
    const { page, admin, visit, done } = await anAdminAt('/audit', {
      width,
      dark,
      expected: noScript,
    })
    const festival = await aFestival(site, { venue: 'y'.repeat(200) })
    await aTier(site, { festival_id: festival.id })
    const tickets = [{ name: 'x'.repeat(150), price: 20, quantity: 3 }]
    await site.put(`/festivals/${festival.id}`, { venue: 'Quay', tickets }, { as: admin })
    await site.put(`/users/${admin.id}/permissions`, { permissions: [] }, { as: admin })
    await visit(`/audit?entity_id=${festival.id}`)
    await page.getByText('changed the festival').waitFor()
    await page.getByText('Ada Marsh changed the festival').first().waitFor()
    await assertAccessible(page, 'audit')
    await page.getByRole('button', { name: 'Related to: Changed a festival' }).first().click()
    await page.getByRole('button', { name: 'All changes by this person' }).waitFor()
    await assertAccessible(page, 'what is related')
    await page.keyboard.press('Escape')
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out of the log')
    await visit('/audit?action=nothing.of_that_kind')
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    await assertAccessible(page, 'no change')
    await site.mailer.send({
      to: 'ada@people.example',
      subject: 'z'.repeat(150),
      text: 'w'.repeat(300),
      html: `<!doctype html><html lang="en"><head><title>z</title></head><body><main><h1>z</h1>${'w'.repeat(300)}</main></body></html>`,
    })
    await visit('/mail')
    await page.getByText('Select a mail to read it.').waitFor()
    await page.getByRole('button', { name: 'Open the newest' }).click()
    await page.getByRole('article').waitFor()
    await assertAccessible(page, 'mail')
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out of the mail')
    await done()
  })
}
