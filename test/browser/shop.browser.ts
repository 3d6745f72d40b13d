/** Buying as a guest: from a festival's page to the ticket, with everything that may come between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Deliver } from '../../src/shop/payments/processors/processor.ts'
import { simulatedProcessor } from '../../src/shop/payments/processors/simulated/simulated.ts'
import { aTier } from '../buying.ts'
import { aFestival, aName } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import { paidBy } from '../processor.ts'
import { until } from '../until.ts'
import { aSite, type Site } from './site.ts'

const secret = 'a secret of sixteen and more'
/** As in a service that runs, but the bank is asked for a moment alone. */
const deliver: Deliver = async ({ headers, body: payload }) => {
  const webhook = { method: 'POST', url: '/payments/webhook', headers, payload } as const
  return (await site.app.inject(webhook)).statusCode
}
const site: Site = await aSite({
  parts: ({ db, now }) => ({
    ...paidBy(simulatedProcessor({ db, now, secret, deliver, faults: { approve_after: 1_500 } })),
  }),
})
const { db } = site

/** A festival that sells one tier at 64.50 EUR. */
async function aSale(given: Parameters<typeof aTier>[1] = {}) {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, price_cents: 6450, ...given })
  return { festival, tier, path: `/guide/${festival.id}` }
}

const pick = async (page: Page, name: string, quantity = 2) => {
  for (let nth = 0; nth < quantity; nth++) {
    await page.getByRole('button', { name: `One more: ${name}` }).click()
  }
}
const ordersOf = (tier: { id: string }) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'status'])
    .where('entity_id', '=', tier.id)
    .execute()

/** The page of an order that is held, after two tickets were chosen. */
async function aHeldOrder({ quantity = 2, width = 390, expected = /40[0-9]/, ...given } = {}) {
  const sale = await aSale(given)
  const visit = await site.open(sale.path, { width, expected })
  await pick(visit.page, sale.tier.name, quantity)
  await visit.page.getByRole('button', { name: /^Buy / }).click()
  await visit.page.waitForURL(/checkout\?order=/)
  return { ...sale, ...visit }
}

test('two tickets are bought as a guest on a telephone, and shown with their codes', async () => {
  const { page, tier, done, context } = await aHeldOrder()
  await page.getByText('Held for you for').waitFor()
  assert.equal(await page.locator('#total').textContent(), '€129.00')
  const email = anEmail()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  await page.waitForURL(/\/tickets\?order=/)
  await page.getByText(`We are mailing them to ${email}.`).waitFor()
  assert.equal(await page.locator('.pass .qr').count(), 2)
  const rows = await ordersOf(tier)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['succeeded', 'succeeded'],
  )
  assert.equal(new Set(rows.map(({ order_id }) => order_id)).size, 1)
  const cookie = (await context.cookies()).find(({ name }) => name === 'festival_fan')
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Lax'])
  await done()
})

/** Chooses what happens with the payment, and pays. */
async function pay(page: Page, outcome = 'It is paid', email = anEmail()) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(outcome, { exact: false }).first().check()
  await page.getByRole('button', { name: /^Pay €/ }).click()
}

const statusesOf = async (tier: { id: string }) =>
  (await ordersOf(tier)).map(({ status }) => status)

test('a declined card keeps the tickets and all that was typed; the next one pays', async () => {
  const { page, tier, done } = await aHeldOrder()
  const email = anEmail()
  await pay(page, 'It is declined', email)
  await page.getByText('there is not enough money on this card').waitFor()
  await page.getByText('Your tickets are still held for you.').waitFor()
  assert.equal(await page.getByLabel('E-mail').inputValue(), email)
  assert.deepEqual(await statusesOf(tier), ['pending', 'pending'])
  await page.getByLabel('It is paid').check()
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('3-D Secure is waited for, and may be refused', async () => {
  const { page, tier, done } = await aHeldOrder()
  await pay(page, 'The bank asks first, and declines')
  await page.getByRole('heading', { name: 'Your bank asks you to confirm' }).waitFor()
  await page.getByText('Your payment was declined.').waitFor()
  await page.getByLabel('The bank asks first (3-D Secure)').check()
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  // A reload while the bank asks shows the same, and goes on.
  await page.getByRole('heading', { name: 'Your bank asks you to confirm' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Your bank asks you to confirm' }).waitFor()
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('a bank that asks for too long is left for another way to pay', async () => {
  const { page, tier, done } = await aHeldOrder()
  await pay(page, 'The bank asks first (3-D Secure)')
  await page.getByRole('button', { name: 'Pay in another way' }).click()
  await page.getByLabel('It is paid').check()
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('reload, back and a second tab show the same order, and there is one', async () => {
  const { page, context, tier, path, done } = await aHeldOrder()
  const address = page.url()
  await page.getByLabel('E-mail').fill('half@')
  await page.reload()
  await page.getByText('Held for you for').waitFor()
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'half@')
  await page.goBack()
  await page.waitForURL(new RegExp(path))
  await page.goto(`${site.url}${path}`)
  await pick(page, tier.name, 2)
  await page.getByRole('button', { name: /^Buy / }).click()
  await page.waitForURL(address)
  const other = await context.newPage()
  await other.goto(`${site.url}/checkout`)
  await other.getByText('Held for you for').waitFor()
  await pay(other)
  await other.waitForURL(/\/tickets/)
  // The first tab does not know yet that it is paid.
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('two tabs that open the same basket at once make one guest and one order', async () => {
  const { tier, festival } = await aSale()
  const { page, context, done } = await site.open('/', { width: 390, expected: /40[0-9]/ })
  const other = await context.newPage()
  const basket = `${site.url}/checkout?festival=${festival.id}&items=${tier.id}:2`
  await Promise.all([page.goto(basket), other.goto(basket)])
  await Promise.all([page, other].map((tab) => tab.waitForURL(/order=/)))
  assert.equal(page.url(), other.url())
  assert.equal((await ordersOf(tier)).length, 2)
  await done()
})

test('another choice gives the order before up', async () => {
  const { page, tier, path, done } = await aHeldOrder()
  await page.goto(`${site.url}${path}`)
  await pick(page, tier.name, 3)
  await page.getByRole('button', { name: 'Buy 3 tickets · €193.50' }).click()
  await page.waitForURL(/order=/)
  await page.getByRole('button', { name: 'Pay €193.50' }).waitFor()
  const statuses = await statusesOf(tier)
  assert.deepEqual(
    [statuses.length, statuses.filter((status) => status === 'pending').length],
    [5, 3],
  )
  await done()
})

test('a double click pays once', async () => {
  const { page, tier, done } = await aHeldOrder()
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €129.00' }).dblclick()
  await page.waitForURL(/\/tickets/)
  const { order_id } = (await ordersOf(tier))[0] ?? { order_id: '' }
  const attempts = await db
    .selectFrom('order_attempts')
    .select('id')
    .where('order_id', '=', order_id)
    .execute()
  assert.equal(attempts.length, 1)
  await done()
})

test('sold out while choosing: the page says so, and nothing is held', async () => {
  const { tier, path } = await aSale({ quantity: 2 })
  const { page, done } = await site.open(path, { width: 390, expected: /409/ })
  await pick(page, tier.name, 2)
  await db.updateTable('tiers').set({ quantity: 1 }).where('id', '=', tier.id).execute()
  await page.getByRole('button', { name: /^Buy / }).click()
  await page.getByText(`${tier.name}: only 1 left. Nothing was charged.`).waitFor()
  assert.equal((await ordersOf(tier)).length, 0)
  await page.getByRole('link', { name: 'Back to the festival' }).click()
  await page.waitForURL(new RegExp(path))
  await done()
})

test('the clock warns, and at its end says that nothing was charged; the order can be held again', async () => {
  const { tier, path } = await aSale()
  const { page, done } = await site.open('/guide/unknown', { width: 390, expected: /40[0-9]/ })
  // The visitor's clock is an hour slow.
  await page.clock.install({ time: Date.now() - 3_600_000 })
  await page.goto(`${site.url}${path}`)
  await pick(page, tier.name, 1)
  await page.getByRole('button', { name: 'Buy one ticket · €64.50' }).click()
  await page.waitForURL(/order=/)
  await page.getByText(/Held for you for (10:00|9:5\d)/).waitFor()
  await page.clock.runFor(8 * 60_000 + 10_000)
  await page.getByText('Your tickets are held for 2 more minutes.').waitFor({ state: 'attached' })
  const order = (await ordersOf(tier))[0]?.order_id ?? ''
  const over = {
    hold_until: new Date(Date.now() - 1_000),
    lease_until: new Date(Date.now() - 1_000),
  }
  await db.updateTable('orders').set(over).where('id', '=', order).execute()
  const { hold_until } = over
  await db.updateTable('payments').set({ hold_until }).where('order_id', '=', order).execute()
  await page.clock.runFor(2 * 60_000)
  await page.getByText('The time is up.').waitFor()
  await page.getByText('Nothing was charged.').waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL((url) => ![null, order].includes(url.searchParams.get('order')))
  await page.getByRole('button', { name: 'Pay €64.50' }).waitFor()
  await done()
})

test('without a network the page says so at once, and goes on with the same attempt', async () => {
  const { page, context, tier, done } = await aHeldOrder({
    expected: /40[0-9]|INTERNET_DISCONNECTED/,
  })
  await page.clock.install()
  await page.getByLabel('E-mail').fill(anEmail())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  // At once: the clock of the page stands still.
  await page.getByText('No answer yet: the network may be gone.').waitFor()
  for (let nth = 0; nth < 30; nth++) await page.clock.runFor(1_000)
  assert.deepEqual(await statusesOf(tier), ['pending', 'pending'])
  await context.setOffline(false)
  for (let nth = 0; nth < 30 && !page.url().includes('/tickets'); nth++)
    await page.clock.runFor(1_000)
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('an answer that is lost on the way does not charge twice', async () => {
  const { page, tier, done } = await aHeldOrder({ expected: /40[0-9]|ERR_FAILED/ })
  let lost = 0
  await page.route('**/pay', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await pay(page)
  await page.waitForURL(/\/tickets/)
  assert.ok(lost > 1)
  assert.deepEqual(await statusesOf(tier), ['succeeded', 'succeeded'])
  await done()
})

test('a voucher takes its discount off, a wrong one says why, and what was typed stays', async () => {
  const { page, festival, tier, done } = await aHeldOrder()
  const held = new URL(page.url()).searchParams.get('order')
  const code = aName('Early').replace(/\W/g, '').toUpperCase()
  const as = await site.aUser({ roles: ['admin'] })
  const made = { name: 'Friends', code, percent: 50, max_uses: null }
  const { status, text } = await site.post(`/festivals/${festival.id}/vouchers`, made, { as })
  assert.equal(status, 201, text)
  await page.getByLabel('E-mail').fill('ada@harbour.example')
  await page.getByText('Add a voucher').click()
  await page.getByLabel('Voucher code').fill('NOSUCH')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This voucher does not exist.').waitFor()
  await page.getByLabel('Voucher code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Pay €64.50' }).waitFor()
  await page.getByText(`Voucher ${code}`).waitFor()
  // The price comes with the page, the e-mail with its script.
  const email = page.getByLabel('E-mail')
  await until('the e-mail', async () => (await email.inputValue()) === 'ada@harbour.example')
  await page.getByRole('button', { name: 'Pay €64.50' }).click()
  await page.waitForURL(/\/tickets/)
  const statuses = await statusesOf(tier)
  // It is the order that was held from the beginning.
  assert.deepEqual(statuses, ['succeeded', 'succeeded'])
  assert.equal((await ordersOf(tier))[0]?.order_id, held)
  await done()
})

test('what is typed before the script of the checkout runs is newer than what it stored', async () => {
  const { page, done } = await aHeldOrder()
  await page.getByLabel('E-mail').fill('old@harbour.example')
  const script = Promise.withResolvers<void>()
  await page.route('**/guide/assets/index-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const email = page.getByLabel('E-mail')
  await email.fill('new@harbour.example')
  script.resolve()
  await page.getByRole('button', { name: /^Pay / }).and(page.locator(':enabled')).waitFor()
  assert.equal(await email.inputValue(), 'new@harbour.example')
  await page.reload()
  await until('the e-mail', async () => (await email.inputValue()) === 'new@harbour.example')
  await done()
})

test('an order that is given up frees its tickets, and leads back to the festival', async () => {
  const { page, tier, path, done } = await aHeldOrder()
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  await page.waitForURL(new RegExp(path))
  assert.deepEqual(await statusesOf(tier), ['expired', 'expired'])
  await done()
})

test('a mistyped e-mail is corrected, and the tickets are mailed again', async () => {
  const { page, done } = await aHeldOrder()
  const [wrong, right] = [anEmail(), anEmail()]
  await pay(page, 'It is paid', wrong)
  await page.waitForURL(/\/tickets/)
  await nextMailTo(site, wrong)
  await page.getByText('No mail, or a wrong e-mail?').click()
  assert.equal(await page.getByLabel('E-mail').inputValue(), wrong)
  await page.getByLabel('E-mail').fill('ada@')
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await page.getByText('This is not an e-mail address.').waitFor()
  await page.getByLabel('E-mail').fill(right)
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await page.getByText('The mail is on its way.').waitFor()
  await nextMailTo(site, right)
  await done()
})
