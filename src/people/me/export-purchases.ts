import { sql } from 'kysely'
import { iso } from '#platform/database/sql'
import { billingFields } from '#shop/payments'
import { euros, type Section } from './export-section.ts'

/** A ticket. Of a transferred one neither the code nor the time of its use is exported: both are its holder's. */
const ticket = sql`(
  select json_build_object(
    'code', case when k.is_own then k.code end, 'issued_at', ${iso('k.issued_at')},
    'validated_at', case when k.is_own then ${iso('k.validated_at')} end,
    'validated_by', case when k.is_own then k.validated_by end, 'revoked_at', ${iso('k.revoked_at')},
    'scans', (
      select coalesce(json_agg(json_build_object(
        'outcome', s.outcome, 'direction', s.direction, 'scanned_at', ${iso('s.scanned_at')}) order by s.received_at, s.id), '[]')
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
    'created_at', ${iso('r.created_at')}, 'done_at', ${iso('r.done_at')}, 'refused', r.refused,
    'refused_at', ${iso('r.refused_at')}, 'by_other_means', r.by_other_means
    ) order by r.created_at, r.id)
  from refunds r where r.payment_id = t.id)`

const returns = sql`(
  select json_agg(json_build_object(
    'id', r.id, 'created_at', ${iso('r.created_at')}, 'ended_at', ${iso('r.ended_at')}, 'outcome', r.outcome) order by r.id)
  from ticket_returns r where r.payment_id = t.id)`

const documents = sql`(
  select json_agg(json_build_object(
    'number', d.number, 'kind', d.kind, 'issued_on', d.issued_on, 'amount', ${euros('d.gross_cents')}) order by d.id)
  from documents d where d.order_id = t.order_id)`

const billing = sql`(
  select json_build_object(${billingFields.json('b')}) from order_billing b where b.order_id = t.order_id)`

/** Purchases and the memberships that follow from them. */
const bought: Section[] = [
  {
    name: 'payments',
    table: 'payments',
    owner: 'user_id',
    at: 'created_at',
    id: 'id',
    item: sql`json_build_object(
      'id', t.id, 'order_id', t.order_id, 'order_number', (select number from orders o where o.id = t.order_id),
      'processor_id', (select processor_id from orders o where o.id = t.order_id), 'status', t.status, 'payment_type', t.payment_type, 'entity_type', t.entity_type,
      'entity_id', t.entity_id, 'festival_id', t.festival_id, 'price', ${euros('t.price_cents')},
      'discount', ${euros('t.discount_cents')}, 'voucher', (select code from voucher_codes c where c.id = t.voucher_code_id),
      'complimentary', t.given_by is not null,
      'points_used', t.points_used, 'amount', ${euros('t.amount_cents')},
      'refunded_amount', ${euros('t.refunded_cents')}, 'kept_amount', ${euros('t.kept_cents')}, 'failure', (select failure from orders o where o.id = t.order_id),
      'vat', t.vat, 'billing', ${billing}, 'documents', coalesce(${documents}, '[]'), 'created_at', ${iso('t.created_at')}, 'timeline', coalesce(${timeline}, '[]'),
      'refunds', coalesce(${refunds}, '[]'), 'returns', coalesce(${returns}, '[]'), 'ticket', ${ticket})`,
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

/** Tickets transferred to the user, and the transfers that they offered and were offered. */
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

const waiting: Section = {
  name: 'waiting_list',
  table: 'waiting_entries',
  owner: 'user_id',
  at: 'created_at',
  id: 'id',
  item: sql`json_build_object(
    'id', t.id, 'festival_id', t.festival_id, 'entity_id', t.tier_id, 'quantity', t.quantity, 'status', t.status,
    'order_id', t.order_id, 'created_at', ${iso('t.created_at')}, 'offered_at', ${iso('t.offered_at')},
    'expires_at', ${iso('t.expires_at')}, 'ended_at', ${iso('t.ended_at')})`,
}

const queues: Section = {
  name: 'queues',
  table: 'queue_entries',
  owner: 'user_id',
  at: 'entered_at',
  id: 'queue_id',
  item: sql`json_build_object(
    'queue_id', t.queue_id, 'number', t.number, 'serves', t.serves, 'salt', t.salt,
    'entered_at', ${iso('t.entered_at')})`,
}

/** The lists of the export about purchases and tickets, in order. */
export const purchases: Section[] = [...bought, ...handedOn, waiting, queues]
