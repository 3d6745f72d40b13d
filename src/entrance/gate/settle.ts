import { sql } from 'kysely'
import { mainZone } from '#common/gate/admission'
import { rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { PresentedTicket } from '#shop/tickets'
import type { JudgedScan } from './judge.ts'

/**
 * Ends clashes that are explained by a way out the service receives late: the holder had left, and so came in again.
 * The scan was right: it is no longer listed as a clash, and the ticket is inside according to its passages.
 */
export async function settleClashes(
  db: Database,
  judged: JudgedScan[],
  tickets: Map<string, PresentedTicket>,
): Promise<void> {
  const outs = judged.flatMap((scan) => lateWayOut(scan, tickets))
  if (outs.length === 0) return
  await sql`
    with settled as (
      update gate_passages c set clash = false
      from ${rowsOf('o', outs, { payment_id: 'uuid', zone: 'text', at: 'timestamptz' })}
      where c.payment_id = o.payment_id and c.zone = o.zone and c.direction = 'in' and c.clash and c.at > o.at
        and not exists (
          select from gate_passages g where g.payment_id = c.payment_id and g.zone = c.zone
            and g.at > o.at and (g.at, g.ordinal) < (c.at, c.ordinal))
        and coalesce((
          select direction from gate_passages g where g.payment_id = c.payment_id and g.zone = c.zone
            and (g.at, g.ordinal) > (c.at, c.ordinal) order by g.at, g.ordinal limit 1), 'out') = 'out'
      returning c.scan_id
    )
    update gate_scans set outcome = 'readmitted' where id in (select scan_id from settled)`.execute(
    db,
  )
}

/** Returns a way out that comes before a clashing way in, of a ticket that admits again. */
function lateWayOut(
  { payment_id, zone, at, passage }: JudgedScan,
  tickets: Map<string, PresentedTicket>,
): { payment_id: string; zone: string; at: Date }[] {
  const ticket = tickets.get(payment_id ?? '')
  if (!ticket || payment_id === null || passage?.direction !== 'out') return []
  const admitsAgain = zone !== mainZone || ticket.admission === 'reentry'
  const isLate = ticket.passages.some((one) => one.zone === zone && one.clash && one.at > at)
  return admitsAgain && isLate ? [{ payment_id, zone, at }] : []
}
