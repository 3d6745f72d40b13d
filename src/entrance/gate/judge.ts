import type { Passage, PresentedTicket } from '#shop/tickets'
import { type Direction, type Outcome, outcomeOf, peopleInside, type Refusal } from './admission.ts'
import type { Post } from './rights.ts'

/**
 * What was scanned: the payment of a ticket of ours, or null, and which revision of it the code is of; null: the
 * ticket was found without its code. `scanned_at` is as the device says.
 */
export type Scan = {
  nonce: string
  payment_id: string | null
  revision: number | null
  scanned_at: Date
  admitted_offline: boolean
  direction: Direction
  /** of a ticket that would be used up on a day that is not its own nothing is kept, and the gate asks */
  ask_first: boolean
}

/**
 * A scan, with its festival, its zone and its caller. `refused`: what was kept of it, where its device did not hear that, and let
 * the holder through.
 */
export type PostedScan = Scan & Post & { refused?: { id: string; outcome: Refusal; at: Date } }

/** What is kept of a scan: in for the first time, in again, out, one of these that was taken back, or why not. */
export type Kept = 'admitted' | 'readmitted' | 'left' | 'undone' | Refusal

/** Whether a scan let its holder through. */
export function isPassed(outcome: Kept): outcome is 'admitted' | 'readmitted' | 'left' | 'undone' {
  return ['admitted', 'readmitted', 'left', 'undone'].includes(outcome)
}

/**
 * A scan with what becomes of it; `at` is the moment that counts, `passage` how its holder went through, and `change` by how many
 * people more are inside.
 */
export type JudgedScan = PostedScan & {
  at: Date
  outcome: Kept
  passage: Passage | null
  change: number
}

/** How many are in the zones that let no more in than their capacity, by `zoneOf`. */
export type Rooms = Map<string, { inside: number; capacity: number }>

/** What names a zone among those of all festivals. */
export const zoneOf = ({ festivalId, zone }: Pick<Post, 'festivalId' | 'zone'>) =>
  `${festivalId} ${zone}`

/**
 * What becomes of scans, one after the other: each knows the passages of those before it.
 * A scan without `admitted_offline` asks to be admitted now. One that was admitted offline counts when
 * the device says it was: clocks that run ahead count as now, and nothing counts before its ticket was
 * issued.
 */
export function judge(
  scans: PostedScan[],
  tickets: Map<string, PresentedTicket>,
  { now, rooms = new Map() }: { now: Date; rooms?: Rooms },
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

type Room = { inside: number; capacity: number } | undefined

function judgeOne(
  scan: PostedScan,
  ticket: PresentedTicket | undefined,
  { now, room }: { now: Date; room: Room },
): JudgedScan {
  const at = momentOf(scan, { issued: ticket?.issued_at, now: scan.refused?.at ?? now })
  const refused = { ...scan, at, passage: null, change: 0 }
  if (!ticket) return { ...refused, outcome: 'invalid_code' }
  const outcome = scan.refused?.outcome ?? keptOf(scan, ticket, { at, room })
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

/** Whether a scan that is refused has let a holder of the festival's ticket through, for lack of a network. */
function isClash({ admitted_offline, festivalId }: PostedScan, ticket: PresentedTicket): boolean {
  return admitted_offline && ticket.festival_id === festivalId
}

type Seen = { at: Date; room: Room }

function keptOf(scan: PostedScan, ticket: PresentedTicket, { at, room }: Seen): Kept {
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
  return passedAs(outcome, scan, ticket)
}

function passedAs(outcome: Outcome, { direction }: Scan, { validated_at }: PresentedTicket): Kept {
  if (outcome !== 'admitted') return outcome
  if (direction === 'out') return 'left'
  return validated_at ? 'readmitted' : 'admitted'
}

/**
 * Whether the scanned code was no longer good at this moment: each ends when its ticket is handed on. Who asks to be
 * admitted now may have waited for that, so its moment can be the earlier one.
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
