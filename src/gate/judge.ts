import type { PresentedTicket } from '#tickets'
import { type Outcome, outcomeOf } from './admission.ts'
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
}

/** A scan, with its festival and its caller. */
export type PostedScan = Scan & Post

/** A scan with what becomes of it; `at` is the moment that counts. */
export type JudgedScan = PostedScan & { at: Date; outcome: Outcome }

/**
 * What becomes of scans, one after the other: the first that admits a ticket uses it up for the rest.
 * A scan without `admitted_offline` asks to be admitted now. One that was admitted offline counts when
 * the device says it was: clocks that run ahead count as now, and nothing counts before its ticket was
 * issued.
 */
export function judge(
  scans: PostedScan[],
  tickets: Map<string, PresentedTicket>,
  now: Date,
): JudgedScan[] {
  const used = new Map<string, Date>()
  return scans.map((scan) => {
    const id = scan.payment_id ?? ''
    const ticket = tickets.get(id)
    const at = momentOf(scan, { issued: ticket?.issued_at, now })
    const known = ticket && {
      ...ticket,
      isOfFestival: ticket.festival_id === scan.festivalId,
      transferred: isTransferred(scan, { ticket, at }),
      validated_at: ticket.validated_at ?? used.get(id) ?? null,
    }
    const outcome = outcomeOf(known, at)
    if (outcome === 'admitted') used.set(id, at)
    return { ...scan, at, outcome }
  })
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
