import { sql } from 'kysely'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { newId } from '#platform/values/ids'
import { publishAdmitted } from './domain-events.ts'
import {
  type AdmissionRule,
  type Passage,
  type PassageText,
  passagesOf,
  toPassage,
  validatedZoneOf,
} from './passages.ts'

/** A payment at the gate, with its ticket; `issued_at` is null without a ticket. */
export type PresentedTicket = {
  payment_id: string
  /** its holder: the recipient of its latest transfer, else its buyer */
  user_id: string
  festival_id: string | null
  payment_type: string
  status: string
  issued_at: Date | null
  /** the number of transfers, and their times: the code of revision n was good until `handed_on_at[n]` */
  revision: number
  handed_on_at: Date[]
  revoked: boolean
  /** the window of its tier, as it is now */
  valid_since: Date | null
  valid_until: Date | null
  validated_at: Date | null
  /** the zone of its first admission */
  validated_zone: string | null
  /** the rule for repeated admission, as its tier says now, in days of this zone */
  admission: AdmissionRule
  time_zone: string
  /** start and end of its festival; null without one */
  start_time: Date | null
  end_time: Date | null
  /** its tier or accommodation */
  tier_id: string
  tier_name: string | null
  /** the zones of the festival that it admits to */
  zones: string[]
  /** passages in all zones */
  passages: Passage[]
  /** the amount paid for it, without refunded and retained sums */
  paid_cents: number
  is_own: boolean
  /** the managers of the festival's organizer */
  managers: string[]
}

/**
 * Locks the tickets of payments until the transaction ends, in the order of their ids. Returns the holders of
 * transferred tickets, by payment.
 */
export async function lockTickets(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ payment_id: string; holder_id: string | null }>`
    select payment_id, holder_id from tickets where payment_id = any (${list(paymentIds, 'uuid')})
    order by payment_id for no key update`.execute(db)
  return new Map(
    rows.flatMap(({ payment_id, holder_id }) => (holder_id ? [[payment_id, holder_id]] : [])),
  )
}

/** The state that a gate goes by: a ticket leased by a till admits until it is revoked, even before the till reports its sale. */
const admitsAs = sql`case when p.lease_id is not null and p.status in ('pending', 'expired') then 'succeeded' else p.status end`

/**
 * Locks the tickets of payments until the transaction ends, so that two gates never wait for each other, and reads
 * everything that decides about them. Unknown payments are left out.
 */
export async function presentTickets(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, PresentedTicket>> {
  await lockTickets(db, paymentIds)
  // Runs after the transactions that held the locks have committed, so it sees their changes.
  const { rows } = await sql<Omit<PresentedTicket, 'passages'> & { passages: PassageText[] }>`
    select p.id as payment_id, coalesce(t.holder_id, p.user_id) as user_id, p.festival_id, p.payment_type,
           ${admitsAs} as status, t.issued_at, coalesce(t.revision, 0) as revision,
           case when t.revision > 0 then array(
             select ended_at from ticket_transfers h where h.payment_id = t.payment_id and h.outcome = 'accepted'
             order by h.revision) else '{}' end as handed_on_at,
           coalesce(t.revoked_at, t.blocked_at) is not null as revoked, tier.valid_since, tier.valid_until, t.validated_at,
           coalesce(tier.admission, stay.admission, 'once') as admission, coalesce(f.time_zone, 'UTC') as time_zone,
           f.start_time, f.end_time, p.entity_id as tier_id, coalesce(tier.name, stay.name) as tier_name,
           coalesce(to_json(tier.zones), to_json(stay.zones), '["main"]') as zones, ${validatedZoneOf('t')} as validated_zone,
           ${passagesOf('t')} as passages,
           p.amount_cents - p.refunded_cents - p.kept_cents as paid_cents, p.is_own,
           array(
             select om.user_id from organizer_managers om where om.organizer_id = f.organizer_id) as managers
    from payments p
    left join festivals f on f.id = p.festival_id
    left join tickets t on t.payment_id = p.id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    where p.id = any (${list(paymentIds, 'uuid')})`.execute(db)
  return new Map(
    rows.map((row) => [row.payment_id, { ...row, passages: row.passages.map(toPassage) }]),
  )
}

/** Returns the source of the rewards event for an admission. */
export const admissionSource = (paymentId: string) => `ticket:${paymentId}:validated`

/** A ticket that goes through a gate now; `by`: the user admitting its holder, null for a device. */
export type Passing = { payment_id: string; at: Date; by: string | null; isFirst: boolean }

/**
 * Marks tickets as used that admit for the first time, each at its moment, and records for all of them that they
 * passed, so that every gate receives it. A first admission of a ticket used or revoked meanwhile changes nothing.
 */
export async function passTickets(
  { db, now }: { db: Database; now: Date },
  passing: Passing[],
): Promise<void> {
  if (passing.length === 0) return
  const rows = passing.map(({ payment_id, at, by, isFirst: is_first }) => {
    return { payment_id, at, by, is_first, event_id: newId() }
  })
  const columns = {
    payment_id: 'uuid',
    at: 'timestamptz',
    by: 'uuid',
    is_first: 'bool',
    event_id: 'uuid',
  } as const
  await sql`
    with passed as (
      update tickets t set passed_at = ${now},
        validated_at = case when a.is_first then a.at else t.validated_at end,
        validated_by = case when a.is_first then a.by else t.validated_by end
      from ${rowsOf('a', rows, columns)}
      where t.payment_id = a.payment_id and (
        not a.is_first or (t.validated_at is null and coalesce(t.revoked_at, t.blocked_at) is null))
      returning t.payment_id, t.holder_id, t.validated_at, a.event_id, a.is_first
    ), admitted as (
      select * from passed where is_first
    )
    ${publishAdmitted('admitted', now)}`.execute(db)
}

/** Undoes the latest passage of a ticket; for a first admission also its use. Gates receive it like other changes. */
export async function undoPassage(
  db: Database,
  { payment_id, isFirst, now }: { payment_id: string; isFirst: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ passed_at: now, ...(isFirst && { validated_at: null, validated_by: null }) })
    .where('payment_id', '=', payment_id)
    .execute()
}
