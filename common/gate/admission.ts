/**
 * Decides if a ticket admits (contract, section 8): the rules of the gate, for the service and for the gate's page
 * while it has no network. Imports nothing but clocks, so that both can be built with it.
 */
import { dayOf } from '#platform/zones/days'

/** The direction in which a scan asks to pass. */
export type Direction = 'in' | 'out'

/** A passage of a ticket through a gate; `at` is corrected, like the moment of a scan. */
export type Passage = { direction: Direction; at: Date }

/** A ticket as known at the moment of its scan. */
export type KnownTicket = {
  /** true if it is for the festival of this gate */
  isOfFestival: boolean
  payment_type: string
  /** the status of its payment */
  status: string
  revoked: boolean
  /** true if it was transferred after this code was signed */
  transferred: boolean
  /** the window of its tier as it is now; null: no limit on that side */
  valid_since: Date | null
  valid_until: Date | null
  /** when an earlier scan admitted it for the first time; null if that was in another zone */
  validated_at: Date | null
  /** the rule for admissions to `main`, as its tier says now */
  admission: AdmissionRule
  /** the zones of its festival that it admits to, as its tier says now */
  zones: string[]
  /** the zone that this gate leads into */
  zone: string
  /** true if that zone lets no more people in; a gate without a network does not know */
  is_full: boolean
  /** the zone of the festival, where days end at 06:00 */
  time_zone: string
  /** the known passages of this zone, in any order; the passage of `validated_at` may be missing */
  passages: Passage[]
  /** start and end of its festival; null if not known */
  start_time: Date | null
  end_time: Date | null
  /** true if the gate asks before a ticket is used up on a day that is not its own */
  ask_first: boolean
}

type Rule = (ticket: KnownTicket, at: Date) => boolean

const isIn = ({ direction }: Passage) => direction === 'in'

/** True if one more passage in at this moment would be too many. */
const usedUp = {
  once: ({ passages }) => passages.some(isIn),
  reentry: ({ passages }, at) => neighbours(passages, at).some((one) => one && isIn(one)),
  once_a_day: ({ passages, time_zone: zone }, at) =>
    passages.some((one) => isIn(one) && dayOf(one.at, zone) === dayOf(at, zone)),
} satisfies Record<string, Rule>

/** The rule for repeated admissions of a ticket. */
type AdmissionRule = keyof typeof usedUp

/** Returns the passages before and after a moment. A way in that is reported late must not lie next to another way in. */
function neighbours(passages: Passage[], at: Date): (Passage | undefined)[] {
  const ordered = byTime(passages)
  return [
    ordered.findLast((one) => one.at <= at),
    // A passage at the same moment counts as before.
    ordered.find((one) => one.at > at),
  ]
}

/**
 * Returns true if a moment is on one of the ticket's days: the days of its window, and where that has no bound, of its
 * festival. The rules admit it on other days too, so a gate that tries its device asks first.
 */
function isItsDay(ticket: KnownTicket, at: Date): boolean {
  const { valid_since, valid_until, start_time, end_time, time_zone: zone } = ticket
  const [from, to] = [valid_since ?? start_time, valid_until ?? end_time]
  const day = dayOf(at, zone)
  return (!from || dayOf(from, zone) <= day) && (!to || day <= dayOf(to, zone))
}

/** Sorts passages by time, whenever they were reported; of two at one moment the way in is later. */
function byTime<P extends Passage>(passages: P[]): P[] {
  return passages.toSorted(
    (a, b) => Number(a.at) - Number(b.at) || Number(isIn(a)) - Number(isIn(b)),
  )
}

/**
 * Returns the number of people in a zone with a ticket. Its holder is inside or outside according to the latest
 * passage, by time; each clash in adds one person, until as many have left.
 */
export function peopleInside(passages: (Passage & { clash: boolean })[]): number {
  let [holders, others] = [0, 0]
  for (const { direction, clash } of byTime(passages)) {
    if (direction === 'in' && clash) others++
    else if (direction === 'in') holders = 1
    else if (holders > 0) holders = 0
    else others = Math.max(0, others - 1)
  }
  return holders + others
}

/** Returns all known passages, with the one that an earlier version of the service stored only as `validated_at`. */
function passagesOf({ passages, validated_at: at }: KnownTicket): Passage[] {
  const isNoted = !at || passages.some((one) => isIn(one) && Number(one.at) === Number(at))
  return isNoted ? passages : [...passages, { direction: 'in', at }]
}

const paid = new Set(['succeeded', 'partially_refunded'])
const givenBack = new Set(['refunding', 'refunded'])

/** The zone that every festival has; devices from before zones belong to it. */
export const mainZone = 'main'

/** The rule of a ticket counts at `main`. Zones within it are left and entered at will, by one person at a time. */
const ruleOf = ({ admission, zone }: KnownTicket) => (zone === mainZone ? admission : 'reentry')

/** The reasons to refuse a ticket, in the order in which a gate checks them. The first and the last instant of a window belong to it. */
const rules = {
  wrong_festival: ({ isOfFestival }) => !isOfFestival,
  not_a_ticket: ({ payment_type }) => payment_type === 'subscription',
  not_succeeded: ({ status }) => !paid.has(status) && !givenBack.has(status),
  refunded: ({ status }) => givenBack.has(status),
  revoked: ({ revoked }) => revoked,
  transferred: ({ transferred }) => transferred,
  wrong_zone: ({ zones, zone }) => !zones.includes(zone),
  too_early: ({ valid_since }, at) => valid_since !== null && at < valid_since,
  too_late: ({ valid_until }, at) => valid_until !== null && at > valid_until,
  already_validated: (ticket, at) =>
    usedUp[ruleOf(ticket)]({ ...ticket, passages: passagesOf(ticket) }, at),
  full: ({ is_full }) => is_full,
  another_day: (ticket, at) => ticket.ask_first && !isItsDay(ticket, at),
} satisfies Record<string, Rule>

/** The reason why a scan does not admit; `invalid_code`: it shows no ticket of ours. */
export type Refusal = 'invalid_code' | keyof typeof rules
export type Outcome = Refusal | 'admitted'

const rulesInOrder = Object.entries(rules) as [keyof typeof rules, Rule][]

/** All refusals, in the order in which a gate checks them. */
export const refusals: Refusal[] = ['invalid_code', ...rulesInOrder.map(([refusal]) => refusal)]

/** The refusals that also apply to a way out. All others concern the way in: a holder who has left is outside, even if the ticket was revoked. */
const refusalsOnExit: ReadonlySet<string> = new Set<Refusal>([
  'wrong_festival',
  'not_a_ticket',
  'not_succeeded',
  'transferred',
])

/** Returns the outcome of scanning a ticket at a moment, on the way in or out; `ticket` is undefined if it is none of ours. */
export function outcomeOf(
  ticket: KnownTicket | undefined,
  at: Date,
  direction: Direction = 'in',
): Outcome {
  if (!ticket) return 'invalid_code'
  const asked =
    direction === 'in'
      ? rulesInOrder
      : rulesInOrder.filter(([refusal]) => refusalsOnExit.has(refusal))
  return asked.find(([, refuses]) => refuses(ticket, at))?.[0] ?? 'admitted'
}

/** Returns an outcome as a gate shows it: a ticket that was used before, or that admits after a question, is not simply refused. */
export function resultOf(outcome: Outcome): 'admitted' | 'already_validated' | 'ask' | 'refused' {
  if (outcome === 'another_day') return 'ask'
  return outcome === 'admitted' || outcome === 'already_validated' ? outcome : 'refused'
}
