/** Presses while the script of a page loads are repeated once it has run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { nextMailTo } from '../mailbox.ts'
import { signInAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite()
const expected = /40[0-9]|Service Worker registration blocked/

/** Holds a script of the guide back until `release`. */
function holdBack(name: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const prepare = (page: Page) =>
    page.route(`**/guide/assets/${name}-*.js`, async (route) => {
      await promise
      await route.continue()
    })
  return { prepare, release }
}

async function openAccount() {
  const ada = await site.aPersonWith({})
  const script = holdBack('account')
  const prepare = async (page: Page) => {
    await signInAs(site, page, ada)
    await script.prepare(page)
  }
  return { ...script, ...(await site.open('/me', { expected, prepare, serviceWorkers: 'block' })) }
}

test('a switched setting is saved once', async () => {
  const { page, release, done } = await openAccount()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname)
  })
  await page.getByRole('group', { name: 'Waiting lists' }).getByLabel('By mail').uncheck()
  release()
  await page.getByText('Saved.').waitFor()
  assert.deepEqual(sent, ['/users/i/notification-settings/waiting_list'])
  await done()
})

test('a button is pressed', async () => {
  const { page, release, done } = await openAccount()
  await page.getByRole('button', { name: 'Sign out', exact: true }).dblclick()
  release()
  await page.waitForURL(({ pathname }) => pathname !== '/me')
  await done()
})

test('an e-mail that was entered is mailed a code', async () => {
  const ada = await site.aPersonWith({})
  const { prepare, release } = holdBack('sign-in')
  const { page, done } = await site.open('/sign-in', { prepare, serviceWorkers: 'block', expected })
  await page.getByLabel('E-mail').fill(ada.email)
  await page.keyboard.press('Enter')
  release()
  await page.getByLabel('Six digits').waitFor()
  await nextMailTo(site, ada.email, { about: 'Your sign-in code' })
  await done()
})
