import { sql } from 'kysely'
import { iso } from '#platform/database/sql'
import { purchases } from './export-purchases.ts'
import { rewarded } from './export-rewards.ts'
import { euros, type Section } from './export-section.ts'

/** The lists other than purchases and rewards: for example follows, notifications and managed organizers. */
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
    name: 'passkeys',
    table: 'passkeys',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object('id', t.id, 'name', t.name, 'created_at', ${iso('t.created_at')},
      'last_used_at', ${iso('t.last_used_at')})`,
  },
  {
    name: 'identity_providers',
    table: 'openid_accounts',
    owner: 'user_id',
    at: 'created_at',
    id: 'subject',
    item: sql`json_build_object(
      'issuer', t.issuer, 'subject', t.subject, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'second_factor',
    table: 'second_factors',
    owner: 'user_id',
    at: 'user_id',
    id: 'user_id',
    item: sql`json_build_object('enabled_at', ${iso('t.enrolled_at')}, 'recovery_codes_left', (
      select count(*) from recovery_codes c where c.user_id = t.user_id and c.used_at is null))`,
  },
  {
    name: 'calendar_address',
    table: 'calendar_feeds',
    owner: 'user_id',
    at: 'created_at',
    id: 'user_id',
    item: sql`json_build_object('created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'notifications',
    table: 'notifications',
    owner: 'user_id',
    at: 'number',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'type', t.type, 'title', t.title, 'message', t.message,
      'data', coalesce(t.data, '{}'), 'language', coalesce(t.language, 'en'), 'read', t.read,
      'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'notification_settings',
    table: 'notification_settings',
    owner: 'user_id',
    at: 'changed_at',
    id: 'topic',
    item: sql`json_build_object(
      'topic', t.topic, 'notice', t.notice, 'push', t.push, 'mail', t.mail, 'changed_at', ${iso('t.changed_at')})`,
  },
  {
    name: 'messages',
    table: 'message_recipients',
    owner: 'user_id',
    at: 'changed_at',
    id: 'id',
    item: sql`(select json_build_object(
      'id', m.id, 'festival_id', m.festival_id, 'subject', m.subject, 'text', m.text,
      'state', case t.state when 'mailed' then 'queued' else t.state end, 'changed_at', ${iso('t.changed_at')})
      from messages m where m.id = t.message_id)`,
  },
  {
    name: 'undeliverable_emails',
    table: 'undeliverable_emails',
    owner: 'user_id',
    at: 'noted_at',
    id: 'user_id',
    item: sql`json_build_object('email', t.email, 'status', t.status, 'noted_at', ${iso('t.noted_at')})`,
  },
  {
    name: 'push_subscriptions',
    table: 'push_subscriptions',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'service', substring(t.endpoint from '//([^/]*)'), 'created_at', ${iso('t.created_at')})`,
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
    name: 'organizer_roles',
    table: 'organizer_members',
    owner: 'user_id',
    at: 'created_at',
    id: 'organizer_id',
    item: sql`json_build_object(
      'organizer_id', t.organizer_id, 'role', t.role, 'may_refund', t.may_refund, 'created_at', ${iso('t.created_at')})`,
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
      'id', t.id, 'festival_id', t.festival_id, 'name', t.name, 'zone', t.zone, 'created_at', ${iso('t.created_at')})`,
  },
  {
    name: 'invitations',
    table: 'invitations',
    owner: 'invited_by',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'kind', t.kind, 'organizer_id', coalesce(t.organizer_id, t.member_of), 'festival_id', t.festival_id,
      'right', t.granted_right, 'role', t.member_role, 'may_refund', t.may_refund, 'created_at', ${iso('t.created_at')},
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
      'direction', t.direction, 'zone', t.zone, 'admitted_offline', t.admitted_offline, 'scanned_at', ${iso('t.scanned_at')},
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

/** Guests with purchases that the user has taken over: these are among the user's own. */
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
