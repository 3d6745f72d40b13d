-- The payouts of card processors, as `festival stripe sync` and a daily job read them.
create table payouts (
  id text collate "C" primary key,
  processor text collate "C" not null,
  cents bigint not null,
  currency text collate "C" not null,
  status text collate "C" not null,
  is_automatic boolean not null,
  created_at timestamptz(3) not null,
  arrives_on date not null,
  failure text,
  itemized_at timestamptz(3),
  constraint payouts_status check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled'))
);
comment on column payouts.id is 'the processor''s, such as po_3Nx';
comment on column payouts.itemized_at is
  'when its entries were read; null: not yet, or the processor does not say what is in it';
create index payouts_newest on payouts (created_at desc, id desc);

create table balance_entries (
  id text collate "C" primary key,
  processor text collate "C" not null,
  payout_id text collate "C" references payouts,
  kind text collate "C" not null,
  category text not null,
  cents bigint not null,
  fee_cents bigint not null,
  currency text collate "C" not null,
  created_at timestamptz(3) not null,
  source text collate "C",
  charge text collate "C",
  description text,
  constraint balance_entries_kind check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'other'))
);
comment on column balance_entries.cents is 'what it adds to the balance before fee_cents; negative: what it takes';
comment on column balance_entries.source is 'the processor''s id of the charge, refund or dispute';
comment on column balance_entries.charge is 'as in orders.processor_id';
create index balance_entries_of_payout on balance_entries (payout_id, created_at desc, id desc);
create index balance_entries_newest on balance_entries (created_at desc, id desc);
create index balance_entries_of_charge on balance_entries (charge) where kind = 'charge';

create table payout_syncs (
  processor text collate "C" primary key,
  read_until timestamptz(3),
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  failure text
);
comment on column payout_syncs.read_until is 'entries of before have been read; null: none have';
comment on column payout_syncs.failure is 'why the last one failed; null: it did not';
