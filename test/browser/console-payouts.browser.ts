/** The payouts of the processor in the console, from charge to bank account. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { stripeProcessor } from '../../src/shop/payments/processors/stripe/stripe.ts'
import { aTier } from '../buying.ts'
import { paidBy } from '../processor.ts'
import { aStripeServer } from '../stripe-server.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const [secretKey, webhookSecret] = ['sk_test_0123456789', 'whsec_0123456789abcdef']
const stripe = await aStripeServer({ secretKey, webhookSecret })
after(() => stripe.close())
const now = () => new Date()
const processor = stripeProcessor({
  secretKey,
  webhookSecret,
  publicKey: 'pk_test_0123456789',
  apiBase: stripe.url,
  patience: 5_000,
  now,
})
const site = await aSite({ parts: { ...paidBy(processor) } })

for (const { width, dark, where } of looks) {
  test(`a payout is opened, added up, and leads to its orders ${where}`, async () => {
    const admin = await site.aPersonWith({ roles: ['admin'] })
    const tier = await aTier(site, { price_cents: 8_950 })
    const bought = { payment_type: 'ticket', entity_id: tier.id }
    const method = { processorPaymentMethodId: 'pm_card_visa' }
    const { body } = await site.post('/payments', { ...bought, ...method }, { as: admin })
    stripe.recordInBalance({ category: 'topup', amount: 700, source: null, description: 'Top-up' })
    const payout = stripe.payOut()

    const { page, done } = await site.open('/console/money', { width, dark, as: admin })
    await page.getByRole('button', { name: 'Read now' }).click()
    const id = page.getByRole(width < 500 ? 'list' : 'table', { name: 'Payouts' })
    await page.getByText('1 in no order').first().waitFor()
    await id.getByText('€94.91').first().waitFor()
    await assertAccessible(page, 'the payouts')

    await page.goto(`${site.url}/console/money/payouts/${payout['id']}`)
    const drawer = page.getByRole('dialog', { name: `Payout ${payout['id']}` })
    await drawer.getByText('Paid out').waitFor()
    await drawer.getByText('Top-up').first().waitFor()
    await assertAccessible(page, 'a payout')
    await drawer.getByRole('link', { name: body.order_number }).click()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    assert.match(page.url(), new RegExp(`q=${body.order_number}`))
    await done()
  })
}

test('a user with manage_money sees the money, and no link to payments', async () => {
  const treasurer = await site.aPersonWith({ permissions: ['manage_money'] })
  const { page, done } = await site.open('/console/money', { as: treasurer })
  const menu = page.getByRole('navigation', { name: 'Sections' })
  await menu.getByRole('link', { name: 'Money' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Payments' }).count(), 0)
  await page.goto(`${site.url}/console/money/payouts/unknown`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Top-up').first().waitFor()
  assert.equal(await drawer.getByRole('link').count(), 0)
  await done()
})
