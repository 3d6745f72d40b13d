/** The refunds of the account behind `stripe-server.ts`. */
import { record } from './stripe-balance.ts'
import { type Account, type Json, newId, type Reply, refusal } from './stripe-call.ts'

export function listRefunds({ refunds }: Account, query: URLSearchParams): Reply {
  const of = query.get('payment_intent')
  const data = refunds.filter((refund) => refund['payment_intent'] === of)
  return { status: 200, body: { object: 'list', data: structuredClone(data), has_more: false } }
}

/** The state in which a refund of an intent begins. */
function startOf({ failedRefunds }: Account, intent: Json) {
  const failure_reason = failedRefunds.get(intent['metadata'].payment_id)
  if (failure_reason) return { status: 'failed', failure_reason }
  return intent['method'] === 'pm_card_pendingRefund'
    ? { status: 'pending', pending_reason: 'insufficient_funds' }
    : { status: 'succeeded' }
}

export function createRefund(account: Account, form: Json): Reply {
  const intent = account.intents.get(form['payment_intent'])
  if (intent?.['status'] !== 'succeeded') return refuse('payment_intent_unexpected_state')
  const code = account.unrefundable.get(intent['metadata'].payment_id)
  if (code) return refuse(code)
  const left = intent['amount'] - refundedOf(account, intent)
  if (left === 0) return refuse('charge_already_refunded')
  const amount = Number(form['amount'])
  if (amount > left) {
    const message = 'Refund amount is greater than unrefunded amount on charge'
    return refusal(400, { type: 'invalid_request_error', message, param: 'amount' })
  }
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: 'eur',
    payment_intent: intent['id'],
    ...startOf(account, intent),
    metadata: form['metadata'] ?? {},
  }
  account.refunds.push(refund)
  if (refund['status'] === 'succeeded') recordRefund(account, refund, -1)
  return { status: 200, body: structuredClone(refund) }
}

/**
 * Some time passes: refunds of `pm_card_refundFail` fail, those of `pm_card_pendingRefund` succeed
 * (https://docs.stripe.com/testing#refunds). Returns those of an intent that changed.
 */
export function endRefunds(account: Account, intent: Json): Json[] {
  const { refunds } = account
  const open = { pm_card_refundFail: 'succeeded', pm_card_pendingRefund: 'pending' }
  const status = open[intent['method'] as keyof typeof open]
  const ended = refunds.filter(
    (refund) => refund['payment_intent'] === intent['id'] && refund['status'] === status,
  )
  for (const refund of ended) {
    if (status === 'pending') refund['status'] = 'succeeded'
    else Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    recordRefund(account, refund, status === 'pending' ? -1 : 1)
  }
  return structuredClone(ended)
}

/** A refund takes its amount from the balance; one that failed later gives it back. */
function recordRefund(account: Account, { id, amount, payment_intent }: Json, sign: 1 | -1) {
  const source = { id, object: 'refund', payment_intent }
  const category = sign === 1 ? 'refund_failure' : 'refund'
  record(account, { category, amount: sign * amount, source })
}

function refuse(code: string): Reply {
  return refusal(400, { type: 'invalid_request_error', code, message: code })
}

/** The refunded amount of an intent, cents. */
export function refundedOf({ refunds }: Account, intent: Json): number {
  return refunds
    .filter(({ payment_intent, status }) => payment_intent === intent['id'] && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
}
