-- The box office: shifts of tills with their books, sales by cash and by card terminal, and leases of stock.
-- The token of a shift is that of a device of its own kind. An earlier version refuses it: it begins differently.
alter table gate_devices add column kind text not null default 'gate';
alter table gate_devices add constraint gate_devices_kind check (kind in ('gate', 'till')) not valid;
comment on column gate_devices.kind is 'gate: scans; till: sells for the shift with its id';

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

create table till_movements (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  kind text not null,
  amount_cents integer,
  counted_cents integer,
  reason text,
  seller text not null,
  at timestamptz(3) not null,
  constraint till_movements_kinds check (kind in ('drop', 'addition', 'hand_over')),
  constraint till_movements_amounts check ((kind = 'hand_over') = (amount_cents is null)
    and (kind = 'hand_over') = (counted_cents is not null) and coalesce(amount_cents, 1) > 0)
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

create table till_sales (
  id uuid primary key,
  shift_id uuid not null references till_shifts on delete cascade,
  key text collate "C" not null,
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
  constraint till_sales_tendered check (tendered_cents is null or means = 'cash' and tendered_cents >= amount_cents),
  constraint till_sales_sold check ((receipt is null) = (sold_at is null))
);
comment on table till_sales is 'sales of a shift; their orders have sale_id';
comment on column till_sales.receipt is 'from 1 in each shift without a gap; null: it waits for the terminal, or came to nothing';

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

alter table orders add column means text;
comment on column orders.means is 'cash, terminal, complimentary: paid at a till; lease: set aside for one; null: by the processor';
alter table orders add column sale_id uuid;
comment on column orders.sale_id is 'the sale of a till that it is a part of';
alter table payments add column lease_id uuid;
comment on column payments.lease_id is 'the lease with which its ticket was handed to a till before it was sold';

create trigger till_shifts_noted after insert or update of closed_at, counted_cents, expected_cents on till_shifts
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'till seller float_cents closed_at counted_cents expected_cents');
create trigger till_leases_noted after update of ended_at, written_off_reason on till_leases
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'ended_at written_off_reason', 'leases', 'id');
