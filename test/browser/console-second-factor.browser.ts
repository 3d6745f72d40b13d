/** The second factor in the console: asked for at the door, added there where it is required, and kept on the account's page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../authenticator-app.ts'
import { anAuthenticator } from './device-authenticator.ts'
import { openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ env: { REQUIRE_SECOND_FACTOR: 'true' } })
const expected = /status of 40[01]/
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

async function anAdmin() {
  const person = await site.aPersonWith({ permissions: ['manage_catalog'] })
  await site.db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', person.id)
    .execute()
  await site.access.changed(site.db, { userId: person.id })
  return person
}

async function enter(page: Page, { email }: { email: string }) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(site.password)
  await page.keyboard.press('Enter')
}

const linesIn = async (page: Page, name: string) =>
  (await page.getByLabel(name, { exact: true }).innerText()).trim().split('\n')

/** Adds the app whose secret the page shows; returns the recovery codes, which are kept. */
async function addApp(page: Page, what: string): Promise<string[]> {
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  const [secret = ''] = await linesIn(page, 'Secret')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  await assertAccessible(page, `${what}: a secret`)
  await page.getByLabel('Code that the app shows').fill(codeAt(secret, new Date()))
  await button(page, 'Add it').click()
  const codes = await linesIn(page, 'Recovery codes')
  assert.equal(codes.length, 10)
  await assertAccessible(page, `${what}: recovery codes`)
  assert.equal(await button(page, 'Done').isEnabled(), false, 'they have to be kept first')
  await page.getByLabel('I have kept them').check()
  await button(page, 'Done').click()
  return codes
}

async function signOut(page: Page) {
  await page.goto(`${site.url}/console/account`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await page.goto(`${site.url}/console`)
}

test('an admin adds an app at the first sign-in, and gives a code at the next', async () => {
  const admin = await anAdmin()
  const { page, done } = await site.open('/console', { expected })
  await enter(page, admin)
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  const [code = '', other = ''] = await addApp(page, 'the door')
  await overview(page)
  await page.reload()
  await overview(page)
  await signOut(page)
  await enter(page, admin)
  await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
  await assertAccessible(page, 'a code at the door')
  await codeField(page).fill('000000')
  await button(page, 'Sign in').click()
  await page.getByRole('alert').getByText('The second factor is wrong or was used').waitFor()
  await codeField(page).fill(code)
  await button(page, 'Sign in').click()
  await overview(page)
  await signOut(page)
  await enter(page, admin)
  await codeField(page).fill(code)
  await button(page, 'Sign in').click()
  await page.getByRole('alert').getByText('You are not signed in').waitFor()
  await codeField(page).fill(other.toLowerCase().replaceAll('-', ''))
  await button(page, 'Sign in').click()
  await overview(page)
  await page.goto(`${site.url}/console/account`)
  await page.getByText(/8 recovery codes are left\. It is required here\./).waitFor()
  assert.equal(await button(page, 'Remove').count(), 0)
  await done()
})

test('a session from before its user became an admin leads back to the door', async () => {
  const person = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await site.open('/console', { expected })
  await enter(page, person)
  await overview(page)
  const roles = { roles: ['admin'] }
  await site.db.updateTable('users').set(roles).where('id', '=', person.id).execute()
  await site.access.changed(site.db, { userId: person.id })
  await page.reload()
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await enter(page, person)
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  await button(page, 'Back to signing in').click()
  await page.getByRole('heading', { name: 'Festival console' }).waitFor()
  await done()
})

test('on the account’s page an app is added, its codes are renewed, and it is removed', async () => {
  const person = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await site.open('/console', { expected })
  await enter(page, person)
  await overview(page)
  await page.goto(`${site.url}/console/account`)
  await button(page, 'Add an authenticator app').click()
  await page.getByLabel('Your password').fill('not this one')
  await button(page, 'Continue').click()
  await page.getByRole('alert').getByText('Invalid credentials').waitFor()
  await button(page, 'Close').click()
  await button(page, 'Add an authenticator app').click()
  await page.getByLabel('Your password').fill(site.password)
  await button(page, 'Continue').click()
  const [first = '', second = ''] = await addApp(page, 'the account')
  await page.getByText(/10 recovery codes are left/).waitFor()
  await assertAccessible(page, 'an account with a second factor')
  await button(page, 'New recovery codes').click()
  await codeField(page).fill(first)
  await button(page, 'Make new codes').click()
  const [anew = ''] = await linesIn(page, 'Recovery codes')
  await page.getByLabel('I have kept them').check()
  await button(page, 'Done').click()
  await button(page, 'Remove').click()
  await codeField(page).fill(second)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alert').getByText('Nothing was removed').waitFor()
  await codeField(page).fill(anew)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await button(page, 'Add an authenticator app').waitFor()
  const { email } = person
  assert.equal((await site.post('/auth/user', { email, password: site.password })).status, 200)
  await done()
})

test('a person sees where they are signed in, and ends another session', async () => {
  const person = await site.aPersonWith({ permissions: ['manage_catalog'] })
  const { page, done } = await site.open('/console', { expected })
  await enter(page, person)
  await overview(page)
  await page.goto(`${site.url}/console/account`)
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await list.getByText('This one').waitFor()
  await list.getByText('Console').waitFor()
  await button(page, 'End the session of Test app').click()
  await page.getByText('The session has ended').waitFor()
  assert.equal((await site.get('/users/i', { as: person })).status, 401)
  assert.equal(await list.getByRole('listitem').count(), 1)
  await done()
})

test('a passkey signs in to the console, in place of password and code', async () => {
  const person = await site.aPersonWith({})
  const visit = await openAs(site, person, { path: '/me', expected })
  const { page } = visit
  await anAuthenticator(page)
  await page.getByLabel('Name of this device').fill('Ada’s phone')
  await button(page, 'Add a passkey').click()
  await page.getByText('The passkey is added').waitFor()
  const roles = { roles: ['admin'] }
  await site.db.updateTable('users').set(roles).where('id', '=', person.id).execute()
  await site.access.changed(site.db, { userId: person.id })
  await page.goto(`${site.url}/console`)
  await enter(page, person)
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  // The password alone adds no app beside the passkey.
  await page.getByRole('alert').getByText('The account has a passkey').waitFor()
  await button(page, 'Back to signing in').click()
  await button(page, 'Use a passkey').click()
  await overview(page)
  await page.goto(`${site.url}/console/people`)
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await visit.done()
})
