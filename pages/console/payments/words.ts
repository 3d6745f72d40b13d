import type { PaymentEvent, SoldPayment } from '../../../client/src/index.ts'
import { span } from '../components/relative.tsx'
import { inEuros } from '../components/tables/figures.tsx'

type Tone = 'good' | 'warn' | 'bad' | 'live' | 'quiet'
type Status = SoldPayment['status']
type Type = SoldPayment['payment_type']

const states: Record<Status, { word: string; tone: Tone }> = {
  pending: { word: 'being paid', tone: 'live' },
  requires_action: { word: 'waiting for the buyer', tone: 'warn' },
  succeeded: { word: 'paid', tone: 'good' },
  failed: { word: 'declined', tone: 'bad' },
  expired: { word: 'not paid in time', tone: 'quiet' },
  refunding: { word: 'being refunded', tone: 'live' },
  refunded: { word: 'refunded', tone: 'quiet' },
  partially_refunded: { word: 'partly refunded', tone: 'warn' },
}
export const stateOf = (status: Status) => states[status]

export const statuses = Object.entries(states).map(([value, { word }]) => ({
  value,
  label: `${word[0]?.toUpperCase()}${word.slice(1)}`,
}))
export const types: { value: Type; label: string }[] = [
  { value: 'ticket', label: 'Tickets' },
  { value: 'accommodation', label: 'Accommodations' },
  { value: 'subscription', label: 'Memberships' },
]

export const isStatus = (text: string): text is Status => Object.hasOwn(states, text)
export const isType = (text: string): text is Type => types.some(({ value }) => value === text)

/** Returns the purchase: its name, or its kind when it no longer has one. */
export function whatOf({ entity_name, payment_type }: SoldPayment): string {
  const kind = { ticket: 'Ticket', accommodation: 'Accommodation', subscription: 'Membership' }
  return entity_name ?? kind[payment_type]
}

/** Returns the buyer; for a guest with the contact e-mail, as it is the only way to reach them. */
export function buyerOf({
  buyer: { firstName, lastName, guest, email },
}: Pick<SoldPayment, 'buyer'>): string {
  const name = `${firstName} ${lastName}`.trim()
  if (!guest) return name || 'Erased account'
  return [name, email].filter(Boolean).join(', ') || 'Forgotten guest'
}

/** Returns the name of the person a ticket was transferred to; undefined while its buyer has it. */
export function holderOf({ holder }: Pick<SoldPayment, 'holder'>): string | undefined {
  return holder ? `${holder.firstName} ${holder.lastName}`.trim() || 'an erased account' : undefined
}

/** Returns true if the status can change by itself, so that it is worth refreshing. */
export function isMoving({ status, needs_review }: SoldPayment): boolean {
  return ['pending', 'requires_action', 'refunding'].includes(status) && needs_review === null
}

/** The beginning of the reason of a refund that the processor refused, or that failed after it was done. */
const refused = /^Refund (refused|failed): /

/** Returns true if the refund of an ended payment was refused or failed, so that it can be retried. */
export function isRefused({ status, needs_review }: SoldPayment): boolean {
  return status === 'refunding' && needs_review !== null
}

/** Returns true if it was paid for, even if it was refunded since. */
export const isPaid = ({ status }: Pick<SoldPayment, 'status'>): boolean =>
  ['succeeded', 'partially_refunded', 'refunding', 'refunded'].includes(status)

/** Returns true if anything can still be refunded. */
export function isRefundable(payment: SoldPayment): boolean {
  const { status } = payment
  return status === 'succeeded' || status === 'partially_refunded' || isRefused(payment)
}

/** Returns the refundable amount in euros. The amount of a refused refund is only in its events. */
export function leftOf(payment: SoldPayment, events: PaymentEvent[]): number {
  const { amount, refunded_amount, kept_amount } = payment
  if (isRefused(payment)) {
    const last = events.findLast(({ reason }) => reason !== null && refused.test(reason))
    return last?.amount ?? 0
  }
  const [all, ...gone] = [amount, refunded_amount, kept_amount].map((sum) => Math.round(sum * 100))
  return gone.reduce((left, cents) => left - cents, all ?? 0) / 100
}

/** Returns the amount that the organizer retains of a payment returned by its buyer, in euros. */
export function retainedOf(payment: SoldPayment): number {
  const { status, needs_review } = payment
  const hasEnded = status === 'refunded' || (status === 'refunding' && needs_review === null)
  return hasEnded ? leftOf(payment, []) : 0
}

type Happened = { title: string; text?: string | undefined; tone: Tone }

type EventText = { tone: Tone; title: (amount: string) => string }

const events: Record<PaymentEvent['type'], EventText> = {
  pending: { tone: 'live', title: () => 'Reserved, the charge is under way' },
  requires_action: { tone: 'warn', title: () => 'Waiting for the buyer to confirm' },
  succeeded: { tone: 'good', title: (amount) => `Charged ${amount}, and issued` },
  failed: { tone: 'bad', title: () => 'Declined by the processor' },
  expired: { tone: 'quiet', title: () => 'Not paid in time, and released' },
  refunding: { tone: 'live', title: (amount) => `Refund of ${amount || 'all'} started` },
  refunded: { tone: 'quiet', title: (amount) => `Refunded ${amount}` },
  partially_refunded: {
    tone: 'warn',
    title: (amount) => `Refund of ${amount}; the rest stays valid`,
  },
  validated: { tone: 'good', title: () => 'Admitted' },
  'transfer.offered': { tone: 'live', title: () => 'Offered to another user' },
  'transfer.accepted': { tone: 'good', title: () => 'Handed on: it has another holder' },
  'transfer.declined': { tone: 'quiet', title: () => 'The offer was declined' },
  'transfer.taken_back': { tone: 'quiet', title: () => 'The offer was taken back' },
  'return.offered': { tone: 'live', title: () => 'Given to the next on the waiting list' },
  'return.taken_back': { tone: 'quiet', title: () => 'Taken back by the buyer' },
  'return.sold': { tone: 'good', title: () => 'Bought by the next on the waiting list' },
  disputed: { tone: 'bad', title: () => 'Disputed: its ticket does not admit' },
  dispute_won: { tone: 'good', title: () => 'Dispute won' },
  dispute_lost: { tone: 'bad', title: (amount) => `Dispute of ${amount} lost` },
}

/** Describes an event of a payment; for an admission the reason is the gate. */
export function describeEvent({ type, reason, amount }: PaymentEvent): Happened {
  const refusal = refusalOf(reason ?? '')
  if (refusal) return refusal
  const { tone, title } = events[type]
  if (type === 'validated' && reason !== null) return { tone, title: `Admitted at ${reason}` }
  const told = title(amount === null ? '' : inEuros(amount)).replace(/ (?=,|$)/, '')
  return { tone, title: told, text: reason === null ? undefined : (declines[reason] ?? reason) }
}

function refusalOf(reason: string): Happened | undefined {
  const [prefix, how] = refused.exec(reason) ?? []
  if (prefix === undefined) return undefined
  const isLate = how === 'failed'
  const title = isLate ? 'The refund failed after it was done' : 'The processor refused the refund'
  return { title, text: reason.slice(prefix.length), tone: 'bad' }
}

const declines: Record<string, string> = {
  insufficient_funds: 'There was not enough money on the card.',
  card_declined: 'The bank declined the card.',
  expired_card: 'The card has expired.',
}

/** Returns the time since the previous event; undefined if it followed at once. */
export function laterBy(before: string, after: string): string | undefined {
  const gap = Date.parse(after) - Date.parse(before)
  if (gap < 1_000) return undefined
  return gap < 90_000 ? `${Math.round(gap / 1_000)} s later` : `${span(gap)} later`
}
