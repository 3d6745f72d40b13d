/** The workspace of a festival: details, line-up, tickets and accommodations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { usualTerms } from '../../src/core/sale-terms/index.ts'
import { openCheckout } from '../../src/shop/payments/charging/checkout.ts'
import { sweep } from '../../src/shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../src/shop/payments/model/payment-context.ts'
import { aPlaceToSleep, aTier } from '../buying.ts'
import { aFestival, aGig, aName, anArtist, anOrganizer } from '../catalogue.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { aPaidTicket, someBookings, somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const { processor } = aProcessor()
const site = await aSite({ parts: paidBy(processor) })
const { db, get, post, put } = site

type FestivalFields = Parameters<typeof aFestival>[1]
type Look = Parameters<typeof site.open>[1]

/** A festival with a manager. */
async function mine(festivalFields: FestivalFields = {}) {
  const ada = await site.aPersonWith({})
  const organizer = await anOrganizer(site)
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: ada.id })
    .execute()
  return {
    ada,
    organizer,
    festival: await aFestival(site, { organizer_id: organizer.id, ...festivalFields }),
  }
}

async function enter(as: { email: string }, path: string, look: Look = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name })
const flag = (page: Page, name: string) => page.getByRole('switch', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const festivalOf = async (id: string) => (await get(`/festivals/${id}`)).body
const past = { start_time: new Date('2020-07-01'), end_time: new Date('2020-07-03') }

test('the list is filtered by status, name and organizer, and its address keeps the filters', async () => {
  const { ada, organizer, festival } = await mine()
  const over = await aFestival(site, { organizer_id: organizer.id, ...past })
  const off = await aFestival(site, { organizer_id: organizer.id, cancelled_at: new Date() })
  const other = await aFestival(site, { organizer_id: organizer.id })
  const { page, done } = await enter(ada, '/festivals')
  const shown = async (...names: string[]) => {
    await until(`${names}`, async () => {
      const links = page.getByRole('table', { name: 'Festivals' }).getByRole('link')
      return `${(await links.allTextContents()).toSorted()}` === `${names.toSorted()}`
    })
  }
  await shown(festival.name, other.name)
  await page.getByText('Past', { exact: true }).click()
  await shown(over.name)
  await page.getByText('Cancelled', { exact: true }).first().click()
  await shown(off.name)
  await page.reload()
  await shown(off.name)
  await page.goBack()
  await shown(over.name)
  await page.getByText('All', { exact: true }).click()
  await shown(festival.name, over.name, off.name, other.name)
  await page.getByRole('searchbox', { name: 'Search festivals' }).fill(festival.name)
  await shown(festival.name)
  await page.getByRole('searchbox', { name: 'Search festivals' }).fill('nothing of this kind')
  await heading(page, 'No festivals found').waitFor()
  await page.goto(`${site.url}/console/festivals?organizer=${organizer.id}&show=past`)
  await shown(over.name)
  await page.getByRole('link', { name: over.name }).click()
  await page.getByText('Over', { exact: true }).waitFor()
  await done()
})

test('details: only changed fields are written, so that others can change the rest meanwhile', async () => {
  const start_time = new Date('2099-07-01T12:00:30.250Z')
  const { ada, festival } = await mine({ venue: 'Old quay', country: 'Denmark', start_time })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/details`)
  await box(page, 'Venue').fill('North Quay')
  await put(`/festivals/${festival.id}`, { country: 'Norway' }, { as: ada })
  await button(page, 'Save details').click()
  await page.getByText('Saved').waitFor()
  const saved = await festivalOf(festival.id)
  assert.deepEqual(
    [saved.venue, saved.country, saved.start_time],
    ['North Quay', 'Norway', start_time.toISOString()],
  )
  assert.equal(await box(page, 'Country').inputValue(), 'Norway')
  await done()
})

test('details: a field that another user has changed meanwhile is shown before it is overwritten', async () => {
  const { ada, festival } = await mine({ venue: 'Old quay' })
  const { page, done } = await enter(ada, `/festivals/${festival.id}`)
  await box(page, 'Venue').fill('Mine')
  await put(`/festivals/${festival.id}`, { venue: 'Theirs' }, { as: ada })
  await button(page, 'Save details').click()
  const told = 'Another user has changed the venue to “Theirs” in the meantime.'
  await page.getByRole('alert').getByText(told).waitFor()
  assert.equal((await festivalOf(festival.id)).venue, 'Theirs')
  await button(page, 'Save details').click()
  await page.getByText('Saved').waitFor()
  assert.equal((await festivalOf(festival.id)).venue, 'Mine')
  await done()
})

test('details: leaving with unsaved changes asks first', async () => {
  const { ada, festival } = await mine()
  const { page, done } = await enter(ada, `/festivals/${festival.id}`)
  await box(page, 'Venue').click()
  await page.keyboard.type('North Quay')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await button(page, 'Discard changes').click()
  assert.equal(await box(page, 'Venue').inputValue(), '')
  await done()
})

test('details: a photo, a position and texts are read back as they were entered', async () => {
  const { ada, festival } = await mine()
  const { page, done } = await enter(ada, `/festivals/${festival.id}`)
  const hostile = `<script>alert(1)</script> "quotes" <img src=x onerror=alert(2)> שלום`
  await box(page, 'Name').fill(hostile)
  await box(page, 'Latitude').fill('91')
  await button(page, 'Save details').click()
  await page.getByText('A number from −90 to 90').waitFor()
  await page.getByText('Both, or neither').waitFor()
  await box(page, 'Latitude').fill('55.62')
  await box(page, 'Longitude').fill('12.08')
  const choose = page.waitForEvent('filechooser')
  await button(page, 'Choose a picture').click()
  await (await choose).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByText('Choose a PNG, JPEG, WebP, GIF or AVIF picture.').waitFor()
  const again = page.waitForEvent('filechooser')
  await button(page, 'Choose a picture').click()
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const buffer = Buffer.from(png, 'base64')
  await (await again).setFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await button(page, 'Choose another').waitFor()
  await button(page, 'Save details').click()
  await heading(page, hostile).waitFor()
  const saved = await festivalOf(festival.id)
  assert.equal(saved.name, hostile)
  assert.deepEqual([saved.coordinates.lat, saved.coordinates.lng], [55.62, 12.08])
  assert.match(saved.photo, /\/photos\/.*\.webp$/)
  await done()
})

test('a festival is cancelled with a reason, and the progress of its refunds is shown', async () => {
  const { ada, festival } = await mine()
  const { id: entity_id } = await aTier(site, { festival_id: festival.id })
  const body = { payment_type: 'ticket', entity_id }
  assert.equal((await post('/payments', body, { as: await site.aUser() })).status, 201)
  const { page, done } = await enter(ada, `/festivals/${festival.id}`)
  await button(page, 'Cancel festival').click()
  await box(page, 'Reason, shown to ticket holders').fill('A storm is coming.')
  await page.getByText('1 payment is refunded, €50.00 in all.').waitFor()
  await assertAccessible(page, 'the question')
  await box(page, 'Its name, to confirm').fill('another festival')
  assert.equal(await button(page, 'Cancel and refund').isDisabled(), true)
  await box(page, 'Its name, to confirm').fill(` ${festival.name} `)
  const asked = page.waitForRequest(/\/cancel$/)
  await button(page, 'Cancel and refund').click()
  assert.deepEqual((await asked).postDataJSON(), { reason: 'A storm is coming.' })
  await heading(page, 'Cancelled').waitFor()
  await page.getByText('0 of 1 payments refunded, €0.00').waitFor()
  await sweep(openCheckout(paymentContextOf(site.app)))
  await page.getByText('1 of 1 payments refunded, €50.00').waitFor()
  assert.notEqual((await festivalOf(festival.id)).cancelled_at, null)
  assert.equal(await button(page, 'Cancel festival').count(), 0)
  await done()
})

test('a festival is deleted after saying what that means', async () => {
  const { ada, festival } = await mine()
  const tier = await aTier(site, { festival_id: festival.id })
  await somePaidTickets(site, 2, { tier })
  const { page, done } = await enter(ada, `/festivals/${festival.id}`)
  await button(page, 'Delete festival').click()
  await page.getByRole('dialog').getByText('2 payments are refunded, €100.00 in all.').waitFor()
  await button(page, 'Back').click()
  assert.equal((await get(`/festivals/${festival.id}`)).status, 200)
  await button(page, 'Delete festival').click()
  assert.equal(await button(page, 'Delete').isDisabled(), true)
  await box(page, 'Its name, to confirm').fill(festival.name)
  await button(page, 'Delete').click()
  await heading(page, 'Your first festival').waitFor()
  assert.equal((await get(`/festivals/${festival.id}`)).status, 404)
  await done()
})

test('line-up: a removed artist loses their times, and what others added meanwhile stays', async () => {
  const { ada, festival } = await mine()
  const [gone, stays, late] = [await anArtist(site), await anArtist(site), await anArtist(site)]
  const festival_id = festival.id
  await aGig(site, { festival_id, artist_id: gone.id, start_time: new Date('2099-07-01T18:00Z') })
  await aGig(site, { festival_id, artist_id: gone.id })
  const kept = await aGig(site, { festival_id, artist_id: stays.id })
  const { page, done } = await enter(ada, `/festivals/${festival_id}/lineup`)
  await heading(page, '2 acts').waitFor()
  await page.getByText('1 Jul 2099, 18:00').waitFor()
  const added = await aGig(site, { festival_id, artist_id: late.id })
  await button(page, `Remove ${gone.name}`).click()
  await page.getByText('and its time on the timetable with it').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('link', { name: late.name }).waitFor()
  const { gigs } = await festivalOf(festival_id)
  assert.deepEqual(gigs.map(({ id }: any) => id).toSorted(), [kept.id, added.id].toSorted())

  await page.getByRole('combobox', { name: 'Artists' }).fill(stays.name)
  const offered = page.getByRole('option', { name: `${stays.name} (already added)` })
  assert.equal(await offered.getAttribute('data-combobox-disabled'), 'true')
  await done()
})

test('line-up: artists are billed and made headliners, by keys as well, and the guide has them so', async () => {
  const { ada, festival } = await mine()
  const festival_id = festival.id
  const artists = await Promise.all(
    ['Ash', 'Birch', 'Cedar', 'Dune'].map((name) => anArtist(site, { name: aName(name) })),
  )
  for (const [hour, { id: artist_id }] of artists.entries()) {
    const start_time = new Date(Date.UTC(2099, 6, 2, 12 + hour))
    await aGig(site, { festival_id, artist_id, start_time })
  }
  const named = (word: string) => artists.find(({ name }) => name.startsWith(word))?.name ?? ''
  const bill = async () => {
    const { gigs } = await festivalOf(festival_id)
    return Object.fromEntries(
      gigs.map((gig: any) => [gig.artist.name.split(' ')[0], [gig.headliner, gig.billing]]),
    )
  }
  const { page, done } = await enter(ada, `/festivals/${festival_id}/lineup`)
  const rows = page.getByRole('table', { name: 'Line-up' }).locator('tbody tr')
  const order = async () => {
    const texts = await rows.getByRole('link').allTextContents()
    return texts.map((text) => text[0]).join('')
  }
  const becomes = (words: string, letters: string) =>
    until(words, async () => (await order()) === letters)
  await becomes('the order of time', 'ABCD')
  assert.ok(await button(page, `Move ${named('Ash')} down`).isDisabled())

  await button(page, `Move ${named('Dune')} up`).click()
  await becomes('Dune is on the bill', 'DABC')
  await button(page, `Move ${named('Cedar')} up`).click()
  await becomes('Cedar is on the bill', 'DCAB')
  // The focus has stayed where it was: the same key moves on.
  await page.keyboard.press('Enter')
  await becomes('Cedar is before Dune', 'CDAB')
  await flag(page, `${named('Birch')} is a headliner`).press('Space')
  await becomes('Birch headlines', 'BCDA')
  await flag(page, `${named('Dune')} is a headliner`).press('Space')
  await becomes('Dune headlines after Birch', 'BDCA')
  await button(page, `Move ${named('Birch')} down`).focus()
  await page.keyboard.press('Enter')
  await becomes('Dune headlines before Birch', 'DBCA')
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    `Move ${named('Birch')} up`,
  )
  assert.deepEqual(await bill(), {
    Ash: [false, null],
    Birch: [true, 2],
    Cedar: [false, 3],
    Dune: [true, 1],
  })
  await assertAccessible(page, 'the line-up with a bill')

  await button(page, `Move ${named('Cedar')} down`).click()
  await until('Cedar left the bill', async () => (await bill())['Cedar'][1] === null)
  await flag(page, `${named('Dune')} is a headliner`).press('Space')
  await becomes('Dune is the first of the others', 'BDAC')
  await page.goto(`${site.url}/guide/${festival_id}`)
  const headliners = page.getByRole('list', { name: 'Headliners' }).getByRole('link')
  assert.deepEqual(await headliners.allTextContents(), [named('Birch')])
  const others = page.locator('#line-up').locator('xpath=../..').locator('.artists a')
  assert.deepEqual(await others.allTextContents(), [named('Dune'), named('Ash'), named('Cedar')])
  const sizeOf = (word: string) =>
    page
      .getByRole('link', { name: named(word) })
      .first()
      .evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize))
  assert.ok((await sizeOf('Birch')) > 1.5 * (await sizeOf('Ash')))
  await done()
})

test('tiers: a price is changed, and ids, order and changes of others stay', async () => {
  const { ada, festival } = await mine()
  const festival_id = festival.id
  const first = await aTier(site, { festival_id, position: 0, name: 'Weekend' })
  const second = await aTier(site, { festival_id, position: 1, name: 'Day' })
  const { page, done } = await enter(ada, `/festivals/${festival_id}/tickets`)
  await button(page, 'Weekend').click()
  await box(page, 'Price in EUR').fill('120.5')
  await page.getByLabel('On sale until (UTC)').fill('2099-06-30T22:00')
  await db.updateTable('tiers').set({ name: 'Sunday' }).where('id', '=', second.id).execute()
  await button(page, 'Save').click()
  await button(page, 'Sunday').waitFor()
  await page.getByText('€120.50').waitFor()
  await button(page, 'Move Sunday up').click()
  await until('the order', async () => {
    const { tickets } = await festivalOf(festival_id)
    return tickets[0].id === second.id
  })
  const { tickets } = await festivalOf(festival_id)
  assert.deepEqual(
    tickets.map((tier: any) => [tier.id, tier.price, tier.end_time]),
    [
      [second.id, 50, null],
      [first.id, 120.5, '2099-06-30T22:00:00.000Z'],
    ],
  )
  await done()
})

// Requirement (rules): The console sets until when buyers may give back
test('tickets: until when buyers may give back is set, shown again and taken away', async () => {
  const { ada, festival } = await mine()
  await aTier(site, { festival_id: festival.id })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets`)
  const terms = async () => {
    const { refund_until_days, refund_percent } = await festivalOf(festival.id)
    return [refund_until_days, refund_percent]
  }
  const save = async (days: string, percent: string, saved: (number | null)[]) => {
    await box(page, 'Days before the festival').fill(days)
    await box(page, 'Refund in %').fill(percent)
    await button(page, 'Save terms').click()
    await until(`${saved}`, async () => `${await terms()}` === `${saved}`)
  }
  await save('14', '80', [14, 80])
  await page.reload()
  assert.equal(await box(page, 'Days before the festival').inputValue(), '14')
  assert.equal(await box(page, 'Refund in %').inputValue(), '80')
  await box(page, 'Refund in %').fill('')
  await button(page, 'Save terms').click()
  await page.getByText('Enter a number').waitFor()
  await save('', '80', [null, 80])
  await assertAccessible(page, 'how to give back')
  await done()
})

test('tiers: how one is sold is set, shown again, and a hidden one stays out of the guide', async () => {
  const { ada, festival } = await mine()
  const festival_id = festival.id
  await aTier(site, { festival_id, position: 0, name: 'Weekend' })
  const crew = await aTier(site, { festival_id, position: 1, name: 'Crew' })
  const { page, done } = await enter(ada, `/festivals/${festival_id}/tickets?tier=${crew.id}`)
  await box(page, 'Description').fill('For those who help')
  await flag(page, 'Hidden').click()
  await box(page, 'Maximum per order').fill('4')
  await box(page, 'Maximum per person').fill('2')
  await page.getByLabel('VAT', { exact: true }).selectOption('At a rate')
  await button(page, 'Save').click()
  await page.getByText('Enter a rate such as 19').waitFor()
  await box(page, 'VAT rate in %').fill('19,5')
  await flag(page, 'Refundable').click()
  await flag(page, 'Transferable').click()
  await button(page, 'Save').click()
  await page.getByRole('row', { name: /Crew Hidden/ }).waitFor()
  const { rows } = await sql<object>`
    select description, hidden, max_per_order, max_per_person, vat, refundable, transferable
    from tiers where id = ${crew.id}`.execute(db)
  assert.deepEqual(rows, [
    {
      description: 'For those who help',
      hidden: true,
      max_per_order: 4,
      max_per_person: 2,
      vat: { rate: 19.5, exemption: null },
      refundable: false,
      transferable: false,
    },
  ])
  assert.deepEqual(
    (await festivalOf(festival_id)).tickets.map(({ name }: any) => name),
    ['Weekend'],
  )

  await button(page, 'Move Crew up').click()
  await until('the order', async () => {
    const { position } = await db
      .selectFrom('tiers')
      .select('position')
      .where('id', '=', crew.id)
      .executeTakeFirstOrThrow()
    return position === 0
  })
  await button(page, 'Crew Hidden').click()
  assert.equal(await box(page, 'VAT rate in %').inputValue(), '19.50')
  assert.equal(await flag(page, 'Hidden').isChecked(), true)
  await page.getByLabel('VAT', { exact: true }).selectOption('Exempt')
  await box(page, 'Reason for the exemption').fill('Culture')
  await button(page, 'Save').click()
  await until('the exemption', async () => {
    const { vat } = await db
      .selectFrom('tiers')
      .select('vat')
      .where('id', '=', crew.id)
      .executeTakeFirstOrThrow()
    return Object(vat).exemption === 'Culture'
  })
  await button(page, 'Crew Hidden').click()
  await button(page, 'Delete tier').click()
  await button(page, 'Delete').click()
  await page.getByText('Crew is deleted').waitFor()
  await done()
})

test('tiers: a price is the same with a comma and with a point, typed or pasted', async () => {
  const { ada, festival } = await mine()
  const tier = await aTier(site, { festival_id: festival.id, name: 'Weekend' })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets?tier=${tier.id}`)
  const price = box(page, 'Price in EUR')
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await price.press('Control+A')
    await price.press('Control+V')
  }
  for (const [enterIt, shown] of [
    [() => paste('89,50'), '89.50'],
    [() => paste('€ 1.234,56'), '1234.56'],
    [() => price.fill('12,3'), '12.30'],
    [() => price.fill('45.60'), '45.60'],
    [
      async () => {
        await price.press('Control+A')
        await price.pressSequentially('7,05')
      },
      '7.05',
    ],
  ] as const) {
    await enterIt()
    await price.press('Tab')
    assert.equal(await price.inputValue(), shown)
  }
  await paste('8,950')
  await button(page, 'Save').click()
  await page.getByText('Enter a price such as 89.50').waitFor()
  await paste('89,50')
  await button(page, 'Save').click()
  await page.getByText('€89.50').waitFor()
  assert.equal((await festivalOf(festival.id)).tickets[0].price, 89.5)
  await done()
})

test('tiers: a tier that another user has changed is not overwritten', async () => {
  const { ada, festival } = await mine()
  const tier = await aTier(site, { festival_id: festival.id, name: 'Weekend' })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets?tier=${tier.id}`)
  await box(page, 'Price in EUR').fill('1')
  await db.updateTable('tiers').set({ price_cents: 7000 }).where('id', '=', tier.id).execute()
  await button(page, 'Save').click()
  await page.getByText('Another user has changed this tier in the meantime.').waitFor()
  assert.equal((await festivalOf(festival.id)).tickets[0].price, 70)
  await done()
})

test('tiers: a quantity below the sales is refused at its field, before and after the API is called', async () => {
  const { ada, festival } = await mine()
  const tier = await aTier(site, { festival_id: festival.id, name: 'Weekend' })
  await somePaidTickets(site, 2, { tier })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets`, { expected: /409/ })
  await page.getByText('2 of 100').waitFor()
  await button(page, 'Weekend').click()
  await box(page, 'Quantity').fill('1')
  await button(page, 'Save').click()
  await page.getByText('2 are sold or being paid for', { exact: true }).waitFor()
  // From now on the page gets no news of sales.
  await page.route('**/availability', () => undefined)
  await somePaidTickets(site, 3, { tier })
  await box(page, 'Quantity').fill('4')
  await button(page, 'Save').click()
  await page.getByText('More were sold or reserved in the meantime.').waitFor()
  assert.equal(await box(page, 'Quantity').getAttribute('aria-invalid'), 'true')
  assert.equal((await festivalOf(festival.id)).tickets[0].quantity, 100)
  await done()
})

test('tiers: one with sales is taken off sale after a confirmation, and sold again with its sales', async () => {
  const { ada, festival } = await mine()
  const tier = await aTier(site, { festival_id: festival.id, name: 'Early bird' })
  const unsold = await aTier(site, { festival_id: festival.id, name: 'Unsold', position: 1 })
  await aPaidTicket(site, { tier })
  const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets`)
  await button(page, 'Unsold').click()
  await button(page, 'Delete tier').click()
  await page.getByRole('dialog').getByText('It has no sales.').last().waitFor()
  await button(page, 'Delete').click()
  await page.getByText('Unsold is deleted').waitFor()
  assert.deepEqual(
    await db.selectFrom('tiers').select('id').where('id', '=', unsold.id).execute(),
    [],
  )

  await page.getByText('1 of 100').waitFor()
  await button(page, 'Early bird').click()
  await button(page, 'Stop selling').click()
  const question = page.getByRole('dialog', { name: 'Stop selling Early bird?' })
  await question.getByText('One ticket is sold. They stay valid').waitFor()
  await question.getByRole('button', { name: 'Stop selling' }).click()
  await heading(page, 'No longer sold').waitFor()
  assert.deepEqual((await festivalOf(festival.id)).tickets, [])
  await button(page, 'Sell again: Early bird').click()
  await page.getByText('Early bird is sold again').waitFor()
  await heading(page, 'No longer sold').waitFor({ state: 'detached' })
  await page.getByText('1 of 100').waitFor()
  assert.equal((await festivalOf(festival.id)).tickets[0].id, tier.id)
  await done()
})

test('accommodations are created, changed, and taken off sale', async () => {
  const { ada, festival } = await mine()
  const { page, done } = await enter(ada, `/festivals/${festival.id}/accommodations`, {
    expected: /409/,
  })
  await heading(page, 'No accommodations yet').waitFor()
  await button(page, 'New accommodation').click()
  await box(page, 'Name').fill('Bell tent')
  await page.getByRole('combobox', { name: 'Type' }).fill('tent')
  await box(page, 'Sleeps').fill('4')
  await box(page, 'Price in EUR').fill('90')
  await box(page, 'Quantity').fill('40')
  await page.getByLabel('Check-in (UTC)').fill('2099-07-01T15:00')
  await page.getByLabel('Check-out (UTC)').fill('2099-06-01T10:00')
  await button(page, 'Create accommodation').click()
  await page.getByText('It ends before it begins').waitFor()
  await page.getByLabel('Check-out (UTC)').fill('2099-07-04T10:00')
  const amenities = page.getByRole('combobox', { name: 'Amenities' })
  for (const amenity of ['power', 'hot tub']) {
    await amenities.fill(amenity)
    await amenities.press('Enter')
  }
  await button(page, 'Create accommodation').click()
  await page.getByText('0 of 40').waitFor()
  const [made] = (await get(`/accommodations?festival=${festival.id}`)).body
  assert.deepEqual(
    { ...made, id: '' },
    {
      id: '',
      festival_id: festival.id,
      name: 'Bell tent',
      type: 'tent',
      description: null,
      price: 90,
      quantity: 40,
      remaining: 40,
      capacity: 4,
      check_in: '2099-07-01T15:00:00.000Z',
      check_out: '2099-07-04T10:00:00.000Z',
      check_in_at: '2099-07-01T15:00:00.000Z',
      check_out_at: '2099-07-04T10:00:00.000Z',
      amenities: ['power', 'hot tub'],
      photo: null,
      ...usualTerms,
    },
  )
  await button(page, 'Bell tent').click()
  await someBookings(site, 3, { id: made.id, festival_id: festival.id })
  await box(page, 'Quantity').fill('2')
  await button(page, 'Save').click()
  await page.getByText(/More of them are taken by now|3 are taken/).waitFor()
  await box(page, 'Quantity').fill('5')
  await button(page, 'Save').click()
  await page.getByText('3 of 5').waitFor()
  await button(page, 'Bell tent').click()
  await button(page, 'Stop selling').click()
  const question = page.getByRole('dialog', { name: 'Stop selling Bell tent?' })
  await question.getByText('guests who have paid keep their place').waitFor()
  await question.getByRole('button', { name: 'Stop selling' }).click()
  await heading(page, 'No accommodations yet').waitFor()
  await done()
})

test('a list that fails to load says so, and can be loaded again', async () => {
  const { ada, festival } = await mine()
  const { page, done } = await enter(ada, '/account', { expected: /failed:|ERR_/ })
  await page.route('**/users/i/festivals*', (route) => route.abort())
  await page.goto(`${site.url}/console/festivals`)
  await page.getByText('Could not load').waitFor()
  await page.unroute('**/users/i/festivals*')
  await button(page, 'Try again').click()
  await page.getByRole('link', { name: festival.name }).waitFor()
  await done()
})

const { ada, organizer, festival } = await mine({ name: `Harbour ${'x'.repeat(190)}` })
const bare = await aFestival(site, { organizer_id: organizer.id, name: aName('Bare') })
const cancelled = await aFestival(site, { organizer_id: organizer.id, cancelled_at: new Date() })
const tier = await aTier(site, { festival_id: festival.id })
await somePaidTickets(site, 3, { tier })
const off = await aTier(site, { festival_id: festival.id, archived_at: new Date() })
await aPlaceToSleep(site, { festival_id: festival.id })
await aGig(site, { festival_id: festival.id, artist_id: (await anArtist(site)).id })
await aGig(site, { festival_id: festival.id })

/** How far a colour stands out from another, as WCAG counts it; both as `rgb(…)`. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [light(one), light(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

for (const { width, dark, where } of looks) {
  test(`the open tab stands out and no time is cut off ${where}`, async () => {
    const { page, done } = await enter(ada, `/festivals/${festival.id}/tickets`, { dark, width })
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
    await page.getByRole('tab', { name: 'Tickets' }).waitFor()
    const line = await styleOf('[role=tab][aria-selected=true]', 'border-bottom-color')
    const ground = await styleOf('body', 'background-color')
    assert.ok(contrast(line, ground) >= 4.5, `${line} on ${ground}`)
    const [open, other] = [
      await styleOf('[role=tab][aria-selected=true]', 'color'),
      await styleOf('[role=tab][aria-selected=false]', 'color'),
    ]
    assert.notEqual(open, other)

    await page.goto(`${site.url}/console/festivals?new=yes`)
    for (const label of ['Begins (UTC)', 'Ends (UTC)']) {
      const field = page.getByLabel(label)
      await field.fill('2027-12-28T23:55')
      const spare = await field.evaluate((node) => {
        if (!(node instanceof HTMLInputElement)) return 0
        const { width } = node.getBoundingClientRect()
        node.style.inlineSize = 'max-content'
        const needed = node.getBoundingClientRect().width
        node.style.inlineSize = ''
        return width - needed
      })
      assert.ok(spare > 8, `${label}: ${spare} px`)
    }
    await done()
  })
}

for (const { width, dark, where } of looks) {
  test(`festivals are accessible ${where}`, async () => {
    const { page, done } = await enter(ada, '/festivals', { dark, width })
    const states: [string, string][] = [
      ['?show=all', bare.name],
      ['?show=past', 'No past festivals'],
      ['?new=yes', 'Begins (UTC)'],
      [`/${cancelled.id}`, 'No payments to refund.'],
      [`/${festival.id}`, 'What, when and where'],
      [`/${festival.id}/lineup`, 'An open slot'],
      [`/${bare.id}/lineup`, 'No artists yet'],
      [`/${festival.id}/tickets`, off.name],
      [`/${bare.id}/tickets`, 'No tickets yet'],
      [`/${festival.id}/tickets?tier=${tier.id}`, 'Stop selling'],
      [`/${festival.id}/accommodations`, 'Bell tent'],
      [`/${bare.id}/accommodations?new=yes`, 'Amenities'],
    ]
    for (const [path, text] of states) {
      await page.goto(`${site.url}/console/festivals${path}`)
      await page.getByText(text).first().waitFor()
      await assertAccessible(page, path)
      const isWide = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      assert.equal(isWide, false, `${path} scrolls sideways`)
    }
    await done()
  })
}
