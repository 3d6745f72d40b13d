/** Payouts of a Stripe account, and the balance transactions in them (stripe 23.1.0). */
import type { Stripe } from 'stripe'
import type { BalanceEntry, PayoutSource, ProcessorPayout } from '../payout-source.ts'
import type { Api } from './intents.ts'

/** The most that Stripe returns at a time; the package reads page after page. */
const limit = 100
const withSource = { limit, expand: ['data.source'] }

export function stripePayouts(api: Api): PayoutSource {
  return {
    async *payouts(between) {
      const { payouts } = await api()
      for await (const payout of payouts.list({ limit, created: within(between) })) {
        yield toPayout(payout)
      }
    },
    async *entries(between) {
      const { balanceTransactions } = await api()
      const listed = balanceTransactions.list({ ...withSource, created: within(between) })
      for await (const transaction of listed) yield toEntry(transaction)
    },
    async *entriesOf(payout) {
      const { balanceTransactions } = await api()
      // The list has the payout itself too, as what it takes from the balance.
      for await (const transaction of balanceTransactions.list({ ...withSource, payout })) {
        if (sourceOf(transaction).id !== payout) yield toEntry(transaction)
      }
    },
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const within = ({ from, to }: { from: Date; to: Date }) => ({
  gte: seconds(from),
  lte: seconds(to),
})
const dateOf = (unix: number) => new Date(unix * 1000)

const statuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

function toPayout({ id, amount, currency, ...payout }: Stripe.Payout): ProcessorPayout {
  return {
    id,
    cents: amount,
    currency,
    status: statuses.find((status) => status === payout.status) ?? 'pending',
    isAutomatic: payout.automatic,
    // `in_progress` for some hours, `not_applicable` for manual and instant payouts.
    isItemized: payout.reconciliation_status === 'completed',
    createdAt: dateOf(payout.created),
    arrivesOn: dateOf(payout.arrival_date).toISOString().slice(0, 10),
    failure: payout.failure_code,
  }
}

/**
 * Kinds by `reporting_category`, which unlike `type` tells disputes and failed refunds from other adjustments
 * (https://docs.stripe.com/reports/reporting-categories).
 */
const kinds = new Map<string, BalanceEntry['kind']>([
  ['charge', 'charge'],
  ['charge_failure', 'charge'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['fee', 'fee'],
  ['network_cost', 'fee'],
  ['tax', 'fee'],
  ['payout', 'payout'],
  ['payout_reversal', 'payout'],
])

function toEntry(transaction: Stripe.BalanceTransaction): BalanceEntry {
  const { id, amount, fee, currency, created, description, reporting_category } = transaction
  const source = sourceOf(transaction)
  return {
    id,
    kind: kinds.get(reporting_category) ?? 'other',
    category: reporting_category,
    cents: amount,
    feeCents: fee,
    currency,
    createdAt: dateOf(created),
    source: source.id,
    charge: source.intent,
    description,
  }
}

/** The object that a transaction is about, and the intent it belongs to. */
function sourceOf({ source }: Stripe.BalanceTransaction): {
  id: string | null
  intent: string | null
} {
  if (source === null || typeof source === 'string') return { id: source, intent: null }
  const intent = 'payment_intent' in source ? source.payment_intent : null
  const id = intent && typeof intent === 'object' && 'id' in intent ? intent.id : intent
  return { id: source.id, intent: typeof id === 'string' ? id : null }
}
