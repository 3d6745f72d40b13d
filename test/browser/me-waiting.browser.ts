/** Waiting for what is sold out: on the festival's page, on `/tickets`, and through the checkout. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPieces, aPlaceInLine, aSoldOutTier, offer } from '../waiting.ts'
import { expected, openAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite()
const { db } = site
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const entriesOf = (tier: { id: string }) =>
  db.selectFrom('waiting_entries').selectAll().where('tier_id', '=', tier.id).execute()

test('who is not signed in is led to signing in, and back to the festival', async () => {
  const tier = await aSoldOutTier(site)
  const { email } = await site.aPersonWith({})
  const { page, done } = await site.open(`/guide/${tier.festival_id}`, { width: 390, expected })
  await page.getByRole('link', { name: 'Sign in to join the waiting list' }).click()
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Use a password').click()
  await page.getByLabel('Password').fill(site.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/guide/${tier.festival_id}`)
  await button(page, 'Join the waiting list').waitFor()
  await done()
})

test('a fan joins a line, sees the place in it, and leaves', async () => {
  const tier = await aSoldOutTier(site, 4, { max_per_order: 2 })
  await aPlaceInLine(site, tier, { quantity: 2 })
  const ada = await site.aPersonWith({})
  const path = `/guide/${tier.festival_id}`
  const { page, done } = await openAs(site, ada, path)
  await button(page, 'Join the waiting list').click()
  const field = page.getByLabel('How many tickets')
  await field.fill('3')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a number from 1 to 2.').waitFor()
  await field.fill('2')
  await button(page, 'Join').last().dblclick()
  await page.getByText('Your place in line: 2.').waitFor()
  const mine = (await entriesOf(tier)).filter(({ user_id }) => user_id === ada.id)
  assert.deepEqual(
    mine.map(({ status, quantity }) => [status, quantity]),
    [['waiting', 2]],
  )
  await page.reload()
  await page.getByText('Your place in line: 2.').waitFor()
  await page.goto(`${site.url}/tickets`)
  await page.getByText(`You wait for 2 tickets: ${tier.name}`).waitFor()
  await page.getByText('Your place in line: 2.').waitFor()
  await page.goto(`${site.url}${path}`)
  await button(page, 'Leave the list').click()
  await button(page, 'Join the waiting list').waitFor()
  const entry = (await entriesOf(tier)).find(({ user_id }) => user_id === ada.id)
  assert.equal(entry?.status, 'left')
  await done()
})

test('an offer is shown on both pages with its end, and bought through the checkout', async () => {
  const tier = await aSoldOutTier(site)
  const ada = await site.aPersonWith({})
  await aPlaceInLine(site, tier, { as: ada, quantity: 2 })
  await addPieces(site, tier, 2)
  await offer(site)
  const { page, done } = await openAs(site, ada, `/guide/${tier.festival_id}`)
  await page.getByText(`2 tickets are held for you: ${tier.name}. Buy until`).waitFor()
  await page.goto(`${site.url}/tickets`)
  await page.getByText(`2 tickets are held for you: ${tier.name}`).waitFor()
  await page.getByText(/^Buy until .* UTC\./).waitFor()
  await page.getByRole('link', { name: 'Buy now' }).click()
  await page.getByText('Held for you for').waitFor()
  // A reload shows the same order, and another way to pay buys with the same offer.
  await page.reload()
  await page.getByLabel('It is declined').check()
  await button(page, 'Pay €100.00').click()
  await page.getByText('still held for you').waitFor()
  await page.getByLabel('It is paid').check()
  await button(page, 'Pay €100.00').click()
  await page.waitForURL(/\/tickets\?order/)
  assert.equal(await page.locator('.pass .qr').count(), 2)
  assert.deepEqual(
    (await entriesOf(tier)).map(({ status }) => status),
    ['taken'],
  )
  await done()
})

test('an offer is given up after a question, and one that has ended says so', async () => {
  const tier = await aSoldOutTier(site)
  const ada = await site.aPersonWith({})
  const { id } = await aPlaceInLine(site, tier, { as: ada })
  await addPieces(site, tier, 1)
  await offer(site)
  const { page, done } = await openAs(site, ada, '/tickets')
  await button(page, 'I do not want it').click()
  await page.getByText('It is offered to the next in line.').waitFor()
  await button(page, 'Give it up').click()
  await page.getByText('You do not wait any more.').waitFor()
  assert.equal((await entriesOf(tier))[0]?.status, 'left')
  await page.goto(
    `${site.url}/checkout?festival=${tier.festival_id}&items=${tier.id}:1&offer=${id}`,
  )
  await page.getByText('What was held for you is not held any more.').waitFor()
  await done()
})

test('a line needs a confirmed e-mail, and tickets that are free are bought', async () => {
  const tier = await aSoldOutTier(site)
  const ada = await site.aPersonWith({})
  await db.updateTable('users').set({ email_proven_at: null }).where('id', '=', ada.id).execute()
  const { page, done } = await openAs(site, ada, `/guide/${tier.festival_id}`)
  await button(page, 'Join the waiting list').click()
  await button(page, 'Join').last().click()
  await page.getByRole('dialog').getByText('Confirm your e-mail first').waitFor()
  await db
    .updateTable('users')
    .set({ email_proven_at: new Date() })
    .where('id', '=', ada.id)
    .execute()
  await addPieces(site, tier, 5)
  await button(page, 'Join').last().click()
  await page.getByRole('dialog').getByText('There are tickets again').waitFor()
  await done()
})
