/** The API reference as people use it: reading, signing in, trying a request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createPublishableClient, ensureClient } from '#identity/clients'
import { newSecret } from '#platform/secrets/tokens'
import { aFestival } from '../catalogue.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const secret = newSecret('fst_secret')
await ensureClient(site.db, { id: 'reader', secret, name: 'Reader' })

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Festival' }).waitFor()
  await page.locator('#waiting').waitFor({ state: 'detached' })
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the form of the operation in view and sends it; returns the request and the answer. */
async function tryOut(page: Page, path: string) {
  const operation = page.locator(`[id="api-1/tag${path}"]`)
  await operation.getByRole('button', { name: /Test Request/ }).click()
  const answered = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
  await page
    .getByRole('dialog', { name: 'API Client' })
    .getByRole('button', { name: /Send/ })
    .first()
    .click()
  const answer = await answered
  return {
    status: answer.status(),
    url: answer.url(),
    headers: await answer.request().allHeaders(),
  }
}

/** Everything the page could have stored in the browser. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(),
    document.cookie, location.href,
  ]))()`)

for (const { width, dark, where } of looks) {
  test(`the reference is shown, sends no request to another host and is accessible: ${where}`, async () => {
    const { page, done } = await site.open('/docs', { width, dark })
    await loaded(page)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    assert.match(await page.title(), /Festival API reference/)
    await assertAccessible(page, where)
    await page.keyboard.press('Tab')
    const first = await page.evaluate('document.activeElement.textContent')
    assert.equal(first, 'Skip to the reference')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Client secret').waitFor()
    await assertAccessible(page, `${where}, signing in`)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(wide <= width, `${wide} px`)
    await done()
  })
}

test('one button signs in both, and requests of the reference carry both tokens', async () => {
  const person = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await site.open('/docs#tag/clients/GET/clients')
  await loaded(page)
  await fill(page, {
    'Client id': 'reader',
    'Client secret': secret,
    'E-mail': person.email,
    Password: site.password,
  })
  await page.getByText('Ada Marsh').waitFor()
  await page.getByText('admin', { exact: true }).waitFor()
  await assertAccessible(page, 'signed in')
  const { status, headers } = await tryOut(page, '/clients/GET/clients')
  assert.equal(status, 200)
  assert.match(headers['x-f-authorization'] ?? '', /^fst_client_/)
  assert.match(headers['x-f-authentication'] ?? '', /^fst_user_/)
  await page
    .getByRole('region', { name: /Response/ })
    .getByText('200 OK')
    .waitFor()
  await page.getByText('"Reader"').first().waitFor()
  await assertAccessible(page, 'a request with its answer')
  for (const token of [headers['x-f-authorization'], headers['x-f-authentication'], secret]) {
    assert.ok(token && !(await kept(page)).includes(token))
  }
  assert.ok(!(await kept(page)).includes(site.password))
  await page.reload()
  await loaded(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await done()
})

test("signing out forgets both tokens, and ends the user's", async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/docs#tag/users/GET/users/i', { expected: /401/ })
  await loaded(page)
  await fill(page, {
    'Client id': 'reader',
    'Client secret': secret,
    'E-mail': person.email,
    Password: site.password,
  })
  const loggedOut = page.waitForResponse((response) => response.url().endsWith('/auth/logout'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  const logout = await loggedOut
  assert.equal(logout.status(), 200)
  const { 'x-f-authentication': token = '' } = await logout.request().allHeaders()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const { status, headers } = await tryOut(page, '/users/GET/users/i')
  assert.equal(status, 401)
  assert.ok(!('x-f-authorization' in headers) && !('x-f-authentication' in headers))
  const { status: afterwards } = await site.get('/users/i', { as: { ...person, token } })
  assert.equal(afterwards, 401)
  await done()
})

test('an application signs in alone, and errors are shown in the form', async () => {
  const { page, done } = await site.open('/docs', { width: 390, expected: /401/ })
  await loaded(page)
  await fill(page, { 'Client id': 'reader', 'Client secret': 'an unknown secret' })
  const alert = page.getByRole('alert')
  await alert.getByText('Invalid credentials.').waitFor()
  await assertAccessible(page, 'refused')
  await page.getByLabel('Client secret').fill(secret)
  await page.getByLabel('Client secret').press('Enter')
  await page.getByText('reader', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await done()
})

// Requirement (rules): contract §2.8: a publishable client signs in at the reference by its id alone, from
//   its origins
test('a publishable client needs no secret, and is kept to the origins that it has', async () => {
  const person = await site.aPersonWith({})
  const createFor = (origin: string) =>
    createPublishableClient(site.db, { name: 'Shop', origins: [origin] })
  const [here, elsewhere] = [await createFor(site.url), await createFor('https://shop.example')]
  const { page, done } = await site.open('/docs#tag/users/GET/users/i', { expected: /403/ })
  await loaded(page)
  await fill(page, { 'Client id': elsewhere.id })
  await page
    .getByRole('alert')
    .getByText(/origin/i)
    .waitFor()
  await page.getByLabel('Client id').fill(here.id)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(site.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByText('Ada Marsh').waitFor()
  const { status, headers } = await tryOut(page, '/users/GET/users/i')
  assert.equal(status, 200)
  assert.match(headers['x-f-authorization'] ?? '', /^fst_/)
  await done()
})

test('the first request of an operation finds what there is: no example is sent as a filter', async () => {
  const { name } = await aFestival(site)
  const { page, done } = await site.open('/docs#tag/festivals/GET/festivals')
  await loaded(page)
  await fill(page, { 'Client id': 'reader', 'Client secret': secret })
  const { status, url } = await tryOut(page, '/festivals/GET/festivals')
  assert.deepEqual([status, new URL(url).pathname, new URL(url).search], [200, '/festivals', ''])
  await page
    .getByRole('region', { name: /Response/ })
    .getByText(name)
    .first()
    .waitFor()
  // What is needed is sent, and an example to read stays.
  await page.keyboard.press('Escape')
  await page.goto(`${site.url}/docs#tag/search/GET/search`)
  await page.reload()
  await loaded(page)
  const search = await tryOut(page, '/search/GET/search')
  assert.equal(new URL(search.url).search, '?for=techno')
  await done()
})

test('the examples carry the tokens of the session, until it ends', async () => {
  const person = await site.aPersonWith({})
  const { page, done } = await site.open('/docs#tag/users/GET/users/i', { expected: /401/ })
  await loaded(page)
  const example = page.locator('[id="api-1/tag/users/GET/users/i"] pre').first()
  await example.getByText('YOUR_SECRET_TOKEN').first().waitFor()
  await fill(page, {
    'Client id': 'reader',
    'Client secret': secret,
    'E-mail': person.email,
    Password: site.password,
  })
  await example.getByText(/X-F-Authorization: fst_client_/).waitFor()
  const text = await example.innerText()
  const tokens = /fst_(?:client|user)_\w+/g
  const headers = [...text.matchAll(tokens)].map(([token]) => token)
  assert.equal(headers.length, 2)
  const answer = await site.get('/users/i', {
    client: headers[0] ?? '',
    as: { ...person, token: headers[1] ?? '' },
  })
  assert.equal(answer.body.id, person.id)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await example.getByText('YOUR_SECRET_TOKEN').first().waitFor()
  assert.doesNotMatch(await page.content(), tokens)
  const { status, headers: sent } = await tryOut(page, '/users/GET/users/i')
  assert.deepEqual([status, sent['x-f-authorization']], [401, undefined])
  await done()
})

test('the guides stand before the operations, with the address of this service', async () => {
  const { page, done } = await site.open('/docs')
  await loaded(page)
  for (const name of ['Sell a ticket', 'Errors', 'Paging', 'Idempotency', 'Live stream', 'Testing'])
    await page.getByRole('heading', { name, level: 2, exact: true }).waitFor()
  await page.getByText(`const baseUrl = '${site.url}'`).waitFor()
  await done()
})

test('with the keyboard alone: sign in and try a request', async () => {
  const { page, done } = await site.open('/docs#tag/organizers/GET/organizers')
  await loaded(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('reader')
  await page.keyboard.press('Tab')
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'sign-out')
  const button = page.locator('[id="api-1/tag/organizers/GET/organizers"]').getByRole('button', {
    name: /Test Request/,
  })
  await button.focus()
  await page.keyboard.press('Enter')
  const answered = page.waitForResponse(/\/organizers$/)
  await page.getByRole('dialog', { name: 'API Client' }).waitFor()
  await page.keyboard.press('Control+Enter')
  assert.equal((await answered).status(), 200)
  await page
    .getByRole('region', { name: /Response/ })
    .getByText('200 OK')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'API Client' }).waitFor({ state: 'hidden' })
  const back = await page.evaluate<string>('document.activeElement.textContent')
  assert.match(back, /Test Request/)
  await done()
})

test('without JavaScript the page says where the description is', async () => {
  const { page, done } = await site.open('/docs', { javaScript: false })
  const link = page.getByRole('main').getByRole('link', { name: 'the OpenAPI description' })
  assert.equal(await link.getAttribute('href'), '/openapi.json')
  await done()
})
