import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { aName } from '../catalogue.ts'
import { until } from '../until.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

type Credentials = { id: string; secret: string }

/** Runs the commands of the page in a shell, and returns the last line of the output. */
async function run(script: string): Promise<any> {
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  return JSON.parse(stdout)
}

/** The status of an exchange of id and secret for a token, by curl. */
async function exchange({ id, secret }: Credentials): Promise<string> {
  const body = JSON.stringify({ client_id: id, client_secret: secret })
  const { stdout } = await promisify(execFile)('curl', [
    '-sS',
    '--output',
    '/dev/null',
    '--write-out',
    '%{http_code}',
    '--json',
    body,
    `${site.url}/auth/client`,
  ])
  return stdout
}

async function inConsole(options: Parameters<typeof site.open>[1] = {}, permission = '') {
  const rights = permission === '' ? { roles: ['admin'] } : { permissions: [permission] }
  const admin = await site.aPersonWith(rights)
  const opened = await site.open('/console/clients', { ...options, as: admin })
  await opened.page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
  return { ...opened, admin }
}

/** Copies the secret that is shown once, confirms that it is stored, and closes the dialog. */
async function takeSecret(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: /^Secret of/ })
  await shown.getByRole('button', { name: 'Copy' }).first().click()
  await shown.getByRole('button', { name: 'Copied' }).waitFor()
  const secret = `${await page.evaluate('navigator.clipboard.readText()')}`
  assert.match(secret, /^fst_secret_\w+$/)
  assert.equal(await shown.getByRole('button', { name: 'Done' }).isDisabled(), true)
  await shown.getByLabel('I have stored it').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'hidden' })
  return secret
}

async function makeClient(page: Page, name: string): Promise<Credentials> {
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
  await page.getByRole('button', { name: 'Create client' }).click()
  const secret = await takeSecret(page)
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', secret }
}

test('the first minute of an operator: sign in, create a client, call the API, rotate, revoke', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const name = aName('Ticket shop')
  const { page, done } = await site.open('/console')
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(site.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Clients' }).click()
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create client' }).click()
  const script = await page
    .getByRole('dialog', { name: `Secret of ${name}` })
    .getByLabel('Code')
    .innerText()
  const first = await takeSecret(page)
  const drawer = page.getByRole('dialog', { name, exact: true })
  const id = await drawer.getByText(/^client_[0-9a-f]{24}$/).innerText()

  // The exact lines of the page, in a real shell.
  assert.ok(Array.isArray((await run(script)).festivals))
  assert.equal(await exchange({ id, secret: first }), '200')
  await page.reload()
  await drawer.getByText(`fst_secret_…${first.slice(-4)}`).waitFor()
  await drawer.getByText(/last used just now/).waitFor()
  assert.equal((await page.content()).includes(first), false, 'it is shown once')

  await drawer.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('radio', { name: '1 hour' }).check()
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const second = await takeSecret(page)
  assert.deepEqual(
    [await exchange({ id, secret: first }), await exchange({ id, secret: second })],
    ['200', '200'],
  )
  await drawer.getByText('Ends in 60 min').waitFor()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByText('2 secrets, old one ends in 60 min').waitFor()

  const { token } = (
    await site.post('/auth/client', { client_id: id, client_secret: second }, { client: null })
  ).body
  await row.getByRole('button', { name }).click()
  await drawer.getByRole('button', { name: 'Revoke permanently' }).click()
  await page
    .getByRole('dialog', { name: /^Revoke .*\?$/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await row.waitFor({ state: 'hidden' })
  assert.deepEqual(
    [await exchange({ id, secret: first }), await exchange({ id, secret: second })],
    ['401', '401'],
  )
  await until('its token ends', async () => {
    return (await site.get('/festivals', { client: token })).status === 401
  })
  await done()
})

test('a secret replaced at once no longer works', async () => {
  const { page, done } = await inConsole()
  const client = await makeClient(page, aName('Leaky app'))
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('radio', { name: 'Stop now' }).check()
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const next = await takeSecret(page)
  assert.deepEqual(
    [await exchange(client), await exchange({ ...client, secret: next })],
    ['401', '200'],
  )
  await done()
})

test('name and scopes are changed beside the list, and the effect of a scope is shown', async () => {
  const { page, done } = await inConsole()
  const { id } = await makeClient(page, aName('Old name'))
  const name = aName('<img src=x onerror=alert(1)> shop')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await drawer.getByLabel('Manage membership plans').check()
  await drawer.getByText('Can create, change and end plans').waitFor()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: new RegExp('Manage membership plans') }).waitFor()
  const { db } = site
  const stored = await db
    .selectFrom('clients')
    .select(['name', 'scopes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(stored, { name, scopes: ['manage_subscriptions'] })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('  ')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Enter a name').waitFor()
  await done()
})

test('suspending says what stops, stops it, and can be undone', async () => {
  const { page, done } = await inConsole()
  const client = await makeClient(page, aName('Noisy app'))
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByText('Within a second its tokens and those of its users end').waitFor()
  await page
    .getByRole('dialog', { name: /^Suspend .*\?$/ })
    .getByRole('button', { name: 'Suspend' })
    .click()
  await page.getByRole('button', { name: 'Reactivate' }).waitFor()
  assert.equal(await exchange(client), '401')
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  assert.equal(await exchange(client), '200')
  await done()
})

test('a publishable client is created with its origins, shows its id, and is changed', async () => {
  const { page, done } = await inConsole({ expected: /status of 400/ })
  const name = aName('Shop page')
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('radio', { name: /^Publishable/ }).check()
  assert.equal(await page.getByRole('checkbox', { name: /elevated/ }).count(), 0)
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByText('Enter an origin, or allow apps').waitFor()
  const origins = page.getByRole('textbox', { name: 'Origins' })
  await origins.fill('https://shop.example/path')
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('alert').getByText('origins[0] must be an origin').waitFor()
  await origins.fill('https://Shop.example/\nhttp://localhost:5173')
  await page.getByRole('button', { name: 'Create client' }).click()

  const drawer = page.getByRole('dialog', { name, exact: true })
  const id = await drawer.getByText(/^client_[0-9a-f]{24}$/).innerText()
  assert.equal(await origins.inputValue(), 'https://shop.example\nhttp://localhost:5173')
  for (const absent of ['Secrets', 'Scopes']) {
    assert.equal(await drawer.getByText(absent, { exact: true }).count(), 0, absent)
  }
  assert.equal(await drawer.getByText(/clientSecret/).count(), 0)
  // The exact lines of the page, in a real shell.
  await drawer.getByRole('tab', { name: 'curl' }).click()
  assert.ok(Array.isArray((await run(await drawer.getByLabel('Code').innerText())).festivals))
  await assertAccessible(page, 'publishable')

  const exchange = async (origin: string) =>
    (await site.post('/auth/client', { client_id: id }, { client: null, headers: { origin } }))
      .status
  assert.deepEqual([await exchange('https://shop.example'), await exchange(site.url)], [200, 403])
  await origins.fill('http://localhost:5173')
  await drawer.getByLabel('Allow apps').check()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  assert.deepEqual(
    [await exchange('https://shop.example'), await exchange('http://localhost:5173')],
    [403, 200],
  )
  const row = page.getByRole('row', { name: new RegExp(name) })
  for (const text of ['publishable', 'needs none', 'not recorded']) {
    await row.getByText(text).waitFor()
  }
  await done()
})

test('built-in clients are marked, and can be suspended but not changed', async () => {
  const { page, done } = await inConsole()
  const row = page.getByRole('row', { name: /Console/ })
  await row.getByText('built in').waitFor()
  await row.getByRole('button', { name: 'Console', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Console' })
  await drawer.getByText('This console signs in through it.').waitFor()
  for (const name of ['Save', 'Revoke permanently', 'Replace the secret']) {
    assert.equal(await drawer.getByRole('button', { name }).count(), 0, name)
  }
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('This console closes for all users, including you').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await done()
})

test('the list is searched while typing, and the address keeps the search', async () => {
  const { page, done } = await inConsole()
  const [shop, gate] = [aName('Shop'), aName('Turnstile')]
  for (const name of [shop, gate])
    await makeClient(page, name).then(() => page.keyboard.press('Escape'))
  await page.getByLabel('Search by name or id').fill(gate.slice(-8))
  await page.getByRole('row', { name: new RegExp(shop) }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: gate }).click()
  await page.getByRole('dialog', { name: gate }).waitFor()
  await page.reload()
  await page.getByRole('dialog', { name: gate }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal(await page.getByLabel('Search by name or id').inputValue(), gate.slice(-8))
  await page.goto(`${site.url}/console/clients/client_0`)
  await page.getByRole('alert').getByText('Client not found').waitFor()
  await page.getByLabel('Search by name or id').fill('no such client at all')
  await page.getByRole('heading', { name: 'No clients found' }).waitFor()
  await done()
})

test('a client is created with the keyboard alone', async () => {
  const { page, done } = await inConsole()
  const name = aName('Keyed app')
  await page.getByRole('button', { name: 'New client' }).press('Enter')
  await page.locator('input[data-path=name]:focus').waitFor()
  await page.keyboard.type(name)
  // Past the kind, of which the first is chosen.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
  await shown.waitFor()
  // The dialog stays open until the user confirms that the secret is stored.
  await page.keyboard.press('Escape')
  await shown.getByLabel('I have stored it').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shown.waitFor({ state: 'hidden' })
  const { scopes } = await site.db
    .selectFrom('clients')
    .select('scopes')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  assert.deepEqual(scopes, ['read_emails'], 'the space bar chose the first scope')
  await done()
})

test('a user with manage_clients manages clients without being an admin', async () => {
  const { page, done } = await inConsole({}, 'manage_clients')
  await makeClient(page, aName('Their app'))
  await done()
})

test('a list that fails to load says so, and can be loaded again', async () => {
  const { page, done } = await inConsole({ expected: /status of 500/ })
  await page.route('**/clients?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('Internal server error').waitFor()
  await assertAccessible(page, 'failing')
  await page.unroute('**/clients?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Console', exact: true }).waitFor()
  await done()
})

for (const { width, dark, where } of looks) {
  test(`clients are accessible ${where}`, async () => {
    const { page, done } = await inConsole({ width, dark })
    await page.getByRole('button', { name: 'Console', exact: true }).waitFor()
    await assertAccessible(page, 'list')
    await page.getByRole('button', { name: 'New client' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('a'.repeat(200))
    await assertAccessible(page, 'new')
    await page.getByRole('radio', { name: /^Publishable/ }).check()
    await page.getByRole('textbox', { name: 'Origins' }).waitFor()
    await assertAccessible(page, 'new, publishable')
    await page.getByRole('radio', { name: /^Confidential/ }).check()
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByLabel('I have stored it').waitFor()
    await assertAccessible(page, 'secret')
    await takeSecret(page)
    await page.getByRole('heading', { name: 'Secrets' }).waitFor()
    await assertAccessible(page, 'drawer')
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('radio', { name: '7 days' }).waitFor()
    await assertAccessible(page, 'rotate')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^Suspend .*\?$/ })
      .getByRole('button', { name: 'Suspend' })
      .click()
    await page.getByRole('button', { name: 'Reactivate' }).waitFor()
    await assertAccessible(page, 'suspended')
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false, 'nothing sticks out')
    await done()
  })
}
