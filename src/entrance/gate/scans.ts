import { sql } from 'kysely'
import { recordServerEvents } from '#audience/rewards'
import { asPrinted } from '#common/codes/scanned-text'
import { sqlState } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { microbatch } from '#platform/jobs/microbatch'
import { newId } from '#platform/values/ids'
import { toTime } from '#platform/values/time'
import {
  admissionSource,
  openCodes,
  type PresentedTicket,
  passTickets,
  presentTickets,
  publishPassed,
  ticketsOfShortCodes,
} from '#shop/tickets'
import { isPassed, type JudgedScan, judge, type PostedScan, type Scan } from './judge.ts'
import { type AnsweredScan, findScans, keyOf, type StoredScan } from './queries.ts'
import { isDevice } from './rights.ts'
import type { NewScans } from './schemas.ts'
import { settleClashes } from './settle.ts'
import { countInside, lockOccupancy } from './zones/zones.ts'

/** Reads the codes of a batch, short ones of the festival among them. A code that is not ours has no payment. */
export async function openScans(db: Database, { festival_id, scans }: NewScans): Promise<Scan[]> {
  const codes = scans.map(({ code }) => asPrinted(code))
  const opened = await openCodes(db, codes)
  const shorts = await ticketsOfShortCodes(db, festival_id, codes)
  return scans.map((scan, index) => {
    const { nonce, scanned_at, admitted_offline = false, direction = 'in' } = scan
    const code = opened[index]
    const ticket = code && 'payment_id' in code ? code : shorts.get(codes[index] ?? '')
    const { payment_id = null, revision = null } = ticket ?? {}
    const at = toTime(scanned_at)
    return {
      nonce,
      payment_id,
      revision,
      scanned_at: at,
      admitted_offline,
      direction,
      ask_first: scan.ask_first === true && !admitted_offline,
    }
  })
}

type GateContext = Pick<Infrastructure, 'db' | 'bus' | 'now'>

/** Takes scans one at a time, at any gate: scans of the same moment share a transaction. */
export function openGates(
  infrastructure: GateContext,
): (scan: PostedScan) => Promise<AnsweredScan> {
  return microbatch({
    run: async (scans) =>
      (await recordScans(infrastructure, scans)).map((kept) =>
        kept ? { value: kept } : { error: new Error('A scan was not stored') },
      ),
    keyOf: ({ payment_id, nonce, by }) => payment_id ?? `${by.id} ${nonce}`,
    // 55P03: another transaction holds one of the tickets for too long. The other scans need not wait for it.
    isOneToBlame: (error) => /^(2[23]|55P03)/.test(sqlState(error)),
  })
}

/**
 * Takes any number of scans in one transaction: admits, stores them all, and returns each as stored, in their order. A
 * scan that was taken before gets its first result again; if its device has not received that refusal and let the
 * holder in, it becomes a clash. Locks tickets in the order of their ids, then zones, then rewards.
 */
export function recordScans(
  { db, bus, now: clock }: GateContext,
  scans: PostedScan[],
): Promise<(AnsweredScan | undefined)[]> {
  return transact(db, (trx) => recordInTransaction({ db: trx, bus, now: clock }, scans))
}

/** Returns the answers that scans would get now: takes them, then rolls the transaction back. */
export async function rehearseScans(
  { db, bus, now }: GateContext,
  scans: PostedScan[],
): Promise<(AnsweredScan | undefined)[]> {
  let taken: (AnsweredScan | undefined)[] = []
  const ended = new Error('A rehearsal stores nothing')
  await transact(db, async (trx) => {
    taken = await recordInTransaction({ db: trx, bus, now }, scans)
    throw ended
  }).catch((error: unknown) => {
    if (error !== ended) throw error
  })
  return taken
}

async function recordInTransaction(
  { db: trx, bus, now: clock }: GateContext,
  scans: PostedScan[],
): Promise<(AnsweredScan | undefined)[]> {
  const now = clock()
  const ids = scans.flatMap(({ payment_id }) => payment_id ?? [])
  const tickets = await presentTickets(trx, ids)
  const read = scans.map((scan) =>
    tickets.has(scan.payment_id ?? '') ? scan : withoutTicket(scan),
  )
  const before = await findScans(trx, read)
  const fresh = new Map(read.map((scan) => [keyOf(scan), scan]))
  for (const key of before.keys()) fresh.delete(key)
  const unheard = read.flatMap((scan) => undeliveredRefusals(scan, before))
  const changed = [...new Map(unheard).values(), ...fresh.values()]
  const outcomes = judge(changed, tickets, { now, rooms: await lockOccupancy(trx, changed) })
  const judged = outcomes.filter(({ outcome }) => outcome !== 'another_day')
  const admitted = judged.flatMap((scan) => admissionsOf(scan, tickets))
  await passTickets({ db: trx, now }, passagesOfTickets(judged))
  await writeScans(trx, judged, now)
  await settleClashes(trx, judged, tickets)
  await countInside(trx, judged)
  await recordServerEvents({ db: trx, bus, now }, admitted.map(rewardOf))
  const kept = judged.length > 0 ? await findScans(trx, read) : before
  const asked = outcomes.flatMap((scan) => {
    const ticket = scan.outcome === 'another_day' ? tickets.get(scan.payment_id ?? '') : undefined
    return ticket ? [[keyOf(scan), toUnstoredAnswer(scan, ticket)] as const] : []
  })
  const taken = new Map<string, AnsweredScan>([...kept, ...asked])
  return read.map((scan) => taken.get(keyOf(scan)))
}

/** Returns the answer to a scan that is not stored. */
function toUnstoredAnswer(
  { nonce, payment_id, outcome, direction, zone }: JudgedScan,
  ticket: PresentedTicket,
) {
  const { tier_id, tier_name, valid_since, valid_until, validated_at } = ticket
  const asked = { nonce, payment_id, outcome, direction, zone, admitted_offline: false }
  const first = { validated_by: null, first_at: null, first_by: null, first_gate: null }
  return { ...asked, tier_id, tier_name, valid_since, valid_until, validated_at, ...first }
}

/** Returns the refusal of a scan that its device did not receive, so that it decided by itself. */
function undeliveredRefusals(
  scan: PostedScan,
  before: Map<string, StoredScan>,
): (readonly [string, PostedScan])[] {
  const kept = before.get(keyOf(scan))
  if (!kept || !scan.admitted_offline || kept.admitted_offline) return []
  const { id, outcome, direction, zone, scanned_at, received_at: at } = kept
  if (isPassed(outcome)) return []
  return [[id, { ...scan, direction, zone, scanned_at, refused: { id, outcome, at } }]]
}

const withoutTicket = (scan: PostedScan): PostedScan => ({ ...scan, payment_id: null })

function admissionsOf(
  { payment_id, outcome, at, by }: JudgedScan,
  tickets: Map<string, PresentedTicket>,
) {
  const ticket = tickets.get(payment_id ?? '')
  return ticket && outcome === 'admitted'
    ? [{ ...ticket, at, by: isDevice(by) ? null : by.id }]
    : []
}

/** Returns each ticket that passed, once: as its first admission, if that is among the scans. */
function passagesOfTickets(judged: JudgedScan[]) {
  const passing = new Map<string, Parameters<typeof passTickets>[1][number]>()
  for (const { payment_id, outcome, passage, at, by } of judged) {
    if (payment_id === null || !passage || passing.get(payment_id)?.isFirst) continue
    const isFirst = outcome === 'admitted'
    passing.set(payment_id, { payment_id, at, by: isDevice(by) ? null : by.id, isFirst })
  }
  return [...passing.values()]
}

/** Sellers, and staff admitting themselves, earn nothing by it. */
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

async function writeScans(db: Database, judged: JudgedScan[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ festivalId: festival_id, by, refused, passage, ...scan }, n) => ({
    ...scan,
    n,
    id: refused?.id ?? newId(),
    event_id: newId(),
    is_kept: refused !== undefined,
    passes: passage !== null,
    clash: passage?.clash ?? false,
    festival_id,
    device_id: isDevice(by) ? by.id : null,
    user_id: isDevice(by) ? null : by.id,
  }))
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as s (
        n int, id uuid, event_id uuid, is_kept boolean, passes boolean, clash boolean, festival_id uuid, zone text, device_id uuid,
        user_id uuid, nonce text, payment_id uuid, outcome text, admitted_offline boolean, direction text,
        scanned_at timestamptz, at timestamptz)
    ), kept as (
      insert into gate_scans (id, festival_id, zone, device_id, user_id, nonce, payment_id, outcome,
                              admitted_offline, direction, scanned_at, received_at)
      select id, festival_id, zone, device_id, user_id, nonce, payment_id, outcome, admitted_offline, direction, scanned_at, ${now}
      from given where not is_kept order by payment_id, nonce
      on conflict on constraint gate_scans_once do nothing
      returning id
    ), noted as (
      update gate_scans s set admitted_offline = true from given where is_kept and s.id = given.id
      returning s.id
    ), gone as (
      insert into gate_passages (payment_id, zone, ordinal, festival_id, scan_id, direction, at, clash)
      select payment_id, zone,
             row_number() over (partition by payment_id, zone order by n) + (
               select coalesce(max(g.ordinal), 0) from gate_passages g
               where g.payment_id = given.payment_id and g.zone = given.zone),
             festival_id, id, direction, at, clash
      from given join (select id from kept union all select id from noted) written using (id) where passes
      order by payment_id, zone, n
      returning payment_id, zone, scan_id, direction, at, clash
    ), passed as (
      select gone.*, given.event_id from gone join given on given.id = gone.scan_id
    )
    ${publishPassed('passed', now)}`.execute(db)
}
