/**
 * Sales of any size on a catalogue of at least 50,000 festivals, made by SQL, with all records that follow
 * from them. A fifth goes to four tiers, a tenth to a thousand festivals that were cancelled and refunded
 * long ago, most to fifty thousand tiers with few sales. One buyer has 5,000 payments.
 */
import type { Step } from './fill.ts'

/** Buyer `n`, and the `n`th offer: tiers first, then accommodations, then plans. */
const numbered: Step[] = [
  [
    'buyers',
    `create temp table buyers as select row_number() over () as n, id from users;
    alter table buyers add primary key (n)`,
  ],
  [
    'accommodations',
    `insert into accommodations (id, festival_id, name, price_cents, quantity)
    select gen_random_uuid(), id, 'Bell tent', 9900, 500 from (select id from festivals limit 50000) f limit 25000`,
  ],
  [
    'subscriptions',
    `insert into subscriptions (id, name, price_cents, duration, duration_type)
    select gen_random_uuid(), 'Friend ' || n, 9900, 1, 'month' from generate_series(1, 5) n`,
  ],
  [
    'offers',
    `create temp table offers as
    select row_number() over () as n, 'ticket' as type, id, festival_id from (select * from tiers limit 50000) t
    union all select 100000 + row_number() over (), 'accommodation', id, festival_id from accommodations
    union all select 200000 + row_number() over (), 'subscription', id, null from subscriptions;
    alter table offers add primary key (n)`,
  ],
  [
    'cancelled',
    `update festivals set cancelled_at = now() - interval '1 year'
    where id in (select festival_id from offers where n between 5 and 1004)`,
  ],
]

const chance = '((hashint4(i)::bigint + 2147483648) / 4294967296.0)'
const status = `case
  when i > $n - 200 then 'pending' when i % 20 in (4, 5) then 'refunded'
  when i * 7919::bigint % 100 < 4 then 'failed' when i * 7919::bigint % 100 < 7 then 'expired'
  when i * 7919::bigint % 100 < 9 then 'refunded' when i * 7919::bigint % 100 < 10 then 'partially_refunded'
  else 'succeeded' end`
const offer = `case
  when i % 20 < 4 then 1 + i % 20
  when i % 20 < 6 then 5 + (i / 20 * 2 + i % 20 - 4) % 1000
  when i % 20 = 6 then 100001 + i / 20 % 25000
  when i % 20 = 7 then 200001 + i / 20 % 5
  else 1005 + floor(48995 * ${chance} ^ 2)::int end`
const buyer = `case when i % ($n / 5000) = i / ($n / 5000) % 20 then 1 else 1 + floor(100000 * ${chance})::int end`

const paid = "('succeeded', 'partially_refunded')"
const sold = "('succeeded', 'partially_refunded', 'refunded')"

const payments: Step[] = [
  // Both know the same rows of `p`: an order of one has the id of its payment.
  [
    'payments, ordered',
    `create table bench_sold as
    select uuidv7(created_at - now()) as id, b.id as user_id, 'key ' || i as key, sha256(i::text::bytea) as hash,
      o.type, o.id as entity_id, o.festival_id, status, created_at
    from (select i, ${status} as status, ${offer} as offer, ${buyer} as buyer,
                 now() - interval '700 days' * (1 - i / $n.0) as created_at
          from generate_series(1, $n) i) p
    join buyers b on b.n = p.buyer join offers o on o.n = p.offer`,
  ],
  [
    'orders',
    `insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode, lease_until,
      hold_until, is_fenced, created_at, touched_at)
    select id, user_id, 'payments', key, hash, 9900,
      case when status in ('refunded', 'partially_refunded') then 'succeeded' else status end, false,
      created_at + interval '1 hour', created_at + interval '1 hour', status <> 'pending', created_at, created_at
    from bench_sold`,
  ],
  [
    'payments',
    `insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents, points_used,
      amount_cents, refunded_cents, status, hold_until, created_at)
    select id, id, 1, user_id, type, entity_id, festival_id, 9900, 0, 9900,
      case status when 'refunded' then 9900 when 'partially_refunded' then 900 else 0 end, status,
      created_at + interval '1 hour', created_at
    from bench_sold`,
  ],
  ['payments, written', 'drop table bench_sold'],
  [
    'payment_events',
    `insert into payment_events (payment_id, place, status, amount_cents, created_at)
    select id, place, e.status, 9900, created_at from payments p
    cross join lateral (values (1, 'pending'),
      (2, case when p.status in ${sold} then 'succeeded' when p.status <> 'pending' then p.status end),
      (3, case p.status when 'refunded' then 'refunding' when 'partially_refunded' then p.status end),
      (4, case p.status when 'refunded' then p.status end)) e (place, status)
    where e.status is not null`,
  ],
  [
    'refunds',
    `insert into refunds (id, payment_id, idempotency_key, amount_cents, is_full, created_at, lease_until, done_at)
    select gen_random_uuid(), id, 'key', refunded_cents, status = 'refunded', created_at, created_at, created_at
    from payments where refunded_cents > 0`,
  ],
  [
    'tickets',
    `insert into tickets (payment_id, festival_id, code, issued_at, validated_at, revoked_at, change)
    select id, festival_id, repeat(upper(md5(id::text)), 5), created_at, used_at, gone_at,
      case when coalesce(used_at, gone_at) is not null then
        row_number() over (partition by festival_id, used_at is null and gone_at is null order by id) end
    from (select *, case when status in ${paid} and created_at < now() - interval '1 year' then created_at end as used_at,
                 case when status = 'refunded' then created_at end as gone_at
          from payments where payment_type <> 'subscription' and status in ${sold}) p`,
  ],
  [
    'ticket_changes',
    'insert into ticket_changes select festival_id, max(change) from tickets where change is not null group by 1',
  ],
  [
    'membership_terms',
    `insert into membership_terms select id, user_id, entity_id, 1, 'month', created_at
    from payments where payment_type = 'subscription' and status in ${paid}`,
  ],
  ...['tiers', 'accommodations'].map(
    (table): Step => [
      `sold of ${table}`,
      `update ${table} t set quantity = greatest(quantity, p.sold + p.held + 10000), sold = p.sold, held = p.held
    from (select entity_id, count(*) filter (where status in ${paid}) as sold,
                 count(*) filter (where status = 'pending') as held
          from payments group by 1) p
    where p.entity_id = t.id`,
    ],
  ),
]

const rewards: Step[] = [
  [
    'reward_events',
    `insert into reward_events (id, user_id, event_type, entity_type, entity_id, source, points, reversed, counted, created_at)
    select gen_random_uuid(), user_id,
      case payment_type when 'ticket' then 'ticket_purchased' when 'accommodation' then 'accommodation_booked' else 'subscription_started' end,
      payment_type, entity_id::text, 'payment:' || id, 99,
      case status when 'refunded' then 99 when 'partially_refunded' then 9 else 0 end, status <> 'refunded', created_at
    from payments where status in ${sold}
    union all
    select gen_random_uuid(), b.id, 'artist_viewed', 'artist', gen_random_uuid()::text, null, 1, 0, true,
           now() - interval '700 days' * (1 - i / $n.0)
    from generate_series(1, $n / 5) i join buyers b on b.n = ${buyer}`,
  ],
  [
    'point_entries',
    `insert into point_entries (id, user_id, kind, delta, source, created_at)
    select gen_random_uuid(), user_id, 'earned', points, coalesce(source, 'event:' || id), created_at from reward_events
    union all
    select gen_random_uuid(), user_id, 'reversed', -reversed, 'refund:' || id, created_at from reward_events where reversed > 0`,
  ],
  [
    'points',
    'insert into points (user_id, available, earned) select user_id, sum(delta), sum(delta) from point_entries group by 1',
  ],
  [
    'event_tallies',
    'insert into event_tallies select user_id, event_type, entity_type, count(*) from reward_events where counted group by 1, 2, 3',
  ],
  [
    'challenges',
    `insert into challenges (id, code_hash, name, points, created_at)
    select gen_random_uuid(), sha256(n::text::bytea), 'Challenge ' || n, 10, now() from generate_series(1, 100) n`,
  ],
  [
    'challenge_claims',
    `insert into challenge_claims select c.id, b.id, now()
    from (select id, row_number() over () as n from challenges) c join buyers b on b.n % 25 = c.n % 25`,
  ],
]

const told: Step[] = [
  [
    'notifications',
    `insert into notifications (user_id, number, id, type, cause, title, message, read, created_at)
    select user_id, row_number() over (partition by user_id order by created_at, id), gen_random_uuid(),
      'payment.succeeded', 'payment:' || id || ':succeeded', 'Payment received', 'Weekend, Lunar Harbour Festival: 99.00 EUR paid.',
      created_at < now() - interval '90 days', created_at
    from payments where status in ${sold}`,
  ],
  [
    'inboxes',
    'insert into inboxes (user_id, last) select user_id, max(number) from notifications group by 1',
  ],
  [
    'gate_devices',
    `insert into gate_devices (id, festival_id, name, created_at)
    select gen_random_uuid(), festival_id, 'North gate', now() from offers where n <= 2000`,
  ],
  [
    'gate_scans',
    `insert into gate_scans (id, festival_id, device_id, user_id, nonce, payment_id, outcome, admitted_offline, scanned_at, received_at)
    select gen_random_uuid(), t.festival_id, d.id, case when d.id is null then b.id end, nonce, payment_id, outcome,
           true, validated_at, validated_at
    from tickets t join buyers b on b.n = 1 left join gate_devices d using (festival_id)
    cross join lateral (values ('first', 'admitted', 0), ('again', 'already_validated', 30)) s (nonce, outcome, every)
    where t.validated_at is not null and (every = 0 or t.change % every = 0)`,
  ],
]

/** All records of sales; `$n` is the number of payments, at least 100,000. */
export const sales: Step[] = [...numbered, ...payments, ...rewards, ...told]
