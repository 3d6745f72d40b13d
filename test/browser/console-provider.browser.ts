/** Signing in to the console by an identity provider, on another site of this machine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { codeAt } from '../authenticator-app.ts'
import { anIdentityProvider } from '../identity-provider.ts'
import { aSite, assertAccessible } from './site.ts'

const provider = await anIdentityProvider()
const site = await aSite({
  env: { ...provider.settings, OIDC_NAME: 'Harbour ID', OIDC_GROUPS: 'admin=bosses' },
})
provider.serve(site.url)
const away = new URL(provider.issuer).host
const expected = new RegExp(`foreign host: http://${away}/|status of 40[134]`)
const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

async function leave(page: Page, user: string) {
  await page.getByRole('link', { name: 'Sign in with Harbour ID' }).click()
  await page.getByLabel('User').fill(user)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const look of [{}, { width: 390, dark: true }]) {
  test(`the door leads to the provider and back, ${look.width ?? 1360} px`, async () => {
    const { page, done } = await site.open('/console', { expected, ...look })
    await page.getByRole('link', { name: 'Sign in with Harbour ID' }).waitFor()
    await assertAccessible(page, 'the door with a provider')
    await leave(page, provider.aUser().id)
    await page
      .getByText('You have no account here, and none of your groups gives you one.')
      .waitFor()
    await assertAccessible(page, 'the door after a refusal')
    assert.equal(new URL(page.url()).search, '', 'the reason is not in the address any more')
    await page.context().clearCookies({ domain: '127.0.0.1' })
    const user = provider.aUser({ groups: ['bosses'], given_name: 'Grace' })
    await leave(page, user.id)
    await overview(page)
    await page.reload()
    await overview(page)
    await done()
  })
}

test('a second factor here is asked for on the way back, and the session begins with it', async () => {
  const person = await site.aPersonWith({})
  const { email } = person
  const { password } = site
  const { secret } = (await site.post('/auth/second-factor', { email, password })).body
  const code = codeAt(secret, new Date())
  const { body } = await site.put('/auth/second-factor', { email, password, code })
  const { page, done } = await site.open('/console', { expected })
  await leave(page, provider.aUser({ email, groups: ['bosses'] }).id)
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The second factor is wrong or was used').waitFor()
  await page.getByRole('button', { name: 'Back to signing in' }).click()
  await page.getByLabel('E-mail').waitFor()
  await page.reload()
  await field.fill(body.recovery_codes[0])
  await page.keyboard.press('Enter')
  await overview(page)
  await done()
})

test('who has no password confirms by the provider, and does then what was asked for', async () => {
  const user = provider.aUser({ groups: ['bosses'] })
  const { page, done } = await site.open('/console/payments', { expected })
  await leave(page, user.id)
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  await sql`update tokens set proven_at = now() - interval '11 minutes' where client_id = 'console'`.execute(
    site.db,
  )
  const exported = () => page.getByRole('button', { name: 'Export CSV' }).click()
  await exported()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByText('That leads back to this page.').waitFor()
  await assertAccessible(page, 'the question with a provider')
  await question.getByRole('link', { name: 'Sign in with Harbour ID' }).click()
  await page.getByLabel('User').fill(user.id)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  const saved = page.waitForEvent('download')
  await exported()
  assert.match((await saved).suggestedFilename(), /\.csv$/)
  await done()
})
