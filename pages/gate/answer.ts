/** Describes a verdict in words, since colour and sound alone do not reach every user. */
import { localFormat, offsetAt, zoneName } from '#platform/zones/local-time'
import type { FoundTicket } from '../../client/src/types.ts'
import { festivalZone } from '../shared/clock.ts'
import type { Offer, Reason, Verdict } from './judge.ts'

export type Answer = {
  title: string
  /** the kind of ticket */
  what: string
  why: string
}

const titles: Record<Verdict['result'], string> = {
  admitted: 'Admitted',
  already_validated: 'Already used',
  ask: 'Not today',
  refused: 'Refused',
}

const reasons: Record<Exclude<Reason, 'too_early' | 'too_late' | 'already_validated'>, string> = {
  not_a_code: 'This is not a ticket',
  unread: 'This device cannot read this code: with a network, the service decides',
  invalid_code: 'Forged: this ticket is not genuine',
  wrong_festival: 'This ticket is for another festival',
  not_a_ticket: 'This is a subscription, not a ticket',
  not_succeeded: 'This ticket is not paid',
  refunded: 'This ticket was refunded',
  revoked: 'This ticket was revoked or refunded',
  another_day: 'This ticket is for another day. If you admit it now, it is used up',
  transferred: 'This ticket was handed on: its new holder has another code',
  wrong_zone: 'This ticket does not admit here: to other parts of the festival only',
  full: 'As many are inside as may be. Let more in when some have left',
  not_ready: 'This device has no data of the festival yet: connect it to a network once',
  cannot_check:
    'This browser cannot check tickets without a network: update it, or open the page over HTTPS',
}

/** Returns the words for a verdict at a time. */
export function answerTo(verdict: Verdict & { undone?: string }, now: Date): Answer {
  const { result, offer, isOffline } = verdict
  const isUndone = verdict.undone !== undefined
  const what = offer?.name ?? ''
  if (isUndone) return { title: 'Undone', what, why: 'It counts as not scanned' }
  if (result === 'admitted') {
    const title = verdict.direction === 'out' ? 'Out' : titles.admitted
    return isOffline
      ? { title: `${title} offline`, what, why: 'Sent to the other gates when the network is back' }
      : { title, what, why: '' }
  }
  return { title: titles[result], what, why: denialReason(verdict, now) }
}

/** Returns whether a ticket that was found admits, and if not, why. */
export function stateOf({ code, validated_at }: FoundTicket, offer: Offer | null, now: Date) {
  if (code === null) return 'Not used yet'
  if (code === 'already_validated' && validated_at !== null) {
    return `Used ${at(new Date(validated_at), now)}`
  }
  return denialReason({ reason: code, first: null, offer }, now)
}

type Refusal = Pick<Verdict, 'reason' | 'first' | 'offer'>

function denialReason({ reason, first, offer }: Refusal, now: Date): string {
  if (reason === null) return ''
  if (reason === 'too_early')
    return `Not valid ${endOf('before', offer?.valid_since, now) ?? 'yet'}`
  if (reason === 'too_late') {
    return `No longer valid ${endOf('since', offer?.valid_until, now) ?? ''}`.trim()
  }
  if (reason !== 'already_validated') return reasons[reason]
  return first ? `Used ${at(new Date(first.at), now)}, ${where(first)}` : 'Used before'
}

function endOf(word: string, time: string | null | undefined, now: Date): string | undefined {
  return time ? `${word} ${at(new Date(time), now)}` : undefined
}

function where({ gate, isHere }: { gate: string | null; isHere: boolean }): string {
  if (isHere) return 'at this gate'
  return gate === null ? 'at another gate' : `at ${gate}`
}

/** Describes the result of an offline admission that should have been refused. */
export function clashOf(verdict: Verdict, admittedAt: number, now: Date): string {
  const here = at(new Date(admittedAt), now)
  const what = verdict.offer?.name ?? 'Ticket'
  if (verdict.reason === 'already_validated' && verdict.first) {
    const first = verdict.first
    const gate = first.gate ?? 'another gate'
    return `${what} admitted twice: ${gate} ${at(new Date(first.at), now)}, this gate ${here}`
  }
  return `${what} admitted here ${here}, and should not have been. ${denialReason(verdict, now)}`
}

const clock = localFormat({ hour: '2-digit', minute: '2-digit' })
const date = localFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/**
 * Formats a time in the festival's zone: 19:02 on the same day, else Fri 2 Jul 19:02, with the year in another year.
 * Names the zone if the device shows another time.
 */
export function at(time: Date, now: Date): string {
  const zone = festivalZone()
  const [day = '', today = ''] = [time, now].map((one) => date(one, zone).replace(',', ''))
  const hour = clock(time, zone)
  const isOwn = offsetAt(time, zone) === -time.getTimezoneOffset() * 60_000
  const told = isOwn ? hour : `${hour} ${zoneName(time, zone)}`
  if (day === today) return told
  return `${day.replace(new RegExp(` ${today.slice(-4)}$`), '')} ${told}`
}
