/** The account behind `stripe-server.ts`: intents with their states, refunds, search. */
import { randomBytes } from 'node:crypto'
import { listPayouts, listTransactions, record } from './stripe-balance.ts'
import { type Account, type Call, type Json, newId, type Reply, refusal } from './stripe-call.ts'
import { createRefund, listRefunds } from './stripe-refunds.ts'

const lists = new Map([
  ['GET refunds', listRefunds],
  ['GET balance_transactions', listTransactions],
  ['GET payouts', listPayouts],
])

/** The action of a request, decided by its path. */
export function carryOut(account: Account, call: Call): Reply {
  const [, , resource, id = ''] = call.path.split('/')
  const list = lists.get(`${call.method} ${resource}`)
  if (list) return list(account, call.query)
  if (resource === 'refunds') return createRefund(account, call.form)
  if (resource !== 'payment_intents') return refusal(404, { type: 'invalid_request_error' })
  if (call.method === 'POST' && !id) return createIntent(account, call.form)
  if (id === 'search') return search(account, call.query.get('query') ?? '')
  return onIntent(account, call)
}

function onIntent(account: Account, { path, form }: Call): Reply {
  const [, , , id = '', verb] = path.split('/')
  const intent = account.intents.get(id)
  if (!intent) {
    const message = `No such payment_intent: '${id}'`
    return refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message })
  }
  if (verb === 'confirm') return confirm(account, intent, form)
  if (verb === 'cancel') return cancel(intent, form)
  return shown(intent)
}

/** `charges` and `method` are internal and not returned. */
function shown({ charges: _, method: __, ...intent }: Json): Reply {
  return { status: 200, body: structuredClone(intent) }
}

function createIntent({ intents }: Account, form: Json): Reply {
  const amount = Number(form['amount'])
  if (!Number.isInteger(amount) || form['currency'] !== 'eur') {
    return refusal(400, { type: 'invalid_request_error', code: 'parameter_invalid_integer' })
  }
  if (amount < 50) {
    const message = 'Amount must be at least €0.50 eur'
    const error = {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      param: 'amount',
      message,
    }
    return refusal(400, error)
  }
  const fault = methodsFault(form)
  if (fault) return fault
  const id = newId('pi')
  const intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: 'eur',
    description: form['description'] ?? null,
    // Those that the account has enabled, where the request allows them.
    payment_method_types: Object.values(form['allowed_payment_method_types'] ?? enabledTypes),
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    last_payment_error: null,
    metadata: form['metadata'] ?? {},
    charges: 0,
  }
  intents.set(id, intent)
  return shown(intent)
}

const enabledTypes = ['card', 'sepa_debit']

/** As of 2026-09-30.endive: what Stripe's changelog says of the parameters that choose ways to pay. */
function methodsFault(form: Json): Reply | undefined {
  if (form['payment_method_types']) {
    const code = 'payment_method_types_no_longer_supported'
    return refusal(400, { type: 'invalid_request_error', code })
  }
  const exclusive = ['automatic_payment_methods', 'excluded_payment_method_types']
  if (form['allowed_payment_method_types'] && exclusive.some((name) => form[name])) {
    return refusal(400, { type: 'invalid_request_error', code: 'parameters_exclusive' })
  }
  return undefined
}

const declined = (decline_code: string, code = 'card_declined') => ({
  type: 'card_error',
  code,
  decline_code,
  message: 'Your card was declined.',
})

export const cardErrors: Record<string, Json> = {
  pm_card_chargeDeclined: declined('generic_decline'),
  pm_card_visa_chargeDeclined: declined('generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: declined('insufficient_funds'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined('insufficient_funds'),
  pm_card_visa_chargeDeclinedLostCard: declined('lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declined('stolen_card'),
  pm_card_chargeDeclinedFraudulent: declined('fraudulent'),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declined('card_velocity_exceeded'),
  pm_card_chargeDeclinedExpiredCard: { type: 'card_error', code: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { type: 'card_error', code: 'incorrect_cvc' },
  pm_card_chargeDeclinedProcessingError: { type: 'card_error', code: 'processing_error' },
  authentication: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  },
}

function confirm(account: Account, intent: Json, { payment_method: method }: Json): Reply {
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']
  if (!open.includes(intent['status'])) return unexpected(intent, 'confirm')
  if (!`${method}`.startsWith('pm_')) {
    const message = `No such PaymentMethod: '${method}'`
    const error = { type: 'invalid_request_error', code: 'resource_missing', message }
    return refusal(400, { ...error, param: 'payment_method' })
  }
  const type = `${method}`.startsWith('pm_sepaDebit') ? 'sepa_debit' : 'card'
  if (!intent['payment_method_types'].includes(type)) {
    const code = 'payment_intent_incompatible_payment_method'
    return refusal(400, { type: 'invalid_request_error', code })
  }
  intent['method'] = method
  const error = cardErrors[method]
  if (error) {
    fail(intent, error)
    return refusal(402, { ...error, payment_intent: shown(intent).body })
  }
  if (/authenticationRequired|threeDSecure/.test(method)) {
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  } else if (method === 'pm_slow_bank' || type === 'sepa_debit') {
    intent['status'] = 'processing'
  } else {
    take(account, intent)
  }
  return shown(intent)
}

/** The payment succeeds. */
export function take(account: Account, intent: Json) {
  const { amount: amount_received, charges, id, description } = intent
  Object.assign(intent, { status: 'succeeded', amount_received, charges: charges + 1 })
  const source = { id: newId('ch'), object: 'charge', payment_intent: id }
  record(account, { category: 'charge', amount: amount_received, source, description })
}

export function fail(intent: Json, error: Json) {
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
}

function cancel(intent: Json, { cancellation_reason = null }: Json): Reply {
  if (['succeeded', 'canceled', 'processing'].includes(intent['status'])) {
    return unexpected(intent, 'cancel')
  }
  Object.assign(intent, { status: 'canceled', cancellation_reason })
  return shown(intent)
}

function unexpected(intent: Json, verb: string): Reply {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent['status']}.`
  const code = 'payment_intent_unexpected_state'
  const error = { type: 'invalid_request_error', code, message }
  return refusal(400, { ...error, payment_intent: shown(intent).body })
}

function search({ intents }: Account, query: string): Reply {
  const [, key = '', value = ''] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? []
  const found = [...intents.values()].filter(({ metadata }) => metadata[key] === value)
  const data = found.map((intent) => shown(intent).body)
  return { status: 200, body: { object: 'search_result', data, has_more: false } }
}
