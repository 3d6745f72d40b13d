/** Undoes a scan, for two minutes (docs/contract, section 8.3). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, peopleInside } from '#common/gate/admission'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField } from '#platform/values/errors'
import { toTime } from '#platform/values/time'
import { lockTickets, undoPassage } from '#shop/tickets'
import { isPassed, type ScanOutcome } from './judge.ts'
import { isDevice, mayDecideGate, type Post } from './rights.ts'
import type { Undo } from './undo-schemas.ts'
import { countInside } from './zones/zones.ts'

/** The time for which a scan can be undone, ms, from when the service received it. */
const most = 120_000

type UndoRequest = Omit<Post, 'zone'> & Omit<Undo, 'at'> & { at: Date | undefined }

/** Returns a checked body. @throws 400 unless the scan is named in exactly one way */
export function toUndo({ at, ...undo }: Undo): Omit<Undo, 'at'> & { at: Date | undefined } {
  if ((at === undefined) === (undo.nonce === undefined))
    throw invalidField('nonce', 'must be given, or at in its place')
  return { ...undo, at: at === undefined ? undefined : toTime(at) }
}

/** A scan to undo. `passed_since`: true if a later passage of the ticket, in any zone, prevents it. */
type UndoableScan = {
  id: string
  outcome: ScanOutcome
  received_at: Date
  zone: string
  passed_since: boolean
}

/**
 * Undoes the latest passage of a ticket: it may be admitted as if it had not been scanned. Rewards its holder earned
 * stay. Devices and people at the gate undo their own scans, managers undo all. Repeating it is no error and changes
 * nothing.
 * @throws 404 for a scan of another, one that let no holder through and an unknown one; 409 `undo_over` after two
 * minutes, `passed_since` if the ticket has passed again
 */
export function undoScan(
  { db, now: clock }: Pick<Infrastructure, 'db' | 'now'>,
  undo: UndoRequest,
): Promise<void> {
  const { payment_id, festivalId, by, reason } = undo
  const now = clock()
  return transact(db, async (trx) => {
    await lockTickets(trx, [payment_id])
    const decides = !isDevice(by) && (await mayDecideGate(trx, by, festivalId)) === true
    const scan = found(await findPassed(trx, undo, decides), 'Scan')
    if (scan.outcome === 'undone') return
    if (!isPassed(scan.outcome)) throw conflict('This scan let no holder through', 'not_passed')
    if (now.getTime() - scan.received_at.getTime() > most)
      throw conflict('It was scanned more than two minutes ago', 'undo_over')
    if (scan.passed_since)
      throw conflict('The ticket was scanned again after this scan', 'passed_since')
    const change = await deletePassage(trx, { payment_id, scanId: scan.id, zone: scan.zone })
    await countInside(trx, [{ festivalId, zone: scan.zone, change }])
    await trx
      .updateTable('gate_scans')
      // An undone scan is no clash, even if the device had decided it alone.
      .set({ outcome: 'undone', admitted_offline: false })
      .where('id', '=', scan.id)
      .execute()
    const isFirst = scan.outcome === 'admitted'
    await undoPassage(trx, { payment_id, isFirst, now })
    const noted = JSON.stringify({ reason: { from: null, to: reason } })
    await sql`select note_changes('ticket', ${payment_id}, ${festivalId}, null, ${noted})`.execute(
      trx,
    )
  })
}

type Passage = { payment_id: string; scanId: string; zone: string }

/** Deletes the passage of a scan. Returns by how many the number of people in its zone changes. */
async function deletePassage(db: Database, { payment_id, scanId, zone }: Passage): Promise<number> {
  const { rows } = await sql<{ direction: Direction; at: Date; clash: boolean; scan_id: string }>`
    select direction, at, clash, scan_id from gate_passages
    where payment_id = ${payment_id} and zone = ${zone} order by ordinal`.execute(db)
  await sql`delete from gate_passages where scan_id = ${scanId}`.execute(db)
  return peopleInside(rows.filter(({ scan_id }) => scan_id !== scanId)) - peopleInside(rows)
}

async function findPassed(
  db: Database,
  { payment_id, festivalId, by, nonce, at }: UndoRequest,
  decides: boolean,
): Promise<UndoableScan | undefined> {
  const own: RawBuilder<SqlBool> = decides ? sql`true` : sql`s.scanner = ${by.id}`
  const named = nonce === undefined ? sql`g.at = ${at}` : sql`s.nonce = ${nonce}`
  const { rows } = await sql<UndoableScan>`
    select s.id, s.outcome, s.received_at, s.zone, exists (
      select from gate_passages later where later.payment_id = g.payment_id
        and case when later.zone = g.zone then later.ordinal > g.ordinal
                 else (later.at, later.scan_id) > (g.at, g.scan_id) end) as passed_since
    from gate_scans s left join gate_passages g on g.scan_id = s.id
    where s.payment_id = ${payment_id} and s.festival_id = ${festivalId} and ${own} and ${named}
    order by s.received_at desc limit 1`.execute(db)
  return rows[0]
}
