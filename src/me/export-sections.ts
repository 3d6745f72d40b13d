import { sql } from 'kysely'
import { iso } from '#platform/database/sql'
import { purchases } from './export-purchases.ts'
import { euros, type Section } from './export-section.ts'

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
    name: 'hearts',
    table: 'hearts',
    owner: 'user_id',
    at: 'created_at',
    id: 'gig_id',
    item: sql`json_build_object(
      'gig_id', t.gig_id, 'festival_id', t.festival_id, 'artist_name', t.artist_name,
      'known_start_at', ${iso('t.known_start_at')}, 'keeps_clashes', t.keeps_clashes,
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

/** Guests whose purchases the user has taken over: they are among the user's own. */
const guests: Section = {
  name: 'guests',
  table: 'users',
  owner: 'taken_over_by',
  at: 'erased_at',
  id: 'id',
  item: sql`json_build_object(
    'id', t.id, 'created_at', ${iso('t.created_at')}, 'taken_over_at', ${iso('t.erased_at')})`,
}

/** All lists of the export, in order. */
export const sections: Section[] = [...purchases, ...rewarded, ...other, guests]
