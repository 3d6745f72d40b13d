-- Gates with their scans, and the box office.

create table gate_staff (
  festival_id uuid not null references festivals on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (festival_id, user_id)
);
create index gate_staff_by_user on gate_staff (user_id, festival_id);

create trigger gate_staff_noted after insert or delete on gate_staff
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'user_id', 'gate_staff', 'user_id');

create function let_go_of_erased_gate_staff() returns trigger language plpgsql as $$
begin
  delete from gate_staff where user_id = new.id;
  return null;
end $$;
create trigger users_erased_from_gates after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_gate_staff();

-- A device that has ended keeps its row, which its scans refer to. Its token is valid while the user in `created_by` may
-- manage the gate, and a week longer. A till is a device of another kind, with the id of its shift.
create table gate_devices (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  name text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  ended_at timestamptz(3),
  created_by uuid references users,
  zone text not null default 'main',
  kind text not null default 'gate',
  is_unmanaged boolean not null default false,
  constraint gate_devices_kind check (kind in ('gate', 'till'))
);
comment on column gate_devices.zone is 'the part of its festival that its gate leads into';
comment on column gate_devices.kind is 'gate: scans; till: sells for the shift with its id';
comment on column gate_devices.is_unmanaged is
  'ended with the access of the user who answers for it, until a manager answers for it anew';
create index gate_devices_of_festival on gate_devices (festival_id, created_at desc, id) where ended_at is null;

-- Foreign keys of earlier areas.
alter table tokens add constraint tokens_device_id_fkey
  foreign key (device_id) references gate_devices on delete cascade;

create trigger gate_devices_noted after insert or update of name, ended_at, created_by, zone on gate_devices
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'name ended_at created_by zone');

-- A scan with the same nonce, ticket and scanner is the same scan. No foreign key to payments: its check would lock the
-- payment after the ticket, and a refund locks the payment first.
create table gate_scans (
  id uuid primary key,
  festival_id uuid not null references festivals,
  device_id uuid references gate_devices,
  user_id uuid references users,
  scanner uuid not null generated always as (coalesce(device_id, user_id)) stored,
  nonce text collate "C" not null,
  payment_id uuid,
  outcome text not null,
  admitted_offline boolean not null,
  scanned_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  direction text not null default 'in',
  zone text not null default 'main',
  constraint gate_scans_once unique nulls not distinct (scanner, nonce, payment_id, festival_id),
  constraint gate_scans_by_one check (num_nonnulls(device_id, user_id) = 1),
  constraint gate_scans_direction check (direction in ('in', 'out'))
);
comment on column gate_scans.payment_id is 'null: the code was none of our tickets';
comment on column gate_scans.outcome is
  'admitted: in for the first time; readmitted: in again; left: out; undone: one of them, taken back; else the code of the refusal';
comment on column gate_scans.scanned_at is 'as the device says';
comment on column gate_scans.zone is 'the part of the festival that its gate leads into';
create unique index gate_scans_admit_once on gate_scans (payment_id) where outcome = 'admitted';
create index gate_scans_of_payment on gate_scans (payment_id, received_at, id) where payment_id is not null;
create index gate_scans_clashing on gate_scans (festival_id, received_at desc, id)
  where admitted_offline and outcome <> 'admitted';
create index gate_scans_of_user on gate_scans (user_id, received_at desc, id) where user_id is not null;
create index gate_scans_by_time on gate_scans (received_at desc, id desc);
create index gate_scans_of_festival on gate_scans (festival_id, received_at desc, id desc);
-- Admitted offline, and refused by the service.
create index gate_scans_in_error on gate_scans (festival_id, received_at desc, id)
  where admitted_offline and outcome not in ('admitted', 'readmitted', 'left');

-- No foreign key to payments, as in `gate_scans`. A ticket without `passed_at` that an earlier version admitted has
-- `validated_at` alone.
create table gate_passages (
  payment_id uuid not null,
  zone text not null,
  ordinal integer not null,
  festival_id uuid not null references festivals,
  scan_id uuid not null references gate_scans,
  direction text not null,
  at timestamptz(3) not null,
  clash boolean not null default false,
  primary key (payment_id, zone, ordinal),
  constraint gate_passages_directions check (direction in ('in', 'out'))
);
comment on table gate_passages is 'passages of tickets through a gate';
comment on column gate_passages.zone is 'the part of the festival that it leads into: main';
comment on column gate_passages.ordinal is 'from 1, in the order in which the service heard of them';
comment on column gate_passages.at is 'when, corrected as scans are';
comment on column gate_passages.clash is
  'whether a gate without a network let through what the service then refused: it counts as inside, and decides about no ticket';
create index gate_passages_of_festival on gate_passages (festival_id, at, payment_id);
create index gate_passages_of_zone on gate_passages (festival_id, zone, payment_id, at, direction desc) include (clash);
create index gate_passages_clashes on gate_passages (festival_id, zone, payment_id) where clash;

-- Each passage counts `inside` in its transaction.
create table gate_zones (
  festival_id uuid not null references festivals,
  zone text collate "C" not null,
  capacity integer,
  refuses_when_full boolean not null default false,
  inside integer not null default 0,
  primary key (festival_id, zone),
  constraint gate_zones_capacity check (capacity > 0),
  constraint gate_zones_refuses check (capacity is not null or not refuses_when_full)
) with (fillfactor = 50);
comment on table gate_zones is
  'parts of a festival that gates lead into; main has a row once it has a passage or a capacity';
comment on column gate_zones.capacity is 'how many may be inside; null: no limit is known';
comment on column gate_zones.refuses_when_full is 'whether gates with a network let none in beyond the capacity';
comment on column gate_zones.inside is 'how many people are inside, as gate_passages say';

create trigger gate_zones_noted
  after insert or update of capacity, refuses_when_full on gate_zones
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'capacity refuses_when_full', 'zones', 'zone');

create table till_shifts (
  id uuid primary key references gate_devices on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  till text not null,
  seller text not null,
  float_cents integer not null,
  receipts integer not null default 0,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  counted_cents integer,
  expected_cents integer,
  constraint till_shifts_closed check (num_nonnulls(closed_at, counted_cents, expected_cents) in (0, 3)),
  constraint till_shifts_counts check (least(float_cents, receipts, counted_cents) >= 0)
);
comment on column till_shifts.seller is 'who sells now';
comment on column till_shifts.receipts is 'the last number of a receipt';
comment on column till_shifts.expected_cents is 'the cash that its books had when it was closed';
create index till_shifts_of_festival on till_shifts (festival_id, opened_at desc, id);

create trigger till_shifts_noted after insert or update of closed_at, counted_cents, expected_cents on till_shifts
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'till seller float_cents closed_at counted_cents expected_cents');

create table till_movements (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  kind text not null,
  amount_cents integer,
  counted_cents integer,
  reason text,
  seller text not null,
  at timestamptz(3) not null,
  constraint till_movements_amounts
    check ((kind = 'hand_over') = (amount_cents is null) and (kind = 'hand_over') = (counted_cents is not null)
      and coalesce(amount_cents, 1) > 0),
  constraint till_movements_kinds check (kind in ('drop', 'addition', 'hand_over'))
);
comment on column till_movements.seller is 'who did it; of a hand-over, who sells from then on';
create index till_movements_of_shift on till_movements (shift_id, at, id);

create table till_leases (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  payment_type text not null,
  entity_id uuid not null,
  quantity integer not null,
  price_cents integer not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  written_off_reason text,
  constraint till_leases_written_off check (written_off_reason is null or ended_at is not null)
);
comment on column till_leases.ended_at is 'when its till reported all of it, or it was written off';
create index till_leases_of_festival on till_leases (festival_id, created_at desc, id);
create index till_leases_of_shift on till_leases (shift_id);

create trigger till_leases_noted after update of ended_at, written_off_reason on till_leases
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'ended_at written_off_reason', 'leases', 'id');

create table till_sales (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  key text collate "C",
  lease_id uuid references till_leases on delete cascade,
  means text not null,
  amount_cents integer not null,
  tendered_cents integer,
  receipt integer,
  seller text not null,
  created_at timestamptz(3) not null,
  sold_at timestamptz(3),
  constraint till_sales_once unique (shift_id, key),
  constraint till_sales_receipts unique (shift_id, receipt),
  constraint till_sales_means check (means in ('cash', 'terminal', 'complimentary')),
  constraint till_sales_sold check ((receipt is null) = (sold_at is null)),
  constraint till_sales_tendered check (tendered_cents is null or means = 'cash' and tendered_cents >= amount_cents)
);
comment on table till_sales is 'sales of a shift; their orders have sale_id';
comment on column till_sales.key is
  'given by the till to a sale of a lease, once in its shift; null: the service needs none';
comment on column till_sales.receipt is
  'from 1 in each shift without a gap; null: it waits for the terminal, or came to nothing';

-- No foreign key to payments and refunds: its check would lock them in another order than a refund does.
create table till_refunds (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  payment_id uuid not null,
  means text not null,
  amount_cents integer not null,
  seller text not null,
  at timestamptz(3) not null,
  constraint till_refunds_means check (means in ('cash', 'terminal', 'complimentary'))
);
comment on column till_refunds.id is 'of the refund';
create index till_refunds_of_shift on till_refunds (shift_id);
