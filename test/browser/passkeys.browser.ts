/** A fan adds a passkey, and signs in with it: Chromium's own authenticator makes it and signs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { tokenIn } from '../invitations.ts'
import { nextMailTo } from '../mailbox.ts'
import { anAuthenticator } from './device-authenticator.ts'
import { expected, openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

const button = (page: Page, name: string) => page.getByRole('button', { name })

async function signOut(page: Page) {
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname !== '/me')
}

type Authenticator = Awaited<ReturnType<typeof anAuthenticator>>

/** Opens the page that signs in; the device has been asked for what to fill in, and not answered. */
async function toSignIn(page: Page, authenticator: Authenticator, path = '/sign-in?next=/me') {
  await authenticator.answers(false)
  await page.addInitScript(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      document.documentElement.dataset['asked'] = 'yes'
      return get(options)
    }
  })
  await page.goto(`${site.url}${path}`)
  await page.locator('[data-asked]').waitFor()
  await authenticator.answers(true)
}

async function withPasskey() {
  const ada = await site.aPersonWith({})
  const visit = await openAs(site, ada, { path: '/me', expected })
  const authenticator = await anAuthenticator(visit.page)
  const { page } = visit
  await page.getByLabel('Name of this device').fill('Ada’s phone')
  await button(page, 'Add a passkey').click()
  await page.getByText('The passkey is added').waitFor()
  return { ada, authenticator, ...visit }
}

test('a passkey is added, signs in with one tap, and is removed', async () => {
  const { page, ada, authenticator, done } = await withPasskey()
  await page.getByText('Not used yet.').waitFor()
  await assertAccessible(page, 'an account with a passkey')
  const [credential] = await authenticator.credentials()
  assert.deepEqual([credential?.rpId, credential?.isResidentCredential], ['localhost', true])
  await signOut(page)
  await toSignIn(page, authenticator)
  await assertAccessible(page, 'signing in with a passkey')
  await button(page, 'Sign in with a passkey').click()
  await page.waitForURL(({ pathname }) => pathname === '/me')
  await page.getByText(ada.email).first().waitFor()
  await page.locator('#own-passkeys').getByText('Last used on').waitFor()
  await button(page, 'Remove the passkey Ada’s phone').click()
  await page.getByText('The passkey is removed.').waitFor()
  await signOut(page)
  await toSignIn(page, authenticator, '/sign-in')
  await button(page, 'Sign in with a passkey').click()
  await page.getByText('This passkey is not known here.').waitFor()
  await done()
})

/** Makes a sign-in older than the ten minutes for which it counts as fresh. */
const old = ({ id }: { id: string }) =>
  site.db
    .updateTable('tokens')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', id)
    .execute()

/** Signs in again with a password, as a page has asked for. */
async function again(page: Page) {
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await page.getByText('Sign in once more').waitFor()
  await assertAccessible(page, 'signing in once more')
  await button(page, 'Use a password').click()
  await page.getByLabel('Password').fill(site.password)
  await button(page, 'Sign in').last().click()
  await page.waitForURL(({ pathname }) => pathname === '/me')
}

test('who has not signed in of late does so again, and goes on; the device stays as it was', async () => {
  const { page, ada, authenticator, done } = await withPasskey()
  await authenticator.answers(false)
  await old(ada)
  await button(page, 'Remove the passkey Ada’s phone').click()
  await again(page)
  await button(page, 'Remove the passkey Ada’s phone').click()
  await page.getByText('The passkey is removed.').waitFor()
  await authenticator.answers(true)
  await old(ada)
  await page.getByLabel('Name of this device').fill('Ada’s tablet')
  await button(page, 'Add a passkey').click()
  await again(page)
  assert.equal(await page.getByLabel('Name of this device').inputValue(), 'Ada’s tablet')
  await page.keyboard.press('Enter')
  await page.getByText('The passkey is added').waitFor()
  assert.equal((await authenticator.credentials()).length, 1)
  await done()
})

test('the link that confirms an e-mail is followed once its owner has signed in again', async () => {
  const { page, ada, authenticator, done } = await withPasskey()
  await authenticator.answers(false)
  const moved = { email_proven_at: null, proven_before: new Date() }
  await site.db.updateTable('users').set(moved).where('id', '=', ada.id).execute()
  await site.post(`/users/${ada.id}/email-confirmation`, undefined, { as: ada })
  const mail = await nextMailTo(site, ada.email, { about: 'Confirm your e-mail' })
  await old(ada)
  await page.goto('about:blank')
  await page.goto(`${site.url}/me#confirm=${tokenIn(mail, 'fst_confirm')}`)
  await again(page)
  await page.getByText('Your e-mail is confirmed.').waitFor()
  await done()
})

test('the browser offers it at the field of the e-mail, and signs in without a button', async () => {
  const { page, ada, done } = await withPasskey()
  await signOut(page)
  await page.goto(`${site.url}/sign-in?next=/me`)
  await page.waitForURL(({ pathname }) => pathname === '/me')
  await page.getByText(ada.email).first().waitFor()
  const { body } = await site.app.inject({ url: '/sign-in', headers: { accept: 'text/html' } })
  assert.match(body, /<input id="email" type="text" autocomplete="username webauthn"/)
  await done()
})

test('a device that does not recognize its user adds nothing and signs no one in', async () => {
  const { page, authenticator, done } = await withPasskey()
  await authenticator.knows(false)
  await page.reload()
  await page.getByLabel('Name of this device').fill('Another')
  await button(page, 'Add a passkey').click()
  await page.getByText(/This device has a passkey|No passkey was added/).waitFor()
  await signOut(page)
  await page.goto(`${site.url}/sign-in`)
  await button(page, 'Sign in with a passkey').click()
  await page.getByText('No passkey was used.').waitFor()
  assert.match(page.url(), /\/sign-in/)
  await done()
})

test('each sign-in has a new session, and the one before is worth nothing', async () => {
  const { page, context, authenticator, done } = await withPasskey()
  const cookieOf = async () =>
    (await context.cookies()).find(({ name }) => name === 'festival_fan')?.value ?? ''
  const before = await cookieOf()
  await signOut(page)
  await toSignIn(page, authenticator)
  // What a stranger has planted does not become the session.
  await context.addCookies([{ name: 'festival_fan', value: before, url: site.url }])
  await button(page, 'Sign in with a passkey').click()
  await page.waitForURL(({ pathname }) => pathname === '/me')
  assert.notEqual(await cookieOf(), before)
  const old = await site.app.inject({
    url: '/me',
    headers: { accept: 'text/html', cookie: `festival_fan=${before}` },
  })
  assert.equal(old.statusCode, 303)
  await done()
})

test('what a passkey has signed is worth nothing without the key of a page of ours', async () => {
  const { app } = site
  for (const path of ['/fan/session/passkey/options', '/fan/session/passkey']) {
    const credential = {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    }
    const payload = path.endsWith('options') ? {} : { credential }
    const answer = await app.inject({ method: 'POST', url: path, payload })
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'Invalid session'], path)
  }
})
