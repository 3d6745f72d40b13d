/**
 * Payments through Stripe. A charge is a PaymentIntent, created with the order's id as its idempotency key and
 * confirmed in a second call: a process that knows only the order's id finds the intent by creating it again, which
 * returns the same one or a harmless one that is never confirmed. Stripe retains such keys for 24 hours; after that the
 * intent is found by its id, or by its metadata.
 */

import type { Stripe } from 'stripe'
import { isLiveKey } from '#platform/config/operator'
import { Problem } from '#platform/values/errors'
import type { Clock } from '#platform/values/time'
import {
  amountFault,
  type Charge,
  card,
  type OnlineProcessor,
  OtherAmount,
  type Outcome,
  type Standing,
} from '../processor.ts'
import { requireSignature } from '../signature.ts'
import { declineOf, isOfAnotherState, isUnknown, reasonOf } from './errors.ts'
import { toEvent } from './events.ts'
import { type Api, createIntent, findIntent, type Intent } from './intents.ts'
import { stripePayouts } from './payouts.ts'
import { listRefunds, refundCharge } from './refunds.ts'

type Account = {
  secretKey: string
  publicKey: string
  webhookSecret: string
  /** a server other than Stripe's own */
  apiBase?: string | undefined
  /** longest wait for a charge, milliseconds: making it, once again, and confirming it */
  patience: number
  now: Clock
}

const signatureHeader = 'stripe-signature'
export const facts = { name: 'stripe', methods: { card }, form: 'stripe', signatureHeader } as const

export function stripeProcessor(account: Account): OnlineProcessor {
  const { webhookSecret, publicKey, patience, now } = account
  const api = connectLazily(account)
  const confirming = { timeout: Math.round(patience / 2), maxNetworkRetries: 0 }
  return {
    ...facts,
    livemode: isLiveKey(account.secretKey),
    publicKey,
    defaultMethod: undefined,
    charge: (charge, method) => charged(api, charge, { method, confirming }),
    find: async (charge) => standingOf(await findIntent(api, charge, now()), charge),
    cancelCharge: (charge) => cancelled(api, charge, now()),
    refund: (refund) => refundCharge(api, refund, now()),
    refundsOf: (charge) => listRefunds(api, charge, now()),
    books: stripePayouts(api),
    webhook: (headers, body) => {
      const header = headers[signatureHeader]
      requireSignature({ header, body, secret: webhookSecret, now: now() })
      return toEvent(JSON.parse(body.toString()), (id) => askedIntent(api, id))
    },
  }
}

/** Loads the package with the first payment, so that no start of the service waits for it. */
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

/**
 * Returns an intent; undefined if the account has none with this id.
 * @throws Problem 503 while Stripe does not answer: it sends the event again
 */
async function askedIntent(api: Api, id: string): Promise<Intent | undefined> {
  return (await api()).paymentIntents.retrieve(id).catch((error: unknown) => {
    if (isUnknown(error)) return undefined
    throw new Problem(503, 'The event of Stripe does not name a payment')
  })
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

/** @throws while Stripe has not decided: then the caller asks again later */
function outcomeOf(intent: Intent, charge: Charge): Outcome {
  const standing = standingOf(intent, charge)
  if (standing.state === 'none') throw new Error(`The intent is still ${intent.status}`)
  return standing
}

/** @throws OtherAmount when it was paid with another amount or currency */
function standingOf(intent: Intent | undefined, charge: Charge): Standing {
  if (!intent) return { state: 'none' }
  const { id, status, client_secret, last_payment_error } = intent
  if (status === 'succeeded') return paid(intent, charge)
  if (status === 'canceled') return { state: 'declined', reason: 'canceled' }
  if (status === 'requires_action') {
    return { state: 'requires_action', clientSecret: client_secret ?? '', id }
  }
  if (status === 'requires_payment_method' && last_payment_error) {
    return { state: 'declined', reason: reasonOf(last_payment_error) }
  }
  return { state: 'none' }
}

function paid({ id, amount_received: cents, currency }: Intent, charge: Charge) {
  const fault = amountFault({ cents, currency }, charge.cents)
  if (fault) throw new OtherAmount(fault)
  return { state: 'succeeded', id } as const
}
