import { type RawBuilder, sql } from 'kysely'
import { iso } from '#platform/database/sql'

/**
 * A list of the export: the rows of the table `t` whose column `owner` is the user, newest first. `at` and `id`
 * are the columns they are ordered by, and the cursor of the next chunk.
 */
export type Section = {
  name: string
  table: string
  owner: string
  at: string
  id: string
  /** each row as JSON */
  item: RawBuilder<unknown>
}

const euros = (column: string) => sql`round(${sql.ref(column)} / 100.0, 2)`

/** Of a ticket that was handed on, neither its code nor when it was used: both are its holder's. */
const ticket = sql`(
  select json_build_object(
    'code', case when k.is_own then k.code end, 'issued_at', ${iso('k.issued_at')},
    'validated_at', case when k.is_own then ${iso('k.validated_at')} end,
    'validated_by', case when k.is_own then k.validated_by end, 'revoked_at', ${iso('k.revoked_at')},
    'scans', (
      select coalesce(json_agg(json_build_object(
        'outcome', s.outcome, 'scanned_at', ${iso('s.scanned_at')}) order by s.received_at, s.id), '[]')
      from gate_scans s where k.is_own and s.payment_id = k.payment_id))
  from (select *, coalesce(holder_id, t.user_id) = t.user_id as is_own from tickets) k
  where k.payment_id = t.id)`

const timeline = sql`(
  select json_agg(json_build_object(
    'status', e.status, 'amount', ${euros('e.amount_cents')}, 'reason', e.reason,
    'created_at', ${iso('e.created_at')}) order by e.place)
  from payment_events e where e.payment_id = t.id)`

const refunds = sql`(
  select json_agg(json_build_object(
    'id', r.id, 'amount', ${euros('r.amount_cents')}, 'kept_amount', ${euros('r.kept_cents')}, 'reason', r.reason,
    'created_at', ${iso('r.created_at')}, 'done_at', ${iso('r.done_at')}, 'refused', r.refused
    ) order by r.created_at, r.id)
  from refunds r where r.payment_id = t.id)`

/** Purchases and the memberships that follow from them. */
const bought: Section[] = [
  {
    name: 'payments',
    table: 'payments',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'status', t.status, 'payment_type', t.payment_type, 'entity_type', t.entity_type,
      'entity_id', t.entity_id, 'festival_id', t.festival_id, 'price', ${euros('t.price_cents')},
      'points_used', t.points_used, 'amount', ${euros('t.amount_cents')},
      'refunded_amount', ${euros('t.refunded_cents')}, 'kept_amount', ${euros('t.kept_cents')}, 'failure', t.failure,
      'created_at', ${iso('t.created_at')}, 'timeline', coalesce(${timeline}, '[]'),
      'refunds', coalesce(${refunds}, '[]'), 'ticket', ${ticket})`,
  },
  {
    name: 'memberships',
    table: 'membership_terms',
    owner: 'user_id',
    at: 'bought_at',
    id: 'payment_id',
    item: sql`json_build_object(
      'payment_id', t.payment_id, 'subscription_id', t.subscription_id, 'duration', t.duration,
      'duration_type', t.duration_type, 'bought_at', ${iso('t.bought_at')})`,
  },
]

/** Tickets that were handed to the user, and those that they offered and were offered. */
const handedOn: Section[] = [
  {
    name: 'tickets_received',
    table: 'tickets',
    owner: 'holder_id',
    at: 'issued_at',
    id: 'payment_id',
    item: sql`json_build_object(
      'payment_id', t.payment_id, 'festival_id', t.festival_id, 'code', t.code, 'short_code', t.short_code,
      'revision', t.revision, 'issued_at', ${iso('t.issued_at')}, 'validated_at', ${iso('t.validated_at')},
      'revoked_at', ${iso('t.revoked_at')})`,
  },
  {
    name: 'transfers_sent',
    table: 'ticket_transfers',
    owner: 'from_user',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'payment_id', t.payment_id, 'email', t.email, 'created_at', ${iso('t.created_at')},
      'expires_at', ${iso('t.expires_at')}, 'ended_at', ${iso('t.ended_at')}, 'outcome', t.outcome)`,
  },
  {
    name: 'transfers_received',
    table: 'ticket_transfers',
    owner: 'to_user',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'payment_id', t.payment_id, 'email', t.email, 'created_at', ${iso('t.created_at')},
      'expires_at', ${iso('t.expires_at')}, 'ended_at', ${iso('t.ended_at')}, 'outcome', t.outcome)`,
  },
]

const rewarded: Section[] = [
  {
    name: 'point_entries',
    table: 'point_entries',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'kind', t.kind, 'delta', t.delta, 'shortfall', t.shortfall, 'source', t.source,
      'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'reward_events',
    table: 'reward_events',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'event_type', t.event_type, 'entity_type', t.entity_type, 'entity_id', t.entity_id,
      'metadata', t.metadata, 'points', t.points, 'reversed', t.reversed, 'counted', t.counted,
      'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'event_tallies',
    table: 'event_tallies',
    owner: 'user_id',
    at: 'event_type',
    id: 'entity_type',
    item: sql`json_build_object(
      'event_type', t.event_type, 'entity_type', nullif(t.entity_type, ''), 'events', t.events)`,
  },
  {
    name: 'challenge_claims',
    table: 'challenge_claims',
    owner: 'user_id',
    at: 'claimed_at',
    id: 'challenge_id',
    item: sql`json_build_object(
      'challenge_id', t.challenge_id,
      'name', (select c.name from challenges c where c.id = t.challenge_id),
      'claimed_at', ${iso('t.claimed_at')})`,
  },
  {
    name: 'wrong_codes',
    table: 'wrong_codes',
    owner: 'user_id',
    at: 'since',
    id: 'user_id',
    item: sql`json_build_object(
      'failures', t.failures, 'since', ${iso('t.since')}, 'wait_until', ${iso('t.wait_until')})`,
  },
]

/** What the user follows, was notified of, and manages. */
const other: Section[] = [
  {
    name: 'interests',
    table: 'interests',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id,
      'entity_type', case when t.artist_id is not null then 'artist'
        when t.organizer_id is not null then 'organizer' else 'genre' end,
      'entity_id', coalesce(t.artist_id::text, t.organizer_id, t.genre_id::text),
      'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'notifications',
    table: 'notifications',
    owner: 'user_id',
    at: 'number',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'type', t.type, 'title', t.title, 'message', t.message,
      'data', coalesce(t.data, '{}'), 'read', t.read,
      'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'artists',
    table: 'artists',
    owner: 'created_by',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object('id', t.id, 'name', t.name, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'manages',
    table: 'organizer_managers',
    owner: 'user_id',
    at: 'created_at',
    id: 'organizer_id',
    item: sql`json_build_object('organizer_id', t.organizer_id, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'gate_staff',
    table: 'gate_staff',
    owner: 'user_id',
    at: 'created_at',
    id: 'festival_id',
    item: sql`json_build_object('festival_id', t.festival_id, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'gate_devices',
    table: 'gate_devices',
    owner: 'created_by',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'festival_id', t.festival_id, 'name', t.name, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'invitations',
    table: 'invitations',
    owner: 'invited_by',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'kind', t.kind, 'organizer_id', t.organizer_id, 'festival_id', t.festival_id,
      'right', t.granted_right, 'created_at', ${iso('t.created_at')},
      'expires_at', ${iso('t.expires_at')}, 'ended_at', ${iso('t.ended_at')})`,
  },
  {
    name: 'scans',
    table: 'gate_scans',
    owner: 'user_id',
    at: 'received_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'festival_id', t.festival_id, 'payment_id', t.payment_id, 'outcome', t.outcome,
      'admitted_offline', t.admitted_offline, 'scanned_at', ${iso('t.scanned_at')},
      'received_at', ${iso('t.received_at')})`,
  },
  {
    name: 'requested_refunds',
    table: 'refunds',
    owner: 'requested_by',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'payment_id', t.payment_id, 'amount', ${euros('t.amount_cents')},
      'reason', t.reason, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'changes',
    table: 'audit_log',
    owner: 'user_id',
    at: 'at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'at', ${iso('t.at')}, 'action', t.action, 'entity_type', t.entity_type,
      'entity_id', t.entity_id)`,
  },
  {
    name: 'changes_of_account',
    table: 'audit_log',
    owner: 'entity_id',
    at: 'at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'at', ${iso('t.at')}, 'action', t.action, 'changes', t.changes)`,
  },
  {
    name: 'sessions',
    table: 'tokens',
    owner: 'user_id',
    at: 'created_at',
    id: 'hash',
    item: sql`json_build_object(
      'created_at', ${iso('t.created_at')}, 'expires_at', ${iso('t.expires_at')})`,
  },
]

/** All lists of the export, in order. */
export const sections: Section[] = [...bought, ...handedOn, ...rewarded, ...other]
