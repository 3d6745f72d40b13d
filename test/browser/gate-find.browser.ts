/** The gate finds tickets whose code cannot be scanned, and has the service decide what the page cannot read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { fromBase45, toBase45 } from '#common/codes/base45'
import { searchName } from '#platform/values/names'
import { aTier } from '../buying.ts'
import { aDevice, aNamed, aRunningGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { unanswered } from './outage.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A gate, and tickets of a holder with a name. */
async function aManned({ firstName = 'Ada', lastName = 'Möller', count = 1 } = {}) {
  const gate = await aRunningGate(site)
  const tier = await aTier(site, { festival_id: gate.festival.id, name: 'Weekend' })
  const device = await aDevice(site, gate, 'North gate 1')
  const holder = await aNamed(site, firstName, lastName)
  const tickets = await somePaidTickets(site, count, { tier, user_id: holder.id })
  const [ticket] = tickets
  assert.ok(ticket)
  const { id, code, short_code } = ticket
  return { ...gate, tier, device, holder, id, code, short_code, tickets }
}

const look = async (page: Page, text: string) => {
  if (!(await page.getByRole('dialog').isVisible())) {
    await page.getByRole('button', { name: 'Find a ticket' }).click()
  }
  await page.getByLabel('Short code, name or e-mail').fill(text)
  await page.getByLabel('Short code, name or e-mail').press('Enter')
}
const told = (page: Page, text: string | RegExp) =>
  page.locator('#find-said').getByText(text).waitFor()
const found = (page: Page) => page.locator('#found > li').allInnerTexts()
const said = async (page: Page, title: string) => {
  await page.locator('#answer-title').getByText(title, { exact: true }).waitFor()
  return page.locator('#answer').innerText()
}
const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('Type the code').fill(code)
  await page.getByLabel('Type the code').press('Enter')
}
const isOnline = (page: Page) => page.locator('#as-of', { hasText: ':' }).waitFor()
const scansOf = (payment_id: string) =>
  site.db
    .selectFrom('gate_scans')
    .select(['outcome', 'admitted_offline'])
    .where('payment_id', '=', payment_id)
    .execute()
/** Nothing personal stays on the device: not a moment after the dialog was closed. */
const isForgotten = (page: Page, name: RegExp) =>
  until('forgotten', async () => !name.test(await page.content()))
const admit = 'The photo ID is theirs: admit'

// Requirement (rules): contract §9 The gate's page finds tickets by name, and admits after a photo ID
test('with the keyboard alone: found by name, admitted once the photo ID was compared', async () => {
  const { device, id, short_code } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await page.getByRole('button', { name: 'Find a ticket' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('moller')
  await page.keyboard.press('Enter')
  await told(page, '1 ticket')
  assert.deepEqual(await found(page), [
    `Ada Möller\n\nWeekend · ${short_code}\n\nNot used yet\n\nAdmit`,
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Is this Ada Möller?' })
  await asked.getByText('Ask for a photo ID.').waitFor()
  // The first button is the careful one.
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'hidden' })
  assert.deepEqual(await scansOf(id), [])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.match(await said(page, 'Admitted'), /Weekend/)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.deepEqual(await scansOf(id), [{ outcome: 'admitted', admitted_offline: false }])
  await page.getByRole('row', { name: /^Weekend\s+1$/ }).waitFor()
  await isForgotten(page, /Möller/)
  await look(page, 'ada möl')
  await told(page, '1 ticket')
  assert.match((await found(page))[0] ?? '', /Used \d\d:\d\d( UTC)?$/)
  assert.equal(await page.getByRole('button', { name: /^Admit/ }).count(), 0)
  await page.keyboard.press('Escape')
  await isForgotten(page, /Möller/)
  await done()
})

// Requirement (rules): contract §9 Found by a short code, admitted by it
test('a short code admits without a name: found by it, or typed as a code', async () => {
  const { device, tickets } = await aManned({ count: 2 })
  const [first, second] = tickets.map(({ short_code }) => short_code)
  const { page, done } = await site.open(`/gate#${device.token}`)
  await look(page, (first ?? '').toLowerCase().replaceAll('-', ' '))
  await told(page, '1 ticket')
  await page.getByRole('button', { name: `Admit Ada Möller, Weekend · ${first}` }).click()
  await said(page, 'Admitted')
  await typeCode(page, (first ?? '').toLowerCase())
  assert.match(await said(page, 'Already used'), /at this gate/)
  await typeCode(page, second ?? '')
  await said(page, 'Admitted')
  await done()
})

test('what it finds says why it does not admit; what it does not find, what to type', async () => {
  const { device, festival, tier, holder, code, tickets } = await aManned({ count: 3 })
  const [used, refunded] = tickets.map(({ id }) => id)
  const now = new Date()
  await site.db
    .updateTable('tickets')
    .set({ validated_at: now })
    .where('payment_id', '=', used ?? '')
    .execute()
  await site.db
    .updateTable('payments')
    .set({ status: 'refunded' })
    .where('id', '=', refunded ?? '')
    .execute()
  const early = await aTier(site, {
    festival_id: festival.id,
    name: 'Sunday',
    valid_since: new Date('2099-07-04T08:00:00'),
  })
  await somePaidTickets(site, 1, { tier: early, user_id: holder.id })
  const { page, done } = await site.open(`/gate#${device.token}`)
  await isOnline(page)
  await look(page, 'MÖLLER')
  await told(page, '4 tickets')
  const states = (await found(page)).map((text) => text.split('\n\n').slice(2).join(' '))
  assert.deepEqual(states.map((state) => state.replace(/\d\d:\d\d( UTC)?$/, '…')).toSorted(), [
    'Not used yet Admit',
    'Not valid before Sat 4 Jul 2099 …',
    'This ticket was refunded',
    'Used …',
  ])
  await look(page, 'nöbody')
  await told(page, /^No ticket found/)
  for (const text of ['a', '12345', '7-9Q2', '@@@@']) {
    await look(page, text)
    await told(page, /^Type at least two letters/)
    assert.deepEqual(await found(page), [])
  }
  await somePaidTickets(site, 20, { tier, user_id: holder.id })
  await look(page, 'moller')
  await told(page, /^The first 20 tickets/)
  // A hand scanner types into this field as well.
  await look(page, code)
  assert.match(await said(page, 'Already used'), /Weekend/)
  await done()
})

test('a holder without a name is admitted by the code alone', async () => {
  const { device, holder, short_code } = await aManned()
  const [firstName, search_name] = ['', searchName('given away')]
  await site.db
    .updateTable('users')
    .set({ first_name: firstName, last_name: '', search_name })
    .where('id', '=', holder.id)
    .execute()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await look(page, 'given')
  await told(page, '1 ticket')
  assert.match((await found(page))[0] ?? '', /No name[^]*by its code alone$/)
  await look(page, short_code)
  await page.getByRole('button', { name: /^Admit/ }).click()
  await said(page, 'Admitted')
  await done()
})

// Requirement (rules): contract §9 Finding needs a network, and says so
test('without a network it says so, and offers to type the code', async () => {
  const { device, code, short_code } = await aManned()
  const expected = /ERR_INTERNET_DISCONNECTED/
  const { page, context, done } = await site.open(`/gate#${device.token}`, { expected })
  await isOnline(page)
  await page.evaluate('navigator.serviceWorker.ready')
  await context.setOffline(true)
  await look(page, 'moller')
  await told(page, /^There is no network/)
  await page.getByRole('button', { name: 'Type the code' }).click()
  await page.keyboard.insertText(short_code)
  await page.keyboard.press('Enter')
  assert.match(await said(page, 'Refused'), /cannot read this code: with a network/)
  await typeCode(page, code)
  await said(page, 'Admitted offline')
  await context.setOffline(false)
  await page.locator('#unsent', { hasText: '0' }).waitFor()
  await look(page, 'moller')
  await told(page, '1 ticket')
  await done()
})

test('an admission by name whose answer is lost is asked for again, and counts once', async () => {
  const { device, id } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: unanswered })
  await look(page, 'moller')
  await told(page, '1 ticket')
  const url = '**/gate/*/admit'
  await page.route(url, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /^Admit/ }).click()
  await page.getByRole('button', { name: admit }).click()
  await told(page, /^There is no answer/)
  await page.unroute(url)
  await page.getByRole('button', { name: /^Admit Ada/ }).click()
  await page.getByRole('button', { name: admit }).click()
  await said(page, 'Admitted')
  assert.deepEqual(await scansOf(id), [{ outcome: 'admitted', admitted_offline: false }])
  await done()
})

test('practice admits by name as otherwise, and leaves nothing', async () => {
  const { device, id } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`)
  await page.getByLabel('Practice: answer as usual').check()
  await look(page, 'moller')
  await told(page, '1 ticket')
  await page.getByRole('button', { name: /^Admit/ }).click()
  await page.getByRole('button', { name: admit }).click()
  await said(page, 'Admitted')
  assert.deepEqual(await scansOf(id), [])
  await done()
})

test('a name that changed meanwhile is not admitted, and the device stays online', async () => {
  const { device, holder, id } = await aManned()
  const { page, done } = await site.open(`/gate#${device.token}`, { expected: /status of 409/ })
  await look(page, 'moller')
  await told(page, '1 ticket')
  await site.db
    .updateTable('users')
    .set({ last_name: 'Quist' })
    .where('id', '=', holder.id)
    .execute()
  await page.getByRole('button', { name: /^Admit/ }).click()
  await page.getByRole('button', { name: admit }).click()
  await told(page, 'This is not the name of the holder')
  await page.locator('#line', { hasText: 'Online' }).waitFor()
  assert.deepEqual(await scansOf(id), [])
  await done()
})

// Requirement (rules): contract §9 A code that the page cannot read is decided by the service
test('a code of a version that the page does not know is decided by the service', async () => {
  const { device, code, id } = await aManned()
  const bytes = [...(fromBase45(code) ?? [])]
  const newer = toBase45(Uint8Array.from([3, ...bytes.slice(1), 0, 0]))
  const { page, context, done } = await site.open(`/gate#${device.token}`, {
    expected: /ERR_INTERNET_DISCONNECTED/,
  })
  await isOnline(page)
  // A newer service reads the code; this one reads that of the same ticket in its place.
  await page.route('**/gate/scans', async (route) => {
    const sent = route.request().postData() ?? ''
    assert.ok(sent.includes(newer))
    await route.continue({ postData: sent.replace(newer, () => code) })
  })
  await typeCode(page, newer)
  assert.match(await said(page, 'Admitted'), /Weekend/)
  assert.deepEqual(await scansOf(id), [{ outcome: 'admitted', admitted_offline: false }])
  await page.unroute('**/gate/scans')
  // This service knows it as little as the page: then it is no ticket.
  await typeCode(page, newer.toLowerCase().slice(0, -2))
  await page.getByText('This is not a ticket').first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  await context.setOffline(true)
  await typeCode(page, newer.slice(0, -1))
  await page.locator('#answer-why').getByText('cannot read this code: with a network').waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`it is accessible ${where}`, async () => {
    const lastName = width === 390 ? `Möller-${'long'.repeat(40)}` : 'Möller'
    const { device, holder, festival } = await aManned({ lastName, count: 2 })
    const early = await aTier(site, {
      festival_id: festival.id,
      name: 'Sunday in the great hall, with a seat and supper',
      valid_since: new Date('2099-07-04T08:00:00'),
    })
    await somePaidTickets(site, 1, { tier: early, user_id: holder.id })
    const { page, done } = await site.open(`/gate#${device.token}`, { width, dark })
    await isOnline(page)
    await look(page, 'zz')
    await assertAccessible(page, 'not asked')
    await look(page, 'moller')
    await told(page, '3 tickets')
    await assertAccessible(page, 'found')
    const tooWide = `document.documentElement.scrollWidth > innerWidth
        || document.getElementById('find').scrollWidth > document.getElementById('find').clientWidth`
    assert.equal(await page.evaluate(tooWide), false)
    await page
      .getByRole('button', { name: /^Admit/ })
      .first()
      .click()
    await assertAccessible(page, 'asked for the name')
    await done()
  })
}
