-- Payments and every change of their state; refunds; the processor's events already taken in.
-- `lease_until` is how long whoever works on a payment has it for itself, `hold_until` how long what it
-- bought is kept for it. `is_fenced`: no charge with this key can succeed any more, or it has.
create table payments (
  id uuid primary key,
  user_id uuid not null references users,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  payment_type text not null,
  entity_type text,
  entity_id uuid not null,
  festival_id uuid references festivals,
  price_cents integer not null,
  points_used integer not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  status text not null,
  failure text,
  client_secret text,
  lease_until timestamptz(3) not null,
  hold_until timestamptz(3) not null,
  is_fenced boolean not null default false,
  needs_review text,
  created_at timestamptz(3) not null,
  touched_at timestamptz(3) not null,
  constraint payments_key_once unique (user_id, idempotency_key),
  constraint payments_type check (payment_type in ('ticket', 'accommodation', 'subscription')),
  constraint payments_status check (status in ('pending', 'requires_action', 'succeeded', 'failed',
    'expired', 'refunding', 'refunded', 'partially_refunded')),
  constraint payments_open_are_unfenced check (not (is_fenced and status in ('pending', 'requires_action'))),
  constraint payments_money check (
    price_cents >= 0 and points_used >= 0 and amount_cents between 0 and price_cents
    and refunded_cents between 0 and amount_cents)
);
comment on column payments.touched_at is 'a replay writes too, so that its commit waits for a standby like the first';
create index payments_of_user on payments (user_id, created_at desc, id);
create index payments_in_flight on payments (lease_until) where not is_fenced;
create index payments_holding on payments (entity_id, hold_until) where status in ('pending', 'requires_action');
create index payments_of_festival on payments (festival_id, status, id);

-- `place` counts the changes of a payment, under its lock: two of them may fall on one millisecond, and
-- the clocks of two processes may differ.
create table payment_events (
  payment_id uuid not null references payments,
  place integer not null,
  status text not null,
  amount_cents integer,
  reason text,
  by_user uuid references users,
  created_at timestamptz(3) not null,
  primary key (payment_id, place)
);

-- A refund is written before the processor is asked, so that it is asked again until it has answered.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  idempotency_key text collate "C" not null,
  amount_cents integer not null,
  is_full boolean not null,
  requested_by uuid references users,
  reason text,
  created_at timestamptz(3) not null,
  lease_until timestamptz(3) not null,
  done_at timestamptz(3),
  refused text,
  constraint refunds_key_once unique (payment_id, idempotency_key),
  constraint refunds_amount check (amount_cents >= 0)
);
create unique index refunds_full_once on refunds (payment_id) where is_full and refused is null;
create index refunds_open on refunds (lease_until) where done_at is null and refused is null;

create table processor_events (
  id text collate "C" primary key,
  received_at timestamptz(3) not null
);
create index processor_events_by_age on processor_events (received_at);
create index festivals_cancelled on festivals (cancelled_at) where cancelled_at is not null;

-- Who is a member: a term for each payment of a plan, until that is refunded.
create table membership_terms (
  payment_id uuid primary key references payments,
  user_id uuid not null references users,
  subscription_id uuid not null references subscriptions,
  duration integer not null,
  duration_type text not null,
  bought_at timestamptz(3) not null
);
create index membership_terms_of_user on membership_terms (user_id, bought_at, payment_id);
