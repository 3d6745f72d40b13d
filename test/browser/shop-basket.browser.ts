/** Codes on a festival's page, places to sleep and memberships in the basket, and points at the checkout. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival, aName } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { aSite } from './site.ts'

const site = await aSite()
const { db } = site
const expected = /40[0-9]/
const admin = await site.aUser({ roles: ['admin'] })

/** A festival with a tier at 50 EUR, and vouchers for it. */
async function aSale(given: Parameters<typeof aTier>[1] = {}) {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, ...given })
  const voucher = async (terms: object): Promise<string> => {
    const code = aName('Code').replace(/\W/g, '').toUpperCase()
    const made = { code, max_uses: null, ...terms }
    const answer = await site.post(`/festivals/${festival.id}/vouchers`, made, { as: admin })
    assert.equal(answer.status, 201, answer.text)
    return code
  }
  return { festival, tier, voucher, path: `/guide/${festival.id}` }
}

const more = (page: Page, name: string) =>
  page.getByRole('button', { name: `One more: ${name}`, exact: true })
const total = (page: Page) => page.locator('#total').textContent()
const paymentsOf = (ids: string[]) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'status', 'entity_id', 'amount_cents', 'points_used'])
    .where('entity_id', 'in', ids)
    .execute()

/** Signs in at `/sign-in`, where the page is already. */
async function signInHere(page: Page, { email }: { email: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill(site.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a code shows what it opens and its prices; a wrong one says why', async () => {
  const { festival, tier, voucher, path } = await aSale()
  const hidden = await aTier(site, { festival_id: festival.id, hidden: true, quantity: 5 })
  const code = await voucher({ percent: 20, opens: true })
  const { page, done } = await site.open(path, { width: 390, expected })
  await page.getByText('I have a code').click()
  await page.getByLabel('Voucher code').fill('NOSUCH')
  await page.getByRole('button', { name: 'Show what it gives' }).click()
  await page.getByText('This voucher does not exist.').waitFor()
  assert.equal(await page.getByText(hidden.name).count(), 0)
  await page.getByLabel('Voucher code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Show what it gives' }).click()
  await page.getByText('2 offers are different').waitFor()
  await page.getByText('€40.00 instead of €50.00').first().waitFor()
  await more(page, hidden.name).click()
  await more(page, tier.name).click()
  await page.getByRole('button', { name: 'Buy 2 tickets · €80.00' }).click()
  await page.waitForURL(/checkout\?order=/)
  await page.getByText(`Voucher ${code}`).waitFor()
  assert.equal(await total(page), '€80.00')
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €80.00' }).click()
  await page.waitForURL(/\/tickets/)
  const rows = await paymentsOf([tier.id, hidden.id])
  assert.deepEqual(
    rows.map(({ status, amount_cents }) => [status, amount_cents]),
    [
      ['succeeded', 4000],
      ['succeeded', 4000],
    ],
  )
  await done()
})

test('a link with a code does it by itself, and the code leaves the address', async () => {
  const { festival, tier, voucher, path } = await aSale({ hidden: true })
  const code = await voucher({ opens: true, max_uses: 1 })
  const { page, done } = await site.open(`${path}#voucher=${code}`, { width: 390, expected })
  await more(page, tier.name).click()
  assert.equal(new URL(page.url()).hash, '#tickets')
  // One use: not two tickets.
  assert.equal(await more(page, tier.name).getAttribute('aria-disabled'), 'true')
  await page.getByRole('button', { name: 'Buy one ticket' }).click()
  await page.waitForURL(/checkout\?order=/)
  await page.getByRole('heading', { name: festival.name }).waitFor()
  // Without its voucher it cannot be bought: it stays as it is.
  await page.getByRole('button', { name: `Remove voucher ${code}` }).click()
  await page.getByText('with its voucher alone').waitFor()
  assert.equal(await total(page), '€50.00')
  await page.reload()
  await page.getByText(`Voucher ${code}`).waitFor()
  // The same link again finds the same order.
  const order = new URL(page.url()).searchParams.get('order')
  await page.goto(`${site.url}/checkout?festival=${festival.id}&items=${tier.id}:1&voucher=${code}`)
  await page.waitForURL(new RegExp(`order=${order}`))
  await page.getByText('Held for you for').waitFor()
  assert.equal((await paymentsOf([tier.id])).length, 1)
  await done()
})

test('a voucher is changed and removed while the last tickets are held', async () => {
  const { tier, voucher, path } = await aSale({ quantity: 1 })
  const [half, ten] = [await voucher({ percent: 50 }), await voucher({ amount: 10 })]
  const { page, done } = await site.open(path, { width: 390, expected })
  await more(page, tier.name).click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.waitForURL(/checkout\?order=/)
  const address = page.url()
  const apply = async (code: string, euros: string) => {
    await page.getByText('Add a voucher').click()
    await page.getByLabel('Voucher code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: `Pay ${euros}` }).waitFor()
    assert.equal(page.url(), address)
  }
  await apply(half, '€25.00')
  await page.getByRole('button', { name: `Remove voucher ${half}` }).click()
  await page.getByRole('button', { name: 'Pay €50.00' }).waitFor()
  await apply(ten, '€40.00')
  const others = await site.open(path, { width: 390, expected })
  await others.page.getByText('Sold out').first().waitFor()
  await others.done()
  assert.deepEqual(
    (await paymentsOf([tier.id])).map(({ status }) => status),
    ['pending'],
  )
  await done()
})

test('a basket with a ticket and another code: the same order takes the code', async () => {
  const { festival, tier, voucher, path } = await aSale({ quantity: 1 })
  const code = await voucher({ percent: 50 })
  const { page, done } = await site.open(path, { width: 390, expected })
  await more(page, tier.name).click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.waitForURL(/checkout\?order=/)
  const address = page.url()
  await page.goto(`${site.url}/checkout?festival=${festival.id}&items=${tier.id}:1&voucher=${code}`)
  await page.getByRole('button', { name: 'Pay €25.00' }).waitFor()
  assert.equal(page.url(), address)
  assert.equal((await paymentsOf([tier.id])).length, 1)
  await done()
})

test('a ticket, a bed and a membership: a guest signs in on the way, and the basket waits', async () => {
  const { festival, tier, path } = await aSale()
  const bed = await aPlaceToSleep(site, {
    festival_id: festival.id,
    price_cents: 3000,
    quantity: 2,
  })
  const plan = await aPlan(site, { price_cents: 2000 })
  const person = await site.aPersonWith({})
  const { page, done } = await site.open(path, { width: 390, expected })
  await more(page, tier.name).click()
  await more(page, bed.name).click()
  await more(page, plan.name).click()
  await page.getByRole('button', { name: 'Buy 3 items · €100.00' }).click()
  await page.waitForURL(/sign-in/)
  await page.getByText('A membership belongs to an account').waitFor()
  await signInHere(page, person)
  await page.waitForURL(/checkout\?order=/)
  assert.equal(await total(page), '€100.00')
  await page.getByRole('button', { name: 'Pay €100.00' }).click()
  await page.waitForURL(/\/tickets/)
  const rows = await paymentsOf([tier.id, bed.id, plan.id])
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['succeeded']))
  assert.equal(rows.length, 3)
  assert.equal(new Set(rows.map(({ order_id }) => order_id)).size, 1)
  await done()
})

test('a membership alone is bought without a festival', async () => {
  const { path } = await aSale()
  const plan = await aPlan(site, { price_cents: 2000 })
  const person = await site.aPersonWith({})
  const { page, done } = await site.open(path, { width: 390, expected })
  await more(page, plan.name).click()
  await page.getByRole('button', { name: 'Buy one item · €20.00' }).click()
  await page.waitForURL(/sign-in/)
  await signInHere(page, person)
  await page.waitForURL(/checkout\?order=/)
  await page.reload()
  await page.getByRole('heading', { name: 'Membership' }).waitFor()
  await page.getByRole('button', { name: 'Pay €20.00' }).click()
  await page.waitForURL(/\/tickets/)
  assert.deepEqual(
    (await paymentsOf([plan.id])).map(({ status }) => status),
    ['succeeded'],
  )
  await done()
})

test('points pay a part: the sum follows, too many are refused, and a decline keeps what was typed', async () => {
  const { tier, path } = await aSale()
  const person = await site.aPersonWith({})
  await points(site, person, 1_200)
  const { page, done } = await site.open('/sign-in', { width: 390, expected })
  await signInHere(page, person)
  await page.waitForURL(/\/tickets/)
  await page.goto(`${site.url}${path}`)
  await more(page, tier.name).click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.getByText('You have 1,200 points, worth €12.00.').waitFor()
  const field = page.getByLabel('How many do you use?')
  for (const wrong of ['1201', '-1', '1.5', 'all']) {
    await field.fill(wrong)
    await page.getByText('Use a whole number of points, at most 1,200.').waitFor()
    assert.equal(await total(page), '€50.00')
  }
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  assert.equal((await paymentsOf([tier.id]))[0]?.status, 'pending')
  await field.fill('500')
  await page.getByRole('button', { name: 'Pay €45.00' }).waitFor()
  assert.equal(await total(page), '€45.00')
  await page.getByRole('button', { name: 'As many as possible' }).click()
  await page.getByLabel('It is declined').check()
  await page.getByRole('button', { name: 'Pay €38.00' }).click()
  await page.getByText('still held for you').waitFor()
  assert.equal(await field.inputValue(), '1200')
  assert.equal(await total(page), '€38.00')
  await page.reload()
  await page.getByRole('button', { name: 'Pay €50.00' }).waitFor()
  await field.fill('1000')
  await page.getByRole('button', { name: 'Pay €40.00' }).click()
  await page.waitForURL(/\/tickets/)
  const [bought] = await paymentsOf([tier.id])
  assert.deepEqual(
    [bought?.status, bought?.amount_cents, bought?.points_used],
    ['succeeded', 4000, 1000],
  )
  await done()
})
