/** What a fan does with tickets on `/tickets`: hand on, pass to the next in line, cancel. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import { aTransfer } from '../transfers.ts'
import { buyAs, expected, openAs, signInAs } from './fans.ts'
import { aSite } from './site.ts'

const site = await aSite({ env: { PUBLIC_URL: 'http://festival.example' } })
const { db } = site

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const transfersOf = (payment: { id: string }) =>
  db.selectFrom('ticket_transfers').selectAll().where('payment_id', '=', payment.id).execute()

/** Opens what may be done with the first ticket of the page. */
const manage = (page: Page) => page.getByText('Send to a friend, or give back').first().click()

/** The address says no more what has been done: a reload does not say it again. */
const isSaidOnce = (page: Page) => page.waitForURL(({ search }) => search === '')

test('a ticket is handed on to a friend, who accepts it by the link of the mail', async () => {
  const [ada, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  const { payments, tier } = await buyAs(site, ada)
  const [payment] = payments
  assert.ok(payment)
  const { page, done } = await openAs(site, ada, '/tickets')
  await manage(page)
  await button(page, 'Hand on').click()
  const dialog = page.getByRole('dialog', { name: `Hand on: ${tier.name}` })
  await dialog.getByLabel('E-mail of the new holder').fill('bo')
  await button(page, 'Offer the ticket').click()
  await page.getByText('This is not an e-mail address.').waitFor()
  await dialog.getByLabel('E-mail of the new holder').fill(ada.email)
  await page.keyboard.press('Enter')
  await page.getByText('This is your own e-mail').waitFor()
  await dialog.getByLabel('E-mail of the new holder').fill(bo.email)
  // A double click offers it once.
  await button(page, 'Offer the ticket').dblclick()
  await page.getByText('Your ticket is offered. We have told them.').waitFor()
  await isSaidOnce(page)
  await page.getByText(`Offered to ${bo.email} until`).waitFor()
  assert.equal((await transfersOf(payment)).length, 1)

  const mail = await nextMailTo(site, bo.email, {
    about: `${ada.firstName} ${ada.lastName} sent you a ticket`,
  })
  const [, path = ''] = /http:\/\/festival\.example(\/tickets\S*)/.exec(mail) ?? []
  const friend = await site.open(path, { width: 390, expected })
  await friend.page.getByText('A ticket was offered to you. Sign in').waitFor()
  await friend.page.getByRole('link', { name: 'Sign in' }).first().click()
  await friend.page.getByLabel('E-mail').waitFor()
  await signInAs(site, friend.page, bo)
  await friend.page.goto(`${site.url}${path}`)
  await friend.page.getByText(`Ada Marsh offers you: ${tier.name}`).waitFor()
  await button(friend.page, 'Accept the ticket').dblclick()
  await friend.page.getByText('The ticket is yours.').waitFor()
  const short = await friend.page.locator('.pass code').first().textContent()
  assert.notEqual(short, payment.short_code)
  await friend.done()

  // The sender's page is from before: what it would take back has ended.
  await button(page, 'Take it back').click()
  await page.getByText('This has ended already.').waitFor()
  await page.getByText('No tickets yet').waitFor()
  await done()
})

test('an offer is taken back, and one is declined after a question', async () => {
  const [ada, bo] = [await site.aPersonWith({}), await site.aPersonWith({})]
  const { payments, tier } = await buyAs(site, ada)
  const [payment] = payments
  assert.ok(payment)
  const offered = { ...payment, festival_id: tier.festival_id, user_id: ada.id }
  await aTransfer(site, offered, bo)
  const { page, done } = await openAs(site, ada, '/tickets')
  await button(page, 'Take it back').click()
  await page.getByText('The offer is taken back').waitFor()
  await aTransfer(site, offered, bo)
  const friend = await openAs(site, bo, '/tickets')
  await button(friend.page, 'No, thank you').click()
  await friend.page.keyboard.press('Escape')
  assert.equal(await friend.page.getByRole('dialog').count(), 0)
  const focused = await friend.page.locator(':focus').textContent()
  assert.equal(focused, 'No, thank you')
  await button(friend.page, 'No, thank you').click()
  await button(friend.page, 'Decline it').click()
  await friend.page.getByText('You have declined the ticket.').waitFor()
  const outcomes = (await transfersOf(payment)).map(({ outcome }) => outcome)
  assert.deepEqual(new Set(outcomes), new Set(['declined', 'taken_back']))
  await friend.done()
  await done()
})

test('a refusal is said where it belongs', async () => {
  const ada = await site.aPersonWith({})
  await buyAs(site, ada, { transferable: false, refundable: false })
  const { page } = await openAs(site, ada, '/tickets')
  await manage(page)
  await button(page, 'Hand on').click()
  await page.getByLabel('E-mail of the new holder').fill(anEmail())
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('cannot be handed on').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Pass to the next in line').click()
  await button(page, 'Offer it').click()
  await page.getByRole('dialog').getByText('cannot be given back').waitFor()
  await button(page, 'Back').click()
  // Without a network nothing is lost, and the same may be tried again.
  await button(page, 'Hand on').click()
  await page.getByLabel('E-mail of the new holder').fill(anEmail())
  await page.route('**/transfer', (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('Enter')
  await page.getByText('No connection.').waitFor()
  await page.context().close()
})

test('a ticket is passed to the next in line, and kept', async () => {
  const ada = await site.aPersonWith({})
  const { payments } = await buyAs(site, ada, { price_cents: 6450 })
  const [payment] = payments
  assert.ok(payment)
  const { page, done } = await openAs(site, ada, '/tickets')
  await manage(page)
  await button(page, 'Pass to the next in line').click()
  await page.getByText('at most €64.50').waitFor()
  await page.getByText('no one waits for yours: it may never sell').waitFor()
  await button(page, 'Offer it').dblclick()
  await page.getByText('€64.50 comes back. Until then it is yours.').waitFor()
  const returns = () =>
    db.selectFrom('ticket_returns').selectAll().where('payment_id', '=', payment.id).execute()
  assert.equal((await returns()).length, 1)
  await button(page, 'Keep it').click()
  await page.getByText('The ticket stays yours.').waitFor()
  assert.notEqual((await returns())[0]?.ended_at, null)
  await done()
})

test('a ticket is cancelled by the terms of its day, which are said before', async () => {
  const ada = await site.aPersonWith({})
  const terms = { refund_until_days: 14, refund_percent: 80 }
  const { id: festival_id } = await aFestival(site, { ...terms, time_zone: 'Europe/Berlin' })
  const { payments } = await buyAs(site, ada, { festival_id })
  const [payment] = payments
  assert.ok(payment)
  const { page, done } = await openAs(site, ada, '/tickets')
  await manage(page)
  await button(page, 'Cancel for a refund').click()
  await page.getByText('You get €40.00 back, 80 % of what you paid.').waitFor()
  await page.getByText(/You can do this until Wed 17 Jun, 14:00 CEST/).waitFor()
  const refunded = async () => {
    const { refunded_cents } = await db
      .selectFrom('payments')
      .select('refunded_cents')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow()
    return refunded_cents
  }
  assert.equal(await refunded(), 0)
  await button(page, 'Cancel the ticket, €40.00 back').dblclick()
  await page.getByText('The ticket has ended.').waitFor()
  await page.getByText('No tickets yet').waitFor()
  await isSaidOnce(page)
  await page.reload()
  assert.equal(await page.getByText('The ticket has ended.').count(), 0)
  assert.equal(await refunded(), 4000)
  await done()
})

test('a used ticket, and one of a festival that has begun, offer nothing', async () => {
  const ada = await site.aPersonWith({})
  const day = 86_400_000
  const { id: festival_id } = await aFestival(site, {
    start_time: new Date(Date.now() - day),
    end_time: new Date(Date.now() + day),
  })
  await buyAs(site, ada, { festival_id })
  const used = await buyAs(site, ada)
  const [payment] = used.payments
  assert.ok(payment)
  const validated = { validated_at: new Date() }
  await db.updateTable('tickets').set(validated).where('payment_id', '=', payment.id).execute()
  const { page, done } = await openAs(site, ada, '/tickets')
  assert.equal(await page.locator('.pass').count(), 2)
  assert.equal(await page.getByText('Send to a friend, or give back').count(), 0)
  await done()
})

test('a guest passes on and cancels, and hands nothing on', async () => {
  const terms = { refund_until_days: 14, refund_percent: 100 }
  const { id: festival_id } = await aFestival(site, terms)
  const tier = await aTier(site, { festival_id })
  const { page, done } = await site.open(`/guide/${festival_id}`, { width: 390, expected })
  await button(page, `One more: ${tier.name}`).click()
  await button(page, /^Buy/).click()
  await page.getByLabel('E-mail').fill(anEmail())
  await button(page, 'Pay €50.00').click()
  await page.waitForURL(/\/tickets/)
  await manage(page)
  assert.equal(await button(page, 'Hand on').count(), 0)
  await page.getByText('With an account you can also hand it on').waitFor()
  await button(page, 'Pass to the next in line').click()
  await button(page, 'Offer it').click()
  await button(page, 'Keep it').click()
  await page.getByText('The ticket stays yours.').waitFor()
  await manage(page)
  await button(page, 'Cancel for a refund').click()
  await button(page, 'Cancel the ticket, €50.00 back').click()
  await page.getByText('The ticket has ended.').waitFor()
  await done()
})
