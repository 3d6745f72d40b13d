/** Payments as staff see them: found, followed and refunded. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openCheckout } from '../../src/shop/payments/charging/checkout.ts'
import { sweep } from '../../src/shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../../src/shop/payments/model/payment-context.ts'
import { aPlan, aTier, points } from '../buying.ts'
import { aName } from '../catalogue.ts'
import { aDevice, aGate, anUpload, scan } from '../gate.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { aPayment, somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const { processor, told, refunds } = aProcessor()
const site = await aSite({ parts: paidBy(processor) })
const { db, get, post, aUser } = site
const admin = await site.aPersonWith({ roles: ['admin'] })

type Look = Parameters<typeof site.open>[1]

async function enter(as: Person, path: string, look: Look = {}) {
  const opened = await site.open(`/console${path}`, { ...look, as })
  return opened
}

async function aSeller(name = aName('Weekend')) {
  const gate = await aGate(site)
  const manager = await site.aPersonWith({})
  const { organizer_id } = await db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', gate.festival.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer_id ?? '', user_id: manager.id })
    .execute()
  return { ...gate, manager, tier: await aTier(site, { festival_id: gate.festival.id, name }) }
}

async function buy(entity_id: string, body: object = {}, buyer?: Person) {
  const as = buyer ?? (await aUser())
  return (await post('/payments', { payment_type: 'ticket', entity_id, ...body }, { as })).body
}

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const happened = (page: Page) => page.getByRole('list', { name: 'What happened' })
const titles = (page: Page) => happened(page).locator('.timeline-event p:first-child')
const refundsOf = (id: string) => [...refunds.values()].filter(({ charge }) => charge.includes(id))

async function stored(id: string) {
  return db
    .selectFrom('payments')
    .select(['status', 'refunded_cents', 'needs_review'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a ticket is followed from its charge through the gate to a partial refund', async () => {
  const { festival, manager, tier } = await aSeller()
  const { id, qr_code } = await buy(tier.id)
  const device = await aDevice(site, { festival, manager }, 'North gate')
  await scan(site, device, anUpload(festival.id, [{ code: qr_code }]))
  const { page, done } = await enter(manager, '/payments')
  await page.getByRole('button', { name: tier.name }).click()
  const shown = drawer(page, tier.name)
  await shown.getByText('It was used on').waitFor()
  await shown.getByText(/Only the buyer can see its code/).waitFor()
  await shown.getByRole('button', { name: 'Refund', exact: true }).click()
  const asked = drawer(page, `Refund ${tier.name}`)
  await asked.getByText('The ticket becomes invalid: no gate admits it.').waitFor()
  await asked.getByLabel('Part of it').check()
  await asked.getByText('The ticket stays valid.').waitFor()
  await asked.getByRole('button', { name: 'Refund' }).click()
  await asked.getByText('Enter an amount').waitFor()
  await asked.getByLabel('Amount, EUR').fill('50.01')
  // Longer than the page waits before it previews an amount: it does not preview one that is too large.
  await pause(600)
  await asked.getByRole('button', { name: 'Refund €50.01' }).click()
  await asked.getByText('At most €50.00').waitFor()
  await asked.getByLabel('Amount, EUR').fill('12.5')
  await asked.getByLabel('Reason').fill('<img src=x onerror=alert(1)> leaves early')
  await asked.getByRole('button', { name: 'Refund €12.50' }).click()
  await shown.getByText('€37.50 can be refunded').waitFor()
  await titles(page).nth(3).waitFor()
  assert.deepEqual(await titles(page).allInnerTexts(), [
    'Reserved, the charge is under way',
    'Charged €50.00, and issued',
    'Admitted at North gate',
    'Refund of €12.50; the rest stays valid',
  ])
  await happened(page).getByText('<img src=x onerror=alert(1)> leaves early').waitFor()
  await happened(page)
    .getByText(/, by you$/)
    .waitFor()
  assert.deepEqual(
    refundsOf(id).map(({ cents }) => cents),
    [1250],
  )
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /partly refunded/ }).waitFor()
  await done()
})

test('the hand-overs of a ticket are among its events, and in the activity', async () => {
  const { manager, tier } = await aSeller()
  const [buyer, holder] = [await aUser(), await aUser()]
  const { id } = await buy(tier.id, {}, buyer)
  const offer = () => post(`/payments/${id}/transfer`, { email: holder.email }, { as: buyer })
  await site.del(`/transfers/${(await offer()).body.id}`, { as: holder })
  await post(`/transfers/${(await offer()).body.id}/accept`, {}, { as: holder })
  const { page, done } = await enter(manager, '/payments')
  await page.getByRole('button', { name: tier.name }).click()
  await happened(page).getByText('Handed on: it has another holder').waitFor()
  assert.deepEqual((await titles(page).allInnerTexts()).slice(2), [
    'Offered to another user',
    'The offer was declined',
    'Offered to another user',
    'Handed on: it has another holder',
  ])
  assert.equal(await happened(page).getByText(', by another user').count(), 2)
  const shown = drawer(page, tier.name)
  await shown.getByText(/^It was handed on: only its holder can see its code/).waitFor()
  await shown.getByText(`Handed on to ${holder.firstName} ${holder.lastName}`).waitFor()
  await page.goto(`${site.url}/console/activity?kinds=transfers`)
  await page.getByText('Handed on', { exact: true }).first().waitFor()
  await page.getByText('Offer declined').first().waitFor()
  await assertAccessible(page, 'activity')
  await done()
})

test('a double click refunds once, and so does a retry after a lost answer', async () => {
  const { festival, manager, tier } = await aSeller()
  const { id } = await buy(tier.id)
  const { page, done } = await enter(manager, `/payments/${id}?festival=${festival.id}`, {
    expected: /ERR_FAILED/,
  })
  const shown = drawer(page, tier.name)
  const askFor = async (amount: string) => {
    // The dialog of the earlier refund may still be closing.
    await drawer(page, `Refund ${tier.name}`).waitFor({ state: 'hidden' })
    await shown.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Part of it').check()
    await page.getByLabel('Amount, EUR').fill(amount)
    return page.getByRole('button', { name: /^Refund €/ })
  }
  // Two clicks in the same turn, before the page can render.
  await (await askFor('10')).evaluate((button) => {
    if (!(button instanceof HTMLElement)) return
    button.click()
    button.click()
  })
  await shown.getByText('€40.00 can be refunded').waitFor()
  assert.equal(refundsOf(id).length, 1)

  let isLost = false
  await page.route(`**/payments/${id}/refund`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort('failed')
  })
  await (await askFor('5')).click()
  await shown.getByText('€35.00 can be refunded').waitFor()
  await until('it was done once', async () => (await stored(id)).refunded_cents === 1500)
  assert.equal(refundsOf(id).length, 2)
  await done()
})

test('an amount withheld for spent points is shown before the refund', async () => {
  const { festival, manager, tier } = await aSeller()
  const buyer = await aUser()
  const { id } = await buy(tier.id, {}, buyer)
  await buy((await aTier(site)).id, { pointsToUse: 50 }, buyer)
  const { page, done } = await enter(manager, `/payments/${id}?festival=${festival.id}`)
  const shown = drawer(page, tier.name)
  await shown.getByRole('button', { name: 'Refund', exact: true }).click()
  const asked = drawer(page, `Refund ${tier.name}`)
  // The second purchase has earned 49 points.
  await asked.getByText('€0.01 is not refunded, for points earned with it').waitFor()
  await asked.getByText('€49.99 is refunded to the original payment method.').waitFor()
  await assertAccessible(page, 'the refund')
  await asked.getByRole('button', { name: 'Refund €50.00' }).click()
  await shown.getByText('€0.01 for spent points').waitFor()
  assert.deepEqual(
    refundsOf(id).map(({ cents }) => cents),
    [4999],
  )
  await done()
})

test('all of it is refunded with the keyboard: points return and the ticket ends', async () => {
  const { festival, manager, tier } = await aSeller()
  const buyer = await aUser()
  await points(site, buyer, 500)
  const { id } = await buy(tier.id, { pointsToUse: 500 }, buyer)
  const { page, done } = await enter(manager, `/payments?festival=${festival.id}`)
  await page.getByRole('button', { name: tier.name }).press('Enter')
  const shown = drawer(page, tier.name)
  await shown.getByText('500 points', { exact: true }).waitFor()
  await shown.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  const asked = drawer(page, `Refund ${tier.name}`)
  await asked.getByText('500 points are returned to the buyer.').waitFor()
  await asked.getByLabel('Reason').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shown.getByText('No gate admits it: it was refunded.').waitFor()
  assert.equal((await stored(id)).status, 'refunded')
  assert.equal((await get('/rewards/points', { as: buyer })).body.balance, 500)
  assert.equal(await shown.getByRole('button', { name: 'Refund', exact: true }).count(), 0)
  await done()
})

test('a refund the processor does not answer is shown as pending until it is done', async () => {
  const { festival, manager, tier } = await aSeller()
  const { id } = await buy(tier.id)
  const { page, done } = await enter(manager, `/payments/${id}?festival=${festival.id}`)
  const shown = drawer(page, tier.name)
  await shown.getByRole('button', { name: 'Refund', exact: true }).click()
  told.isDown = true
  await page.getByRole('button', { name: 'Refund €50.00' }).click()
  await shown.getByText('being refunded', { exact: true }).first().waitFor()
  told.isDown = false
  await db
    .updateTable('refunds')
    .set({ lease_until: new Date(0) })
    .where('payment_id', '=', id)
    .execute()
  await sweep(openCheckout(paymentContextOf(site.app)))
  // The page updates by itself.
  await happened(page).getByText('Refunded €50.00').waitFor()
  await done()
})

test('a refund the processor refuses is marked, and can be tried again', async () => {
  const { festival, manager, tier } = await aSeller()
  const { id } = await buy(tier.id)
  const { page, done } = await enter(manager, `/payments/${id}?festival=${festival.id}`)
  const shown = drawer(page, tier.name)
  await shown.getByRole('button', { name: 'Refund', exact: true }).click()
  told.refuse = 'card_closed'
  await page.getByRole('button', { name: 'Refund €50.00' }).click()
  await shown.getByText('needs review', { exact: true }).first().waitFor()
  await happened(page).getByText('The processor refused the refund').waitFor()
  told.refuse = undefined
  await shown.getByRole('button', { name: 'Retry refund' }).click()
  await page.getByRole('button', { name: 'Refund €50.00' }).click()
  await happened(page).getByText('Refunded €50.00').waitFor()
  assert.deepEqual(await stored(id), {
    status: 'refunded',
    refunded_cents: 5000,
    needs_review: null,
  })
  await done()
})

test('payments are found by id, by a ticket’s code, status and type, and older ones are loaded', async () => {
  const { festival, tier } = await aSeller()
  const bought = await buy(tier.id)
  await somePaidTickets(site, 55, { tier })
  told.next.push('declined')
  await buy(tier.id)
  const { page, done } = await enter(admin, `/payments?festival=${festival.id}`)
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  const count = (expected: number) =>
    until(`${expected} rows`, async () => (await rows.count()) === expected + 1)
  await count(50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await count(57)
  await page.getByText('There is nothing older.').waitFor()
  await page.getByRole('searchbox').fill(bought.id)
  await count(1)
  await page.getByRole('searchbox').fill(bought.qr_code)
  await count(1)
  await page.getByRole('button', { name: tier.name }).click()
  await drawer(page, tier.name).getByText(bought.id).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('nothing of that kind')
  await page.getByRole('heading', { name: 'Payment not found' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Declined' }).click()
  await count(1)
  await page.reload()
  await count(1)
  await page.getByRole('button', { name: tier.name }).click()
  await happened(page).getByText('There was not enough money on the card.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'All statuses' }).click()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Memberships' }).click()
  await page.getByRole('heading', { name: 'No payments found' }).waitFor()
  await done()
})

async function order(as: Person, tiers: { id: string }[], quantity = 1) {
  const items = tiers.map(({ id }) => ({ payment_type: 'ticket', entity_id: id, quantity }))
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') }
  const { body, status, text } = await post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return body
}

test('an order of several is seen with its lines, refunded at once, and mailed again', async () => {
  const { festival, manager, tier } = await aSeller()
  const child = await aTier(site, {
    festival_id: festival.id,
    name: aName('Child'),
    price_cents: 1_500,
  })
  const buyer = await aUser()
  const { id, payments } = await order(buyer, [tier, child])
  const { page, done } = await enter(manager, `/payments/${payments[0].id}?festival=${festival.id}`)
  const lines = page.getByRole('list', { name: 'What was bought at once' })
  await lines.getByRole('button', { name: child.name }).waitFor()
  assert.equal(await lines.getByRole('button').count(), 2)
  await drawer(page, tier.name).getByText('€65.00', { exact: true }).waitFor()
  await assertAccessible(page, 'an order')
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await page.getByText('The mail is on its way').waitFor()
  const again = await db.selectFrom('order_mails').select('id').where('order_id', '=', id).execute()
  assert.equal(again.length, 1)
  await lines.getByRole('button', { name: child.name }).click()
  await drawer(page, child.name).waitFor()
  await page.getByRole('button', { name: 'Refund all of it' }).click()
  const asked = drawer(page, 'Refund 2 payments')
  await asked.getByText('The buyer gets one mail about all of it.').waitFor()
  await assertAccessible(page, 'the refund of an order')
  await asked.getByLabel('Reason').fill('The festival is over')
  await asked.getByRole('button', { name: 'Refund €65.00' }).click()
  await page.getByText('€65.00, of which €65.00 refunded').waitFor()
  await happened(page).getByText('The festival is over').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Refund all of it' }).count(), 0)
  for (const payment of payments) assert.equal((await stored(payment.id)).status, 'refunded')
  await done()
})

test('payments are found by buyer, day and amount, added up and exported', async () => {
  const { festival, manager, tier } = await aSeller()
  const child = await aTier(site, { festival_id: festival.id, price_cents: 1_550 })
  const [ada, bo] = [await aUser(), await aUser()]
  await order(ada, [tier, child], 2)
  await order(bo, [tier])
  const { page, done } = await enter(manager, `/payments?festival=${festival.id}`)
  const sums = page.getByRole('group', { name: 'All that is found' })
  await sums.getByText('5 payments · €181.00 paid', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill(ada.email)
  await sums.getByText('4 payments · €131.00 paid').waitFor()
  await page.getByLabel('Sum, EUR').fill('15,50')
  await sums.getByText('2 payments · €31.00 paid').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = (await readFile(await file.path())).toString()
  assert.equal(file.suggestedFilename(), 'payments.csv')
  assert.equal(text.trim().split('\r\n').length, 3)
  assert.ok(!text.includes(bo.id))
  await page.getByLabel('Sum, EUR').fill('much')
  await page.getByText('An amount such as 89.50').waitFor()
  await sums.getByText('4 payments · €131.00 paid').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('To (UTC)').fill(today)
  await sums.getByText('5 payments').waitFor()
  await page.getByLabel('To (UTC)').fill('2020-01-01')
  await page.getByRole('heading', { name: 'No payments found' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No payments found' }).waitFor()
  await done()
})

test('a membership is among all payments, and a new one appears by itself', async () => {
  const plan = await aPlan(site)
  const { page, done } = await enter(admin, '/payments?type=subscription')
  await page.getByText('No payments found').waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  await buy(plan.id, { payment_type: 'subscription' })
  // The page updates by itself.
  await page.getByRole('button', { name: plan.name }).click()
  const shown = drawer(page, plan.name)
  await shown.getByText('A membership has no ticket').waitFor()
  await shown.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('The membership that was bought with it ends.').waitFor()
  await done()
})

test("the buyer's own ticket shows its code, and its PDF is saved", async () => {
  const { festival, manager, tier } = await aSeller()
  const { id } = await buy(tier.id, {}, manager)
  const { page, done } = await enter(manager, `/payments/${id}?festival=${festival.id}`)
  const picture = page.getByRole('img', { name: 'The ticket’s QR code' })
  await until('the code is drawn', () =>
    picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the PDF' }).click(),
  ])
  assert.equal((await readFile(await file.path())).subarray(0, 5).toString(), '%PDF-')
  await done()
})

test('a payment of another organizer is not found', async () => {
  const [other, { festival, manager }] = [await aSeller(), await aSeller()]
  const { id } = await buy(other.tier.id)
  const path = `/payments/${id}?festival=${festival.id}`
  const { page, done } = await enter(manager, path)
  await drawer(page, 'Payment').getByText('Payment not found').waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`payments are accessible ${where}`, async () => {
    const name = `${'x'.repeat(180)} <img src=x onerror=alert(1)> \u202Eabc`
    const { festival, tier, manager } = await aSeller(name)
    const { id } = await buy(tier.id)
    const ofTier = { payment_type: 'ticket', entity_id: tier.id, festival_id: festival.id }
    const states = ['pending', 'requires_action', 'failed', 'expired', 'partially_refunded']
    for (const status of states) await aPayment(site, { ...ofTier, status })
    const review = { needs_review: 'Refund refused: card_closed' }
    await aPayment(site, { ...ofTier, status: 'refunding', ...review })
    const { page, done } = await enter(manager, `/payments?festival=${festival.id}`, {
      dark,
      width,
    })
    await page.getByText('needs review', { exact: true }).waitFor()
    await assertAccessible(page, 'the list')
    const room = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(room <= width, `nothing lies beyond the edge: ${room}`)
    await page.goto(`${site.url}/console/payments/${id}?festival=${festival.id}`)
    await happened(page).getByText('Charged').waitFor()
    await assertAccessible(page, 'a payment')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Part of it').check()
    await page.getByRole('button', { name: 'Refund', exact: true }).last().click()
    await page.getByText('Enter an amount').waitFor()
    await assertAccessible(page, 'a refund')
    await done()
  })
}
