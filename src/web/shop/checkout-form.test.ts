/** The form with which the checkout collects a payment method, by its processor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkoutForms, ofForm } from '#common/pages/checkout-forms'
import { builtPages } from '../../../test/built-pages.ts'
import { aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld } from '../../../test/world.ts'
import type { OnlineProcessor } from '../../shop/payments/processors/processor.ts'

const pagesFolder = await builtPages('<!-- head --><!-- body -->')
const { processor } = aProcessor()

/** Returns the checkout of a shop that is paid by this processor. */
async function checkoutOf(paying: OnlineProcessor) {
  const world = await aWorld({ parts: { ...paidBy(paying), pagesFolder } })
  const festival = await aFestival(world)
  const { id } = await aTier(world, { festival_id: festival.id, price_cents: 4900 })
  const url = `/checkout?festival=${festival.id}&items=${id}:1`
  const answer = await world.app.inject({ url, headers: { accept: 'text/html' } })
  return { ...answer, policy: `${answer.headers['content-security-policy']}`, lines: world.lines }
}

for (const form of checkoutForms) {
  test(`${form}: the page has the place of this form, and may load its script alone`, async () => {
    const { statusCode, body, policy } = await checkoutOf({ ...processor, form })
    assert.equal(statusCode, 200, body)
    assert.equal(body.includes('id="card"'), form === 'stripe')
    assert.equal(body.includes('name="method"'), form === 'simulated')
    assert.equal(policy.includes('js.stripe.com'), form === 'stripe')
  })
}

test('a processor without a form is named by the failure, and gets the form of no other', async () => {
  const unknown = { ...processor, name: 'acme', form: 'acme' as 'stripe' }
  const { statusCode, body, policy, lines } = await checkoutOf(unknown)
  assert.equal(statusCode, 500)
  assert.doesNotMatch(body + policy, /stripe/i)
  const error = 'The checkout has no form for the processor acme'
  assert.ok(lines.some((line) => line.includes(error)))
  const all = { simulated: 1, stripe: 2 }
  assert.throws(() => ofForm(all, { name: 'acme', form: 'constructor' }), { message: error })
})
