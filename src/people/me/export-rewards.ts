import { sql } from 'kysely'
import { iso } from '#platform/database/sql'
import type { Section } from './export-section.ts'

/** The points of a user, and their sources. */
export const rewarded: Section[] = [
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
    item: sql`json_build_object('failures', t.failures, 'since', ${iso('t.since')}, 'wait_until', ${iso('t.wait_until')})`,
  },
]
