import { notify } from '#notifications'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toEuros } from '#platform/values/money'
import type { Bought, Locked } from './locked.ts'

/** What became of a payment. Its buyer is notified of each `key` once. */
export type PaymentNotice = {
  type: keyof typeof texts
  key: string
  payment: Pick<Locked, 'id' | 'user_id' | 'bought'>
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
  const notices = of.map(({ type, key, payment, cents, kept = 0 }) => {
    const [title, sentence] = texts[type]
    const message = sentence(nameOf(payment.bought), inEuros(cents), inEuros(kept))
    return {
      user_id: payment.user_id,
      type: `payment.${type}` as const,
      data: { payment_id: payment.id },
      cause: key,
      title,
      message,
    }
  })
  if (notices.length > 0) await notify(at, notices)
}

function nameOf({ name, festival }: Bought): string {
  return festival === null ? name : `${name}, ${festival}`
}

const inEuros = (cents: number) => (cents > 0 ? `${toEuros(cents).toFixed(2)} EUR` : '')
