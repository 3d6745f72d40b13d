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

/** A payment at the gate, with its ticket if it has one: else `issued_at` is null. */
export type PresentedTicket = {
  payment_id: string
  /** whose it is: who was given it, else its buyer */
  user_id: string
  festival_id: string | null
  payment_type: string
  status: string
  issued_at: Date | null
  /** how often it was handed on, and when: the code of revision n was good until the n-th time */
  revision: number
  handed_on_at: Date[]
  revoked: boolean
  /** its tier's window, as it is now */
  valid_since: Date | null
  valid_until: Date | null
  validated_at: Date | null
  /** where that was */
  validated_zone: string | null
  /** how often it admits, as its tier says now, in days of this zone */
  admission: AdmissionRule
  time_zone: string
  /** when its festival is; null without one */
  start_time: Date | null
  end_time: Date | null
  /** its tier, or the accommodation */
  tier_id: string
  tier_name: string | null
  /** the parts of the festival that it admits to */
  zones: string[]
  /** of all zones */
  passages: Passage[]
  /** paid for it, and neither given back nor kept back */
  paid_cents: number
  is_own: boolean
  /** who manages the festival's organizer */
  managers: string[]
}

/**
 * Holds the tickets of payments until the transaction ends, in the order of their ids. Returns who holds those that
 * were handed on, by payment.
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

/** The state that a gate goes by: what a till has leased admits until its ticket is revoked, sold or not yet heard of as sold. */
const admitsAs = sql`case when p.lease_id is not null and p.status in ('pending', 'expired') then 'succeeded' else p.status end`

/**
 * Holds the tickets of payments until the transaction ends, so that two gates never wait for each other,
 * and reads what decides about them. Unknown payments are left out.
 */
export async function presentTickets(
  db: Database,
  paymentIds: string[],
): Promise<Map<string, PresentedTicket>> {
  await lockTickets(db, paymentIds)
  // Read by a statement of its own, which sees what those have done that were waited for.
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

/** The source of the rewards event that an admission is. */
export const admissionSource = (paymentId: string) => `ticket:${paymentId}:validated`

/** A ticket that goes through a gate now; `by` is the user who let its holder in, null for a device. */
export type Passing = { payment_id: string; at: Date; by: string | null; isFirst: boolean }

/**
 * Marks tickets as used that admit for the first time, each at its moment, and notes of all that they went through a
 * gate, so that all gates hear of it. A first one that was used or revoked meanwhile stays as it is.
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

/** Takes the latest passage of a ticket back, and of the first also that it was used; gates hear of it as of others. */
export async function takeBackPassage(
  db: Database,
  { payment_id, isFirst, now }: { payment_id: string; isFirst: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ passed_at: now, ...(isFirst && { validated_at: null, validated_by: null }) })
    .where('payment_id', '=', payment_id)
    .execute()
}
