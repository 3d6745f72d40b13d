import { sql } from 'kysely'
import { sqlState } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { microbatch } from '#platform/jobs/microbatch'
import { newId } from '#platform/values/ids'
import { toTime } from '#platform/values/time'
import { recordServerEvents } from '#rewards'
import {
  admissionSource,
  admitTickets,
  openCodes,
  type PresentedTicket,
  presentTickets,
  ticketsOfShortCodes,
} from '#tickets'
import { asPrinted } from './admission.ts'
import { type JudgedScan, judge, type PostedScan, type Scan } from './judge.ts'
import { findScans, type KeptScan, keyOf } from './queries.ts'
import { isDevice } from './rights.ts'
import type { NewScans } from './schemas.ts'

/** Reads the codes of a batch, short ones of the festival among them. What is not of ours has no payment. */
export async function openScans(db: Database, { festival_id, scans }: NewScans): Promise<Scan[]> {
  const codes = scans.map(({ code }) => asPrinted(code))
  const opened = await openCodes(db, codes)
  const shorts = await ticketsOfShortCodes(db, festival_id, codes)
  return scans.map(({ nonce, scanned_at, admitted_offline = false }, index) => {
    const code = opened[index]
    const ticket = code && 'payment_id' in code ? code : shorts.get(codes[index] ?? '')
    const { payment_id = null, revision = null } = ticket ?? {}
    return { nonce, payment_id, revision, scanned_at: toTime(scanned_at), admitted_offline }
  })
}

type Gates = Pick<Infrastructure, 'db' | 'bus' | 'now'>

/** Scans made one at a time, at whichever gate: those of the same moment share a transaction. */
export function openGates(infrastructure: Gates): (scan: PostedScan) => Promise<KeptScan> {
  return microbatch({
    run: async (scans) =>
      (await takeScans(infrastructure, scans)).map((kept) =>
        kept ? { value: kept } : { error: new Error('A scan was not kept') },
      ),
    keyOf: ({ payment_id, nonce, by }) => payment_id ?? `${by.id} ${nonce}`,
    // 55P03: another transaction holds one of the tickets for too long. The others need not wait for that.
    isOneToBlame: (error) => /^(2[23]|55P03)/.test(sqlState(error)),
  })
}

/**
 * Takes scans in one transaction, however many: admits, keeps them all, and returns each as it is
 * kept, in their order. One that was taken before has its first result again; where its device has not
 * heard that refusal, and let the holder in, it becomes a clash. Locks tickets in the order of their
 * ids, then rewards.
 */
export function takeScans(
  { db, bus, now: clock }: Gates,
  scans: PostedScan[],
): Promise<(KeptScan | undefined)[]> {
  const now = clock()
  const ids = scans.flatMap(({ payment_id }) => payment_id ?? [])
  return transact(db, async (trx) => {
    const tickets = await presentTickets(trx, ids)
    const read = scans.map((scan) => (tickets.has(scan.payment_id ?? '') ? scan : unknown(scan)))
    const before = await findScans(trx, read)
    const fresh = new Map(read.map((scan) => [keyOf(scan), scan]))
    for (const key of before.keys()) fresh.delete(key)
    const judged = judge([...fresh.values()], tickets, now)
    const admitted = judged.flatMap((scan) => admittedOf(scan, tickets))
    await admitTickets({ db: trx, now }, admitted)
    await keepScans(trx, judged, now)
    await recordServerEvents({ db: trx, bus, now }, admitted.map(rewardOf))
    const unheard = read.flatMap((scan) => unheardOf(scan, before))
    await noteAdmittedOffline(trx, unheard)
    const isChanged = judged.length > 0 || unheard.length > 0
    const kept = isChanged ? await findScans(trx, read) : before
    return read.map((scan) => kept.get(keyOf(scan)))
  })
}

/** The refusal of a scan whose answer was lost on its way, so that its device decided without it. */
function unheardOf(scan: PostedScan, before: Map<string, KeptScan>): string[] {
  const kept = before.get(keyOf(scan))
  if (!kept || !scan.admitted_offline || kept.admitted_offline) return []
  return kept.outcome === 'admitted' ? [] : [kept.id]
}

async function noteAdmittedOffline(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update gate_scans set admitted_offline = true
    where id = any (${ids}::uuid[]) and outcome <> 'admitted'`.execute(db)
}

const unknown = (scan: PostedScan): PostedScan => ({ ...scan, payment_id: null })

function admittedOf(
  { payment_id, outcome, at, by }: JudgedScan,
  tickets: Map<string, PresentedTicket>,
) {
  const ticket = tickets.get(payment_id ?? '')
  return ticket && outcome === 'admitted'
    ? [{ ...ticket, at, by: isDevice(by) ? null : by.id }]
    : []
}

/** Sellers, and staff who admit themselves, earn nothing by it. */
export function rewardOf({ by, ...ticket }: PresentedTicket & { by: string | null }) {
  const { payment_id, user_id, festival_id, paid_cents, is_own, managers } = ticket
  const isSeller = (id: string | null) => id !== null && managers.includes(id)
  return {
    user_id,
    event_type: 'ticket_validated',
    entity_type: 'festival',
    entity_id: festival_id ?? '',
    source: admissionSource(payment_id),
    euros: Math.floor(paid_cents / 100),
    isOwn: is_own || isSeller(user_id) || isSeller(by) || by === user_id,
  }
}

async function keepScans(db: Database, judged: JudgedScan[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ festivalId: festival_id, by, ...scan }) => ({
    ...scan,
    id: newId(),
    festival_id,
    device_id: isDevice(by) ? by.id : null,
    user_id: isDevice(by) ? null : by.id,
  }))
  await sql`
    insert into gate_scans (id, festival_id, device_id, user_id, nonce, payment_id, outcome,
                            admitted_offline, scanned_at, received_at)
    select id, festival_id, device_id, user_id, nonce, payment_id, outcome, admitted_offline, scanned_at, ${now}
    from json_to_recordset(${JSON.stringify(rows)}) as s (
      id uuid, festival_id uuid, device_id uuid, user_id uuid, nonce text, payment_id uuid, outcome text,
      admitted_offline boolean, scanned_at timestamptz)
    order by payment_id, nonce
    on conflict on constraint gate_scans_once do nothing`.execute(db)
}
