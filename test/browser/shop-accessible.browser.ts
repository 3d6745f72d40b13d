/** The shop's pages in every state: axe, and nothing wider than the screen; and the purchase with keys alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPlaceToSleep, aPlan, aTier, points } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { aVoucher } from '../vouchers.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const expected = /40[0-9]/

/** Asserts that a state of a page is right in this look. */
async function look(page: Page, where: string) {
  await assertAccessible(page, where)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(beyond <= 0, `${where} is ${beyond} px too wide`)
}

for (const { width, dark, where } of looks) {
  test(`the way to a ticket ${where}`, async () => {
    const long = 'Øresund'.repeat(12)
    const festival = await aFestival(site, { name: long })
    const tier = await aTier(site, { festival_id: festival.id, name: long })
    const { page, done } = await site.open(`/guide/${festival.id}`, { width, dark, expected })
    await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
    await look(page, 'the festival')
    await page.getByRole('button', { name: /^Buy/ }).click()
    await page.getByText('Held for you for').waitFor()
    await page.getByText('Add a voucher').click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Pay €50.00' }).click()
    await page.getByText('Enter your e-mail').waitFor()
    await look(page, 'the checkout')
    await page.getByLabel('E-mail').fill(anEmail())
    await page.getByLabel('It is declined').check()
    await page.getByRole('button', { name: 'Pay €50.00' }).click()
    await page.getByText('still held for you').waitFor()
    await look(page, 'a declined payment')
    await page.getByLabel('The bank asks first (3-D').check()
    await page.getByRole('button', { name: 'Pay €50.00' }).click()
    await page.getByRole('button', { name: 'Pay in another way' }).waitFor()
    await look(page, 'a bank that asks')
    await page.getByRole('button', { name: 'Pay in another way' }).click()
    await page.getByLabel('It is paid').check()
    await page.getByRole('button', { name: 'Pay €50.00' }).click()
    await page.waitForURL(/tickets/)
    await look(page, 'the tickets')
    // Scanners need black on white, in the dark as well.
    const colours = await page
      .locator('.qr')
      .evaluate((qr) => [
        getComputedStyle(qr).backgroundColor,
        qr.children[1]?.getAttribute('fill'),
      ])
    assert.deepEqual(colours, ['rgb(255, 255, 255)', '#000'])
    await page.goto(`${site.url}/checkout?festival=${festival.id}&items=${tier.id}:20`)
    await page.getByText('that is more than one').waitFor()
    await look(page, 'a refusal')
    for (const path of ['/sign-in', '/reset#token=x&email=ada@harbour.example', '/checkout']) {
      await page.goto(`${site.url}${path}`)
      await look(page, path)
    }
    await done()
  })
}

for (const { width, dark, where } of looks) {
  test(`codes, places, memberships and points ${where}`, async () => {
    const long = 'Øresund'.repeat(12)
    const festival = await aFestival(site)
    await aTier(site, { festival_id: festival.id, name: long, hidden: true })
    const bed = await aPlaceToSleep(site, { festival_id: festival.id, name: long })
    const plan = await aPlan(site)
    const { code } = await aVoucher(site, { festival_id: festival.id })
    const person = await site.aPersonWith({})
    await points(site, person, 900)
    const { page, done } = await site.open(`/guide/${festival.id}`, { width, dark, expected })
    await page.getByText('I have a code').click()
    await page.getByLabel('Voucher code').fill('NO')
    await page.getByRole('button', { name: 'Show what it gives' }).click()
    await page.getByText('does not exist').waitFor()
    await look(page, 'a wrong code')
    await page.getByLabel('Voucher code').fill(code)
    await page.getByRole('button', { name: 'Show what it gives' }).click()
    await page.getByText('offers are different').waitFor()
    for (const name of [bed.name, plan.name]) {
      await page
        .getByRole('button', { name: `One more: ${name}` })
        .last()
        .click()
    }
    await look(page, 'a code')
    await page.getByRole('button', { name: /^Buy 2 items/ }).click()
    await page.waitForURL(/sign-in/)
    await look(page, 'signing in for a membership')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'Use a password' }).click()
    await page.getByLabel('Password').fill(site.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/checkout\?order=/)
    await page.getByLabel('How many do you use?').fill('901')
    await page.getByText('at most 900').waitFor()
    await look(page, 'too many points')
    await page.getByRole('button', { name: 'As many as possible' }).click()
    await look(page, 'points')
    await done()
  })
}

test('the whole purchase with keys alone, and at 400 %', async () => {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  // 1280 px at 400 % are 320.
  const { page, done } = await site.open(`/guide/${festival.id}`, { width: 320, expected })
  const focused = () => page.locator(':focus')
  const tabTo = async (name: RegExp) => {
    for (let nth = 0; nth < 60; nth++) {
      await page.keyboard.press('Tab')
      const text = await focused().evaluate(
        (place) =>
          place.getAttribute('aria-label') ??
          (place as HTMLInputElement).labels?.[0]?.textContent ??
          place.textContent,
      )
      if (name.test(text ?? '')) return
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await tabTo(new RegExp(`One more: ${tier.name}`))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tabTo(/^Buy 2 tickets/)
  await page.keyboard.press('Enter')
  await page.getByText('Held for you for').waitFor()
  await tabTo(/^E-mail/)
  await page.keyboard.type(anEmail())
  await tabTo(/^It is paid/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await tabTo(/^Pay €100.00/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/tickets/)
  assert.equal(await focused().getAttribute('id'), 'thanks')
  await done()
})

test('from a festival to the ticket, less than 60 kB of script', async () => {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  const { page, done } = await site.open('/guide/unknown', { width: 390, expected })
  // A page that is opened later has the scripts of the one before in its cache.
  const scripts = new Map<string, number>()
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    scripts.set(response.url(), Number(response.headers()['content-length'] ?? 0))
  })
  const loaded = () => scripts.values().reduce((sum, bytes) => sum + bytes, 0)
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
  const first = loaded()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.getByText('Held for you for').waitFor()
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/tickets/)
  await page.getByText('Thank you.').waitFor()
  const all = loaded()
  assert.ok(first > 5_000 && first < 26_000, `${first} bytes at first`)
  assert.ok(all > first && all < 60_000, `${all} bytes in all`)
  await done()
})
