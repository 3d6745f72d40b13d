/** Who has the tickets of a festival, in the console: found, helped, given and exported. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aDevice, aGate, aNamed, anUpload, scan } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get, post } = site

/** A festival with two tiers, and a manager. */
async function aCrowd() {
  const gate = await aGate(site)
  const { id: festival_id, organizer_id } = gate.festival
  const manager = await site.aPersonWith({})
  const managed = { organizer_id: organizer_id ?? '', user_id: manager.id }
  await db.insertInto('organizer_managers').values(managed).execute()
  const terms = { festival_id, admission: 'reentry' }
  const weekend = await aTier(site, { ...terms, name: 'Weekend' })
  const sunday = await aTier(site, { ...terms, name: 'Sunday', position: 1 })
  const buy = async (as: Person, tier = weekend) => {
    const wish = { payment_type: 'ticket', entity_id: tier.id }
    const { status, body, text } = await post('/payments', wish, { as })
    assert.equal(status, 201, text)
    return { id: String(body.id), code: String(body.qr_code), shortCode: String(body.short_code) }
  }
  return { ...gate, manager, festival_id, weekend, sunday, buy }
}

type Crowd = Awaited<ReturnType<typeof aCrowd>>

async function show(
  { manager, festival_id }: Crowd,
  { query = '', ...look }: { query?: string } & Parameters<typeof site.open>[1] = {},
) {
  const opened = await site.open(`/console/festivals/${festival_id}/attendees${query}`, {
    ...look,
    as: manager,
  })
  await opened.page.getByRole('heading', { name: 'Attendees', exact: true }).waitFor()
  return opened
}

const rows = (page: Page) => page.getByRole('table', { name: 'Attendees' }).getByRole('row')
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Name, e-mail, short code or id' })

async function choose(page: Page, filter: string, option: string) {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** How many rows the table comes to have, beside its head. */
const shows = (page: Page, count: number) =>
  until(`${count} attendees are shown`, async () => (await rows(page).count()) === count + 1)

// Requirement (rules): contract §10.7: the console
test('attendees are found by name, short code, ticket, status and whether they are inside', async () => {
  const crowd = await aCrowd()
  const [ada, bo] = [await aNamed(site, 'Adelheid', 'Quist'), await aNamed(site, 'Bo', 'Ellery')]
  const [kept, used] = [await crowd.buy(ada), await crowd.buy(bo, crowd.sunday)]
  const device = await aDevice(site, crowd)
  await scan(site, device, anUpload(crowd.festival_id, [{ code: used.code }]))
  const { page, done } = await show(crowd)
  await shows(page, 2)
  await row(page, /Adelheid Quist.*Weekend.*valid/).waitFor()
  await row(page, /Bo Ellery.*Sunday.*used.*inside/)
    .getByText(used.shortCode)
    .waitFor()

  await search(page).fill('heid')
  await shows(page, 1)
  await row(page, /Adelheid Quist/).waitFor()
  await search(page).fill(used.shortCode.toLowerCase())
  await row(page, /Bo Ellery/).waitFor()
  await shows(page, 1)
  await search(page).fill('no such name')
  await page.getByRole('heading', { name: 'No attendee found' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await shows(page, 2)

  await choose(page, 'Inside now', 'Inside')
  await shows(page, 1)
  await row(page, /Bo Ellery/).waitFor()
  await choose(page, 'Status', 'Valid')
  await page.getByRole('heading', { name: 'No attendees found' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No attendees found' }).waitFor()
  await choose(page, 'Inside now', 'Inside or not')
  await row(page, /Adelheid Quist/).waitFor()
  await choose(page, 'Status', 'All statuses')
  await choose(page, 'Ticket', 'Sunday')
  await row(page, /Bo Ellery/).waitFor()
  await shows(page, 1)

  // Who comes in while the page is open is inside without a reload.
  await choose(page, 'Ticket', 'Weekend')
  await row(page, /Adelheid Quist.*valid/).waitFor()
  await scan(site, device, anUpload(crowd.festival_id, [{ code: kept.code }]))
  await row(page, /Adelheid Quist.*used.*inside/).waitFor()
  await done()
})

// Requirement (rules): contract §10.7: the console
test('a name opens its payment: the mail is sent again, and the ticket refunded', async () => {
  const crowd = await aCrowd()
  const [ada, bo] = [await aNamed(site, 'Adelheid', 'Quist'), await aNamed(site, 'Bo', 'Ellery')]
  const { id } = await crowd.buy(ada)
  await db
    .updateTable('users')
    .set({ email_proven_at: new Date() })
    .where('id', '=', bo.id)
    .execute()
  const offer = await post(`/payments/${id}/transfer`, { email: bo.email }, { as: ada })
  assert.equal((await post(`/transfers/${offer.body.id}/accept`, {}, { as: bo })).status, 200)
  const { page, done } = await show(crowd)
  await row(page, /Bo Ellery.*Bought by Adelheid Quist/).waitFor()
  await page.getByRole('button', { name: /Bo Ellery/ }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Weekend' })
  await drawer.getByText('Handed on to').first().waitFor()
  await drawer.getByRole('button', { name: 'Send the mail again' }).click()
  await page.getByText('The mail is on its way').waitFor()
  const mails = db.selectFrom('order_mails').select('order_id').where('order_id', '=', id)
  assert.equal((await mails.execute()).length, 1)
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Refund Weekend' })
  await asked.getByRole('button', { name: /^Refund €/ }).click()
  await page.getByText('The money is refunded').waitFor()
  await page.keyboard.press('Escape')
  await row(page, /Bo Ellery.*refunded/).waitFor()
  assert.match(page.url(), /\/attendees$/)
  await done()
})

test('a ticket is offered to another person for its holder, taken back, and handed on', async () => {
  const crowd = await aCrowd()
  const [ada, bo] = [await aNamed(site, 'Adelheid', 'Quist'), await aNamed(site, 'Bo', 'Ellery')]
  await crowd.buy(ada)
  await db
    .updateTable('users')
    .set({ email_proven_at: new Date() })
    .where('id', '=', bo.id)
    .execute()
  const { page, done } = await show(crowd, { expected: /400 \(Bad Request\)/ })
  await page.getByRole('button', { name: /Adelheid Quist/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Weekend' })
  const form = page.getByRole('dialog', { name: 'Hand the ticket on' })
  const offerTo = async (email: string) => {
    await drawer.getByRole('button', { name: 'Hand on to another person' }).click()
    await form.getByRole('textbox', { name: 'E-mail of the new holder' }).fill(email)
    await form.getByRole('button', { name: 'Offer the ticket' }).click()
  }
  await offerTo(ada.email)
  await form.getByRole('alert').getByText('is the e-mail of its holder').waitFor()
  await form.getByText('Until then it belongs to Adelheid Quist').waitFor()
  await assertAccessible(page, 'handing on')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await offerTo(bo.email)
  await page.getByText(`The ticket is offered to ${bo.email}`).waitFor()
  await drawer.getByText('It is offered to another person').waitFor()
  await drawer.getByText('Offered to another user').waitFor()
  await drawer.getByRole('button', { name: 'Take the offer back' }).click()
  await page.getByText('The offer is taken back').waitFor()
  await drawer.getByText('The offer was taken back').waitFor()
  assert.deepEqual((await get('/transfers?status=open', { as: bo })).body, [])

  await offerTo(bo.email)
  await drawer.getByRole('button', { name: 'Take the offer back' }).waitFor()
  const { body: open } = await get('/transfers?status=open', { as: bo })
  assert.equal((await post(`/transfers/${open[0].id}/accept`, {}, { as: bo })).status, 200)
  await page.reload()
  await drawer.getByText('Handed on to').first().waitFor()
  await page.keyboard.press('Escape')
  await row(page, /Bo Ellery.*Bought by Adelheid Quist/).waitFor()
  await done()
})

test('a ticket is given, and its guest appears; what is found is exported', async () => {
  const crowd = await aCrowd()
  await crowd.buy(await aNamed(site, 'Adelheid', 'Quist'))
  const { page, done } = await show(crowd)
  await shows(page, 1)
  await page.getByRole('button', { name: 'Give tickets' }).click()
  const form = page.getByRole('dialog', { name: 'Give complimentary tickets' })
  const email = `press-${crowd.festival_id}@people.example`
  await form.getByRole('combobox', { name: 'Ticket or place to sleep' }).selectOption('Sunday')
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await form.getByRole('textbox', { name: 'Reason' }).fill('Press')
  await form.getByRole('button', { name: 'Give tickets' }).click()
  await page.getByText(`The tickets are on their way to ${email}`).waitFor()
  await row(page, new RegExp(`${email}.*Sunday`)).waitFor()

  await choose(page, 'Ticket', 'Sunday')
  await shows(page, 1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^attendees .*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, 2)
  assert.ok(lines[1]?.includes(email))
  await done()
})

// Requirement (rules): contract §10.7: the console
test('more than a page is loaded on, and a user who may not see them is told so', async () => {
  const crowd = await aCrowd()
  await somePaidTickets(site, 51, { tier: crowd.weekend })
  const { page, done } = await show(crowd)
  await shows(page, 50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await shows(page, 51)
  assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0)
  await done()

  const editor = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const other = await show({ ...crowd, manager: editor })
  await other.page.getByRole('heading', { name: 'You cannot see these attendees' }).waitFor()
  assert.equal((await get(`/festivals/${crowd.festival_id}/attendees`, { as: editor })).status, 403)
})

for (const { name, ...look } of [
  { name: 'on a desk in the light', width: 1280 },
  { name: 'on a telephone in the dark', width: 390, dark: true },
]) {
  test(`attendees are accessible ${name}`, async () => {
    const crowd = await aCrowd()
    const empty = await show(crowd, look)
    await empty.page.getByRole('heading', { name: 'No attendees yet' }).waitFor()
    await assertAccessible(empty.page, `none, ${name}`)
    await empty.done()

    const [ada, bo] = [
      await aNamed(site, 'Adelheid', 'von und zu Quistenberg-Hohenfels'),
      await aNamed(site, 'Bo', 'Ellery'),
    ]
    await crowd.buy(ada)
    const { code } = await crowd.buy(bo, crowd.sunday)
    const device = await aDevice(site, crowd)
    await scan(site, device, anUpload(crowd.festival_id, [{ code }]))
    const { page, done } = await show(crowd, look)
    await page.getByRole('button', { name: /Quistenberg/ }).waitFor()
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok((await page.evaluate<number>(wider)) <= 0)
    await assertAccessible(page, name)
    await page.getByRole('button', { name: /Quistenberg/ }).click()
    await page.getByRole('button', { name: 'Send the mail again' }).waitFor()
    await assertAccessible(page, `a payment, ${name}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Give tickets' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).waitFor()
    await assertAccessible(page, `giving, ${name}`)
    await done()
  })
}
