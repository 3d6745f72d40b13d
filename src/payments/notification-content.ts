import { notify } from '#notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { inWords } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import type { Bought, Locked } from './locked.ts'

/** What became of payments of one order. Their buyer is notified of each `key` once. */
export type PaymentNotice = {
  type: keyof typeof texts
  key: string
  /** at least one */
  payments: Pick<Locked, 'id' | 'user_id' | 'bought'>[]
  /** of all of them */
  cents: number
  /** cents that a refund keeps back for points that were spent */
  kept?: number
}

/** `sum` is empty where nothing was charged. */
const texts = {
  succeeded: [
    'Payment received',
    (what: string, sum: string) =>
      sum ? `${what}: ${sum} paid.` : `${what} is yours, free of charge.`,
  ],
  failed: ['Payment failed', (what: string) => `${what} is not paid for. Nothing was charged.`],
  returned: [
    'Your ticket was bought',
    (what: string, sum: string) =>
      `${what}: the next in line has bought it, and it no longer admits. ${sum || 'Nothing'} comes back to you.`,
  ],
  refunded: [
    'Payment refunded',
    (what: string, sum: string, kept: string) =>
      [
        sum || kept
          ? `${what}: ${sum || 'nothing'} is on its way back to you.`
          : `${what} is given back; it had cost nothing.`,
        kept && `${kept} is kept back for points that came with it and are spent.`,
      ]
        .filter(Boolean)
        .join(' '),
  ],
} as const

/** Notifies buyers of what became of their payments (contract, section 6). */
export async function notifyBuyers(
  at: Pick<Infrastructure, 'bus'> & { db: Database; now: Date },
  of: PaymentNotice[],
): Promise<void> {
  const notices = of.flatMap(({ type, key, payments, cents, kept = 0 }) => {
    const [first] = payments
    if (!first) return []
    const [title, sentence] = texts[type]
    const what = namesOf(payments.map(({ bought }) => bought))
    return {
      user_id: first.user_id,
      type: `payment.${type}` as const,
      data: { payment_id: first.id },
      cause: key,
      title,
      message: sentence(what, inEuros(cents), inEuros(kept)),
    }
  })
  if (notices.length > 0) await notify(at, notices)
}

/** `2 × Weekend and Bell tent, Harbour Nights`: each thing once, with the festival where all are of the same. */
function namesOf(bought: Bought[]): string {
  const festivals = new Set(bought.map(({ festival }) => festival))
  const [shared = null] = festivals.size === 1 ? festivals : []
  const fullName = ({ name, festival }: Bought) =>
    shared !== null || festival === null ? name : `${name}, ${festival}`
  const counts = Map.groupBy(bought.map(fullName), (name) => name)
  const names = [...counts].map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name))
  return shared === null ? inWords(names) : `${inWords(names)}, ${shared}`
}

type Dispute = { id: string; status: 'open' | 'won' | 'lost'; amount_cents: number }

const ofDisputes = {
  open: [
    'Payment disputed',
    'The owner of the card disputes the payment. Its ticket does not admit until that is decided.',
  ],
  won: ['Dispute won', 'The payment stands, and its ticket admits again.'],
  lost: ['Dispute lost', 'The money is gone, and its ticket has ended.'],
} as const

/** Notifies the managers of the festival of a dispute; a membership has none. */
export async function notifyManagers(
  at: Pick<Infrastructure, 'bus'> & { db: Database; now: Date },
  { id, festival_id, bought }: Pick<Locked, 'id' | 'festival_id' | 'bought'>,
  { id: dispute, status, amount_cents }: Dispute,
): Promise<void> {
  if (festival_id === null) return
  const managers = await at.db
    .selectFrom('festivals')
    .innerJoin('organizer_managers', 'organizer_managers.organizer_id', 'festivals.organizer_id')
    .select('user_id')
    .where('festivals.id', '=', festival_id)
    .orderBy('user_id')
    .execute()
  const [title, sentence] = ofDisputes[status]
  const notices = managers.map(({ user_id }) => ({
    user_id,
    type: status === 'open' ? ('payment.disputed' as const) : ('payment.dispute_closed' as const),
    data: { payment_id: id, festival_id },
    cause: `dispute:${dispute}:${status}`,
    title,
    message: `${nameOf(bought)}, ${inEuros(amount_cents)}: ${sentence}`,
  }))
  if (notices.length > 0) await notify(at, notices)
}

function nameOf({ name, festival }: Bought): string {
  return festival === null ? name : `${name}, ${festival}`
}

const inEuros = (cents: number) => (cents > 0 ? `${toEuros(cents).toFixed(2)} EUR` : '')
