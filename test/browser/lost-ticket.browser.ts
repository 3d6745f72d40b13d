/** "Lost your ticket?": what was bought with an e-mail is shown on another device, by six digits from a mail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { mailsTo, nextMailTo } from '../mailbox.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const expected = /40[0-9]/
const about = 'Your sign-in code'

/** Buys a ticket as a guest on a device of its own, and returns its short code. */
async function buyElsewhere(email: string): Promise<string> {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  const { page, done } = await site.open(`/guide/${festival.id}`, { width: 390 })
  await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/\/tickets\?order/)
  const short = (await page.locator('.pass code').first().textContent()) ?? ''
  assert.match(short, /\w/)
  await done()
  return short
}

async function digitsTo(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByText(`We have mailed six digits to ${email}.`).waitFor()
  const mail = await nextMailTo(site, email, { about })
  return /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''
}

for (const { width, dark, where } of looks) {
  // Requirement (rules): contract §9: Lost your ticket?
  test(`a guest finds the tickets of two devices on a third ${where}`, async () => {
    const email = anEmail()
    const shorts = [await buyElsewhere(email), await buyElsewhere(email)]
    const path = `/tickets?email=${encodeURIComponent(email)}`
    const { page, done } = await site.open(path, { width, dark, expected })
    await page.getByRole('heading', { name: 'Lost your ticket?' }).waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), email)
    await assertAccessible(page, 'the e-mail')
    assert.deepEqual(await mailsTo(site, email, about), [], 'the address alone mails nothing')
    const digits = await digitsTo(page, email)
    await assertAccessible(page, 'the digits')
    const field = page.getByLabel('Six digits')
    await field.fill(digits === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Show my tickets' }).click()
    await page.getByText('These digits are wrong').waitFor()
    for (const short of shorts) assert.equal(await page.getByText(short).count(), 0)
    await field.fill(digits)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tickets$/)
    for (const short of shorts) await page.getByText(short).waitFor()
    await assertAccessible(page, 'the tickets')
    await done()
  })
}

test('an e-mail without purchases gets the same answer, until its owner has typed the digits', async () => {
  const { page, done } = await site.open('/sign-in', { width: 390, expected })
  await page.getByRole('link', { name: 'Lost your ticket?' }).click()
  const email = anEmail()
  await page.getByLabel('E-mail').fill('nothing')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByText('This is not an e-mail address.').waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Six digits').waitFor({ state: 'hidden' })
  const digits = await digitsTo(page, email)
  await page.getByLabel('Six digits').fill(digits)
  await page.keyboard.press('Enter')
  await page.getByText('No tickets were bought with this e-mail.').waitFor()
  await done()
})

test('without a script the page says where the tickets are', async () => {
  const { page, done } = await site.open('/tickets', { width: 390, javaScript: false })
  // Playwright finds no text inside a <noscript>.
  const notice = page.locator('#lost noscript p')
  await notice.waitFor()
  assert.match(await notice.innerText(), /They are also in the mail about your purchase\./)
  await done()
})
