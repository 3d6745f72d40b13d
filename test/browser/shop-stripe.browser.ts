/**
 * The checkout with Stripe: its script is played by the test, at its own address, and its API by a server. What the real
 * form does with a card, and what a bank asks, is not proven here.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { stripeProcessor } from '../../src/shop/payments/processors/stripe/stripe.ts'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { paidBy } from '../processor.ts'
import { aStripeServer } from '../stripe-server.ts'
import { aSite, assertAccessible } from './site.ts'

const [secretKey, webhookSecret] = ['sk_live_0123456789', 'whsec_0123456789abcdef']
const stripe = await aStripeServer({ secretKey, webhookSecret })
after(() => stripe.close())
const publicKey = 'pk_live_0123456789'
const site = await aSite({
  env: {
    IMPRINT_URL: 'http://localhost/imprint',
    PRIVACY_URL: 'http://localhost/privacy',
  },
  parts: {
    ...paidBy(
      stripeProcessor({
        secretKey,
        webhookSecret,
        publicKey,
        apiBase: stripe.url,
        patience: 5_000,
        now: () => new Date(),
      }),
    ),
  },
})
const seller = {
  legal_name: 'Harbour Nights ApS',
  legal_address: 'Kalvø Havnevej 4',
  terms_url: 'https://harbour.example/terms',
  privacy_url: 'https://harbour.example/privacy',
}

/** Stripe's script as far as the page uses it: a field that takes the id of a method, and a bank that the test plays. */
const script = `
  window.Stripe = (key) => ({
    elements: (options) => {
      window.given = { key, ...options }
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'Card')
      return {
        create: () => ({ mount: (place) => place.append(field), on: () => {} }),
        update: () => {},
        submit: async () => (field.value === '' ? { error: { message: 'Your card number is incomplete.' } } : {}),
        field,
      }
    },
    createPaymentMethod: async ({ elements }) => ({ paymentMethod: { id: elements.field.value } }),
    handleNextAction: ({ clientSecret }) => window.askBank(clientSecret),
  })`

/** A checkout of a festival whose seller is told, with two tickets that are held. */
async function aCheckout({ isTold = true } = {}) {
  const festival = await aFestival(site)
  const tier = await aTier(site, { festival_id: festival.id, price_cents: 6450 })
  const { organizer_id } = await site.db
    .selectFrom('festivals')
    .select('organizer_id')
    .where('id', '=', festival.id)
    .executeTakeFirstOrThrow()
  if (isTold)
    await site.db
      .updateTable('organizers')
      .set(seller)
      .where('id', '=', organizer_id ?? '')
      .execute()
  const expected = /40[0-9]|foreign host: https:\/\/js\.stripe\.com\/v3\//
  const { page, done } = await site.open('/guide/unknown', { width: 390, expected })
  const asked: string[] = []
  await page.exposeFunction('askBank', (secret: string) => {
    asked.push(secret)
    return {}
  })
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto(`${site.url}/guide/${festival.id}`)
  const path = `${site.url}/checkout?festival=${festival.id}&items=${tier.id}:2`
  return { page, tier, path, asked, done }
}

const pay = async (page: Page, method: string) => {
  await page.getByLabel('Card').fill(method)
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
}

const orderIn = (page: Page) => new URL(page.url()).searchParams.get('order') ?? ''
const chargeOf = async (id: string) => {
  const { charge_id } = await site.db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return charge_id ?? ''
}

test('a card that is declined and one that pays, with the deferred form of Stripe', async () => {
  const { page, tier, path, done } = await aCheckout()
  await page.getByRole('button', { name: `One more: ${tier.name}` }).waitFor()
  const response = await page.goto(path)
  const headers = response?.headers() ?? {}
  assert.match(
    headers['content-security-policy'] ?? '',
    /script-src 'self' https:\/\/js\.stripe\.com/,
  )
  assert.match(
    headers['content-security-policy'] ?? '',
    /frame-src https:\/\/js\.stripe\.com[^;]*https:\/\/hooks\.stripe\.com;/,
  )
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups')
  await page.getByLabel('Card').waitFor()
  const given = await page.evaluate('window.given')
  assert.deepEqual(
    { ...(given as object), appearance: null },
    {
      key: publicKey,
      mode: 'payment',
      amount: 12_900,
      currency: 'eur',
      paymentMethodTypes: ['card'],
      paymentMethodCreation: 'manual',
      appearance: null,
    },
  )
  await page.getByText('Sold by Harbour Nights ApS').waitFor()
  await assertAccessible(page, 'the checkout with a card')
  await page.getByLabel('E-mail').fill(anEmail())
  await page.getByRole('button', { name: 'Pay €129.00' }).click()
  await page.getByText('Your card number is incomplete.').waitFor()
  await pay(page, 'pm_card_chargeDeclined')
  await page.getByText('Your payment was declined.').waitFor()
  const id = orderIn(page)
  await pay(page, 'pm_card_visa')
  await page.waitForURL(/\/tickets\?order/)
  assert.equal(stripe.chargesOf(await chargeOf(id)), 1)
  await done()
})

test('the bank is asked once by Stripe, and the order says how it ended', async () => {
  const { page, path, asked, done } = await aCheckout()
  await page.goto(path)
  await page.getByLabel('E-mail').fill(anEmail())
  await pay(page, 'pm_card_authenticationRequired')
  await page.getByRole('heading', { name: 'Your bank asks you to confirm' }).waitFor()
  const charge = await chargeOf(orderIn(page))
  const [intent] = stripe.ofPayment(charge)
  assert.deepEqual(asked, [intent?.['client_secret']])
  stripe.act(charge, true)
  const { body: payload, headers } = stripe.event('payment_intent.succeeded', intent ?? {})
  const told = await site.app.inject({ method: 'POST', url: '/payments/webhook', payload, headers })
  assert.equal(told.statusCode, 200, told.body)
  await page.waitForURL(/\/tickets\?order/)
  await done()
})

test('real money is taken only where buyers are told who sells', async () => {
  const { page, path, done } = await aCheckout({ isTold: false })
  await page.getByRole('heading', { name: 'Tickets' }).waitFor()
  assert.equal(await page.locator('.stepper, form.buy').count(), 0)
  await page.goto(path)
  await page.getByRole('heading', { name: 'Not sold here yet' }).waitFor()
  assert.deepEqual(
    await site.db
      .selectFrom('users')
      .select('id')
      .where('is_guest', '=', true)
      .where('email', 'is', null)
      .execute(),
    [],
  )
  await done()
})
