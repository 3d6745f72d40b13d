/** Creates the intent of a charge, and finds it again. */
import type { Stripe } from 'stripe'
import type { Charge } from '../processor.ts'
import { isOfOtherParameters, isRefusedAmount, isUnknown } from './errors.ts'

export type Api = () => Promise<Stripe>
export type Intent = Stripe.PaymentIntent

const hour = 3_600_000
/** An hour less than Stripe retains idempotency keys, so that clocks may differ. */
const keyLife = 23 * hour

/** Creates an intent. The same key returns the same intent: until it is confirmed, nothing is charged. */
export async function createIntent(api: Api, { key, cents, number }: Charge): Promise<Intent> {
  const { paymentIntents } = await api()
  return paymentIntents.create(
    {
      amount: cents,
      currency: 'eur',
      // Cards, and the wallets that pay with one, are charged at once. Others may take days, which no order waits for,
      // or leave the page. Methods that Stripe adds later are excluded as well. Not beside `automatic_payment_methods`
      // (https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter).
      allowed_payment_method_types: ['card'],
      ...(number && { description: `Order ${number}` }),
      metadata: { payment_id: key, ...(number && { order_number: number }) },
    },
    { idempotencyKey: key },
  )
}

/** Returns the intent of a charge in its current state; undefined if there can be none. */
export async function findIntent(api: Api, charge: Charge, now: Date): Promise<Intent | undefined> {
  const { paymentIntents } = await api()
  if (charge.id) {
    const known = await paymentIntents.retrieve(charge.id).catch((error: unknown) => {
      // It belongs to an account that this service used before.
      if (!isUnknown(error)) throw error
    })
    // A process of an earlier version may have begun another attempt since.
    if (known?.metadata['payment_id'] === charge.key) return known
  }
  if (now.getTime() - charge.createdAt.getTime() > keyLife) return searchIntent(api, charge)
  try {
    const { id } = await createIntent(api, charge)
    // A known key answers with the intent as it was when it was made.
    return await paymentIntents.retrieve(id)
  } catch (error) {
    if (isRefusedAmount(error)) return undefined
    if (!isOfOtherParameters(error)) throw error
    // An earlier version has made it, with other parameters.
    const made = await searchIntent(api, charge)
    // The search may be a minute behind.
    if (!made) throw error
    return made
  }
}

async function searchIntent(api: Api, { key }: Charge): Promise<Intent | undefined> {
  const { paymentIntents } = await api()
  const { data } = await paymentIntents.search({ query: `metadata['payment_id']:'${key}'` })
  return data[0]
}
