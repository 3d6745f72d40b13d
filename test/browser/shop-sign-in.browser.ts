/** Signing in on the guide's pages: by six digits, by a password, and with a new one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import { aSite } from './site.ts'

// Mails have links where the service knows its address.
const site = await aSite({ env: { PUBLIC_URL: 'http://festival.example' } })
const expected = /40[0-9]/

/** The digits that are mailed when the page asks for them. */
async function digitsFor(page: Page, email: string): Promise<string> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByText(`We have mailed six digits to ${email}.`).waitFor()
  const mail = await nextMailTo(site, email, { about: 'Your sign-in code' })
  return /^Subject: Your sign-in code: (\d{6})\r?$/m.exec(mail)?.[1] ?? ''
}

/** Buys a ticket as a guest, and returns its short code. */
async function buyAsGuest(page: Page, email: string): Promise<string> {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
  await page.getByRole('button', { name: 'Buy one ticket · €50.00' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/\/tickets\?order/)
  return (await page.locator('.pass code').first().textContent()) ?? ''
}

test('a guest who signs in by six digits has an account with what was bought', async () => {
  const { page, done } = await site.open('/', { width: 390, expected })
  const email = anEmail()
  const short = await buyAsGuest(page, email)
  await page.getByRole('link', { name: 'Sign in' }).click()
  assert.equal(await page.getByLabel('E-mail').inputValue(), email)
  await page.getByLabel('E-mail').fill('nothing')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByText('This is not an e-mail address.').waitFor()
  const digits = await digitsFor(page, email)
  const field = page.getByLabel('Six digits')
  await field.fill(digits === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await page.getByText('These digits are wrong').waitFor()
  await field.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Marsh')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tickets$/)
  await page.getByText(short).waitFor()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await done()
})

test('an account buys without typing its e-mail, and leaves nothing when it signs out', async () => {
  const { email } = await site.aPersonWith({})
  const { page, context, done } = await site.open('/sign-in', { width: 390, expected })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('E-mail or password is wrong.').waitFor()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tickets$/)
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id })
  await page.goto(`${site.url}/guide/${festival.id}`)
  await page.getByRole('button', { name: `One more: ${tier.name}` }).click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  assert.equal(await page.getByLabel('E-mail').count(), 0)
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/\/tickets\?order/)
  const short = (await page.locator('.pass code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('No tickets yet').waitFor()
  await page.goBack()
  assert.ok(!(await page.content()).includes(short))
  const names = (await context.cookies()).map(({ name }) => name)
  assert.ok(!names.includes('festival_fan'))
  await done()
})

test('who signs in at the checkout goes on with the same tickets, which are held once', async () => {
  const { email, id } = await site.aPersonWith({})
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, quantity: 2 })
  const { page, done } = await site.open(`/guide/${festival.id}`, { width: 390, expected })
  const more = page.getByRole('button', { name: `One more: ${tier.name}` })
  await more.click()
  await more.click()
  await page.getByRole('button', { name: /^Buy/ }).click()
  await page.getByText('Held for you for').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.getByRole('button', { name: 'Pay €100.00' }).click()
  await page.waitForURL(/\/tickets\?order/)
  const rows = await site.db
    .selectFrom('payments')
    .select(['user_id', 'status'])
    .where('entity_id', '=', tier.id)
    .where('status', '=', 'succeeded')
    .execute()
  assert.deepEqual(
    rows.map(({ user_id }) => user_id),
    [id, id],
  )
  await done()
})

test('who is signed in goes on to a page of the guide, never to another site', async () => {
  const { email } = await site.aPersonWith({})
  const { page, done } = await site.open('/sign-in', { expected })
  const wanted: [next: string, leads: string][] = [
    ['/checkout', '/checkout'],
    ['/tickets?order=1', '/tickets?order=1'],
    ['https://evil.example/', '/tickets'],
    ['//evil.example', '/tickets'],
    ['/\\evil.example', '/tickets'],
    ['/guide/..//evil.example', '/tickets'],
    ['javascript:alert(1)', '/tickets'],
    ['/console', '/tickets'],
  ]
  for (const [next, leads] of wanted) {
    await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Use a password' }).click()
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}${leads}`)
    await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}`)
    assert.equal(page.url(), `${site.url}${leads}`)
    await page.context().clearCookies()
  }
  await done()
})

test('a forgotten password: a mail, a form, and the secret in no request', async () => {
  const { email } = await site.aPersonWith({})
  const { page, done } = await site.open('/sign-in', { expected })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Use a password' }).click()
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await page.getByText('a mail with a link is on its way').waitFor()
  const mail = await nextMailTo(site, email, { about: 'Reset your password' })
  const [, hash = ''] = /\/reset(#token=fst_reset_\S+)/.exec(mail) ?? []
  assert.notEqual(hash, '')
  await page.goto(`${site.url}/reset${hash}`)
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('New password').fill('tide-and-lanterns')
  await page.keyboard.press('Enter')
  await page.getByText('Your password is set').waitFor()
  assert.equal(new URL(page.url()).hash, '')
  assert.ok(!asked.some((url) => url.includes('fst_reset_') && !url.includes('#')))
  await page.goto(`${site.url}/reset${hash}`)
  await page.getByLabel('New password').fill('tide-and-lanterns')
  await page.keyboard.press('Enter')
  await page.getByText('This link was used').waitFor()
  await page.goto(`${site.url}/reset`)
  await page.getByRole('link', { name: 'Ask for another link' }).waitFor()
  await done()
})
