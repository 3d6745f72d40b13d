/**
 * Payments through Stripe. A charge is a PaymentIntent, created with the order's id as its
 * idempotency key and confirmed in a second call: a process that knows only the order's id finds the
 * intent by creating it again, which returns the same one or a harmless one that is never confirmed. Stripe keeps
 * such keys for 24 hours; after that the intent is found by its metadata.
 */

import type { Stripe } from 'stripe'
import { isLiveKey } from '#platform/config/rules'
import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import {
  amountFault,
  type Charge,
  OtherAmount,
  type Outcome,
  type Processor,
  type Refund,
  type Standing,
} from './processor.ts'
import { requireSignature } from './signature.ts'
import { declineOf, isOfAnotherState, isRefusedAmount, isStripeError } from './stripe-errors.ts'
import { reasonOf, toEvent } from './stripe-events.ts'

type Account = {
  secretKey: string
  publicKey: string
  webhookSecret: string
  /** another server than Stripe's own */
  apiBase?: string | undefined
  /** how long a charge is waited for, milliseconds: making it, once again, and confirming it */
  patience: number
  now: Clock
}

type Api = () => Promise<Stripe>
type Intent = Stripe.PaymentIntent

const hour = 3_600_000
/** An hour less than Stripe keeps idempotency keys, so that clocks may differ. */
const keyLife = 23 * hour

export function stripeProcessor(account: Account): Processor {
  const { webhookSecret, publicKey, patience, now } = account
  const api = connectLazily(account)
  const confirming = { timeout: Math.round(patience / 2), maxNetworkRetries: 0 }
  return {
    name: 'stripe',
    livemode: isLiveKey(account.secretKey),
    publicKey,
    defaultMethod: undefined,
    charge: (charge, method) => charged(api, charge, { method, confirming }),
    get: async (charge) => standingOf(await findIntent(api, charge, now()), charge),
    cancel: (charge) => cancelled(api, charge, now()),
    refund: (refund) => refunded(api, refund, now()),
    webhook: (headers, body) => {
      const header = headers['stripe-signature']
      requireSignature({ header, body, secret: webhookSecret, now: now() })
      return toEvent(JSON.parse(body.toString()), (id) => askedIntent(api, id))
    },
  }
}

/** The package is loaded with the first payment, so that no start of the service waits for it. */
function connectLazily({ secretKey, apiBase, patience }: Account): Api {
  let client: Promise<Stripe> | undefined
  const connect = async () => {
    const { Stripe } = await import('stripe')
    const calling = { timeout: Math.round(patience / 5), maxNetworkRetries: 1 }
    return new Stripe(secretKey, { ...calling, telemetry: false, ...serverOf(apiBase) })
  }
  return () => {
    client ??= connect()
    return client
  }
}

function serverOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/** @throws Problem 503 while Stripe does not answer: it sends the event again */
async function askedIntent(api: Api, id: string): Promise<Intent> {
  return (await api()).paymentIntents.retrieve(id).catch(() => {
    throw new Problem(503, 'Stripe does not say which payment this is about')
  })
}

/** The same key returns the same intent: until it is confirmed, nothing is charged. */
async function createIntent(api: Api, { key, cents }: Charge): Promise<Intent> {
  const { paymentIntents } = await api()
  return paymentIntents.create(
    {
      amount: cents,
      currency: 'eur',
      // Ways to pay that leave the page need an address to come back to, which we do not have.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { payment_id: key },
    },
    { idempotencyKey: key },
  )
}

/** The intent of a charge as it stands; undefined when there can be none. */
async function findIntent(api: Api, charge: Charge, now: Date): Promise<Intent | undefined> {
  const { paymentIntents } = await api()
  if (now.getTime() - charge.createdAt.getTime() > keyLife) {
    const query = `metadata['payment_id']:'${charge.key}'`
    const { data } = await paymentIntents.search({ query })
    return data[0]
  }
  try {
    const { id } = await createIntent(api, charge)
    // What a known key answers is how the intent was when it was made.
    return await paymentIntents.retrieve(id)
  } catch (error) {
    if (isRefusedAmount(error)) return undefined
    throw error
  }
}

type Confirmation = {
  method: string
  confirming: { timeout: number; maxNetworkRetries: number }
}

async function charged(api: Api, charge: Charge, { method, confirming }: Confirmation) {
  const { paymentIntents } = await api()
  try {
    const { id } = await createIntent(api, charge)
    const options = { ...confirming, idempotencyKey: `${charge.key}-confirm` }
    const intent = await paymentIntents
      .confirm(id, { payment_method: method }, options)
      .catch((error: unknown) => {
        if (isOfAnotherState(error)) return paymentIntents.retrieve(id)
        throw error
      })
    return outcomeOf(intent, charge)
  } catch (error) {
    const reason = declineOf(error)
    if (reason === undefined) throw error
    return { state: 'declined', reason } as const
  }
}

async function cancelled(api: Api, charge: Charge, now: Date): Promise<'cancelled' | 'succeeded'> {
  const { paymentIntents } = await api()
  const found = await findIntent(api, charge, now)
  if (!found || found.status === 'canceled') return 'cancelled'
  if (found.status === 'succeeded') return paid(found, charge).state
  try {
    await paymentIntents.cancel(found.id, { cancellation_reason: 'abandoned' })
    return 'cancelled'
  } catch (error) {
    if (!isOfAnotherState(error)) throw error
    const intent = await paymentIntents.retrieve(found.id)
    if (intent.status === 'succeeded') return paid(intent, charge).state
    if (intent.status === 'canceled') return 'cancelled'
    throw error
  }
}

async function refunded(api: Api, { charge, key, cents }: Refund, now: Date) {
  const { refunds } = await api()
  const intent = await findIntent(api, charge, now)
  if (!intent) return refused('charge_not_found')
  // Looked for first, since Stripe forgets the key after a day and would give it back once more.
  const known = await knownRefund(refunds.list({ payment_intent: intent.id, limit: 100 }), key)
  try {
    const refund =
      known ??
      (await refunds.create(
        {
          payment_intent: intent.id,
          amount: cents,
          metadata: { refund_key: key, payment_id: charge.key },
        },
        { idempotencyKey: key },
      ))
    const hasFailed = refund.status === 'failed' || refund.status === 'canceled'
    return hasFailed ? refused(refund.failure_reason ?? refund.status) : refundedState
  } catch (error) {
    if (!isStripeError(error) || !/^Stripe(InvalidRequest|Card)Error$/.test(error.type)) throw error
    return refused(error.code)
  }
}

/** Of all refunds of a charge, page after page, the one with this key. */
async function knownRefund(listed: AsyncIterable<Stripe.Refund>, key: string) {
  for await (const refund of listed) if (refund.metadata?.['refund_key'] === key) return refund
  return undefined
}

const refundedState = { state: 'refunded' } as const

function refused(reason: string | null | undefined) {
  return { state: 'refused', reason: reason ?? 'refused' } as const
}

/** @throws while Stripe has not decided: then the caller asks again later */
function outcomeOf(intent: Intent, charge: Charge): Outcome {
  const standing = standingOf(intent, charge)
  if (standing.state === 'none') throw new Error(`The intent is still ${intent.status}`)
  return standing
}

/** @throws OtherAmount when it was paid with another amount or currency */
function standingOf(intent: Intent | undefined, charge: Charge): Standing {
  if (!intent) return { state: 'none' }
  const { status, client_secret, last_payment_error } = intent
  if (status === 'succeeded') return paid(intent, charge)
  if (status === 'canceled') return { state: 'declined', reason: 'canceled' }
  if (status === 'requires_action') {
    return { state: 'requires_action', clientSecret: client_secret ?? '' }
  }
  if (status === 'requires_payment_method' && last_payment_error) {
    return { state: 'declined', reason: reasonOf(last_payment_error) }
  }
  return { state: 'none' }
}

function paid({ amount_received: cents, currency }: Intent, charge: Charge) {
  const fault = amountFault({ cents, currency }, charge.cents)
  if (fault) throw new OtherAmount(fault)
  return { state: 'succeeded' } as const
}
