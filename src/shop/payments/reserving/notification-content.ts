import { notify, type Speaker, translated } from '#messaging/notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Bought, LockedPayment } from './locked-orders.ts'

/** A change of payments of one order. Their buyer is notified of each `key` once. */
export type PaymentNotice = {
  type: 'succeeded' | 'failed' | 'returned' | 'refunded'
  key: string
  /** at least one */
  payments: Pick<LockedPayment, 'id' | 'user_id' | 'bought'>[]
  /** total of all of them */
  cents: number
  /** cents that a refund withholds for points that were spent */
  kept?: number
}

/** Notifies buyers of changes of their payments (contract, section 6). */
export async function notifyBuyers(
  at: Pick<Infrastructure, 'bus'> & { db: Database; now: Date },
  of: PaymentNotice[],
): Promise<void> {
  const notices = of.flatMap(({ type, key, payments, cents, kept = 0 }) => {
    const [first] = payments
    if (!first) return []
    const bought = payments.map((payment) => payment.bought)
    return {
      user_id: first.user_id,
      type: `payment.${type}` as const,
      data: { payment_id: first.id },
      cause: key,
      ...translated((speaker) =>
        speaker.words[type]({
          what: namesOf(bought, speaker),
          sum: inEuros(cents, speaker),
          kept: inEuros(kept, speaker),
        }),
      ),
    }
  })
  if (notices.length > 0) await notify(at, notices)
}

/** Returns `2 × Weekend and Bell tent, Harbour Nights`: each thing once, with the festival if all are of the same. */
function namesOf(bought: Bought[], { list }: Speaker): string {
  const festivals = new Set(bought.map(({ festival }) => festival))
  const [shared = null] = festivals.size === 1 ? festivals : []
  const fullName = ({ name, festival }: Bought) =>
    shared !== null || festival === null ? name : `${name}, ${festival}`
  const counts = Map.groupBy(bought.map(fullName), (name) => name)
  const names = [...counts].map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name))
  return shared === null ? list(names) : `${list(names)}, ${shared}`
}

type Dispute = { id: string; status: 'open' | 'won' | 'lost'; amount_cents: number }

const ofDisputes = { open: 'disputeOpen', won: 'disputeWon', lost: 'disputeLost' } as const

/** Notifies the managers of the festival of a dispute; a membership has none. */
export async function notifyManagers(
  at: Pick<Infrastructure, 'bus'> & { db: Database; now: Date },
  { id, festival_id, bought }: Pick<LockedPayment, 'id' | 'festival_id' | 'bought'>,
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
  const texts = translated((speaker) =>
    speaker.words[ofDisputes[status]](`${nameOf(bought)}, ${inEuros(amount_cents, speaker)}`),
  )
  const notices = managers.map(({ user_id }) => ({
    user_id,
    type: status === 'open' ? ('payment.disputed' as const) : ('payment.dispute_closed' as const),
    data: { payment_id: id, festival_id },
    cause: `dispute:${dispute}:${status}`,
    ...texts,
  }))
  if (notices.length > 0) await notify(at, notices)
}

function nameOf({ name, festival }: Bought): string {
  return festival === null ? name : `${name}, ${festival}`
}

/** Empty for nothing. */
const inEuros = (cents: number, { euros }: Speaker) => (cents > 0 ? euros(cents) : '')
