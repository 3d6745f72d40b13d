import { type RawBuilder, sql } from 'kysely'
import { type Direction, resultOf } from '#common/gate/admission'
import { followsInTime, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Part } from '#platform/http/cursors'
import { isPassed, type PostedScan, type ScanOutcome } from './judge.ts'
import type { Clash, ScanResult } from './schemas.ts'

/**
 * A scan as stored. `validated_…`: the first admission, if it matters to the scan. `first_…`: the way in for which the
 * scan was refused.
 */
export type StoredScan = {
  id: string
  festival_id: string
  scanner: string
  nonce: string
  payment_id: string | null
  outcome: ScanOutcome
  direction: Direction
  zone: string
  scanned_at: Date
  admitted_offline: boolean
  at: Date
  received_at: Date
  gate: string | null
  by: string | null
  tier_id: string | null
  tier_name: string | null
  valid_since: Date | null
  valid_until: Date | null
  validated_at: Date | null
  validated_by: string | null
  first_at: Date | null
  first_by: string | null
  first_gate: string | null
}

/** The answer to a scan, stored or not. */
export type AnsweredScan = Omit<
  StoredScan,
  'id' | 'festival_id' | 'scanner' | 'scanned_at' | 'at' | 'received_at' | 'gate' | 'by'
>

type Identity = Pick<PostedScan, 'festivalId' | 'payment_id' | 'nonce'> & { by: { id: string } }

/** Returns the identity of a scan: the device or person, the festival, the ticket and the nonce. */
export function keyOf({ festivalId, by, payment_id, nonce }: Identity): string {
  return `${by.id} ${festivalId} ${payment_id} ${nonce}`
}

/** Returns the stored scans among these, by `keyOf`. */
export async function findScans(
  db: Database,
  scans: PostedScan[],
): Promise<Map<string, StoredScan>> {
  const asked = scans.map(({ by: { id: scanner }, festivalId: festival_id, nonce }) => {
    return { scanner, festival_id, nonce }
  })
  const known = await read(db, {
    // Materialized on its own, so that the planner begins here, however many tables are joined.
    first: sql`
      with asked as materialized (
        select s.* from (
          select distinct scanner, festival_id, nonce
          from ${rowsOf('g', asked, { scanner: 'uuid', festival_id: 'uuid', nonce: 'text' })}
        ) g join gate_scans s using (scanner, festival_id, nonce)
      )`,
    from: sql`asked`,
    rest: sql``,
  })
  return new Map(
    known.map((scan) => {
      const { festival_id: festivalId, scanner: id, payment_id, nonce } = scan
      return [keyOf({ festivalId, by: { id }, payment_id, nonce }), scan]
    }),
  )
}

/** Returns the offline admissions that could not stand, latest first, then by id. */
export async function listClashes(
  db: Database,
  {
    festivalId,
    limit,
    offset,
    after,
  }: Part<[received_at: string, id: string]> & {
    festivalId: string
  },
): Promise<Clash[]> {
  const follows = after ? sql`and ${followsInTime('s.received_at', 's.id', after)}` : sql``
  const scans = await read(db, {
    first: sql``,
    from: sql`gate_scans`,
    rest: sql`where s.festival_id = ${festivalId} and s.admitted_offline
          and s.outcome not in ('admitted', 'readmitted', 'left') ${follows}
        order by s.received_at desc, s.id limit ${limit} offset ${offset}`,
  })
  return scans.flatMap(toClash)
}

function toClash(scan: StoredScan): Clash[] {
  const { id, payment_id, outcome, received_at, first_at: at } = scan
  if (isPassed(outcome)) return []
  const first = at && { at, gate: scan.first_gate, by: scan.first_by }
  const again = { at: scan.at, gate: scan.gate, by: scan.by }
  return [{ id, payment_id, tier: tierOf(scan), code: outcome, first, again, received_at }]
}

/** Returns a scan as its gate reads it. */
export function toResult(scan: AnsweredScan): ScanResult {
  const {
    nonce,
    outcome,
    payment_id,
    validated_at,
    validated_by,
    first_at,
    first_gate,
    direction,
    zone,
  } = scan
  const refusal = isPassed(outcome) ? null : outcome
  const isUsed = outcome === 'already_validated'
  return {
    nonce,
    result: resultOf(refusal ?? 'admitted'),
    code: refusal,
    payment_id,
    tier: tierOf(scan),
    validated_at,
    validated_by,
    first: isUsed && first_at ? { at: first_at, gate: first_gate } : null,
    clash: scan.admitted_offline && refusal !== null,
    direction,
    zone,
  }
}

function tierOf({ tier_id: id, tier_name: name }: Pick<StoredScan, 'tier_id' | 'tier_name'>) {
  return id === null || name === null ? null : { id, name }
}

/** The moment at which a scan counts, as in `judge`; its ticket is `issued`. */
const moment = sql`
  case when s.admitted_offline then greatest(least(s.scanned_at, s.received_at), issued.issued_at) else s.received_at end`

/** Reads scans; nothing is shown of the tickets of other festivals. */
async function read(
  db: Database,
  { first, from, rest }: Record<'first' | 'from' | 'rest', RawBuilder<unknown>>,
): Promise<StoredScan[]> {
  const { rows } = await sql<StoredScan>`
    ${first}
    select s.id, s.festival_id, s.scanner, s.nonce, s.payment_id, s.outcome, s.direction, s.zone, s.scanned_at, s.admitted_offline, s.received_at,
           ${moment} as at, own.name as gate,
           s.user_id as by, p.entity_id as tier_id, coalesce(tier.name, stay.name) as tier_name,
           tier.valid_since, tier.valid_until, t.validated_at, t.validated_by,
           coalesce(met.at, t.validated_at) as first_at,
           case when met.scan_id is null then t.validated_by else first.user_id end as first_by, d.name as first_gate
    from ${from} s
    left join gate_devices own on own.id = s.device_id
    left join payments p on p.id = s.payment_id and p.festival_id = s.festival_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join tickets issued on issued.payment_id = p.id
    left join tickets t on t.payment_id = p.id and s.outcome in ('admitted', 'readmitted', 'left', 'already_validated')
    left join lateral (
      select g.at, g.scan_id from gate_passages g
      where g.payment_id = t.payment_id and g.zone = s.zone and g.direction = 'in' and not g.clash
      order by abs(extract(epoch from g.at - (${moment}))), g.ordinal limit 1
    ) met on s.outcome = 'already_validated'
    left join gate_scans first on first.payment_id = t.payment_id
      and case when met.scan_id is null then first.outcome = 'admitted' else first.id = met.scan_id end
    left join gate_devices d on d.id = first.device_id
    ${rest}`.execute(db)
  return rows
}
