import type { Activity } from '../../../client/src/index.ts'

export type Kind = 'payments' | 'gate' | 'transfers' | 'festivals'
export const kinds: { value: Kind; label: string }[] = [
  { value: 'payments', label: 'Payments' },
  { value: 'gate', label: 'Gate' },
  { value: 'transfers', label: 'Handing on' },
  { value: 'festivals', label: 'Festivals' },
]

type Tone = 'good' | 'warn' | 'bad' | 'live' | 'quiet'
type Words = { kind: Kind; verb: string; tone: Tone }

const words: Record<Activity['type'], Words> = {
  'payment.succeeded': { kind: 'payments', verb: 'Sold', tone: 'good' },
  'payment.failed': { kind: 'payments', verb: 'Payment failed', tone: 'bad' },
  'payment.refunded': { kind: 'payments', verb: 'Refunded', tone: 'warn' },
  'payment.refund_refused': { kind: 'payments', verb: 'Refund refused', tone: 'bad' },
  'ticket.admitted': { kind: 'gate', verb: 'Admitted', tone: 'good' },
  'ticket.left': { kind: 'gate', verb: 'Left', tone: 'quiet' },
  'ticket.refused': { kind: 'gate', verb: 'Turned away', tone: 'bad' },
  'transfer.offered': { kind: 'transfers', verb: 'Offered to another', tone: 'live' },
  'transfer.accepted': { kind: 'transfers', verb: 'Handed on', tone: 'good' },
  'transfer.declined': { kind: 'transfers', verb: 'Offer declined', tone: 'quiet' },
  'transfer.taken_back': { kind: 'transfers', verb: 'Offer taken back', tone: 'quiet' },
  'festival.published': { kind: 'festivals', verb: 'Festival created', tone: 'live' },
  'festival.changed': { kind: 'festivals', verb: 'Festival changed', tone: 'live' },
  'festival.cancelled': { kind: 'festivals', verb: 'Festival cancelled', tone: 'bad' },
  'festival.deleted': { kind: 'festivals', verb: 'Festival deleted', tone: 'bad' },
}

export const wordsOf = ({ type }: Activity): Words => words[type]

/** The new and the listed activities, each once, newest first. */
export function inOrder(fresh: Activity[], listed: Activity[]): Activity[] {
  const byId = new Map([...listed, ...fresh].map((activity) => [activity.id, activity]))
  return [...byId.values()].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}

/** Returns true if an activity is of the given kinds (any, if none are given) and matches the text. */
export function isOf(activity: Activity, kinds: string[], text: string): boolean {
  const isKind = kinds.length === 0 || kinds.includes(wordsOf(activity).kind)
  const told = `${activity.title} ${activity.festival?.name ?? ''}`.toLowerCase()
  return isKind && told.includes(text.toLowerCase())
}
