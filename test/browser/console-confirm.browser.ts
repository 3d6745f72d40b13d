/** The console asks who its user is, ten minutes after signing in, before what an open session alone must not do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { codeAt } from '../authenticator-app.ts'
import { aProcessor, paidBy } from '../processor.ts'
import { aPaidTicket } from '../sales.ts'
import { anAuthenticator } from './device-authenticator.ts'
import { openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const { processor } = aProcessor()
const site = await aSite({ parts: paidBy(processor) })
const { db } = site
const expected = /status of 40[13]/
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type User = { id: string; email: string }

/** Lets the sessions of a user be eleven minutes old. */
const later = ({ id }: User) =>
  sql`update tokens set created_at = created_at - interval '11 minutes' where user_id = ${id}`.execute(
    db,
  )

async function enter(person: User, look: { width?: number; dark?: boolean } = {}) {
  return await site.open('about:blank', { expected, ...look, as: person })
}

/** Opens the refund of a ticket for 900 EUR, and sends it. */
async function refund(page: Page) {
  const { id, tier } = await aPaidTicket(site, { price_cents: 90_000, amount_cents: 90_000 })
  await page.goto(`${site.url}/console/payments`)
  await page.getByRole('button', { name: tier.name }).click()
  await button(page, 'Refund').click()
  const asked = page.getByRole('dialog', { name: `Refund ${tier.name}` })
  await asked.getByRole('button', { name: /^Refund €\s?900|^Refund 900/ }).click()
  return id
}

const statusOf = async (id: string) =>
  (await db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status

test('a refund above the sum waits for the password, and is done then', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  for (const look of [{}, { width: 390, dark: true }]) {
    const { page, done } = await enter(admin, look)
    await later(admin)
    const id = await refund(page)
    const dialog = question(page)
    await dialog.waitFor()
    assert.equal(await statusOf(id), 'succeeded')
    await assertAccessible(page, 'the question who it is')
    await dialog.getByLabel('Your password').fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('The password is wrong.').waitFor()
    assert.equal(await statusOf(id), 'succeeded')
    await dialog.getByLabel('Your password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.getByText('The money is refunded').waitFor()
    assert.equal(await dialog.isVisible(), false)
    assert.equal(await statusOf(id), 'refunded')
    await refund(page)
    await page.getByText('The money is refunded').waitFor()
    await done()
  }
})

test('who does not confirm refunds nothing, and is told why', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, done } = await enter(admin)
  await later(admin)
  const id = await refund(page)
  await question(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alert').getByText('Confirm that it is you').waitFor()
  assert.equal(await statusOf(id), 'succeeded')
  await done()
})

test('who has a second factor is asked for its code too', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { email } = admin
  const { password } = site
  const { secret } = (await site.post('/auth/second-factor', { email, password })).body
  const code = codeAt(secret, new Date())
  const { body } = await site.put('/auth/second-factor', { email, password, code })
  const { page, done } = await site.open('/console', { expected })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(body.recovery_codes[0])
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await later(admin)
  const id = await refund(page)
  const dialog = question(page)
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code of your app').fill(body.recovery_codes[1])
  await assertAccessible(page, 'the question with a code')
  await page.keyboard.press('Enter')
  await page.getByText('The money is refunded').waitFor()
  assert.equal(await statusOf(id), 'refunded')
  await done()
})

test('a passkey confirms as well', async () => {
  const person = await site.aPersonWith({})
  const visit = await openAs(site, person, { path: '/me', expected })
  const { page } = visit
  await anAuthenticator(page)
  await page.getByLabel('Name of this device').fill('Ada’s phone')
  await button(page, 'Add a passkey').click()
  await page.getByText('The passkey is added').waitFor()
  const roles = { roles: ['admin'] }
  await db.updateTable('users').set(roles).where('id', '=', person.id).execute()
  await site.access.changed(db, { userId: person.id })
  await page.goto(`${site.url}/console`)
  await button(page, 'Use a passkey').click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await later(person)
  const id = await refund(page)
  await question(page).getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The money is refunded').waitFor()
  assert.equal(await statusOf(id), 'refunded')
  await visit.done()
})

test('a second tab goes on after the first has confirmed, and a table is saved', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, context, done } = await enter(admin)
  const other = await context.newPage()
  await other.goto(`${site.url}/console/payments`)
  await other.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  await later(admin)
  await page.goto(`${site.url}/console/payments`)
  const saved = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  await question(page).getByLabel('Your password').fill(site.password)
  await page.keyboard.press('Enter')
  assert.match((await saved).suggestedFilename(), /\.csv$/)
  await other.getByRole('link', { name: 'People' }).click()
  await other.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await other.getByText(admin.email).first().waitFor()
  await done()
})
