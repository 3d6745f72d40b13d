-- Membership plans, orders, payments, tickets, vouchers, returns, the waiting list, the queue, and transfers.

-- Membership plans. One that is no longer offered is archived: members keep it.
create table subscriptions (
  id uuid primary key,
  name text collate "C" not null,
  description text,
  price_cents integer not null,
  duration integer not null,
  duration_type text not null,
  created_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  vat jsonb,
  language text,
  translations jsonb,
  constraint subscriptions_last_at_least_one check (duration >= 1),
  constraint subscriptions_last_months_or_years check (duration_type in ('month', 'year')),
  constraint subscriptions_price_not_negative check (price_cents >= 0)
);
comment on column subscriptions.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';
comment on column subscriptions.language is 'BCP 47 tag of its own texts; null: not said';
comment on column subscriptions.translations is 'texts by field, by BCP 47 tag; null: none';
create index subscriptions_by_name on subscriptions (name, id) where archived_at is null;

create trigger subscriptions_noted
  after insert or delete or update of name, description, language, translations, price_cents, duration, duration_type,
    vat, archived_at
  on subscriptions
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('subscription', 'id',
    'name description language translations price_cents duration duration_type vat archived_at');
create trigger subscriptions_told_new after insert on subscriptions referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'subscriptions');
create trigger subscriptions_told after update on subscriptions referencing new table as changed_rows
  for each statement execute function tell_rows('subscription', 'id', 'subscriptions');
create trigger subscriptions_told_gone after delete on subscriptions referencing old table as changed_rows
  for each statement execute function tell_rows('subscription', 'id', 'subscriptions');

-- The newest key signs tickets; older keys stay, to check what they have signed.
create table ticket_keys (
  id integer primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null,
  signs_from timestamptz(3),
  -- From 1,280 on codes would begin with a blank, which a gate cuts off.
  constraint ticket_keys_id check (id between 1 and 1279),
  constraint ticket_keys_public_key check (length(public_key) = 32)
);
comment on column ticket_keys.private_key is 'sealed with SECRET_KEY';
comment on column ticket_keys.signs_from is 'null: since it was made';

create table ticket_changes (
  festival_id uuid primary key references festivals on delete cascade,
  last integer not null
);

-- The terms of a discount, of access to hidden offers, or both. Codes with these terms are rows of their own, each with its
-- uses.
create table vouchers (
  id uuid primary key,
  festival_id uuid not null references festivals,
  name text,
  percent integer,
  amount_cents integer,
  price_cents integer,
  opens boolean not null,
  entity_ids uuid[],
  max_uses integer,
  max_per_person integer,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint vouchers_gives
    check (num_nonnulls(percent, amount_cents, price_cents) <= 1
      and (opens or num_nonnulls(percent, amount_cents, price_cents) = 1)),
  constraint vouchers_limits check (max_uses >= 1 and max_per_person >= 1),
  constraint vouchers_money check (percent between 1 and 100 and amount_cents > 0 and price_cents >= 0)
);
comment on column vouchers.price_cents is 'what one costs with it, where that is less';
comment on column vouchers.opens is 'whether what is hidden can be bought with it';
comment on column vouchers.entity_ids is 'the tiers and accommodations that it is for; null: all of its festival';
comment on column vouchers.max_uses is 'of each code; null: as many as one likes';
comment on column vouchers.max_per_person is 'of each code; null: as many as they like';
comment on column vouchers.ended_at is 'since when staff have ended it';
create index vouchers_of_festival on vouchers (festival_id, id);

create trigger vouchers_noted
  after insert or update of name, percent, amount_cents, price_cents, opens, entity_ids, max_uses, max_per_person,
    starts_at, ends_at, ended_at on vouchers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('voucher', 'id',
    'name percent amount_cents price_cents opens entity_ids max_uses max_per_person starts_at ends_at ended_at');

create table voucher_codes (
  id uuid primary key,
  voucher_id uuid not null references vouchers,
  festival_id uuid not null references festivals,
  code text not null,
  code_key text collate "C" not null,
  max_uses integer,
  held integer not null default 0,
  used integer not null default 0,
  constraint voucher_codes_once unique (code_key, festival_id),
  constraint voucher_codes_uses check (least(held, used) >= 0 and held + used <= max_uses)
);
comment on column voucher_codes.code_key is 'the code in capitals and without dashes, as it is found';
comment on column voucher_codes.max_uses is 'that of its voucher';
comment on column voucher_codes.held is 'payments that are open with it';
comment on column voucher_codes.used is 'payments that are paid with it, and not given back in full';
create index voucher_codes_of_voucher on voucher_codes (voucher_id, id);

create trigger voucher_codes_added after insert on voucher_codes referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('voucher', 'voucher_id', 'codes');

-- People who wait for a sold-out tier. What becomes free is offered to the first whose quantity fits, and held for them for
-- a while. Entries that have ended stay for the figures of the festival.
create table waiting_entries (
  id uuid primary key,
  user_id uuid not null references users,
  tier_id uuid not null references tiers on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  quantity integer not null,
  status text collate "C" not null default 'waiting',
  ordered integer not null default 0,
  order_id uuid,
  created_at timestamptz(3) not null,
  offered_at timestamptz(3),
  expires_at timestamptz(3),
  ended_at timestamptz(3),
  return_id uuid,
  constraint waiting_entries_ended check ((ended_at is null) = (status in ('waiting', 'offered'))),
  constraint waiting_entries_offered check ((offered_at is null) = (expires_at is null)),
  constraint waiting_entries_ordered check (ordered = 0 or status = 'offered'),
  constraint waiting_entries_quantity check (quantity > 0 and ordered between 0 and quantity),
  constraint waiting_entries_status check (status in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended'))
);
comment on column waiting_entries.id is 'ids are in the order of time: the lowest of a tier is the first in line';
comment on column waiting_entries.ordered is 'how many of it an open order holds instead of the offer';
comment on column waiting_entries.order_id is 'the order that buys, or has bought, with the offer';
comment on column waiting_entries.expires_at is 'the end of the offer';
comment on column waiting_entries.return_id is 'the return whose ticket it offers; null: it holds stock';
create unique index waiting_entries_once on waiting_entries (tier_id, user_id) where ended_at is null;
create index waiting_entries_in_line on waiting_entries (tier_id, id) where status = 'waiting';
create index waiting_entries_by_quantity on waiting_entries (tier_id, quantity) where status = 'waiting';
create index waiting_entries_offered on waiting_entries (expires_at) where status = 'offered';
create index waiting_entries_of_user on waiting_entries (user_id, id);
create index waiting_entries_of_festival on waiting_entries (festival_id, tier_id);
-- A returned ticket is offered to one person at a time.
create unique index waiting_entries_return_once on waiting_entries (return_id) where status = 'offered';

-- An offer ends at once, so that the next round offers what it held.
create function let_go_of_erased_waiting() returns trigger language plpgsql as $$
begin
  update waiting_entries set status = 'left', ended_at = new.erased_at where user_id = new.id and status = 'waiting';
  update waiting_entries set expires_at = new.erased_at where user_id = new.id and status = 'offered';
  return null;
end $$;
create trigger users_erased_from_waiting after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_waiting();

-- The waiting room of a sale: people take numbers, which are drawn into an order that all can check, and served in it.
create table queues (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  opens_at timestamptz(3) not null,
  draw_at timestamptz(3) not null,
  groups_of integer not null,
  source text not null,
  round integer,
  commitment bytea not null,
  receipt_key bytea not null,
  secrets bytea not null,
  created_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  constraint queues_groups check (groups_of between 1 and 20),
  constraint queues_source check (source = 'drand' and round > 0 or source = 'organizer' and round is null),
  constraint queues_times check (opens_at < draw_at)
);
comment on column queues.round is 'of drand, whose randomness orders the numbers; fixed before anyone enters';
comment on column queues.commitment is 'SHA-256 of the seed of its own that it has in secrets';
comment on column queues.receipt_key is 'the public half of the Ed25519 key that signs receipts';
comment on column queues.secrets is 'sealed: a seed of 32 bytes, then the private half of the key, 32 bytes';
create unique index queues_of_festival on queues (festival_id) where cancelled_at is null;
-- A rehearsal beside the sale counts as cancelled, so everything that follows a sale ignores it.
create unique index queue_rehearsal_of_festival on queues (festival_id) where cancelled_at = 'infinity';

create trigger queues_noted
  after insert or update of opens_at, draw_at, groups_of, source, round, cancelled_at on queues
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'id', 'opens_at draw_at groups_of source round cancelled_at');
-- For rehearsals, which staff delete.
create trigger queues_removed_noted
  after delete on queues
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'id', 'draw_at cancelled_at');

create table queue_tiers (
  tier_id uuid primary key references tiers on delete cascade,
  queue_id uuid not null references queues on delete cascade
);
comment on table queue_tiers is 'what can be bought in turn alone';
create index queue_tiers_of_queue on queue_tiers (queue_id);

create table queue_counts (
  queue_id uuid primary key references queues on delete cascade,
  entered integer not null default 0
) with (fillfactor = 50);
comment on column queue_counts.entered is 'how many numbers there are, from 0 without gaps; who enters locks it';

create table queue_entries (
  queue_id uuid not null references queues on delete cascade,
  number integer not null,
  user_id uuid not null references users,
  serves integer not null,
  salt uuid not null,
  entered_at timestamptz(3) not null,
  primary key (queue_id, number),
  constraint queue_entries_once unique (user_id, queue_id)
);
comment on column queue_entries.serves is 'the number that is theirs: their own, or that of the group they have joined';
create index queue_entries_of_group on queue_entries (queue_id, serves) where serves <> number;

-- Neither a number nor a place is ever moved.
create function keep_queue_numbers() returns trigger language plpgsql as $$
begin
  raise exception 'A number of a queue stays as it is' using errcode = '23514';
end $$;
create trigger queue_entries_kept before update of queue_id, number, user_id, salt on queue_entries
  for each row when ((old.queue_id, old.number, old.user_id, old.salt) is distinct from (new.queue_id, new.number, new.user_id, new.salt))
  execute function keep_queue_numbers();

create table queue_receipts (
  queue_id uuid not null references queues on delete cascade,
  first integer not null,
  count integer not null,
  signature bytea not null,
  primary key (queue_id, first)
);
comment on table queue_receipts is 'numbers that were given at once, under one signature';

create table queue_draws (
  queue_id uuid primary key references queues on delete cascade,
  entries integer not null,
  root bytea not null,
  committed_at timestamptz(3) not null,
  randomness bytea,
  proven boolean,
  seed bytea,
  drawn_at timestamptz(3),
  serving integer not null default 0,
  pace integer not null default 600,
  has_unserved boolean not null default true,
  constraint queue_draws_drawn check (num_nonnulls(randomness, proven, seed, drawn_at) in (0, 4)),
  constraint queue_draws_served check (serving = 0 or seed is not null)
);
comment on column queue_draws.entries is 'how many numbers are drawn; later ones stand behind them as they came';
comment on column queue_draws.randomness is 'the signature of the round of drand, or the seed that was committed to';
comment on column queue_draws.proven is 'whether it is what was fixed before, and unknown when the entries were';
comment on column queue_draws.serving is 'so many places have their turn; it only grows';
comment on column queue_draws.pace is 'how many may get theirs in a minute, as the service sells without waiting';
comment on column queue_draws.has_unserved is
  'one in the queue has had no turn, or one that is not used keeps its piece: the waiting lists of its tiers are closed';

create trigger queue_draws_noted
  after insert or update of serving on queue_draws
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'queue_id', 'serving');
create trigger queue_draws_kept before update on queue_draws
  for each row when (new.serving < old.serving or (old.entries, old.root) is distinct from (new.entries, new.root)
    or old.seed is not null and old.seed is distinct from new.seed)
  execute function keep_queue_numbers();

create table queue_parts (
  queue_id uuid not null references queues on delete cascade,
  part integer not null,
  leaves bytea not null,
  hash bytea not null,
  primary key (queue_id, part)
);
comment on table queue_parts is 'the entries as they were drawn: 32 bytes each, 8,192 in a part';

create table queue_servings (
  queue_id uuid not null references queues on delete cascade,
  serving integer not null,
  served_at timestamptz(3) not null,
  primary key (queue_id, serving)
);
create index queue_servings_by_time on queue_servings (queue_id, served_at);

-- How far people in a queue were notified: of their turn, of a moved draw, of a cancellation.
create table queue_notices (
  queue_id uuid not null references queues on delete cascade,
  type text collate "C" not null,
  told integer not null default 0,
  begun_at timestamptz(3) not null,
  primary key (queue_id, type)
);
comment on column queue_notices.told is
  'so many places are told that they have their turn; of anything else, so many numbers';

create table processor_events (
  id text collate "C" primary key,
  received_at timestamptz(3) not null
);
create index processor_events_by_age on processor_events (received_at);

-- The book of the simulated processor: any process continues what another one began.
create table simulated_charges (
  key uuid primary key,
  cents integer not null,
  -- Why it is declined; null: it succeeds.
  reason text,
  refuses_refund boolean not null,
  -- When the buyer approves it; null: it needs no approval.
  approves_at timestamptz(3),
  is_cancelled boolean not null default false,
  delays_refund boolean not null default false
);
comment on column simulated_charges.refuses_refund is 'its refunds fail after they succeeded';
comment on column simulated_charges.delays_refund is 'its refunds are pending at first';

create table simulated_refunds (
  key uuid primary key,
  charge uuid not null,
  cents integer not null,
  -- Why it is refused; null: it succeeds.
  reason text,
  ends_at timestamptz(3)
);
comment on column simulated_refunds.ends_at is 'from when on its last state holds; null: from the beginning';
create index simulated_refunds_by_charge on simulated_refunds (charge);

create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  endpoint text collate "C" not null,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  amount_cents integer not null,
  status text not null,
  failure text,
  client_secret text,
  livemode boolean not null,
  lease_until timestamptz(3) not null,
  hold_until timestamptz(3) not null,
  is_fenced boolean not null default false,
  created_at timestamptz(3) not null,
  touched_at timestamptz(3) not null,
  charge_id uuid,
  offer_id uuid,
  means text,
  sale_id uuid,
  processor text collate "C",
  number text collate "C",
  processor_id text collate "C",
  constraint orders_key_once unique (user_id, endpoint, idempotency_key),
  constraint orders_endpoint check (endpoint in ('payments', 'orders')),
  constraint orders_money check (amount_cents >= 0),
  constraint orders_open_are_unfenced check (not (is_fenced and status in ('held', 'pending', 'requires_action'))),
  constraint orders_status check (status in ('held', 'pending', 'requires_action', 'succeeded', 'failed', 'expired'))
);
comment on table orders is 'one charge each; an order of POST /payments has the id of its payment';
comment on column orders.status is 'of the charge: what is given back is told by each payment';
comment on column orders.lease_until is 'how long the process that works on it has it for itself';
comment on column orders.hold_until is 'how long what it buys is kept for it';
comment on column orders.is_fenced is 'no charge of it can succeed any more, or it has';
comment on column orders.touched_at is 'a replay writes too, so that its commit waits for a standby like the first';
comment on column orders.charge_id is
  'of an order that was held first: the key of its last attempt at the processor, or its own id before any; null: its id is the key';
comment on column orders.offer_id is 'the waiting entry whose offer it buys with; null: it is for sale to all';
comment on column orders.means is
  'cash, terminal, complimentary: paid at a till; lease: set aside for one; null: by the processor';
comment on column orders.sale_id is 'the sale of a till that it is a part of';
comment on column orders.processor is
  'that was to charge it, such as stripe; null: a till did, or it was made before this was noted';
comment on column orders.number is
  'ten characters as those of short codes; null: the job that numbers orders of before has not reached it';
comment on column orders.processor_id is 'the processor''s id of its charge, such as pi_3Nx; null: not known';
create index orders_in_flight on orders (lease_until) where not is_fenced;
create index orders_of_user on orders (user_id, id);
create index orders_of_sale on orders (sale_id) where sale_id is not null;
create unique index orders_number_once on orders (number);
-- Orders for the job that numbers them.
create index orders_unnumbered on orders (id) where number is null;
create index orders_by_processor_id on orders (processor_id) where processor_id is not null;
-- Orders that were held and never charged, which are deleted by age. A purchase never writes to this index.
create index orders_never_charged on orders (hold_until) where status = 'expired' and charge_id = id;

-- One item that was bought. What belongs to the charge is in its order.
create table payments (
  id uuid primary key,
  user_id uuid not null references users,
  payment_type text not null,
  entity_type text,
  entity_id uuid not null,
  festival_id uuid references festivals,
  price_cents integer not null,
  points_used integer not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  status text not null,
  hold_until timestamptz(3) not null,
  needs_review text,
  created_at timestamptz(3) not null,
  is_own boolean not null default false,
  kept_cents integer not null default 0,
  network bytea,
  vat jsonb,
  order_id uuid not null references orders,
  line integer not null,
  cancel_until timestamptz(3),
  cancel_percent integer,
  disputed_at timestamptz(3),
  discount_cents integer not null default 0,
  voucher_code_id uuid references voucher_codes,
  given_by uuid references users,
  given_reason text,
  return_id uuid,
  lease_id uuid,
  seller_id text collate "C",
  vat_cents integer,
  vat_by_unit boolean not null default false,
  constraint payments_line_once unique (order_id, line),
  constraint payments_discount check (discount_cents between 0 and price_cents - amount_cents),
  constraint payments_kept check (kept_cents >= 0 and refunded_cents + kept_cents <= amount_cents),
  constraint payments_money
    check (price_cents >= 0 and points_used >= 0 and amount_cents between 0 and price_cents
      and refunded_cents between 0 and amount_cents),
  constraint payments_status
    check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'expired', 'refunding', 'refunded',
      'partially_refunded')),
  constraint payments_type check (payment_type in ('ticket', 'accommodation', 'subscription')),
  constraint payments_vat check (vat_cents between 0 and amount_cents)
);
comment on column payments.hold_until is 'that of its order, which never changes';
comment on column payments.is_own is 'its buyer managed the organizer when it was bought: it earns nothing';
comment on column payments.kept_cents is 'what refunds kept back for points that were earned with it and are spent';
comment on column payments.network is
  'HMAC of where it was bought from, while it waits for its buyer; of one that was held first and expired, for the hour in which it counts';
comment on column payments.vat is 'that of what was bought, as it was then; null: not stated';
comment on column payments.line is 'its place in its order, from 1';
comment on column payments.cancel_until is 'null, as cancel_percent: its buyer may not give it back';
comment on column payments.disputed_at is 'since when a dispute is open; null: none is';
comment on column payments.discount_cents is 'what a voucher took off its price';
comment on column payments.voucher_code_id is 'the code that it was bought with, which has one use for it; null: none';
comment on column payments.given_by is 'who gave it for nothing, so that it counts for no limit; null: it was bought';
comment on column payments.return_id is 'the return whose ticket it holds or has bought; null: one of the stock';
comment on column payments.lease_id is 'the lease with which its ticket was handed to a till before it was sold';
comment on column payments.seller_id is
  'the organizer of its festival when it was paid; null: the operator, or it is not paid yet';
comment on column payments.vat_cents is
  'the VAT in amount_cents; null: it is not paid yet, or the job that stores those of before has not reached it';
comment on column payments.vat_by_unit is 'true: vat_cents was rounded for this unit alone, as by the version before';
create index payments_of_user on payments (user_id, created_at desc, id);
create index payments_holding on payments (entity_id, hold_until) where status in ('pending', 'requires_action');
create index payments_of_festival on payments (festival_id, status, id);
create index payments_of_holders on payments (festival_id, user_id)
  where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');
-- Sales of a festival by time. All that is added up is in the index.
create index payments_of_festival_by_time on payments (festival_id, created_at, id)
  include (payment_type, entity_id, status, amount_cents)
  where festival_id is not null;
-- What staff look for is rare, so these indexes are partial, and no sale of a ticket writes to them.
create index payments_besides_tickets on payments (payment_type, id) where payment_type <> 'ticket';
create index payments_besides_tickets_of_festival on payments (festival_id, id) where payment_type <> 'ticket';
create index payments_gone_wrong on payments (status, id)
  where status in ('failed', 'expired', 'refunding', 'refunded', 'partially_refunded');
-- Payments that wait for their buyer, by person and by network; free ones by person.
create index payments_waiting on payments (user_id, entity_id) include (hold_until) where status = 'requires_action';
create index payments_waiting_by_network on payments (network) include (hold_until) where status = 'requires_action';
create index payments_free on payments (user_id, entity_id)
  where price_cents = 0 and status in ('pending', 'requires_action', 'succeeded', 'partially_refunded');
-- Payments that are being charged, by person and by network.
create index payments_charging on payments (user_id, entity_id) where status = 'pending';
create index payments_charging_by_network on payments (network) where status = 'pending' and network is not null;
-- What a person has bought with a code, and the payments of a code.
create index payments_with_voucher on payments (voucher_code_id, user_id) where voucher_code_id is not null;
-- What vouchers took off, by festival and day.
create index payments_with_discount on payments (festival_id, created_at)
  include (payment_type, entity_id, status, discount_cents)
  where discount_cents > 0;
create index payments_of_lease on payments (lease_id) where lease_id is not null;
-- Tickets of a tier or an accommodation, the latest bought first.
create index payments_of_offer on payments (entity_id, id)
  where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');
-- Payments whose VAT is still to be stored.
create index payments_without_vat on payments (id)
  where vat_cents is null and status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');
-- Holds of a network within the hour.
create index payments_expired_at_network on payments (network, created_at)
  where status = 'expired' and network is not null;

-- A gift is noted without the e-mail that it is for.
create trigger payments_given after insert on payments
  for each row when (current_setting('festival.audit', true) <> '' and new.given_by is not null)
  execute function note_row('payment', 'id', 'entity_id given_reason');

-- One term for each payment of a plan, until it is refunded.
create table membership_terms (
  payment_id uuid primary key references payments,
  user_id uuid not null references users,
  subscription_id uuid not null references subscriptions,
  duration integer not null,
  duration_type text not null,
  bought_at timestamptz(3) not null
);
create index membership_terms_of_user on membership_terms (user_id, bought_at, payment_id);

-- A signed code. Tickets that have changed are numbered in each festival by the next reader, one reader at a time, so a
-- number is given to committed changes alone, and a reader that has read up to a number has missed nothing below it. A
-- ticket that changes again loses its number. One that was never transferred has no holder: that is its buyer.
create table tickets (
  payment_id uuid primary key references payments,
  festival_id uuid not null references festivals,
  code text collate "C" not null,
  issued_at timestamptz(3) not null,
  validated_at timestamptz(3),
  validated_by uuid references users,
  revoked_at timestamptz(3),
  change integer,
  holder_id uuid references users,
  revision integer not null default 0,
  short_code text collate "C",
  was_changed boolean not null default false,
  blocked_at timestamptz(3),
  passed_at timestamptz(3)
);
comment on column tickets.code is 'no two are equal: the payment''s id is in it';
comment on column tickets.holder_id is 'null: its buyer, because it was never handed on';
comment on column tickets.revision is 'how often it was handed on: only the code of this revision admits';
comment on column tickets.short_code is
  'of this revision, ten characters; null: issued by an earlier version, until a job fills it in';
comment on column tickets.was_changed is 'used, revoked or handed on at any time: gates must hear of it';
comment on column tickets.blocked_at is 'since when a dispute of its payment keeps it from admitting; null: none does';
comment on column tickets.passed_at is 'when the service last heard of a passage; null: of none';
create index tickets_changed on tickets (festival_id, change) where change is not null;
create index tickets_to_number on tickets (festival_id, payment_id)
  where change is null and (validated_at is not null or revoked_at is not null);
create index tickets_validated on tickets (festival_id, validated_at) include (payment_id)
  where validated_at is not null;
-- Transferred tickets by holder, of a person and of a festival.
create index tickets_of_holder on tickets (holder_id, payment_id) where holder_id is not null;
create index tickets_handed_on on tickets (festival_id, holder_id) where holder_id is not null;
-- A gate finds a ticket by its short code, which is unique in a festival.
create unique index tickets_short_code on tickets (festival_id, short_code);
create index tickets_without_short_code on tickets (payment_id) where short_code is null;
-- Like `tickets_to_number`, for every change.
create index tickets_changed_to_number on tickets (festival_id, payment_id)
  where change is null and (was_changed or validated_at is not null or revoked_at is not null);
create index tickets_used on tickets (festival_id, payment_id) where validated_at is not null;
create index tickets_not_admitting on tickets (festival_id, payment_id)
  where revoked_at is not null or blocked_at is not null;

-- Gates receive each change, also one that is undone: `was_changed` stays.
create function forget_number_of_ticket() returns trigger language plpgsql as $$
begin
  new.change = null;
  new.was_changed = true;
  return new;
end $$;
create trigger tickets_change
  before update of validated_at, revoked_at, revision, blocked_at, passed_at on tickets
  for each row execute function forget_number_of_ticket();

-- Tickets that buyers offer to the next in line, at face value. A ticket is valid until it is bought: then it ends, and the
-- one sold for it begins, in one transaction. None of it is stock.
create table ticket_returns (
  id uuid primary key,
  payment_id uuid not null references payments,
  tier_id uuid not null references tiers on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text collate "C",
  sold_to uuid references payments,
  promised_cents integer,
  constraint ticket_returns_ended check ((ended_at is null) = (outcome is null)),
  constraint ticket_returns_outcome check (outcome in ('sold', 'taken_back', 'ended')),
  constraint ticket_returns_sold check ((outcome is not distinct from 'sold') = (sold_to is not null))
);
comment on column ticket_returns.id is 'ids are in the order of time: the lowest of a tier is offered first';
comment on column ticket_returns.payment_id is 'of the ticket that is given back';
comment on column ticket_returns.outcome is
  'ended: the ticket was used, refunded or disputed meanwhile, or its tier is not sold any more';
comment on column ticket_returns.sold_to is 'the payment that bought it';
comment on column ticket_returns.promised_cents is
  'what comes back once another has bought it; null: it was given back before this was stored, and still open or paid at most what the next buyer paid';
create unique index ticket_returns_open on ticket_returns (payment_id) where ended_at is null;
create unique index ticket_returns_sold_once on ticket_returns (payment_id) where outcome = 'sold';
create index ticket_returns_listed on ticket_returns (tier_id, id) where ended_at is null;
create index ticket_returns_of_payment on ticket_returns (payment_id, id);
-- A foreign key that the deletion of orders checks.
create index ticket_returns_of_buyer on ticket_returns (sold_to) where sold_to is not null;

create trigger ticket_returns_noted after insert or update of ended_at on ticket_returns
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('return', 'id', 'payment_id ended_at outcome');

-- Whatever ends or blocks a ticket ends its return, also if that is undone later.
create function end_return_of_ticket() returns trigger language plpgsql as $$
begin
  update ticket_returns set outcome = 'ended', ended_at = greatest(new.validated_at, new.revoked_at, new.blocked_at)
  where payment_id = new.payment_id and ended_at is null;
  return null;
end $$;
create trigger tickets_end_return after update of validated_at, revoked_at, blocked_at on tickets
  for each row when (coalesce(new.validated_at, new.revoked_at, new.blocked_at) is not null)
  execute function end_return_of_ticket();

create function let_go_of_erased_returns() returns trigger language plpgsql as $$
begin
  update ticket_returns r set outcome = 'taken_back', ended_at = new.erased_at
  from payments p where p.user_id = new.id and r.payment_id = p.id and r.ended_at is null;
  return null;
end $$;
create trigger users_erased_from_returns after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_returns();

-- `place` counts the changes of a payment, under its lock: two may have the same time, and clocks of processes differ.
create table payment_events (
  payment_id uuid not null references payments,
  place integer not null,
  status text not null,
  amount_cents integer,
  reason text,
  by_user uuid references users,
  created_at timestamptz(3) not null,
  festival_id uuid,
  primary key (payment_id, place)
);
create index payment_events_watched on payment_events (created_at desc, payment_id desc, place desc)
  where status in ('succeeded', 'failed', 'refunding', 'refunded', 'partially_refunded');
create index payment_events_watched_of_festival on payment_events (festival_id, created_at desc, payment_id desc, place desc)
  where festival_id is not null and status in ('succeeded', 'failed', 'refunding', 'refunded', 'partially_refunded');

-- Limits for each person count by e-mail. A purchase locks the row of its e-mail before it counts.
create table limited_emails (
  address bytea primary key,
  created_at timestamptz(3) not null
);
comment on column limited_emails.address is 'SHA-256 of the e-mail; the row goes after a day';
create index limited_emails_by_age on limited_emails (created_at);

-- A card holder has disputed a charge. While a dispute is open, the tickets of the payment do not admit; a lost one has
-- taken the money back.
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments,
  processor_id text collate "C" not null,
  amount_cents integer not null,
  reason text not null,
  status text collate "C" not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint disputes_processor_id_once unique (processor_id, payment_id),
  constraint disputes_closed check ((status = 'open') = (closed_at is null)),
  constraint disputes_status check (status in ('open', 'won', 'lost'))
);
comment on column disputes.processor_id is 'its id at the processor, which payments of one charge share';
comment on column disputes.amount_cents is 'the share of this payment; 0: it is about other payments of the charge';
comment on column disputes.reason is 'as the processor says it, such as fraudulent';
create index disputes_of_payment on disputes (payment_id);

-- Written before the processor is asked, so that the request is repeated until it is answered.
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
  kept_cents integer not null default 0,
  percent integer,
  dispute_id uuid references disputes,
  request_id uuid,
  return_id uuid,
  vat_cents integer,
  processor_id text collate "C",
  refused_at timestamptz(3),
  by_other_means boolean not null default false,
  is_owed boolean not null default false,
  constraint refunds_key_once unique (payment_id, idempotency_key),
  constraint refunds_amount check (amount_cents >= 0),
  constraint refunds_vat check (vat_cents >= 0)
);
comment on column refunds.refused is
  'why the processor did not give it back, or, with done_at, why it failed later; null: neither';
comment on column refunds.kept_cents is 'not given back: what points that were spent are worth';
comment on column refunds.percent is 'of what was left, where the buyer gave it back; null: refunded otherwise';
comment on column refunds.dispute_id is 'the dispute that took the money; null: it was refunded';
comment on column refunds.request_id is 'the same for all that was asked for at once; null: nothing else was';
comment on column refunds.return_id is
  'the return by which the ticket was bought by another; null: it was refunded otherwise';
comment on column refunds.vat_cents is
  'the VAT in amount_cents; null: it is not done yet, or the job that stores those of before has not reached it';
comment on column refunds.processor_id is 'the processor''s id of it, such as re_3Nx; null: not known';
comment on column refunds.refused_at is 'when that was booked; null: not refused, or before this was noted';
comment on column refunds.by_other_means is 'staff gave the money back without the processor, which had refused';
comment on column refunds.is_owed is 'a part that failed after its payment had ended, and was not asked for again';
create unique index refunds_full_once on refunds (payment_id) where is_full and refused is null;
create index refunds_open on refunds (lease_until) where done_at is null and refused is null;
create index refunds_of_requester on refunds (requested_by, created_at desc, id) where requested_by is not null;
-- What was refunded on a day, at all festivals.
create index refunds_done on refunds (done_at) include (payment_id, amount_cents) where done_at is not null;
-- What was given back at once: all of it is decided, and its buyer mailed, together.
create index refunds_of_request on refunds (request_id) where request_id is not null;
-- Refunds whose VAT is still to be stored.
create index refunds_without_vat on refunds (payment_id) where vat_cents is null and done_at is not null;
-- Refunds that failed after they were done, for the report of that day.
create index refunds_failed on refunds (refused_at) include (payment_id, amount_cents)
  where done_at is not null and refused_at is not null;

create trigger refunds_noted after insert on refunds
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('payment', 'payment_id', 'amount_cents by_other_means');

create table order_attempts (
  id uuid primary key,
  order_id uuid not null references orders,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  failure text,
  begun_at timestamptz(3) not null,
  constraint order_attempts_key_once unique (order_id, idempotency_key)
);
comment on table order_attempts is 'attempts to pay an order that was held first; the id is the key at the processor';
comment on column order_attempts.failure is
  'why it was declined, noted when the next one begins; null: it is the last one';

-- Mails of an order that were asked for again. `address` is a hash, by which they are counted.
create table order_mails (
  id uuid primary key,
  order_id uuid not null references orders,
  address bytea not null,
  asked_at timestamptz(3) not null
);
create index order_mails_to_address on order_mails (address, asked_at);
create index order_mails_by_time on order_mails (asked_at);
-- A foreign key that the deletion of orders checks.
create index order_mails_of_order on order_mails (order_id);

-- Addresses that open a file of a ticket. The secret is not stored.
create table ticket_links (
  hash bytea primary key,
  payment_id uuid not null references payments on delete cascade,
  revision integer not null,
  file text not null,
  expires_at timestamptz(3) not null,
  constraint ticket_links_file check (file in ('pdf', 'calendar', 'pkpass', 'google'))
);
comment on table ticket_links is 'addresses that open a file of a ticket for a minute';
comment on column ticket_links.hash is 'of the secret in the address';
comment on column ticket_links.revision is 'of the ticket: after a hand-over it opens nothing';
create index ticket_links_by_end on ticket_links (expires_at);
create index ticket_links_of_payment on ticket_links (payment_id);

-- Accepted offers stay: they say until when each code was valid. The e-mail is deleted a while after the end of the offer.
create table ticket_transfers (
  id uuid primary key,
  payment_id uuid not null references tickets,
  festival_id uuid not null references festivals,
  from_user uuid not null references users,
  to_user uuid references users,
  email text,
  email_key text collate "C",
  revision integer,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text collate "C",
  offered_by uuid references users,
  taken_back_by uuid references users,
  constraint ticket_transfers_accepted check ((outcome is not distinct from 'accepted') = (revision is not null)),
  constraint ticket_transfers_ended check ((ended_at is null) = (outcome is null)),
  constraint ticket_transfers_outcome check (outcome in ('accepted', 'declined', 'taken_back', 'lapsed')),
  constraint ticket_transfers_taken_back check (taken_back_by is null or outcome is not distinct from 'taken_back')
);
comment on column ticket_transfers.to_user is 'who accepted or declined it';
comment on column ticket_transfers.revision is 'of the ticket since then; null: it was not accepted';
comment on column ticket_transfers.offered_by is 'the manager who offered it for its holder; null: its holder did';
comment on column ticket_transfers.taken_back_by is
  'the manager who took it back; null: its holder did, or it was not taken back';
create unique index ticket_transfers_open on ticket_transfers (payment_id) where ended_at is null;
create unique index ticket_transfers_accepted_once on ticket_transfers (payment_id, revision) where outcome = 'accepted';
create index ticket_transfers_to_email on ticket_transfers (email_key) where ended_at is null;
create index ticket_transfers_from on ticket_transfers (from_user, created_at desc, id);
create index ticket_transfers_to on ticket_transfers (to_user, created_at desc, id) where to_user is not null;
create index ticket_transfers_by_end on ticket_transfers (expires_at) where email is not null;
-- Transfers as staff list them: of a payment, of a festival and of all, by offer and by end.
create index ticket_transfers_of_payment on ticket_transfers (payment_id);
create index ticket_transfers_offered on ticket_transfers (created_at desc, id desc);
create index ticket_transfers_answered on ticket_transfers (ended_at desc, id desc) where outcome <> 'lapsed';
create index ticket_transfers_offered_at on ticket_transfers (festival_id, created_at desc, id desc);
create index ticket_transfers_answered_at on ticket_transfers (festival_id, ended_at desc, id desc)
  where outcome <> 'lapsed';
-- How many tickets a manager has offered in a day.
create index ticket_transfers_offered_by on ticket_transfers (offered_by, created_at) where offered_by is not null;

-- Without the e-mail: the audit log has ids of people alone.
create trigger ticket_transfers_noted after insert or update of ended_at on ticket_transfers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('transfer', 'id',
    'payment_id from_user offered_by to_user revision expires_at ended_at outcome taken_back_by');

-- Ends offers of an erased user, and those to an e-mail that it had proven.
create function let_go_of_erased_transfers() returns trigger language plpgsql as $$
begin
  update ticket_transfers set ended_at = new.erased_at, outcome = case when from_user = new.id then 'taken_back' else 'declined' end
  where ended_at is null
    and (from_user = new.id or (old.email_proven_at is not null and email_key = old.email_key));
  update ticket_transfers set email = null, email_key = null
  where email is not null and (from_user = new.id or to_user = new.id
    or (old.email_key is not null and email_key = old.email_key and ended_at = new.erased_at));
  return null;
end $$;
create trigger users_erased_from_transfers after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_transfers();
