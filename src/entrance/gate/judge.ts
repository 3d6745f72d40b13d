import {
  type Direction,
  type Outcome,
  outcomeOf,
  peopleInside,
  type Refusal,
} from '#common/gate/admission'
import type { Passage, PresentedTicket } from '#shop/tickets'
import type { Post } from './rights.ts'

/**
 * A scan as sent. `payment_id`: the payment of a ticket of ours, else null. `revision`: the revision that the code is
 * of; null: the ticket was found without its code. `scanned_at`: the time on the device.
 */
export type Scan = {
  nonce: string
  payment_id: string | null
  revision: number | null
  scanned_at: Date
  admitted_offline: boolean
  direction: Direction
  /** true: nothing is stored of a ticket that would be used up on a day not its own, and the gate asks */
  ask_first: boolean
}

/**
 * A scan, with its festival, its zone and its caller. `refused`: the stored refusal, if its device did not receive it
 * and let the holder through.
 */
export type PostedScan = Scan & Post & { refused?: { id: string; outcome: Refusal; at: Date } }

/** The stored outcome of a scan: in for the first time, in again, out, one of these but undone, or the reason for a refusal. */
export type ScanOutcome = 'admitted' | 'readmitted' | 'left' | 'undone' | Refusal

/** Returns true if a scan let its holder through. */
export function isPassed(
  outcome: ScanOutcome,
): outcome is 'admitted' | 'readmitted' | 'left' | 'undone' {
  return ['admitted', 'readmitted', 'left', 'undone'].includes(outcome)
}

/**
 * A scan with its outcome. `at`: the moment that counts; `passage`: how its holder went through; `change`: by how many
 * more people are inside.
 */
export type JudgedScan = PostedScan & {
  at: Date
  outcome: ScanOutcome
  passage: Passage | null
  change: number
}

/** The number of people inside, for zones that let no more in than their capacity, by `zoneOf`. */
export type Occupancy = Map<string, { inside: number; capacity: number }>

/** Returns a key that identifies a zone among the zones of all festivals. */
export const zoneOf = ({ festivalId, zone }: Pick<Post, 'festivalId' | 'zone'>) =>
  `${festivalId} ${zone}`

/**
 * Decides the outcomes of scans one after the other, each with the passages of the scans before it. A scan without
 * `admitted_offline` asks to be admitted now. One admitted offline counts at the time its device reports: clocks that
 * run ahead count as now, and nothing counts before its ticket was issued.
 */
export function judge(
  scans: PostedScan[],
  tickets: Map<string, PresentedTicket>,
  { now, rooms = new Map() }: { now: Date; rooms?: Occupancy },
): JudgedScan[] {
  const known = new Map(tickets)
  const inside = new Map([...rooms].map(([zone, room]) => [zone, { ...room }]))
  return scans.map((scan) => {
    const [ticket, room] = [known.get(scan.payment_id ?? ''), inside.get(zoneOf(scan))]
    const judged = judgeOne(scan, ticket, { now, room })
    if (room) room.inside += judged.change
    if (ticket) known.set(ticket.payment_id, ticketAfter(ticket, judged))
    return judged
  })
}

type ZoneOccupancy = { inside: number; capacity: number } | undefined

function judgeOne(
  scan: PostedScan,
  ticket: PresentedTicket | undefined,
  { now, room }: { now: Date; room: ZoneOccupancy },
): JudgedScan {
  const at = momentOf(scan, { issued: ticket?.issued_at, now: scan.refused?.at ?? now })
  const refused = { ...scan, at, passage: null, change: 0 }
  if (!ticket) return { ...refused, outcome: 'invalid_code' }
  const outcome = scan.refused?.outcome ?? outcomeOfScan(scan, ticket, { at, room })
  const clash = !isPassed(outcome)
  if (clash && !isClash(scan, ticket)) return { ...refused, outcome }
  const passage = { direction: scan.direction, at, zone: scan.zone, clash }
  const change =
    peopleAt(scan.zone, [...ticket.passages, passage]) - peopleAt(scan.zone, ticket.passages)
  return { ...scan, at, outcome, passage, change }
}

function ticketAfter(
  ticket: PresentedTicket,
  { at, zone, outcome, passage }: JudgedScan,
): PresentedTicket {
  if (!passage) return ticket
  const first = outcome === 'admitted' && { validated_at: at, validated_zone: zone }
  return { ...ticket, passages: [...ticket.passages, passage], ...first }
}

function peopleAt(zone: string, passages: Passage[]): number {
  return peopleInside(passages.filter((one) => one.zone === zone))
}

/** Returns true if a refused scan has let a holder of the festival's ticket through, for lack of a network. */
function isClash({ admitted_offline, festivalId }: PostedScan, ticket: PresentedTicket): boolean {
  return admitted_offline && ticket.festival_id === festivalId
}

type ScanMoment = { at: Date; room: ZoneOccupancy }

function outcomeOfScan(
  scan: PostedScan,
  ticket: PresentedTicket,
  { at, room }: ScanMoment,
): ScanOutcome {
  const { zone, direction } = scan
  const outcome = outcomeOf(
    {
      ...ticket,
      zone,
      ask_first: scan.ask_first,
      isOfFestival: ticket.festival_id === scan.festivalId,
      transferred: isTransferred(scan, { ticket, at }),
      is_full: !scan.admitted_offline && room !== undefined && room.inside >= room.capacity,
      validated_at: ticket.validated_zone === zone ? ticket.validated_at : null,
      passages: ticket.passages.filter((one) => one.zone === zone && !one.clash),
    },
    at,
    direction,
  )
  return toScanOutcome(outcome, scan, ticket)
}

function toScanOutcome(
  outcome: Outcome,
  { direction }: Scan,
  { validated_at }: PresentedTicket,
): ScanOutcome {
  if (outcome !== 'admitted') return outcome
  if (direction === 'out') return 'left'
  return validated_at ? 'readmitted' : 'admitted'
}

/**
 * Returns true if the scanned code was no longer valid at this moment: a code ends when its ticket is transferred. A
 * scan that asks to be admitted now may have waited for the transfer, so its moment can be the earlier one.
 */
function isTransferred(
  { revision, admitted_offline }: Scan,
  { ticket, at }: { ticket: PresentedTicket; at: Date },
): boolean {
  if (revision === null || revision === ticket.revision) return false
  if (!admitted_offline) return true
  const ended = ticket.handed_on_at[revision]
  return ended === undefined || at >= ended
}

function momentOf(
  { admitted_offline, scanned_at }: Scan,
  { issued, now }: { issued: Date | null | undefined; now: Date },
): Date {
  const said = admitted_offline && scanned_at < now ? scanned_at : now
  return issued && said < issued ? issued : said
}
