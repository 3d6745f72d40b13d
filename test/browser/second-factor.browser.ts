/** A fan whose account has a second factor signs in on the guide's pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../authenticator-app.ts'
import { nextMailTo } from '../mailbox.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ env: { REQUIRE_SECOND_FACTOR: 'true' } })
const expected = /status of 40[01]/
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A person with an app, and recovery codes. */
async function aPersonWithApp() {
  const person = await site.aPersonWith({})
  const { email } = person
  const { password } = site
  const { secret } = (await site.post('/auth/second-factor', { email, password })).body
  const code = codeAt(secret, new Date())
  const { body } = await site.put('/auth/second-factor', { email, password, code })
  return { ...person, codes: body.recovery_codes as string[] }
}

async function openSignIn({ email }: { email: string }) {
  const visit = await site.open('/sign-in?next=/me', { expected })
  await visit.page.getByLabel('E-mail').fill(email)
  return visit
}

async function enterByPassword(page: Page) {
  await button(page, 'Use a password').click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
}

test('after the password a code is asked for, and a wrong one refused', async () => {
  const person = await aPersonWithApp()
  const { page, done } = await openSignIn(person)
  await enterByPassword(page)
  await page.getByText('Enter the code that your authenticator app shows').waitFor()
  await assertAccessible(page, 'a second factor in the guide')
  await page.getByLabel('Code of the app').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong or was used.').waitFor()
  await page.getByLabel('Code of the app').fill(person.codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/me')
  await page.getByText(person.email).first().waitFor()
  await done()
})

test('after the mailed digits as well, which stay good until then', async () => {
  const person = await aPersonWithApp()
  const { page, done } = await openSignIn(person)
  await page.keyboard.press('Enter')
  const mail = await nextMailTo(site, person.email, { about: 'Your sign-in code' })
  const [, digits = ''] = /Subject: Your sign-in code: (\d{6})/.exec(mail) ?? []
  await page.getByLabel('Six digits').fill(digits)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code of the app').fill(person.codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/me')
  await done()
})

test('an admin who has none is told where to add one', async () => {
  const person = await site.aPersonWith({})
  const roles = { roles: ['admin'] }
  await site.db.updateTable('users').set(roles).where('id', '=', person.id).execute()
  const { page, done } = await openSignIn(person)
  await enterByPassword(page)
  await page.getByText('Add it in the console first').waitFor()
  assert.equal(await page.getByLabel('Code of the app').isVisible(), false)
  await button(page, 'Another e-mail').click()
  assert.equal(await page.getByLabel('E-mail').isVisible(), true)
  await done()
})

test('a fan sees where they are signed in, and ends another session', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await openSignIn(person)
  await enterByPassword(page)
  await page.waitForURL(({ pathname }) => pathname === '/me')
  const list = page.locator('#own-sessions')
  await list.getByText('This browser').waitFor()
  assert.equal(await list.getByRole('listitem').count(), 2)
  await assertAccessible(page, 'an account with sessions')
  await button(page, 'End the session of Test app').click()
  await page.getByText('The session has ended.').waitFor()
  assert.equal((await site.get('/users/i', { as: person })).status, 401)
  assert.equal(await list.getByRole('listitem').count(), 1)
  await done()
})
