-- Points: a balance, and the append-only ledger it is the sum of. Points that pay for something are
-- reserved first; the ledger knows them only once they are spent.
create table points (
  user_id uuid primary key references users on delete cascade,
  available integer not null default 0,
  reserved integer not null default 0,
  constraint points_not_negative check (available >= 0 and reserved >= 0)
);

-- `source` says what an entry comes from, so that nothing ever counts twice. A reversal takes at most
-- the balance; what it could not take is its shortfall.
create table point_entries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  delta integer not null,
  shortfall integer not null default 0,
  source text collate "C" not null,
  created_at timestamptz(3) not null,
  constraint point_entries_source_once unique (source),
  constraint point_entries_kind check (kind in ('earned', 'reversed', 'spent', 'returned')),
  constraint point_entries_sign check (
    case when kind in ('earned', 'returned') then delta >= 0 else delta <= 0 end and shortfall >= 0)
);
create index point_entries_of_user on point_entries (user_id, created_at desc, id);
