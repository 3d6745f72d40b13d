/** The balance of the account behind `stripe-server.ts`: its transactions, and the payouts they are in. */
import { type Account, type Json, newId, type Reply } from './stripe-call.ts'

/** `type` is not in here: `reporting_category` says more. Fees as for European cards: 1.5 % and 25 cents. */
type Recorded = {
  category: string
  amount: number
  source: Json | null
  description?: string | null
  fee?: number
}

/** Adds a transaction to the balance. */
export function record(account: Account, entry: Recorded): Json {
  const { category, amount, source, description = null } = entry
  const { fee = category === 'charge' ? Math.round(amount * 0.015) + 25 : 0 } = entry
  const created = Math.floor(account.now() / 1000)
  const transaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency: 'eur',
    created,
    available_on: created,
    description,
    reporting_category: category,
    source,
    payout: null,
  }
  account.balance.unshift(transaction)
  return transaction
}

/**
 * Makes a payout: by the schedule, of all that no payout has, or by hand, of an amount, in which case no transaction is
 * assigned. `isReady`: it is known already what is in it.
 */
export function payOut(
  account: Account,
  { cents, isReady = true }: { cents?: number; isReady?: boolean },
): Json {
  const id = newId('po')
  const automatic = cents === undefined
  const open = automatic ? account.balance.filter(({ payout }) => payout === null) : []
  const amount = cents ?? open.reduce((sum, { net }) => sum + net, 0)
  for (const transaction of open) transaction['payout'] = id
  const own = record(account, {
    category: 'payout',
    amount: -amount,
    source: { id, object: 'payout' },
  })
  // What a person has paid out is missing in the next one by the schedule.
  if (automatic) own['payout'] = id
  const payout = {
    id,
    object: 'payout',
    amount,
    currency: 'eur',
    automatic,
    created: own['created'],
    arrival_date: own['created'] + 2 * 86_400,
    status: 'in_transit',
    failure_code: null,
    reconciliation_status: !automatic ? 'not_applicable' : isReady ? 'completed' : 'in_progress',
  }
  account.payouts.unshift(payout)
  return payout
}

/** The bank returns a payout: its money is in the balance again. */
export function failPayout(account: Account, id: string): void {
  const payout = account.payouts.find((one) => one['id'] === id)
  if (!payout) throw new Error(`There is no payout ${id}`)
  Object.assign(payout, { status: 'failed', failure_code: 'account_closed' })
  const source = { id, object: 'payout' }
  record(account, { category: 'payout_reversal', amount: payout['amount'], source })
}

export const listPayouts = ({ payouts }: Account, query: URLSearchParams): Reply =>
  pageOf(payouts, query)

/** Manual payouts have no transactions of their own. `source` is an id where it is not expanded. */
export function listTransactions({ balance, payouts }: Account, query: URLSearchParams): Reply {
  const of = query.get('payout')
  const isKnown = (id: string) =>
    payouts.some((one) => one['id'] === id && one['reconciliation_status'] === 'completed')
  const found = of === null ? balance : balance.filter(({ payout }) => payout === of && isKnown(of))
  const isExpanded = query.getAll('expand[0]').includes('data.source')
  const shown = found.map(({ payout: _, ...one }) => ({
    ...one,
    source: isExpanded ? one['source'] : (one['source']?.id ?? null),
  }))
  return pageOf(shown, query)
}

/** A page of a list, newest first: after `starting_after`, within `created`. */
function pageOf(all: Json[], query: URLSearchParams): Reply {
  const limit = Number(query.get('limit') ?? 10)
  const [from, to] = ['created[gte]', 'created[lte]'].map((name) => query.get(name))
  const within = all.filter(
    ({ created }) => created >= Number(from ?? 0) && created <= Number(to ?? Infinity),
  )
  const begin = within.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const data = structuredClone(within.slice(begin, begin + limit))
  const has_more = within.length > begin + limit
  return { status: 200, body: { object: 'list', data, has_more } }
}
